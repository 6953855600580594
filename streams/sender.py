"""This module wraps an idempotent producer in blocking calls, so that the passes of an ingest need no event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from aiokafka import AIOKafkaProducer
from aiokafka.errors import (
    ClusterAuthorizationFailedError,
    KafkaError,
    MessageSizeTooLargeError,
    TopicAuthorizationFailedError,
)

from redactor.errors import BrokerUnavailableError, TopicError
from redactor.settings import StreamsSettings
from streams.connection import producer_options

_CLOSE_SECONDS = 10.0
T = TypeVar("T")


class Message(NamedTuple):
    """Holds a message to send. partition: chosen by the caller."""

    key: bytes
    value: bytes
    partition: int


def batches(producer: AIOKafkaProducer, messages: Iterable[Message]) -> list[tuple[int, Any]]:
    """Packs messages for `producer.send_batch`: (partition, batch), in the order of the messages within each partition.

    A batch is acknowledged as a whole. An acknowledgement for each message would cost half of the sending.
    """
    full: list[tuple[int, Any]] = []
    last: dict[int, Any] = {}
    for key, value, partition in messages:
        batch = last.get(partition)
        if batch is None or batch.append(timestamp=None, key=key, value=value) is None:
            if batch is not None:
                full.append((partition, batch))
            batch = last[partition] = producer.create_batch()
            if batch.append(timestamp=None, key=key, value=value) is None:
                raise MessageSizeTooLargeError
    found = [*full, *last.items()]
    for _, batch in found:
        batch.close()  # it need not wait for more
    return found


class Sender:
    """Sends messages through a producer that runs in an event loop in a thread; a context manager.

    `send` returns when the producer has room for the messages: for each partition one batch waits and one is under way.
    After BrokerUnavailableError it is unknown which messages since the last `flush` have arrived: make another Sender
    and send them again.

        with Sender(streams) as sender:
            sender.send(topic, messages)
            sender.flush()
    """

    def __init__(self, streams: StreamsSettings) -> None:
        self._streams = streams
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="kafka", daemon=True)
        self._producer: AIOKafkaProducer | None = None
        self._waiting: set[asyncio.Future[Any]] = set()
        self._failed: BaseException | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self._call(self._start())
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        with suppress(BrokerUnavailableError, TopicError):
            self._call(self._stop())
        self._end()

    def send(self, topic: str, messages: Sequence[Message]) -> None:
        """Hands messages to the producer. Raises BrokerUnavailableError or TopicError, also for earlier messages."""
        if messages:
            self._call(self._send(topic, messages))

    def flush(self) -> None:
        """Returns when every message was acknowledged. Raises BrokerUnavailableError or TopicError."""
        self._call(self._flush())

    def send_last(self, topic: str, message: Message) -> int:
        """Sends a message after all others were acknowledged, and returns its offset."""
        return self._call(self._send_last(topic, message))

    async def _start(self) -> None:
        self._producer = AIOKafkaProducer(**producer_options(self._streams))
        await self._producer.start()

    async def _stop(self) -> None:
        if self._producer is not None:
            async with asyncio.timeout(_CLOSE_SECONDS):  # without a broker it would wait for its requests
                await self._producer.stop()

    async def _send(self, topic: str, messages: Sequence[Message]) -> None:
        assert self._producer is not None
        for partition, batch in batches(self._producer, messages):
            if self._failed is not None:
                raise self._failed
            sent = await self._producer.send_batch(batch, topic, partition=partition)
            self._waiting.add(sent)
            sent.add_done_callback(self._acknowledged)

    async def _flush(self) -> None:
        while self._waiting and self._failed is None:
            await asyncio.wait(list(self._waiting), return_when=asyncio.FIRST_EXCEPTION)
            await asyncio.sleep(0)  # the futures' callbacks
        if self._failed is not None:
            raise self._failed

    async def _send_last(self, topic: str, message: Message) -> int:
        await self._flush()
        assert self._producer is not None
        sent = await self._producer.send_and_wait(topic, message.value, key=message.key, partition=message.partition)
        return int(sent.offset)

    def _acknowledged(self, sent: asyncio.Future[Any]) -> None:
        self._waiting.discard(sent)
        if sent.cancelled():
            self._failed = self._failed or KafkaError()
        elif (error := sent.exception()) is not None:
            self._failed = self._failed or error

    def _call(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result()
        except (TopicAuthorizationFailedError, ClusterAuthorizationFailedError):
            raise TopicError("Kafka refuses the messages: streams.user needs the right to write the topics") from None
        except MessageSizeTooLargeError:
            raise TopicError("Kafka refuses a message for its size: set message.max.bytes of the broker") from None
        except (KafkaError, OSError, TimeoutError) as e:
            raise BrokerUnavailableError(
                f"Kafka does not take the messages ({type(e).__name__}); nothing is lost: they are sent again"
            ) from None

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._cancel())
        self._loop.close()

    async def _cancel(self) -> None:
        """Ends the tasks that the producer has left running."""
        tasks = asyncio.all_tasks(self._loop) - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
