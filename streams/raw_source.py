"""Fetches records of phi.raw.v1 by offset: what the quarantine of an exporter keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import TracebackType
from typing import Self

from aiokafka import TopicPartition
from aiokafka.errors import OffsetOutOfRangeError

from redactor.errors import BrokerUnavailableError, ForgedMessageError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.settings import StreamsSettings
from streams.connection import Consumer, client_options
from streams.raw_topic import RawMessages
from streams.topics import RAW, name_of, partitions_of

_WAIT = 60.0  # seconds for one record
_FETCH_BYTES = 256 * 1024


class RawSource:
    """An async context manager. It belongs to no consumer group."""

    def __init__(self, streams: StreamsSettings, keyring: Keyring) -> None:
        self._topic = name_of(streams, RAW)
        self._messages = RawMessages(keyring, self._topic, streams.max_record_bytes)
        self._consumer = Consumer(
            **client_options(streams),
            enable_auto_commit=False,
            auto_offset_reset="none",
            max_partition_fetch_bytes=_FETCH_BYTES,
        )
        self._places = partitions_of(streams, RAW)

    async def __aenter__(self) -> Self:
        await self._consumer.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self._consumer.stop()

    async def begins(self) -> dict[int, int]:
        """The first offset of each partition that Kafka still holds. Raises KafkaError."""
        return {p.partition: n for p, n in (await self._consumer.beginning_offsets(self._places)).items()}

    async def ends(self) -> dict[int, int]:
        """The offset of each partition that the next record gets. Raises KafkaError."""
        return {p.partition: n for p, n in (await self._consumer.end_offsets(self._places)).items()}

    async def fetch(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], RawRecord]:
        """The records at these partitions and offsets, without those that are deleted or cannot be opened.

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
