"""FHIR dates (https://hl7.org/fhir/R4/datatypes.html#dateTime): shifted, in UTC, as years; a record's newest date."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache

_FHIR = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})"
    r"(?:T([0-9]{2}):([0-9]{2}):([0-5][0-9]|60)(\.[0-9]+)?(?:Z|([+-])([0-9]{2}):([0-9]{2})))?)?)?"
)
_MAX_OFFSET = 14 * 60  # minutes; the widest zone in use, and what FHIR's own expression admits


@dataclass(frozen=True, slots=True)
class _Value:
    """moment: in UTC where the value has a time. tail: seconds and fraction as written (zones are whole minutes)."""

    written: dt.date
    moment: dt.datetime
    precision: int  # 1 year, 2 month, 3 day, 4 time
    tail: str


@lru_cache(maxsize=4096)  # of one value its day, its year and its shift are asked for in turn
def _read(value: str) -> _Value | None:
    found = _FHIR.fullmatch(value)
    if found is None:
        return None
    year, month, day, hour, minute, second, fraction, sign, off_hour, off_minute = found.groups()
    try:
        # A partial date stands for its middle, so that a shift by less than half of it leaves it most often alone.
        written = dt.date(int(year), int(month or 7), int(day or (15 if month else 1)))
        moment = dt.datetime(written.year, written.month, written.day)
        if hour is None:
            return _Value(written, moment, 3 if day else 2 if month else 1, "")
        moment = moment.replace(hour=int(hour), minute=int(minute))
        if sign:
            offset = int(off_hour) * 60 + int(off_minute)
            if offset > _MAX_OFFSET or int(off_minute) > 59:
                return None
            moment -= dt.timedelta(minutes=offset if sign == "+" else -offset)
    except (ValueError, OverflowError):
        return None
    return _Value(written, moment, 4, f"{second}{fraction or ''}")


def shift_fhir(value: str, days: int) -> str | None:
    """A FHIR date, dateTime or instant, that many days later, at its own precision.

    A value with a time leaves in UTC with its seconds and fraction as written. None when the value is no FHIR date
    (an impossible one, a time without a zone) or the result leaves the years 1 to 9999.
    """
    read = _read(value)
    if read is None:
        return None
    try:
        moved = read.moment + dt.timedelta(days=days)
    except OverflowError:
        return None
    text = moved.date().isoformat()
    if read.precision < 4:
        return text[: (4, 7, 10)[read.precision - 1]]
    return f"{text}T{moved.hour:02d}:{moved.minute:02d}:{read.tail}Z"


def utc_fhir(value: str) -> str | None:
    """The value with its time in UTC; without a time, as it stands. None when it is no FHIR date."""
    return shift_fhir(value, 0)


def year_fhir(value: str) -> str | None:
    """The year as written, four digits; None when the value is no FHIR date."""
    read = _read(value)
    return None if read is None else f"{read.written.year:04d}"


def day_fhir(value: str) -> dt.date | None:
    """The day as written; None when the value is no FHIR date or coarser than a day."""
    read = _read(value)
    return None if read is None or read.precision < 3 else read.written


# Keys of events. Not "end", expiry or birth: a coverage that ends in 2099 says nothing about when the data was taken.
_EVENT = re.compile(
    rb'"(?:lastUpdated|authoredOn|issued|recordedDate|assertedDate|date|created|sent|received|recorded|start'
    rb"|effectiveInstant|[A-Za-z]{0,40}DateTime|(?:performed|occurrence|onset)[A-Za-z]{0,40})\""
    rb'[ \t\r\n]{0,8}:[ \t\r\n]{0,8}"([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?(?=["T])'
)


def latest_date(raw: bytes) -> dt.date | None:
    """The newest plausible date of an event in a raw JSON record, by a scan over its bytes; None without one.

    Years outside 1900 to 2100 and impossible dates are passed over; a month counts as its first day.
    """
    newest: dt.date | None = None
    for year, month, day in _EVENT.findall(raw):
        if not b"1900" <= year <= b"2100":
            continue
        try:
            date = dt.date(int(year), int(month), int(day or 1))
        except ValueError:
            continue
        if newest is None or date > newest:
            newest = date
    return newest
