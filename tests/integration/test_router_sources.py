"""The router over a real Kafka, from Faust and from plain aiokafka: both publish the same, whatever goes wrong."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiokafka import AIOKafkaProducer
from aiokafka.errors import KafkaConnectionError

from benchmarks.streams.plain_source import plain_source
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.pool import isolate_failures
from redactor.settings import Settings, StreamsSettings
from streams.agents import Prepared, Router, preparation_stage
from streams.app import faust_source
from streams.connection import producer_options
from streams.ehr_topic import EhrOffsets
from streams.raw_topic import RawMessages
from streams.routing import RouterConfig, Source, route_topic
from streams.topics import EHR_IN, RAW, create_topics, name_of
from tests.integration.stream_kit import read_all

pytestmark = pytest.mark.services

KEYRING = Keyring.generate()
COUNT = 60
Open = Callable[[], AbstractAsyncContextManager[Source]]
OPEN: dict[str, Callable[[StreamsSettings, str, Path], Open]] = {
    "faust": lambda streams, instance, folder: partial(faust_source, streams, instance, folder),
    "plain": lambda streams, instance, folder: partial(plain_source, streams, instance),
}


def _settings(streams: StreamsSettings, tmp_path: Path) -> Settings:
    KEYRING.save(tmp_path / "keys.json")
    return Settings(home=tmp_path / "home", keyring=str(tmp_path / "keys.json"), streams=streams)


def _router(settings: Settings, stop: threading.Event) -> Router:
    stage = preparation_stage(settings, None)
    built = stage.build()

    def call(raws: Sequence[RawRecord]) -> Sequence[Prepared | str]:
        return isolate_failures(stage.work, built, raws)

    return Router(settings, KEYRING, call, stop, lambda _: None)


async def _fill(streams: StreamsSettings) -> list[bytes]:
    """Messages in all partitions, one of them without a value; transactions leave gaps in the offsets of one."""
    await create_topics(streams)
    topic, options = name_of(streams, EHR_IN), producer_options(streams)
    sent = [
        json.dumps({"resourceType": "Patient", "id": f"p{n}", "name": [{"family": f"Family{n}"}]}).encode()
        for n in range(COUNT)
    ]
    async with AIOKafkaProducer(**options) as producer:
        for n, value in enumerate(sent):
            await producer.send(topic, value, partition=n % streams.partitions)
        await producer.send(topic, None, key=b"k", partition=0)
    async with AIOKafkaProducer(**options, transactional_id=streams.prefix) as producer:
        for n in range(3):
            async with producer.transaction():
                await producer.send(topic, b'{"resourceType": "Patient", "id": "t%d"}' % n, partition=0)
    return [*sent, b"", *(b'{"resourceType": "Patient", "id": "t%d"}' % n for n in range(3))]


def _failing(opened: Open, failures: int) -> Open:
    """The first commits of a source fail, as if Kafka had gone away; what was published is then published again."""

    @asynccontextmanager
    async def source() -> Any:
        async with opened() as made:
            commit = made.commit

            async def fail(following: Mapping[int, int]) -> None:
                nonlocal failures
                if failures:
                    failures -= 1
                    raise KafkaConnectionError
                await commit(following)

            made.commit = fail  # type: ignore[method-assign]
            yield made

    return source


async def _route(settings: Settings, opened: Open) -> None:
    stop = threading.Event()
    router = _router(settings, stop)
    try:
        config = RouterConfig(settings.streams, opened, 7, 1 << 20, drain=True)
        await route_topic(config, router, stop, lambda _: None, set())
    finally:
        await asyncio.to_thread(router.close)


async def _published(streams: StreamsSettings) -> list[bytes]:
    """The data of each record, once."""
    messages = RawMessages(KEYRING, name_of(streams, RAW), streams.max_record_bytes)
    found = [messages.decode(m.key, m.value).raw for m in await read_all(streams, RAW, streams.partitions)]
    return list({raw.position: raw.data for raw in found}.values())


@pytest.mark.slow
@pytest.mark.parametrize("kind", OPEN)
def test_two_routers_publish_everything_though_commits_fail(
    streams: StreamsSettings, tmp_path: Path, kind: str
) -> None:
    """The second takes partitions from the first; what the first could not commit is published again."""

    async def run() -> None:
        sent = await _fill(streams)
        settings = _settings(streams, tmp_path)
        first, second = (OPEN[kind](streams, name, tmp_path / name) for name in ("first", "second"))
        async with asyncio.timeout(200):
            await asyncio.gather(_route(settings, _failing(first, 2)), _route(settings, second))
        assert sorted(await _published(streams)) == sorted(sent)
        async with EhrOffsets(streams) as offsets:
            assert await offsets.waiting(await offsets.ends()) == []

    asyncio.run(run())
