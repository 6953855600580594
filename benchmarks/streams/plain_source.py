"""A source of the router in plain aiokafka: what Faust is measured against, and what its border is tested with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from aiokafka import TopicPartition
from aiokafka.abc import ConsumerRebalanceListener
from aiokafka.errors import CommitFailedError

from redactor.settings import StreamsSettings
from streams.connection import Consumer
from streams.ehr_topic import EhrMessage
from streams.topics import EHR_IN, name_of, router_group


class PlainSource(ConsumerRebalanceListener):  # type: ignore[misc]  # aiokafka has no types
    """Reads ehr.in.v1 as `streams.routing.Source` says. Its limit of bytes is that of aiokafka's fetches."""

    def __init__(self, consumer: Consumer, topic: str) -> None:
        self._consumer, self._topic = consumer, topic
        self.generation = 0

    async def on_partitions_revoked(self, revoked: object) -> None:
        self.generation += 1

    async def on_partitions_assigned(self, assigned: object) -> None:
        self.generation += 1

    @property
    def assigned(self) -> set[int]:
        return {place.partition for place in self._consumer.assignment()}

    async def batch(self, most: int, most_bytes: int, wait: float) -> list[EhrMessage]:
        found = await self._consumer.getmany(timeout_ms=int(wait * 1000), max_records=most)
        return [EhrMessage(m.partition, m.offset, m.value) for messages in found.values() for m in messages]

    async def commit(self, following: Mapping[int, int]) -> None:
        mine = {TopicPartition(self._topic, n): offset for n, offset in following.items() if n in self.assigned}
        with suppress(CommitFailedError):  # they belong to another router now
            await self._consumer.commit(mine)


@asynccontextmanager
async def plain_source(streams: StreamsSettings, instance: str) -> AsyncIterator[PlainSource]:
    """A running source. instance: name in the group."""
    consumer = Consumer(
        streams, start="earliest", group_id=router_group(streams), group_instance_id=instance,
        session_timeout_ms=30_000, heartbeat_interval_ms=3_000,
    )  # fmt: skip
    source = PlainSource(consumer, name_of(streams, EHR_IN))
    try:
        await consumer.start()
        consumer.subscribe([name_of(streams, EHR_IN)], listener=source)
        yield source
    finally:
        await consumer.stop()
