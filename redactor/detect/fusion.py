"""Fusion of the detectors' spans: spans that another detector cleared, and names that are months of dates.

Neither removes a span of a known value, or of a rule with a cue or a check digit, except the month of a date that stays
covered.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from redactor.dates import parse_day
from redactor.detect.form_rules import BY_FORM
from redactor.entities import DATES, NAMES
from redactor.text import Reading, Span, detector_of

_RULES = "patterns"  # the detector whose weak spans another detector can dismiss
_LONGEST_DATE = 40


def fuse(readings: Sequence[Reading]) -> list[Span]:
    """The spans of all readings of one note, without those of weak rules, and of rules that go by form alone, that lie
    within a cleared range.
    """
    cleared = sorted(c for r in readings for c in r.cleared)
    spans = [s for r in readings for s in r.spans]
    if not cleared:
        return spans
    starts = [start for start, _ in cleared]

    def dismissed(s: Span) -> bool:
        if set(map(detector_of, s.sources)) != {_RULES} or not (s.strength == "weak" or BY_FORM.issuperset(s.sources)):
            return False
        i = bisect_right(starts, s.start) - 1
        return i >= 0 and s.end <= cleared[i][1]

    return [s for s in spans if not dismissed(s)]


def drop_names_in_dates(text: str, spans: Sequence[Span]) -> list[Span]:
    """Drop names that are the month of a full date: "Jan" in "19 Jan 2022". The date itself stays covered."""
    days = [s for s in spans if s.entity in DATES and s.end - s.start <= _LONGEST_DATE]
    if not days:
        return list(spans)

    def month(s: Span) -> bool:
        return any(d.start < s.start and s.end < d.end and parse_day(text[d.start : d.end]) is not None for d in days)

    return [s for s in spans if s.entity not in NAMES or not month(s)]
