"""Messages of phi.raw.v1: a packed record with the position of phi.known.v1 that it needs, sealed under its key.

The position stands inside the seal: who could lower it would let a note be read before its patient's names are known.
So does what an exporter adds to a record that it releases from its quarantine.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.packing import pack, unpack
from schemas.engine.records import Reason
from streams.sealed import Sealer

NO_POSITION = -1
NO_ORIGIN = -1
_POSITION_BYTES = 8
_COPY = b"\x80"  # no format byte of a packed record
_COPY_BYTES = 10  # with the origin and a flag


class RawMessage(NamedTuple):
    """known: the offset of the last message of phi.known.v1 that must be applied before the record is processed.

    origin: of a record that comes again out of an exporter's quarantine, the offset of the message that it copies.
    """

    raw: RawRecord
    known: int
    origin: int = NO_ORIGIN


class RawMessages:
    """Encodes and decodes values of one topic. Not for use by several threads at a time.

    topic: the whole name, with the prefix. max_record_bytes: of a packed record; a larger one is sent without content.
    """

    def __init__(self, keyring: Keyring, topic: str, max_record_bytes: int) -> None:
        self._topic, self._limit = topic, max_record_bytes
        self._sealer = Sealer(keyring)

    def encode(self, key: bytes, raw: RawRecord, known: int, origin: int = NO_ORIGIN) -> bytes:
        """The value of a message. key: of the message. `may_be_unseen` travels with an origin alone."""
        packed = pack(raw)
        if len(packed) > self._limit:
            packed = pack(without_content(raw))
        head = known.to_bytes(_POSITION_BYTES, "big", signed=True)
        if origin != NO_ORIGIN:
            head += _COPY + origin.to_bytes(_POSITION_BYTES, "big") + bytes([raw.may_be_unseen])
        return self._sealer.seal(self._topic, key, head + packed)

    def decode(self, key: bytes | None, value: bytes | None) -> RawMessage:
        """The inverse of encode. Raises ForgedMessageError for what `encode` did not make for this key, RunError for
        a record that another version packed.
        """
        opened = self._sealer.open(self._topic, key, value)
        known = int.from_bytes(opened[:_POSITION_BYTES], "big", signed=True)
        rest = opened[_POSITION_BYTES:]
        if rest[:1] != _COPY:
            return RawMessage(unpack(rest), known)
        head, packed = rest[1:_COPY_BYTES], rest[_COPY_BYTES:]
        raw = replace(unpack(packed), may_be_unseen=bool(head[-1]))
        return RawMessage(raw, known, int.from_bytes(head[:-1], "big"))


def without_content(raw: RawRecord) -> RawRecord:
    """What is sent of a record that is too large: where it stood, not what it held."""
    return RawRecord(
        b"", raw.position, raw.schema_name, part=raw.part, last=raw.last, error=Reason.TOO_LARGE, where="topic",
        is_request=raw.is_request, digest=raw.digest, table=raw.table, blocked=raw.blocked,
    )  # fmt: skip
