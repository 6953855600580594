"""This module encodes the envelopes of deid.v1 and decides in which order the exporter takes them.

An envelope says what became of one record of phi.raw.v1. Its value is a format byte, a MAC (HMAC-SHA256) and a body:
msgpack, compressed with zstd. The MAC covers topic, message key, format and body, and is checked before anything is
unpacked. The body is not encrypted, since it is de-identified, but for the day on which the record's ages were judged,
and the first day on which the record would be read otherwise: a patient's ninetieth birthday.
"""

from __future__ import annotations

import datetime as dt
import hmac
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec
import zstandard

from redactor.errors import ForgedMessageError, KeyringError
from redactor.keys import Keyring
from redactor.run.contracts import REASONS, Processed
from schemas.engine.records import Outcome
from streams.raw_topic import NO_ORIGIN
from streams.sealed import purpose_of

_FORMAT = b"\x06"
_MAC_BYTES = 32
_LEVEL = -1  # as in streams/sealed.py
_LARGEST = 1 << 30
_CONTEXT = b"redactor envelope"
_DAYS = struct.Struct(">II")  # of one size, so that a record without such a day looks like any other; 0 for none


@dataclass(frozen=True, slots=True)
class Envelope:
    """Says what became of one record of phi.raw.v1.

    partition, offset: of the record in phi.raw.v1. known: the position of phi.known.v1 that the worker had reached; -1
    if the record needs no known values, and does not wait for its patient. fingerprint: of the worker's configuration,
    as the journal of a run has it. origin: as in RawMessage. place: `place_of` the record's position, which is the same
    when the record is sent again. everywhere: the record is a copy of a deletion that names no patient.
    """

    partition: int
    offset: int
    known: int
    fingerprint: str
    processed: Processed
    origin: int = NO_ORIGIN
    place: int = 0
    everywhere: bool = False


class _Body(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Fixes the format by the order of its fields: a change needs another format byte."""

    partition: int
    offset: int
    known: int
    fingerprint: str
    outcome: Outcome
    record_id: str
    resource_key: str
    reason: str | None
    where: str
    resource_type: str
    schema: str
    schema_version: str
    schema_digest: str
    rules: dict[str, int]
    entities: dict[str, int]
    omitted: dict[str, int]
    emptied: dict[str, int]
    unknown: dict[str, int]
    second: dict[str, int]
    kernels: str
    entry: bytes | None
    payload: bytes | None
    origin: int
    place: int
    everywhere: bool
    judged: bytes


# Those of a record's outcome, in the order of the format.
_FIELDS = tuple(name for name in _Body.__struct_fields__ if name in Processed.__struct_fields__)
_of_record: Callable[[object], tuple[Any, ...]] = attrgetter(*_FIELDS)
# The same in the order of Processed, in which they are given by place: by name takes twice as long.
_PLACES = tuple(name for name in Processed.__struct_fields__ if name in _FIELDS)
_before_reason: Callable[[object], tuple[Any, ...]] = attrgetter(*_PLACES[: _PLACES.index("reason")])
_behind_reason: Callable[[object], tuple[Any, ...]] = attrgetter(*_PLACES[_PLACES.index("reason") + 1 :])


class Envelopes:
    """Encodes and decodes the envelopes of one topic, named in full, with the prefix.

    An instance is not for use by several threads at a time.
    """

    def __init__(self, keyring: Keyring, topic: str) -> None:
        self._topic = topic
        name = topic.encode("utf-8", "surrogatepass")
        self._head = len(name).to_bytes(4, "big") + name
        self._mac = keyring.internal("envelope").mac
        self._keyring = keyring
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(_Body).decode
        self._compress = zstandard.ZstdCompressor(level=_LEVEL).compress
        self._decompress = zstandard.ZstdDecompressor().decompress

    def encode(self, key: bytes, envelope: Envelope) -> bytes:
        """Returns the value of a message. key: message key, the same as that of the record."""
        done = envelope.processed
        days = _DAYS.pack(_number(done.as_of), _number(done.turns))
        judged = self._keyring.encrypt(purpose_of(key), days, _CONTEXT)
        body = self._compress(self._encode(_to_body(envelope, judged)))
        return _FORMAT + self._mac(self._authenticated(key, body)) + body

    def decode(self, key: bytes | None, value: bytes | None) -> Envelope:
        """Returns the envelope of a message.

        Raises ForgedMessageError for a value that `encode` did not make for this key.
        """
        if key is None or value is None or value[:1] != _FORMAT:
            raise self._forged()
        mac, body = value[1 : 1 + _MAC_BYTES], value[1 + _MAC_BYTES :]
        if not hmac.compare_digest(mac, self._mac(self._authenticated(key, body))):
            raise self._forged()
        try:
            found = self._decode(self._decompress(body, max_output_size=_LARGEST))
            days = self._keyring.decrypt(purpose_of(key), found.judged, _CONTEXT)
            return _from_body(found, *map(_day, _DAYS.unpack(days)))
        except (zstandard.ZstdError, msgspec.DecodeError, KeyError, KeyringError, struct.error, ValueError):
            raise self._forged() from None

    def _authenticated(self, key: bytes, body: bytes) -> bytes:
        return b"".join((_FORMAT, self._head, len(key).to_bytes(4, "big"), key, body))

    def _forged(self) -> ForgedMessageError:
        return ForgedMessageError(
            f"an envelope on {self._topic} was changed, moved, or not written under this keyring; check "
            "REDACTOR_KEYRING, and who may write to the topic"
        )


def _number(day: dt.date | None) -> int:
    return 0 if day is None else day.toordinal()


@lru_cache(maxsize=4_096)
def _day(number: int) -> dt.date | None:
    return dt.date.fromordinal(number) if number else None


def _to_body(envelope: Envelope, judged: bytes) -> _Body:
    head = (envelope.partition, envelope.offset, envelope.known, envelope.fingerprint)
    tail = (envelope.origin, envelope.place, envelope.everywhere, judged)
    values: tuple[Any, ...] = (*head, *_of_record(envelope.processed), *tail)
    return _Body(*values)


def _from_body(body: _Body, as_of: dt.date | None, turns: dt.date | None) -> Envelope:
    reason = None if body.reason is None else REASONS[body.reason]
    values: tuple[Any, ...] = (*_before_reason(body), reason, *_behind_reason(body), (), None, as_of, turns)
    head = (body.partition, body.offset, body.known, body.fingerprint)
    return Envelope(*head, Processed(*values), body.origin, body.place, body.everywhere)


class Verdict(Enum):
    """Says what to do with an envelope.

    NEXT: take it. DUPLICATE: it was taken before. AHEAD: an envelope before it is missing, and it comes again with
    that.
    """

    NEXT = "next"
    DUPLICATE = "duplicate"
    AHEAD = "ahead"


class SourceMarks:
    """Keeps the next offset of each partition of phi.raw.v1, and judges by it which envelopes the exporter takes.

    Workers commit an offset after the acknowledgements of all envelopes before it. A worker that died or lost its
    partitions leaves envelopes that its successor sends again: they have lower offsets. An envelope of a higher offset
    was sent by a worker that lost an earlier envelope; that worker then commits nothing, and its successor sends both.

    marks: next offset by partition; 0 for a partition that is not named.
    """

    def __init__(self, marks: Mapping[int, int]) -> None:
        self._next = dict(marks)
        self._ahead: dict[int, int] = {}  # partition -> the lowest offset that was too high

    def next_offset(self, partition: int) -> int:
        """Returns the offset of the envelope that is taken next."""
        return self._next.get(partition, 0)

    def judge(self, partition: int, offset: int) -> Verdict:
        """Judges the envelope of the record at this offset; NEXT moves the mark behind it."""
        expected = self.next_offset(partition)
        if offset < expected:
            return Verdict.DUPLICATE
        if offset > expected:
            self._ahead[partition] = min(offset, self._ahead.get(partition, offset))
            return Verdict.AHEAD
        self._next[partition] = offset + 1
        self._ahead.pop(partition, None)
        return Verdict.NEXT

    def lost(self, partition: int, settled: int) -> range:
        """Returns the offsets whose envelopes will never come.

        settled: every envelope of a lower offset stands in deid.v1 at a place that was read, or never will: the offset
        that workers had committed, or up to which Kafka has deleted phi.raw.v1, before the end of deid.v1 was looked up
        and read.
        """
        expected = self.next_offset(partition)
        return range(expected, max(expected, min(settled, self._ahead.get(partition, settled))))

    def skip(self, partition: int, offset: int) -> None:
        """Gives up all envelopes below the offset, which is taken next."""
        self._next[partition] = offset
        self._ahead.pop(partition, None)
