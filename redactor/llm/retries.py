"""Decides when a request to an endpoint is sent again, and when none is sent for a while."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum, auto

_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class Pace:
    """tries: of a request, at most. first_delay, longest_delay: seconds before the second try, and before any."""

    tries: int = 5
    first_delay: float = 0.5
    longest_delay: float = 8.0

    def delay(self, tried: int, asked_for: float | None) -> float:
        """Seconds before the next try. tried: how many were made. asked_for: by the endpoint.

        Jittered, so that requests that failed together do not come back together. An endpoint's wish is never undercut.
        """
        usual = min(self.first_delay * float(2 ** (tried - 1)), self.longest_delay)
        jittered = usual * (0.5 + random.random() / 2)  # noqa: S311
        return jittered if asked_for is None else asked_for + jittered / 4


def retry_after(value: str | None) -> float | None:
    """Seconds that a Retry-After header asks for (RFC 9110, 10.2.3); None if it is absent or means nothing."""
    if value is None:
        return None
    value = value.strip()
    if _SECONDS.fullmatch(value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


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
