"""Parts of lives that move alike: a whole life without a drift, else an episode of it."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from redactor.evaluate.date_attack.calendar import Floats, Ints
from redactor.evaluate.date_attack.release import Life
from redactor.evaluate.date_attack.stamps import is_birth
from redactor.evaluate.date_attack.texts import Note
from redactor.policy.date_levels import DatePolicy
from redactor.policy.date_shift import episode_starts

_BEFORE = 6 * 365  # days before care began that are told apart; births lie decades before them


@dataclass(frozen=True, slots=True)
class Units:
    """subjects, days: (units,), whose life it is of, and its first day as released. drifts: whether there are episodes
    at all. events: (units,), the share of its subject's records that happened in it.
    """

    subjects: Ints
    days: Ints
    events: Floats
    drifts: bool
    _episodes: Sequence[Episodes]
    _index: Mapping[tuple[int, int], int]

    def __len__(self) -> int:
        return len(self.subjects)

    def of(self, subject: int, day: int) -> int:
        """The unit of a subject's day, as released."""
        return self._index[subject, self._episodes[subject].start(day)] if self.drifts else subject

    def find(self, subject: int, day: int) -> int | None:
        """The same; None where OUT has no date of that episode."""
        return self._index.get((subject, self._episodes[subject].start(day))) if self.drifts else subject

    def by_subject(self, values: Floats) -> Floats:
        """Values of units as means of subjects, each unit by its events; NaN where a subject has none that counts."""
        counted = ~np.isnan(values)
        weights = np.where(counted, self.events, 0.0)
        sums = np.bincount(self.subjects, np.where(counted, values, 0.0) * weights)
        total = np.bincount(self.subjects, weights)
        means: Floats = np.divide(sums, total, out=np.full(len(total), np.nan), where=total > 0)
        return means


class Episodes:
    """The episodes of a life as the days in OUT show them: within one, days lie as far apart as they did."""

    def __init__(self, life: Life, policy: DatePolicy) -> None:
        held = sorted(entry.day for entry in life.entries if entry.day is not None)
        self._first = held[len(held) // 50] - _BEFORE if held else 0
        stamps = (stamp for entry in life.entries for stamp in entry.stamps)
        shown = {s.day for s in stamps if s.precision > 2 and s.day > self._first and not is_birth(s.path)}
        self._days = sorted(shown)
        self._starts = episode_starts(self._days, policy)
        self._gap = policy.gap_days

    def start(self, day: int) -> int:
        """The first day of the episode of a day: the nearest one's, or the day itself where all lie further away."""
        i = bisect_right(self._days, day)
        near = [(abs(day - self._days[k]), k) for k in (i - 1, i) if 0 <= k < len(self._days)]
        apart, nearest = min(near, default=(self._gap + 1, 0))
        return self._starts[nearest] if apart <= self._gap else max(day, self._first)


def divide(lives: Sequence[Life], notes: Iterable[tuple[int, Note]], policy: DatePolicy) -> Units:
    """The units of all lives; with a drift, one for each episode of which OUT has a date."""
    if not policy.drift_weeks:
        alone = np.arange(len(lives), dtype=np.int64)
        return Units(alone, np.zeros_like(alone), np.ones(len(lives)), False, (), {})
    episodes = [Episodes(life, policy) for life in lives]
    starts: set[tuple[int, int]] = set()
    events: Counter[tuple[int, int]] = Counter()
    for subject, life in enumerate(lives):
        start = episodes[subject].start
        for entry in life.entries:
            starts.update((subject, start(stamp.day)) for stamp in entry.stamps)
            if entry.day is not None:
                events[subject, start(entry.day)] += 1
    for subject, note in notes:
        told = (note.day, *note.whole, *(day for day, _ in note.yearless), *(p.day for p in note.padded))
        starts.update((subject, episodes[subject].start(day)) for day in told)
    starts.update(events)
    ordered = sorted(starts)
    found = np.array(ordered, dtype=np.int64)
    counts = np.array([events[unit] for unit in ordered], dtype=np.float64)
    totals = np.bincount(found[:, 0], counts, minlength=len(lives))[found[:, 0]]
    index = {unit: i for i, unit in enumerate(ordered)}
    return Units(found[:, 0], found[:, 1], counts / np.maximum(totals, 1), True, episodes, index)
