"""This module locates the words of a transcript in the recording, and widens the time of PHI words to what is muted.

Recognisers give times that cannot be taken as they are. Whisper cuts long words at pauses: a number spoken from 2.0 to
5.5 s came back as 5.06-5.44 s, which no margin covers. A PHI word therefore grows over adjoining voice that no other
word claims (RedactOR A.5.1 widens by a margin alone). A word without usable time takes its segment.
"""

from __future__ import annotations

import math
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from audio.intervals import Coverage, Interval, joined, samples, within, without
from audio.words import RATE, Word
from redactor.errors import TimelineError

MARGIN = 0.2
MARGINS = (0.1, 0.5)
"""The least and the greatest margin, in seconds."""

JOIN = samples(0.3)
"""Mutes that are less than this apart become one."""

PAUSE = samples(0.5)
"""The longest silence within a word: digits are spoken in groups."""

BRIDGE = samples(0.2)
"""Strict mode keeps the time between two kept words up to this length: a shorter stretch is no gap."""

_TOLERANCE = samples(0.05)
"""How far a word may reach over its segment or the end of the recording: recognisers round."""


@dataclass(frozen=True, slots=True)
class Place:
    """Holds the intervals in which a word may be heard.

    exact: the word has a time of its own that nothing contradicts; otherwise `intervals` holds its segment. A word
    without intervals cannot be located in the recording.
    """

    intervals: tuple[Interval, ...]
    exact: bool


def place_words(words: Sequence[Word], voice: Sequence[Interval], length: int) -> list[Place]:
    """Locates each word in a recording of `length` samples with `voice`.

    Words without time, out of order in their segment, outside it, outside the recording or far from any voice take
    their segment, in addition to the time that they claim.
    """
    near = Coverage((start - PAUSE, end + PAUSE) for start, end in voice)
    found: list[Place] = []
    for segment, group in groupby(words, key=lambda word: word.segment):
        members = list(group)
        own = [_time(word.start, word.end) for word in members]
        stretch = _time(*segment)
        ordered = _in_order(own)
        for time, is_ordered in zip(own, ordered, strict=True):
            inside = _clipped(time, length)
            fits = is_ordered and _holds(stretch, time) and _holds((0, length), time)
            exact = fits and any(map(near.held, inside))
            whole = inside if exact else inside + _clipped(stretch, length)
            found.append(Place(tuple(joined(whole)), exact))
    return found


def _time(start: float | None, end: float | None) -> Interval | None:
    """Converts seconds to samples, rounded outward; None if the two are no interval of time."""
    if start is None or end is None or not (math.isfinite(start) and math.isfinite(end)) or end <= start:
        return None
    return math.floor(start * RATE), math.ceil(end * RATE)


def _clipped(time: Interval | None, length: int) -> list[Interval]:
    return [] if time is None else joined([(max(time[0], 0), min(time[1], length))])


def _holds(outer: Interval | None, time: Interval | None) -> bool:
    if outer is None or time is None:
        return False
    return outer[0] - _TOLERANCE <= time[0] and time[1] <= outer[1] + _TOLERANCE


def _in_order(times: Sequence[Interval | None]) -> list[bool]:
    """Tells for each time whether it begins neither before an earlier nor after a later time.

    Of two times in the wrong order either may be wrong.
    """
    latest_before = list(accumulate((time[0] if time else -1 for time in times), max, initial=-1))
    backwards = (time[0] if time else math.inf for time in reversed(times))
    earliest_after = list(accumulate(backwards, min, initial=math.inf))[::-1]
    return [
        time is not None and latest_before[index] <= time[0] <= earliest_after[index + 1]
        for index, time in enumerate(times)
    ]


def locate_phi(
    placed: Sequence[Place], phi: set[int], confident: Sequence[bool], voice: Sequence[Interval]
) -> list[Interval]:
    """Returns the intervals of the PHI words, grown over adjoining voice, before any margin.

    placed: the place of each word. phi: positions of the PHI words. confident: whether each word is trusted to have
    been spoken at its place; only trusted words that are no PHI stop the growth. voice: the intervals with voice.
    Raises TimelineError if a PHI word cannot be located: it would stay audible.
    """
    if any(not placed[index].intervals for index in phi):
        raise TimelineError("a word that must be muted cannot be located in the recording")
    claims = _Claims(claimed_intervals(placed, phi, confident))
    spoken = _Voice(voice)
    grown = []
    for start, end in joined(interval for index in phi for interval in placed[index].intervals):
        first, stop = claims.around(start, end)
        grown.append((spoken.beginning(start, first), spoken.ending(end, stop)))
    return joined(grown)


def claimed_intervals(placed: Sequence[Place], phi: set[int], confident: Sequence[bool]) -> Iterator[Interval]:
    """Yields the intervals of the trusted words that are no PHI."""
    for index, place in enumerate(placed):
        if place.exact and confident[index] and index not in phi:
            yield from place.intervals


class _Claims:
    """Finds the nearest claimed time on both sides of an interval."""

    def __init__(self, intervals: Iterable[Interval]) -> None:
        union = joined(intervals)
        self._starts = [start for start, _ in union]
        self._ends = [end for _, end in union]

    def around(self, start: int, end: int) -> tuple[int, int]:
        """Returns the samples at which growth stops to the left and to the right.

        It stops at the interval itself if a claim overlaps its edge.
        """
        before = bisect_left(self._starts, start) - 1
        after = bisect_right(self._ends, end)
        first = min(self._ends[before], start) if before >= 0 else 0
        stop = max(self._starts[after], end) if after < len(self._starts) else sys.maxsize
        return first, stop


class _Voice:
    """Follows voice over pauses, in logarithmic time."""

    def __init__(self, voice: Iterable[Interval]) -> None:
        union = joined(voice)
        stretches = joined(union, PAUSE + 1)
        self._starts, self._ends = [start for start, _ in union], [end for _, end in union]
        self._first, self._last = [start for start, _ in stretches], [end for _, end in stretches]

    def beginning(self, start: int, least: int) -> int:
        """Returns where the voice begins that leads to `start` without a longer pause, at `least` at the earliest."""
        index = bisect_left(self._first, start) - 1
        if index < 0 or self._last[index] < start - PAUSE:
            return start
        least = max(least, self._first[index])
        index = bisect_right(self._ends, least)
        return start if index == len(self._ends) else min(start, max(least, self._starts[index]))

    def ending(self, end: int, most: int) -> int:
        """Returns where the voice ends to which `end` leads without a longer pause, at `most` at the latest."""
        index = bisect_right(self._last, end)
        if index == len(self._last) or self._first[index] > end + PAUSE:
            return end
        most = min(most, self._last[index])
        index = bisect_left(self._starts, most) - 1
        return end if index < 0 else max(end, min(most, self._ends[index]))


def widen_mutes(intervals: Iterable[Interval], length: int, margin: float = MARGIN) -> list[Interval]:
    """Widens each interval by `margin` seconds on both sides and joins those nearby, within a recording of `length`
    samples.

    Raises TimelineError for an interval that is empty or not within the recording, which would mute less than it says,
    and ValueError for a margin outside `MARGINS`.
    """
    if not MARGINS[0] <= margin <= MARGINS[1]:
        raise ValueError(f"the margin must be from {MARGINS[0]} to {MARGINS[1]} seconds")
    widened = []
    for start, end in intervals:
        if not 0 <= start < end <= length:
            raise TimelineError("a passage to be muted lies outside the recording")
        widened.append((max(start - samples(margin), 0), min(end + samples(margin), length)))
    return joined(widened, JOIN)


def strict_mutes(
    mutes: Sequence[Interval], placed: Sequence[Place], phi: set[int], confident: Sequence[bool], length: int
) -> list[Interval]:
    """Returns what strict mode mutes: everything but confident speech that is no PHI. mutes: muted in any case."""
    kept = within(joined(claimed_intervals(placed, phi, confident), BRIDGE), [(0, length)])
    return joined([*without([(0, length)], kept), *mutes])
