"""This module computes with sets of intervals on the time axis of a recording, in samples, so that the results are
exact.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from audio.words import RATE

Interval = tuple[int, int]
"""The first sample, and the sample after the last, at `RATE` samples a second."""


def samples(seconds: float) -> int:
    """Converts seconds to the nearest number of samples at `RATE`."""
    return round(seconds * RATE)


def joined(intervals: Iterable[Interval], gap: int = 0) -> list[Interval]:
    """Returns the union of the intervals, in order and disjoint.

    Intervals that touch or are less than `gap` samples apart become one; empty intervals are left out.
    """
    union: list[Interval] = []
    for start, end in sorted(intervals):
        if start >= end:
            continue
        if union and (start <= union[-1][1] or start - union[-1][1] < gap):
            union[-1] = (union[-1][0], max(end, union[-1][1]))
        else:
            union.append((start, end))
    return union


def without(intervals: Iterable[Interval], removed: Iterable[Interval]) -> list[Interval]:
    """Returns the parts of `intervals` that are not in `removed`, in order and disjoint."""
    left: list[Interval] = []
    holes = joined(removed)
    first = 0
    for start, end in joined(intervals):
        while first < len(holes) and holes[first][1] <= start:
            first += 1
        position = start
        for hole_start, hole_end in _from(holes, first, end):
            if hole_start > position:
                left.append((position, hole_start))
            position = max(position, hole_end)
        if position < end:
            left.append((position, end))
    return left


def _from(holes: Sequence[Interval], first: int, end: int) -> Iterable[Interval]:
    while first < len(holes) and holes[first][0] < end:
        yield holes[first]
        first += 1


def within(intervals: Iterable[Interval], bounds: Iterable[Interval]) -> list[Interval]:
    """Returns the parts of `intervals` that are also in `bounds`, in order and disjoint."""
    inside = joined(intervals)
    return without(inside, without(inside, bounds))


def total(intervals: Iterable[Interval]) -> int:
    """Returns the number of samples in disjoint intervals."""
    return sum(end - start for start, end in intervals)


class Coverage:
    """Tells, in logarithmic time, how many samples of an interval a set of intervals covers."""

    def __init__(self, intervals: Iterable[Interval]) -> None:
        self._union = joined(intervals)
        self._starts = [start for start, _ in self._union]
        self._before = list(accumulate((end - start for start, end in self._union), initial=0))

    def held(self, interval: Interval) -> int:
        """Returns the number of samples of `interval` that the set covers."""
        start, end = interval
        return self._until(end) - self._until(start)

    def _until(self, position: int) -> int:
        index = bisect_right(self._starts, position) - 1
        if index < 0:
            return 0
        start, end = self._union[index]
        return self._before[index] + min(position, end) - start
