"""Repetitions: a name or number that was found surely is searched for where the detectors missed it.

Detectors miss names without a cue. Names are searched for word by word, in the text that named them and in the other
texts of the record. Words of ordinary and clinical language and eponyms are not searched for.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ahocorasick_rs import AhoCorasick, MatchKind

from redactor.detect.readable import DECODED, readable
from redactor.entities import NAMES, Entity
from redactor.lexicon import words as word_lists
from redactor.lexicon.names import as_written
from redactor.lexicon.words import EPONYMOUS, is_device
from redactor.text import Mention, Span

_SEARCHED = NAMES | {
    Entity.ID,
    Entity.MEDICAL_RECORD_NUMBER,
    Entity.FIN,
    Entity.HEALTH_PLAN_ID,
    Entity.SSN_OR_TAXPAYER,
    Entity.DEVICE_ID,
    Entity.HOSPITAL,
    Entity.USERNAME,
}
_SURE = 0.9  # a name found with a lower score is not searched for
_SHORTEST_NAME, _SHORTEST_NUMBER = 3, 5  # characters
_LONGEST_NAME = 4  # words
_NAME_PARTS = frozenset({"given", "family"})  # of a HumanName; the others hold titles, or repeat these
_COMPOUND = re.compile(r"[\w'’]+(?:-[\w'’]+)+")
_WORD_AFTER = re.compile(r"(?:['’]s)?[ \t]+([a-z]+)")
# A number with a unit is a measurement, even where it equals a record number: "platelets 250000/uL".
_UNIT_AFTER = re.compile(
    r"(?i)(?: ?[x*] ?10| ?/ ?(?:[umµμ]?l|mm3|hpf|min|day)| ?%"
    r"|(?: |(?<=\d))(?:mcg|[mukµμnp]g|[mdunp]l|[mu]?iu|[kmμµ]?mol|meq|u/l|cells|copies|units?|cfu|mm3|bpm)(?![\w-]))"
)
_LONGEST_WORD = 40
_SURROGATE = re.compile("[\ud800-\udfff]")  # lone surrogates: JSON can hold them, the automaton rejects them
_CACHE = 16_384  # structured values; clinicians and sites recur from record to record
_FEW = 16  # terms that are looked up one by one before an automaton is built

Terms = Mapping[str, Entity]
"""Strings to search for, case-sensitive, and the entity of each."""

_NO_TERMS: Terms = {}


def sure_terms(text: str, spans: Iterable[Span]) -> dict[str, Entity]:
    """The terms to search for: the names and numbers among the spans that are strong and, where scored, sure."""
    terms: dict[str, Entity] = {}
    for s in spans:
        if s.entity in _SEARCHED and s.strength == "strong" and (s.score is None or s.score >= _SURE):
            value = text[s.start : s.end]
            if DECODED in s.sources:
                value = readable(value)
            for term in _search_terms(value, s.entity):
                terms.setdefault(term, s.entity)
    return terms


def structured_terms(value: Mention) -> Terms:
    """The terms to search for that a structured value of a record gives."""
    # A display without a role is that of a reference to anything, a person or a drug.
    if value.entity not in _SEARCHED or (value.role is None and value.where.endswith(".display")):
        return _NO_TERMS
    return _terms_of_value(value.value, value.entity, value.part, value.parts)


def name_terms(names: Iterable[str]) -> dict[str, Entity]:
    """The terms to search for where a word is surely a name. names: in lower case."""
    written = [w for name in names for w in (name.capitalize(), as_written(name))]
    return dict.fromkeys((w for name in written for w in (name, *_in_capitals(name))), Entity.PERSON)


def _in_capitals(name: str) -> tuple[str, ...]:
    return (name.upper(),) if len(name) > _SHORTEST_NAME else ()  # ANA is a laboratory test, NED a finding


@lru_cache(maxsize=_CACHE)
def _terms_of_value(value: str, entity: Entity, part: str | None, parts: tuple[tuple[str, str], ...]) -> Terms:
    if entity in NAMES and part is not None and part not in _NAME_PARTS:
        return _NO_TERMS
    terms = dict.fromkeys(_search_terms(value, entity), entity)
    if terms or entity not in NAMES:
        return terms
    # Of a name whose parts are ordinary words, such as Rose Young, the whole is searched for.
    given = next((text for name, text in parts if name == "given"), "")
    family = next((text for name, text in parts if name == "family"), "")
    whole = f"{given} {family}" if given and family else value if part is None else ""
    words = [word for word in whole.split() if word[:1].isupper() and word[-1].isalpha()]
    if not 1 < len(words) <= _LONGEST_NAME:
        return _NO_TERMS
    written = (" ".join(words), f"{words[-1]}, {' '.join(words[:-1])}")
    return dict.fromkeys((*written, *(w.upper() for w in written)), entity)


def find_repetitions(text: str, spans: Sequence[Span]) -> list[Span]:
    """Further mentions in a text of names and identifiers that were found in it. spans: resolved, in order."""
    return find_terms(text, spans, sure_terms(text, spans))


def find_terms(text: str, spans: Sequence[Span], terms: Terms) -> list[Span]:
    """Mentions of the terms outside the spans of the text. spans: resolved, in order."""
    if not terms:
        return []
    text = _encodable(text)
    found = []
    entities = list(terms.values())
    ends = [s.end for s in spans]
    automaton = AhoCorasick([_encodable(t) for t in terms], matchkind=MatchKind.LeftmostLongest)
    for number, start, end in automaton.find_matches_as_indexes(text):
        if _inside_word(text, start, end) or _is_other_term(text, start, end, entities[number]):
            continue
        i = bisect_right(ends, start)
        if i < len(spans) and spans[i].start <= start and end <= spans[i].end:
            continue
        found.append(Span(start, end, entities[number], None, "strong", ("repeated",)))
    return found


def terms_in(text: str, terms: Terms, searched: Collection[str]) -> Terms:
    """Those of the terms that may occur in the text, without those that it was searched for."""
    if len(terms) > _FEW:
        return {term: entity for term, entity in terms.items() if term not in searched}
    return {term: entity for term, entity in terms.items() if term in text and term not in searched}


def _encodable(text: str) -> str:
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _search_terms(value: str, entity: Entity) -> Iterator[str]:
    value = value.strip()
    if entity in NAMES:
        words = [w.strip(".,;:()'\"’") for w in value.split()]
        for word in words:
            bare = word_lists.plain(word)
            if len(word) < _SHORTEST_NAME or not word[:1].isupper() or not _is_name(bare):
                continue
            yield word
            yield from _in_capitals(word)
            if word.isupper():
                yield word.title()
    elif entity is Entity.HOSPITAL:
        if len(value.split()) > 1 and "\n" not in value:
            yield value
    elif len(value) >= _SHORTEST_NUMBER and any(c.isdigit() for c in value):
        yield value


def _is_name(word: str) -> bool:
    return (
        word.replace("-", "").replace("'", "").replace("’", "").isalpha()
        and word not in word_lists.words()
        and word not in word_lists.eponyms()
        and word not in _NO_NAMES
    )


def is_measurement(text: str, end: int) -> bool:
    """Whether a unit follows the number that ends at text[end]: "platelets 250000/uL"."""
    return _UNIT_AFTER.match(text, end) is not None


def _is_other_term(text: str, start: int, end: int, entity: Entity) -> bool:
    """Whether a repetition is a measurement or part of the name of a device or a disease: Jackson-Pratt drain."""
    if entity not in NAMES:
        return entity is not Entity.HOSPITAL and is_measurement(text, end)
    low = max(0, start - _LONGEST_WORD)
    for compound in _COMPOUND.finditer(text, low, end + _LONGEST_WORD):
        if compound.start() <= start and end <= compound.end():
            after = _WORD_AFTER.match(text, compound.end())
            if after is None or after[1] not in EPONYMOUS:
                return False
            parts = [word_lists.plain(w) for w in compound[0].split("-")]
            own = word_lists.plain(text[start:end]).split("-")
            return is_device("".join(parts), after[1]) or any(p in word_lists.eponyms() for p in parts if p not in own)
    return False


_NO_NAMES = frozenset(
    ("mrs", "miss", "prof", "professor", "doctor", "rev", "sra", "señor", "señora", "hon", "judge", "nurse", "iii")
) | frozenset(("san", "santa", "las", "ter", "mac"))  # parts of surnames and of towns


def _inside_word(text: str, start: int, end: int) -> bool:
    return (start > 0 and text[start - 1].isalnum()) or (end < len(text) and text[end].isalnum())
