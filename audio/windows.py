"""This module cuts a stream of samples into windows whose borders depend on the stream alone, not on the arriving
blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from audio.words import Samples

_Kind = TypeVar("_Kind", np.float32, np.float64)


def in_range(sound: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
    """Returns the samples in [-1, 1], with 0 for samples that are no number."""
    if not sound.size or np.abs(sound).max() <= 1.0:  # not so where a sample is no number
        return sound
    return np.clip(np.nan_to_num(sound, nan=0.0, posinf=1.0, neginf=-1.0), -1.0, 1.0)


class Windows:
    """Cuts sound into windows of `size` samples, one every `hop` samples from the first; the last windows end with
    silence.

    Computations on these windows give the same result for any sizes of blocks: even a matrix product may round
    differently when it has another number of rows. At most `size` samples and a block are held at a time.
    """

    def __init__(self, size: int, hop: int) -> None:
        self._size = size
        self._hop = hop
        self._pending: Samples = np.zeros(0, np.float32)
        self.received = 0

    def feed(self, samples: Samples) -> Iterator[Samples]:
        """Takes the next block and yields the windows that are full.

        Samples that are no number count as silence, others are cut to [-1, 1]: one bad sample of a floating-point file
        must not spoil the values computed from all later samples.
        """
        clean = in_range(np.asarray(samples, np.float32))
        self.received += len(clean)
        pending = np.concatenate([self._pending, clean])
        position = 0
        while position + self._size <= len(pending):
            yield pending[position : position + self._size]
            position += self._hop
        self._pending = pending[position:].copy()

    def finish(self) -> Iterator[Samples]:
        """Yields the windows at the end, which begin before the last sample."""
        pending, self._pending = self._pending, np.zeros(0, np.float32)
        for position in range(0, len(pending), self._hop):
            rest = pending[position : position + self._size]
            yield np.pad(rest, (0, self._size - len(rest)))
