"""Shift and generalise one date of a text, read its day or year, and coarsen days that stand for a year, a month or no
date.
"""

from __future__ import annotations

import datetime as dt
import re

from redactor.dates.fhir import day_fhir, year_fhir
from redactor.dates.holidays import read_holiday
from redactor.dates.move import Move, constant_move
from redactor.dates.parse import MAX_LENGTH, full_year, normalize, parse
from redactor.dates.render import render


def shift_text(
    value: str, move: int | Move, *, reference: dt.date | None = None, pads: bool | None = None
) -> str | None:
    """Move a date in text and write it in the form found; return None if it is no date or an impossible date.

    move: a number of days, or the move of a subject, which also moves a time of day beside the date and drops its zone.
    A month moves as its 15th, a year as 1 July, a quarter or season as its middle. reference: the day of the note,
    whose year stands in for a missing year and decides the century of two digits. pads: whether the note writes 03/04
    or 3/4; None if only this value can tell. A holiday becomes a month and day; None if its year is unknown and decides
    the day.
    """
    plain = normalize(value)
    core = plain.strip()
    head, tail = plain[: len(plain) - len(plain.lstrip())], plain[len(plain.rstrip()) :]
    moved = _shift(core, constant_move(move) if isinstance(move, int) else move, reference, pads)
    if moved is None:
        return None
    return head + (moved if isinstance(move, int) else move.move_clock(moved)) + tail


def _shift(value: str, move: Move, reference: dt.date | None, pads: bool | None) -> str | None:
    try:
        parsed = parse(value, reference)
        if parsed is not None and not (parsed.form == "day_word_month" and read_holiday(value)):  # the Fourth of July
            days = [
                move.day(day, is_whole=date.precision == 4) for date, day in zip(parsed.dates, parsed.days, strict=True)
            ]
            return render(parsed, days, pads)
        return _shift_holiday(value, move, reference)
    except OverflowError:
        return None


def _shift_holiday(value: str, move: Move, reference: dt.date | None) -> str | None:
    holiday = read_holiday(value) if len(value) <= MAX_LENGTH else None
    if holiday is None:
        return None
    year = full_year(holiday.year, reference) if holiday.year else reference.year if reference else None
    day = holiday.day(year)
    if day is None:
        return None
    moved = move.day(day)
    text = f"{moved:%B} {moved.day}" + (f", {moved.year}" if holiday.year else "")
    return text.upper() if value.isupper() else text


def _stated_years(value: str, reference: dt.date | None, newest: dt.date | None) -> list[int]:
    value = normalize(value).strip()
    fhir = year_fhir(value)
    if fhir is not None:
        return [int(fhir)]
    parsed = parse(value, reference, newest)
    if parsed is not None:
        return [date.year for date in parsed.dates if date.year is not None]
    holiday = read_holiday(value) if len(value) <= MAX_LENGTH else None
    return [full_year(holiday.year, reference, newest)] if holiday and holiday.year else []


def generalize_text(value: str, *, reference: dt.date | None = None, newest: dt.date | None = None) -> str | None:
    """Return the year of a date, four digits ("2019-2021" for a range over several years); None without a year or for
    an impossible date.

    newest: the latest day that the value can mean; a birth date with a year of two digits is not in the future.
    """
    years = _stated_years(value, reference, newest)
    if not years:
        return None
    return f"{years[0]:04d}" if years[0] == years[-1] else f"{years[0]:04d}-{years[-1]:04d}"


def year_of(value: str, *, reference: dt.date | None = None, newest: dt.date | None = None) -> int | None:
    """Return the year of a date in text or FHIR, the first one of a range; None without a year. newest: as for
    `generalize_text`.
    """
    years = _stated_years(value, reference, newest)
    return years[0] if years else None


def parse_day(value: str, *, reference: dt.date | None = None, newest: dt.date | None = None) -> dt.date | None:
    """Return the calendar day of a date in text or FHIR, the first day of a range. newest: as for `generalize_text`.

    None if the value is no date, is impossible, is coarser than a day, or lacks a year while no reference is given.
    """
    value = normalize(value).strip()
    day = day_fhir(value)
    if day is not None:
        return day
    parsed = parse(value, reference, newest)
    if parsed is not None:
        date = parsed.dates[0]
        return parsed.days[0] if date.precision == 4 and (date.year or reference) else None
    holiday = read_holiday(value) if len(value) <= MAX_LENGTH else None
    if holiday is None or not (holiday.year or reference):
        return None
    year = full_year(holiday.year, reference, newest) if holiday.year else reference.year if reference else None
    return holiday.day(year)


NO_END = 2099
"""From this year on a date means "open" and is no date of a patient: 2099-12-31, 2999-12-31, 9999-12-31."""

# Days that stand for no date: empty timestamps of systems, limits of their types (SQL Server, Excel, Delphi, Oracle),
# and what people type. The true calendar gives such days, and imputed firsts, a known place, so that they would show
# the shift (Hripcsak et al. 2016).
_FILLERS = """
0001-01-01 0001-01-03 1582-10-14 1582-10-15 1700-01-01 1753-01-01 1800-01-01 1800-12-28 1840-12-31 1841-01-01
1858-11-17 1899-12-30 1899-12-31 1900-01-01 1900-01-02 1901-01-01 1904-01-01 1911-11-11 1950-01-01 1960-01-01
1969-12-31 1970-01-01 1970-01-02 1980-01-01 1999-09-09 2000-01-01 2049-12-31 2050-01-01 2050-12-31 2078-12-31
2079-06-06
"""
FILLERS = frozenset(map(dt.date.fromisoformat, _FILLERS.split()))

_IMPUTED_YEAR_DAYS = ((1, 1), (7, 1))
_CLOCK_TIME = re.compile(r"[0-9]:[0-9]|[0-9] ?[ap]\.?m\b", re.IGNORECASE)
_MIDNIGHT = re.compile(r"(?<![0-9:])(?:00?:00(?::00(?:\.0+)?)?|12:00(?::00)? ?a\.?m\b\.?)(?![0-9:])", re.IGNORECASE)


def without_imputed(value: str, reference: dt.date | None = None) -> str | None:
    """Return the value at the precision that it really has: a year for 2019-01-01, a month for 03/01/2019, else the
    value itself.

    The first of January or July stands for a year, and the first of another month for that month, because nobody knew
    the day. None for a range that begins or ends with such a day. reference: as for `shift_text`. A date without a year
    is not changed, since nobody imputes a date without a year.
    """
    whole = day_fhir(value)
    if whole is not None:
        has_time = value[11:16] not in ("", "00:00")
        return (
            value if has_time or whole.day != 1 else value[: 4 if (whole.month, whole.day) in _IMPUTED_YEAR_DAYS else 7]
        )
    plain = normalize(value).strip()
    if _CLOCK_TIME.search(plain) and not _MIDNIGHT.search(plain):
        return value
    parsed = parse(plain, reference)
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
    if (day.month, day.day) in _IMPUTED_YEAR_DAYS:
        return f"{day.year:04d}"
    if "mon" in date.fields:
        return f"{date.fields['mon'][2]} {day.year:04d}"
    month = date.fields["m"][2] if "m" in date.fields else f"{day.month:02d}"
    return f"{day.year:04d}-{month:0>2}" if "-" in plain else f"{month}/{day.year:04d}"
