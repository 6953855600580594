"""A site's own configuration: terms that are always redacted, terms that no weak rule may mark, and patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import ahocorasick_rs
import re2

from redactor.entities import Entity
from redactor.errors import SiteError
from redactor.text import Note, Reading, Span, detector_of
from redactor.unicode_fold import fold

_SOURCE = ("site",)
_MIN_TERM = 3
_SURROGATES = re.compile("[\ud800-\udfff]")  # not encodable in UTF-8, which the automaton and re2 need


@dataclass(frozen=True, slots=True)
class SitePattern:
    """A pattern of the site. regex: google-re2 syntax; the span is group 1 if there is one, else the whole match."""

    name: str
    regex: str
    entity: Entity


@dataclass(frozen=True, slots=True)
class SiteTerms:
    """The lists of a site. always and never are compared regardless of case and diacritics."""

    always: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    patterns: tuple[SitePattern, ...] = ()


def _quiet() -> re2.Options:
    options = re2.Options()
    options.log_errors = False  # re2 would print the pattern
    return options


def _key(value: str) -> str:
    """A term as it is compared: folded, without case and diacritics, stripped."""
    return _SURROGATES.sub("?", fold(value, caseless=True).text).strip()


def _whole(text: str, start: int, end: int) -> bool:
    """Whether [start, end) begins and ends at the edge of a word."""
    before = text[start - 1 : start]
    after = text[end : end + 1]
    return not (before.isalnum() and text[start].isalnum()) and not (after.isalnum() and text[end - 1].isalnum())


def validate(terms: SiteTerms, known_values: Iterable[str] = ()) -> list[str]:
    """The problems of a site's lists, one line per problem; empty if they can be used.

    known_values: identifiers of the run's own records. A never-redact term that is one of them is refused. Terms are
    named by their position, since they may be identifiers themselves.
    """
    problems = []
    for pattern in terms.patterns:
        try:
            regex = re2.compile(pattern.regex, _quiet())
        except re2.error:
            problems.append(f"pattern {pattern.name!r}: not a regular expression in re2 syntax")
            continue
        if regex.search("") is not None:
            problems.append(f"pattern {pattern.name!r}: matches the empty text, and so would mark everything")
    for label, listed in (("always", terms.always), ("never", terms.never)):
        for i, term in enumerate(listed, start=1):
            if len(_key(term)) < _MIN_TERM:
                problems.append(f"{label}-redact term {i}: shorter than {_MIN_TERM} characters")
    always = {_key(t) for t in terms.always}
    known = {_key(v) for v in known_values} if terms.never else set()
    for i, term in enumerate(terms.never, start=1):
        if _key(term) in known:
            problems.append(f"never-redact term {i}: is a known value of a record; it is refused")
        if _key(term) in always:
            problems.append(f"never-redact term {i}: is an always-redact term too")
    return problems


class SiteDetector:
    """Finds a site's always-redact terms, as whole words, and its patterns. Every span is strong.

    Raises SiteError where `validate` finds a problem in the lists.
    """

    name = "site"

    def __init__(self, terms: SiteTerms) -> None:
        problems = validate(terms)
        if problems:
            raise SiteError("; ".join(problems))
        keys = sorted({_key(t) for t in terms.always})
        self._terms = ahocorasick_rs.AhoCorasick(keys) if keys else None
        self._patterns = [(re2.compile(p.regex, _quiet()), p.entity) for p in terms.patterns]
        self.version = "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading per note, offsets in characters of the note's own text."""
        return [self._read(note.text) for note in notes]

    def _read(self, text: str) -> Reading:
        found: set[Span] = set()
        if self._terms is not None:
            folded = fold(text, caseless=True)
            plain = _SURROGATES.sub("?", folded.text)
            for _, start, end in self._terms.find_matches_as_indexes(plain, overlapping=True):
                if _whole(plain, start, end):
                    found.add(Span(*folded.span(start, end), Entity.ID, None, "strong", _SOURCE))
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


def _is_weak_pattern(span: Span) -> bool:
    return span.strength == "weak" and set(map(detector_of, span.sources)) == {"patterns"}


def drop_never_redact(spans: Iterable[Span], text: str, never: Iterable[str]) -> list[Span]:
    """Drop weak spans of the patterns detector whose whole text is a never-redact term."""
    keys = {_key(t) for t in never}
    return [s for s in spans if not (keys and _is_weak_pattern(s) and _key(text[s.start : s.end]) in keys)]
