"""How loud a recording is over its length, for a drawing of it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from audio.decode import Pcm, as_float

PARTS = 1200
_STEPS = 10
"""Levels a second that are kept until the length is known."""


class Envelope:
    """The greatest level on any channel over time. Feed all samples, in blocks of any sizes."""

    def __init__(self, rate: int) -> None:
        self._step = max(1, rate // _STEPS)
        self._levels: list[float] = []
        self._at = 0

    def feed(self, pcm: Pcm) -> None:
        if not pcm.shape[1]:
            return
        loudest = np.abs(as_float(pcm)).max(axis=0)
        first = -self._at % self._step
        bounds = [0, *range(first or self._step, len(loudest), self._step)]
        levels = np.maximum.reduceat(loudest, bounds).tolist()
        if first:
            self._levels[-1] = max(self._levels[-1], levels.pop(0))
        self._levels += levels
        self._at += len(loudest)

    def levels(self) -> tuple[float, ...]:
        """In at most `PARTS` parts of nearly equal length, in [0, 1], with three decimals."""
        bounds = np.linspace(0, len(self._levels), min(PARTS, len(self._levels)) + 1).astype(int).tolist()
        return tuple(round(max(self._levels[first:last]), 3) for first, last in pairwise(bounds))
