"""Read the dates in the released texts of a subject, with what their written form shows.

A shift writes a date anew. It cannot hide the padding of numbers, the words around a former holiday, the names of
holidays that stayed, and weekdays that do not agree with their date.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from redactor.dates import find
from redactor.dates.calendar_words import WEEKDAY_PATTERN
from redactor.dates.holidays import read_holiday
from redactor.dates.parse import parse
from redactor.evaluate.date_attack.release import Entry

_WEEKDAY = re.compile(rf"\b({WEEKDAY_PATTERN})\b", re.IGNORECASE)
_FESTIVE_WORD = re.compile(
    r"\s*(?:weekend|dinner|party|holidays?|week|break|eve|parade|fireworks|gathering)\b", re.IGNORECASE
)
_MONTH_DAY = frozenset({"month_day", "month_day_word", "day_word_month"})
_CLOCK = re.compile(r"[0-9]:[0-9]")
_MAX_TEXT = 200_000


@dataclass(frozen=True, slots=True)
class Padded:
    """A date in numbers of which at least one is below ten. shown: whether that number is padded with a zero."""

    day: int
    shown: bool


@dataclass(slots=True)
class NoteDates:
    """The dates of a text. All days are proleptic ordinals, as released.

    day: the day of its record. whole: days with year and without a clock time. yearless: (day, festive) of a month's
    name and a day alone, the form in which a named holiday is written anew. named: days of holidays whose names stayed,
    in the note's year. padded: dates in numbers. strays: the days by which other full dates lie apart from the note's
    day.
    """

    day: int
    whole: list[int] = field(default_factory=list)
    yearless: list[tuple[int, bool]] = field(default_factory=list)
    named: list[int] = field(default_factory=list)
    padded: list[Padded] = field(default_factory=list)
    strays: list[int] = field(default_factory=list)


def read_note_dates(entry: Entry) -> Iterator[NoteDates]:
    """Yield the dates of each text of a record that has a day."""
    if entry.day is None:
        return
    reference = dt.date.fromordinal(entry.day)
    for text in entry.texts:
        note = NoteDates(entry.day)
        text = text[:_MAX_TEXT]
        for found in find(text):
            value = text[found.start : found.end]
            if found.holiday:
                _add_holiday(note, value, reference)
            else:
                _add_date(note, value, text[found.end : found.end + 16], reference)
        yield note


def _add_holiday(note: NoteDates, value: str, reference: dt.date) -> None:
    holiday = read_holiday(value)
    if holiday is None or holiday.year:
        return
    days = [day for year in (-1, 0, 1) if (day := holiday.day(reference.year + year)) is not None]
    if days:
        note.named.append(min(days, key=lambda day: abs((day - reference).days)).toordinal())


def _add_date(note: NoteDates, value: str, after: str, reference: dt.date) -> None:
    parsed = parse(value, reference)
    if parsed is None or len(parsed.dates) != 1 or parsed.dates[0].precision != 4:
        return
    parts, day = parsed.dates[0], parsed.days[0].toordinal()
    if parts.year is None:
        # A month and day without a year lies in the year that brings it nearest to the note.
        day = _nearest_year(parsed.days[0], reference).toordinal()
        if parsed.form in _MONTH_DAY and _WEEKDAY.match(value) is None and "ord" not in parts.fields:
            note.yearless.append((day, _FESTIVE_WORD.match(after) is not None or parsed.form != "month_day"))
    elif _CLOCK.search(value) is None:
        note.whole.append(day)
    if parts.year is not None:
        note.strays.append(day - note.day)
    if {"m", "d"} <= parts.fields.keys() and parsed.form not in ("iso", "compact"):  # always padded
        numbers = [parts.fields[name][2] for name in ("m", "d")]
        if any(int(n) < 10 for n in numbers):
            note.padded.append(Padded(day, all(len(n) == 2 for n in numbers)))


def _nearest_year(day: dt.date, reference: dt.date) -> dt.date:
    near = [day]
    for year in (reference.year - 1, reference.year, reference.year + 1):
        try:
            near.append(day.replace(year=year))
        except ValueError:
            continue
    return min(near, key=lambda d: abs((d - reference).days))
