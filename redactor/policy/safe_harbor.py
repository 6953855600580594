"""Generalise ages over 89 and ZIP codes as Safe Harbor requires (45 CFR 164.514(b)(2)(i)(B) and (C)).

The rule for ZIP codes asks for current data of the census, and the boundaries of ZIP areas move. A prefix therefore
counts as sparse if one of the last three censuses found 20,000 people or fewer there.
"""

from __future__ import annotations

import re

AGE_LIMIT = 89
_NUMBER = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,3}(?!\d))?")
_FRACTION = re.compile(r"\s?[\u00bc-\u00be\u2150-\u215e]")  # "97½"
_ADDITION = re.compile(r"\d\s{0,3}(?:\+|plus)\s{0,3}\d", re.IGNORECASE)  # "89 + 5 yrs"
_UNITS_PER_YEAR = {
    "mo": 12.0, "month": 12.0, "wk": 52.18, "week": 52.18, "d": 365.25, "day": 365.25, "h": 8766.0, "hr": 8766.0,
    "hour": 8766.0, "min": 525_960.0, "minute": 525_960.0,
}  # fmt: skip
_UNIT = re.compile(r"^[\s-]*(months?|mos?|weeks?|wks?|days?|d|h|hrs?|hours?|min|minutes?)\b", re.IGNORECASE)
_ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ONES += ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBER_WORDS = {w: n for n, w in enumerate(_ONES)} | {w: 10 * n for n, w in enumerate(_TENS, start=2)}
_NUMBER_WORDS |= {f"{w[:-1]}ies": 10 * n for n, w in enumerate(_TENS, start=2)}
_NUMBER_WORDS |= {"hundred": 100, "nonagenarian": 90, "centenarian": 100, "supercentenarian": 110}

_AGE_WORDS = frozenset(_NUMBER_WORDS) | frozenset(
    "a y yo o yr yrs year years old month months mo mos week weeks wk wks day days d h hr hrs hour hours min minutes "  # noqa: SIM905
    "his her their of age aged about approx approximately circa ca at and to in over under up less more than s early "
    "mid late".split()
)


def is_age(value: str) -> bool:
    """Tell whether a field's value states an age and nothing else: "45 y/o", "ninety-three", not "45, of 12 Elm St"."""
    words = re.findall(r"[^\W\d_]+", value.lower())
    digits = sum(ch.isdigit() for ch in value)
    return 0 < len(value) <= 40 and digits <= 6 and all(word in _AGE_WORDS for word in words)


def age_in_years(value: str, unit: str | None = None) -> float | None:
    """Return the greatest age in years that a text states ("45-year-old", "6 mo", "ninety-three"); None without an age.

    A sum ("89 + 5 yrs") counts as a whole. unit: the UCUM code of a structured age, such as "a" or "mo"; without it the
    unit in the text counts, else years.
    """
    found: list[float] = []
    for m in _NUMBER.finditer(value):
        stated = _UNIT.match(value[m.end() :])
        name = (stated[1] if stated else unit or "a").lower()
        found.append(float(m[0].replace(",", "")) / _UNITS_PER_YEAR.get(name.rstrip("s"), 1.0))
    if _ADDITION.search(value):
        return sum(found)
    tens = 0
    for word in re.findall(r"[a-z]+", value.lower()):
        number = _NUMBER_WORDS.get(word, _NUMBER_WORDS.get(word.removesuffix("s")))
        if number is None:
            tens = 0
            continue
        found.append(number + tens if number < 10 else number)
        tens = number if number % 10 == 0 else 0
    return max(found) if found else None


def age_up_to_89(value: str, unit: str | None = None) -> str | None:
    """Return the age as it may be released: as written up to 89 years, "90+" with its unit above; None if it is
    unreadable.
    """
    age = age_in_years(value, unit)
    if age is None:
        return None
    if age < AGE_LIMIT + 1:
        return value
    numbers = list(_NUMBER.finditer(value))
    if len(numbers) != 1 or not value.startswith(numbers[0][0]):
        return "90+"
    # "93-year-old" becomes "90+ year-old"; "in her 93s" becomes "90+" alone
    rest = _FRACTION.sub("", value[numbers[0].end() :], count=1)
    if _UNIT.match(rest) or rest.startswith("+"):
        return "90+"
    return "90+" + (" " + rest[1:] if rest.startswith("-") else "" if rest.startswith("s") else rest)


# HHS, Guidance Regarding Methods for De-identification of PHI (2012), section on 164.514(b)(2)(i)(B).
_CENSUS_2000 = "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893"
# The configuration for Safe Harbor of Microsoft's Tools for Health Data Anonymization (configuration-sample.json).
_CENSUS_2010 = "036 059 102 203 205 369 556 692 821 823 878 879 884 893"
# HRSA, UDS+ Office Hours FAQ, as its FHIR guide cites it (github.com/drajer-health/uds-plus, issue 35, 18 March 2024).
_CENSUS_2020 = "036 059 102 202 203 204 205 369 556 692 753 772 821 823 878 879 884 893"
SPARSE_ZIP3 = frozenset(f"{_CENSUS_2000} {_CENSUS_2010} {_CENSUS_2020}".split())
_US_ZIP = re.compile(r"(\d{3})\d{2}(?:[-\s]?\d{4})?")


def zip_to_three_digits(value: str) -> str | None:
    """Return the first three digits of a US ZIP code, or "000" for sparse prefixes; None for any other value."""
    found = _US_ZIP.fullmatch(value.strip())
    if found is None:
        return None
    return "000" if found[1] in SPARSE_ZIP3 else found[1]
