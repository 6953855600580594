"""Find the names of holidays in text, and compute their days where a rule gives them.

Easter follows the Gregorian computus (Meeus, Astronomical Algorithms, ch. 8), Jewish holidays the arithmetic Hebrew
calendar (Reingold and Dershowitz, Calendrical Calculations). Holidays that follow an observed moon are found, but their
days are not computed.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from redactor.dates.grammar import YEAR, S, scan_pattern

_DayRule = Callable[[int], dt.date]


def _nth_weekday(month: int, weekday: int, n: int) -> _DayRule:
    """Return the rule for the n-th such weekday (Monday is 0) of a month; n = -1 means the last one."""

    def day_of(year: int) -> dt.date:
        if n > 0:
            first = dt.date(year, month, 1)
            return first + dt.timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))
        last = dt.date(year, month, 31)  # used only for May
        return last - dt.timedelta(days=(last.weekday() - weekday) % 7)

    return day_of


def easter(year: int) -> dt.date:
    """Return Western Easter Sunday of a year."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * k) // 451
    month, day = divmod(h + k - 7 * m + 114, 31)
    return dt.date(year, month, day + 1)


def _hebrew_elapsed(year: int) -> int:
    """Return the days from the Hebrew epoch to 1 Tishri of a Hebrew year, before the postponements that adjacent years
    cause.
    """
    months = (235 * year - 234) // 19
    parts = 12084 + 13753 * months
    day = 29 * months + parts // 25920
    return day + 1 if (3 * (day + 1)) % 7 < 3 else day


def rosh_hashanah(year: int) -> dt.date:
    """Return the day of 1 Tishri in a Gregorian year."""
    hebrew = year + 3761
    before, here, after = (_hebrew_elapsed(y) for y in (hebrew - 1, hebrew, hebrew + 1))
    late = 2 if after - here == 356 else 1 if here - before == 382 else 0
    # The Hebrew epoch is 7 October 3761 BCE (Julian), 1,373,427 days before 1 January of year 1.
    return dt.date.fromordinal(here + late - 1373427)


def _passover(year: int) -> dt.date:
    # 15 Nisan is always 163 days before the next 1 Tishri.
    return rosh_hashanah(year) - dt.timedelta(days=163)


def _hanukkah(year: int) -> dt.date:
    start = rosh_hashanah(year)
    length = (rosh_hashanah(year + 1) - start).days
    # 25 Kislev: Tishri has 30 days, Heshvan 30 in complete years (355 or 385 days) and else 29.
    return start + dt.timedelta(days=84 if length % 10 == 5 else 83)


def _days_from(base: _DayRule, days: int) -> _DayRule:
    return lambda year: base(year) + dt.timedelta(days=days)


_THANKSGIVING: Final = _nth_weekday(11, 3, 4)
_SPACES: Final = rf"{S}{{1,2}}"
# An expression, with a fixed (month, day), a rule by year, or None if no rule gives the day.
_HOLIDAYS: Final[tuple[tuple[str, tuple[int, int] | _DayRule | None], ...]] = (
    (rf"christmas{_SPACES}eve|xmas{_SPACES}eve", (12, 24)),
    (rf"(?:christmas|xmas)(?:{_SPACES}day)?", (12, 25)),
    (rf"boxing{_SPACES}day", (12, 26)),
    (rf"new{_SPACES}year(?:'?s)?'?{_SPACES}eve", (12, 31)),
    (rf"new{_SPACES}year(?:'?s)?'?{_SPACES}day|new{_SPACES}year's", (1, 1)),
    (
        rf"(?:martin{_SPACES}luther{_SPACES}king(?:,?{_SPACES}jr\.?)?|mlk)(?:'s)?(?:{_SPACES}jr\.?)?{_SPACES}day",
        _nth_weekday(1, 0, 3),
    ),
    (rf"groundhog{_SPACES}day", (2, 2)),
    (rf"(?:st\.?{_SPACES}|saint{_SPACES})?valentine'?s?'?{_SPACES}day", (2, 14)),
    (rf"president'?s?'?{_SPACES}day", _nth_weekday(2, 0, 3)),
    (rf"mardi{_SPACES}gras", _days_from(easter, -47)),
    (rf"ash{_SPACES}wednesday", _days_from(easter, -46)),
    (rf"(?:st\.?|saint){_SPACES}patrick'?s?'?{_SPACES}day", (3, 17)),
    (rf"april{_SPACES}fools?'?s?'?(?:{_SPACES}day)?", (4, 1)),
    (rf"palm{_SPACES}sunday", _days_from(easter, -7)),
    (rf"good{_SPACES}friday", _days_from(easter, -2)),
    (rf"easter{_SPACES}monday", _days_from(easter, 1)),
    (rf"easter{_SPACES}eve", _days_from(easter, -1)),
    (rf"easter(?:{_SPACES}sunday)?", easter),
    (rf"cinco{_SPACES}de{_SPACES}mayo", (5, 5)),
    (rf"mother'?s?'?{_SPACES}day", _nth_weekday(5, 6, 2)),
    (rf"memorial{_SPACES}day", _nth_weekday(5, 0, -1)),
    ("juneteenth", (6, 19)),
    (rf"father'?s?'?{_SPACES}day", _nth_weekday(6, 6, 3)),
    (rf"canada{_SPACES}day", (7, 1)),
    (rf"(?:independence{_SPACES}day|(?:4th|fourth){_SPACES}of{_SPACES}july)", (7, 4)),
    (rf"bastille{_SPACES}day", (7, 14)),
    (rf"labou?r{_SPACES}day", _nth_weekday(9, 0, 1)),
    (rf"columbus{_SPACES}day|indigenous{_SPACES}peoples?'?s?'?{_SPACES}day", _nth_weekday(10, 0, 2)),
    (r"hallowe'?en", (10, 31)),
    (rf"veterans?'?s?'?{_SPACES}day", (11, 11)),
    (rf"thanksgiving{_SPACES}eve", _days_from(_THANKSGIVING, -1)),
    (rf"thanksgiving(?:{_SPACES}day)?", _THANKSGIVING),
    (rf"black{_SPACES}friday", _days_from(_THANKSGIVING, 1)),
    (rf"cyber{_SPACES}monday", _days_from(_THANKSGIVING, 4)),
    ("kwanzaa", (12, 26)),
    (rf"rosh{_SPACES}ha-?shanah?", rosh_hashanah),
    (rf"yom{_SPACES}kipp?ur", _days_from(rosh_hashanah, 9)),
    ("sukkot", _days_from(rosh_hashanah, 14)),
    ("c?hanuk?kah?", _hanukkah),
    ("purim", _days_from(_passover, -30)),
    ("passover|pesach", _passover),
    (
        rf"ramadan|eid(?:{S}(?:al|ul)?[- ]?(?:fitr|adha))?|diwali|deepavali"
        rf"|(?:lunar|chinese){_SPACES}new{_SPACES}year(?:'s)?",
        None,
    ),
)
_DAY_BESIDE: Final = rf"(?:the{S})?(?P<edge>(?P<count>day|week){S}(?P<side>after|before)|eve{S}of){S}"
_YEAR_AFTER: Final = rf"(?:,?{S}{{1,2}}(?:(?:of|in){S})?(?P<y>{YEAR}|'[0-9]{{2}}))?"
EXPRESSION: Final = (
    rf"\b(?:{_DAY_BESIDE})?(?:"
    + "|".join(f"(?P<h{i}>{e})" for i, (e, _) in enumerate(_HOLIDAYS))
    + rf")\b{_YEAR_AFTER}"
)
SCAN: Final = scan_pattern(EXPRESSION)
_PARSE: Final = re.compile(EXPRESSION, re.IGNORECASE)
_PHRASE_BEFORE: Final = re.compile(r"\b(?:the|this|last|next|every|each|over|around|for)\s+\Z", re.IGNORECASE)
_PHRASE_AFTER: Final = re.compile(
    r"\s+(?:weekends?|holidays?|dinners?|lunch|meals?|part(?:y|ies)|breaks?|weeks?|seasons?|gatherings?|parades?|morning"
    r"|evening|night|time)\b|['’]s\b",
    re.IGNORECASE,
)
_ANY_YEAR: Final = 2023  # the year of fixed holidays whose year is unknown; not a leap year


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday that a text names.

    year: as stated ("2024", "'24"), or None. day: gives the date in a year of four digits, or None if no rule gives it.
    """

    year: str | None
    day: Callable[[int | None], dt.date | None]


def is_holiday_in_phrase(value: str, before: str, after: str) -> bool:
    """Tell whether a holiday stands in a phrase where a month and day would not: "over Thanksgiving weekend"."""
    if _PHRASE_BEFORE.search(before) is None and _PHRASE_AFTER.match(after) is None:
        return False
    return read_holiday(value) is not None


def read_holiday(value: str) -> Holiday | None:
    """Parse a holiday, with an optional "day after" and year; None if the value is no holiday."""
    # The form of a date includes the full stop of "the Fourth of July.".
    found = _PARSE.fullmatch(value.removesuffix("."))
    if found is None:
        return None
    rule = next(rule for i, (_, rule) in enumerate(_HOLIDAYS) if found[f"h{i}"])
    offset = 0
    if found["edge"]:
        length = 7 if (found["count"] or "").lower() == "week" else 1
        offset = length if (found["side"] or "").lower() == "after" else -length

    def day(year: int | None) -> dt.date | None:
        try:
            if rule is None:
                return None
            if isinstance(rule, tuple):
                base = dt.date(_ANY_YEAR if year is None else year, *rule)
            elif year is None:
                return None
            else:
                base = rule(year)
            return base + dt.timedelta(days=offset)
        except (ValueError, OverflowError):
            return None

    return Holiday(found["y"], day)
