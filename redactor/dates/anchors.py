"""Days whose place in the true calendar everybody knows: shifted, they show the shift (Hripcsak et al. 2016).

A first of January or July stands for a year that somebody knew, the first of another month for that month, and fillers
stand for no date at all.
"""

from __future__ import annotations

import datetime as dt
import re

from redactor.dates.fhir import day_fhir
from redactor.dates.parse import normalize, parse

NO_END = 2099
"""From this year on a date is nobody's: 2099-12-31, 2999-12-31 and 9999-12-31 mean "open"."""

# Empty timestamps of systems, limits of their types (SQL Server, Excel, Delphi, Oracle), and what people type.
_FILLERS = """
0001-01-01 0001-01-03 1582-10-14 1582-10-15 1700-01-01 1753-01-01 1800-01-01 1800-12-28 1840-12-31 1841-01-01
1858-11-17 1899-12-30 1899-12-31 1900-01-01 1900-01-02 1901-01-01 1904-01-01 1911-11-11 1950-01-01 1960-01-01
1969-12-31 1970-01-01 1970-01-02 1980-01-01 1999-09-09 2000-01-01 2049-12-31 2050-01-01 2050-12-31 2078-12-31
2079-06-06
"""
FILLERS = frozenset(map(dt.date.fromisoformat, _FILLERS.split()))

_YEARS = ((1, 1), (7, 1))
_CLOCK = re.compile(r"[0-9]:[0-9]|[0-9] ?[ap]\.?m\b", re.IGNORECASE)
_MIDNIGHT = re.compile(r"(?<![0-9:])(?:00?:00(?::00(?:\.0+)?)?|12:00(?::00)? ?a\.?m\b\.?)(?![0-9:])", re.IGNORECASE)


def without_imputed(value: str, reference: dt.date | None = None) -> str | None:
    """The value at the precision that it has: a year for 2019-01-01, a month for 03/01/2019; itself where it has a day.

    None for a range that begins or ends with an imputed day. reference: as in `redactor.dates.shift_text`. A date
    without a year is taken at its word, since nobody imputes one.
    """
    whole = day_fhir(value)
    if whole is not None:
        has_time = value[11:16] not in ("", "00:00")
        return value if has_time or whole.day != 1 else value[: 4 if (whole.month, whole.day) in _YEARS else 7]
    plain = normalize(value).strip()
    if _CLOCK.search(plain) and not _MIDNIGHT.search(plain):
        return value
    parsed = parse(plain, reference, True)
    if parsed is None:
        return value
    imputed = [
        (date, day)
        for date, day in zip(parsed.dates, parsed.days, strict=True)
        if date.precision == 4 and date.year is not None and day.day == 1
    ]
    if not imputed:
        return value
    if len(parsed.dates) > 1:
        return None
    date, day = imputed[0]
    if (day.month, day.day) in _YEARS:
        return f"{day.year:04d}"
    if "mon" in date.fields:
        return f"{date.fields['mon'][2]} {day.year:04d}"
    month = date.fields["m"][2] if "m" in date.fields else f"{day.month:02d}"
    return f"{day.year:04d}-{month:0>2}" if "-" in plain else f"{month}/{day.year:04d}"
