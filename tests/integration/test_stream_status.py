"""`redactor streams status` over a real Kafka: positions, members, ages, a running exporter, and what was deleted."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.admin import RecordsToDelete
from aiokafka.errors import KafkaConnectionError
from msgspec.structs import replace
from typer.testing import CliRunner

from redactor.assemble.home import known_values_path
from redactor.cli.root import app
from redactor.errors import RedactorError
from redactor.run.state.journal import Journal
from redactor.run.state.known_store import KnownStore
from redactor.settings import RelexSettings, Settings, StreamsSettings
from schemas.engine.records import Outcome, Reason
from streams import export_topics
from streams.connection import admin, client_options, producer_options
from streams.envelope import Envelope, Envelopes
from streams.export import Exporter
from streams.export_topics import export
from streams.observe import observe
from streams.processes import process_file, stream_name
from streams.raw_topic import RawSource
from streams.topics import DEID, KNOWN, RAW, create_topics, name_of, worker_group
from tests.integration.stream_kit import delete_topics
from tests.unit.streams.export_kit import FINGERPRINT, KEY, KEYRING, config, record

pytestmark = [pytest.mark.services, pytest.mark.slow]


async def _publish(streams: StreamsSettings, topic: str, values: list[bytes], partition: int = 0) -> None:
    async with AIOKafkaProducer(**producer_options(streams)) as producer:
        for value in values:
            await producer.send_and_wait(name_of(streams, topic), value, key=KEY, partition=partition)


def _envelopes(streams: StreamsSettings, count: int) -> list[bytes]:
    """Each third is quarantined."""
    encode = Envelopes(KEYRING, name_of(streams, DEID)).encode
    held = replace(record("q", 0, Outcome.QUARANTINED, None), reason=Reason.NO_SCHEMA)
    return [encode(KEY, Envelope(0, n, -1, FINGERPRINT, record(f"r{n}") if n % 3 else held)) for n in range(count)]


def _group(streams: StreamsSettings, **more: str) -> AIOKafkaConsumer:
    return AIOKafkaConsumer(
        **client_options(streams), group_id=worker_group(streams), enable_auto_commit=False,
        auto_offset_reset="earliest", **more,
    )  # fmt: skip


async def _commit(streams: StreamsSettings, offset: int) -> None:
    async with _group(streams) as consumer:
        place = TopicPartition(name_of(streams, RAW), 0)
        consumer.assign([place])
        await consumer.commit({place: offset})


async def _fill(streams: StreamsSettings, records: int, processed: int) -> None:
    """Records in partition 0; the first ones have envelopes and are committed."""
    await create_topics(streams)
    await _publish(streams, RAW, [b"sealed"] * records)
    await _publish(streams, DEID, _envelopes(streams, processed))
    await _commit(streams, processed)


def _settings(streams: StreamsSettings, folder: Path) -> Settings:
    index = RelexSettings(index="http://index.example:9200")
    return Settings(home=folder / "home", keyring=None, streams=streams, relex=index)


@contextmanager
def _exporter(streams: StreamsSettings, folder: Path) -> Iterator[Exporter]:
    made = config(folder, topic=name_of(streams, DEID), partitions=streams.partitions, delivery_seconds=3600)
    with Exporter(made) as exporter, process_file(folder / "home", "exporter", stream_name(streams), state=made.state):
        yield exporter


def _status(streams: StreamsSettings, home: Path) -> tuple[int, dict[str, Any]]:
    own = {"SERVERS": streams.servers or "", "PREFIX": streams.prefix, "PARTITIONS": str(streams.partitions),
           "REPLICATION": "1"}  # fmt: skip
    env = {f"REDACTOR_STREAMS__{name}": value for name, value in own.items()} | {"REDACTOR_HOME": str(home)}
    told = CliRunner().invoke(app, ["streams", "status", "--json"], env=env)
    assert told.exit_code in (0, 1), told.output
    return told.exit_code, json.loads(told.stdout)


def _damaged(state: Path) -> None:
    (state / "journal.db").write_bytes(b"not a database" * 100)


def _of_a_run(state: Path) -> None:
    Journal(state, KEYRING).close()


def test_records_without_a_worker_and_without_an_exporter(streams: StreamsSettings, tmp_path: Path) -> None:
    asyncio.run(_fill(streams, records=10, processed=6))
    code, told = _status(streams, tmp_path / "home")
    assert code == 1 and told["needs_person"]
    assert [f["code"] for f in told["findings"]] == ["no-worker", "no-exporter"]
    assert (told["workers"]["held"], told["workers"]["waiting"], told["router"]) == (10, 4, None)
    assert told["workers"]["partitions"][0]["next"] == 6
    assert abs(told["workers"]["oldest"] - time.time()) < 300
    assert told["workers"]["kafka_deletes_in"] > 6 * 86_400
    assert not (tmp_path / "home").exists()  # it only reads


def test_an_idle_stream_waits_for_nothing(streams: StreamsSettings, tmp_path: Path) -> None:
    asyncio.run(create_topics(streams))
    code, told = _status(streams, tmp_path / "home")
    assert (code, told["findings"]) == (0, [])


def test_an_exporter_that_runs_is_read_and_not_disturbed(streams: StreamsSettings, tmp_path: Path) -> None:
    asyncio.run(_fill(streams, records=10, processed=6))
    phases: list[str] = []
    with _exporter(streams, tmp_path) as exporter:

        async def both() -> None:
            stop = threading.Event()
            running = asyncio.create_task(export(streams, KEYRING, exporter, stop, phases.append))
            async with asyncio.timeout(90):
                while sum(exporter.outcomes().values()) < 6:
                    await asyncio.sleep(0.05)
            seen = await observe(_settings(streams, tmp_path), ())
            stop.set()
            await running
            (found,) = seen.exporters
            assert found.runs and found.state == str(tmp_path / "state")
            assert (found.waiting, found.gone, found.open_records, found.deliveries) == (0, 0, 4, 0)
            assert found.held == {"no-schema": 2} and found.outcomes == {"quarantined": 2, "released": 4}
            assert seen.index == "http://index.example:9200"

        asyncio.run(both())
        exporter.deliveries.finish()
    assert set(phases) == {"exporting"}
    code, told = _status(streams, tmp_path / "home")
    (after,) = told["exporters"]
    assert (after["runs"], after["deliveries"], after["open_delivery"]["records"]) == (False, 1, 0)
    assert code == 1 and [f["code"] for f in told["findings"]] == ["no-worker", "quarantined"]


def test_the_exporter_tells_when_kafka_is_away_and_when_it_is_back(
    streams: StreamsSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phases: list[str] = []
    answers = RawSource.ends

    async def ends(source: RawSource) -> dict[int, int]:
        if "exporting" in phases and "kafka-away" not in phases:
            raise KafkaConnectionError
        return await answers(source)

    async def away() -> None:
        await create_topics(streams)
        monkeypatch.setattr(export_topics, "ASK", 0.05)
        monkeypatch.setattr(RawSource, "ends", ends)
        stop = threading.Event()
        running = asyncio.create_task(export(streams, KEYRING, exporter, stop, phases.append))
        async with asyncio.timeout(60):
            while phases[-1:] != ["exporting"] or "kafka-away" not in phases:
                await asyncio.sleep(0.02)
        stop.set()
        await running

    with _exporter(streams, tmp_path) as exporter:
        asyncio.run(away())


def test_envelopes_that_wait_for_a_stopped_exporter_are_counted_by_partition(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    asyncio.run(_fill(streams, records=6, processed=6))
    with _exporter(streams, tmp_path):
        pass
    code, told = _status(streams, tmp_path / "home")
    (exporter,) = told["exporters"]
    assert code == 1 and exporter["untaken"] == {"0": 6, "1": 0, "2": 0}
    assert [f["code"] for f in told["findings"]] == ["exporter-ended"]


def test_a_member_of_the_group_is_shown_with_its_partitions(streams: StreamsSettings, tmp_path: Path) -> None:
    async def member() -> None:
        await _fill(streams, records=4, processed=1)
        settings = _settings(streams, tmp_path)
        with process_file(settings.home, "worker", stream_name(streams), instance="token"):
            async with _group(streams, group_instance_id="token") as consumer:
                consumer.subscribe([name_of(streams, RAW)])
                async with asyncio.timeout(60):
                    while not consumer.assignment():
                        await asyncio.sleep(0.1)
                (own,) = (await observe(settings, ())).raw.members
            assert (own.name, own.runs, own.partitions) == ("worker-1", True, (0, 1, 2))
        seen = await observe(settings, ())  # a static member stays for a while when its process has ended
        assert [m.runs for m in seen.raw.members] in ([False], [])

    asyncio.run(member())


def test_what_kafka_deleted_before_it_was_read_is_counted(streams: StreamsSettings, tmp_path: Path) -> None:
    async def deleted() -> None:
        await _fill(streams, records=10, processed=2)
        async with admin(streams) as client:
            raw, deid = (TopicPartition(name_of(streams, topic), 0) for topic in (RAW, DEID))
            await client.delete_records({raw: RecordsToDelete(before_offset=7), deid: RecordsToDelete(before_offset=1)})

    asyncio.run(deleted())
    with _exporter(streams, tmp_path):
        pass
    _, told = _status(streams, tmp_path / "home")
    assert (told["workers"]["deleted_unread"], told["workers"]["waiting"], told["exporters"][0]["gone"]) == (5, 3, 1)
    assert [f["code"] for f in told["findings"]] == ["lost", "no-worker", "lost", "exporter-ended"]


def test_the_position_of_this_home_in_known_values_is_read_without_the_keyring(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    async def publish() -> None:
        await create_topics(streams)
        await _publish(streams, KNOWN, [b"sealed"] * 5)

    asyncio.run(publish())
    settings = _settings(streams, tmp_path)
    settings.home.mkdir()
    store = KnownStore.open(known_values_path(settings), KEYRING)
    with store.transaction(name_of(streams, KNOWN), 2):
        pass
    seen = asyncio.run(observe(settings, ()))  # while the writer has it open
    assert (seen.known.position, seen.known.end, seen.known.behind) == (2, 5, 3)
    store.close()


def test_an_exporter_that_is_ahead_of_topics_that_were_created_again_is_told(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    async def fill(count: int) -> dict[str, int]:
        await _fill(streams, records=count, processed=count)
        with _exporter(streams, tmp_path) as exporter:
            await export(streams, KEYRING, exporter, threading.Event(), drain=True)
            return exporter.outcomes()

    asyncio.run(fill(6))
    delete_topics(streams)
    asyncio.run(_recreate(streams))
    code, told = _status(streams, tmp_path / "home")
    assert code == 1 and "exporter-ahead" in [f["code"] for f in told["findings"]]


async def _recreate(streams: StreamsSettings) -> None:
    """Kafka deletes topics after it has answered: each is there again once it was created, and not merely seen."""
    created: set[str] = set()
    async with asyncio.timeout(60):
        while not created.issuperset(name_of(streams, topic) for topic in (RAW, KNOWN, DEID)):
            with suppress(RedactorError):
                created.update(await create_topics(streams))
            await asyncio.sleep(0.5)


@pytest.mark.parametrize(
    ("make", "problem"),
    [(lambda state: None, "SQLITE_CANTOPEN"), (_damaged, "SQLITE_NOTADB"), (_of_a_run, "no exporter began it")],
)
def test_a_folder_that_is_no_state_of_an_exporter_is_told(
    streams: StreamsSettings, tmp_path: Path, make: Callable[[Path], None], problem: str
) -> None:
    asyncio.run(create_topics(streams))
    state = tmp_path / "given"
    state.mkdir()
    make(state)
    (found,) = asyncio.run(observe(_settings(streams, tmp_path), [state])).exporters
    assert (found.state, found.problem) == (str(state), problem)
