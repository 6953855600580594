"""This module reads the messages of ehr.in.v1, which integration engines write in the clear, and offsets of routers.

Each message is read as a JSON file is. The offsets are read without being a member of the routers' group.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import aclosing, suppress
from types import TracebackType
from typing import NamedTuple, Self

from aiokafka import TopicPartition
from aiokafka.client import AIOKafkaClient
from aiokafka.errors import for_code
from msgspec.structs import replace

from redactor.errors import BrokerUnavailableError
from redactor.keys import Keyring
from redactor.run.contracts import FileReason, RawRecord
from redactor.run.intake.files import InputFile
from redactor.run.intake.raw_records import Reader
from redactor.settings import Settings, StreamsSettings
from schemas.engine.records import Reason
from streams.connection import Consumer, admin
from streams.sinks import NUMBERS
from streams.topics import EHR_IN, name_of, router_group

_WIRE_FORMAT = b"\x00\x00"  # Confluent: a zero byte, then the id of a schema in four bytes; ids are below 2**24
_MOST_VALUES = 100_000  # in one message, of JSON that stands alone


class EhrMessage(NamedTuple):
    """Holds a message of ehr.in.v1; its value is None if the message has none."""

    partition: int
    offset: int
    value: bytes | None


class EhrMessages:
    """Splits messages of ehr.in.v1 into raw records. schema_name: of records that do not name a schema.

    The number of a message follows from its place in the topic and its value. A message that is read again gives the
    same positions, and two messages with the same value give two: of a row without an id, nothing else tells whether
    the engine sent it twice or it is true twice. A topic that was created again has other values at the same places.
    """

    def __init__(self, settings: Settings, keyring: Keyring, schema_name: str | None = None) -> None:
        self._key = keyring.internal("content-number")
        self._topic = name_of(settings.streams, EHR_IN)
        self._limit, self._schema = settings.max_record_bytes, schema_name

    def records(self, message: EhrMessage) -> list[RawRecord]:
        """Returns the records of a message in order, at least one; one with an error if the message cannot be read.

        No content of a message raises.
        """
        value, number = message.value or b"", self._number(message)
        try:
            found = self._read(number, value)
        except Exception as e:
            return [self._unread(number, value, Reason.INTERNAL, type(e).__name__)]
        if isinstance(found, Reason):
            return [self._unread(number, value, found)]
        if _is_in_wire_format(value) and any(raw.error is not None for raw in found):
            return [self._unread(number, value, FileReason.SCHEMA_REGISTRY)]
        if len(found) == 1 and found[0].error is not None and not found[0].data:
            return [replace(found[0], data=value)]  # unlike a file, the topic ends with its retention
        return found or [self._unread(number, value, Reason.MALFORMED, "empty")]

    def broken(self, message: EhrMessage, where: str) -> RawRecord:
        """Returns the message as one record with an error, without reading it. where: what its reader became."""
        reason = Reason.TIMED_OUT if where == Reason.TIMED_OUT.value else Reason.INTERNAL
        return self._unread(self._number(message), message.value or b"", reason, where)

    def _number(self, message: EhrMessage) -> int:
        digest = hashlib.sha256(message.value or b"").hexdigest()
        return self._key.number(NUMBERS, "message", self._topic, str(message.partition), str(message.offset), digest)

    def _read(self, number: int, value: bytes) -> list[RawRecord] | Reason:
        """Reads the records of a value.

        Values that are no objects are not taken apart: a message of a million commas is one record.
        """
        file = InputFile(number, None, "-", "json", "", "", len(value), 0)
        found: list[RawRecord] = []
        values, only_objects = 0, True
        reader = Reader(file, self._limit, self._schema, io.BytesIO(value), oldest_first=True)
        for raw in reader.records():
            found.append(raw)
            if raw.part != "entry":
                values += 1
                only_objects = only_objects and (raw.error is not None or raw.data[:1] == b"{")
                if values > 1 and not only_objects:
                    return Reason.MALFORMED
                if values > _MOST_VALUES:
                    return Reason.TOO_LARGE
        return found

    def _unread(self, number: int, value: bytes, reason: Reason | FileReason, where: str = "") -> RawRecord:
        return RawRecord(value, f"{number}:1", self._schema, error=reason, where=where)


def _is_in_wire_format(value: bytes) -> bool:
    """Tells whether a serializer of a schema registry wrote the message. JSON in UTF-32 begins with two zero bytes,
    too.
    """
    return value[:2] == _WIRE_FORMAT and len(value) > 5 and value[4:7] != b"\x00\x00\x00"


_POLL_MS = 500
_WAIT = 60.0  # seconds for one message
_FETCH_BYTES = 256 * 1024


class EhrOffsets:
    """Reads the offsets of ehr.in.v1 and of the routers' group; an async context manager.

    Its methods raise KafkaError or BrokerUnavailableError.
    """

    def __init__(self, streams: StreamsSettings) -> None:
        self._streams, self._topic = streams, name_of(streams, EHR_IN)
        self._consumer: Consumer  # made by __aenter__
        self._places: list[TopicPartition] = []

    async def __aenter__(self) -> Self:
        async with admin(self._streams) as client:
            [told] = await client.describe_topics([self._topic])
        if told["error_code"]:
            raise BrokerUnavailableError(
                f"Kafka does not describe {self._topic} ({for_code(told['error_code']).__name__}); it is tried again"
            )
        self._places = [TopicPartition(self._topic, n) for n in range(len(told["partitions"]))]
        self._consumer = Consumer(self._streams, start="earliest", max_partition_fetch_bytes=_FETCH_BYTES)
        try:
            await self._consumer.start()
        except BaseException:
            await self._consumer.stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self._consumer.stop()

    @property
    def client(self) -> AIOKafkaClient:
        """Returns the connected client, for other questions to Kafka."""
        return self._consumer._client

    async def begins(self) -> dict[int, int]:
        """Returns the first offset that Kafka still holds, by partition."""
        return {p.partition: n for p, n in (await self._consumer.beginning_offsets(self._places)).items()}

    async def ends(self) -> dict[int, int]:
        """Returns the offset that the next message gets, by partition."""
        return {p.partition: n for p, n in (await self._consumer.end_offsets(self._places)).items()}

    async def following(self) -> dict[int, int]:
        """Returns the offset at which routers go on, by partition; below the first offset if messages were deleted
        unread.

        Without a committed offset, or with an offset beyond the end of a topic that was created again, it is the first
        offset.
        """
        begins, ends = await self.begins(), await self.ends()
        async with admin(self._streams) as client:
            found = await client.list_consumer_group_offsets(router_group(self._streams))
        committed = {p.partition: o.offset for p, o in found.items() if p.topic == self._topic}
        return {n: committed[n] if 0 <= committed.get(n, -1) <= ends[n] else begins[n] for n in begins}

    async def held(self, partition: int, start: int, end: int) -> list[int]:
        """Returns the offsets in [start, end) that hold a message. Transactions leave gaps."""
        return [offset async for offset in self._messages(partition, start, end)]

    async def waiting(self, ends: Mapping[int, int], partitions: Collection[int] = ()) -> list[int]:
        """Returns the partitions that hold a message below `ends` that is not published yet. partitions: look only in
        these.
        """
        begins, following = await self.begins(), await self.following()
        found = []
        for n, end in ends.items():
            start = max(begins[n], following[n])
            if start < end and (not partitions or n in partitions):
                async with aclosing(self._messages(n, start, end)) as messages:
                    with suppress(StopAsyncIteration):
                        await anext(messages)
                        found.append(n)
        return found

    async def _messages(self, partition: int, start: int, end: int) -> AsyncGenerator[int, None]:
        place = TopicPartition(self._topic, partition)
        self._consumer.assign([place])
        self._consumer.seek(place, start)
        loop = asyncio.get_running_loop()
        until = loop.time() + _WAIT
        while await self._consumer.position(place) < end:
            found = (await self._consumer.getmany(place, timeout_ms=_POLL_MS)).get(place, [])
            for message in found:
                if message.offset >= end:
                    return
                yield message.offset
            if found:
                until = loop.time() + _WAIT
            elif loop.time() > until:
                raise BrokerUnavailableError("Kafka does not give a message of ehr.in.v1; it is tried again")
