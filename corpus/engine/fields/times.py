"""Dates, times of day and spans of time: the identifying ones marked, the others plain."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import ages, clocks, patient, time_spans, written_days
from redactor.entities import Entity
from redactor.sample.forms import holiday_name as holiday_on
from redactor.sample.marked import Marked, Near, Piece, join, mark

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_BRIEF = (("Mon",), ("Tue", "Tues"), ("Wed", "Weds"), ("Thu", "Thur", "Thurs"), ("Fri",), ("Sat",), ("Sun",))
_HOLIDAYS = (
    *("Christmas", "Christmas", "Thanksgiving", "Thanksgiving", "Easter", "Halloween", "New Year's Eve", "Labor Day"),
    "Christmas Eve", "Christmas Day", "New Year's Day", "New Year's", "New Years", "the Fourth of July", "4th of July",
    "July 4th", "Memorial Day", "Independence Day", "Valentine's Day", "St. Patrick's Day", "St Patricks Day",
    "Mother's Day", "Mothers Day", "Father's Day", "Presidents' Day", "Presidents Day", "Columbus Day", "Veterans Day",
    "Martin Luther King Day", "MLK Day", "Juneteenth", "Good Friday", "Easter Sunday", "Easter Monday", "Palm Sunday",
    "Ash Wednesday", "Mardi Gras", "Cinco de Mayo", "Black Friday", "Super Bowl Sunday", "Groundhog Day", "Passover",
    "Yom Kippur", "Rosh Hashanah", "Hanukkah", "Chanukah", "Diwali", "Eid", "Eid al-Fitr", "Ramadan", "Lunar New Year",
    "Chinese New Year", "Boxing Day", "Xmas", "X-mas", "Canada Day", "Three Kings Day", "Día de los Muertos", "Lent",
    "Orthodox Easter", "Thanksgiving Day", "Tet", "Purim", "Sukkot", "Kwanzaa", "All Saints' Day", "Patriots' Day",
    "Bastille Day", "Guy Fawkes Night", "April Fools' Day", "Earth Day", "Indigenous Peoples' Day", "turkey day",
    "christmas", "thanksgiving", "CHRISTMAS", "easter", "Nowruz", "Holi", "Midsummer", "Whit Monday", "ANZAC Day",
)  # fmt: skip

_RANGED = (
    ("short", written_days.SHORT),
    ("numeric", written_days.NUMERIC),
    ("day and month", written_days.DAY_MONTH),
    ("words", written_days.WORDS),
)
_WITH_YEAR = {
    "{m}/{d}": "{m}/{d}/{yy}", "{B} {d}": "{B} {d}, {y}", "{b} {d}": "{b} {d}, {y}", "{mm}/{dd}": "{mm}/{dd}/{y}",
}  # fmt: skip
_BETWEEN = (
    ("", " to "), ("", " to "), ("", " through "), ("from ", " to "), ("", " thru "), ("between ", " and "),
    ("", " until "), ("from ", " through "), ("", " till "),
)  # fmt: skip
_TO_THE = (
    ("{B} {o}", " to the ", "{o}"), ("{B} {o}", " through the ", "{o}"), ("{b} {o}", " to ", "{o}"),
    ("{B} {d}", " to ", "{d}"), ("{o}", " to the ", "{o} of {B}"),
)  # fmt: skip


def _day(c: Cast, spec: str) -> dt.date:
    return c.day + dt.timedelta(days=int(spec) if spec else 0)


def _marked(text: Callable[[Cast, dt.date], str], entity: Entity | Near = Entity.DATE) -> Field:
    """A field whose spec is a number of days from the note's day."""
    return lambda c, spec: mark(text(c, _day(c, spec)), entity)


def weekday(c: Cast, d: dt.date) -> str:
    """The day of the week, plain: Monday, Tues, thurs., FRI."""
    roll = c.rng.random()
    text = _WEEKDAYS[d.weekday()] if roll < 0.6 else c.pick(_BRIEF[d.weekday()]) + ("." if roll > 0.93 else "")
    roll = c.rng.random()
    return text.lower() if roll < 0.06 else text.upper() if roll < 0.1 else text


def _ordinal(shape: str) -> bool:
    return shape.startswith(("{o} of", "{w} of"))


def _in_words(c: Cast, d: dt.date, shapes: written_days.Shapes, key: str) -> Marked:
    """The article of "the 3rd of May" is not part of the date."""
    shape = written_days.usual(c, key, shapes)
    held = mark(written_days.written(c, shape, d), Entity.DATE)
    return join("the ", held) if _ordinal(shape) and c.chance(0.9) else join(held)


def _date(c: Cast, spec: str) -> Piece:
    d = _day(c, spec)
    name = holiday_on(d)
    if name and c.chance(0.35):
        return mark(name, Entity.DATE)
    roll = c.rng.random()
    if roll < 0.48:
        held: Piece = mark(written_days.full(c, d), Entity.DATE)
    elif roll < 0.58:
        held = _in_words(c, d, written_days.WORDS, "words")
    elif roll < 0.77:
        held = mark(written_days.written(c, written_days.usual(c, "short", written_days.SHORT), d), Entity.DATE)
    elif roll < 0.94:
        held = _in_words(c, d, written_days.DAY_MONTH, "day and month")
    elif roll < 0.99:
        held = mark(written_days.written(c, written_days.choose(c, written_days.MONTH_YEAR), d), Entity.DATE)
    else:
        return join("the ", mark(written_days.written(c, "{o}", d), Entity.DATE))
    return _with_weekday(c, d, held)


def _with_weekday(c: Cast, d: dt.date, held: Piece) -> Piece:
    roll = c.rng.random()
    if roll < 0.04:
        return join(weekday(c, d), c.pick((", ", " ", " ")), held)
    if roll < 0.055:
        return join(held, f" ({weekday(c, d)})")
    return join(f"({weekday(c, d)}) ", held) if roll < 0.06 else held


def _full(c: Cast, spec: str) -> Piece:
    d = _day(c, spec)
    held: Piece = mark(written_days.full(c, d), Entity.DATE)
    return join(weekday(c, d), ", ", held) if c.chance(0.03) else held


def _text(c: Cast, spec: str) -> Piece:
    d = _day(c, spec)
    if c.chance(0.5):
        return _in_words(c, d, written_days.DAY_MONTH, "day and month")
    return _in_words(c, d, written_days.WORDS, "words")


def _dob(c: Cast, _: str) -> Piece:
    born = patient.birth(c)
    digits = written_days.written(c, written_days.usual(c, "numeric", written_days.NUMERIC), born)
    return mark(digits if c.chance(0.75) else written_days.full(c, born), Entity.BIRTH_DATE_TIME)


def _year(c: Cast, spec: str) -> Piece:
    year = c.day.year + (int(spec) if spec else 0)
    roll = c.rng.random()
    text = str(year) if roll < 0.93 else f"'{year % 100:02d}" if roll < 0.97 else f"’{year % 100:02d}"
    return mark(text, Near.YEAR)


def _years(c: Cast, spec: str) -> Piece:
    """Spans of years: the 1990s, 1998-2004, the early '80s."""
    year = c.day.year + (int(spec) if spec else -c.rng.randint(3, 40))
    ten = year // 10 * 10
    roll = c.rng.random()
    if roll < 0.55:
        text = c.pick(
            (f"{ten}s", f"{ten}s", f"{ten}'s", f"'{ten % 100:02d}s", f"{ten % 100:02d}s", f"{ten % 100:02d}'s")
        )
        return join(c.pick(("the ", "the ", "the early ", "the late ", "the mid ", "the mid-")), mark(text, Near.YEAR))
    later = year + c.rng.randint(1, 9)
    end = str(later) if roll < 0.85 or later // 100 != year // 100 else f"{later % 100:02d}"
    return join(mark(str(year), Near.YEAR), c.pick(("-", "-", " - ", "–", " to ", "/")), mark(end, Near.YEAR))


def _range(c: Cast, spec: str) -> Piece:
    first = _day(c, spec)
    last = first + dt.timedelta(days=c.rng.choice((1, 2, 3, 3, 4, 5, 6, 8, 10, 14, 21, 30)))
    roll = c.rng.random()
    if roll < 0.25 and first.month == last.month:
        return _within_month(c, first, last)
    if roll < 0.33:
        return _listed(c, first)
    kind, shapes = _RANGED[0 if roll < 0.6 else 1 if roll < 0.8 else 2 if roll < 0.93 else 3]
    shape = written_days.usual(c, f"range {kind}", shapes)
    a = written_days.written(c, shape, first)
    b = written_days.written(c, _WITH_YEAR[shape] if shape in _WITH_YEAR and c.chance(0.3) else shape, last)
    if c.chance(0.62):
        dash = c.pick(("-", "-", "-", " - ", " - ", "–", " – ", "—"))
        # A dash between dates that contain dashes has spaces around it.
        dash = " - " if "-" in a and dash.strip() == dash and c.chance(0.8) else dash
        return mark(f"{a}{dash}{b}", Entity.DATE)
    before, between = c.pick(_BETWEEN)
    return join(before, mark(a, Entity.DATE), between, mark(b, Entity.DATE))


def _within_month(c: Cast, first: dt.date, last: dt.date) -> Piece:
    month = written_days.written(c, written_days.choose(c, {"{B}": 6, "{b}": 3, "{b}.": 1}), first)
    dash = c.pick(("-", "-", " - ", "–", "-"))
    roll = c.rng.random()
    if roll < 0.4:
        tail = "" if c.chance(0.5) else f", {first.year}"
        return mark(f"{month} {first.day}{dash}{last.day}{tail}", Entity.DATE)
    if roll < 0.5:
        return mark(f"{first.day}{dash}{last.day} {month} {first.year}", Entity.DATE)
    if roll < 0.6:
        ends = written_days.written(c, "{o}", first), written_days.written(c, "{o}", last)
        return mark(f"{month} {ends[0]}{dash}{ends[1]}", Entity.DATE)
    if roll < 0.75:
        return mark(f"{first.month}/{first.day}{dash}{last.day}", Entity.DATE)
    if roll < 0.85:
        return mark(f"{first.month}/{first.day}{dash}{last.day}/{first.year % 100:02d}", Entity.DATE)
    start, between, end = c.pick(_TO_THE)
    held = [mark(written_days.written(c, shape, d), Entity.DATE) for shape, d in ((start, first), (end, last))]
    return join(held[0], between, held[1])


def _listed(c: Cast, first: dt.date) -> Piece:
    """4/14, 4/16 and 4/18"""
    shape = written_days.choose(c, written_days.SHORT if c.chance(0.7) else written_days.DAY_MONTH)
    step = c.rng.randint(1, 7)
    dates = [first + dt.timedelta(days=n * step) for n in range(c.rng.randint(2, 4))]
    held = [mark(written_days.written(c, shape, d), Entity.DATE) for d in dates]
    if len(held) == 2:
        return join(*held, sep=c.pick((" and ", " & ", ", ", " or ", " + ")))
    return join(join(*held[:-1], sep=", "), c.pick((" and ", ", ", ", and ", " & ")), held[-1])


def _holiday(c: Cast, spec: str) -> Piece:
    name = c.pick(_HOLIDAYS)
    year = c.day.year - c.rng.choice((0, 0, 1, 2, 5))
    roll = c.rng.random()
    article = "the " if name.startswith("the ") else ""
    name = name.removeprefix("the ")
    tail = f" {year}" if roll < 0.14 else f" of {year}" if roll < 0.18 else f", {year}" if roll < 0.2 else ""
    extra = c.pick((" weekend", " dinner", " morning", " week")) if 0.2 < roll < 0.26 else ""
    return join(article, mark(name + tail, Entity.DATE), extra)


def _season(c: Cast, spec: str) -> Piece:
    year = mark(str(c.day.year + (int(spec) if spec else -c.rng.choice((0, 0, 1, 1, 2, 4, 9)))), Near.YEAR)
    name = c.pick(("spring", "summer", "fall", "autumn", "winter", "summer", "fall"))
    early = c.pick(("", "", "", "early ", "late ", "mid-"))
    return join(f"{early}{name}", c.pick((" of ", " ", " of ")), year)


def _quarter(c: Cast, _: str) -> Piece:
    year, n = c.day.year - c.rng.randint(0, 4), c.rng.randint(1, 4)
    return c.pick((f"Q{n} {year}", f"{n}Q{year % 100:02d}", f"Q{n} FY{year % 100:02d}", f"{year} Q{n}"))


def _month(c: Cast, d: dt.date) -> str:
    return written_days.written(c, written_days.usual(c, "month and year", written_days.MONTH_YEAR), d)


FIELDS: Mapping[str, Field] = {
    "date": _date,
    "fulldate": _full,
    "numdate": _marked(lambda c, d: written_days.written(c, written_days.usual(c, "numeric", written_days.NUMERIC), d)),
    "textdate": _text,
    "shortdate": _marked(lambda c, d: written_days.written(c, written_days.usual(c, "short", written_days.SHORT), d)),
    "dob": _dob,
    "month": _marked(_month),
    "monthonly": _marked(lambda c, d: written_days.written(c, written_days.choose(c, written_days.MONTH), d)),
    "year": _year,
    "years": _years,
    "daterange": _range,
    "holiday": _holiday,
    "season": _season,
    "quarter": _quarter,
    "weekday": lambda c, spec: weekday(c, _day(c, spec)),
    **clocks.FIELDS,
    **time_spans.FIELDS,
    **ages.FIELDS,
}
