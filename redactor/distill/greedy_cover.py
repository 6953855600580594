"""Greedy set cover of notes: a small set that holds every stratum, then more of the rarest (SHIELD, section 2.1).

SHIELD covers six axes: age, sex, race, ethnicity, note type and note length. Here the axes are the named fields and the
length.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from redactor.distill.note_sources import SourceNote

_BANDS = 5
LENGTH = "note length"


@dataclass(frozen=True, slots=True)
class Cover:
    """Chosen notes by index, in the order of choice. covered, strata: values of the axes held, and all there are."""

    chosen: tuple[int, ...]
    covered: int
    strata: int


def cover(
    notes: Sequence[SourceNote], count: int, seed: int, by: Sequence[str], tick: Callable[[], object] = lambda: None
) -> Cover:
    """`count` notes (all, if there are fewer) chosen greedily: each time the one whose strata are held the least.

    A note's gain is the sum over its axes of 1 / (1 + n) ** 2, n being how many chosen notes share its value there: a
    value not held yet outweighs any number of values held twice (four axes: 1 against 4/9), so the first notes are a
    greedy cover and the others even the strata out. Equal gains are settled by the seed. tick is called once a note.
    """
    rng = random.Random(f"cover {seed}")  # noqa: S311 - a sample, not a secret
    axes = [LENGTH, *by]
    profiles = _profiles(notes, by, tick)
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, profile in enumerate(profiles):
        alike[profile].append(i)
    for group in alike.values():
        rng.shuffle(group)
    held: Counter[tuple[str, str]] = Counter()

    def gain(profile: tuple[str, ...]) -> float:
        return sum(1 / (1 + held[key]) ** 2 for key in zip(axes, profile, strict=True))

    order = sorted(alike)
    rng.shuffle(order)
    heap = [(-gain(profile), turn, profile) for turn, profile in enumerate(order)]
    heapq.heapify(heap)
    chosen: list[int] = []
    while heap and len(chosen) < count:
        stale, turn, profile = heapq.heappop(heap)
        now = -gain(profile)
        # gains only decrease, so a gain that is still the greatest after its update is the greatest
        if now > stale + 1e-12:
            heapq.heappush(heap, (now, turn, profile))
            continue
        chosen.append(alike[profile].pop())
        held.update(zip(axes, profile, strict=True))
        if alike[profile]:
            heapq.heappush(heap, (-gain(profile), turn, profile))
    strata = {key for profile in profiles for key in zip(axes, profile, strict=True)}
    return Cover(tuple(chosen), len(held), len(strata))


def _profiles(notes: Sequence[SourceNote], by: Sequence[str], tick: Callable[[], object]) -> list[tuple[str, ...]]:
    """The stratum of each note on each axis, the length first; numbers of many values fall into five bands."""
    lengths: list[float] = []
    rows: list[list[str]] = []
    for note in notes:
        tick()
        lengths.append(len(note.text))
        rows.append([note.fields.get(name, "") for name in by])
    columns = [_bands(lengths), *(_banded([row[i] for row in rows]) for i in range(len(by)))]
    return list(zip(*columns, strict=True))


def _banded(values: list[str]) -> list[str]:
    numbers: list[float] = []
    for value in values:
        try:
            numbers.append(float(value))
        except ValueError:
            return values
    return _bands(numbers) if len(set(numbers)) > 2 * _BANDS else values


def _bands(values: list[float]) -> list[str]:
    """The fifth in which each value lies."""
    edges = np.quantile(values, np.arange(1, _BANDS) / _BANDS) if values else np.zeros(0)
    return [str(int(band)) for band in np.searchsorted(edges, values, side="right")]
