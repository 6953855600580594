"""Defines the syntax of each format, in a record and after de-identification, and converts values to and from text.

The syntax is that of FHIR R4 (https://hl7.org/fhir/R4/datatypes.html); flat records use the same names. Values are what
`json_codec.parse` returns: str, int, bool, and `msgspec.Raw` for numbers with a fraction or exponent. A record that
came through the Python API may hold float.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import msgspec

_YEAR = r"[0-9]{4}"
_MONTH = r"-(?:0[1-9]|1[0-2])"
_DAY = r"-(?:0[1-9]|[12][0-9]|3[01])"
_CLOCK = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]{1,12})?"
_ZONE = r"(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])"

# Formats that are strings in JSON. FHIR's own expressions of code and uri also allow brackets; these do not, so that a
# tag ("[PERSON]") never counts as a code or uri.
_STRINGS: dict[str, str] = {
    "date": rf"{_YEAR}(?:{_MONTH}(?:{_DAY})?)?",
    "dateTime": rf"{_YEAR}(?:{_MONTH}(?:{_DAY}(?:T{_CLOCK}{_ZONE})?)?)?",
    "instant": rf"{_YEAR}{_MONTH}{_DAY}T{_CLOCK}{_ZONE}",
    "time": _CLOCK,
    "code": r"[^\s\[\]]+(?: [^\s\[\]]+)*",
    "uri": r"[^\s\[\]<>\"]+",
    "url": r"[^\s\[\]<>\"]+",
    "canonical": r"[^\s\[\]<>\"]+",
    "oid": r"urn:oid:[0-2](?:\.(?:0|[1-9][0-9]*))+",
    "uuid": r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "id": r"[A-Za-z0-9\-.]{1,64}",
    "base64Binary": r"[A-Za-z0-9+/=\s]*",
}
_INTEGER = r"-?(?:0|[1-9][0-9]{0,18})"
_NUMBERS: dict[str, str] = {
    "integer": _INTEGER,
    "integer64": _INTEGER,
    "unsignedInt": r"0|[1-9][0-9]{0,18}",
    "positiveInt": r"[1-9][0-9]{0,18}",
    "decimal": r"-?(?:0|[1-9][0-9]{0,30})(?:\.[0-9]{1,60})?(?:[eE][+-]?[0-9]{1,4})?",
}
# A decimal of the input may have any number of digits: the grammar is JSON's.
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_BARE_FRACTION = re.compile(r"-?\.[0-9]{1,60}")
FREE = frozenset({"string", "markdown", "xhtml"})
NUMERIC = frozenset(_NUMBERS)

_matchers: dict[str, Callable[[str], Any]] = {
    name: re.compile(form).fullmatch for name, form in (_STRINGS | _NUMBERS).items()
}
# In a record a code may hold brackets: mm[Hg] of UCUM.
_input_matchers = _matchers | {"code": re.compile(r"[^\s]+(?: [^\s]+)*").fullmatch}


def number_text(value: Any) -> str | None:
    """Return a number as written ("1.00"), or None when the value is not a finite number."""
    python_type = type(value)
    if python_type is int:
        return str(value)
    if python_type is msgspec.Raw:
        try:
            text = bytes(value).decode("ascii")
        except UnicodeDecodeError:
            return None
        return text if _JSON_NUMBER.fullmatch(text) else None
    if python_type is float and math.isfinite(value):
        return repr(value)
    return None


def whole_number(text: str) -> str:
    """Return an id as a whole number: 5.0, as a table with nulls holds it, is the id 5. Other texts are unchanged."""
    head, point, zeros = text.partition(".")
    return head if point and head.isdecimal() and zeros and not zeros.strip("0") else text


def written_id(value: Any, text: str, fmt: str) -> str:
    """Return an id of a table in the form in which ids are compared: without padding blanks, and a number as a whole
    number.

    `value` is the id as the record holds it, `text` the same as text, and `fmt` the format of its field.
    """
    plain = text.strip()
    return whole_number(plain) if fmt == "integer" or type(value) is not str else plain


def json_number(text: str) -> str:
    """Return a number below one as JSON writes it: .5, as Oracle and SAS export it, is 0.5. Other texts are
    unchanged.
    """
    return text.replace(".", "0.", 1) if _BARE_FRACTION.fullmatch(text) else text


def scalar_text(value: Any) -> str | None:
    """Return a string, or a number as written; None for anything else (objects, arrays, booleans, null)."""
    return value if type(value) is str else number_text(value)


def fits(fmt: str, text: str) -> bool:
    """Tell whether a field of the format can hold a replacement; an unknown format holds nothing."""
    if fmt in FREE:
        return True
    if fmt == "boolean":
        return text in ("true", "false")
    matcher = _matchers.get(fmt)
    return matcher is not None and matcher(text) is not None


def to_json(fmt: str, text: str) -> Any:
    """Return a replacement that fits, as the JSON type of its format: a number, a boolean or a string."""
    if fmt in NUMERIC:
        return msgspec.Raw(text.encode("ascii"))
    if fmt == "boolean":
        return text == "true"
    return text


def is_valid(fmt: str, value: Any, *, is_flat: bool) -> bool:
    """Tell whether a value of the input is of the format; with `is_flat` strings may hold numbers and booleans, as in
    tables.
    """
    python_type = type(value)
    if python_type is str:
        if fmt in FREE:
            return True
        if fmt in NUMERIC or fmt == "boolean":
            return is_flat and fits(fmt, value)
        matcher = _input_matchers.get(fmt)
        return matcher is not None and matcher(value) is not None
    if python_type is bool:
        return fmt == "boolean"
    if fmt not in NUMERIC:
        return False
    text = number_text(value)
    return text is not None and (fmt == "decimal" or _matchers[fmt](text) is not None)
