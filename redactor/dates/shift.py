"""Dates in text, one value at a time: parse, shift, generalise, and render in the form found."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from redactor.dates import grammar
from redactor.dates.fhir import day_fhir, year_fhir
from redactor.dates.holidays import read_holiday
from redactor.dates.names import month_like, month_of, ordinal, ordinal_word_like, ordinal_word_of, weekday_like

_MAX_LENGTH = 120  # no form is longer; what is longer is no date
_PIVOT = 40  # without a reference two digits mean 1940 to 2039
_AHEAD = 10  # with one, up to this many years after it
_PLAIN_YEAR = 2023  # for month and day without a year or reference: no leap year
_SEASONS = {"winter": 1, "spring": 4, "summer": 7, "fall": 10, "autumn": 10}

Field = tuple[int, int, str]
"""(start, end, text) of a field in the value"""


@dataclass(slots=True)
class _Date:
    """One of the dates of a value; year, month and day as stated, by itself or by the other end of a range."""

    fields: dict[str, Field]
    year: int | None = None
    month: int | None = None
    day: int | None = None

    @property
    def precision(self) -> int:
        """1 year, 2 quarter or season, 3 month, 4 day."""
        return 4 if self.day is not None else 2 if {"q", "season"} & self.fields.keys() else 3 if self.month else 1


@dataclass(frozen=True, slots=True)
class _Read:
    value: str
    form: str
    dates: list[_Date]
    days: list[dt.date]  # the day of each date, or the middle of it


def _plain(value: str) -> str:
    """Digits, dashes, spaces and quotes in their plain form; for values that did not come folded."""
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


def _full_year(text: str, reference: dt.date | None) -> int:
    if len(text) == 4:
        return int(text)
    short = int(text.lstrip("'"))
    limit = reference.year + _AHEAD if reference else 2000 + _PIVOT - 1
    century = limit - limit % 100
    return century + short if century + short <= limit else century - 100 + short


def _groups(found: re.Match[str]) -> tuple[dict[str, Field], dict[str, Field]]:
    """Fields of the first and of the second date. Variants of a field ("y_d", "m_s") count as the field."""
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


def _day_first(pairs: list[tuple[int, int]], month_first: bool) -> bool:
    """Whether numbers stand as day, month: a first one over 12 shows it, a second one over 12 the contrary."""
    if any(a > 12 for a, _ in pairs):
        return True
    if any(b > 12 for _, b in pairs):
        return False
    return not month_first


def _day_in(year: int | None, month: int, day: int, reference: dt.date | None) -> dt.date:
    """The day; without a year in the reference's, or in the nearest one that has a 29 February."""
    if year is not None:
        return dt.date(year, month, day)
    base = reference.year if reference else _PLAIN_YEAR
    if (month, day) == (2, 29):
        for candidate in (base, base - 1, base + 1, base - 2, base + 2, base - 3, base + 3, base - 4, base + 4):
            if candidate % 4 == 0 and (candidate % 100 != 0 or candidate % 400 == 0):
                return dt.date(candidate, month, day)
    return dt.date(base, month, day)


@cache
def _forms() -> list[tuple[str, re.Pattern[str]]]:
    """Every form of a date. Compiled with the first date: it takes 75 ms."""
    return grammar.parsers({**grammar.STRONG, **grammar.WEAK, **grammar.CUED})


def _read(value: str, reference: dt.date | None, month_first: bool) -> _Read | None:
    """The value's form and dates; None when it is no date or an impossible one."""
    if len(value) > _MAX_LENGTH:
        return None
    for form, pattern in _forms():
        found = pattern.fullmatch(value)
        if found is not None:
            if not found.groupdict():
                return None
            try:
                return _interpret(value, form, found, reference, month_first)
            except (ValueError, OverflowError):
                return None
    return None


def _interpret(value: str, form: str, found: re.Match[str], reference: dt.date | None, month_first: bool) -> _Read:
    """Raises ValueError for a date that does not exist."""
    first, second = _groups(found)
    both = [f for f in (first, second) if f]
    pairs = [(int(f["a"][2]), int(f["b"][2])) for f in both if "a" in f]
    # Points are how those write who put the day first: "08.10.2022" is the 8th of October.
    pointed = found.groupdict().get("b_p") is not None
    day_first = bool(pairs) and _day_first(pairs, month_first and not pointed)
    for fields in both:
        if "a" in fields:
            fields["d" if day_first else "m"] = fields.pop("a")
            fields["m" if day_first else "d"] = fields.pop("b")
        elif "b" in fields:  # "3/4-7/2024"
            if day_first:
                raise ValueError("a lone number in day-first order")
            fields["d"] = fields.pop("b")
    dates = [_Date(f, *_numbers(f, reference)) for f in both]
    if len(dates) == 2:
        _share(dates)
    days = [_day_in(date.year, date.month or 7, date.day or (15 if date.month else 1), reference) for date in dates]
    if len(days) == 2 and days[0] > days[1]:
        if dates[1].year is not None:
            raise ValueError("a range that runs backwards")
        days[1] = days[1].replace(year=days[1].year + 1)
    return _Read(value, form, dates, days)


def _numbers(fields: dict[str, Field], reference: dt.date | None) -> tuple[int | None, int | None, int | None]:
    """Year, month and day as the fields state them."""
    year = _full_year(fields["y"][2], reference) if "y" in fields else None
    month: int | None = None
    if "mon" in fields:
        month = month_of(fields["mon"][2])
    elif "m" in fields:
        month = int(fields["m"][2])
        if not month:
            raise ValueError("month 0")
    elif "q" in fields:
        month = 3 * int(fields["q"][2]) - 1
    elif "season" in fields:
        month = _SEASONS[fields["season"][2].lower()]
    day = int(fields["d"][2]) if "d" in fields else ordinal_word_of(fields["dw"][2]) if "dw" in fields else None
    if day == 0:
        raise ValueError("day 0")
    return year, month, day


def _share(dates: list[_Date]) -> None:
    """What one end of a range states and the other does not holds for both."""
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


# -- rendering


def _render(read: _Read, days: list[dt.date]) -> str:
    """The value with other dates in its form."""
    edits: list[Field] = []
    pads = _pads(read)
    for date, old, new in zip(read.dates, read.days, days, strict=True):
        for name, (start, end, text) in date.fields.items():
            edits.append((start, end, _field(read, date, name, text, old, new, pads)))
    if len(days) == 2:
        edits.extend(_unshare(read, days))
    out: list[str] = []
    last = 0
    for start, end, text in sorted(edits):
        out += (read.value[last:start], text)
        last = end
    return "".join(out) + read.value[last:]


def _pads(read: _Read) -> bool:
    """Whether numbers below 10 take a zero, where the number replaced does not show it."""
    numbers = [d.fields[n][2] for d in read.dates for n in ("m", "d") if n in d.fields]
    if any(len(n) == 1 for n in numbers):
        return False
    if any(n.startswith("0") for n in numbers):
        return True
    if all("mon" not in d.fields for d in read.dates):
        return True
    # "10-MAR-2024" is written by machines, "10 March 2024" by people.
    return any("mon" in d.fields and "ord" not in d.fields and "-" in _beside(read, d) for d in read.dates)


def _beside(read: _Read, date: _Date) -> str:
    """What joins the month's name to its neighbours: "." behind it, "-" for any other mark or for nothing between."""
    start, end, _ = date.fields["mon"]
    before, after = read.value[start - 1 : start], read.value[end : end + 1]
    return ("-" if before and not before.isspace() else "") + (
        "." if after == "." else "-" if after in "-/" and after else ""
    )


def _short(read: _Read, date: _Date) -> bool:
    """Whether "May" is an abbreviation here: by another month beside it, or by the marks around it."""
    others = [d.fields["mon"][2] for d in read.dates if d is not date and "mon" in d.fields]
    if others:
        return len(others[0]) == 3 and others[0].lower() != "may"
    return _beside(read, date) != ""


def _field(read: _Read, date: _Date, name: str, text: str, old: dt.date, new: dt.date, pads: bool) -> str:
    match name:
        case "y":
            if len(text) == 4:
                return f"{new.year:04d}"
            return ("'" if text.startswith("'") else "") + f"{new.year % 100:02d}"
        case "m" | "d":
            number = new.month if name == "m" else new.day
            zero = text.startswith("0") or (len(text) == 2 and pads)
            return f"{number:02d}" if zero else str(number)
        case "dw":
            return ordinal_word_like(text, new.day)
        case "mon":
            start = date.fields["mon"][0]
            german = re.search(r"[0-9]\.[ \t\r\n]*$", read.value[:start]) is not None
            return month_like(text, new.month, short=_short(read, date), german=german)
        case "ord":
            if text.lower() in ("st", "nd", "rd", "th"):
                suffix = ordinal(new.day)
                return suffix.upper() if text.isupper() else suffix
            return text if text == "." or new.day == old.day else ""
        case "wd":
            return text if (new - old).days % 7 == 0 else weekday_like(text, new.weekday())
        case "q":
            return str((new.month + 2) // 3)
        case _:
            return _season(text, new.month)


def _season(model: str, month: int) -> str:
    name = ("winter", "spring", "summer", "autumn" if model.lower() == "autumn" else "fall")[month % 12 // 3]
    return name.upper() if model.isupper() else name.capitalize() if model[0].isupper() else name


def _unshare(read: _Read, days: list[dt.date]) -> list[Field]:
    """What a range stated once and its ends no longer share, put in where the form would have it."""
    first, second = read.dates
    edits: list[Field] = []
    named = first.fields.get("mon") or second.fields.get("mon")
    tail = ""  # after the first date
    if days[0].month != days[1].month:
        if first.day is not None and not {"m", "mon"} & first.fields.keys() and named:
            tail = f" {month_like(named[2], days[0].month)}"
        if second.day is not None and not {"m", "mon"} & second.fields.keys():
            at = second.fields["d"][0]
            edits.append((at, at, f"{month_like(named[2], days[1].month)} " if named else f"{days[1].month}/"))
    if days[0].year != days[1].year and first.year is not None:
        between = "/" if named is None else ", " if read.form == "month_day_range" else " "
        if "y" not in first.fields:
            tail += f"{between}{_field(read, second, 'y', second.fields['y'][2], days[0], days[0], False)}"
        elif "y" not in second.fields:
            end = max(f[1] for f in second.fields.values())
            edits.append((end, end, f"{between}{days[1].year}"))
    if tail:
        end = max(f[1] for f in first.fields.values())
        edits.append((end, end, tail))
    return edits


# -- the public functions


def shift_text(value: str, days: int, *, reference: dt.date | None = None, month_first: bool = True) -> str | None:
    """A date in text, that many days later, in the form found; None when it is none or an impossible one.

    A month moves through its 15th, a year through 1 July, a quarter or season through its middle. reference: the
    day of the note; its year stands in for one not stated, and settles the century of two digits. month_first: how
    "3/4/2024" is read; a number over 12 overrules it. A holiday becomes a month and day, None if the year that
    would place it is unknown.
    """
    plain = _plain(value)
    core = plain.strip()
    head, tail = plain[: len(plain) - len(plain.lstrip())], plain[len(plain.rstrip()) :]
    moved = _shift(core, days, reference, month_first)
    return None if moved is None else head + moved + tail


def _shift(value: str, days: int, reference: dt.date | None, month_first: bool) -> str | None:
    delta = dt.timedelta(days=days)
    try:
        read = _read(value, reference, month_first)
        if read is not None:
            return _render(read, [day + delta for day in read.days])
        return _shift_holiday(value, delta, reference)
    except OverflowError:
        return None


def _shift_holiday(value: str, delta: dt.timedelta, reference: dt.date | None) -> str | None:
    holiday = read_holiday(value) if len(value) <= _MAX_LENGTH else None
    if holiday is None:
        return None
    year = _full_year(holiday.year, reference) if holiday.year else reference.year if reference else None
    day = holiday.day(year)
    if day is None:
        return None
    moved = day + delta
    text = f"{moved:%B} {moved.day}" + (f", {moved.year}" if holiday.year else "")
    return text.upper() if value.isupper() else text


def _years(value: str, reference: dt.date | None) -> list[int]:
    value = _plain(value).strip()
    fhir = year_fhir(value)
    if fhir is not None:
        return [int(fhir)]
    read = _read(value, reference, True)
    if read is not None:
        return [date.year for date in read.dates if date.year is not None]
    holiday = read_holiday(value) if len(value) <= _MAX_LENGTH else None
    return [_full_year(holiday.year, reference)] if holiday and holiday.year else []


def generalize_text(value: str, *, reference: dt.date | None = None) -> str | None:
    """The year of a date, four digits ("2019-2021" of a range over several); None without one or if impossible."""
    years = _years(value, reference)
    if not years:
        return None
    return f"{years[0]:04d}" if years[0] == years[-1] else f"{years[0]:04d}-{years[-1]:04d}"


def year_of(value: str, *, reference: dt.date | None = None) -> int | None:
    """The year of a date in text or FHIR, the first one of a range; None if there is none."""
    years = _years(value, reference)
    return years[0] if years else None


def parse_day(value: str, *, reference: dt.date | None = None, month_first: bool = True) -> dt.date | None:
    """The full calendar day of a date in text or FHIR, the first one of a range.

    None when it is no date, impossible, coarser than a day, or lacks a year and there is no reference to give one.
    """
    value = _plain(value).strip()
    day = day_fhir(value)
    if day is not None:
        return day
    read = _read(value, reference, month_first)
    if read is not None:
        date = read.dates[0]
        return read.days[0] if date.precision == 4 and (date.year or reference) else None
    holiday = read_holiday(value) if len(value) <= _MAX_LENGTH else None
    if holiday is None or not (holiday.year or reference):
        return None
    year = _full_year(holiday.year, reference) if holiday.year else reference.year if reference else None
    return holiday.day(year)
