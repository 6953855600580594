"""Makes stand-ins for hospitals, pharmacies, laboratories and other organisations: the kind stays, the name is
replaced.

"St. Mary's Medical Center of Dayton" keeps "Medical Center of". "St. Mary" and "Dayton" are heads with separate
stand-ins, so that the short form in everyday use gets the same stand-in.
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
from relex.generators._shared.formatting import (
    ORDINAL,
    digits_of_words,
    in_form_of,
    pieces_around_parts,
    words_of_digits,
)
from relex.generators._shared.gazetteer import state_of
from relex.generators._shared.mislabelled import is_surname
from relex.generators._shared.street_parser import Token, phrase, tokens
from relex.generators.organisation_words import head_candidates, saint_key, subkind_of
from relex.identity import names
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
_ABBREVIATION_LETTERS = frozenset("pcmdlas")
_SPECIALTIES = frozenset(["surgery", "medicine", "internal", "pediatrics", "practice", "surgical"])
# Words of kind that are also names, if nothing else in the name is one.
_KIND_WORDS_AND_NAMES = frozenset([
    "park", "parks", "case", "church", "temple", "ward", "bank", "house", "place", "bay", "long", "union", "day",
    "villas", "high", "saints", "capital", "hall", "charity", "le", "brothers", "elder", "college", "middle",
    "discount", "legal", "farmers", "foundation", "post", "club", "court", "price", "lane", "villa", "steel", "marine",
    "coffee", "tower", "towers",
])  # fmt: skip
# Those of them that are family names behind a given name: "Dorothy Lane Hospital".
_KIND_WORDS_AND_SURNAMES = frozenset([
    "ward", "long", "lane", "day", "park", "parks", "case", "church", "temple", "bay", "elder", "price", "post",
    "steel", "law", "north", "west", "hall", "house",
])  # fmt: skip
_NO_NAME_BEFORE = frozenset([
    "term", "surgery", "hospital", "program", "care", "management", "work", "office", "aid", "unit", "acute", "of",
    "for", "at", "in", "on", "the", "to", "from", "with",
])  # fmt: skip
_HOSPITALS = frozenset(["day", "long", "elder"])  # a "day hospital" is a kind, not a name
_SCHOOLS = frozenset(["day", "high", "middle", "church", "elder", "post"])
_FIRM_FIRST = frozenset(["doctors", "doctor's", "network"])
_BEFORE_NAMES = frozenset(["the", "dr", "drs"])
_MAX_HEAD_WORDS = 5  # words of a head
_MIN_WORDS_OF_NAME = 3  # words of kind that make up a name
_Head = tuple[int, int, str, str]


class Organisations:
    """Replaces hospitals, pharmacies, laboratories, payers, employers, schools and other organisations."""

    entities = frozenset(_KINDS)
    kinds = frozenset(_KINDS.values())

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split the heads off as parts; their kind follows from the words of kind, else from the mention's entity.

        A surname of the household that was taken for an organisation is split as a name.
        """
        if is_surname(mention, context):
            return names.split_mention(mention, context)
        found, kind_by_words = _parse(mention.value)
        kind = kind_by_words or _KINDS.get(mention.entity, Kind.ORGANIZATION)
        parts = ((a, b, Part(kind, canonical, mention.value[a:b], subkind)) for a, b, canonical, subkind in found)
        return Pieces(tuple(pieces_around_parts(mention.value, parts)))

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield heads of the same subkind, for any kind of organisation, because a payer may be listed among sites."""
        own = part.canonical.removeprefix("saint ") if part.subkind == "saint" else part.canonical
        return (value for value in head_candidates(part, choice) if folded(value) != own)

    def render(self, part: Part, standin: str) -> str:
        """Return the head in the form found: capitals, "St." or "Saint", an s without apostrophe."""
        surface = part.surface
        match part.subkind:
            case "number":
                return in_form_of(fold(surface).text, standin)
            case "acronym" | "letter":
                return in_form_of(surface, standin.lower()) if surface.isascii() else standin
            case "ordinal":
                word = "" if any(c.isdigit() for c in surface) else words_of_digits().get(standin, "")
                return match_case(surface, word or standin)
            case "saint":
                return _render_saint(surface, standin, part.canonical)
        return match_case(surface, standin)


def _render_saint(surface: str, standin: str, canonical: str) -> str:
    name = re.split(r"[\s-]", surface)[-1]
    before = surface[: -len(name)]
    plain = folded(name).replace(".", "")
    plural = "s" if plain != canonical.rpartition(" ")[2] and plain.endswith("s") else ""
    if not before:  # "St.Mary"
        return match_case(surface, f"St. {standin}{plural}")
    return before + match_case(name, standin + plural)


# --- Splitting a name into heads --------------------------------------------------------------------------------------


@lru_cache(maxsize=32768)
def _parse(value: str) -> tuple[tuple[_Head, ...], Kind | None]:
    """Return the heads of a name in order, and the kind that its words say."""
    text = fold(value)
    toks = tokens(text.text)
    words = {t.plain for t in toks}
    found = list(_find_heads(toks))
    if not found:
        found = list(_qualifiers(toks)) or list(_generic_words(toks))
    placed = tuple((*text.span(start, end), canonical, subkind) for start, end, canonical, subkind in found)
    return placed, _kind_by_words(words)


def _kind_by_words(words: set[str]) -> Kind | None:
    for section, kind in (
        ("pharmacy", Kind.PHARMACY),
        ("hospital", Kind.HOSPITAL),
        ("lab", Kind.LAB),
        ("firm", Kind.ORGANIZATION),
    ):
        if words & word_set(_FILE, section):
            return kind
    return None


def _find_heads(toks: Sequence[Token]) -> Iterator[_Head]:
    at = 0
    while at < len(toks):
        size, head = _head(toks, at)
        if head is not None:
            yield head
        at += size


def _head(toks: Sequence[Token], at: int) -> tuple[int, _Head | None]:
    """Return the number of words from here that belong together, and their head; None for words that stay."""
    one = toks[at]
    word = one.plain.removesuffix("'s")
    following = toks[at + 1] if at + 1 < len(toks) else None
    if one.plain in _SAINT and following is not None and following.plain not in word_set(_FILE, "kind"):
        key = saint_key(following.plain)
        end = following.end - (2 if following.plain.endswith("'s") else 0)
        return 2, (one.start, end, f"saint {key}", "saint")
    if one.plain in ("st", "ste") or (one.segment and len(one.raw) == 2 and one.raw.isupper() and state_of(one.raw)):
        return 1, None  # "12 Elm St Clinic", "Mercy Hospital of Peoria, IL"
    for size in range(min(_MAX_HEAD_WORDS, len(toks) - at), 1, -1):
        run = toks[at : at + size]
        name = phrase(run).removesuffix("'s")
        subkind = subkind_of(name) if run[-1].segment == one.segment else ""
        town = (
            subkind in ("place", "nature")
            and run[-1].plain in word_set(_FILE, "town_last")
            and not _is_kind_word(run[0])
        )
        if subkind and (subkind in ("faith", "brand") or town or not _is_kind_word(run[-1])):
            return size, (one.start, _end_without_possessive(run[-1]), _of_state(name, subkind), subkind)
    if _is_family_name(toks, at) or _follows_given_name(toks, at):
        return 1, (one.start, _end_without_possessive(one), word, "person")
    if one.gap == "&" or (following is not None and following.gap == "&"):  # A&P
        return 1, (one.start, one.end, word, "letter" if len(word) == 1 else "acronym")
    if _is_kind_word(one) or one.plain in word_set(_FILE, "soft") or _is_abbreviation_letter(toks, at):
        return 1, None
    subkind = _subkind_of_word(one, word)
    return 1, (one.start, _end_without_possessive(one), _of_state(word, subkind), subkind)


def _of_state(name: str, subkind: str) -> str:
    """Return the full name of a state written in any form."""
    return STATES[state_of(name)].lower() if subkind == "state" else name


def _end_without_possessive(token: Token) -> int:
    return token.end - (2 if token.plain.endswith("'s") else 0)


def _is_kind_word(token: Token) -> bool:
    return token.plain in word_set(_FILE, "kind") or token.plain.removesuffix("'s") in word_set(_FILE, "kind")


def _is_family_name(toks: Sequence[Token], at: int) -> bool:
    """Tell whether a word of kind is a family name: the first word ("Ward Memorial"), or a partner ("Lee & Park").

    The next word counts, too: a "day hospital" names nobody.
    """
    word = toks[at].plain.removesuffix("'s")
    following = toks[at + 1].plain if at + 1 < len(toks) else ""
    county = following in ("county", "parish") and _is_kind_word(toks[at]) and word not in word_set(_FILE, "joining")
    if word not in _KIND_WORDS_AND_NAMES and not county:
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
    return partners and (before[-1] in _KIND_WORDS_AND_NAMES or place_words.pool_with(before[-1]) is not None)


def _follows_given_name(toks: Sequence[Token], at: int) -> bool:
    """Tell whether a word of kind is the family name behind a given name, in front of a word of kind."""
    if not 0 < at < len(toks) - 1 or toks[at].plain.removesuffix("'s") not in _KIND_WORDS_AND_SURNAMES:
        return False
    before, following = toks[at - 1], toks[at + 1]
    return (
        before.segment == toks[at].segment
        and place_words.pool_with(before.plain) is place_words.given_names()
        and (
            _is_kind_word(following)
            or following.plain in word_set(_FILE, "soft")
            or _is_abbreviation_letter(toks, at + 1)
        )
        and (following.plain == "hospital" or following.plain not in _NO_NAME_BEFORE)
    )


def _is_abbreviation_letter(toks: Sequence[Token], at: int) -> bool:
    """Tell whether a letter belongs to "P.C.", "M.D." or "L.L.C."."""
    one = toks[at]
    if len(one.plain) > 1 or one.plain not in _ABBREVIATION_LETTERS:
        return False
    near = [t for t in toks[max(0, at - 1) : at + 2] if t is not one]
    return any(
        len(t.plain) == 1 and t.plain in _ABBREVIATION_LETTERS and (t.gap == "." or one.gap == ".") for t in near
    )


def _subkind_of_word(one: Token, word: str) -> str:
    if ORDINAL.fullmatch(word) or word in digits_of_words():
        return "ordinal"
    if any(c.isdigit() for c in word):
        return "number"
    if len(word) == 1:
        return "letter" if word.isascii() else "brand"
    short = word.isascii() and word.isalpha() and len(word) < 6
    if short and (len(word) < 5 and not set(word) & set("aeiouy")):
        return "acronym"
    subkind = subkind_of(word)
    return subkind or ("acronym" if short and one.raw.isupper() else "brand")


def _qualifiers(toks: Sequence[Token]) -> Iterator[_Head]:
    """Yield the qualifiers of a name without a head: "Memorial Hospital", "Park Medical Center"."""
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


def _generic_words(toks: Sequence[Token]) -> Iterator[_Head]:
    """Yield all but the last word of a name that consists of words of kind: "Health and Wellness Clinic, LLC".

    It is a name if it has a legal form, or three words or more of which the first is capitalised. Departments and
    shorter names ("Urgent Care") fit too many places to identify one.
    """
    content_words = [t for t in toks if t.plain not in word_set(_FILE, "joining")]
    kind_words = [t for t in content_words if t.plain not in word_set(_FILE, "legal") and len(t.plain) > 1]
    if not kind_words:
        return
    firm = len(kind_words) > 1 and (
        kind_words[-1].plain in word_set(_FILE, "firm_last") or kind_words[0].plain in _FIRM_FIRST
    )
    if len(kind_words) == len(content_words) and (
        (len(kind_words) < _MIN_WORDS_OF_NAME and not firm)
        or kind_words[0].raw.islower()
        or any(t.plain in word_set(_FILE, "ward") for t in kind_words)
    ):
        return
    part = kind_words[:-1] or kind_words
    start = toks.index(part[0])
    while start and toks[start].gap == "-":  # "At-Home Health Care Inc"
        start -= 1
    run = toks[start : toks.index(part[-1]) + 1]
    yield run[0].start, run[-1].end, phrase(run), "generic"
