"""Compares values that pass with the known values of their subject, household and site.

The walk settles passThrough at once. A value that could still be an identifier (a long number, a code, a string that no
enum bounds) leaves a `PassedValue`, and `write_results.withhold_known` withholds those that turn out to be known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from redactor.dates import find, parse_day
from redactor.detect.known.value_index import (
    LONGEST,
    SHORTEST,
    SHORTEST_LABELLED,
    SHORTEST_WORD,
    SiteIndex,
    ValueIndex,
    folded_words,
)
from redactor.unicode_fold import fold

_NUMBER = re.compile(r"[+-]?([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,4}))?")
_MAX_EXPONENT = 30
_FLOAT_DIGITS = 16  # a quotient has as many; no identifier with a decimal point in it has
_RUN = re.compile(r"[0-9]+")
_GROUP_GAP = re.compile(r"[^0-9A-Za-z]{1,3}")  # what may stand within a number: "(617) 555-1234"
_TOKEN = re.compile("[0-9a-z]+")
_MONTH = re.compile(r"(?i)jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec")
_DIGIT, _NO_DIGIT = re.compile("[0-9]"), re.compile("[^0-9]+")
_MAX_RUNS = 64  # runs of digits in a string; more are compared as a series
_MAX_SHORT_SERIES = 4_096  # characters


@dataclass(frozen=True, slots=True)
class Comparable:
    """The readings of a passing value that are compared with known values.

    `numbers` holds digits without leading zeros, in each way that the value can be read as a number. `words` holds
    folded words of letters, or of letters and digits. `name` holds all its folded words, in order. `series` is a text
    with many numbers, of which any in a row may be one identifier. `is_code` says that a longer number of a code holds
    a known number by chance.
    """

    numbers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    name: tuple[str, ...] = ()
    series: str = ""
    is_code: bool = False


PassedValue = tuple[Comparable, dict[str, Any], str, int | None, bool, bool]
"""A value that passes unless it is known: its readings; object, key and index, as in `TextSlot`; whether a unit, a
terminology or a currency labels the number; whether names count, those of the site too.

It is a tuple, since every code makes one.
"""


def is_known(
    found: Comparable, subject_values: ValueIndex | None, site: SiteIndex, *, is_labelled: bool, by_name: bool
) -> bool:
    """Tell whether any reading of a value is a known number or word; `subject_values` is None for a record of no single
    subject.
    """
    if found.series and _series_is_known(found.series, subject_values, site):
        return True
    for digits in found.numbers:
        if site.has_number(digits):
            return True
        if subject_values is not None and (
            subject_values.has_number(digits, is_labelled) or (not found.is_code and subject_values.is_within(digits))
        ):
            return True
    if found.words and subject_values is not None and subject_values.has_word(found.words):
        return True
    if not by_name:
        return False
    if subject_values is not None and subject_values.has_name(found.name):
        return True
    return site.has_name(found.name) or any(site.has_name((w,)) for w in found.words if not w.isalpha())


# -- numbers


def digits_of(number: str) -> tuple[str, str]:
    """Return the digits before and after the decimal point of a JSON number, without leading and trailing zeros."""
    match = _NUMBER.fullmatch(number)
    if match is None:
        return "", ""
    whole, fraction, exponent = match[1], match[2] or "", int(match[3] or 0)
    if exponent > 0:
        shift = min(exponent, _MAX_EXPONENT)
        fraction = fraction.ljust(shift, "0")
        whole, fraction = whole + fraction[:shift], fraction[shift:]
    elif exponent < 0:
        shift = min(-exponent, _MAX_EXPONENT)
        whole = whole.rjust(shift, "0")
        whole, fraction = whole[: len(whole) - shift], whole[len(whole) - shift :] + fraction
    return whole.lstrip("0"), fraction.rstrip("0")


def comparable_number(number: str) -> Comparable | None:
    """Return the readings of a JSON number, or None for a short number."""
    if len(number) < SHORTEST:
        return None
    whole, fraction = digits_of(number)
    if not fraction:
        return Comparable((whole,)) if SHORTEST <= len(whole) <= LONGEST else None
    joined = (whole + fraction).lstrip("0")
    # 617555.1234 and 0.6175551234 are the digits of a telephone number.
    joined = joined if SHORTEST_LABELLED <= len(joined) < _FLOAT_DIGITS else ""
    numbers = tuple(digits for digits in (joined, whole) if SHORTEST <= len(digits) <= LONGEST)
    return Comparable(numbers) if numbers else None


def comparable_pair(first: str, second: str) -> Comparable | None:
    """Return the readings of two numbers that stand together: the digits of both in a row."""
    start, end = "".join(digits_of(first)).lstrip("0"), "".join(digits_of(second))
    if not SHORTEST_LABELLED <= len(start) + len(end) <= LONGEST:
        return None
    return Comparable(tuple(f"{start}{zeros}{end}" for zeros in ("", "0", "00", "000")))  # a number begins with no zero


# -- strings


@lru_cache(maxsize=65_536)
def comparable_text(text: str) -> Comparable | None:
    """Return the readings of a passing string, numbers with their separators and words, or None if both are short."""
    if not text.isascii():
        text = fold(text).text
    runs = list(_RUN.finditer(text))
    series = text if len(runs) > _MAX_RUNS else ""
    numbers = tuple(dict.fromkeys(n.lstrip("0") for n in _numbers_in(text, runs))) if not series else ()
    if _MONTH.search(text):
        days = (parse_day(text[found.start : found.end]) for found in find(text))
        numbers += tuple(f"{day:%Y%m%d}" for day in days if day is not None)
    words = folded_words(text)
    long_words = [w for w in words if w.isalpha() and len(w) >= (SHORTEST_WORD if w.isascii() else 2)]
    core = "".join(words)
    if SHORTEST <= len(core) <= 64 and not core.isdigit() and not core.isalpha():
        long_words.append(core)
    mixed = (w for w in _TOKEN.findall(text.lower()) if len(w) >= SHORTEST and not w.isdigit() and not w.isalpha())
    long_words.extend(mixed)
    if not numbers and not words:
        return None
    return Comparable(numbers, tuple(dict.fromkeys(long_words)), tuple(words), series)


@lru_cache(maxsize=65_536)
def comparable_code(code: str) -> Comparable | None:
    """Return the readings of a code with a display: its digits, from seven on, and a code of letters and digits.

    Shorter ones are as often codes of LOINC or RxNorm; to withhold such a code beside its display would reveal the
    number.
    """
    return _comparable_code(code, SHORTEST_LABELLED)


@lru_cache(maxsize=65_536)
def comparable_bare_code(code: str) -> Comparable | None:
    """Return the readings of a code without a display: its digits, from five on, since nothing confirms that it is a
    code.
    """
    return _comparable_code(code, SHORTEST)


def _comparable_code(code: str, shortest: int) -> Comparable | None:
    digits = "".join(_RUN.findall(code))
    if not shortest <= len(digits) <= LONGEST:
        return None
    core = "".join(folded_words(code))
    return Comparable((digits.lstrip("0"),), () if core.isdigit() else (core,), is_code=True)


def _numbers_in(text: str, runs: list[re.Match[str]]) -> Iterator[str]:
    """Yield each run of digits in a text, and runs that separators join."""
    for i, first in enumerate(runs):
        digits = first[0]
        if SHORTEST <= len(digits) <= LONGEST:
            yield digits
        for before, run in zip(runs[i:], runs[i + 1 :], strict=False):
            if len(digits) + len(run[0]) > LONGEST or not _GROUP_GAP.fullmatch(text, before.end(), run.start()):
                break
            digits += run[0]
            if len(digits) >= SHORTEST:
                yield digits


def comparable_series(data: str) -> Comparable | None:
    """Return the readings of SampledData: its numbers in a row."""
    return Comparable(series=data) if len(data) >= SHORTEST_LABELLED else None


def _series_is_known(series: str, subject_values: ValueIndex | None, site: SiteIndex) -> bool:
    """Tell whether numbers of a series in a row are a known number; the work is linear in its length.

    Numbers of the site are looked for in short series only: in a long series they would occur by chance.
    """
    joined = _NO_DIGIT.sub("", series)
    found = subject_values is not None and any(
        _is_whole(series, at, len(digits))
        for digits in subject_values.numbers
        if len(digits) >= SHORTEST_LABELLED
        for at in _places(joined, digits)
    )
    if found or len(series) > _MAX_SHORT_SERIES:
        return found
    runs = list(_RUN.finditer(series))
    for i in range(len(runs)):
        digits = ""
        for run in runs[i : i + LONGEST]:
            digits += run[0]
            if len(digits) > LONGEST:
                break
            if site.has_number(digits.lstrip("0")):
                return True
    return False


def _places(joined: str, digits: str) -> Iterator[int]:
    """Yield the indices at which digits occur in the joined digits."""
    at = joined.find(digits)
    while at >= 0:
        yield at
        at = joined.find(digits, at + 1)


def _is_whole(series: str, at: int, length: int) -> bool:
    """Tell whether the digits from the at-th on are whole numbers of the series; zeros may precede them."""
    places = [m.start() for m in islice(_DIGIT.finditer(series), at + length)]
    start, end = places[at], places[-1] + 1
    while start > 0 and series[start - 1] == "0":
        start -= 1
    return not series[start - 1 : start].isdigit() and not series[end : end + 1].isdigit()
