"""This module packs raw records into bytes for the quarantine and for phi.raw.v1.

The bytes hold PHI: callers encrypt them.
"""

from __future__ import annotations

import json
import re

import msgspec

from redactor.errors import RunError
from redactor.run.contracts import REASONS, RawRecord

_FORMAT = b"\x03"  # \x02 marks recordings in the quarantine
# This matches a string of JSON in linear time.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[bytes, bytes | None, bytes]).decode


def pack(raw: RawRecord) -> bytes:
    """Return the record as bytes: a format byte, then msgpack of its data, its entry and, as JSON, its other fields.

    Only those aliases are packed that this record can refer to: a Bundle can have a hundred thousand.
    """
    named = {raw.full_url, raw.document_subject}
    referenced = (_strings(raw.data) | named) & raw.aliases.keys() if raw.aliases else ()
    fields = [
        raw.position,
        raw.schema_name,
        raw.part,
        raw.full_url,
        {k: raw.aliases[k] for k in sorted(k for k in referenced if k is not None)},
        raw.last,
        raw.error,
        raw.truncated,
        raw.where,
        raw.is_request,
        raw.digest,
        raw.document_subject,
        raw.table,
        raw.blocked,
        raw.is_newest_first,
    ]
    # As ASCII JSON, since a fullUrl can hold a lone surrogate, which UTF-8 cannot encode.
    return _FORMAT + _encode((raw.data, raw.entry, json.dumps(fields).encode()))


def unpack(packed: bytes) -> RawRecord:
    """Return the record that `pack` packed. Raises RunError for the bytes of another version."""
    if packed[:1] != _FORMAT:
        raise RunError("a stored record was packed by another version; run the input again, which still has it")
    data, entry, header = _decode(packed[1:])
    (
        position, schema_name, part, full_url, aliases, last, error, truncated, where, is_request, digest,
        document_subject, table, blocked, is_newest_first,
    ) = json.loads(header.decode())  # fmt: skip
    return RawRecord(
        data,
        position,
        schema_name,
        part=part,
        entry=entry,
        full_url=full_url,
        aliases=aliases,
        last=last,
        error=None if error is None else REASONS[error],
        truncated=truncated,
        where=where,
        is_request=is_request,
        digest=digest,
        document_subject=document_subject,
        table=table,
        blocked=None if blocked is None else (blocked[0], blocked[1]),
        is_newest_first=is_newest_first,
    )


def _strings(data: bytes) -> set[str]:
    """Return every string in the JSON, which need not be valid."""
    found = set()
    for raw in set(_STRING.findall(data)):
        try:
            found.add(str(json.loads(raw)))
        except ValueError:
            continue
    return found
