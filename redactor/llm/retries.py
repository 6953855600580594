"""Decide when a failed request is sent again, and when no request is sent because the endpoint is down."""

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
    """A pace says how often and after which delays a request is tried.

    tries: the most attempts of a request. first_delay: seconds before the second attempt. longest_delay: the most
    seconds before any attempt.
    """

    tries: int = 5
    first_delay: float = 0.5
    longest_delay: float = 8.0

    def delay(self, attempts: int, requested: float | None) -> float:
        """Return the seconds to wait before the next attempt.

        attempts: the number of attempts so far. requested: the seconds that the endpoint asked for, which are never
        undercut. A random part keeps requests that failed together from coming back together.
        """
        usual = min(self.first_delay * float(2 ** (attempts - 1)), self.longest_delay)
        jittered = usual * (0.5 + random.random() / 2)  # noqa: S311
        return jittered if requested is None else requested + jittered / 4


def retry_after(value: str | None) -> float | None:
    """Return the seconds that a Retry-After header asks for (RFC 9110, section 10.2.3); None if it is absent or
    malformed.
    """
    if value is None:
        return None
    value = value.strip()
    if _SECONDS.fullmatch(value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


FAILURES = 4  # failed requests in a row, each after its retries, that open the breaker
FIRST_PAUSE = 15.0  # seconds
LONGEST_PAUSE = 300.0  # seconds


class Admission(Enum):
    """An admission says whether a request may be sent.

    YES: send it, with retries. PROBE: send it once, while other requests wait for its result. NO: do not send it.
    """

    YES = auto()
    PROBE = auto()
    NO = auto()


class Breaker:
    """A circuit breaker keeps requests from an endpoint that is down.

    It is closed until FAILURES requests in a row fail, or until `trip`. Then it is open for a pause, which doubles with
    each probe that fails. It is not thread-safe: one event loop uses it. Each call of `admit` is followed by one of
    `succeeded`, `failed` and `let_go`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._pause = 0.0
        self._open_until: float | None = None
        self._probing = False

    @property
    def open(self) -> bool:
        """Tell whether requests are held back."""
        return self._open_until is not None

    def admit(self) -> Admission:
        """Decide whether the next request may be sent."""
        if self._open_until is None:
            return Admission.YES
        if self._probing or self._clock() < self._open_until:
            return Admission.NO
        self._probing = True
        return Admission.PROBE

    def succeeded(self) -> None:
        """Close the breaker, because the endpoint answered, whatever the answer was."""
        self._failures, self._pause, self._open_until, self._probing = 0, 0.0, None, False

    def failed(self, admission: Admission) -> None:
        """Count a request that the endpoint did not answer or could not answer."""
        self._failures += 1
        if admission is Admission.PROBE or (self._open_until is None and self._failures >= FAILURES):
            self.trip()

    def trip(self) -> None:
        """Open the breaker at once, because the endpoint refuses every request."""
        self._probing = False
        self._pause = min(self._pause * 2 or FIRST_PAUSE, LONGEST_PAUSE)
        self._open_until = self._clock() + self._pause

    def let_go(self, admission: Admission) -> None:
        """Take back an admission that told nothing, because the request was not sent or was cancelled here."""
        if admission is Admission.PROBE:
            self._probing = False
