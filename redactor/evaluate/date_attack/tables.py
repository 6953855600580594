"""Turn the public dates of `redactor.lexicon.public_dates` into tables over the days, with a mean of 1 where they
apply.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import cache

import numpy as np

from redactor.dates.holidays import easter
from redactor.evaluate.date_attack.calendar import FIRST, LAST, Floats, day_parts, table_of_days
from redactor.lexicon import public_dates

_YEARS = range(dt.date.fromordinal(FIRST).year, dt.date.fromordinal(LAST).year + 1)
_YEAR = 365.25
_PANDEMIC = (dt.date(2018, 1, 1).toordinal() - FIRST, dt.date(2026, 1, 1).toordinal() - FIRST)


def _with_mean_1(table: Floats, where: slice = slice(None)) -> Floats:
    found: Floats = table / table[where].mean()
    return found


@cache
def first_days() -> Floats:
    """Return the table of the first day of each month."""
    return _with_mean_1((day_parts()[2] == 1).astype(float))


@cache
def fifteenth_days() -> Floats:
    """Return the table of the fifteenth day of each month."""
    return _with_mean_1((day_parts()[2] == 15).astype(float))


@cache
def last_days() -> Floats:
    """Return the table of the last day of each month."""
    return np.roll(first_days(), -1)


def days_of_each_year(*days: tuple[int, int]) -> Floats:
    """Return the table of these days (month, day) of every year."""
    _, month, day, _ = day_parts()
    hit = np.zeros(len(month), dtype=bool)
    for m, d in days:
        hit |= (month == m) & (day == d)
    return _with_mean_1(hit.astype(float))


@cache
def office_visits(open_on_holidays: float) -> Floats:
    """Return the table of visits to offices, of which this share takes place on days when offices are closed.

    Each weekday has a mean of 1, since a shift of whole weeks keeps weekdays, so that they say nothing.
    """
    table = np.ones(LAST - FIRST + 1)
    for year in _YEARS:
        for day, closed in public_dates.closed_days(year).items():
            if FIRST <= day.toordinal() <= LAST:
                table[day.toordinal() - FIRST] = 1 - closed * (1 - open_on_holidays)
    weekday = day_parts()[3]
    means = np.array([table[slice(*_PANDEMIC)][weekday[slice(*_PANDEMIC)] == i].mean() for i in range(7)])
    return np.asarray(table / means[weekday])


@cache
def named_holidays() -> Floats:
    """Return the table of the days that texts call by a name."""
    table = np.zeros(LAST - FIRST + 1)
    for year in _YEARS:
        for day in (*public_dates.named_holidays(year), easter(year)):
            if FIRST <= day.toordinal() <= LAST:
                table[day.toordinal() - FIRST] = 1.0
    return _with_mean_1(table)


def days_around(month: int, day: int, before: int, after: int) -> Floats:
    """Return the table of the days from so many before a day of each year to so many after it."""
    table = np.zeros(LAST - FIRST + 1)
    for year in _YEARS:
        at = dt.date(year, month, day).toordinal() - FIRST
        table[max(0, at - before) : max(0, at + after + 1)] = 1.0
    return _with_mean_1(table)


@cache
def daylight_saving() -> Floats:
    """Return a table that is 1 where US clocks are an hour ahead, else 0."""
    return table_of_days(lambda day: float(public_dates.is_daylight(day)))


def monthly_rates(months: Sequence[float]) -> Floats:
    """Return the table of a rate for each month, January first."""
    _, month, _, _ = day_parts()
    return _with_mean_1(np.array(months)[month - 1], slice(*_PANDEMIC))


def _rates_since(since: dt.date, months: Sequence[float], later: float, begin: dt.date) -> Floats:
    """Return the table of rates for the months from `since` on, zero before `begin`, relative to eight years around
    the pandemic.
    """
    year, month, _, _ = day_parts()
    index = (year - since.year) * 12 + month - since.month
    table = np.where(index < len(months), np.array(months)[np.clip(index, 0, len(months) - 1)], later)
    return _with_mean_1(np.where(np.arange(FIRST, LAST + 1) < begin.toordinal(), 0.0, table), slice(*_PANDEMIC))


@cache
def covid_cases() -> Floats:
    """Return the table of cases of COVID-19."""
    since = public_dates.COVID_SINCE
    return _rates_since(since, public_dates.COVID_CASES, public_dates.COVID_CASES_LATER, since)


@cache
def covid_doses(begin: dt.date) -> Floats:
    """Return the table of doses of a vaccine that was in use from `begin`."""
    since = public_dates.COVID_VACCINE_SINCE.replace(day=1)
    return _rates_since(since, public_dates.COVID_DOSES, public_dates.COVID_DOSES_LATER, begin)


@cache
def elective_visits() -> Floats:
    """Return the table of elective visits, of which there were few in the spring of 2020."""
    table = np.ones(LAST - FIRST + 1)
    begin, end = (day.toordinal() - FIRST for day in public_dates.LOCKDOWN)
    table[begin:end] = public_dates.LOCKDOWN_VISITS
    return _with_mean_1(table, slice(*_PANDEMIC))


@cache
def days_from(begin: dt.date) -> Floats:
    """Return the table of all days from `begin` on."""
    return np.where(np.arange(FIRST, LAST + 1) >= begin.toordinal(), 2.0, 0.0)


@cache
def days_until(end: dt.date) -> Floats:
    """Return the table of all days before `end`."""
    return np.where(np.arange(FIRST, LAST + 1) < end.toordinal(), 2.0, 0.0)
