"""Makes stand-ins for identifiers: another number of the same shape, valid where the original is.

A number is one part whatever the field calls it (a record number that a note labels ID). A part therefore has no
subkind, except for dates inside a device label. Labels that systems print before their numbers, masks ("xxx-xx-"),
separators, leading zeros and case stay. The last four digits of a number do not match the end of the number's stand-in:
nothing says to which number they belong, so they are a number of four digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared.number_permutation import LABELS
from relex.generators._shared.numbers import literal, number_candidates, number_pieces
from relex.generators._shared.spelling import in_spelling_of
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice

_E = Entity
_DAY = "day"  # subkind: six digits of a device label that are a date, YYMMDD
_DAYS = 20 * 12 * 28

_LABELLED = re.compile(rf"(?:[\W_]*(?:{LABELS}|\u2116)(?![^\W\d_]))+[\W_]*(?=[^\W_])", re.I)
_MASK = re.compile(r"(?:[xX*#.\u2022\u25cf][\s\-\u2013]*){2,}(?=\d)")
_DEVICE_LABEL = re.compile(r"\((\d{2,4})\)")
_DATES = frozenset({"11", "13", "15", "16", "17"})  # GS1: production, packaging, best before, sell by, expiration
# Entities whose values contain letters that look like labels.
_UNLABELLED = frozenset({_E.VEHICLE_LICENSE_PLATE_US, _E.VEHICLE_IDENTIFIER_US, _E.BANK_ACCOUNT_NUMBER, _E.BANK_SWIFT})


class Identifiers:
    """Replaces numbers that identify people, records, documents and devices."""

    entities = frozenset({
        _E.SSN_OR_TAXPAYER, _E.PASSPORT_NUMBER_US, _E.DRIVER_ID_US, _E.MEDICAL_RECORD_NUMBER, _E.HEALTH_PLAN_ID,
        _E.CERTIFICATE_NUMBER, _E.FIN, _E.BANK_ACCOUNT_NUMBER, _E.BANK_SWIFT, _E.BANK_ROUTING, _E.CREDIT_DEBIT_NUMBER,
        _E.VEHICLE_LICENSE_PLATE_US, _E.VEHICLE_IDENTIFIER_US, _E.DEVICE_ID, _E.GUID, _E.BIOMETRIC, _E.PHOTO, _E.ID,
    })  # fmt: skip
    kinds = frozenset({Kind.NUMBER})

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split label and mask off as text, the number as a part; a device label by its application identifiers."""
        value = mention.value
        if _DEVICE_LABEL.match(value):
            return Pieces(tuple(_by_identifiers(value)))
        start = 0
        if mention.entity not in _UNLABELLED and (found := _LABELLED.match(value)) and _has_digit(value[found.end() :]):
            start = found.end()
        if masked := _MASK.match(value, start):
            start = masked.end()
        return Pieces((*literal(value[:start]), *number_pieces(value[start:])))

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield other numbers of the plan (see `number_permutation`), then composed ones."""
        if part.subkind == _DAY:
            return _day_candidates(part.canonical, choice)
        return number_candidates(part.canonical, choice)

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the separators, case and digits found."""
        return in_spelling_of(part.surface, standin)


def _by_identifiers(value: str) -> Iterator[str | Part]:
    """Yield the pieces of a GS1 label, "(01)00614141999996(17)250930(21)4711"; each value behind an identifier is a
    part.
    """
    at, announced = 0, ""
    for found in (*_DEVICE_LABEL.finditer(value), None):
        content = value[at : found.start() if found else len(value)]
        if announced in _DATES and _is_day(content):
            yield Part(Kind.NUMBER, content, content, _DAY)
        else:
            yield from number_pieces(content)
        if found:
            yield found[0]
            at, announced = found.end(), found[1]


def _is_day(text: str) -> bool:
    return len(text) == 6 and text.isascii() and text.isdigit() and 1 <= int(text[2:4]) <= 12 and int(text[4:]) <= 31


def _day_candidates(day: str, choice: KeyedChoice) -> Iterator[str]:
    start = choice.integer(_DAYS, "day", day)
    for step in range(256):
        month, date = divmod((start + step * 6151) % _DAYS, 28)
        year, month = divmod(month, 12)
        if (text := f"{20 + year}{month + 1:02d}{date + 1:02d}") != day:
            yield text


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)
