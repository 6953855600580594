"""Drop spans that another detector clears, and spans that are too doubtful for a clinical field.

No span of a known value, or of a rule with a cue or a check digit, is dropped, except the month of a date that stays
covered and, in a clinical field, a holiday.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache

from redactor.dates import parse_day
from redactor.entities import DATES, NAMES
from redactor.lexicon import medicine
from redactor.lexicon.words import plain, word_set
from redactor.text import Reading, Span, Strength, detector_of

_RULES = "patterns"  # the detector whose weak spans another detector can dismiss
_LONGEST_DATE = 40
_LONGEST_FIELD = 300  # characters; a longer text is prose
_LEAST_IN_FIELD = 0.4  # score of the student alone; docs/student.md has the figures at others
# Words that tell a sentence about somebody from the name of something.
_SENTENCE = re.compile(
    r"(?i)\b(?:he|she|his|hers?|him|they|we|my|our|was|were|has|had|fell|said|says|saw|told|went|came|gave|got|felt"
    r"|spoke|asked|wants|wanted|lives|lived|works|worked|feels|denies|complains|complained|brought|took|tripped|thinks"
    r"|attended|visited|drove|ran|drank)\b(?!-)"
)
# Sources of rules that know a name, a place or an organisation by its form or a list, without a cue or a check digit.
BY_FORM = frozenset(
    f"patterns:{rule}"
    for rule in word_set(
        "listed-name unlisted-name repeated-name gazetteer-place city-state county-name county-of hospital-name "
        "hospital-upper-case known-hospital saint-short-name known-pharmacy pharmacy-name laboratory-name company "
        "company-by-trade institution-of school-or-agency organisation-acronym"
    )
)
_DATE, _LISTED_NAME = "patterns:date", "patterns:listed-name"
_CACHE = 4_096  # combinations of sources, of which a run meets a few hundred


def fuse(readings: Sequence[Reading]) -> list[Span]:
    """Return the spans of all readings of a note, without weak ones that lie within a cleared range.

    Weak are spans that only weak rules found, or only rules that go by form (`BY_FORM`).
    """
    cleared = sorted(c for r in readings for c in r.cleared)
    spans = [s for r in readings for s in r.spans]
    if not cleared:
        return spans
    starts = [start for start, _ in cleared]

    def is_dismissed(s: Span) -> bool:
        if not _is_dismissible(s.sources, s.strength):
            return False
        i = bisect_right(starts, s.start) - 1
        return i >= 0 and s.end <= cleared[i][1]

    return [s for s in spans if not is_dismissed(s)]


@lru_cache(maxsize=_CACHE)
def _is_dismissible(sources: tuple[str, ...], strength: Strength) -> bool:
    """Return whether only weak rules, or rules that go by form alone, found a span."""
    return _are_rules(sources) and (strength == "weak" or BY_FORM.issuperset(sources))


@lru_cache(maxsize=_CACHE)
def _are_rules(sources: tuple[str, ...]) -> bool:
    """Return whether no detector but the patterns found a span."""
    return set(map(detector_of, sources)) == {_RULES}


def drop_names_in_dates(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans without names that are the month of a full date: "Jan" in "19 Jan 2022".

    The date itself stays covered.
    """
    days = sorted((s.start, s.end) for s in spans if s.entity in DATES and s.end - s.start <= _LONGEST_DATE)
    if not days:
        return list(spans)
    starts = [start for start, _ in days]

    def is_month(s: Span) -> bool:
        near = days[bisect_right(starts, s.start - _LONGEST_DATE) : bisect_left(starts, s.start)]
        return any(s.end < end and parse_day(text[start:end]) is not None for start, end in near)

    return [s for s in spans if s.entity not in NAMES or not is_month(s)]


def drop_doubtful_in_field(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return the spans that count in a clinical field: the display of a code, the text of a concept, a dosage.

    Such a field names a finding, a test, a procedure or a drug in a few words, and much of it looks like a name or a
    place: eponyms, organisms, peoples. The student must be surer there than elsewhere; a place, an organisation or an
    eponym that a rule knows by its form must be one for the student too; a date must hold a digit ("Christmas
    disease"), and be one for the student where it may be a fraction. A sentence about somebody is read as prose.
    """
    if len(text) > _LONGEST_FIELD or _SENTENCE.search(text):
        return list(spans)
    student = [s for s in spans if s.is_students_alone]

    def student_agrees(s: Span, least: float) -> bool:
        return any(s.start < o.end and o.start < s.end and (o.score or 0.0) >= least for o in student)

    def counts(s: Span) -> bool:
        if s.is_students_alone:
            return (s.score or 0.0) >= _LEAST_IN_FIELD
        if s.entity in DATES and _are_rules(s.sources):
            has_digit = any(map(str.isdecimal, text[s.start : s.end]))
            return has_digit and (s.strength == "strong" or s.sources != (_DATE,) or student_agrees(s, _LEAST_IN_FIELD))
        if not BY_FORM.issuperset(s.sources):
            return True
        is_name = _LISTED_NAME in s.sources and plain(text[s.start : s.end]) not in medicine.eponyms()
        return is_name or student_agrees(s, 0.0)

    return [s for s in spans if counts(s)]
