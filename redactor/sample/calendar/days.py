"""Days and clock times as a US calendar has them: when offices are open, when people fall ill, when loads run."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence

from redactor.lexicon import public_dates

DAY = dt.timedelta(days=1)
_EXCEPTIONS = 0.03  # of the usual visits take place where offices are closed
_SATURDAY = 0.02  # of a working day's visits


def between(rng: random.Random, first: dt.date, last: dt.date) -> dt.date:
    """Any day from first to last."""
    return first + rng.randrange(max(1, (last - first).days)) * DAY


def working(rng: random.Random, first: dt.date, last: dt.date) -> dt.date:
    """A day on which an office sees patients: hardly on weekends and holidays, seldom in the spring of 2020."""
    while True:
        day = between(rng, first, last)
        if rng.random() < open_on(day):
            return day


def open_on(day: dt.date) -> float:
    """The share of a usual working day's visits."""
    if day.weekday() == 6:
        return 0.005
    share = _SATURDAY if day.weekday() == 5 else 1.0
    share *= 1 - public_dates.closed_days(day.year).get(day, 0.0) * (1 - _EXCEPTIONS)
    begin, end = public_dates.LOCKDOWN
    return share * (public_dates.LOCKDOWN_VISITS if begin <= day < end else 1.0)


def near_working(rng: random.Random, day: dt.date) -> dt.date:
    """The day itself, or one of the next on which the office is open."""
    while rng.random() >= open_on(day):
        day += DAY
    return day


def of_season(rng: random.Random, year: int, months: Sequence[float]) -> dt.date:
    """A day of a year, its month drawn by rates."""
    month = rng.choices(range(1, 13), weights=months)[0]
    return dt.date(year, month, rng.randrange(1, 29))


def of_months(rng: random.Random, since: dt.date, months: Sequence[float]) -> dt.date:
    """A day of the months from `since` on, drawn by rates."""
    at = since.month - 1 + rng.choices(range(len(months)), weights=months)[0]
    day = dt.date(since.year + at // 12, at % 12 + 1, rng.randrange(1, 29))
    return max(day, since)


def expiry(rng: random.Random, day: dt.date) -> dt.date:
    """When a lot that is used on a day expires: mostly at the end of a quarter, else of a month."""
    at = day.month - 1 + rng.randrange(3, 20)
    if rng.random() < 0.75:
        at += 2 - at % 3
    at += 1
    return dt.date(day.year + at // 12, at % 12 + 1, 1) - DAY


def offset(standard: int, day: dt.date) -> int:
    """Hours from UTC on a day, where clocks follow daylight saving."""
    return standard + public_dates.is_daylight(day)


def load_time(seed: int, night: dt.date, standard: int) -> dt.datetime:
    """When the nightly load after a day ran, in UTC: at some second after 2:10 local time, once for all records."""
    rng = random.Random(f"{seed}:load:{night}")
    local = dt.datetime.combine(night + DAY, dt.time(2, 10)) + dt.timedelta(seconds=rng.randrange(1500))
    return local - dt.timedelta(hours=offset(standard, night + DAY))
