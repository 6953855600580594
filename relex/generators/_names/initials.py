"""Stand-ins for initials: a keyed permutation of letters without fixed points.

A name's stand-in begins with the stand-in of its initial, so that "J. Doe" agrees with "John Doe" wherever they are
met. A permutation evens out the frequencies that it mixes. Letters therefore mostly go to letters that begin about as
many names, and the population keeps its distribution of initials.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from string import ascii_lowercase

from relex.generators._names import name_pools
from relex.generators._names.name_pools import ALPHABETS, initial_group, script_of
from relex.parts import Kind
from relex.prf import KeyedChoice


def _permutations(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# The image of a to z under each permutation. No letter is fixed; over the keys a letter has at least four images, none
# with a probability above one third; and the distribution of initials is preserved as well as these rules allow, for
# the US census of 1990: names by initial, sex and rank within the initial. Found by simulated annealing from the
# solution of the linear programme of these conditions.
_LATIN = {
    Kind.GIVEN: _permutations("""
        slajbhwfnrtkcpyvzmdeqiguox besjlwhfnmpacvikzdtgyorqux ehmsbnwpfrlkjvzgxcadqityou epajbofnvrsclyihxdmgzktquw
        cesmahwfydptlvibujkgznrqox tsmjbipnurvacfwhxdlkzegyoq enmjcgtpoalksvihzbdwyfruxq sparbofgymeclvihxjdkzntqwu
        sgmjcowfyrpalhikudbezntqvx cejrbohfympsdiwkxgalzntuvq shemlgwforpacvikyjbdxntzuq tesrlwhpomvkcfubyjadqngzix
        cetrsgwfomvalhzbxjkdynpqiu eharbwfpvmdtsiykzjclqnguox ehjmcwfgvdtaspinzbklxoryuq stmjbwhgfrveliqkzdacxnpyuo
        sdejlnfgorpmbvwhycakxitzuq cearbitpymdslvwhzjkgxnfuoq cpmjshewoavtlfqbudkgynrzix semjvntpycdklhfbxwagqirzou
        cljmbwfnoatsepqhugdkziryvx ltmscwhfodpebvikxjagynrzuq esapvhfwyctmjlqbzgdkxnruio cgasbhwfvretjiqnzmdkylpuox
        clsrtofpvadmkhwbujegynzqix snmjbwtfvcpelhzkodagyiruqx cejrlhwpomtsdvxgubakyifznq sparlwhnvdtcjizgymbeqkfuox
        sempbgwforlcjhqnudakyitzvx sgmbcotnvreajfwhudklyipzxq lnmjcgwbyrvespqhzdakxftuio lejmghwfnrsacvzbxtkdqipyou
        lhajcwfbomptsvznxgdkyeruiq lsarbotnydpechikujmgwzfqvx cltranwpydvmshibzjkgqefuxo sdaclgwfyrpmjhvnubkeqitzox
        shajlwtfvcpmbiznxgkdyerquo cemrswtnyapblhikujdgxzfqvo blasgwtpydemcvihxjkfznruoq elarswpgocvtjfzbxmdkynhqiu
        seajlwhpymvtcfinzdbkxgruoq cemsnhwpvrlbjgqfudakxitzoy cearsnhfymptbvigxjkdwlozqu semrlhfpocvajbwnztdkxygqiu
        chembwfpvrlsjiznxdagyktquo cesmlhwgfdptbvxnzjakoiryuq slmrcgwbytpndvihujakxfezoq cdrjbhepvmsnlifkywagqotuzx
    """),
    Kind.FAMILY: _permutations("""
        ecmsvkrgzwtdbojfxplaqnhyiu tsmgnoplydihcvzfxwbaqerujk kmhlvtpcyafdsongxwbjzeriqu kcbpoahwztldsevrxgmjynfqiu
        kmhavedbywfcsozrugplxntqji fmblitpcynagsvjrxwdkqehzuo tchloarduwzpbvngxfmkiesqjy tmhlfapcuwdksovrigbexnjqzy
        fcmlnedwxtapsvjrigbkqohuzy ecblokhmudtpsvjfxgwaqnryzi fmblnkhcytpdsevguwraxojziq kmblvedcztfpsoqgihawxnrujy
        fmhknopdywlscvjrxgbazetuqi fmslvnprztdcboqhxwgkyeauji emhkntpboafscvjgiwdlyzruqx kmsgvtrczefdhojluwbaqnpyix
        tsmkfahczydpbevrxwglinjquo fsbaztrloydkcengupmwxihqjv fcslonrmztadhevgywbjqkpuix ncblykdrzwfpsevgihmaxotujq
        tmhanpdczyfgsevriwblxkjuqo tmlkvarpyodcsenguhbwxfjziq tcsknphmqyagbovlufwdxerzji fsmkovpgywtdcejluhbainrqzx
        fsbgvehmqwtdcozlupkaxnryji dshkonrwzatcbevgypmlqfjuix tmhknepcyadgsvjlofbwiurqzx tmplnahwoydcsierxgbfqkjuzv
        fshkvodcywltbeuripmaqngzjx kslpvndczwtgbojfuhmayerqix kcmlnarwydpsbvugifhjxetqzo tcbpvrhgyoadseifuwmlxnjzqk
        tchsnolwueadbvjgxpmfykrzqi fmhsvadcqylgbonrupwjxetzki tdblnapczwyshojgufmkxerqiv kcmgoarwzetdsvnhxpblqufyij
        embskapcywvghojrufdlintzqx tsmcukhrxwvdboegzplainfqjy fcmknthsxedpwvjlygbaqzruio fsbgnahrztldwvqcxpmkiejyuo
        kshlvgpbyntdceirxwmaqofzju fchsnardyotpbevlzwmjxkguiq fcsgvahlxdtpbonruwmkyejzqi tshkyadmzofpcevgiwblqnrujx
        ksmlvnrcywdpbozfugtaiehqjx tsmknplgqwzhcvjdifbaxeruoy fshkoapczntdbevrxwmliqgujy tsbkonpluwadcvigzhmfyerqjx
    """),
}  # fmt: skip
# letters of other alphabets that are permuted among themselves, by frequency; the last group has up to seven
_STRATUM_SIZE = 4
_MIN_NAMES = 8  # names that must begin with a letter for it to be a stand-in


@cache
def _strata(kind: Kind) -> dict[str, str]:
    """Letter of another alphabet -> the letters of its stratum, including itself."""
    out: dict[str, str] = {}
    begins = Counter(initial_group(name.key) for name in name_pools.names(kind) if name.fit)
    for alphabet in ALPHABETS:
        some = (c for c, n in begins.items() if n >= _MIN_NAMES and len(c) == 1 and script_of(c) == alphabet)
        letters = "".join(sorted(some, key=lambda c: (-begins[c], c)))
        while letters:
            size = _STRATUM_SIZE if len(letters) >= 2 * _STRATUM_SIZE else len(letters)
            out |= dict.fromkeys(letters[:size], letters[:size])
            letters = letters[size:]
    return out


@cache
def _derangements(n: int) -> tuple[tuple[int, ...], ...]:
    return tuple(order for order in permutations(range(n)) if all(at != to for at, to in enumerate(order)))


def initial_standin(first: str, kind: Kind, choice: KeyedChoice) -> str:
    """The letter with which stand-ins of names with this initial begin: another one, and different for each initial.

    first: from name_pools.initial_group. A script without an alphabet maps to itself; an initial of no known name to
    any letter.
    """
    if "a" <= first <= "z" and len(first) == 1:
        letter_orders = _LATIN[kind]
        return letter_orders[choice.integer(len(letter_orders), "letters", kind)][ord(first) - 97]
    stratum = _strata(kind).get(first)
    if stratum is not None:
        derangements = _derangements(len(stratum))
        derangement = derangements[choice.integer(len(derangements), "letters", kind, stratum)]
        return stratum[derangement[stratum.index(first)]]
    if len(first) > 1 and first in name_pools.by_initial(kind):
        return first
    letters = (letters_alike(first, kind) if len(first) == 1 else "") or ascii_lowercase
    return letters[choice.integer(len(letters), "letter", kind, first)]


def letters_alike(letter: str, kind: Kind) -> str:
    """The letters that may replace this one, including itself."""
    if "a" <= letter <= "z":
        return ascii_lowercase
    return "".join(c for c in _strata(kind) if script_of(c) == script_of(letter))
