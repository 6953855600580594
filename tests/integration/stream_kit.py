"""What tests of streams share: settings with topics of their own on a real Kafka, and a way to clean up."""

from __future__ import annotations

import asyncio
import os
import uuid
from pathlib import Path

from aiokafka import AIOKafkaConsumer, ConsumerRecord, TopicPartition

from redactor.settings import StreamsSettings
from streams.connection import admin, client_options
from streams.topics import name_of


def own_settings(servers: str) -> StreamsSettings:
    """Settings with a prefix for one test only."""
    prefix = f"test-{uuid.uuid4().hex}."
    return StreamsSettings(servers=servers, prefix=prefix, partitions=3, replication=1)


def delete_topics(streams: StreamsSettings) -> None:
    """Delete every topic with the prefix."""

    async def delete() -> None:
        async with admin(streams) as client:
            mine = [name for name in await client.list_topics() if name.startswith(streams.prefix)]
            if mine:
                await client.delete_topics(mine)

    asyncio.run(delete())


async def read_all(streams: StreamsSettings, topic: str, partitions: int) -> list[ConsumerRecord[bytes, bytes]]:
    """Every message of a topic, by partition and offset. topic: without the prefix."""
    name = name_of(streams, topic)
    places = [TopicPartition(name, n) for n in range(partitions)]
    consumer = AIOKafkaConsumer(**client_options(streams), enable_auto_commit=False, auto_offset_reset="earliest")
    found: list[ConsumerRecord[bytes, bytes]] = []
    async with consumer, asyncio.timeout(120):
        consumer.assign(places)
        ends = await consumer.end_offsets(places)
        while any([await consumer.position(place) < ends[place] for place in places]):
            for messages in (await consumer.getmany(timeout_ms=500)).values():
                found += messages
    return sorted(found, key=lambda m: (m.partition, m.offset))


def log_bytes(streams: StreamsSettings, topic: str) -> bytes:
    """What the broker of `make services` has written of a topic; b"" where its folder is not here."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "redactor" / "services"
    files = sorted(root.glob(f"kafka-*/node/logs/{name_of(streams, topic)}-*/*.log"))
    return b"".join(path.read_bytes() for path in files)
