"""Fusion of the detectors' spans: spans that another detector cleared, and names that are months of dates.

Neither removes a span of a known value, or of a rule with a cue or a check digit, except the month of a date that stays
covered.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache

from redactor.dates import parse_day
from redactor.detect.form_rules import BY_FORM
from redactor.entities import DATES, NAMES
from redactor.text import Reading, Span, Strength, detector_of

_RULES = "patterns"  # the detector whose weak spans another detector can dismiss
_LONGEST_DATE = 40
_CACHE = 4_096  # combinations of sources; a run meets a few hundred


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
        if not _is_dismissible(s.sources, s.strength):
            return False
        i = bisect_right(starts, s.start) - 1
        return i >= 0 and s.end <= cleared[i][1]

    return [s for s in spans if not dismissed(s)]


@lru_cache(maxsize=_CACHE)
def _is_dismissible(sources: tuple[str, ...], strength: Strength) -> bool:
    """Whether only weak rules, or rules that go by form alone, found a span."""
    return set(map(detector_of, sources)) == {_RULES} and (strength == "weak" or BY_FORM.issuperset(sources))


def drop_names_in_dates(text: str, spans: Sequence[Span]) -> list[Span]:
    """Drop names that are the month of a full date: "Jan" in "19 Jan 2022". The date itself stays covered."""
    days = sorted((s.start, s.end) for s in spans if s.entity in DATES and s.end - s.start <= _LONGEST_DATE)
    if not days:
        return list(spans)
    starts = [start for start, _ in days]

    def month(s: Span) -> bool:
        near = days[bisect_right(starts, s.start - _LONGEST_DATE) : bisect_left(starts, s.start)]
        return any(s.end < end and parse_day(text[start:end]) is not None for start, end in near)

    return [s for s in spans if s.entity not in NAMES or not month(s)]
