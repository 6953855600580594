"""This module holds the clock by which held records wait.

It imports no client of Kafka: `redactor quarantine` tells how long records still wait, on installs without one too.
"""

from __future__ import annotations

import time
from collections.abc import Callable

HOLD_CLOCK = "hold_clock"
"""The key of the hold clock in the journal."""
_MOST_BETWEEN = 3_600.0  # seconds


class HoldClock:
    """Counts how long the records of an exporter's quarantine have waited, whatever the clock of its host does.

    While the exporter runs, the monotonic clock counts. Between two processes the wall clock does, but at most an hour
    of it: a wall clock that jumps ahead lets no record go early, a clock that jumps back only makes it wait longer.
    stored: the result of `stored` in the last process; None at first.
    """

    def __init__(
        self,
        stored: str | None,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._began = monotonic()
        seconds, at = map(int, stored.split()) if stored else (0, int(wall()))
        self._before = seconds + min(max(wall() - at, 0.0), _MOST_BETWEEN)

    def now(self) -> int:
        """Returns the seconds since the state began, as far as they count."""
        return int(self._before + max(self._monotonic() - self._began, 0.0))

    def stored(self) -> str:
        """Returns the text from which the next process goes on."""
        return f"{self.now()} {int(self._wall())}"
