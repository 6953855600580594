"""This module tells the speakers of one channel apart: voice is cut into windows, whose voice prints are clustered.

A voice print (embedding) is biometric. It stays in memory until the turns of its recording are found, and nothing
derived from it leaves but who speaks when: speakers are numbered in the order in which they are first heard in a
recording, so that a number says nothing of a voice and joins no two recordings. Voice that resembles two speakers alike
(both speak, or a turn ends there), and voice too short to be told, belongs to no turn.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from audio.intervals import Interval, samples
from audio.words import Samples

_Vectors = npt.NDArray[np.float32]
_Labels = npt.NDArray[np.int64]

WINDOW = samples(1.5)
SHORTEST = samples(0.4)
"""Shorter voice has no voice print."""

_LONG = samples(1.0)
"""Shorter windows are given to a speaker, but make none, if there are longer ones."""

_MOST_CLUSTERED = 3000
"""Distances between more windows are not computed, because memory grows with their square (36 MB). Of longer recordings
(38 minutes of voice) windows at equal distances are clustered, and all others given to the nearest speaker.
"""

_LEAST_WINDOWS = 2
"""A smaller cluster is no speaker, unless there are too few larger ones: it is a border between turns, or a sound."""

_MOST_CUTS = 100
"""Clusters into which voice prints are divided at most, to find the wanted number of large ones."""

_UNLIKE = 0.8
"""A window is undecided if it is farther from its nearest speaker than this share of its distance from the next one."""

_BORDER = samples(0.25)
"""Voice on both sides of a change of speakers without a pause is undecided: both may speak there."""

_NOBODY = -1


class Turn(msgspec.Struct, frozen=True):
    """Holds a stretch in which one speaker is heard. start, end: samples at `RATE`. speaker: from 1."""

    start: int
    end: int
    speaker: int


class Embedder(Protocol):
    """Computes voice prints deterministically."""

    @property
    def version(self) -> str: ...

    def embed(self, sound: Samples) -> _Vectors:
        """Returns the voice print, (dimensions,), of `SHORTEST` to `WINDOW` samples at `RATE`."""
        ...


@dataclass(frozen=True, slots=True)
class TurnFinder:
    """Finds the turns of speakers. Either of two numbers says how many speakers there are.

    speakers: their number; if fewer are heard, some have two numbers. distance: the greatest mean cosine distance, in
    (0, 1], between voice prints of one speaker.
    """

    embedder: Embedder
    speakers: int | None = None
    distance: float | None = None

    @property
    def version(self) -> str:
        """Changes whenever the same sound could give other turns."""
        how = f"{self.speakers} speakers" if self.distance is None else f"distance {self.distance}"
        return f"{self.embedder.version}, {how}"

    def turns(self, voice: Sequence[Interval], read: Callable[[int, int], Samples]) -> tuple[Turn, ...]:
        """Returns the turns in order and disjoint. voice: in order and disjoint. read: returns samples [start, end) of
        the channel; it is called for one window after the other.
        """
        windows = list(_windows(voice))
        if not windows:
            return ()
        first = [at for at, window in enumerate(windows) if not window.between]
        vectors = self._prints([windows[at] for at in first], read)
        lengths = np.array([windows[at].heard[1] - windows[at].heard[0] for at in first])
        centres = self._centres(vectors[lengths >= _LONG] if (lengths >= _LONG).any() else vectors)
        labels = np.full(len(windows), _NOBODY)
        labels[first] = self._nearest(vectors, centres)
        borders = []
        for at, window in enumerate(windows):
            if window.between and labels[at - 1] == labels[at + 1] != _NOBODY:
                labels[at] = labels[at - 1]  # smooth, and half the cost
            elif window.between:
                borders.append(at)
        if borders:
            labels[borders] = self._nearest(self._prints([windows[at] for at in borders], read), centres)
        return tuple(_turns(windows, labels))

    def _prints(self, windows: Sequence[_Window], read: Callable[[int, int], Samples]) -> _Vectors:
        return _units(self.embedder.embed(read(*window.heard)) for window in windows)

    def _centres(self, vectors: _Vectors) -> _Vectors:
        """Clusters voice prints by the mean distance between clusters, and returns a unit vector for each speaker."""
        from scipy.cluster.hierarchy import fcluster, linkage

        if len(vectors) == 1:
            return vectors
        chosen = vectors[np.linspace(0, len(vectors) - 1, min(len(vectors), _MOST_CLUSTERED)).astype(int)]
        tree = linkage(_distances(chosen), "average")
        if self.distance is not None:
            labels, large = _with_large(fcluster(tree, self.distance, "distance"))
        else:
            wanted = min(self.speakers or 1, len(chosen))
            cuts = [_with_large(fcluster(tree, k, "maxclust")) for k in range(wanted, min(len(chosen), _MOST_CUTS) + 1)]
            few = cuts[0][0], np.unique(cuts[0][0]).tolist()
            labels, large = next((cut for cut in cuts if len(cut[1]) == wanted), few)
        return _units(_core(chosen[labels == label]) for label in large)

    def _nearest(self, vectors: _Vectors, centres: _Vectors) -> _Labels:
        """Returns the number of the nearest speaker for each voice print, `_NOBODY` if that is undecided."""
        distances = 1 - vectors @ centres.T
        labels: _Labels = distances.argmin(axis=1)
        nearest = distances.min(axis=1)
        if len(centres) > 1:
            labels[nearest > _UNLIKE * np.partition(distances, 1, axis=1)[:, 1]] = _NOBODY
        if self.distance is not None:
            labels[nearest > self.distance] = _NOBODY
        return labels


@dataclass(frozen=True, slots=True)
class _Window:
    """heard: the samples of the voice print. told: the part that it decides. between: it overlaps the windows before
    and behind it, which touch.
    """

    heard: Interval
    told: Interval
    between: bool


def _windows(voice: Sequence[Interval]) -> Iterator[_Window]:
    """Yields windows at equal distances in each interval, each deciding what is nearest to its middle."""
    for start, end in voice:
        if end - start < SHORTEST:
            continue
        count = 2 * max(-(-(end - start - WINDOW) // WINDOW), 0) + 1
        starts = np.linspace(start, max(end - WINDOW, start), count).astype(int).tolist()
        heard = [(at, min(at + WINDOW, end)) for at in starts]
        borders = [start, *((one[1] + other[0]) // 2 for one, other in pairwise(heard)), end]
        for at, window in enumerate(heard):
            yield _Window(window, (borders[at], borders[at + 1]), at % 2 == 1)


def _units(vectors: Iterator[_Vectors]) -> _Vectors:
    """Returns the vectors with the length 1; one that has no direction becomes zeros, which resemble nobody."""
    rows = np.stack([np.nan_to_num(vector, posinf=0.0, neginf=0.0) for vector in vectors]).astype(np.float32)
    units: _Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-9))
    return units


def _core(units: _Vectors) -> _Vectors:
    """Returns the mean of the half that is nearest to the mean of all, so that windows of two voices move none."""
    near = units @ units.mean(axis=0)
    core: _Vectors = units[near >= np.median(near)].mean(axis=0)
    return core


def _distances(units: _Vectors) -> npt.NDArray[np.float64]:
    """Returns the cosine distances between all pairs, in the form that scipy clusters."""
    from scipy.spatial.distance import pdist

    distances: npt.NDArray[np.float64] = pdist(units, "sqeuclidean") / 2
    return distances


def _with_large(labels: _Labels) -> tuple[_Labels, Sequence[int]]:
    """Returns the labels, and those of the clusters that are large enough to be a speaker."""
    found, counts = np.unique(labels, return_counts=True)
    return labels, found[counts >= min(_LEAST_WINDOWS, counts.max())].tolist()


def _turns(windows: Sequence[_Window], labels: _Labels) -> Iterator[Turn]:
    """Joins windows that touch into turns, and numbers the speakers in the order in which they are heard."""
    numbers: dict[int, int] = {}
    found: list[tuple[int, int, int]] = []
    for window, label in zip(windows, labels.tolist(), strict=True):
        (start, end) = window.told
        if label == _NOBODY:
            continue
        if found and found[-1][1:] == (start, label):
            start = found.pop()[0]
        elif found and found[-1][1] == start:
            found[-1] = (found[-1][0], start - _BORDER, found[-1][2])
            start += _BORDER
        found.append((start, end, label))
    for start, end, label in found:
        if start < end:
            yield Turn(start, end, numbers.setdefault(label, len(numbers) + 1))


class Speakers:
    """Tells, in logarithmic time, who speaks in an interval."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = turns
        self._starts = [turn.start for turn in turns]

    def of(self, start: int, end: int) -> int | None:
        """Returns the speaker of at least half of the interval, None if there is none or two share it."""
        held: dict[int, int] = {}
        first = max(bisect_right(self._starts, start) - 1, 0)
        for turn in self._turns[first : bisect_right(self._starts, end)]:
            held[turn.speaker] = held.get(turn.speaker, 0) + max(min(turn.end, end) - max(turn.start, start), 0)
        most = max(held, key=lambda speaker: held[speaker], default=None)
        return most if most is not None and 2 * held[most] > end - start else None
