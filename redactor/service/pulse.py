"""This module counts time by which a worker is judged to hang.

A machine that slept, or whose processes were frozen, is no reason to kill a worker: whoever counts slept too, and a
long step of its clock counts for little.
"""

from __future__ import annotations

import time
from collections.abc import Callable

BEAT_SECONDS = 1.0  # between two signs of life, and between two looks for them
_LONGEST_STEP = 2 * BEAT_SECONDS


class Steps:
    """These are the steps of a clock. clock: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._last = clock, clock()

    def step(self) -> float:
        """Return the seconds since the last step, and no more than two beats."""
        now = self._clock()
        before, self._last = self._last, now
        return min(now - before, _LONGEST_STEP)
