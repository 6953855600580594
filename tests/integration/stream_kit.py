"""What tests of streams share: settings with topics of their own on a real Kafka, and a way to clean up."""

from __future__ import annotations

import asyncio
import uuid

from redactor.settings import StreamsSettings
from streams.connection import admin


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
