"""Topics that are deleted and created again under a stream: every process refuses them, and says what to do."""

from __future__ import annotations

import asyncio
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import known_values_path
from redactor.errors import TopicError
from redactor.settings import StreamsSettings
from streams import export_topics, worker
from streams.batches import BatchLimits, BatchProcessor
from streams.connection import admin
from streams.deliveries import ExportConfig
from streams.export import Exporter
from streams.export_topics import export
from streams.known_replica import KnownReplica
from streams.topics import DEID, RAW, create_topics, name_of, worker_group
from streams.worker import WorkerConfig, work
from tests.integration.stream_kit import delete_topics
from tests.integration.test_stream_hold import Bench

pytestmark = [pytest.mark.services, pytest.mark.slow]


def patient(name: str) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": name, "name": [{"family": "Quimby", "given": [name]}]}


async def create_again(streams: StreamsSettings) -> None:
    await asyncio.to_thread(delete_topics, streams)
    async with asyncio.timeout(60):
        while True:
            async with admin(streams) as client:
                if not any(name.startswith(streams.prefix) for name in await client.list_topics()):
                    break
            await asyncio.sleep(0.1)
        await create_topics(streams)


async def has_committed(streams: StreamsSettings) -> bool:
    async with admin(streams) as client:
        found = await client.list_consumer_group_offsets(worker_group(streams))
    return any(place.topic == name_of(streams, RAW) and told.offset >= 0 for place, told in found.items())


def test_what_was_published_known_and_exported_is_not_taken_for_what_new_topics_hold(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    bench = Bench(streams, tmp_path)
    bench.ingest(patient("one"))
    bench.work()
    assert bench.export() == {"released": 1} and asyncio.run(has_committed(streams))
    asyncio.run(create_again(streams))
    assert not asyncio.run(has_committed(streams))  # Kafka forgets them with the topic: workers begin at its beginning

    with pytest.raises(TopicError, match="What this ingest has published is gone with it"):
        bench.ingest(patient("two"))
    with pytest.raises(TopicError, match=r"Remove known\.db from home and keys\.json\.known"):
        bench.work()
    with pytest.raises(TopicError, match="give it a new --state and an empty OUT"):
        bench.export()

    for file in bench.settings.home.glob("streams/*/topics.json"):
        shutil.rmtree(file.parent)
    known_values_path(bench.settings).unlink()
    (tmp_path / "keys.json.known").unlink()
    for folder in (tmp_path / "state", tmp_path / "out", *tmp_path.glob("in-*")):
        shutil.rmtree(folder)
    bench.ingest(patient("one"))
    bench.ingest(patient("three"))
    bench.work()
    assert bench.export() == {"released": 2}


def test_processes_that_run_notice_it(
    streams: StreamsSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(streams, tmp_path)
    bench.ingest(patient("one"))
    bench.work()
    for module in (worker, export_topics):
        monkeypatch.setattr(module, "ASK", 0.3)
    config = WorkerConfig(streams, bench.keyring, "one", BatchLimits(20, 1 << 20), 1)
    processor = BatchProcessor(lambda raws: [], bench.keyring, bench.parts.fingerprint)
    replica = KnownReplica(bench.settings, bench.keyring)
    exporting = ExportConfig(
        tmp_path / "out", tmp_path / "state", bench.settings.home, bench.keyring, bench.parts.metadata,
        bench.parts.fingerprint, name_of(streams, DEID), streams.partitions, 1 << 20, 60.0,
    )  # fmt: skip

    async def run() -> list[BaseException | None]:
        stop = threading.Event()
        with Exporter(exporting) as exporter:
            running = asyncio.gather(
                work(config, processor, replica, stop, lambda phase: None),
                export(streams, bench.keyring, exporter, stop),
                return_exceptions=True,
            )
            while not exporter.outcomes():
                await asyncio.sleep(0.1)
            await create_again(streams)
            async with asyncio.timeout(60):
                return list(await running)

    worked, exported = asyncio.run(run())
    assert isinstance(worked, TopicError) and isinstance(exported, TopicError)
