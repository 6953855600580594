"""Messages of phi.raw.v1: a packed record with the position of phi.known.v1 that it needs, sealed under its key.

The position stands inside the seal: who could lower it would let a note be read before its patient's names are known.
"""

from __future__ import annotations

from typing import NamedTuple

from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.packing import pack, unpack
from schemas.engine.records import Reason
from streams.sealed import Sealer

NO_POSITION = -1
_POSITION_BYTES = 8


class RawMessage(NamedTuple):
    """known: the offset of the last message of phi.known.v1 that must be applied before the record is processed."""

    raw: RawRecord
    known: int


class RawMessages:
    """Encodes and decodes values of one topic. Not for use by several threads at a time.

    topic: the whole name, with the prefix. max_record_bytes: of a packed record; a larger one is sent without content.
    """

    def __init__(self, keyring: Keyring, topic: str, max_record_bytes: int) -> None:
        self._topic, self._limit = topic, max_record_bytes
        self._sealer = Sealer(keyring)

    def encode(self, key: bytes, raw: RawRecord, known: int) -> bytes:
        """The value of a message. key: of the message."""
        packed = pack(raw)
        if len(packed) > self._limit:
            packed = pack(without_content(raw))
        return self._sealer.seal(self._topic, key, known.to_bytes(_POSITION_BYTES, "big", signed=True) + packed)

    def decode(self, key: bytes | None, value: bytes | None) -> RawMessage:
        """The inverse of encode. Raises ForgedMessageError for what `encode` did not make for this key, RunError for
        a record that another version packed.
        """
        opened = self._sealer.open(self._topic, key, value)
        known = int.from_bytes(opened[:_POSITION_BYTES], "big", signed=True)
        return RawMessage(unpack(opened[_POSITION_BYTES:]), known)


def without_content(raw: RawRecord) -> RawRecord:
    """What is sent of a record that is too large: where it stood, not what it held."""
    return RawRecord(
        b"", raw.position, raw.schema_name, part=raw.part, last=raw.last, error=Reason.TOO_LARGE, where="topic",
        is_request=raw.is_request, digest=raw.digest, table=raw.table, blocked=raw.blocked,
    )  # fmt: skip
