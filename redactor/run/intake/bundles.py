"""Splits FHIR Bundles into the Bundle itself and each of its entries.

A Bundle is held in memory, so that `max_record_bytes` limits it as well. Its entries are cut out one by one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from itertools import islice

import msgspec

from redactor.run.contracts import RawRecord
from redactor.run.intake.json_splitter import elements, members
from schemas.engine.records import Reason
from schemas.engine.references import search_by

_MAX_MEMBERS = 100_000  # of an object of a Bundle
_MAX_ENTRIES = 500_000
_REQUESTS = frozenset({"transaction", "batch", "history"})  # Bundles whose entries hold a request


class _DuplicateKeyError(ValueError):
    pass


class _TooManyError(ValueError):
    pass


def _object(data: bytes, start: int) -> dict[str, tuple[int, int]]:
    out: dict[str, tuple[int, int]] = {}
    for raw, a, b in members(data, start):
        key = json.loads(raw)
        if key in out:
            raise _DuplicateKeyError
        if len(out) == _MAX_MEMBERS:
            raise _TooManyError
        out[key] = (a, b)
    return out


def _text(data: bytes, at: tuple[int, int] | None) -> str | None:
    if at is None or data[at[0] : at[0] + 1] != b'"':
        return None
    try:
        return str(json.loads(data[at[0] : at[1]]))
    except ValueError:
        return None


def _without(data: bytes, parts: dict[str, tuple[int, int]], left_out: str) -> bytes:
    kept = (json.dumps(k).encode() + b":" + data[a:b] for k, (a, b) in parts.items() if k != left_out)
    return b"{" + b",".join(kept) + b"}"


def may_be_bundle(data: bytes) -> bool:
    """Cheap pre-check: False means not a Bundle. Most records need no more than these two searches."""
    return b"Bundle" in data or b"\\u" in data


def split_bundle(
    data: bytes, position: str, schema_name: str | None, *, oldest_first: bool = False
) -> Iterator[RawRecord] | None:
    """The records of a Bundle: itself (part "bundle") and then each entry; None if `data` is no Bundle.

    oldest_first: give the entries of a history, which lists the newest version first (R4, http.html#history), in the
    order in which things happened. Positions stay those of the Bundle.

    A Bundle that cannot be split with certainty (a duplicate key, an unclosed bracket) becomes one record with an
    error, so that none of it is lost and none of it is released.
    """
    if not may_be_bundle(data):
        return None
    try:
        top = _object(data, _start(data))
    except _TooManyError:
        return iter([_with_error(RawRecord(data, position, schema_name), Reason.TOO_LARGE)])
    except ValueError:
        return None  # the parser reports what is wrong with it
    if _text(data, top.get("resourceType")) != "Bundle":
        return None
    whole = RawRecord(data, position, schema_name)
    at = top.get("entry")
    if at is not None and data[at[0] : at[0] + 1] != b"[":
        return iter([_with_error(whole, Reason.WRONG_TYPE)])
    try:
        spans = list(islice(elements(data, at[0]), _MAX_ENTRIES + 1)) if at else []
        if len(spans) > _MAX_ENTRIES:
            return iter([_with_error(whole, Reason.TOO_LARGE)])
        entries = [_entry_parts(data, a) for a, _ in spans]
    except ValueError:
        return iter([_with_error(whole, Reason.MALFORMED)])
    return _records(data, top, spans, entries, position, schema_name, oldest_first)


def _start(data: bytes) -> int:
    return len(data) - len(data.lstrip(b" \t\r\n"))


def _with_error(raw: RawRecord, reason: Reason) -> RawRecord:
    return RawRecord(raw.data, raw.position, raw.schema_name, error=reason, where="Bundle.entry")


def _entry_parts(data: bytes, start: int) -> dict[str, tuple[int, int]] | Reason:
    if data[start : start + 1] != b"{":
        return Reason.WRONG_TYPE
    try:
        parts = _object(data, start)
    except _DuplicateKeyError:
        return Reason.DUPLICATE_KEYS
    resource = parts.get("resource")
    if resource is not None and data[resource[0] : resource[0] + 1] != b"{":
        return Reason.WRONG_TYPE
    return parts


def _alias(data: bytes, parts: dict[str, tuple[int, int]]) -> tuple[str, str] | None:
    """The fullUrl of an entry, and "Type/id" of its resource: "Type/" of one that a server is to give an id."""
    full_url, resource = _text(data, parts.get("fullUrl")), parts.get("resource")
    if full_url is None or resource is None:
        return None
    try:
        inner = _object(data, resource[0])
    except ValueError:
        return None  # that record is quarantined, so that no reference to it is needed
    kind, rid = _text(data, inner.get("resourceType")), _text(data, inner.get("id"))
    return (full_url, f"{kind}/{rid or ''}") if kind else None


def _digest(data: bytes) -> str:
    """SHA-256 in hex of the JSON without the white space between its tokens."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError):  # then its records are quarantined
        data = msgspec.json.format(data, indent=-1)
    return hashlib.sha256(data).hexdigest()


def _document_subject(data: bytes, entries: list[dict[str, tuple[int, int]] | Reason]) -> str | None:
    """The reference to the one subject of a document, which its first entry, the Composition, names."""
    first = entries[0] if entries else Reason.WRONG_TYPE
    if isinstance(first, Reason) or "resource" not in first:
        return None
    try:
        composition = _object(data, first["resource"][0])
        subject = composition.get("subject")
        if subject is not None and data[subject[0] : subject[0] + 1] == b"[":  # R5
            listed = list(islice(elements(data, subject[0]), 2))
            subject = listed[0] if len(listed) == 1 else None
        if subject is None or data[subject[0] : subject[0] + 1] != b"{":
            return None
        named = _object(data, subject[0])
        return _text(data, named.get("reference")) or _searched(data, named.get("identifier"))
    except ValueError:
        return None  # the Composition is quarantined


def _searched(data: bytes, identifier: tuple[int, int] | None) -> str | None:
    """An Identifier as the search by which a reference finds the Patient that has it."""
    if identifier is None or data[identifier[0] : identifier[0] + 1] != b"{":
        return None
    parts = _object(data, identifier[0])
    return search_by(_text(data, parts.get("system")) or "", _text(data, parts.get("value")) or "")


def _records(
    data: bytes,
    top: dict[str, tuple[int, int]],
    spans: list[tuple[int, int]],
    entries: list[dict[str, tuple[int, int]] | Reason],
    position: str,
    schema_name: str | None,
    oldest_first: bool,
) -> Iterator[RawRecord]:
    found = (_alias(data, e) for e in entries if not isinstance(e, Reason))
    aliases = dict(a for a in found if a is not None)
    kind = _text(data, top.get("type"))
    yield RawRecord(
        _without(data, top, "entry"),
        position,
        schema_name,
        part="bundle",
        aliases=aliases,
        last=not spans,
        digest=_digest(data),
        document_subject=_document_subject(data, entries) if kind == "document" else None,
    )
    numbered = list(enumerate(zip(spans, entries, strict=True), 1))
    if oldest_first and kind == "history":
        numbered.reverse()
    final = numbered[-1][0] if numbered else 0
    for i, ((a, b), parts) in numbered:
        at, last = f"{position}/{i}", i == final
        if isinstance(parts, Reason):
            yield RawRecord(data[a:b], at, schema_name, part="entry", last=last, error=parts, where="Bundle.entry")
            continue
        resource = parts.get("resource")
        yield RawRecord(
            data[resource[0] : resource[1]] if resource else b"",
            at,
            schema_name,
            part="entry",
            entry=_without(data, parts, "resource"),
            full_url=_text(data, parts.get("fullUrl")),
            aliases=aliases,
            last=last,
            is_request=kind in _REQUESTS,
        )
