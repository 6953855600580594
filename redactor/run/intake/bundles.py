"""This module splits FHIR Bundles into the Bundle itself and each of its entries.

A Bundle is held in memory, so that `max_record_bytes` limits it as well. Its entries are cut out one by one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

import msgspec

from redactor.run.contracts import RawRecord
from redactor.run.intake import json_splitter
from schemas.engine.records import Reason
from schemas.engine.references import search_by

_MAX_MEMBERS = 100_000  # of one object
_MAX_ENTRIES = 500_000
_MAX_COMMAS = 1_500_000  # decoding takes up to 300 bytes for each comma
_REQUESTS = frozenset({"transaction", "batch", "history"})  # Bundles whose entries hold a request
_WHITE = b" \t\r\n"


class _DuplicateKeyError(ValueError):
    pass


class _TooManyError(ValueError):
    pass


class _Key:
    """The decoder makes a `_Key` of each member name. Two keys are never equal, so that no member replaces another."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


def _key(_: type, name: str) -> _Key:
    return _Key(name)


# If these raise, `json_splitter` decides: it also splits invalid JSON, so that each entry is judged alone.
_decode_members = msgspec.json.Decoder(dict[_Key, msgspec.Raw], dec_hook=_key).decode
_decode_elements = msgspec.json.Decoder(list[msgspec.Raw]).decode
_decode_text = msgspec.json.Decoder(str).decode
_NOT_DECODED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_Members = Mapping[str, msgspec.Raw]
"""The values of an object as written, by key, refer to the bytes of the Bundle and copy none."""


def _is_bounded(value: msgspec.Raw | bytes) -> bool:
    return len(memoryview(value)) <= _MAX_COMMAS or bytes(value).count(b",") <= _MAX_COMMAS


def _object(value: msgspec.Raw | bytes) -> _Members:
    """Return the members of an object. Raises ValueError if it is no object, has a key twice, or too many members."""
    if not _is_bounded(value):
        return _split_object(value)
    try:
        decoded = _decode_members(value)
    except _NOT_DECODED:
        return _split_object(value)
    members = {key.name: held for key, held in decoded.items()}
    return members if len(members) == len(decoded) <= _MAX_MEMBERS else _split_object(value)


def _split_object(value: msgspec.Raw | bytes) -> _Members:
    out: dict[str, msgspec.Raw] = {}
    data, view = bytes(value), memoryview(value)
    for raw, a, b in json_splitter.members(data, 0):
        key = json.loads(raw)
        if key in out:
            raise _DuplicateKeyError
        if len(out) == _MAX_MEMBERS:
            raise _TooManyError
        out[key] = msgspec.Raw(view[a:b])
    return out


def _elements(value: msgspec.Raw, most: int) -> list[msgspec.Raw]:
    """Return the elements of an array, at least one more than `most` if it has more.

    Raises ValueError if it is no array.
    """
    if _is_bounded(value):
        with contextlib.suppress(*_NOT_DECODED):
            return _decode_elements(value)
    data, view = bytes(value), memoryview(value)
    return [msgspec.Raw(view[a:b]) for a, b in islice(json_splitter.elements(data, 0), most + 1)]


def _begins_with(value: msgspec.Raw, mark: str) -> bool:
    return memoryview(value)[:1] == mark.encode()


def _string(value: msgspec.Raw | None) -> str | None:
    if value is None or not _begins_with(value, '"'):
        return None
    try:
        return _decode_text(value)
    except _NOT_DECODED:
        pass
    try:
        return str(json.loads(bytes(value)))
    except ValueError:
        return None


@lru_cache(maxsize=256)
def _encoded_key(key: str) -> bytes:
    return json.dumps(key).encode() + b":"


def _without_member(members: _Members, left_out: str) -> bytes:
    return b"{" + b",".join(_encoded_key(key) + bytes(held) for key, held in members.items() if key != left_out) + b"}"


def may_be_bundle(data: bytes) -> bool:
    """Return False if the record is certainly no Bundle; a cheap check, and most records need no more."""
    return b"Bundle" in data or b"\\u" in data


def split_bundle(
    data: bytes, position: str, schema_name: str | None, *, oldest_first: bool = False
) -> Iterator[RawRecord] | None:
    """Return the records of a Bundle, first itself (part "bundle") and then each entry, or None if `data` is no Bundle.

    oldest_first: give the entries of a history, which lists the newest version first (R4, http.html#history), in the
    order in which things happened. Positions stay those of the Bundle.

    A Bundle that cannot be split with certainty (a duplicate key, an unclosed bracket) becomes one record with an
    error, so that none of it is lost and none of it is released.
    """
    if not may_be_bundle(data):
        return None
    try:
        top = _object(data.lstrip(_WHITE))
    except _TooManyError:
        return iter([_with_error(RawRecord(data, position, schema_name), Reason.TOO_LARGE)])
    except ValueError:
        return None  # the parser reports what is wrong with it
    if _string(top.get("resourceType")) != "Bundle":
        return None
    whole = RawRecord(data, position, schema_name)
    listed = top.get("entry")
    if listed is not None and not _begins_with(listed, "["):
        return iter([_with_error(whole, Reason.WRONG_TYPE)])
    try:
        entries = _elements(listed, _MAX_ENTRIES) if listed is not None else []
        if len(entries) > _MAX_ENTRIES:
            return iter([_with_error(whole, Reason.TOO_LARGE)])
        parts = [_entry_parts(entry) for entry in entries]
    except ValueError:
        return iter([_with_error(whole, Reason.MALFORMED)])
    return _records(data, top, entries, parts, position, schema_name, oldest_first)


def _with_error(raw: RawRecord, reason: Reason) -> RawRecord:
    return RawRecord(raw.data, raw.position, raw.schema_name, error=reason, where="Bundle.entry")


def _entry_parts(entry: msgspec.Raw) -> _Members | Reason:
    if not _begins_with(entry, "{"):
        return Reason.WRONG_TYPE
    try:
        parts = _object(entry)
    except _DuplicateKeyError:
        return Reason.DUPLICATE_KEYS
    resource = parts.get("resource")
    if resource is not None and not _begins_with(resource, "{"):
        return Reason.WRONG_TYPE
    return parts


def _name(parts: _Members) -> str:
    """Return "Type/id" of the resource of an entry, "Type/" if a server is to assign the id, and "" without one."""
    try:
        inner = _object(parts["resource"]) if "resource" in parts else {}
    except ValueError:
        return ""  # that record is quarantined, so that no reference to it is needed
    kind, rid = _string(inner.get("resourceType")), _string(inner.get("id"))
    return f"{kind}/{rid or ''}" if kind else ""


def _changed(name: str, parts: _Members) -> str:
    """Return "Type/id" of the resource that an entry brings, or the URL of one that it deletes; else ""."""
    if "resource" in parts or "request" not in parts:
        return name if not name.endswith("/") else ""
    try:
        request = _object(parts["request"])
    except ValueError:
        return ""
    return _string(request.get("url")) or "" if _string(request.get("method")) == "DELETE" else ""


def _digest(data: bytes) -> str:
    """Return the SHA-256 in hex of the JSON without the white space between its tokens."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError):  # then its records are quarantined
        data = msgspec.json.format(data, indent=-1)
    return hashlib.sha256(data).hexdigest()


def _document_subject(entries: list[_Members | Reason]) -> str | None:
    """Return the reference to the one subject of a document, which its first entry, the Composition, names."""
    first = entries[0] if entries else Reason.WRONG_TYPE
    if isinstance(first, Reason) or "resource" not in first:
        return None
    try:
        subject = _object(first["resource"]).get("subject")
        if subject is not None and _begins_with(subject, "["):  # R5
            listed = _elements(subject, 1)
            subject = listed[0] if len(listed) == 1 else None
        if subject is None or not _begins_with(subject, "{"):
            return None
        named = _object(subject)
        return _string(named.get("reference")) or _search_of(named.get("identifier"))
    except ValueError:
        return None  # the Composition is quarantined


def _search_of(identifier: msgspec.Raw | None) -> str | None:
    """Return an Identifier as the search by which a reference finds its Patient."""
    if identifier is None or not _begins_with(identifier, "{"):
        return None
    parts = _object(identifier)
    return search_by(_string(parts.get("system")) or "", _string(parts.get("value")) or "")


def _records(
    data: bytes,
    top: _Members,
    entries: list[msgspec.Raw],
    parsed: list[_Members | Reason],
    position: str,
    schema_name: str | None,
    oldest_first: bool,
) -> Iterator[RawRecord]:
    named = [(_name(parts), parts) for parts in parsed if not isinstance(parts, Reason)]
    urls = ((_string(parts.get("fullUrl")), name) for name, parts in named)
    aliases = {url: name for url, name in urls if url is not None and name}
    kind = _string(top.get("type"))
    yield RawRecord(
        _without_member(top, "entry"),
        position,
        schema_name,
        part="bundle",
        aliases=aliases,
        last=not entries,
        digest=_digest(data),
        document_subject=_document_subject(parsed) if kind == "document" else None,
        holds=tuple(held for name, parts in named if (held := _changed(name, parts))),
    )
    numbered = list(enumerate(zip(entries, parsed, strict=True), 1))
    if oldest_first and kind == "history":
        numbered.reverse()
    final = numbered[-1][0] if numbered else 0
    for i, (entry, parts) in numbered:
        at, last = f"{position}/{i}", i == final
        if isinstance(parts, Reason):
            yield RawRecord(bytes(entry), at, schema_name, part="entry", last=last, error=parts, where="Bundle.entry")
            continue
        resource = parts.get("resource")
        yield RawRecord(
            b"" if resource is None else bytes(resource),
            at,
            schema_name,
            part="entry",
            entry=_without_member(parts, "resource"),
            full_url=_string(parts.get("fullUrl")),
            aliases=aliases,
            last=last,
            is_request=kind in _REQUESTS,
            is_newest_first=kind == "history",
        )
