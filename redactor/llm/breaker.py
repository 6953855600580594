"""A circuit breaker: while an endpoint is down, nothing is sent to it for a while."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum, auto

FAILURES = 4  # requests in a row, each after its retries
FIRST_PAUSE = 15.0  # seconds
LONGEST_PAUSE = 300.0  # seconds


class Admission(Enum):
    """YES: send, and retry. PROBE: send once; others wait for what comes of it. NO: do not send."""

    YES = auto()
    PROBE = auto()
    NO = auto()


class Breaker:
    """Closed until FAILURES requests in a row fail. Then open for a pause, which doubles with each probe that fails.

    Not safe for threads: used on one event loop. `admit` is followed by one of `succeeded`, `failed` and `let_go`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._pause = 0.0
        self._open_until: float | None = None
        self._probing = False

    @property
    def open(self) -> bool:
        return self._open_until is not None

    def admit(self) -> Admission:
        if self._open_until is None:
            return Admission.YES
        if self._probing or self._clock() < self._open_until:
            return Admission.NO
        self._probing = True
        return Admission.PROBE

    def succeeded(self) -> None:
        """The endpoint answered, whatever it said."""
        self._failures, self._pause, self._open_until, self._probing = 0, 0.0, None, False

    def failed(self, admission: Admission) -> None:
        """The endpoint did not answer, or says that it cannot."""
        self._failures += 1
        if admission is Admission.PROBE or (self._open_until is None and self._failures >= FAILURES):
            self._probing = False
            self._pause = min(self._pause * 2 or FIRST_PAUSE, LONGEST_PAUSE)
            self._open_until = self._clock() + self._pause

    def let_go(self, admission: Admission) -> None:
        """Nothing was learned: the request was not sent, or was given up by us."""
        if admission is Admission.PROBE:
            self._probing = False
