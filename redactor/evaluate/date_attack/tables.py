"""The public dates of `redactor.lexicon.public_dates` as tables over the days, with a mean of 1 where they apply."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import cache

import numpy as np

from redactor.dates.holidays import easter
from redactor.evaluate.date_attack.calendar import FIRST, LAST, Floats, days_table, parts_of_days
from redactor.lexicon import public_dates

_YEARS = range(dt.date.fromordinal(FIRST).year, dt.date.fromordinal(LAST).year + 1)
_YEAR = 365.25
_PANDEMIC = (dt.date(2018, 1, 1).toordinal() - FIRST, dt.date(2026, 1, 1).toordinal() - FIRST)


def _scaled(table: Floats, where: slice = slice(None)) -> Floats:
    found: Floats = table / table[where].mean()
    return found


@cache
def firsts() -> Floats:
    """The first day of any month."""
    return _scaled((parts_of_days()[2] == 1).astype(float))


@cache
def middles() -> Floats:
    """The fifteenth of any month."""
    return _scaled((parts_of_days()[2] == 15).astype(float))


@cache
def lasts() -> Floats:
    """The last day of any month."""
    return np.roll(firsts(), -1)


def yearly(*days: tuple[int, int]) -> Floats:
    """These days (month, day) of every year."""
    _, month, day, _ = parts_of_days()
    hit = np.zeros(len(month), dtype=bool)
    for m, d in days:
        hit |= (month == m) & (day == d)
    return _scaled(hit.astype(float))


@cache
def offices(open_on_holidays: float) -> Floats:
    """Visits of a working day, with so large a share of them where offices are closed.

    Each weekday has a mean of 1: a shift of whole weeks leaves it, so that it tells nothing.
    """
    table = np.ones(LAST - FIRST + 1)
    for year in _YEARS:
        for day, closed in public_dates.closed_days(year).items():
            if FIRST <= day.toordinal() <= LAST:
                table[day.toordinal() - FIRST] = 1 - closed * (1 - open_on_holidays)
    weekday = parts_of_days()[3]
    means = np.array([table[slice(*_PANDEMIC)][weekday[slice(*_PANDEMIC)] == i].mean() for i in range(7)])
    return np.asarray(table / means[weekday])


@cache
def named_holidays() -> Floats:
    """Days that texts call by a name."""
    table = np.zeros(LAST - FIRST + 1)
    for year in _YEARS:
        for day in (*public_dates.named_holidays(year), easter(year)):
            if FIRST <= day.toordinal() <= LAST:
                table[day.toordinal() - FIRST] = 1.0
    return _scaled(table)


def around(month: int, day: int, before: int, after: int) -> Floats:
    """The days from so many before a day of each year to so many after it."""
    table = np.zeros(LAST - FIRST + 1)
    for year in _YEARS:
        at = dt.date(year, month, day).toordinal() - FIRST
        table[max(0, at - before) : max(0, at + after + 1)] = 1.0
    return _scaled(table)


@cache
def daylight() -> Floats:
    """1 where US clocks are an hour ahead, else 0."""
    return days_table(lambda day: float(public_dates.is_daylight(day)))


def season(months: Sequence[float]) -> Floats:
    """A rate of each month, January first."""
    _, month, _, _ = parts_of_days()
    return _scaled(np.array(months)[month - 1], slice(*_PANDEMIC))


def _monthly(since: dt.date, months: Sequence[float], later: float, begin: dt.date) -> Floats:
    """Rates of the months from `since` on, nothing before `begin`. Relative to eight years around the pandemic."""
    year, month, _, _ = parts_of_days()
    index = (year - since.year) * 12 + month - since.month
    table = np.where(index < len(months), np.array(months)[np.clip(index, 0, len(months) - 1)], later)
    return _scaled(np.where(np.arange(FIRST, LAST + 1) < begin.toordinal(), 0.0, table), slice(*_PANDEMIC))


@cache
def covid_cases() -> Floats:
    """Cases of COVID-19."""
    since = public_dates.COVID_SINCE
    return _monthly(since, public_dates.COVID_CASES, public_dates.COVID_CASES_LATER, since)


@cache
def covid_doses(begin: dt.date) -> Floats:
    """Doses of a vaccine that was in use from `begin`."""
    since = public_dates.COVID_VACCINE_SINCE.replace(day=1)
    return _monthly(since, public_dates.COVID_DOSES, public_dates.COVID_DOSES_LATER, begin)


@cache
def lockdown() -> Floats:
    """Elective visits, few of them in the spring of 2020."""
    table = np.ones(LAST - FIRST + 1)
    begin, end = (day.toordinal() - FIRST for day in public_dates.LOCKDOWN)
    table[begin:end] = public_dates.LOCKDOWN_VISITS
    return _scaled(table, slice(*_PANDEMIC))


@cache
def from_day(begin: dt.date) -> Floats:
    """Any day from `begin` on."""
    return np.where(np.arange(FIRST, LAST + 1) >= begin.toordinal(), 2.0, 0.0)


@cache
def until_day(end: dt.date) -> Floats:
    """Any day before `end`."""
    return np.where(np.arange(FIRST, LAST + 1) < end.toordinal(), 2.0, 0.0)
