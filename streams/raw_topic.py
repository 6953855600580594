"""This module encodes and decodes the messages of phi.raw.v1, and fetches records of the topic by offset.

A message is a packed record with the position of phi.known.v1 that the record needs, sealed under the message key. The
position stands inside the seal, because whoever could lower it would let a note be read before its patient's names are
known. So do the fields that an exporter adds to a record that it releases from its quarantine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import TracebackType
from typing import NamedTuple, Self

from aiokafka import TopicPartition
from aiokafka.errors import OffsetOutOfRangeError
from msgspec.structs import replace

from redactor.errors import BrokerUnavailableError, ForgedMessageError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.packing import pack, unpack
from redactor.settings import StreamsSettings
from schemas.engine.records import Reason
from streams.connection import Consumer
from streams.sealed import Sealer
from streams.topics import RAW, name_of, partitions_of

NO_POSITION = -1
NO_ORIGIN = -1
_POSITION_BYTES = 8
_COPY = b"\x80"  # no format byte of a packed record
_COPY_BYTES = 10  # with the origin and a flag


class RawMessage(NamedTuple):
    """Holds a decoded message of phi.raw.v1.

    known: offset of the last message of phi.known.v1 that must be applied before the record is processed. origin: of a
    record that comes again out of an exporter's quarantine, the offset of the message that it copies.
    """

    raw: RawRecord
    known: int
    origin: int = NO_ORIGIN


class RawMessages:
    """Encodes and decodes the values of one topic, named in full, with the prefix.

    An instance is not for use by several threads at a time. max_record_bytes: of a packed record; a larger record is
    sent without content.
    """

    def __init__(self, keyring: Keyring, topic: str, max_record_bytes: int) -> None:
        self._topic, self._limit = topic, max_record_bytes
        self._sealer = Sealer(keyring)

    def encode(self, key: bytes, raw: RawRecord, known: int, origin: int = NO_ORIGIN) -> bytes:
        """Returns the value of a message. key: message key. `may_be_unseen` travels with an origin alone."""
        packed = pack(raw)
        if len(packed) > self._limit:
            packed = pack(without_content(raw))
        head = known.to_bytes(_POSITION_BYTES, "big", signed=True)
        if origin != NO_ORIGIN:
            head += _COPY + origin.to_bytes(_POSITION_BYTES, "big") + bytes([raw.may_be_unseen])
        return self._sealer.seal(self._topic, key, head + packed)

    def decode(self, key: bytes | None, value: bytes | None) -> RawMessage:
        """Returns the record of a message.

        Raises ForgedMessageError for a value that `encode` did not make for this key, RunError for a record that
        another version packed.
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
    """Returns the record of an error in place of a record that is too large: with its position, without its
    content.
    """
    return RawRecord(
        b"", raw.position, raw.schema_name, part=raw.part, last=raw.last, error=Reason.TOO_LARGE, where="topic",
        is_request=raw.is_request, digest=raw.digest, table=raw.table, blocked=raw.blocked,
    )  # fmt: skip


_WAIT = 60.0  # seconds for one record
_FETCH_BYTES = 256 * 1024


class RawSource:
    """Fetches records of phi.raw.v1 by offset, for the quarantine; an async context manager that belongs to no consumer
    group.
    """

    def __init__(self, streams: StreamsSettings, keyring: Keyring) -> None:
        self._topic = name_of(streams, RAW)
        self._messages = RawMessages(keyring, self._topic, streams.max_record_bytes)
        self._consumer = Consumer(streams, max_partition_fetch_bytes=_FETCH_BYTES)
        self._places = partitions_of(streams, RAW)

    async def __aenter__(self) -> Self:
        await self._consumer.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self._consumer.stop()

    async def begins(self) -> dict[int, int]:
        """Returns the first offset that Kafka still holds, by partition. Raises KafkaError."""
        return {p.partition: n for p, n in (await self._consumer.beginning_offsets(self._places)).items()}

    async def ends(self) -> dict[int, int]:
        """Returns the offset that the next record gets, by partition. Raises KafkaError."""
        return {p.partition: n for p, n in (await self._consumer.end_offsets(self._places)).items()}

    async def open_under_keyring(self) -> bool:
        """Tells whether the first record of a partition opens, which proves the keyring. Raises as `fetch`, and
        KafkaError.
        """
        begins, ends = await self.begins(), await self.ends()
        return bool(await self.fetch([(n, begin) for n, begin in begins.items() if begin < ends[n]]))

    async def fetch(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], RawRecord]:
        """Returns the records at these partitions and offsets, without those that are deleted or cannot be opened.

        Raises BrokerUnavailableError.
        """
        found: dict[tuple[int, int], RawRecord] = {}
        wanted: dict[int, list[int]] = {}
        for partition, offset in places:
            wanted.setdefault(partition, []).append(offset)
        for partition, offsets in sorted(wanted.items()):
            place = TopicPartition(self._topic, partition)
            self._consumer.assign([place])
            following = -1
            for offset in sorted(offsets):
                if offset != following:
                    self._consumer.seek(place, offset)
                following = offset + 1
                raw = await self._one(place, offset)
                if raw is not None:
                    found[partition, offset] = raw
                else:
                    following = -1
        return found

    async def _one(self, place: TopicPartition, offset: int) -> RawRecord | None:
        try:
            async with asyncio.timeout(_WAIT):
                message = await self._consumer.getone(place)
        except OffsetOutOfRangeError:
            return None
        except TimeoutError:
            raise BrokerUnavailableError(
                "Kafka does not give a record of phi.raw.v1; the same command resumes"
            ) from None
        if message.offset != offset:
            return None
        try:
            return self._messages.decode(message.key, message.value).raw
        except (ForgedMessageError, RunError):
            return None
