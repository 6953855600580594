"""Replaces numbers in user names and addresses that repeat a birth date, when the profile shifts that date.

"jsmith1952" of somebody born in 1952 says 1951 where the released birth date does. Any other year beside it would say
that the two records are not one person's, and the original year would give the shift away.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace

from redactor.dates import parse_day, year_of
from redactor.entities import NAMES, Entity
from redactor.policy.kept_dates import first_turn, kept_until
from relex.parts import Kind, Part, Pieces

WRITTEN_AFTER_BIRTH = NAMES | {Entity.USERNAME, Entity.EMAIL}  # detectors take user names for names
_FORMS = ("%Y", "%y", "%Y%m%d", "%m%d%Y", "%d%m%Y", "%y%m%d", "%m%d%y", "%d%m%y", "%m%d", "%d%m")
_YEAR_FORMS = ("%Y", "%y")


def birth_numbers(births: Iterable[str], released: Iterable[str]) -> Mapping[str, str]:
    """Map the numbers that birth dates are written as to the numbers of the released dates, if these are dates.

    A number that repeats a `KeptDate` is one.
    """
    found: dict[str, str] = {}
    for before, after in zip(births, released, strict=True):
        old, new = _day(before), _day(after)
        if old is not None and new is not None:
            for form in _FORMS if old[1] and new[1] else _YEAR_FORMS:
                found.setdefault(old[0].strftime(form), kept_until(new[0].strftime(form), first_turn((after,))))
    return found


def _day(text: str) -> tuple[dt.date, bool] | None:
    """Return a date and whether its day is known; of a year alone, its first day."""
    if (day := parse_day(text)) is not None:
        return day, True
    year = year_of(text)
    return None if year is None or not dt.MINYEAR <= year <= dt.MAXYEAR else (dt.date(year, 1, 1), False)


def has_number(pieces: Pieces) -> bool:
    """Tell whether a part of the mention is a number."""
    return any(isinstance(item, Part) and item.kind is Kind.NUMBER for item in pieces.items)


def with_shifted_birth(pieces: Pieces, numbers: Mapping[str, str]) -> Pieces:
    """Return the pieces with shifted numbers in place of the parts that repeat a birth date."""
    items = tuple(_with_shifted_number(item, numbers) for item in pieces.items)
    return pieces if items == pieces.items else replace(pieces, items=items)


def _with_shifted_number(item: str | Part, numbers: Mapping[str, str]) -> str | Part:
    if isinstance(item, Part) and item.kind is Kind.NUMBER:
        return numbers.get(item.surface, item)
    return item
