"""Choose notes for annotation: a stratified sample with a tenth of outliers, or a greedy set cover.

The sample follows CIPHER ("Curating the training data"): distances are computed over all notes, strata over the named
fields, and a note is an outlier if one of its 14 features lies more than two robust standard deviations from the
median. The cover follows SHIELD (section 2.1): a small set that holds every stratum, then more of the rarest. SHIELD
covers age, sex, race, ethnicity, note type and note length; here the axes are the named fields and the length.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from redactor.distill import note_features
from redactor.distill.note_sources import SourceNote

OUTLIER_DEVIATIONS = 2.0
_OUTLIER_SHARE = 0.1
# Fields that hold a note's type and origin, for use if no field is named
_TYPE_FIELDS = ("note_type", "type", "kind", "document_type")
_ORIGIN_FIELDS = ("organization", "organisation", "site", "facility", "source", "department", "folder")


@dataclass(frozen=True, slots=True)
class Sample:
    """The chosen notes by index, in order.

    outliers: those chosen as outliers. strata: the number of strata. flagged: the number of outliers among all notes.
    """

    chosen: tuple[int, ...]
    outliers: frozenset[int]
    strata: int
    flagged: int


def stratified_sample(
    notes: Sequence[SourceNote],
    count: int,
    seed: int,
    by: Sequence[str] | None = None,
    tick: Callable[[], object] = lambda: None,
) -> Sample:
    """Choose `count` notes (all, if there are fewer): nine in ten at random from the strata by their size, one in ten
    outliers.

    by: the fields that define the strata; None for the notes' fields for type and origin. tick: called for each reading
    of a note (four times a note).
    """
    rng = random.Random(f"sample {seed}")  # noqa: S311 - a sample, not a secret
    strata = _strata(notes, by, tick)
    shape = note_features.measure_features(_RepeatableTexts(notes, tick))
    far = (
        np.abs(note_features.robust_z_scores(shape)).max(axis=1) > OUTLIER_DEVIATIONS
        if len(notes)
        else np.zeros(0, dtype=bool)
    )
    count = min(count, len(notes))
    flagged = [int(i) for i in np.flatnonzero(far)]
    unusual = frozenset(rng.sample(flagged, min(len(flagged), round(count * _OUTLIER_SHARE))))
    left = [[i for i in stratum if i not in unusual] for stratum in strata.values()]
    chosen = set(unusual)
    for stratum, share in zip(left, proportional_shares([len(s) for s in left], count - len(unusual)), strict=True):
        chosen.update(rng.sample(stratum, share))
    return Sample(tuple(sorted(chosen)), unusual, len(strata), len(flagged))


def proportional_shares(sizes: Sequence[int], count: int) -> list[int]:
    """Divide `count` among strata of these sizes: at least one each while there is room, then in proportion.

    The rest goes to the largest remainders. No stratum gets more than it holds.
    """
    out = [0] * len(sizes)
    order = sorted(range(len(sizes)), key=lambda i: -sizes[i])
    for i in order[:count]:
        out[i] = min(1, sizes[i])
    total = sum(sizes)
    exact = [min(size, count * size / total) if total else 0.0 for size in sizes]
    for i in range(len(sizes)):
        room = count - sum(out)
        out[i] += min(room, max(0, int(exact[i]) - out[i]))
    while (room := count - sum(out)) > 0:
        open_ = sorted((i for i in range(len(sizes)) if out[i] < sizes[i]), key=lambda i: out[i] - exact[i])
        if not open_:
            break
        for i in open_[:room]:
            out[i] += 1
    return out


def type_fields(notes: Sequence[SourceNote]) -> tuple[str, ...]:
    """Return the first field for a note's type and the first for its origin that any note has."""
    have: set[str] = set()
    for note in notes:
        have.update(note.fields)
    return tuple(
        next(name for name in names if name in have) for names in (_TYPE_FIELDS, _ORIGIN_FIELDS) if have & set(names)
    )


def _strata(
    notes: Sequence[SourceNote], by: Sequence[str] | None, tick: Callable[[], object]
) -> dict[Hashable, list[int]]:
    """Return the indices of the notes by the values of some fields (without a choice, the fields of types)."""
    names = type_fields(notes) if by is None else tuple(by)
    out: dict[Hashable, list[int]] = defaultdict(list)
    for i, note in enumerate(notes):
        tick()
        out[tuple(note.fields.get(name, "") for name in names)].append(i)
    return out


class _RepeatableTexts:
    """The texts of notes, as an iterable that can be repeated."""

    def __init__(self, notes: Sequence[SourceNote], tick: Callable[[], object]) -> None:
        self._notes = notes
        self._tick = tick

    def __iter__(self) -> Iterator[str]:
        for note in self._notes:
            self._tick()
            yield note.text


_NUMBER_OF_BANDS = 5
LENGTH_AXIS = "note length"


@dataclass(frozen=True, slots=True)
class Cover:
    """The chosen notes by index, in the order of choice.

    covered: the number of strata that they hold. strata: the number of all strata.
    """

    chosen: tuple[int, ...]
    covered: int
    strata: int


def greedy_cover(
    notes: Sequence[SourceNote], count: int, seed: int, by: Sequence[str], tick: Callable[[], object] = lambda: None
) -> Cover:
    """Choose `count` notes (all, if there are fewer) greedily: each time the note whose strata are held the least.

    A note's gain is the sum over its axes of 1 / (1 + n) ** 2, where n is the number of chosen notes with its value. A
    value that is not held yet outweighs any number of values held twice (four axes: 1 against 4/9), so that the first
    notes are a greedy cover and the others even the strata out. The seed settles equal gains. tick: called once for
    each note.
    """
    rng = random.Random(f"cover {seed}")  # noqa: S311 - a sample, not a secret
    axes = [LENGTH_AXIS, *by]
    profiles = _strata_by_note(notes, by, tick)
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, profile in enumerate(profiles):
        alike[profile].append(i)
    for group in alike.values():
        rng.shuffle(group)
    held_counts: Counter[tuple[str, str]] = Counter()

    def gain(profile: tuple[str, ...]) -> float:
        return sum(1 / (1 + held_counts[key]) ** 2 for key in zip(axes, profile, strict=True))

    order = sorted(alike)
    rng.shuffle(order)
    heap = [(-gain(profile), turn, profile) for turn, profile in enumerate(order)]
    heapq.heapify(heap)
    chosen: list[int] = []
    while heap and len(chosen) < count:
        old_gain, turn, profile = heapq.heappop(heap)
        gain_now = -gain(profile)
        # Gains only decrease, so that a gain that is still the greatest after its update is the greatest of all.
        if gain_now > old_gain + 1e-12:
            heapq.heappush(heap, (gain_now, turn, profile))
            continue
        chosen.append(alike[profile].pop())
        held_counts.update(zip(axes, profile, strict=True))
        if alike[profile]:
            heapq.heappush(heap, (-gain(profile), turn, profile))
    strata = {key for profile in profiles for key in zip(axes, profile, strict=True)}
    return Cover(tuple(chosen), len(held_counts), len(strata))


def _strata_by_note(
    notes: Sequence[SourceNote], by: Sequence[str], tick: Callable[[], object]
) -> list[tuple[str, ...]]:
    """Return the stratum of each note on each axis, the length first; numbers of many values fall into five bands."""
    lengths: list[float] = []
    rows: list[list[str]] = []
    for note in notes:
        tick()
        lengths.append(len(note.text))
        rows.append([note.fields.get(name, "") for name in by])
    columns = [_bands(lengths), *(_bands_of_numbers([row[i] for row in rows]) for i in range(len(by)))]
    return list(zip(*columns, strict=True))


def _bands_of_numbers(values: list[str]) -> list[str]:
    numbers: list[float] = []
    for value in values:
        try:
            numbers.append(float(value))
        except ValueError:
            return values
    return _bands(numbers) if len(set(numbers)) > 2 * _NUMBER_OF_BANDS else values


def _bands(values: list[float]) -> list[str]:
    """Return the fifth in which each value lies."""
    edges = np.quantile(values, np.arange(1, _NUMBER_OF_BANDS) / _NUMBER_OF_BANDS) if values else np.zeros(0)
    return [str(int(band)) for band in np.searchsorted(edges, values, side="right")]
