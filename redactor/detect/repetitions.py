"""Search for names and numbers that were found with certainty where the detectors missed them.

Detectors miss names without a cue. Names are searched for word by word, in the text that named them and in the other
texts of the record. Words of ordinary and clinical language and eponyms are not searched for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from redactor.detect.inner_texts import InnerText
from redactor.detect.readable import DECODED, readable
from redactor.detect.spoken import SPOKEN, spoken_view
from redactor.entities import NAMES, Entity
from redactor.lexicon import words as word_lists
from redactor.lexicon.names import plain_family, plain_given
from redactor.text import Mention, Span, detector_of
from redactor.unicode_fold import fold, replace_surrogates

_SEARCHED = NAMES | {
    Entity.ID, Entity.MEDICAL_RECORD_NUMBER, Entity.FIN, Entity.HEALTH_PLAN_ID, Entity.SSN_OR_TAXPAYER,
    Entity.DEVICE_ID, Entity.HOSPITAL, Entity.USERNAME,
}  # fmt: skip
_SURE = 0.9  # a name found with a lower score is not searched for
_SHORTEST_NAME, _SHORTEST_NUMBER = 3, 5  # characters
_SHORTEST_SMALL = 5  # of a name in small letters
_LONGEST_NAME = 4  # words
_NAME_PARTS = frozenset({"given", "family"})  # parts of a HumanName; its other parts hold titles, or repeat these
_REPEATED = "repeated"  # the source of the spans that are found here
_CACHE = 16_384  # structured values; clinicians and sites recur from record to record
_COMBINATIONS = 4_096  # combinations of sources, of which a run meets a few hundred
_LONGEST_TERM = 200  # characters; a longer one is looked up by itself
_FEW = 16  # terms that are looked up one by one before an automaton is built


class Term(NamedTuple):
    """A term is a name or number to search for.

    entity: the entity of a match. written: the forms that a match must have, or None for any plausible form. small:
    whether a name counts in small letters too.
    """

    entity: Entity
    written: frozenset[str] | None = None
    small: bool = False


Terms = Mapping[str, Term]
"""Terms to search for, by their text without case and diacritics."""

_NO_TERMS: Terms = {}


def sure_terms(text: str, spans: Iterable[Span]) -> dict[str, Term]:
    """Return the terms to search for: names and numbers among the spans that are strong and, where scored, sure."""
    terms: dict[str, Term] = {}
    for s in spans:
        if s.entity in _SEARCHED and s.strength == "strong" and (s.score is None or s.score >= _SURE):
            value = text[s.start : s.end]
            if DECODED in s.sources:
                value = readable(value)
            if SPOKEN in s.sources:
                value = spoken_view(value).text
            add_terms(terms, _value_terms(value, s.entity, _is_certain(s)))
    return terms


def _is_certain(s: Span) -> bool:
    """Return whether more than the model alone found a span: a rule, a known value, or a rule and the model."""
    return s.score is None or _have_several_detectors(s.sources)


@lru_cache(maxsize=_COMBINATIONS)
def _have_several_detectors(sources: tuple[str, ...]) -> bool:
    return len({detector_of(source) for source in sources} - {DECODED, SPOKEN, _REPEATED}) > 1


def add_terms(terms: dict[str, Term], more: Terms) -> None:
    """Add terms to others. If two have the same text, the first determines the entity of a match."""
    for text, term in more.items():
        held = terms.get(text)
        if held is None:
            terms[text] = term
        elif held.written is not None and term.written is not None and not term.written <= held.written:
            terms[text] = held._replace(written=held.written | term.written)
        elif term.small and not held.small:
            terms[text] = held._replace(small=True)


def structured_terms(value: Mention) -> Terms:
    """Return the terms to search for that a structured value of a record gives."""
    # A display without a role is that of a reference to anything, a person or a drug.
    if value.entity not in _SEARCHED or (value.role is None and value.where.endswith(".display")):
        return _NO_TERMS
    return _structured_value_terms(value.value, value.entity, value.part, value.parts)


def name_terms(names: Iterable[str]) -> dict[str, Term]:
    """Return the terms to search for where each word is surely a name. names: in lower case.

    A given name must stand in capitals or with one: nothing else says that "peter" is not to peter out.
    """
    terms: dict[str, Term] = {}
    for name in names:
        terms.update(_value_terms(name.capitalize(), Entity.PERSON))
    given = terms.keys() & plain_given()
    return terms | {name: Term(Entity.PERSON, frozenset((name.capitalize(), name.upper()))) for name in given}


def number_terms(number: str) -> dict[str, Term]:
    """Return the terms to search for where a string is surely an identifier."""
    return dict(_value_terms(number, Entity.ID))


@lru_cache(maxsize=_CACHE)
def _structured_value_terms(value: str, entity: Entity, part: str | None, parts: tuple[tuple[str, str], ...]) -> Terms:
    if entity in NAMES and part is not None and part not in _NAME_PARTS:
        return _NO_TERMS
    terms = _value_terms(value, entity)
    if terms or entity not in NAMES:
        return terms
    # Of a name whose parts are ordinary words, such as Rose Young, the whole is searched for.
    given = next((text for name, text in parts if name == "given"), "")
    family = next((text for name, text in parts if name == "family"), "")
    whole = f"{given} {family}" if given and family else value if part is None else ""
    words = [word for word in whole.split() if word[:1].isupper() and word[-1].isalpha()]
    if not 1 < len(words) <= _LONGEST_NAME:
        return _NO_TERMS
    forms = (" ".join(words), f"{words[-1]}, {' '.join(words[:-1])}")
    return {search_form(form): Term(entity) for form in forms}


@lru_cache(maxsize=_CACHE)
def _value_terms(value: str, entity: Entity, sure: bool = True) -> Terms:
    """Return the terms of a value.

    sure: whether the value is known to be of the entity; a detector may have taken "Dystocia" for a name.
    """
    return dict(_each_value_term(value.strip(), entity, sure))


def _each_value_term(value: str, entity: Entity, sure: bool) -> Iterator[tuple[str, Term]]:
    if entity in NAMES:
        for word in (w.strip(".,;:()'\"’") for w in value.split()):
            if len(word) < _SHORTEST_NAME or not word[:1].isupper():
                continue
            bare = search_form(word)
            if not _is_searchable_name(bare):
                continue
            # ANA is a laboratory test, NED a finding: of a short name, only what was found and Ana.
            written = frozenset((word, word.title())) if len(word) == _SHORTEST_NAME else None
            small = len(bare) >= _SHORTEST_SMALL and (sure or bare in plain_given() or bare in plain_family())
            yield bare, Term(entity, written, small)
    elif entity is Entity.HOSPITAL:
        if len(value.split()) > 1 and "\n" not in value:
            yield search_form(value), Term(entity)
    elif len(value) >= _SHORTEST_NUMBER and any(c.isdigit() for c in value):
        yield search_form(value), Term(entity)


def search_form(text: str) -> str:
    """Return the text without case and diacritics, as terms are written and searched for."""
    return replace_surrogates(fold(text, caseless=True).text)


def find_repetitions(text: str, spans: Sequence[Span], parts: Sequence[InnerText] = ()) -> list[Span]:
    """Return further mentions in a text of names and identifiers that were found in it.

    spans: resolved, in order. parts: the inner texts of the text.
    """
    return find_terms(text, spans, sure_terms(text, spans), parts)


def find_terms(text: str, spans: Sequence[Span], terms: Terms, parts: Sequence[InnerText] = ()) -> list[Span]:
    """Return mentions of the terms outside the spans of the text. spans, parts: as for `find_repetitions`."""
    if not terms:
        return []
    found = _matches(text, terms)
    for part in parts:
        found.extend(part.map_spans(_matches(part.text, terms)))
    if not found:
        return []
    ends = [s.end for s in spans]

    def is_covered(s: Span) -> bool:
        i = bisect_right(ends, s.start)
        return i < len(spans) and spans[i].start <= s.start and s.end <= spans[i].end

    return [s for s in found if not is_covered(s)]


def _matches(text: str, terms: Terms) -> list[Span]:
    folded = fold(text, caseless=True)
    plain = replace_surrogates(folded.text)
    if len(terms) <= _FEW:
        terms = {key: term for key, term in terms.items() if key in plain}
        if not terms:
            return []
    found = []
    for key, first, last in _occurrences(plain, terms):
        start, end = folded.span(first, last)
        term = terms[key]
        in_file_name = "_" in (text[start - 1 : start], text[end : end + 1])
        if _is_inside_word(text, start, end) or not _has_plausible_case(text[start:end], term, in_file_name):
            continue
        found.append(Span(start, end, term.entity, None, "strong", (_REPEATED,)))
    return found


def _occurrences(plain: str, terms: Terms) -> Iterator[tuple[str, int, int]]:
    """Yield (term, start, end) where terms stand in a text without case and diacritics.

    A long term is searched for alone: building an automaton takes the square of a term that repeats itself.
    """
    short = [key for key in terms if len(key) <= _LONGEST_TERM]
    # This one is built twice as fast as the one that the library would choose, and searches no slower for few terms.
    kind = Implementation.NoncontiguousNFA if len(short) <= _FEW else None
    automaton = AhoCorasick(short, matchkind=MatchKind.LeftmostLongest, implementation=kind)
    for number, first, last in automaton.find_matches_as_indexes(plain):
        yield short[number], first, last
    for key in terms if len(short) < len(terms) else ():
        at = plain.find(key) if len(key) > _LONGEST_TERM else -1
        while at >= 0:
            yield key, at, at + len(key)
            at = plain.find(key, at + len(key))


def _has_plausible_case(written: str, term: Term, in_file_name: bool) -> bool:
    """Return whether a match is written as a name or number of its entity is."""
    if term.written is not None:
        return written in term.written
    if term.entity not in NAMES and term.entity is not Entity.HOSPITAL:
        return True
    if written.islower():
        return term.small or in_file_name
    return all(word[:1] == word[:1].upper() for word in written.split())


def _is_searchable_name(word: str) -> bool:
    return (
        word.replace("-", "").replace("'", "").replace("’", "").isalpha()
        and word not in word_lists.words()
        and word not in word_lists.eponyms()
        and word not in _NEVER_SEARCHED
    )


_NEVER_SEARCHED = frozenset(
    ("mrs", "miss", "prof", "professor", "doctor", "rev", "sra", "señor", "señora", "hon", "judge", "nurse", "iii")
) | frozenset(("san", "santa", "las", "ter", "mac"))  # parts of surnames and of towns


def _is_inside_word(text: str, start: int, end: int) -> bool:
    return (start > 0 and text[start - 1].isalnum()) or (end < len(text) and text[end].isalnum())
