"""Parses and writes JSON, and finds values in it. Numbers with a fraction or exponent are kept as written; duplicate
keys are an error.
"""

from __future__ import annotations

import datetime as dt
import decimal
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from schemas.engine.records import Reason, RecordError


def _verbatim(digits: str) -> msgspec.Raw:
    return msgspec.Raw(digits.encode())


_decoder = msgspec.json.Decoder(float_hook=_verbatim)
_encoder = msgspec.json.Encoder()
_sorted_encoder = msgspec.json.Encoder(order="sorted")


# A value of two bytes, such as "1,", takes up to 200 bytes in Python.
_MAX_VALUES = 3_000_000
_SPACED_COLON = re.compile(rb'"[ \t\r\n]+:')


class _DuplicateKeyError(Exception):
    pass


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _DuplicateKeyError
    return found


def _refuse_duplicates(raw: bytes, encoded: bytes) -> None:
    """Raise RecordError when an object holds a key twice; two JSON parsers could read such a record differently.

    `encoded` is what was decoded, encoded again. The decoder silently keeps the last of two members. Each member has
    one `":`, so a lost member changes their count between input and re-encoded output. Input that may write `":` in
    another way (white space, escapes) gets an exact check.
    """
    has_escape = b"\\u" in raw and (b"\\u0022" in raw or b"\\u003" in raw)
    if not has_escape and raw.count(b'":') == encoded.count(b'":') and not _SPACED_COLON.search(raw):
        return
    try:
        json.loads(raw, object_pairs_hook=_unique, parse_int=str, parse_float=str)
    except _DuplicateKeyError:
        raise RecordError(Reason.DUPLICATE_KEYS) from None
    except RecursionError:
        raise RecordError(Reason.TOO_DEEP) from None


def parse(raw: bytes) -> dict[str, Any]:
    """Return one JSON object from UTF-8 bytes; a leading byte order mark is skipped.

    Whole numbers become int (-0 is 0); numbers with a fraction or exponent become `msgspec.Raw` as written. Raises
    RecordError: BAD_ENCODING (not UTF-8, lone surrogates), TOO_DEEP, TOO_LARGE (millions of values), MALFORMED,
    NOT_AN_OBJECT, DUPLICATE_KEYS.
    """
    data, raw = _decoded(raw)
    _refuse_duplicates(raw, _encoder.encode(data))
    return data


def parse_with_canonical(raw: bytes) -> tuple[dict[str, Any], bytes]:
    """What `parse` and `canonical` give of the bytes, at the price of one. Raises RecordError as they do."""
    data, raw = _decoded(raw)
    encoded = canonical(data)
    _refuse_duplicates(raw, encoded)
    return data, encoded


def _decoded(raw: bytes) -> tuple[dict[str, Any], bytes]:
    """The object, with the last of the members of one key, and the bytes without their mark."""
    if len(raw) > _MAX_VALUES and raw.count(b",") + raw.count(b"[") + raw.count(b"{") > _MAX_VALUES:
        raise RecordError(Reason.TOO_LARGE)
    if raw.startswith(b"\xef\xbb\xbf"):
        raw = raw[3:]
    try:
        data = _decoder.decode(raw)
    except UnicodeDecodeError:
        raise RecordError(Reason.BAD_ENCODING) from None
    except RecursionError:
        raise RecordError(Reason.TOO_DEEP) from None
    except msgspec.DecodeError as e:
        surrogate = "surrogate" in str(e) or "unicode" in str(e)
        raise RecordError(Reason.BAD_ENCODING if surrogate else Reason.MALFORMED) from None
    if not isinstance(data, dict):
        raise RecordError(Reason.NOT_AN_OBJECT)
    return data, raw


def plain(data: Any) -> Any:
    """Return a Python value as `parse` would return it: mappings become dicts, tuples lists, dates ISO 8601 strings.

    A value without a JSON form stays as it is, and so does one that is nested too deeply; the walk rejects both.
    """
    try:
        return _plain(data)
    except RecursionError:
        return data


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    if isinstance(data, dt.date):  # and a datetime
        return data.isoformat()
    if isinstance(data, decimal.Decimal) and data.is_finite():
        return _verbatim(str(data))
    return data


def encode(data: Any) -> bytes:
    """Return compact UTF-8 JSON; `msgspec.Raw` is written verbatim."""
    return _encoder.encode(data)


def canonical(data: Any) -> bytes:
    """Return compact JSON with sorted keys, for digests of content. Raises RecordError: BAD_ENCODING, TOO_DEEP."""
    try:
        return _sorted_encoder.encode(data)
    except UnicodeEncodeError:
        raise RecordError(Reason.BAD_ENCODING) from None
    except RecursionError:
        raise RecordError(Reason.TOO_DEEP) from None


def values_at(data: Any, path: tuple[str, ...]) -> Iterator[Any]:
    """Yield every value at a path of keys; an array at any step, the last included, contributes each of its items."""
    at = data
    for i, key in enumerate(path):
        if type(at) is not dict:
            return _through_arrays(at, path[i:])
        if key not in at:
            return iter(())
        at = at[key]
    return _through_arrays(at, ()) if isinstance(at, list) else iter((at,))


def _through_arrays(data: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if isinstance(data, list):
        for item in data:
            yield from _through_arrays(item, path)
    elif not path:
        yield data
    elif isinstance(data, Mapping) and path[0] in data:
        yield from _through_arrays(data[path[0]], path[1:])


def objects_in(data: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in the data, itself included."""
    waiting: list[Any] = [data]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
        elif isinstance(node, dict):
            yield node
            waiting.extend(node.values())
