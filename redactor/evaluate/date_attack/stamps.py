"""Read one date of a record as a recipient sees it: its place, its day, and its clock time if it has one."""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple

_ISO = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})"
    r"(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}(?:\.[0-9]{1,9})?))?(Z|[+-][0-9]{2}:?[0-9]{2})?)?)?)?"
)
_US = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})(?: ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?")
_BIRTH = re.compile(r"birth|born|\bdob\b", re.IGNORECASE)
_HOUR_SECONDS = 3600
_US_OFFSET = -6 * _HOUR_SECONDS  # roughly: with it a moment between 6:00 and 24:00 local time falls on its local day
DAY_SECONDS = 86_400


class Stamp(NamedTuple):
    """A date of a record.

    day: a proleptic ordinal, local as far as known. precision: 1 year, 2 month, 3 day, 4 with a clock time. second: the
    second of the local day if `offset` is known (minutes from UTC, other than zero), else of the day in UTC; None
    without a clock time, and midnight counts as none. moment: seconds since day 0, in UTC if that is known.
    """

    path: str
    day: int
    precision: int
    second: float | None = None
    offset: int | None = None
    moment: float = 0.0


def is_birth(path: str) -> bool:
    """Tell whether the date at this path is somebody's birth."""
    return _BIRTH.search(path) is not None


def read_stamp(value: str, path: str) -> Stamp | None:
    """Read a date of ISO 8601 or of US form; None for any other value. A year or a month counts as its middle."""
    found = _ISO.fullmatch(value)
    if found is None:
        return _read_us_form(value, path)
    year, month, day, hour, minute, second, zone = found.groups()
    if month is None:
        # Four digits alone are a year in FHIR's own elements, and mostly something else in a text.
        return Stamp(path, dt.date(int(year), 7, 1).toordinal(), 1) if "1800" < year < "2200" else None
    try:
        date = dt.date(int(year), int(month), int(day or 15))
    except ValueError:
        return None
    ordinal = date.toordinal()
    if hour is None:
        return Stamp(path, ordinal, 3 if day else 2)
    clock = int(hour) * _HOUR_SECONDS + int(minute) * 60 + float(second or 0)
    return _with_clock(path, ordinal, clock, zone)


def _read_us_form(value: str, path: str) -> Stamp | None:
    found = _US.fullmatch(value)
    if found is None:
        return None
    month, day, year, hour, minute, second = found.groups()
    try:
        ordinal = dt.date(int(year), int(month), int(day)).toordinal()
    except ValueError:
        return None
    if hour is None:
        return Stamp(path, ordinal, 3)
    return _with_clock(path, ordinal, int(hour) * _HOUR_SECONDS + int(minute) * 60 + float(second or 0), None)


def _with_clock(path: str, ordinal: int, clock: float, zone: str | None) -> Stamp:
    offset = 0
    if zone not in (None, "Z"):
        assert zone is not None
        offset = (int(zone[1:3]) * 60 + int(zone[-2:])) * (-1 if zone[0] == "-" else 1)
    if clock == 0:
        return Stamp(path, ordinal, 3)
    moment = ordinal * DAY_SECONDS + clock - offset * 60
    if offset:
        return Stamp(path, ordinal, 4, clock, offset, moment)
    day = ordinal if zone is None else int((moment + _US_OFFSET) // DAY_SECONDS)
    return Stamp(path, day, 4, clock, None, moment)


def with_written_day(stamp: Stamp) -> Stamp:
    """Return the stamp with the day as written, for releases in which "Z" stands beside a local time."""
    return (
        stamp._replace(day=int(stamp.moment // DAY_SECONDS)) if stamp.precision == 4 and stamp.offset is None else stamp
    )
