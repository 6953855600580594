"""Check whether a value is shaped like its entity, so that a stand-in can take its place; otherwise a tag does."""

from __future__ import annotations

import re

from redactor.dates import parse_day
from redactor.detect.facts import is_measure
from redactor.entities import NAMES, WORDED, Entity
from redactor.lexicon.wordlists import word_set

E = Entity

_NUMBERED = frozenset({
    E.SSN_OR_TAXPAYER, E.PASSPORT_NUMBER_US, E.DRIVER_ID_US, E.MEDICAL_RECORD_NUMBER, E.HEALTH_PLAN_ID,
    E.CERTIFICATE_NUMBER, E.FIN, E.BANK_ACCOUNT_NUMBER, E.BANK_ROUTING, E.CREDIT_DEBIT_NUMBER,
    E.VEHICLE_IDENTIFIER_US, E.DEVICE_ID, E.GUID, E.ID, E.ZIP, E.TELEPHONE_NUMBER, E.FAX_NUMBER,
})  # fmt: skip
_PHONES = frozenset({E.TELEPHONE_NUMBER, E.FAX_NUMBER})
_UNCHECKED = frozenset({E.EMAIL, E.URL, E.USERNAME, E.BANK_SWIFT})
_FEWEST_PHONE_DIGITS = 4  # fewest digits of an extension
_LONGEST_NAME = 12  # words
_SHORT = re.compile(r"\d{1,3}(?:\.\d+)? ?[A-Za-z%]{1,2}")
_DATE_SIGN = re.compile(r"[A-Za-z]{3}|[/.]|\d-\d{1,2}-")
_MONTH = re.compile(r"[A-Za-z]{3}")
_LONGEST_DATE = 40
_WORD = re.compile(r"[^\W\d_]+")


def is_shaped(value: str, entity: Entity) -> bool:
    """Return whether the value is shaped like the entity. Dates and ages are checked where they are rendered."""
    if entity in _UNCHECKED:
        return True
    value = value.strip(" \t\r\n.,;:()")
    digits = sum(c.isdigit() for c in value)
    if entity in _NUMBERED:
        if digits == 0 or is_measure(value) or _SHORT.fullmatch(value):
            return False
        if entity in _PHONES:
            return digits >= _FEWEST_PHONE_DIGITS and not is_whole_date(value)
        return not is_whole_date(value)
    if entity not in WORDED:
        return True
    if is_measure(value) or not any(c.isalpha() for c in value):
        return False
    if entity in NAMES:
        return len(_WORD.findall(value)) <= _LONGEST_NAME
    if entity is E.STREET:
        return digits > 0 or _has_street_word(value)
    return True


def is_whole_date(value: str) -> bool:
    """Return whether the value is a whole day, "15-APR-2025" or "3/4/2024"; a number of eight digits is none."""
    return len(value) <= _LONGEST_DATE and _DATE_SIGN.search(value) is not None and parse_day(value) is not None


def is_misread_date(value: str, entity: Entity) -> bool:
    """Return whether a value taken for a number is a date with the name of its month."""
    return entity in _NUMBERED and _MONTH.search(value) is not None and is_whole_date(value)


def _has_street_word(value: str) -> bool:
    """Return whether a word of streets stands beside another word: "Wells" alone is none."""
    words = value.lower().replace(".", " ").replace(",", " ").split()
    return len(words) > 1 and not word_set("places", "type").isdisjoint(words)
