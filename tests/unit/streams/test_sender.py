"""The sender over a producer that fails as aiokafka's does."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from aiokafka.errors import (
    KafkaConnectionError,
    KafkaTimeoutError,
    MessageSizeTooLargeError,
    TopicAuthorizationFailedError,
)

from redactor.errors import BrokerUnavailableError, TopicError
from redactor.settings import StreamsSettings
from streams import sender as module
from streams.sender import Message, Sender
from tests.unit.streams.producer_kit import Batch

STREAMS = StreamsSettings(servers="localhost:1")
MESSAGES = [Message(b"k%d" % n, b"v%d" % n, n % 3) for n in range(9)]


class Offset:
    def __init__(self, offset: int) -> None:
        self.offset = offset


class Producer:
    """acks: seconds until a message is acknowledged. refused: the error of each message of this value."""

    made: list[Producer]
    acks = 0.0
    refused: dict[bytes, Exception]
    start_error: Exception | None = None
    hangs = False

    def __init__(self, **options: Any) -> None:
        self.log: list[tuple[str, bytes, bytes, int]] = []
        self.acknowledged = 0
        self.stopped = False
        type(self).made.append(self)

    async def start(self) -> None:
        if self.start_error is not None:
            raise self.start_error

    async def stop(self) -> None:
        self.stopped = True
        if self.hangs:
            await asyncio.sleep(60)

    def create_batch(self) -> Batch:
        return Batch()

    async def send_batch(self, batch: Batch, topic: str, *, partition: int) -> asyncio.Future[Offset]:
        self.log += [(topic, m.key, m.value, partition) for m in batch.messages]
        return asyncio.ensure_future(self._acknowledge([m.value for m in batch.messages], len(self.log) - 1))

    async def send_and_wait(self, topic: str, value: bytes, *, key: bytes, partition: int) -> Offset:
        self.log.append((topic, key, value, partition))
        return await self._acknowledge([value], len(self.log) - 1)

    async def _acknowledge(self, values: list[bytes], offset: int) -> Offset:
        await asyncio.sleep(self.acks)
        for value in values:
            if value in self.refused:
                raise self.refused[value]
        self.acknowledged += len(values)
        return Offset(offset)


@pytest.fixture(autouse=True)
def producer(monkeypatch: pytest.MonkeyPatch) -> type[Producer]:
    own = type("OwnProducer", (Producer,), {"made": [], "refused": {}})
    monkeypatch.setattr(module, "AIOKafkaProducer", own)
    monkeypatch.setattr(module, "_CLOSE_SECONDS", 0.1)
    return own


def test_messages_go_out_in_order_to_their_partitions(producer: type[Producer]) -> None:
    with Sender(STREAMS) as sender:
        sender.send("t", MESSAGES)
        sender.flush()
        log = producer.made[0].log
        assert len(log) == len(MESSAGES)
        for n in range(3):
            assert [m for m in log if m[3] == n] == [("t", *m) for m in MESSAGES if m.partition == n]


def test_batches_are_full_and_keep_the_order_of_a_partition() -> None:
    messages = [Message(b"%d" % n, b"v", n % 5 // 4) for n in range(50)]
    made: Any = type("Maker", (), {"create_batch": staticmethod(Batch)})
    found = module.batches(made, messages)
    assert sorted(len(batch.messages) for _, batch in found) == [2, 4, 4, *[4] * 10]
    for n in (0, 1):
        keys = [m.key for partition, batch in found if partition == n for m in batch.messages]
        assert keys == [m.key for m in messages if m.partition == n]


def test_a_message_that_fits_into_no_batch_is_told() -> None:
    class Full(Batch):
        def append(self, **_: Any) -> None:
            return None

    made: Any = type("Maker", (), {"create_batch": staticmethod(Full)})
    with pytest.raises(MessageSizeTooLargeError):
        module.batches(made, MESSAGES)


def test_flush_awaits_every_acknowledgement(producer: type[Producer]) -> None:
    producer.acks = 0.05
    with Sender(STREAMS) as sender:
        sender.send("t", MESSAGES)
        assert producer.made[0].acknowledged == 0
        sender.flush()
        assert producer.made[0].acknowledged == len(MESSAGES)
        sender.send("t", MESSAGES)
        assert sender.send_last("t", MESSAGES[0]) == 2 * len(MESSAGES)
        assert producer.made[0].acknowledged == 2 * len(MESSAGES) + 1


@pytest.mark.parametrize("call", ["flush", "send", "send_last"])
def test_a_message_that_is_refused_fails_every_later_call(producer: type[Producer], call: str) -> None:
    producer.refused = {b"v4": KafkaTimeoutError()}
    with Sender(STREAMS) as sender:
        sender.send("t", MESSAGES)
        with pytest.raises(BrokerUnavailableError):
            sender.flush()
        calls = {
            "flush": sender.flush,
            "send": lambda: sender.send("t", MESSAGES),
            "send_last": lambda: sender.send_last("t", MESSAGES[0]),
        }
        with pytest.raises(BrokerUnavailableError, match="nothing is lost"):
            calls[call]()
        assert len(producer.made[0].log) == len(MESSAGES)  # nothing overtakes the one that is missing


def test_a_missing_right_is_told(producer: type[Producer]) -> None:
    producer.refused = {b"v0": TopicAuthorizationFailedError()}
    with Sender(STREAMS) as sender:
        sender.send("t", MESSAGES)
        with pytest.raises(TopicError, match=r"streams\.user"):
            sender.flush()


def test_no_thread_is_left_whatever_happens(producer: type[Producer]) -> None:
    before = threading.active_count()
    producer.start_error = KafkaConnectionError()
    with pytest.raises(BrokerUnavailableError), Sender(STREAMS):
        pass
    producer.start_error, producer.hangs, producer.acks = None, True, 60.0
    with Sender(STREAMS) as sender:
        sender.send("t", MESSAGES)
    assert threading.active_count() == before
    assert all(made.stopped for made in producer.made) and len(producer.made) == 2
