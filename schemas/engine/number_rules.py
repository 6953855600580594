"""Recognises numbers that identify by their form: telephone and record numbers, epoch times, dates as integers,
coordinates, ages.

A number of seven or more digits passes only where something says what it counts: a unit, a currency, or the pattern of
a reviewed schema.
"""

from __future__ import annotations

import re

from redactor.dates import parse_day
from redactor.unicode_fold import fold
from schemas.engine.key_names import key_words
from schemas.engine.passed_values import digits_of
from schemas.engine.questions import Question, question_of_key
from schemas.engine.units import is_clock, is_measure, per_year, stays_small

LONG = 7  # digits
MAX_AGE = 90  # years; from here on an age identifies (45 CFR 164.514(b)(2)(i)(C))
_VERY_LONG = 9
_SIGNIFICANT = 7  # digits of a count that was measured; those behind are zeros
_MAX_CLOCK_YEARS = 3  # a duration in seconds is shorter; a time from 1970 is longer
_SHORTEST = 4  # characters; "1e10" is the shortest number of seven digits
_POSITION_DECIMALS = 4  # about ten metres
_MAX_DEGREES = 180
_WEST = 30  # degrees; numbers below -30 with four decimals are longitudes and hardly ever measurements
_LONG_DATE = re.compile("(?:19|20)[0-9]{6}")
_PERCENT = re.compile("(?i)%|percent")
_YEARS = frozenset({"year", "years", "yob", "yr"})
# What names a person or a place wherever it stands: a long run of digits, a social security or telephone number, an
# address of mail, of the web or of a machine, two coordinates.
_IDENTIFYING = re.compile(
    r"(?<![0-9.])[0-9]{7}|(?<![0-9])[0-9]{3}[-. ][0-9]{2}[-. ][0-9]{4}(?![0-9])"
    r"|(?<![0-9])[0-9]{3}[-./) ]{1,2}[0-9]{3}[-. ][0-9]{4}(?![0-9])|(?<![0-9])[0-9]{3}-[0-9]{4}(?![0-9-])"
    r"|(?<![0-9.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.])"
    r"|[^\s@]@[^\s@]+\.[A-Za-z]{2}|[a-z]://"
    r"|-?[0-9]{1,3}\.[0-9]{3,}[°NSEW]?[,;/ ]{1,3}-?[0-9]{1,3}\.[0-9]{3,}|[0-9]{1,3} ?° ?[0-9]{1,2} ?['′]"
)


def years_of(number: str, units: list[str]) -> float | None:
    """Return the most years that a number is under any of its units of time, or None where no unit is one of time."""
    found = [n for unit in units if (n := per_year(unit)) is not None]
    if not found:
        return None
    whole, fraction = digits_of(number)
    return float(f"{whole or 0}.{fraction or 0}") / min(found)


def quantity_identifies(number: str, units: list[str]) -> bool:
    """Tell whether a number with its units identifies by its form; `years_of` tells ages."""
    if len(number) < _SHORTEST:
        return False
    whole, fraction = digits_of(number)
    if len(whole) < LONG:
        if len(fraction) < _POSITION_DECIMALS or not _is_angle(whole):
            return False
        # A ratio or an index without a unit is below ten, a share of a hundred has a unit.
        is_alone = len(whole) > 1 and not any(is_measure(u) or _PERCENT.search(u) for u in units)
        return is_alone or is_longitude(number) or any(_is_degree(u) for u in units)
    if not any(is_measure(u) for u in units) or any(stays_small(u) for u in units):
        return True
    if len(whole) < _VERY_LONG:
        return is_long_date(whole)
    if len(whole.rstrip("0")) > _SIGNIFICANT:
        return True
    return any(is_clock(u) for u in units) and (years_of(number, units) or 0) > _MAX_CLOCK_YEARS


def money_identifies(number: str, currency: object) -> bool:
    """Tell whether an amount of money identifies by its form."""
    whole, _ = digits_of(number)
    if len(whole) < LONG:
        return False
    return not isinstance(currency, str) or (len(whole) >= _VERY_LONG and len(whole.rstrip("0")) > _SIGNIFICANT)


def column_identifies(key: str, number: str, *, is_labelled: bool) -> bool:
    """Tell whether a number of a flat record identifies, by its form and the name of its column.

    `is_labelled` tells that the schema gives a pattern, which says what numbers the reviewer expects.
    """
    whole, fraction = digits_of(number)
    asked = question_of_key(key)
    if asked is Question.POSITION:
        return len(fraction) >= 2 or len(whole) >= LONG - 2
    if asked is Question.AGE:
        units = [unit for unit in key_words(key) if per_year(unit) is not None]
        return (years_of(number, units or ["a"]) or 0) >= MAX_AGE
    if is_labelled:
        return False
    if asked is Question.BIRTH and len(whole) == 4 and not _YEARS.isdisjoint(key_words(key)):
        return True
    if is_longitude(number):
        return True
    return len(whole) >= LONG or (asked in (Question.BIRTH, Question.DATE) and not fraction and is_short_date(whole))


def text_identifies(text: str) -> bool:
    """Tell whether a string that a schema lets pass, without a pattern or a list of values, identifies by its form."""
    return _IDENTIFYING.search(text if text.isascii() else fold(text).text) is not None


def is_short_date(digits: str) -> bool:
    """Tell whether five or six digits can be a date (520314, 31452) or a month (195203)."""
    if len(digits) not in (5, 6):
        return False
    six = digits.zfill(6)
    a, b, c = int(six[:2]), int(six[2:4]), int(six[4:])
    if (1 <= b <= 12 and 1 <= c <= 31) or (1 <= a <= 12 and 1 <= b <= 31) or (1 <= a <= 31 and 1 <= b <= 12):
        return True
    return 1900 <= int(six[:4]) <= 2100 and 1 <= c <= 12


def is_long_date(digits: str) -> bool:
    """Tell whether eight digits are a day of the last and this century, year first.

    Other orders are left to the comparison with known dates: 0.4 % of the counts of seven digits read as one.
    """
    if _LONG_DATE.fullmatch(digits) is None:
        return False
    return parse_day(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}") is not None


def is_angle(number: str) -> bool:
    """Tell whether a number has the form of a latitude or longitude: four decimals, no more than 180."""
    whole, fraction = digits_of(number)
    return len(fraction) >= _POSITION_DECIMALS and _is_angle(whole)


def is_longitude(number: str) -> bool:
    """Tell whether a number has the form of a western longitude."""
    return number.startswith("-") and is_angle(number) and int(digits_of(number)[0] or 0) >= _WEST


def is_position(first: str, second: str) -> bool:
    """Tell whether two numbers without units can be a latitude and a longitude."""
    (a, a_fraction), (b, b_fraction) = digits_of(first), digits_of(second)
    return (
        max(len(a_fraction), len(b_fraction)) >= _POSITION_DECIMALS
        and min(len(a_fraction), len(b_fraction)) >= _POSITION_DECIMALS - 1  # the last one may be a zero
        and _is_angle(a)
        and _is_angle(b)
        and max(len(a), len(b)) > 1
    )


def _is_angle(whole: str) -> bool:
    return len(whole) <= 3 and int(whole or 0) <= _MAX_DEGREES


def _is_degree(unit: str) -> bool:
    return unit.strip().lower().rstrip("s.") in ("deg", "degree", "°", "decimal degree", "degree n", "degree e", "dd")
