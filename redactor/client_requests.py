"""This module checks and encodes what `redactor.client` sends, so that nothing arrives that means something else.

No error repeats a text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import msgspec

_TOKEN = re.compile(r"[!-~]+")
_MAYBE_NO_NUMBER = (b"null", b"NaN", b"Infinity")  # one of these stands in what is encoded of a number that is none
_HALF_PAIR = "a text holds half of a surrogate pair, which is no character"
_encoder = msgspec.json.Encoder(decimal_format="number")


def check_token(token: str) -> None:
    """Raise ValueError for what cannot be a token."""
    if not _TOKEN.fullmatch(token):
        raise ValueError("a token has visible ASCII characters alone; leave spaces and the end of its line out")


def check_text(*texts: str | None) -> None:
    """Raise ValueError for a text that UTF-8 cannot hold."""
    try:
        for text in texts:
            if text is not None:
                text.encode()
    except UnicodeEncodeError:  # which holds the text
        raise ValueError(_HALF_PAIR) from None


def encoded(body: Any) -> bytes:
    """Return the JSON of what is sent. Raises ValueError for a text that UTF-8 cannot hold."""
    try:
        return _encoder.encode(body)
    except UnicodeEncodeError:  # which holds the text
        raise ValueError(_HALF_PAIR) from None


def encoded_record(record: Mapping[str, Any]) -> bytes:
    """Return the JSON of a record or a sidecar. Raises ValueError also for NaN and the infinities."""
    body = dict(record)
    found = encoded(body)
    if any(mark in found for mark in _MAYBE_NO_NUMBER):
        _check_numbers(msgspec.to_builtins(body, builtin_types=(Decimal,)))
    return found


def _check_numbers(value: Any) -> None:
    """Raise ValueError for NaN and the infinities, which would arrive as null, or make the record unreadable."""
    if isinstance(value, float | Decimal):
        if not math.isfinite(value):
            raise ValueError("a record holds NaN or Infinity, which JSON lacks; leave it out, or write null")
    elif isinstance(value, dict):
        for one in value.values():
            _check_numbers(one)
    elif isinstance(value, list | tuple):
        for one in value:
            _check_numbers(one)


def line_of(record: Mapping[str, Any] | bytes | str) -> bytes:
    """Return a record on one line. Raises ValueError for an empty one, which would have no answer."""
    if isinstance(record, Mapping):
        return encoded_record(record)
    if isinstance(record, str):
        check_text(record)
    line = record.encode() if isinstance(record, str) else bytes(record)
    line = line.replace(b"\n", b" ").replace(b"\r", b" ").strip()
    if not line:
        raise ValueError("a record is empty")
    return line
