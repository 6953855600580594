"""Initials: a keyed permutation of letters, none in its place, mostly to one that begins as many names.

A name's stand-in begins with its initial's stand-in, so that "J. Doe" met alone agrees with "John Doe" met elsewhere.
A permutation evens out what it mixes, so letters go mostly where about as many names begin: the population keeps its
profile of initials.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from string import ascii_lowercase

from relex.generators._shared import name_pools
from relex.generators._shared.name_pools import ALPHABETS, initial, script
from relex.parts import Kind
from relex.prf import KeyedChoice


def _orders(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Where each permutation sends a to z. No letter stays; from key to key a letter goes to four others and more, to none
# more often than one time in three; and over all keys what comes out is spread like what goes in, as nearly as these
# rules allow, in the US census of 1990: names by initial, sex and rank among the names of that initial. Found by
# annealing from the solution of the linear programme that these conditions make.
_LATIN = {
    Kind.GIVEN: _orders("""
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
    Kind.FAMILY: _orders("""
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
_STRATUM = 4  # letters of other alphabets that are mixed: of like frequency; the last ones are up to seven
_LEAST = 8  # names that begin with a letter that may be a stand-in


@cache
def _strata(kind: Kind) -> dict[str, str]:
    """Letter of another alphabet -> the letters that may take its place, itself among them."""
    out: dict[str, str] = {}
    begins = Counter(initial(name.key) for name in name_pools.names(kind) if name.fit)
    for alphabet in ALPHABETS:
        some = (c for c, n in begins.items() if n >= _LEAST and len(c) == 1 and script(c) == alphabet)
        letters = "".join(sorted(some, key=lambda c: (-begins[c], c)))
        while letters:
            size = _STRATUM if len(letters) >= 2 * _STRATUM else len(letters)
            out |= dict.fromkeys(letters[:size], letters[:size])
            letters = letters[size:]
    return out


@cache
def _derangements(n: int) -> tuple[tuple[int, ...], ...]:
    return tuple(order for order in permutations(range(n)) if all(at != to for at, to in enumerate(order)))


def standin(first: str, kind: Kind, choice: KeyedChoice) -> str:
    """The letter that names of a kind beginning with this one get: never itself, and no two letters the same.

    first: what initial() gives. Scripts that are no alphabets stay as they are; what begins no name gets any letter.
    """
    if "a" <= first <= "z" and len(first) == 1:
        orders = _LATIN[kind]
        return orders[choice.number(len(orders), "letters", kind)][ord(first) - 97]
    stratum = _strata(kind).get(first)
    if stratum is not None:
        ways = _derangements(len(stratum))
        way = ways[choice.number(len(ways), "letters", kind, stratum)]
        return stratum[way[stratum.index(first)]]
    if len(first) > 1 and first in name_pools.by_initial(kind):
        return first
    letters = (alike(first, kind) if len(first) == 1 else "") or ascii_lowercase
    return letters[choice.number(len(letters), "letter", kind, first)]


def alike(letter: str, kind: Kind) -> str:
    """Every letter that may take this one's place, itself among them."""
    if "a" <= letter <= "z":
        return ascii_lowercase
    return "".join(c for c in _strata(kind) if script(c) == script(letter))
