"""Divide lives into units that move alike: a whole life without a drift, else an episode of a life."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from redactor.evaluate.date_attack.calendar import Floats, Ints
from redactor.evaluate.date_attack.release import Life
from redactor.evaluate.date_attack.stamps import is_birth
from redactor.evaluate.date_attack.texts import NoteDates
from redactor.policy.date_levels import DatePolicy
from redactor.policy.date_shift import episode_starts

_DAYS_BEFORE_CARE = 6 * 365  # days before care began that are distinguished; births lie decades earlier


@dataclass(frozen=True, slots=True)
class Units:
    """The units of all lives.

    subjects, days: (units,), the subject of each unit and its first released day. events: (units,), the share of the
    subject's records that happened in it. drifts: whether lives are divided into episodes.
    """

    subjects: Ints
    days: Ints
    events: Floats
    drifts: bool
    _episodes: Sequence[ReleasedEpisodes]
    _index: Mapping[tuple[int, int], int]

    def __len__(self) -> int:
        return len(self.subjects)

    def of(self, subject: int, day: int) -> int:
        """Return the unit of a subject's released day."""
        return self._index[subject, self._episodes[subject].start(day)] if self.drifts else subject

    def find(self, subject: int, day: int) -> int | None:
        """Return the unit of a subject's released day; None if OUT has no date of that episode."""
        return self._index.get((subject, self._episodes[subject].start(day))) if self.drifts else subject

    def by_subject(self, values: Floats) -> Floats:
        """Return values of units as means of subjects, each unit weighted by its events; NaN if no unit of a subject
        counts.
        """
        counted = ~np.isnan(values)
        weights = np.where(counted, self.events, 0.0)
        sums = np.bincount(self.subjects, np.where(counted, values, 0.0) * weights)
        total = np.bincount(self.subjects, weights)
        means: Floats = np.divide(sums, total, out=np.full(len(total), np.nan), where=total > 0)
        return means


class ReleasedEpisodes:
    """The episodes of a life as the days in OUT show them. Within an episode days lie as far apart as before."""

    def __init__(self, life: Life, policy: DatePolicy) -> None:
        held = sorted(entry.day for entry in life.entries if entry.day is not None)
        self._first = held[len(held) // 50] - _DAYS_BEFORE_CARE if held else 0
        stamps = (stamp for entry in life.entries for stamp in entry.stamps)
        shown = {s.day for s in stamps if s.precision > 2 and s.day > self._first and not is_birth(s.path)}
        self._days = sorted(shown)
        self._starts = episode_starts(self._days, policy)
        self._gap = policy.gap_days

    def start(self, day: int) -> int:
        """Return the first day of the episode of a day: that of the nearest day, or the day itself if all lie
        further away.
        """
        i = bisect_right(self._days, day)
        near = [(abs(day - self._days[k]), k) for k in (i - 1, i) if 0 <= k < len(self._days)]
        apart, nearest = min(near, default=(self._gap + 1, 0))
        return self._starts[nearest] if apart <= self._gap else max(day, self._first)


def divide_lives(lives: Sequence[Life], notes: Iterable[tuple[int, NoteDates]], policy: DatePolicy) -> Units:
    """Return the units of all lives; with a drift, one for each episode of which OUT has a date."""
    if not policy.drift_weeks:
        alone = np.arange(len(lives), dtype=np.int64)
        return Units(alone, np.zeros_like(alone), np.ones(len(lives)), False, (), {})
    episodes = [ReleasedEpisodes(life, policy) for life in lives]
    starts: set[tuple[int, int]] = set()
    events: Counter[tuple[int, int]] = Counter()
    for subject, life in enumerate(lives):
        start = episodes[subject].start
        for entry in life.entries:
            starts.update((subject, start(stamp.day)) for stamp in entry.stamps)
            if entry.day is not None:
                events[subject, start(entry.day)] += 1
    for subject, note in notes:
        note_days = (note.day, *note.whole, *(day for day, _ in note.yearless), *(p.day for p in note.padded))
        starts.update((subject, episodes[subject].start(day)) for day in note_days)
    starts.update(events)
    ordered = sorted(starts)
    found = np.array(ordered, dtype=np.int64)
    counts = np.array([events[unit] for unit in ordered], dtype=np.float64)
    totals = np.bincount(found[:, 0], counts, minlength=len(lives))[found[:, 0]]
    index = {unit: i for i, unit in enumerate(ordered)}
    return Units(found[:, 0], found[:, 1], counts / np.maximum(totals, 1), True, episodes, index)
