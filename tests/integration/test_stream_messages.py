"""Sealed records and envelopes over a real Kafka: what goes in comes out, and the broker's files show nothing."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, ConsumerRecord, TopicPartition

from redactor.keys import Keyring
from redactor.run.contracts import Processed
from redactor.settings import StreamsSettings
from schemas.engine.records import Outcome
from streams.connection import client_options, producer_options
from streams.envelope import Envelope, Envelopes
from streams.sealed import MessageKeys, Sealer, partition_of
from streams.topics import DEID, RAW, create_topics, name_of

pytestmark = pytest.mark.services
NAME = "Featherstonehaugh"
RECORDS = [f'{{"resourceType":"Patient","id":"{n}","name":[{{"family":"{NAME}"}}]}}'.encode() for n in range(60)]


async def _send(streams: StreamsSettings, topic: str, messages: Sequence[tuple[bytes, bytes]]) -> None:
    async with AIOKafkaProducer(**producer_options(streams)) as producer:
        acks = [
            await producer.send(topic, value, key=key, partition=partition_of(key, streams.partitions))
            for key, value in messages
        ]
        await asyncio.gather(*acks)


async def _read(streams: StreamsSettings, topic: str, count: int) -> list[ConsumerRecord[bytes, bytes]]:
    consumer = AIOKafkaConsumer(**client_options(streams), enable_auto_commit=False, auto_offset_reset="earliest")
    found: list[ConsumerRecord[bytes, bytes]] = []
    async with consumer:
        consumer.assign([TopicPartition(topic, n) for n in range(streams.partitions)])
        async with asyncio.timeout(60):
            while len(found) < count:
                for messages in (await consumer.getmany(timeout_ms=500)).values():
                    found += messages
    return found


def test_records_come_back_in_order_without_gaps_and_in_one_partition_a_patient(streams: StreamsSettings) -> None:
    async def there_and_back() -> list[ConsumerRecord[bytes, bytes]]:
        await create_topics(streams)
        await _send(
            streams, topic, [(key, sealer.seal(topic, key, record)) for key, record in zip(keys, RECORDS, strict=True)]
        )
        return await _read(streams, topic, len(RECORDS))

    keyring = Keyring.generate()
    sealer, topic = Sealer(keyring), name_of(streams, RAW)
    keys = [MessageKeys(keyring).for_record(f"patient-{n % 7}", "") for n in range(len(RECORDS))]
    found = asyncio.run(there_and_back())
    for n in range(streams.partitions):
        offsets = [m.offset for m in found if m.partition == n]
        assert offsets == list(range(len(offsets)))
    for key in set(keys):
        mine = [m for m in found if m.key == key]
        assert {m.partition for m in mine} == {partition_of(key, streams.partitions)}
        sent = [record for k, record in zip(keys, RECORDS, strict=True) if k == key]
        assert [sealer.open(m.topic, m.key, m.value) for m in mine] == sent
    assert not [m for m in found if NAME.encode() in m.value]


def test_the_largest_record_passes_even_if_it_cannot_be_compressed(streams: StreamsSettings) -> None:
    """Twice as large as what Kafka and its clients take by default."""
    streams = streams.model_copy(update={"max_record_bytes": 2 * 1024 * 1024})

    async def there_and_back() -> list[ConsumerRecord[bytes, bytes]]:
        await create_topics(streams)
        await _send(streams, topic, [(key, Sealer(keyring).seal(topic, key, largest))])
        await _send(streams, deid, [(key, Envelopes(keyring, deid).encode(key, envelope))])
        return await _read(streams, topic, 1) + await _read(streams, deid, 1)

    keyring = Keyring.generate()
    topic, deid = name_of(streams, RAW), name_of(streams, DEID)
    key, largest = MessageKeys(keyring).for_record(None, "r"), os.urandom(streams.max_record_bytes)
    envelope = Envelope(0, 0, 0, "f" * 64, Processed(Outcome.RELEASED, "r" * 32, "k" * 32, largest))
    raw, out = asyncio.run(there_and_back())
    assert raw.value is not None and Sealer(keyring).open(topic, raw.key, raw.value) == largest
    assert Envelopes(keyring, deid).decode(out.key, out.value) == envelope


def test_the_files_of_the_broker_show_no_identifier(streams: StreamsSettings) -> None:
    """With the broker of `make services`, whose folder is known."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "redactor" / "services"
    logs = next(iter(sorted((root).glob("kafka-*/node/logs"))), None)
    keyring = Keyring.generate()
    topic, key = name_of(streams, RAW), MessageKeys(keyring).for_record("MRN-4711-0815", "")
    sealed = Sealer(keyring).seal(topic, key, RECORDS[0])

    async def send() -> None:
        await create_topics(streams)
        await _send(streams, topic, [(key, sealed)])

    asyncio.run(send())
    found = sorted(logs.glob(f"{topic}-{partition_of(key, streams.partitions)}/*.log")) if logs else []
    if not found:
        pytest.skip("the broker's files are not here")
    written = b"".join(path.read_bytes() for path in found)
    assert sealed in written and key in written
    assert NAME.encode() not in written and b"4711" not in written and b"Patient" not in written
