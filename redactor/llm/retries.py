"""When a request is sent again."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

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
