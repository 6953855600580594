"""Dates in free text and in FHIR: find, parse, shift, generalise, and render in the form found.

Text functions take clinical free text in its folded form (ASCII digits, "-" for every dash); FHIR functions take
FHIR R4 date, dateTime and instant values. Nothing here reads the clock: a missing year comes from `reference`.
"""

from __future__ import annotations

from redactor.dates.fhir import latest_date, shift_fhir, utc_fhir, year_fhir
from redactor.dates.find import FoundDate, find
from redactor.dates.holidays import is_holiday_in_phrase
from redactor.dates.move import Move
from redactor.dates.render import padding_of
from redactor.dates.text import FILLERS, NO_END, generalize_text, parse_day, shift_text, without_imputed, year_of

__all__ = [
    "FILLERS",
    "NO_END",
    "FoundDate",
    "Move",
    "find",
    "generalize_text",
    "is_holiday_in_phrase",
    "latest_date",
    "padding_of",
    "parse_day",
    "shift_fhir",
    "shift_text",
    "utc_fhir",
    "without_imputed",
    "year_fhir",
    "year_of",
]
