"""A worker's topics and clients in memory: what tests of its session share."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiokafka import TopicPartition
from aiokafka.errors import KafkaConnectionError

from redactor.errors import TopicError
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RawRecord
from redactor.settings import StreamsSettings
from schemas.engine.records import Outcome
from streams import connection, topic_ids, worker
from streams.batches import BatchLimits, BatchProcessor
from streams.envelope import Envelopes
from streams.raw_topic import RawMessages
from streams.worker import WorkerConfig, work
from tests.unit.streams.producer_kit import Batch

KEYRING = Keyring.generate()
RAW, DEID = "phi.raw.v1", "deid.v1"


@dataclass
class Message:
    partition: int
    offset: int
    key: bytes
    value: bytes


@dataclass
class Broker:
    """Two topics, and everything that clients did, in order.

    ack: called with each envelope before its ack. asked: called before each answer that tells a committed offset.
    """

    messages: dict[int, list[Message]] = field(default_factory=dict)
    committed: dict[int, int] = field(default_factory=dict)
    sent: list[tuple[int, int]] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    paused: set[int] = field(default_factory=set)
    was_paused: bool = False
    first: int = 0
    ids: dict[str, str] = field(default_factory=dict)
    away: bool = False
    ack: Callable[[int, int], Coroutine[Any, Any, None]] | None = None
    asked: Callable[[Consumer, int], Coroutine[Any, Any, None]] | None = None

    async def described(self, _: object, names: Sequence[str]) -> dict[str, tuple[str, int]]:
        if self.away:
            raise KafkaConnectionError
        return {name: (self.ids.get(name, "1"), 1) for name in names}

    def add(self, count: int, partition: int = 0, keyring: Keyring = KEYRING, known: int = -1, size: int = 0) -> None:
        encoder = RawMessages(keyring, RAW, 1 << 20)
        for n in range(count):
            raw = RawRecord(b'{"n":%d}' % n + b" " * size, f"1:{n}")
            mine = self.messages.setdefault(partition, [])
            mine.append(Message(partition, len(mine), b"k", encoder.encode(b"k", raw, known)))


class Producer:
    def __init__(self, broker: Broker) -> None:
        self.client, self._envelopes = broker, Envelopes(KEYRING, DEID)
        self._broker = broker

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def create_batch(self) -> Batch:
        return Batch()

    async def send_batch(self, batch: Batch, topic: str, *, partition: int) -> asyncio.Task[None]:
        assert topic == DEID and batch.is_closed
        envelopes = [self._envelopes.decode(m.key, m.value) for m in batch.messages]
        assert {e.partition for e in envelopes} == {partition}
        self._broker.sent += [(partition, e.offset) for e in envelopes]

        async def acknowledge() -> None:
            for e in envelopes:
                if self._broker.ack is not None:
                    await self._broker.ack(partition, e.offset)
                self._broker.events.append(f"ack {partition}:{e.offset}")

        return asyncio.create_task(acknowledge())


class Consumer:
    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self._at: dict[int, int] = {}

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    def subscribe(self, topics: Sequence[str], listener: Any) -> None:
        self._listener = listener
        self._begin()

    def _begin(self) -> None:
        self._at = {n: max(self._broker.committed.get(n, 0), self._broker.first) for n in self._broker.messages}

    def assignment(self) -> set[TopicPartition]:
        return {TopicPartition(RAW, n) for n in self._at}

    def paused(self) -> set[TopicPartition]:
        return {TopicPartition(RAW, n) for n in self._broker.paused}

    def pause(self, *places: TopicPartition) -> None:
        self._broker.paused |= {p.partition for p in places}
        self._broker.was_paused = True

    def resume(self, *places: TopicPartition) -> None:
        self._broker.paused -= {p.partition for p in places}

    async def getmany(self, timeout_ms: int, max_records: int) -> dict[TopicPartition, list[Message]]:
        await asyncio.sleep(0.001)
        found = {}
        for n, at in self._at.items():
            if n not in self._broker.paused and (new := self._broker.messages[n][at : at + 3]):
                found[TopicPartition(RAW, n)] = new
                self._at[n] = at + len(new)
        return found

    async def rebalance(self) -> None:
        """All partitions are taken away and come back."""
        await self._listener.on_partitions_revoked(self.assignment())
        self._begin()
        await self._listener.on_partitions_assigned(self.assignment())

    async def committed(self, place: TopicPartition) -> int | None:
        if self._broker.asked is not None:
            await self._broker.asked(self, place.partition)
        return self._broker.committed.get(place.partition)

    async def end_offsets(self, places: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
        return {p: len(self._broker.messages.get(p.partition, ())) for p in places}

    async def beginning_offsets(self, places: Sequence[TopicPartition]) -> dict[TopicPartition, int]:
        return dict.fromkeys(places, self._broker.first)

    async def commit(self, offsets: dict[TopicPartition, int]) -> None:
        for place, offset in offsets.items():
            self._broker.committed[place.partition] = offset
            self._broker.events.append(f"commit {place.partition}:{offset}")


class Replica:
    """position: the offset of the next message of known values."""

    position = 0
    topic = "1"
    is_readable = True

    def running(self) -> Replica:
        return self

    async def __aenter__(self) -> Replica:
        return self

    async def __aexit__(self, *_: object) -> None: ...

    async def wait_for(self, known: int) -> None:
        while self.position <= known:
            await asyncio.sleep(0.001)

    async def wait_until_opened(self) -> None:
        await self.wait_for(0)

    def check(self) -> None: ...

    def check_topic(self, topic_id: str) -> None:
        if topic_id != self.topic:
            raise TopicError("another topic")


def released(raws: Sequence[RawRecord]) -> list[Processed | str]:
    return [Processed(Outcome.RELEASED, raw.position, "r", payload=raw.data) for raw in raws]


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    made = Broker()
    monkeypatch.setattr(worker, "AIOKafkaProducer", lambda **_: Producer(made))
    monkeypatch.setattr(worker, "Consumer", lambda *_, **__: Consumer(made))
    monkeypatch.setattr(connection, "_PAUSES", (0.01,))
    monkeypatch.setattr(topic_ids, "described", made.described)
    monkeypatch.setattr(worker, "ASK", 0.05)
    return made


STREAMS = StreamsSettings(servers="127.0.0.1:1", partitions=2, max_record_bytes=1024, in_flight_bytes=1024)
CONFIG = WorkerConfig(STREAMS, KEYRING, "w", BatchLimits(2, 1 << 20), 2, drain=True)


def run(
    call: Callable[[Sequence[RawRecord]], Sequence[Processed | str]] = released,
    replica: Replica | None = None,
    config: WorkerConfig = CONFIG,
) -> list[str]:
    phases: list[str] = []

    async def bounded() -> None:
        async with asyncio.timeout(20):
            made: Any = replica or Replica()
            await work(config, BatchProcessor(call, KEYRING, "f"), made, threading.Event(), phases.append)

    asyncio.run(bounded())
    return phases
