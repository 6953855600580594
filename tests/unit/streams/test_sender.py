"""The sender over a producer that fails as aiokafka's does."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from aiokafka.errors import KafkaConnectionError, KafkaTimeoutError, TopicAuthorizationFailedError

from redactor.errors import BrokerUnavailableError, TopicError
from redactor.settings import StreamsSettings
from streams import sender as module
from streams.sender import Message, Sender

STREAMS = StreamsSettings(servers="localhost:1")
MESSAGES = [Message(b"k%d" % n, b"v%d" % n, n % 3) for n in range(9)]


class Sent:
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

    async def send(self, topic: str, value: bytes, *, key: bytes, partition: int) -> asyncio.Future[Sent]:
        self.log.append((topic, key, value, partition))
        return asyncio.ensure_future(self._acknowledge(value, len(self.log) - 1))

    async def send_and_wait(self, topic: str, value: bytes, *, key: bytes, partition: int) -> Sent:
        return await (await self.send(topic, value, key=key, partition=partition))

    async def _acknowledge(self, value: bytes, offset: int) -> Sent:
        await asyncio.sleep(self.acks)
        if value in self.refused:
            raise self.refused[value]
        self.acknowledged += 1
        return Sent(offset)


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
        assert producer.made[0].log == [("t", *m) for m in MESSAGES]


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
