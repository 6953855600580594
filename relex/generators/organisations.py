"""Stand-ins for hospitals, pharmacies, laboratories and other organisations: what it is stays, which one is replaced.

"St. Mary's Medical Center of Dayton" keeps "Medical Center of"; "St. Mary" and "Dayton" are heads, each of its own, so
that the short form that people use meets the same stand-in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from redactor.entities import Entity
from redactor.lexicon.places import STATES
from redactor.lexicon.wordlists import word_set
from redactor.text import Mention
from redactor.unicode_fold import fold
from relex.generators._shared import place_words
from relex.generators._shared.formatting import assembled, in_form
from relex.generators._shared.gazetteer import state_of
from relex.generators._shared.ordinals import ORDINAL, digits_of_words, words_of_digits
from relex.generators._shared.organisation_words import heads, saint_key, sort_of
from relex.generators._shared.street_parser import Token, phrase, tokens
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice
from relex.text_forms import folded, match_case

_FILE = "organisations"
_KINDS = {
    Entity.HOSPITAL: Kind.HOSPITAL,
    Entity.PHARMACY: Kind.PHARMACY,
    Entity.DIAGNOSTIC_LABS: Kind.LAB,
    Entity.ORGANIZATION: Kind.ORGANIZATION,
}
_SAINT = frozenset(["st", "saint", "ste", "sainte"])
_DEGREES = frozenset("pcmdlas")
_SPECIALTIES = frozenset(["surgery", "medicine", "internal", "pediatrics", "practice", "surgical"])
# Words of kind that are names as well, where nothing else in the name is one.
_MAYBE_NAMES = frozenset([
    "park", "parks", "case", "church", "temple", "ward", "bank", "house", "place", "bay", "long", "union", "day",
    "villas", "high", "saints", "capital", "hall", "charity", "le", "brothers", "elder", "college", "middle",
    "discount", "legal", "farmers", "foundation", "post", "club", "court", "price", "lane", "villa", "steel", "marine",
    "coffee", "tower", "towers",
])  # fmt: skip
# Of these, the ones that are somebody's behind a given name: "Dorothy Lane Hospital".
_FAMILIES = frozenset([
    "ward", "long", "lane", "day", "park", "parks", "case", "church", "temple", "bay", "elder", "price", "post",
    "steel", "law", "north", "west", "hall", "house",
])  # fmt: skip
_NO_NAME_BEFORE = frozenset([
    "term", "surgery", "hospital", "program", "care", "management", "work", "office", "aid", "unit", "acute", "of",
    "for", "at", "in", "on", "the", "to", "from", "with",
])  # fmt: skip
_HOSPITALS = frozenset(["day", "long", "elder"])  # "day hospital" is one, and no name
_SCHOOLS = frozenset(["day", "high", "middle", "church", "elder", "post"])
_FIRM_FIRST = frozenset(["doctors", "doctor's", "network"])
_BEFORE_NAMES = frozenset(["the", "dr", "drs"])
_LONGEST = 5  # words of a head
_NAME_AT = 3  # words of kind that make up a name
_Head = tuple[int, int, str, str]


class Organisations:
    """Hospitals, pharmacies, laboratories, payers, employers, schools and what else has a name."""

    entities = frozenset(_KINDS)
    kinds = frozenset(_KINDS.values())

    def split(self, mention: Mention, context: Context) -> Pieces:
        """The mention taken apart; the words of kind decide of which kind it is, else its entity."""
        found, told = _heads(mention.value)
        kind = told or _KINDS.get(mention.entity, Kind.ORGANIZATION)
        parts = ((a, b, Part(kind, canonical, mention.value[a:b], subkind)) for a, b, canonical, subkind in found)
        return Pieces(tuple(assembled(mention.value, parts)))

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Heads of the same sort, whichever kind of organisation it is: a payer's name in a list of sites is one."""
        own = part.canonical.removeprefix("saint ") if part.subkind == "saint" else part.canonical
        return (value for value in heads(part.canonical, part.subkind, choice) if folded(value) != own)

    def render(self, part: Part, standin: str) -> str:
        """The head as the part stands: capitals, "St." or "Saint", an s without its apostrophe."""
        surface = part.surface
        match part.subkind:
            case "number":
                return in_form(fold(surface).text, standin)
            case "acronym" | "letter":
                return in_form(surface, standin.lower()) if surface.isascii() else standin
            case "ordinal":
                word = "" if any(c.isdigit() for c in surface) else words_of_digits().get(standin, "")
                return match_case(surface, word or standin)
            case "saint":
                return _saint(surface, standin, part.canonical)
        return match_case(surface, standin)


def _saint(surface: str, standin: str, canonical: str) -> str:
    name = re.split(r"[\s-]", surface)[-1]
    before = surface[: -len(name)]
    bare = folded(name).replace(".", "")
    plural = "s" if bare != canonical.rpartition(" ")[2] and bare.endswith("s") else ""
    if not before:  # "St.Mary"
        return match_case(surface, f"St. {standin}{plural}")
    return before + match_case(name, standin + plural)


# --- Taking apart ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32768)
def _heads(value: str) -> tuple[tuple[_Head, ...], Kind | None]:
    """The heads of a name in order, and the kind that its words tell."""
    text = fold(value)
    toks = tokens(text.text)
    words = {t.plain for t in toks}
    found = list(_found(toks))
    if not found:
        found = list(_soft(toks)) or list(_generic(toks))
    placed = tuple((*text.span(start, end), canonical, subkind) for start, end, canonical, subkind in found)
    return placed, _kind(words)


def _kind(words: set[str]) -> Kind | None:
    for section, kind in (
        ("pharmacy", Kind.PHARMACY),
        ("hospital", Kind.HOSPITAL),
        ("lab", Kind.LAB),
        ("firm", Kind.ORGANIZATION),
    ):
        if words & word_set(_FILE, section):
            return kind
    return None


def _found(toks: Sequence[Token]) -> Iterator[_Head]:
    at = 0
    while at < len(toks):
        size, head = _head(toks, at)
        if head is not None:
            yield head
        at += size


def _head(toks: Sequence[Token], at: int) -> tuple[int, _Head | None]:
    """How many words from here belong together, and the head that they are; None for words that stay."""
    one = toks[at]
    word = one.plain.removesuffix("'s")
    following = toks[at + 1] if at + 1 < len(toks) else None
    if one.plain in _SAINT and following is not None and following.plain not in word_set(_FILE, "kind"):
        key = saint_key(following.plain)
        end = following.end - (2 if following.plain.endswith("'s") else 0)
        return 2, (one.start, end, f"saint {key}", "saint")
    if one.plain in ("st", "ste") or (one.segment and len(one.raw) == 2 and one.raw.isupper() and state_of(one.raw)):
        return 1, None  # "12 Elm St Clinic", "Mercy Hospital of Peoria, IL"
    for size in range(min(_LONGEST, len(toks) - at), 1, -1):
        run = toks[at : at + size]
        name = phrase(run).removesuffix("'s")
        sort = sort_of(name) if run[-1].segment == one.segment else ""
        town = sort in ("place", "nature") and run[-1].plain in word_set(_FILE, "town_last") and not _stays(run[0])
        if sort and (sort in ("faith", "brand") or town or not _stays(run[-1])):
            return size, (one.start, _end(run[-1]), _of_state(name, sort), sort)
    if _named(toks, at) or _behind_given(toks, at):
        return 1, (one.start, _end(one), word, "person")
    if one.gap == "&" or (following is not None and following.gap == "&"):  # A&P
        return 1, (one.start, one.end, word, "letter" if len(word) == 1 else "acronym")
    if _stays(one) or one.plain in word_set(_FILE, "soft") or _degree(toks, at):
        return 1, None
    sort = _sort(one, word)
    return 1, (one.start, _end(one), _of_state(word, sort), sort)


def _of_state(name: str, sort: str) -> str:
    """A state's full name, whichever form it has."""
    return STATES[state_of(name)].lower() if sort == "state" else name


def _end(token: Token) -> int:
    return token.end - (2 if token.plain.endswith("'s") else 0)


def _stays(token: Token) -> bool:
    return token.plain in word_set(_FILE, "kind") or token.plain.removesuffix("'s") in word_set(_FILE, "kind")


def _named(toks: Sequence[Token], at: int) -> bool:
    """Whether a word of kind is somebody's name: the first of all ("Ward Memorial"), or one of partners ("Lee & Park").

    What follows has a say: a day hospital is nobody's.
    """
    word = toks[at].plain.removesuffix("'s")
    following = toks[at + 1].plain if at + 1 < len(toks) else ""
    county = following in ("county", "parish") and _stays(toks[at]) and word not in word_set(_FILE, "joining")
    if word not in _MAYBE_NAMES and not county:
        return False
    before = [t.plain for t in toks[:at] if t.plain != "and"]
    if all(w in _BEFORE_NAMES for w in before):
        if not following:
            return not toks[at].raw.islower()
        if following == "hospital":
            return word not in _HOSPITALS
        if following in ("school", "schools"):
            return word not in _SCHOOLS
        return following not in _NO_NAME_BEFORE
    partners = toks[at].gap.strip() in ("&", ",") or toks[at - 1].plain == "and"
    return partners and (before[-1] in _MAYBE_NAMES or place_words.people(before[-1]) is not None)


def _behind_given(toks: Sequence[Token], at: int) -> bool:
    """Whether a word of kind is the family name of somebody: a given name before it, what the name is of behind it."""
    if not 0 < at < len(toks) - 1 or toks[at].plain.removesuffix("'s") not in _FAMILIES:
        return False
    before, following = toks[at - 1], toks[at + 1]
    return (
        before.segment == toks[at].segment
        and place_words.people(before.plain) is place_words.given_names()
        and (_stays(following) or following.plain in word_set(_FILE, "soft") or _degree(toks, at + 1))
        and (following.plain == "hospital" or following.plain not in _NO_NAME_BEFORE)
    )


def _degree(toks: Sequence[Token], at: int) -> bool:
    """Whether a letter is of "P.C.", "M.D.", "L.L.C."."""
    one = toks[at]
    if len(one.plain) > 1 or one.plain not in _DEGREES:
        return False
    near = [t for t in toks[max(0, at - 1) : at + 2] if t is not one]
    return any(len(t.plain) == 1 and t.plain in _DEGREES and (t.gap == "." or one.gap == ".") for t in near)


def _sort(one: Token, word: str) -> str:
    if ORDINAL.fullmatch(word) or word in digits_of_words():
        return "ordinal"
    if any(c.isdigit() for c in word):
        return "number"
    if len(word) == 1:
        return "letter" if word.isascii() else "brand"
    short = word.isascii() and word.isalpha() and len(word) < 6
    if short and (len(word) < 5 and not set(word) & set("aeiouy")):
        return "acronym"
    sort = sort_of(word)
    return sort or ("acronym" if short and one.raw.isupper() else "brand")


def _soft(toks: Sequence[Token]) -> Iterator[_Head]:
    """Of a name without a head, the words that tell it from others: "Memorial Hospital", "Park Medical Center"."""
    start = 0
    while start < len(toks):
        end = start
        while (
            end < len(toks) and toks[end].plain in word_set(_FILE, "soft") and toks[end].segment == toks[start].segment
        ):
            end += 1
        special = end - start == 1 and toks[start].plain == "general" and toks[end:] and toks[end].plain in _SPECIALTIES
        if end > start and not special:
            yield toks[start].start, toks[end - 1].end, phrase(toks[start:end]), "soft"
        start = max(end, start + 1)


def _generic(toks: Sequence[Token]) -> Iterator[_Head]:
    """Of a name that words of kind alone make up, all but the last: "Health and Wellness Clinic, LLC".

    A legal form says that it is a name, as do three words and more of which the first is capitalised. Departments and
    fewer words ("Urgent Care") name too many places to tell one.
    """
    said = [t for t in toks if t.plain not in word_set(_FILE, "joining")]
    bare = [t for t in said if t.plain not in word_set(_FILE, "legal") and len(t.plain) > 1]
    if not bare:
        return
    firm = len(bare) > 1 and (bare[-1].plain in word_set(_FILE, "firm_last") or bare[0].plain in _FIRM_FIRST)
    if len(bare) == len(said) and (
        (len(bare) < _NAME_AT and not firm)
        or bare[0].raw.islower()
        or any(t.plain in word_set(_FILE, "ward") for t in bare)
    ):
        return
    part = bare[:-1] or bare
    start = toks.index(part[0])
    while start and toks[start].gap == "-":  # "At-Home Health Care Inc"
        start -= 1
    run = toks[start : toks.index(part[-1]) + 1]
    yield run[0].start, run[-1].end, phrase(run), "generic"
