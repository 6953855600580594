"""Decide by its context whether a match is a name: titles, cue words, initials, other parts of the same name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from redactor.detect.known import short_words
from redactor.detect.known.abbreviated_names import follows_closing
from redactor.detect.known.search_text import Needs, SearchText, is_narrow
from redactor.lexicon.nicknames import is_abbreviation
from redactor.lexicon.titles import DEGREES, FAMILY_PARTICLES, RECORD_SUFFIXES, RECORD_TITLES, UNABBREVIATED_TITLES
from redactor.lexicon.words import EPONYMOUS, is_clinical_term, is_device, word_set

_KIN = word_set(
    "mother father mom dad mum son daughter wife husband spouse partner brother sister sibling aunt uncle cousin "
    "niece nephew grandmother grandfather grandma grandpa grandson granddaughter child fiance fiancee girlfriend "
    "boyfriend friend caregiver guardian parents family"
)
_CUES = (
    RECORD_TITLES
    | _KIN
    | word_set("patient pt name named called client nurse attending md provider surgeon dear hi hello")
)
_ABBREVIATED = (RECORD_TITLES - UNABBREVIATED_TITLES) | {"pt", "md"}
_AMBIGUOUS_TITLES = word_set("don major general judge father sister brother lady lord")
_SPEAKERS = _KIN | _AMBIGUOUS_TITLES | word_set("doctor nurse patient client provider surgeon md caller")
_SURE_CUES = RECORD_TITLES - _AMBIGUOUS_TITLES | {"name"}
_VERBS = word_set(
    "reports denies states complains presents presented endorses says lives notes feels wants understands agrees "
    "verbalizes requests tolerated describes admits is was has"
)
# After the name of the note's own subject, weaker cues count too: verbs whose subject is a person.
_VERBS_OF_SUBJECT = _VERBS | word_set(
    "will would called asked needs prefers preferred wishes thinks thought believes believed knows knew hopes hoped "
    "remembers remembered recalls recalled asks tells told said calls takes took works worked "
    "drinks drank smokes smoked eats ate sleeps slept walks walked drives drove wears lived moved retired married "
    "denied stated agreed refuses refused declines declined complained wanted felt explained mentioned expressed "
    "enjoys likes loves worries worried tolerates ambulates ambulated verbalized arrived signed speaks spoke attends "
    "attended plans tried tries understood consented consents brought brings did does doesn didn had"
)
_PAST_VERBS = word_set("came went got gave left lost fell sat stood met")
_ADVERBS = word_set("always perhaps sometimes nonetheless nevertheless besides")
_CALENDAR = word_set(
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday christmas thanksgiving"
)
_BEFORE_A_DATE = word_set(
    "in on since until till of by from to or and last this next early late mid before after through is around the "
    "every each during"
)
_BEFORE_FAMILIES = word_set("the both all")
_NEVER_SURE = (Needs.CUE, Needs.BESIDE, Needs.PLURAL, Needs.LABEL, Needs.SHORT_WORD)
_MAX_INITIALS = 3
_FORMS_OF_BE = word_set("is was has had")
_PREPOSITIONS = word_set("for with by to from and")
_BEHIND_AN_ADDRESS = word_set("your you we i please thank thanks this it")
_NAME_GAP = re.compile(r"[ \t]*[.:,]?\s*[\"'(*]?")
_END_OF_FIELD = re.compile(r"[ \t]*(?:[\r\n;|(/]|[ \t]{2}|- )")
_SAME_LINE = re.compile(r"[ \t-]*")
_PLAIN_GAP = re.compile(r"[ \t\n\r,'\"()-]*|[ \t]{0,8}[\^_|;][ \t]{0,8}|[./]")
_IN_SENTENCE = re.compile(r"[ \t]+\(?|, ?|\s?/\s?|\s?&\s?")
_OPENING, _CLOSING = re.compile(r"(?:.*\s|^)[\"'\u201c\u2018(]", re.DOTALL), re.compile(r"[.,]?[\"'\u201d\u2019)]")
_BAR, _BAR_OR_END = re.compile(r"[ \t]+[-|][ \t]+"), re.compile(r"[ \t]*(?:[|\r\n]|- )")
_INITIAL_AFTER = re.compile(r",?\s{0,40}|\.|\^")


@dataclass(slots=True)
class NameHit:
    """A name hit says that words[i:j] may be part of these persons' names. key: distinguishes the parts of a name."""

    i: int
    j: int
    needs: Needs
    persons: frozenset[int]
    strong: bool
    key: str


FoundName = tuple[int, int, frozenset[int], bool]


def find_names(
    text: SearchText, hits: list[NameHit], initials: Callable[[int], frozenset[str]], *, for_subject: bool
) -> list[FoundName]:
    """Return the names in a text as (i, j, persons, strong), in order.

    initials: gives the initials of a person's given names. for_subject: whether the persons belong to the subject of
    the note: few, and likely to be mentioned.
    """
    found = []
    for chain, persons in _chains(text, _outermost(_without_chance_pairs(text, hits))):
        if _is_device_name(text, chain[0].i, chain[-1].j):
            continue
        for i, j, who, strong in _accepted_names(text, chain, persons, for_subject=for_subject):
            a, b = _with_initials(text, i, j, who, initials)
            found.append((a, b, who, strong or (a, b) != (i, j)))
        if len(chain) == 1 and chain[0].needs in (Needs.CUE, Needs.TITLE, Needs.LABEL, Needs.SHORT_WORD):
            hit = chain[0]
            a, b = _with_initials(text, hit.i, hit.j, persons, initials)
            if (
                hit.needs is Needs.SHORT_WORD
                and (a, b) != (hit.i, hit.j)
                and not short_words.has_initial(text, hit, a, b)
            ):
                continue
            if (a, b) != (hit.i, hit.j) and text.capital(hit.i):
                found.append((a, b, persons, True))
    return found


def _is_device_name(text: SearchText, i: int, j: int) -> bool:
    """Return whether words[i:j] are part of the name of a device, such as "Jackson-Pratt drain"."""
    while i and text.gaps[i] == "-":
        i -= 1
    while j < len(text.words) and text.gaps[j] == "-":
        j += 1
    if j == len(text.words) or text.gaps[j] != " " or set(text.gaps[i + 1 : j]) != {"-"}:
        return False
    return is_device("".join(text.words[i:j]), text.words[j])


def _without_chance_pairs(text: SearchText, hits: list[NameHit]) -> list[NameHit]:
    """Return the hits without those over two lines both of whose parts are hits alone, and without those that begin
    with the end of an abbreviation.

    The lines of a list name two people.
    """
    starts, ends = {h.i for h in hits if h.j == h.i + 1}, {h.j for h in hits if h.j == h.i + 1}
    return [
        h
        for h in hits
        if not (h.i in starts and h.j in ends and any("\n" in gap for gap in text.gaps[h.i + 1 : h.j]))
        and not (h.j > h.i + 1 and _ends_abbreviation(text, h.i))
    ]


def _outermost(hits: list[NameHit]) -> list[NameHit]:
    """Return the hits that lie within no other; hits of the same words are merged under the least demanding context."""
    out: list[NameHit] = []
    for hit in sorted(hits, key=lambda h: (h.i, -h.j, h.needs)):
        if out and hit.i == out[-1].i and hit.j == out[-1].j:
            last = out[-1]
            out[-1] = NameHit(
                last.i, last.j, last.needs, last.persons | hit.persons, last.strong or hit.strong, last.key
            )
        elif not out or hit.j > out[-1].j:
            out.append(hit)
    return out


def _chains(text: SearchText, hits: list[NameHit]) -> list[tuple[list[NameHit], frozenset[int]]]:
    """Return groups of adjacent hits that can belong to one person, with initials between them."""
    chains: list[tuple[list[NameHit], frozenset[int]]] = []
    keys: set[str] = set()  # the keys of the last chain
    for hit in hits:
        if chains:
            chain, persons = chains[-1]
            both = persons & hit.persons
            if both and _are_linked(text, chain[-1], hit) and not _begins_anew(text, chain[-1], hit, hit.key in keys):
                chain.append(hit)
                chains[-1] = (chain, both)
                keys.add(hit.key)
                continue
        chains.append(([hit], hit.persons))
        keys = {hit.key}
    return chains


def _begins_anew(text: SearchText, last: NameHit, hit: NameHit, is_repeated: bool) -> bool:
    """Return whether a hit repeats a part of the name before it, or follows the end of a sentence and a line."""
    gap = "".join(text.gaps[last.j : hit.i + 1])
    return (is_repeated and not _SAME_LINE.fullmatch(gap)) or (
        "." in gap and "\n" in gap and hit.i == last.j and len(text.words[hit.i - 1]) > 1
    )


def _are_linked(text: SearchText, a: NameHit, b: NameHit) -> bool:
    between = range(a.j, b.i)
    if len(between) > 2 or any(len(text.words[k]) > 1 and not short_words.is_middle_name(text, k) for k in between):
        return False
    gaps = text.gaps[a.j : b.i + 1] if b.i >= a.j else []
    if not all(map(is_narrow, gaps)) or any("<" in gap for gap in gaps):  # an email address follows
        return False
    if not short_words.is_joined(text, a, b):
        return False
    # A full stop between whole words ends a sentence; only a part that needs little context may follow it.
    abbreviated = a.j - a.i == 1 and is_abbreviation(text.words[a.i])  # Wm. Parker
    return bool(between) or b.needs < Needs.TITLE or abbreviated or all(_PLAIN_GAP.fullmatch(gap) for gap in gaps)


def _accepted_names(
    text: SearchText, chain: list[NameHit], persons: frozenset[int], *, for_subject: bool
) -> list[FoundName]:
    if len({hit.key for hit in chain}) > 1:
        sure = [hit for hit in chain if hit.needs not in _NEVER_SURE]
        if sure:
            capital = any(_is_capitalised(text, hit) for hit in sure)
            kept = [hit for hit in chain if hit.needs is Needs.FREE or _is_capitalised(text, hit) == capital]
        else:
            capital = all(_is_capitalised(text, hit) for hit in chain) or text.source.islower()
            kept = chain if capital or short_words.is_name_in_small_letters(text, chain) else []
        kept = short_words.without_stray_words(text, kept) if len(kept) > 1 else kept
        if len(kept) > 1:
            return [(kept[0].i, kept[-1].j, persons, True)]
    return [
        (hit.i, hit.j, hit.persons, hit.strong and hit.needs is Needs.FREE)
        for hit in chain
        if _counts_alone(text, hit, for_subject=for_subject)
    ]


def _counts_alone(text: SearchText, hit: NameHit, *, for_subject: bool) -> bool:
    if _names_a_finding(text, hit):
        return False
    if hit.needs is Needs.FREE:
        return True
    if not _is_capitalised(text, hit):
        return False
    if hit.needs is Needs.CAPITAL:
        return True
    in_capitals = text.written(hit.i).isupper()
    if hit.needs is Needs.SHORT_WORD or (in_capitals and short_words.is_bare_particle(hit)):
        return short_words.counts_alone(text, hit, for_subject=for_subject) or (
            for_subject and _is_mid_sentence(text, hit.i, hit.j)
        )
    if hit.needs is Needs.BESIDE:
        return bool(hit.i and text.words[hit.i - 1] in _SURE_CUES and _NAME_GAP.fullmatch(text.gaps[hit.i]))
    if hit.needs is Needs.PLURAL:
        return _is_family(text, hit)
    written = text.written(hit.i)
    if hit.needs is Needs.TITLE and not written.isupper():
        return True
    all_caps = len(written) > 1 and written.isupper()
    if hit.needs is Needs.LABEL:
        signed = for_subject and follows_closing(text, hit.i) and not text.gaps[hit.j].startswith(":")
        return signed or _has_label(text, hit, all_caps=all_caps)
    if for_subject and (
        _is_mid_sentence(text, hit.i, hit.j) or _is_set_apart(text, hit.i, hit.j) or follows_closing(text, hit.i)
    ):
        return True
    return _has_cue(text, hit, all_caps=all_caps, for_subject=for_subject)


def _names_a_finding(text: SearchText, hit: NameHit) -> bool:
    """Return whether a word alone is part of a clinical term that is also a name: Babinski sign, Frank blood."""
    i, j, words = hit.i, hit.j, text.words
    if j - i > 1 or j == len(words) or text.gaps[j] not in (" ", "  "):
        return False
    return is_clinical_term(words[i], words[j]) and not _has_label(text, hit, all_caps=False)


def _is_family(text: SearchText, hit: NameHit) -> bool:
    """Return whether a plural is that of a family's name: "the Harrisons", "the Harrisons' house"."""
    if text.written(hit.j - 1).isupper():
        return False
    spoken_of = hit.i > 0 and text.gaps[hit.i] == " " and text.words[hit.i - 1] in _BEFORE_FAMILIES
    return spoken_of or text.gaps[hit.j].startswith("'")


def _is_capitalised(text: SearchText, hit: NameHit) -> bool:
    """Return whether a name begins with a capital, or does after its particles: da Mota, el-Sayed."""
    k = hit.i
    while k < hit.j - 1 and text.words[k] in FAMILY_PARTICLES:
        k += 1
    return text.capital(hit.i) or text.capital(k)


def _is_set_apart(text: SearchText, i: int, j: int) -> bool:
    """Return whether words[i:j] are in quotes ("Rule"), between bars ("note | Rule") or addressed ("Rule, please")."""
    if _OPENING.fullmatch(text.gaps[i]) and _CLOSING.match(text.gaps[j]):
        return True
    if _BAR.fullmatch(text.gaps[i]) and (j == len(text.words) or _BAR_OR_END.match(text.gaps[j])):
        return True
    spoken_to = j < len(text.words) and text.words[j] in _BEHIND_AN_ADDRESS and ":" not in text.gaps[i]
    return spoken_to and text.gaps[j] == ", "


def _is_mid_sentence(text: SearchText, i: int, j: int) -> bool:
    """Return whether the capital can only mean a name: lower case before it, and no heading after it."""
    written = text.written(i)
    if i == 0 or len(written) < 2 or written.isupper() or not _IN_SENTENCE.fullmatch(text.gaps[i]):
        return False
    before = text.written(i - 1)
    if len(written) == 2 and (before not in _PREPOSITIONS or short_words.is_measured(text, j)):
        return False  # "5 ng/ml of Ng"
    if not (before[:1].islower() or before.isdigit()):
        return False
    if text.words[i] in _CALENDAR and (before.isdigit() or before in _BEFORE_A_DATE):
        return False
    if text.gaps[j].startswith(":"):
        return False  # "Auscultation of Heart: regular"
    return j >= len(text.words) or text.gaps[j] != " " or not text.capital(j)


def _has_label(text: SearchText, hit: NameHit, *, all_caps: bool) -> bool:
    """Return whether a title or another label is before the hit, or a degree behind it.

    all_caps: whether its capital is no evidence.
    """
    i, j, words = hit.i, hit.j, text.words
    gap = text.gaps[i]
    if i and _NAME_GAP.fullmatch(gap) and not (":" in gap and _is_speech(text, i, j)):
        before = words[i - 1]
        if "." in gap and before not in _ABBREVIATED:
            return False  # a sentence ended
        if before in _SURE_CUES or (before in _CUES and not (all_caps and text.written(i - 1).isupper())):
            return True
    if j == len(words) or words[j] not in DEGREES | RECORD_SUFFIXES or len(words[j]) == 1:
        return False
    return text.written(j).isupper() and is_narrow(text.gaps[j])


def _is_speech(text: SearchText, i: int, j: int) -> bool:
    """Return whether the label before words[i:j] is a speaker's and the rest is speech: "Doctor: Long time no see"."""
    gap = text.gaps[j]
    if text.words[i - 1] not in _SPEAKERS or _END_OF_FIELD.match(gap):
        return False
    if j == len(text.words):
        return bool(gap.strip())
    return gap not in (" ", ", ") or text.words[j] == "i" or not text.capital(j)


def _has_cue(text: SearchText, hit: NameHit, *, all_caps: bool, for_subject: bool) -> bool:
    """Return whether a label or a person's action is next to the hit. all_caps: whether its capital is no evidence."""
    i, j, words = hit.i, hit.j, text.words
    if _has_label(text, hit, all_caps=all_caps):
        return True
    if j < len(words):
        after = words[j]
        if all_caps:
            return False
        if text.gaps[j] == " " and after in (_VERBS_OF_SUBJECT if for_subject else _VERBS):
            return after not in _FORMS_OF_BE or i == 0 or "." not in text.gaps[i]
        if after == "s" and text.gaps[j] == "'" and j + 1 < len(words):
            return words[j + 1] in _KIN or (for_subject and words[j + 1] not in EPONYMOUS)
        return for_subject and _is_followed_by_action(text, j, words[j - 1])
    return False


def _is_followed_by_action(text: SearchText, j: int, name: str) -> bool:
    """Return whether the phrase at words[j] has a person as subject: "Will c/o pain", "Will and his wife"."""
    words, after = text.words, text.words[j]
    if text.gaps[j] != " ":
        return False
    if j + 1 < len(words):
        if after == "c" and words[j + 1] == "o" and text.gaps[j + 1] == "/":
            return True
        if after == "and" and (words[j + 1] in _KIN or words[j + 1] in ("his", "her", "their")):
            return True
    if name != "will":
        return False
    # The auxiliary "will" takes an infinitive; before "went" or "spends" it is a name.
    return after in _PAST_VERBS or (
        len(after) > 3 and after[-1] == "s" and after[-2] not in "siu" and after not in _ADVERBS
    )


def _with_initials(
    text: SearchText, i: int, j: int, persons: frozenset[int], initials: Callable[[int], frozenset[str]]
) -> tuple[int, int]:
    """Return words i to j extended over adjacent initials of the same person: J. A. Doe; Doe, J."""
    letters: frozenset[str] = frozenset().union(*map(initials, persons))
    while i and text.words[i - 1] in letters and is_narrow(text.gaps[i]) and text.capital(i - 1):
        if _ends_abbreviation(text, i - 1):
            break
        i -= 1
    if i and text.gaps[i] == " " and _is_run_of_initials(text, i - 1, letters):
        i -= 1
    while j < len(text.words) and _INITIAL_AFTER.fullmatch(text.gaps[j]) and _is_initials(text, j, letters):
        j += 1
    return i, j


def _ends_abbreviation(text: SearchText, k: int) -> bool:
    """Return whether a word is the last letter of an abbreviation, as in "H&P" over a patient's name."""
    return len(text.words[k]) == 1 and text.gaps[k].endswith("&")


def _is_run_of_initials(text: SearchText, k: int, letters: frozenset[str]) -> bool:
    """Return whether the word before a name is the initials of the given names: WH Harrison."""
    word = text.words[k]
    return 1 < len(word) <= _MAX_INITIALS and letters.issuperset(word) and text.written(k).isupper()


def _is_initials(text: SearchText, k: int, letters: frozenset[str]) -> bool:
    word = text.words[k]
    if text.gaps[k + 1].startswith(":"):
        return False  # a heading: "A:" for assessment
    if not text.gaps[k + 1] and k + 1 < len(text.words):
        return False  # the letters of a code: "NN940830"
    return len(word) <= 2 and letters.issuperset(word) and text.written(k).isupper()
