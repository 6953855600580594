"""What ehr.in.v1 holds, and how far the routers are. Reads without being a member of their group."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import aclosing, suppress
from types import TracebackType
from typing import Self

from aiokafka import TopicPartition
from aiokafka.client import AIOKafkaClient
from aiokafka.errors import for_code

from redactor.errors import BrokerUnavailableError
from redactor.settings import StreamsSettings
from streams.connection import Consumer, admin, client_options
from streams.topics import EHR_IN, name_of, router_group

_POLL_MS = 500
_WAIT = 60.0  # seconds for one message
_FETCH_BYTES = 256 * 1024


class EhrOffsets:
    """An async context manager. Its methods raise KafkaError or BrokerUnavailableError."""

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
        self._consumer = Consumer(
            **client_options(self._streams),
            enable_auto_commit=False,
            auto_offset_reset="earliest",
            max_partition_fetch_bytes=_FETCH_BYTES,
        )
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
        """For other questions to Kafka."""
        return self._consumer._client

    async def begins(self) -> dict[int, int]:
        """The first offset of each partition that Kafka still holds."""
        return {p.partition: n for p, n in (await self._consumer.beginning_offsets(self._places)).items()}

    async def ends(self) -> dict[int, int]:
        """The offset of each partition that the next message gets."""
        return {p.partition: n for p, n in (await self._consumer.end_offsets(self._places)).items()}

    async def following(self) -> dict[int, int]:
        """The offset at which routers go on, of each partition: below the first one if messages were deleted unread.

        Without a committed offset, or with one beyond the end of a topic that was created again, it is the first one.
        """
        begins, ends = await self.begins(), await self.ends()
        async with admin(self._streams) as client:
            found = await client.list_consumer_group_offsets(router_group(self._streams))
        committed = {p.partition: o.offset for p, o in found.items() if p.topic == self._topic}
        return {n: committed[n] if 0 <= committed.get(n, -1) <= ends[n] else begins[n] for n in begins}

    async def held(self, partition: int, start: int, end: int) -> list[int]:
        """The offsets in [start, end) that hold a message. Transactions leave gaps."""
        return [offset async for offset in self._messages(partition, start, end)]

    async def waiting(self, ends: Mapping[int, int], partitions: Collection[int] = ()) -> list[int]:
        """The partitions that hold a message below `ends` that is not published yet. partitions: only among these."""
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
