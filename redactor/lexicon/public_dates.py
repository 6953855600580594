"""Hold public dates of the US calendar: holidays, daylight saving, the pandemic, vaccines, seasons, coding systems.

Rates by month are rounded from public counts: doses and cases from CDC's COVID Data Tracker, influenza vaccinations
from CDC FluVaxView, respiratory illness from ILINet. They are coarse on purpose: a site differs from the country.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

_DAY = dt.timedelta(days=1)


def _nth_weekday(year: int, month: int, weekday: int, n: int) -> dt.date:
    """Return the n-th such weekday (Monday 0) of a month; n = -1 gives the last."""
    if n > 0:
        first = dt.date(year, month, 1)
        return first + dt.timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))
    last = dt.date(year + month // 12, month % 12 + 1, 1) - _DAY
    return last - dt.timedelta(days=(last.weekday() - weekday) % 7)


def _observed(day: dt.date) -> dt.date:
    """Return the day on which a holiday is observed: for a Saturday the day before, for a Sunday the day after."""
    return day - _DAY if day.weekday() == 5 else day + _DAY if day.weekday() == 6 else day


@cache
def closed_days(year: int) -> Mapping[dt.date, float]:
    """Return how far elective care rests, in (0, 1], on working days at the federal holidays of a year.

    1: nearly all offices are closed; less on holidays that many do not keep, and on the days around others.
    """
    thanksgiving = _nth_weekday(year, 11, 3, 4)
    found = {
        dt.date(year, 12, 24): 0.5,
        dt.date(year, 12, 26): 0.3,
        dt.date(year, 12, 31): 0.4,
        _observed(dt.date(year, 1, 1)): 1.0,
        _nth_weekday(year, 1, 0, 3): 0.5,  # Martin Luther King
        _nth_weekday(year, 2, 0, 3): 0.4,  # Washington
        _nth_weekday(year, 5, 0, -1): 1.0,
        _observed(dt.date(year, 7, 4)): 1.0,
        _nth_weekday(year, 9, 0, 1): 1.0,
        _nth_weekday(year, 10, 0, 2): 0.3,  # Columbus
        _observed(dt.date(year, 11, 11)): 0.3,
        thanksgiving - _DAY: 0.25,
        thanksgiving: 1.0,
        thanksgiving + _DAY: 0.8,
        _observed(dt.date(year, 12, 25)): 1.0,
    }
    if dt.date(year + 1, 1, 1).weekday() == 5:
        found[dt.date(year, 12, 31)] = 1.0  # the next New Year is observed in this year
    if year >= 2021:
        found[_observed(dt.date(year, 6, 19))] = 0.5
    return MappingProxyType({day: share for day, share in found.items() if day.weekday() < 5 and day.year == year})


@cache
def named_holidays(year: int) -> Mapping[dt.date, str]:
    """Return the days that texts call by a name, with the name that people use; without Easter."""
    return MappingProxyType({
        dt.date(year, 1, 1): "New Year's Day",
        dt.date(year, 2, 14): "Valentine's Day",
        dt.date(year, 3, 17): "St. Patrick's Day",
        _nth_weekday(year, 5, 6, 2): "Mother's Day",
        _nth_weekday(year, 5, 0, -1): "Memorial Day",
        _nth_weekday(year, 6, 6, 3): "Father's Day",
        dt.date(year, 7, 4): "the Fourth of July",
        _nth_weekday(year, 9, 0, 1): "Labor Day",
        dt.date(year, 10, 31): "Halloween",
        _nth_weekday(year, 11, 3, 4): "Thanksgiving",
        dt.date(year, 12, 24): "Christmas Eve",
        dt.date(year, 12, 25): "Christmas",
        dt.date(year, 12, 31): "New Year's Eve",
    })  # fmt: skip


def is_daylight(day: dt.date) -> bool:
    """Return whether US clocks are an hour ahead on this day (on the two days of the change: as at noon)."""
    begin, end = _daylight_period(day.year)
    return begin <= day < end


@cache
def _daylight_period(year: int) -> tuple[dt.date, dt.date]:
    if year >= 2007:
        return _nth_weekday(year, 3, 6, 2), _nth_weekday(year, 11, 6, 1)
    if year >= 1987:
        return _nth_weekday(year, 4, 6, 1), _nth_weekday(year, 10, 6, -1)
    return _nth_weekday(year, 4, 6, -1), _nth_weekday(year, 10, 6, -1)


ICD_10_SINCE = dt.date(2015, 10, 1)
"""From this day on US claims are coded in ICD-10-CM; before it they were coded in ICD-9-CM."""

_NEW_CODES = {
    "2016-10-01": "E11.3211 I16.0 I16.1 I16.9 K55.30 M26.609 N42.30",
    "2017-10-01": "E11.10 I27.20 I50.810 K56.609",
    "2018-10-01": "F53.0 G71.00 K82.A1 T81.40XA Z13.30 Z20.821",
    "2019-10-01": "I26.93 I48.11 I48.20 I80.241 I82.451 L89.006 R11.15 Z86.002",
    "2020-10-01": "D57.03 F10.130 G96.00 K20.80 K20.90 N18.30 N18.31 N18.32 R51.0 R51.9",
    "2021-01-01": "J12.82 M35.81 Z11.52 Z20.822 Z86.16",
    "2021-10-01": "F32.A G44.86 K22.81 M54.50 M54.51 M54.59 R05.1 R05.2 R05.3 R05.9 R63.30 U09.9 Z55.5",
    "2022-10-01": "E87.20 F01.A0 G93.31 I25.112 K76.82 N80.00",
    "2023-10-01": "E74.05 E88.810 G20.A1 G20.A2 G20.B1 G20.B2 G20.C I47.10 J44.81 J44.89 K63.8211 N02.B1",
    "2024-10-01": "C81.9A E10.A0 E66.811 E66.812 E66.813 E66.89 F50.010 L29.81",
}
_DROPPED_CODES = {
    "2017-10-01": "I27.2 E85.8 K56.60 K56.69",
    "2019-10-01": "I48.1 I48.2",
    "2020-10-01": "N18.3 R51 K20.8 K20.9 G96.0",
    "2021-10-01": "M54.5 R05 R63.3 K22.8",
    "2022-10-01": "E87.2",
    "2023-10-01": "G20 I47.1 J44.8",
    "2024-10-01": "E66.8 L29.8",
}


def _by_code(days: Mapping[str, str]) -> Mapping[str, dt.date]:
    return MappingProxyType({code: dt.date.fromisoformat(day) for day, codes in days.items() for code in codes.split()})


CODES_SINCE = _by_code(_NEW_CODES)
"""Gives the first day of each code of ICD-10-CM that came since 2016."""
CODES_UNTIL = _by_code(_DROPPED_CODES)
"""Gives the first day without each code of ICD-10-CM that was split up."""

_COVID = "U07.1 U071 840539006 1119302008 882784691000119100 189486241000119100 C3-COVID"
COVID_DIAGNOSES = frozenset(_COVID.split())
_COVID_TESTS = "94500-6 94309-2 94531-1 94534-5 94558-4 94559-2 94759-8 95406-5 96119-3 97097-0"
COVID_TESTS = frozenset(_COVID_TESTS.split())
COVID_SINCE = dt.date(2020, 3, 1)
# Per month from March 2020, relative: cases, including what home tests hid; then a level that stays.
COVID_CASES = (
    1, 4, 3, 4, 8, 6, 6, 12, 25, 35, 33, 13, 10, 10, 5, 2, 6, 20, 22, 14, 13, 30, 70, 15, 5, 7, 15, 16, 20, 18, 11, 8,
    9, 12, 9, 7, 5, 3, 2, 2, 3, 6, 7, 6, 7, 9, 10, 6, 4, 2, 2, 4, 7, 8, 6, 4, 3, 4, 5,
)  # fmt: skip
COVID_CASES_LATER = 3.0
COVID_VACCINE_SINCE = dt.date(2020, 12, 14)
# Per month from December 2020, relative: doses.
COVID_DOSES = (
    3, 25, 42, 73, 85, 52, 28, 17, 22, 22, 26, 33, 33, 22, 9, 6, 8, 7, 5, 5, 5, 12, 16, 9, 5, 3, 2, 2, 3, 2, 1, 1, 1, 5,
    9, 5, 3, 2, 1, 1, 1, 1, 1, 1, 2, 7, 8, 4, 2,
)  # fmt: skip
COVID_DOSES_LATER = 1.5
_COVID_VACCINES = {
    "2020-12-14": "207 208", "2021-03-01": "212 210 211 213", "2021-10-29": "218", "2021-11-03": "217",
    "2022-06-17": "219 228 227 221", "2022-09-01": "229 300", "2022-10-12": "301 230", "2022-12-08": "302",
    "2023-09-12": "308 309 310 311 312 313",
}  # fmt: skip
COVID_VACCINES = _by_code(_COVID_VACCINES)
"""Gives the first day on which each CVX code was used."""
LOCKDOWN = (dt.date(2020, 3, 16), dt.date(2020, 5, 17))
LOCKDOWN_VISITS = 0.4  # of the usual number of elective visits

_FLU_VACCINES = "15 16 88 111 135 140 141 144 149 150 153 155 158 161 166 168 171 185 186 197 205"
FLU_VACCINES = frozenset(_FLU_VACCINES.split())
# Relative, January to December.
FLU_SHOTS = (4, 2, 1, 0.3, 0.2, 0.2, 0.5, 4, 22, 38, 19, 9)
RESPIRATORY = (16, 15, 11, 7, 5, 4, 3, 4, 6, 7, 9, 13)
FLU_ILLNESS = (24, 25, 15, 5, 2, 1, 0.5, 0.5, 1, 2, 6, 18)
POLLEN = (3, 4, 9, 17, 19, 12, 7, 8, 10, 6, 3, 2)
_RESPIRATORY = "195662009 444814009 10509002 54150009 43878008 82272006 275498002 233604007"
RESPIRATORY_CODES = frozenset(_RESPIRATORY.split())
RESPIRATORY_ICD = ("J00", "J01", "J02", "J04", "J06", "J18", "J20", "J21", "J22", "460", "461", "465", "466", "486")
FLU_CODES = frozenset({"6142004", "442696006", "55604004"})
FLU_ICD = ("J09", "J10", "J11", "487", "488")
POLLEN_CODES = frozenset({"21719001", "367498001"})
POLLEN_ICD = ("J30.1", "J30.2", "477.0")
