"""Apply a site's configuration: terms that are always redacted, terms that are no identifiers, and patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import ahocorasick_rs
import re2

from redactor.entities import Entity
from redactor.errors import SiteError
from redactor.text import KNOWN, Note, Reading, Span, detector_of
from redactor.unicode_fold import fold

_SOURCE = ("site",)
_MIN_TERM = 3
_CONTEXT = 80  # characters on either side of an allowed term
_SURROGATES = re.compile("[\ud800-\udfff]")  # not encodable in UTF-8, which the automaton and re2 need


@dataclass(frozen=True, slots=True)
class SitePattern:
    """A site pattern finds an entity by google-re2 syntax.

    regex: the span is group 1 if there is one, else the whole match.
    """

    name: str
    regex: str
    entity: Entity


@dataclass(frozen=True, slots=True)
class AlwaysTerm:
    """An always-redact term is redacted wherever it stands as a whole word."""

    term: str
    entity: Entity = Entity.ID


@dataclass(frozen=True, slots=True)
class AllowedTerm:
    """An allowed term is no identifier. context: google-re2 syntax; it counts only where a match includes the term."""

    term: str
    context: str | None = None


@dataclass(frozen=True, slots=True)
class SiteTerms:
    """Hold the lists of a site. Terms are compared regardless of case and diacritics."""

    always: tuple[AlwaysTerm, ...] = ()
    allow: tuple[AllowedTerm, ...] = ()
    patterns: tuple[SitePattern, ...] = ()


def _quiet_options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False  # re2 would print the pattern
    return options


def term_key(value: str) -> str:
    """Return a term as it is compared: folded, without case and diacritics, stripped."""
    return _SURROGATES.sub("?", fold(value, caseless=True).text).strip()


def _is_whole_word(text: str, start: int, end: int) -> bool:
    """Return whether [start, end) begins and ends at the edge of a word."""
    before = text[start - 1 : start]
    after = text[end : end + 1]
    return not (before.isalnum() and text[start].isalnum()) and not (after.isalnum() and text[end - 1].isalnum())


def validate(terms: SiteTerms, known_values: Iterable[str] = ()) -> list[str]:
    """Return the problems of a site's lists, one line per problem; an empty list means that they can be used.

    known_values: identifiers of the run's records. An allowed term that is one of them is refused, unless it has a
    context. Terms are named by their position, since they may be identifiers themselves.
    """
    problems = []
    regexes = [(f"pattern {p.name!r}", p.regex) for p in terms.patterns]
    contexts = enumerate((t.context for t in terms.allow), start=1)
    regexes += [(f"context of allowed term {i}", context) for i, context in contexts if context is not None]
    for name, text in regexes:
        try:
            regex = re2.compile(text, _quiet_options())
        except re2.error:
            problems.append(f"{name} is not a regular expression in re2 syntax")
            continue
        if regex.search("") is not None:
            problems.append(f"{name} matches the empty text, and so would match everywhere")
    listed = {"always-redact": [t.term for t in terms.always], "allowed": [t.term for t in terms.allow]}
    for label, values in listed.items():
        for i, value in enumerate(values, start=1):
            if len(term_key(value)) < _MIN_TERM:
                problems.append(f"{label} term {i} is shorter than {_MIN_TERM} characters")
    always = {term_key(t.term) for t in terms.always}
    known = {term_key(v) for v in known_values} if terms.allow else set()
    for i, allowed in enumerate(terms.allow, start=1):
        if allowed.context is None and term_key(allowed.term) in known:
            problems.append(f"allowed term {i} is a known value of a record; it is refused without a context")
        if term_key(allowed.term) in always:
            problems.append(f"allowed term {i} is an always-redact term too")
    return problems


class SiteDetector:
    """Find a site's always-redact terms, as whole words, and its patterns. Every span is strong.

    Raises SiteError where `validate` finds a problem in the lists.
    """

    name = "site"

    def __init__(self, terms: SiteTerms) -> None:
        problems = validate(terms)
        if problems:
            raise SiteError("; ".join(problems))
        entities = {term_key(t.term): t.entity for t in terms.always}
        self._entities = [entities[key] for key in sorted(entities)]
        self._terms = ahocorasick_rs.AhoCorasick(sorted(entities)) if entities else None
        self._patterns = [(re2.compile(p.regex, _quiet_options()), p.entity) for p in terms.patterns]
        self.version = "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """Return one reading per note, with offsets in characters of the text of the note."""
        return [self._read(note.text) for note in notes]

    def _read(self, text: str) -> Reading:
        found: set[Span] = set()
        if self._terms is not None:
            folded = fold(text, caseless=True)
            plain = _SURROGATES.sub("?", folded.text)
            for term, start, end in self._terms.find_matches_as_indexes(plain, overlapping=True):
                if _is_whole_word(plain, start, end):
                    found.add(Span(*folded.span(start, end), self._entities[term], None, "strong", _SOURCE))
        if self._patterns:
            folded = fold(text)
            plain = _SURROGATES.sub("?", folded.text)
            for regex, entity in self._patterns:
                group = 1 if regex.groups else 0
                for m in regex.finditer(plain):
                    start, end = m.span(group)
                    if 0 <= start < end:
                        found.add(Span(*folded.span(start, end), entity, None, "strong", _SOURCE))
        return Reading(tuple(sorted(found, key=lambda s: (s.start, s.end, s.entity))))


class AllowedTerms:
    """Decide which spans are a site's allowed terms.

    What any detector but that of known values finds in an allowed term is dropped.
    """

    def __init__(self, terms: Sequence[AllowedTerm] = ()) -> None:
        self._contexts: dict[str, list[Any]] = {}
        for allowed in terms:
            context = None if allowed.context is None else re2.compile(allowed.context, _quiet_options())
            self._contexts.setdefault(term_key(allowed.term), []).append(context)

    def __bool__(self) -> bool:
        return bool(self._contexts)

    def allows(self, text: str, span: Span) -> bool:
        """Return whether the whole span is an allowed term in its context, and no known value."""
        contexts = self._contexts.get(term_key(text[span.start : span.end]))
        if contexts is None or KNOWN in map(detector_of, span.sources):
            return False
        first = max(0, span.start - _CONTEXT)
        around = _SURROGATES.sub("?", text[first : span.end + _CONTEXT])
        start, end = span.start - first, span.end - first
        return any(
            context is None or any(m.start() <= start and end <= m.end() for m in context.finditer(around))
            for context in contexts
        )
