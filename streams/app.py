"""This module reads ehr.in.v1 by Faust, for the router: all that knows Faust stands here.

Faust reads, and its agent hands messages over. The router commits, because Faust's acknowledgements also count messages
whose agent failed, and messages that it skips in a rebalance (ADR 0065).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import faust
from aiokafka.errors import KafkaError
from faust.auth import SASLCredentials, SSLCredentials
from faust.types import TP

from redactor.run.logs import TypeAndPlace
from redactor.settings import StreamsSettings
from streams.connection import REQUEST_MS, client_options
from streams.ehr_topic import EhrMessage
from streams.routing import BeginAgainError
from streams.topics import EHR_IN, name_of, router_group

_LOGGERS = ("faust", "mode", "aiokafka", "asyncio")
_SESSION, _HEARTBEAT = 30.0, 3.0  # seconds
_START, _END = 120.0, 20.0  # seconds in which Faust starts and ends
_BUFFERED = 8  # messages that Faust holds for the agent
_NEVER = 10 * 365 * 24 * 3600.0  # seconds


def log_by_type_and_place(show: Callable[[str], None]) -> None:
    """Shows only the errors of Faust's and Kafka's log, each once, by type and place alone.

    Their messages may quote what a topic holds.
    """
    handler = TypeAndPlace(show)
    threading.excepthook = lambda raised: show(f"{raised.exc_type.__name__} in a thread")
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False


@asynccontextmanager
async def faust_source(streams: StreamsSettings, instance: str, folder: Path) -> AsyncIterator[FaustSource]:
    """Yields a running source. instance: name in the group, the same after a restart. folder: Faust creates it, and
    leaves it empty.
    """
    source = FaustSource(streams, instance, folder)
    try:
        async with asyncio.timeout(_START):
            await source.app.start()
        yield source
    finally:
        with suppress(Exception, asyncio.CancelledError):
            async with asyncio.timeout(_END):
                await source.app.stop()


class FaustSource:
    """Runs a Faust app whose one agent fills an inbox. The app creates no topic, has no table and no web server.

    The agent waits while the inbox holds `in_flight_bytes`. Nothing in it can fail, since Faust would take an exception
    for the end of the message.
    """

    def __init__(self, streams: StreamsSettings, instance: str, folder: Path) -> None:
        self._topic, self._most_bytes = name_of(streams, EHR_IN), streams.in_flight_bytes
        self._held: deque[Any] = deque()  # of Faust's messages
        self._size = 0
        self._has_room, self._has_more = asyncio.Event(), asyncio.Event()
        self.app = faust.App(
            router_group(streams),
            broker=[f"kafka://{server.strip()}" for server in (streams.servers or "").split(",")],
            broker_credentials=_credentials(client_options(streams)),
            broker_request_timeout=REQUEST_MS / 1000,
            broker_session_timeout=_SESSION,
            broker_heartbeat_interval=_HEARTBEAT,
            # Faust's commits have nothing to commit, since the topic takes no acks.
            broker_commit_interval=_NEVER,
            broker_commit_livelock_soft_timeout=_NEVER,
            consumer_auto_offset_reset="earliest",
            consumer_group_instance_id=instance,
            stream_buffer_maxsize=_BUFFERED,
            datadir=folder,
            autodiscover=False,
            topic_allow_declare=False,
            topic_disable_leader=True,
            web_enabled=False,
        )
        raw: Any = {"key_type": bytes, "value_type": bytes, "key_serializer": "raw", "value_serializer": "raw"}
        topic = self.app.topic(self._topic, allow_empty=True, acks=False, **raw)
        self.app.agent(topic, name="take", concurrency=1)(self.take)

    async def take(self, stream: Any) -> None:
        """Takes all events of Faust's stream; waits while the inbox is full. This is the agent."""
        async for event in stream.noack().events():
            self._held.append(event.message)
            self._size += len(event.message.value or b"")
            self._has_more.set()
            if self._size >= self._most_bytes:
                self._has_room.clear()
                # Only now: a message that an agent holds is lost to the session if the agent is cancelled.
                await self._has_room.wait()

    @property
    def generation(self) -> int:
        return int(self.app.consumer_generation_id)

    @property
    def assigned(self) -> set[int]:
        return {place.partition for place in self.app.consumer.assignment()}

    async def batch(self, most: int, most_bytes: int, wait: float) -> list[EhrMessage]:
        self._check()
        if not self._held:
            self._has_more.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._has_more.wait()
        found: list[EhrMessage] = []
        size = 0
        while self._held and len(found) < most and size < most_bytes:
            message = self._held.popleft()
            size += len(message.value or b"")
            if message.generation_id == self.generation:  # others come again
                found.append(EhrMessage(message.partition, message.offset, message.value))
        self._size -= size
        if self._size < self._most_bytes:
            self._has_room.set()
        return found

    async def commit(self, following: Mapping[int, int]) -> None:
        consumer: Any = self.app.consumer  # commits any offset, though Faust's types do not say so
        await consumer._commit({TP(self._topic, n): offset for n, offset in following.items()})
        self._check()

    def _check(self) -> None:
        """Raises what has crashed the app."""
        if self.app.should_stop:
            reason = self.app.crash_reason
            raise reason if isinstance(reason, KafkaError | OSError) else BeginAgainError()


def _credentials(options: dict[str, Any]) -> SASLCredentials | SSLCredentials | None:
    tls = options.get("ssl_context")
    if (mechanism := options.get("sasl_mechanism")) is not None:
        user, password = options["sasl_plain_username"], options["sasl_plain_password"]
        return SASLCredentials(username=user, password=password, mechanism=mechanism, ssl_context=tls)
    return SSLCredentials(tls) if tls is not None else None
