"""Which channels of a recording must be heard by themselves."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from audio.words import Samples

_LEAST = 10 ** (-74 / 20)
"""A difference under -74 dBFS is none: no voice detector finds voice that quiet."""


class ChannelComparison:
    """Finds channels that carry the same, in phase or out of it. Their mean would be silent where phases are opposite,
    and two speakers talk over each other in it."""

    def __init__(self, channels: int) -> None:
        self._channels = channels
        self._same = {(*pair, sign) for pair in combinations(range(channels), 2) for sign in (1, -1)}
        self._silent = set(range(channels))

    def feed(self, sound: Samples) -> None:
        """sound: (channels, samples) in [-1, 1], at any rate, in blocks of any sizes."""
        if not sound.size:
            return
        self._silent -= {channel for channel in self._silent if np.abs(sound[channel]).max() >= _LEAST}
        self._same = {
            (first, second, sign)
            for first, second, sign in self._same
            if np.abs(sound[first] - sign * sound[second]).max() < _LEAST
        }

    def to_hear(self) -> list[int]:
        """Channels in which everything of the recording is heard, in order; the first one if all are silent."""
        repeated = {second for _, second, _ in self._same}
        return sorted(set(range(self._channels)) - repeated - self._silent) or [0]
