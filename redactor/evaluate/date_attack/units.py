"""Stretches of lives that move alike: a whole life without a drift, else a quarter of a year of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from redactor.evaluate.date_attack.calendar import Floats, Ints
from redactor.evaluate.date_attack.release import Life
from redactor.evaluate.date_attack.texts import Note

STRETCH = 13 * 7
"""Days of a stretch: in so many the steepest drift takes three steps of a week."""
_BEFORE = 24  # stretches


@dataclass(frozen=True, slots=True)
class Units:
    """subjects, stretches: (units,), whose life it is of, and its number counted from day 0. drifts: whether there are
    stretches at all. events: (units,), the share of its subject's records that happened in it.
    """

    subjects: Ints
    stretches: Ints
    events: Floats
    drifts: bool
    _first: Ints
    _index: Mapping[tuple[int, int], int]

    def __len__(self) -> int:
        return len(self.subjects)

    def of(self, subject: int, day: int) -> int:
        """The unit of a subject's day, as released."""
        return self._index[subject, self._stretch(subject, day)] if self.drifts else subject

    def find(self, subject: int, day: int) -> int | None:
        """The same; None where OUT has no date of that stretch."""
        return self._index.get((subject, self._stretch(subject, day))) if self.drifts else subject

    def _stretch(self, subject: int, day: int) -> int:
        return max(day // STRETCH, int(self._first[subject]))

    def by_subject(self, values: Floats) -> Floats:
        """Values of units as means of subjects, each unit by its events; NaN where a subject has none that counts."""
        counted = ~np.isnan(values)
        weights = np.where(counted, self.events, 0.0)
        sums = np.bincount(self.subjects, np.where(counted, values, 0.0) * weights)
        total = np.bincount(self.subjects, weights)
        means: Floats = np.divide(sums, total, out=np.full(len(total), np.nan), where=total > 0)
        return means


def divide(lives: Sequence[Life], notes: Iterable[tuple[int, Note]], *, drifts: bool) -> Units:
    """The units of all lives; with a drift, one for each stretch of which OUT has a date."""
    if not drifts:
        alone = np.arange(len(lives), dtype=np.int64)
        return Units(alone, np.zeros_like(alone), np.ones(len(lives)), False, alone, {})
    first = np.array([_first(life) for life in lives], dtype=np.int64)
    days: set[tuple[int, int]] = set()
    events: Counter[tuple[int, int]] = Counter()
    for subject, life in enumerate(lives):
        for entry in life.entries:
            days.update((subject, max(stamp.day // STRETCH, first[subject])) for stamp in entry.stamps)
            if entry.day is not None:
                events[subject, max(entry.day // STRETCH, first[subject])] += 1
    for subject, note in notes:
        told = (note.day, *note.whole, *(day for day, _ in note.yearless), *(p.day for p in note.padded))
        days.update((subject, max(day // STRETCH, first[subject])) for day in told)
    days.update(events)
    ordered = sorted(days)
    found = np.array(ordered, dtype=np.int64)
    counts = np.array([events[unit] for unit in ordered], dtype=np.float64)
    totals = np.bincount(found[:, 0], counts, minlength=len(lives))[found[:, 0]]
    index = {unit: i for i, unit in enumerate(ordered)}
    return Units(found[:, 0], found[:, 1], counts / np.maximum(totals, 1), True, first, index)


def _first(life: Life) -> int:
    """The first stretch that is told apart: six years before care began. Births lie decades before it."""
    days = sorted(entry.day for entry in life.entries if entry.day is not None)
    return days[len(days) // 50] // STRETCH - _BEFORE if days else 0
