"""Move the days and the clock times of one subject."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

_DAY_SECONDS = 24 * 3600
_FROM_MIDNIGHT = 60  # seconds that a moved time keeps from midnight

_TIME_WITH_COLON = re.compile(
    r"(?P<h>[01]?[0-9]|2[0-3]):(?P<m>[0-5][0-9])(?::(?P<s>[0-5][0-9])(?:[.,][0-9]{1,9})?)?(?P<half> ?[ap]\.?m\b\.?)?"
    r"(?: ?(?:Z\b|(?:UTC|GMT)(?:[+-][0-9]{2}:?[0-9]{2}\b)?|[ECMP][SD]?T\b|[+-][0-9]{2}:?[0-9]{2}\b))?\Z",
    re.IGNORECASE,
)
_TIME_IN_HOURS = re.compile(
    r"(?P<h>[01][0-9]|2[0-3])(?P<m>[0-5][0-9])(?P<rest> ?(?:h|hrs?|hours))(?: ?[ECMP][SD]?T)?\Z", re.I
)
_TIME_BEHIND_COMPACT_DATE = re.compile(
    r"(?<=[0-9]{8})(?P<t>T?)(?P<h>[01][0-9]|2[0-3])(?P<m>[0-5][0-9])(?P<s>[0-5][0-9])?(?:\.[0-9]{1,6})?"
    r"(?:Z|[+-][0-9]{4})?\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Move:
    """A move says how the dates and clock times of one subject shift.

    days: gives the days by which a day moves. coarse: gives the days by which a month, quarter or year moves, from its
    middle. clock: the seconds by which times of day move, never past midnight.
    """

    days: Callable[[dt.date], int]
    coarse: Callable[[dt.date], int]
    clock: int = 0

    def day(self, day: dt.date, *, is_whole: bool = True) -> dt.date:
        """Return the moved day. is_whole: False for the middle of a month or year. Raises OverflowError."""
        return day + dt.timedelta(days=self.days(day) if is_whole else self.coarse(day))

    def second_of_day(self, second: int) -> int:
        """Return the moved seconds since midnight. Midnight itself stays, because it stands for an unknown time."""
        if second == 0 or self.clock == 0:
            return second
        return max(_FROM_MIDNIGHT, min(_DAY_SECONDS - _FROM_MIDNIGHT, second + self.clock))

    def move_clock(self, text: str) -> str:
        """Move the time of day at the end of a date's text, and drop its zone and its fractions of a second.

        A zone tells by daylight saving which half of the year the day was in, and a fraction tells which load wrote the
        time.
        """
        found = _TIME_WITH_COLON.search(text) or _TIME_IN_HOURS.search(text) or _TIME_BEHIND_COMPACT_DATE.search(text)
        if found is None:
            return text
        hour, minute, second = int(found["h"]), int(found["m"]), int(found.groupdict().get("s") or 0)
        half = found.groupdict().get("half")
        if half and not 1 <= hour <= 12:
            return text
        if half:
            hour = hour % 12 + (12 if "p" in half.lower() else 0)
        moved = self.second_of_day(hour * 3600 + minute * 60 + second)
        return text[: found.start()] + _render_time(found, moved)


def constant_move(days: int) -> Move:
    """Return a move by the same number of days for every day."""
    return Move(lambda _: days, lambda _: days)


def _render_time(found: re.Match[str], seconds: int) -> str:
    """Write the time of day in the form in which it was found."""
    parts = found.groupdict()
    hour, minute, second = seconds // 3600, seconds // 60 % 60, seconds % 60
    if "t" in parts or "rest" in parts:
        tail = f"{second:02d}" if parts.get("s") else ""
        return f"{parts.get('t') or ''}{hour:02d}{minute:02d}{tail}{parts.get('rest') or ''}"
    half = parts["half"]
    if half:
        mark = "p" if hour >= 12 else "a"
        half = re.sub("[ap]", mark.upper() if any(map(str.isupper, half)) else mark, half, count=1, flags=re.IGNORECASE)
        hour = hour % 12 or 12
    width = 2 if parts["h"].startswith("0") or (not half and len(parts["h"]) == 2) else 1
    return f"{hour:0{width}d}:{minute:02d}" + (f":{second:02d}" if parts["s"] else "") + (half or "")
