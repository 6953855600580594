"""The exporter over a real Kafka: positions, payloads of quarantined records, and what retention deleted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.admin import RecordsToDelete
from aiokafka.errors import KafkaConnectionError
from msgspec.structs import replace

from redactor.errors import BrokerUnavailableError, ForgedMessageError, RunError, StoppedError
from redactor.keys import Keyring
from redactor.run.state.quarantine import QuarantineStore
from redactor.settings import StreamsSettings
from schemas.engine.records import Outcome, Reason
from streams import export_topics
from streams.connection import admin, client_options, producer_options
from streams.envelope import Envelope, Envelopes
from streams.export import Exporter
from streams.export_topics import export
from streams.raw_topic import NO_POSITION, RawMessages, RawSource
from streams.resend import Resender
from streams.topics import DEID, RAW, create_topics, name_of, worker_group
from tests.unit.streams.export_kit import FINGERPRINT, KEY, KEYRING, config, delivered, raw, record

pytestmark = pytest.mark.services


async def _publish(streams: StreamsSettings, topic: str, values: Sequence[bytes], partition: int = 0) -> None:
    async with AIOKafkaProducer(**producer_options(streams)) as producer:
        acks = [await producer.send(topic, value, key=KEY, partition=partition) for value in values]
        await asyncio.gather(*acks)


async def _fill(streams: StreamsSettings, count: int, lacking: Sequence[int] = (), is_committed: bool = True) -> None:
    """Records, and what workers made of them, with their commit. Each third is quarantined; `lacking` never came."""
    await create_topics(streams)
    source, deid = name_of(streams, RAW), name_of(streams, DEID)
    messages = RawMessages(KEYRING, source, streams.max_record_bytes)
    envelopes = Envelopes(KEYRING, deid)
    await _publish(streams, source, [messages.encode(KEY, raw((0, n)), NO_POSITION) for n in range(count)])
    done = [record(f"r{n:02d}") for n in range(count)]
    for n in range(0, count, 3):
        done[n] = replace(record("q", n, Outcome.QUARANTINED, None), reason=Reason.NO_SCHEMA)
    sent = [envelopes.encode(KEY, Envelope(0, n, -1, FINGERPRINT, done[n])) for n in range(count) if n not in lacking]
    await _publish(streams, deid, sent)
    if not is_committed:
        return
    consumer = AIOKafkaConsumer(
        **client_options(streams),
        group_id=worker_group(streams),
        enable_auto_commit=False,
        auto_offset_reset="earliest",
    )
    async with consumer:
        consumer.assign([TopicPartition(source, 0)])
        await consumer.commit({TopicPartition(source, 0): count})


async def _delete(streams: StreamsSettings, topic: str, before: int) -> None:
    """What retention does after days."""
    async with admin(streams) as client:
        await client.delete_records({TopicPartition(name_of(streams, topic), 0): RecordsToDelete(before_offset=before)})


async def _export(streams: StreamsSettings, folder: Path, skip_lost: bool = False) -> dict[str, int]:
    made = config(folder, topic=name_of(streams, DEID), partitions=streams.partitions)
    with Exporter(made) as exporter:
        async with asyncio.timeout(90):
            await export(streams, KEYRING, exporter, threading.Event(), drain=True, skip_lost=skip_lost)
        return exporter.outcomes()


def _lines(numbers: Sequence[int]) -> list[bytes]:
    return [record(f"r{n:02d}").payload or b"" for n in numbers if n % 3]


def _left(folder: Path) -> list[bytes]:
    return sorted(line for lines in delivered(folder).values() for line in lines)


def test_what_the_stream_holds_leaves_once_and_the_rest_is_in_quarantine(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    async def twice() -> None:
        await _fill(streams, 10)
        first = await _export(streams, tmp_path)
        assert first == {"quarantined": 4, "released": 6}
        assert await _export(streams, tmp_path) == first

    asyncio.run(twice())
    assert _left(tmp_path) == _lines(range(10))
    store = QuarantineStore(tmp_path / "state", KEYRING, create=False)
    assert [store.show(e.id) for e in store.list("held")] == [raw((0, n)).data for n in (0, 3, 6, 9)]
    store.close()


def test_an_exporter_that_a_signal_ends_before_it_has_drained_says_so(streams: StreamsSettings, tmp_path: Path) -> None:
    asyncio.run(_fill(streams, 3))
    stop = threading.Event()
    stop.set()
    made = config(tmp_path, topic=name_of(streams, DEID), partitions=streams.partitions)
    with Exporter(made) as exporter, pytest.raises(StoppedError):
        asyncio.run(export(streams, KEYRING, exporter, stop, drain=True))


@pytest.mark.parametrize("topic", [RAW, pytest.param(DEID, marks=pytest.mark.slow)])
def test_what_retention_deleted_before_it_was_exported_is_counted(
    streams: StreamsSettings, tmp_path: Path, topic: str
) -> None:
    async def gap() -> None:
        await _fill(streams, 10, lacking=range(4) if topic == RAW else ())
        await _delete(streams, topic, before=4)
        with pytest.raises(RunError, match="exported: 4"):
            await _export(streams, tmp_path)
        assert await _export(streams, tmp_path, skip_lost=True) == {"quarantined": 2, "released": 4}

    asyncio.run(gap())
    assert _left(tmp_path) == _lines(range(4, 10))


@pytest.mark.parametrize("skip_lost", [False, True])
def test_an_exporter_with_another_keyring_ends_and_skips_nothing(
    streams: StreamsSettings, tmp_path: Path, skip_lost: bool
) -> None:
    other = Keyring.generate()
    made = config(tmp_path, topic=name_of(streams, DEID), partitions=streams.partitions, keyring=other)

    async def wrong() -> None:
        await _fill(streams, 10)
        async with asyncio.timeout(90):
            await export(streams, other, exporter, threading.Event(), drain=True, skip_lost=skip_lost)

    with Exporter(made) as exporter, pytest.raises(ForgedMessageError, match="check REDACTOR_KEYRING"):
        asyncio.run(wrong())
    assert delivered(tmp_path) == {}
    (tmp_path / "right").mkdir()
    assert asyncio.run(_export(streams, tmp_path / "right")) == {"quarantined": 4, "released": 6}


@pytest.mark.parametrize("proof", ["records", pytest.param("journal", marks=pytest.mark.slow)])
def test_forged_messages_alone_do_not_stop_an_exporter_whose_keyring_is_proven(
    streams: StreamsSettings, tmp_path: Path, proof: str
) -> None:
    """The keyring of a new state is proven by the records of phi.raw.v1, that of another by its journal."""
    deid = name_of(streams, DEID)
    forger = Envelopes(Keyring.generate(), deid)
    forged = [forger.encode(KEY, Envelope(0, n, -1, FINGERPRINT, record("forged"))) for n in range(5)]

    async def attacked() -> dict[str, int]:
        if proof == "journal":
            await _fill(streams, 2)
            await _export(streams, tmp_path)
            await _delete(streams, RAW, before=2)
        else:
            await _fill(streams, 2, lacking=[0, 1], is_committed=False)
        await _publish(streams, deid, forged)
        stop = threading.Event()
        with Exporter(config(tmp_path, topic=deid, partitions=streams.partitions)) as exporter:
            running = asyncio.create_task(export(streams, KEYRING, exporter, stop))
            async with asyncio.timeout(60):
                while exporter.forged < 5:
                    await asyncio.sleep(0.05)
            await asyncio.sleep(2)  # it has asked Kafka by then
            assert not running.done()
            stop.set()
            await running
            assert exporter.forged == 5
            return exporter.outcomes()

    assert asyncio.run(attacked()) == ({"quarantined": 1, "released": 1} if proof == "journal" else {})


def test_an_envelope_that_was_committed_without_its_ack_is_counted_as_lost(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    async def lost() -> None:
        await _fill(streams, 10, lacking=[5])
        with pytest.raises(RunError, match="exported: 1"):
            await _export(streams, tmp_path)
        await _export(streams, tmp_path, skip_lost=True)

    asyncio.run(lost())
    assert _left(tmp_path) == _lines([n for n in range(10) if n != 5])


def test_a_quarantined_record_that_is_deleted_from_the_topic_keeps_its_header(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    async def late() -> None:
        await _fill(streams, 10)
        await _delete(streams, RAW, before=8)
        await _export(streams, tmp_path)

    asyncio.run(late())
    store = QuarantineStore(tmp_path / "state", KEYRING, create=False)
    assert [bool(e.bytes) for e in store.list()] == [False, False, False, True]
    store.close()


def test_an_exporter_waits_for_kafka_wherever_it_needs_it(
    streams: StreamsSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = {"fetch": 2, "step": 2}

    def fails_at_first(owner: type, name: str, error: Exception) -> None:
        works = getattr(owner, name)

        async def call(*args: object) -> object:
            if away[name]:
                away[name] -= 1
                raise error
            return await works(*args)

        monkeypatch.setattr(owner, name, call)

    fails_at_first(RawSource, "fetch", BrokerUnavailableError("away"))
    fails_at_first(Resender, "step", KafkaConnectionError())
    monkeypatch.setattr(export_topics, "ASK", 0.05)

    async def run() -> dict[str, int]:
        await _fill(streams, 10)
        made = config(tmp_path, topic=name_of(streams, DEID), partitions=streams.partitions)
        stop = threading.Event()
        with Exporter(made) as exporter:
            running = asyncio.create_task(export(streams, KEYRING, exporter, stop))
            async with asyncio.timeout(90):
                while any(away.values()) or sum(exporter.outcomes().values()) < 10:
                    await asyncio.sleep(0.05)
            stop.set()
            await running
            return exporter.outcomes()

    assert asyncio.run(run()) == {"quarantined": 4, "released": 6}
