"""Find, parse, shift, generalise and render dates in free text and in FHIR, each in the form in which it was written.

Functions for text take clinical free text in its folded form (ASCII digits, "-" for every dash). Functions for FHIR
take date, dateTime and instant values of FHIR R4. Nothing here reads the clock: a missing year comes from `reference`.

Example:

    shift_text("Mar 4, 2024", 14)        # "Mar 18, 2024"
    generalize_text("03/04/2024")        # "2024"
    shift_fhir("2024-03-04", -7)         # "2024-02-26"
"""

from __future__ import annotations

from redactor.dates.fhir import EVENT_YEARS, latest_date, shift_fhir, utc_fhir, year_fhir
from redactor.dates.find import FoundDate, find
from redactor.dates.holidays import is_holiday_in_phrase
from redactor.dates.move import Move
from redactor.dates.render import padding_of
from redactor.dates.text import FILLERS, NO_END, generalize_text, parse_day, shift_text, without_imputed, year_of

__all__ = [
    "EVENT_YEARS", "FILLERS", "NO_END", "FoundDate", "Move", "find", "generalize_text", "is_holiday_in_phrase",
    "latest_date", "padding_of", "parse_day", "shift_fhir", "shift_text", "utc_fhir", "without_imputed", "year_fhir",
    "year_of",
]  # fmt: skip
