"""Dates in text, one value at a time: shift, generalise, and the calendar day or year."""

from __future__ import annotations

import datetime as dt

from redactor.dates.fhir import day_fhir, year_fhir
from redactor.dates.holidays import read_holiday
from redactor.dates.parse import MAX_LENGTH, full_year, normalize, parse
from redactor.dates.render import render


def shift_text(value: str, days: int, *, reference: dt.date | None = None, month_first: bool = True) -> str | None:
    """Shift a date in text by days and render it in the form found; None if it is not a date, or an impossible one.

    A month is shifted as its 15th, a year as 1 July, a quarter or season as its middle. reference: the day of the note;
    its year stands in for a missing one and determines the century of two digits. month_first: how to read "3/4/2024"
    unless a number over 12 decides. A holiday becomes a month and day; None if the year that would place it is unknown.
    """
    plain = normalize(value)
    core = plain.strip()
    head, tail = plain[: len(plain) - len(plain.lstrip())], plain[len(plain.rstrip()) :]
    moved = _shift(core, days, reference, month_first)
    return None if moved is None else head + moved + tail


def _shift(value: str, days: int, reference: dt.date | None, month_first: bool) -> str | None:
    delta = dt.timedelta(days=days)
    try:
        parsed = parse(value, reference, month_first)
        if parsed is not None:
            return render(parsed, [day + delta for day in parsed.days])
        return _shift_holiday(value, delta, reference)
    except OverflowError:
        return None


def _shift_holiday(value: str, delta: dt.timedelta, reference: dt.date | None) -> str | None:
    holiday = read_holiday(value) if len(value) <= MAX_LENGTH else None
    if holiday is None:
        return None
    year = full_year(holiday.year, reference) if holiday.year else reference.year if reference else None
    day = holiday.day(year)
    if day is None:
        return None
    moved = day + delta
    text = f"{moved:%B} {moved.day}" + (f", {moved.year}" if holiday.year else "")
    return text.upper() if value.isupper() else text


def _years(value: str, reference: dt.date | None, newest: dt.date | None) -> list[int]:
    value = normalize(value).strip()
    fhir = year_fhir(value)
    if fhir is not None:
        return [int(fhir)]
    parsed = parse(value, reference, True, newest)
    if parsed is not None:
        return [date.year for date in parsed.dates if date.year is not None]
    holiday = read_holiday(value) if len(value) <= MAX_LENGTH else None
    return [full_year(holiday.year, reference, newest)] if holiday and holiday.year else []


def generalize_text(value: str, *, reference: dt.date | None = None, newest: dt.date | None = None) -> str | None:
    """The year of a date, four digits ("2019-2021" for a range over several); None without a year or if impossible.

    newest: the latest day that the value can mean: a birth date of two digits is none of the future.
    """
    years = _years(value, reference, newest)
    if not years:
        return None
    return f"{years[0]:04d}" if years[0] == years[-1] else f"{years[0]:04d}-{years[-1]:04d}"


def year_of(value: str, *, reference: dt.date | None = None, newest: dt.date | None = None) -> int | None:
    """The year of a date in text or FHIR, the first one of a range; None without a year. newest: as above."""
    years = _years(value, reference, newest)
    return years[0] if years else None


def parse_day(
    value: str, *, reference: dt.date | None = None, month_first: bool = True, newest: dt.date | None = None
) -> dt.date | None:
    """The full calendar day of a date in text or FHIR, the first one of a range. newest: as above.

    None if it is not a date, impossible, coarser than a day, or lacks a year and no reference is given.
    """
    value = normalize(value).strip()
    day = day_fhir(value)
    if day is not None:
        return day
    parsed = parse(value, reference, month_first, newest)
    if parsed is not None:
        date = parsed.dates[0]
        return parsed.days[0] if date.precision == 4 and (date.year or reference) else None
    holiday = read_holiday(value) if len(value) <= MAX_LENGTH else None
    if holiday is None or not (holiday.year or reference):
        return None
    year = full_year(holiday.year, reference, newest) if holiday.year else reference.year if reference else None
    return holiday.day(year)
