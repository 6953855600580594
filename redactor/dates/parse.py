"""Parse one date, range or partial date of a text."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from redactor.dates import grammar
from redactor.dates.calendar_words import month_number, ordinal_number

MAX_LENGTH = 120  # characters of the longest form
_YEARS_FROM_2000 = 40  # without a reference, years of two digits are 1940 to 2039
_YEARS_AHEAD = 10  # with a reference, the latest year of two digits is this many years after it
_USUAL_YEAR = 2023  # the year of a month and day without a year or a reference; not a leap year
_SEASONS = {"winter": 1, "spring": 4, "summer": 7, "fall": 10, "autumn": 10}

Field = tuple[int, int, str]
"""The start, end and text of a field in a value."""


@dataclass(slots=True)
class DateParts:
    """One date of a value, with year, month and day as the date itself or the other end of its range states them."""

    fields: dict[str, Field]
    year: int | None = None
    month: int | None = None
    day: int | None = None

    @property
    def precision(self) -> int:
        """Return 1 for a year, 2 for a quarter or season, 3 for a month, 4 for a day."""
        return 4 if self.day is not None else 2 if {"q", "season"} & self.fields.keys() else 3 if self.month else 1


@dataclass(frozen=True, slots=True)
class ParsedDates:
    """The form and the dates of a value. days: the day of each date, or the middle of its month, quarter or year."""

    value: str
    form: str
    dates: list[DateParts]
    days: list[dt.date]


def normalize(value: str) -> str:
    """Write digits, dashes, spaces and quotes in their ASCII form, for values that were not folded."""
    if value.isascii():
        return value
    out = []
    for ch in unicodedata.normalize("NFKC", value):
        kind = unicodedata.category(ch)
        if kind == "Nd":
            ch = str(unicodedata.decimal(ch))
        elif kind == "Pd":
            ch = "-"
        elif kind == "Zs":
            ch = " "
        elif kind == "Cf":
            continue
        elif ch in "‘’ʼ":
            ch = "'"
        out.append(ch)
    return "".join(out)


def full_year(text: str, reference: dt.date | None, newest: dt.date | None = None) -> int:
    """Return the year that two or four digits mean. newest: as for `parse`."""
    if len(text) == 4:
        return int(text)
    short = int(text.lstrip("'"))
    limit = newest.year if newest else reference.year + _YEARS_AHEAD if reference else 2000 + _YEARS_FROM_2000 - 1
    century = limit - limit % 100
    return century + short if century + short <= limit else century - 100 + short


def _split_fields(found: re.Match[str]) -> tuple[dict[str, Field], dict[str, Field]]:
    """Return the fields of the first and of the second date. Variants of a field ("y_d", "m_s") get its name."""
    first: dict[str, Field] = {}
    second: dict[str, Field] = {}
    for name, text in found.groupdict().items():
        if text is None:
            continue
        base = name.partition("_")[0]
        field = (found.start(name), found.end(name), text)
        if base.endswith("2"):
            second[base[:-1]] = field
        else:
            first[base] = field
    return first, second


def _is_day_first(pairs: list[tuple[int, int]], pointed: bool) -> bool:
    """Tell whether numbers are day, then month: a first number over 12 proves it, a second one disproves it.

    pointed: without a proof the day comes first between points ("08.10.2022" is 8 October), and the month elsewhere.
    """
    if any(a > 12 for a, _ in pairs):
        return True
    if any(b > 12 for _, b in pairs):
        return False
    return pointed


def _calendar_day(year: int | None, month: int, day: int, reference: dt.date | None) -> dt.date:
    """Return the calendar day. A missing year is the reference's; for 29 February it is the nearest leap year."""
    if year is not None:
        return dt.date(year, month, day)
    base = reference.year if reference else _USUAL_YEAR
    if (month, day) == (2, 29):
        for candidate in (base, base - 1, base + 1, base - 2, base + 2, base - 3, base + 3, base - 4, base + 4):
            if candidate % 4 == 0 and (candidate % 100 != 0 or candidate % 400 == 0):
                return dt.date(candidate, month, day)
    return dt.date(base, month, day)


@cache
def _form_patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Compile every form of a date. The first date triggers it, because it takes 75 ms."""
    return grammar.parse_patterns({**grammar.STRONG, **grammar.WEAK, **grammar.CUED})


def parse(value: str, reference: dt.date | None, newest: dt.date | None = None) -> ParsedDates | None:
    """Return the form and the dates of a value; None if it is no date or an impossible date.

    newest: the latest day that the value can mean, which decides the century of years of two digits.
    """
    if len(value) > MAX_LENGTH:
        return None
    for form, pattern in _form_patterns():
        found = pattern.fullmatch(value)
        if found is not None:
            if not found.groupdict():
                return None
            try:
                return _interpret(value, form, found, reference, newest)
            except (ValueError, OverflowError):
                return None
    return None


def _interpret(
    value: str, form: str, found: re.Match[str], reference: dt.date | None, newest: dt.date | None
) -> ParsedDates:
    """Interpret the fields of a match. Raises ValueError for a date that does not exist."""
    first, second = _split_fields(found)
    both = [f for f in (first, second) if f]
    pairs = [(int(f["a"][2]), int(f["b"][2])) for f in both if "a" in f]
    day_first = bool(pairs) and _is_day_first(pairs, found.groupdict().get("b_p") is not None)
    for fields in both:
        if "a" in fields:
            fields["d" if day_first else "m"] = fields.pop("a")
            fields["m" if day_first else "d"] = fields.pop("b")
        elif "b" in fields:  # "3/4-7/2024"
            if day_first:
                raise ValueError("a lone number in day-first order")
            fields["d"] = fields.pop("b")
    dates = [DateParts(f, *_stated_parts(f, reference, newest)) for f in both]
    if len(dates) == 2:
        _share_parts(dates)
    days = [
        _calendar_day(date.year, date.month or 7, date.day or (15 if date.month else 1), reference) for date in dates
    ]
    if len(days) == 2 and days[0] > days[1]:
        if dates[1].year is not None:
            raise ValueError("a range that runs backwards")
        days[1] = days[1].replace(year=days[1].year + 1)
    return ParsedDates(value, form, dates, days)


def _stated_parts(
    fields: dict[str, Field], reference: dt.date | None, newest: dt.date | None
) -> tuple[int | None, int | None, int | None]:
    """Return year, month and day as the fields state them."""
    year = full_year(fields["y"][2], reference, newest) if "y" in fields else None
    month: int | None = None
    if "mon" in fields:
        month = month_number(fields["mon"][2])
    elif "m" in fields:
        month = int(fields["m"][2])
        if not month:
            raise ValueError("month 0")
    elif "q" in fields:
        month = 3 * int(fields["q"][2]) - 1
    elif "season" in fields:
        month = _SEASONS[fields["season"][2].lower()]
    day = int(fields["d"][2]) if "d" in fields else ordinal_number(fields["dw"][2]) if "dw" in fields else None
    if day == 0:
        raise ValueError("day 0")
    is_short = year is not None and len(fields["y"][2].lstrip("'")) == 2
    if newest and year and is_short and (year, month or 1, day or 1) > (newest.year, newest.month, newest.day):
        year -= 100
    return year, month, day


def _share_parts(dates: list[DateParts]) -> None:
    """Complete each end of a range with what only the other end states."""
    first, second = dates
    if first.month is None and first.day is not None:
        first.month = second.month
    if second.month is None and second.day is not None:
        second.month = first.month
    if first.precision == 1 and len(second.fields["y"][2].lstrip("'")) == 2 and first.year:
        second.year = first.year - first.year % 100 + int(second.fields["y"][2].lstrip("'"))
    wraps = (first.month or 0, first.day or 0) > (second.month or 0, second.day or 0)
    if first.year is None and second.year is not None:
        first.year = second.year - wraps
    elif second.year is None and first.year is not None:
        second.year = first.year + wraps
