"""Workers that come, go and lose records to retention, over a real Kafka. Their processing is trivial."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

import pytest
from aiokafka import AIOKafkaProducer, TopicPartition
from aiokafka.abc import ConsumerRebalanceListener
from aiokafka.admin import RecordsToDelete

from redactor.errors import RunError
from redactor.run.contracts import Processed, RawRecord
from redactor.settings import StreamsSettings
from streams import worker
from streams.batches import BatchLimits, BatchProcessor
from streams.connection import Consumer, admin, producer_options
from streams.envelope import Envelopes, SourceMarks, Verdict
from streams.raw_topic import NO_POSITION, RawMessages
from streams.topics import DEID, RAW, create_topics, name_of, worker_group
from streams.worker import WorkerConfig, work
from tests.integration.stream_kit import read_all
from tests.unit.streams.worker_kit import KEYRING, Replica, released

pytestmark = pytest.mark.services


class _AnyTopic(Replica):
    """Known values of whichever topic this is."""

    def check_topic(self, topic_id: str) -> None: ...


class Process:
    """A worker as a task. It stands still after `quota` records until it is free."""

    def __init__(
        self, streams: StreamsSettings, instance: str, drain: bool, skip_lost: bool = False, quota: int = 1 << 30
    ) -> None:
        self.records, self._quota = 0, quota
        self.stop, self.free = threading.Event(), threading.Event()
        config = WorkerConfig(streams, KEYRING, instance, BatchLimits(10, 1 << 20), 1, drain, skip_lost)
        replica: Any = _AnyTopic()
        processor = BatchProcessor(self._call, KEYRING, "f")
        self.task = asyncio.create_task(work(config, processor, replica, self.stop, lambda _: None))

    def _call(self, raws: Sequence[RawRecord]) -> list[Processed | str]:
        self.records += len(raws)
        if self.records > self._quota:
            self.free.wait(60)
        return released(raws)

    async def has_begun(self) -> None:
        before = self.records
        while self.records == before:
            if self.task.done():
                self.task.result()
            await asyncio.sleep(0.01)


async def _fill(streams: StreamsSettings, count: int) -> None:
    """count: of records in each partition."""
    await create_topics(streams)
    topic = name_of(streams, RAW)
    messages = RawMessages(KEYRING, topic, streams.max_record_bytes)
    async with AIOKafkaProducer(**producer_options(streams)) as producer:
        for partition in range(streams.partitions):
            for n in range(count):
                value = messages.encode(b"k", RawRecord(b"{}", f"{partition}:{n}"), NO_POSITION)
                await producer.send(topic, value, key=b"k", partition=partition)


async def _sent(streams: StreamsSettings) -> list[tuple[int, int]]:
    """The partition and the offset of the source of each envelope."""
    envelopes = Envelopes(KEYRING, name_of(streams, DEID))
    found = [envelopes.decode(m.key, m.value) for m in await read_all(streams, DEID, streams.partitions)]
    return [(e.partition, e.offset) for e in found]


@pytest.mark.slow
def test_workers_that_join_and_leave_lose_nothing(streams: StreamsSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second joins while the first works, the first leaves, and a third is cancelled in the middle, as if killed."""
    monkeypatch.setattr(worker, "_SESSION_MS", 3_000)
    monkeypatch.setattr(worker, "_HEARTBEAT_MS", 300)

    monkeypatch.setattr(worker, "_REVOKED", 0.5)

    async def come_and_go() -> None:
        await _fill(streams, 100)
        first = Process(streams, "first", drain=False, quota=20)
        await first.has_begun()
        second = Process(streams, "second", drain=True, quota=20)
        await second.has_begun()
        first.stop.set()
        first.free.set()
        await first.task
        third = Process(streams, "third", drain=False, quota=20)
        await third.has_begun()
        third.task.cancel()
        third.free.set()
        with suppress(asyncio.CancelledError):
            await third.task
        second.free.set()
        await second.task

    async def bounded() -> None:
        async with asyncio.timeout(120):
            await come_and_go()
            marks = SourceMarks({})  # of an exporter, which takes no envelope twice
            taken = [place for place in await _sent(streams) if marks.judge(*place) is Verdict.NEXT]
            assert sorted(taken) == [(p, n) for p in range(streams.partitions) for n in range(100)]

    asyncio.run(bounded())


class _Slow(ConsumerRebalanceListener):  # type: ignore[misc]  # aiokafka has no types
    """A member that keeps the others waiting in every rebalance but the one in which it joins."""

    def __init__(self) -> None:
        self.has_joined, self.free = asyncio.Event(), asyncio.Event()

    async def on_partitions_revoked(self, revoked: Collection[TopicPartition]) -> None:
        if self.has_joined.is_set():
            await self.free.wait()

    async def on_partitions_assigned(self, assigned: Collection[TopicPartition]) -> None:
        self.has_joined.set()


def test_a_worker_that_waits_for_others_to_rejoin_ends_when_it_is_told_to(
    streams: StreamsSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """aiokafka's consumer returns neither messages nor from its end before the others have joined: here ten minutes."""
    monkeypatch.setattr(worker, "_HEARTBEAT_MS", 300)
    rejoins = asyncio.Semaphore(0)
    revoked = worker._Session.on_partitions_revoked

    async def note_rejoin(self: worker._Session, places: Collection[TopicPartition]) -> None:
        await revoked(self, places)
        if places:
            rejoins.release()

    async def stop_while_rejoining() -> None:
        await _fill(streams, 1)
        first = Process(streams, "first", drain=False)
        await first.has_begun()
        slow = _Slow()
        minutes = {"session_timeout_ms": 600_000, "rebalance_timeout_ms": 600_000, "max_poll_interval_ms": 600_000}
        other = Consumer(streams, group_id=worker_group(streams), start="earliest", **minutes)
        await other.start()
        try:
            other.subscribe([name_of(streams, RAW)], listener=slow)
            await slow.has_joined.wait()
            monkeypatch.setattr(worker._Session, "on_partitions_revoked", note_rejoin)
            second = Process(streams, "second", drain=False)
            await rejoins.acquire()
            first.stop.set()
            second.stop.set()
            await asyncio.gather(first.task, second.task)
        finally:
            slow.free.set()
            await other.stop()

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await stop_while_rejoining()

    asyncio.run(bounded())


def test_what_retention_deleted_before_a_worker_read_it_is_counted(streams: StreamsSettings) -> None:
    async def gap() -> None:
        await _fill(streams, 10)
        async with admin(streams) as client:
            place = TopicPartition(name_of(streams, RAW), 1)
            await client.delete_records({place: RecordsToDelete(before_offset=4)})
        with pytest.raises(RunError, match="processed: 4"):
            await Process(streams, "a", drain=True).task
        await Process(streams, "a", drain=True, skip_lost=True).task
        # The first worker may have ended between an envelope and its commit; then the second sends the envelope again.
        left = {(p, n) for p in range(streams.partitions) for n in range(10)} - {(1, n) for n in range(4)}
        assert set(await _sent(streams)) == left

    async def bounded() -> None:
        async with asyncio.timeout(120):
            await gap()

    asyncio.run(bounded())
