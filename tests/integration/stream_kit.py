"""What tests of streams share: settings with topics of their own on a real Kafka, and a way to clean up."""

from __future__ import annotations

import asyncio
import csv
import json
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


def payloads(out: Path) -> Iterator[str]:
    """Every record in a canonical form. Rows of CSV are objects, entries of Bundles stand alone."""
    for path in sorted(out.iterdir()):
        if path.name.startswith("manifest"):
            continue
        if path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                found: list[Any] = list(csv.DictReader(file))
        elif path.suffix == ".ndjson":
            found = [json.loads(line) for line in path.read_bytes().splitlines()]
        else:
            found = [json.loads(path.read_bytes())]
        for record in found:
            alone = record["entry"] if record.get("resourceType") == "Bundle" and "entry" in record else [record]
            for entry in alone:
                # A deletion leaves a stream as a notice, and a Bundle as an entry without a resource.
                yield json.dumps(entry.get("resource", entry.get("request", entry)), sort_keys=True)
