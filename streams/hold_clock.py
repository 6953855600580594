"""This module holds the clock by which held records wait, and tells what they wait for.

It imports no client of Kafka: `redactor quarantine` tells how long records still wait, on installs without one too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from redactor.run.state.quarantine import Header
from redactor.run.state.unchecked_journal import value_of
from redactor.settings import Settings
from schemas.engine.records import Reason

HOLD_CLOCK = "hold_clock"
"""The key of the hold clock in the journal."""
_MOST_BETWEEN = 3_600.0  # seconds
_WAITS_FOR = {"asked": "the exporter", "sent": "a worker", "superseded": "a person"}


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


class WaitingFor:
    """This class tells what the entries of an exporter's quarantine wait for.

    It is false for the state of a run, which has no clock.
    """

    def __init__(self, settings: Settings, state: Path) -> None:
        stored = value_of(state, HOLD_CLOCK)
        self._clock = HoldClock(stored) if stored else None
        self._hold_hours, self._processes = settings.streams.hold_hours, settings.streams.after_hold == "process"

    def __bool__(self) -> bool:
        return self._clock is not None

    def hours(self, entry: Header) -> float:
        """Returns for how long an entry has waited."""
        assert self._clock is not None
        return round((self._clock.now() - entry.since) / 3600, 1)

    def what(self, entry: Header) -> str:
        """Returns who or what an entry waits for, "" for nobody."""
        if entry.status != "held":
            return _WAITS_FOR.get(entry.status, "")
        if entry.reason != Reason.PATIENT_UNSEEN.value:
            return "a person"
        if self.hours(entry) < self._hold_hours:
            return "its patient"
        return "the exporter" if self._processes else "its patient, or a person"
