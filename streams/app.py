"""This module runs the router: a Faust app that reads ehr.in.v1 and publishes the records of its messages.

Faust reads, and its agent hands messages over. Offsets are committed here, when everything that comes of a batch is
acknowledged, because Faust's acknowledgements also count messages whose agent failed. Messages that Faust skips in a
rebalance come again, since a gap in the offsets is compared with the topic.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import faust
from aiokafka.errors import KafkaError
from faust.auth import SASLCredentials, SSLCredentials
from faust.types import TP

from redactor.errors import BrokerUnavailableError, RunError, TopicError
from redactor.settings import StreamsSettings
from streams.agents import Arrived, Inbox, Report, Router
from streams.connection import REQUEST_MS, client_options, pause
from streams.ehr_topic import EhrMessage, EhrOffsets
from streams.refusals import raise_if_refused
from streams.topic_ids import SameTopics
from streams.topics import EHR_IN, KNOWN, RAW, name_of, router_group

_LOGGERS = ("faust", "mode", "aiokafka", "asyncio")
_SESSION, _HEARTBEAT = 30.0, 3.0  # seconds
_START, _END = 120.0, 20.0  # seconds in which Faust starts and ends
_POLL = 0.5
_LOOK = 5.0  # seconds between looks at what Kafka deleted
_BUFFERED = 8  # messages that Faust holds for the agent
_PUBLISHED = (
    "What routers have published is gone with it. To publish all of ehr.in.v1 again, set the offsets of the routers' "
    "group to its beginning (kafka-consumer-groups --reset-offsets --to-earliest); then remove {}"
)
_NEVER = 10 * 365 * 24 * 3600.0  # seconds


class _BeginAgainError(Exception):
    """Faust has stopped or left out messages, so the session begins again at the committed offsets."""


@dataclass(frozen=True, slots=True)
class RouterConfig:
    """Configures one router.

    instance: name in the group, the same after a restart. folder: Faust creates it, and leaves it empty.
    batch_messages, batch_bytes: a batch ends with the message that reaches either. drain: end when all that ehr.in.v1
    holds at the start is published. skip_lost: go on behind messages that Kafka deleted unread. topics: file for the
    ids of the topics that were published to.
    """

    streams: StreamsSettings
    instance: str
    folder: Path
    batch_messages: int
    batch_bytes: int
    drain: bool = False
    skip_lost: bool = False
    topics: Path | None = None


def log_by_type_and_place(show: Callable[[str], None]) -> None:
    """Shows only the errors of Faust's and Kafka's log, each once, by type and place alone.

    Their messages may quote what a topic holds.
    """
    handler = _TypeAndPlace(show)
    threading.excepthook = lambda raised: show(f"{raised.exc_type.__name__} in a thread")
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False


class _TypeAndPlace(logging.Handler):
    def __init__(self, show: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._show = show
        self._seen: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        raised = record.exc_info[0] if record.exc_info else None
        line = f"{raised.__name__ if raised else 'error'} at {record.module}:{record.lineno}"
        if line not in self._seen:
            self._seen.add(line)
            self._show(line)


async def route_topic(
    config: RouterConfig,
    router: Router,
    stop: threading.Event,
    report: Report,
    progress: Callable[[], None],
    assigned: set[int],
) -> None:
    """Routes ehr.in.v1 until `stop` is set; while Kafka is away it waits, and goes on at the committed offsets.

    progress: called when a message was taken or published. assigned: kept up to date with the partitions of this
    router. Raises RunError with the number of messages that were lost, TopicError, and StoppedError after a signal.
    """
    tries = 0
    with ThreadPoolExecutor(1, "router") as thread:
        while not stop.is_set():
            session = _Session(config, router, stop, report, progress, assigned, thread)
            try:
                await session.run()
                return
            except (KafkaError, BrokerUnavailableError, OSError) as e:
                raise_if_refused(e)
                report("kafka-away")
            except _BeginAgainError:
                report("beginning-again")
            tries = 0 if session.has_committed else tries + 1
            await pause(stop, tries)


def build_app(config: RouterConfig, inbox: Inbox) -> faust.App:
    """Builds a Faust app whose one agent fills the inbox. It creates no topic, has no table and no web server."""
    streams = config.streams
    app = faust.App(
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
        consumer_group_instance_id=config.instance,
        processing_guarantee="at_least_once",
        stream_buffer_maxsize=_BUFFERED,
        stream_wait_empty=False,
        store="memory://",
        datadir=config.folder,
        autodiscover=False,
        topic_allow_declare=False,
        topic_disable_leader=True,
        web_enabled=False,
    )
    topic = app.topic(
        name_of(streams, EHR_IN),
        key_type=bytes,
        value_type=bytes,
        key_serializer="raw",
        value_serializer="raw",
        allow_empty=True,
        acks=False,
    )

    @app.agent(topic, concurrency=1)
    async def take(stream: Any) -> None:
        await inbox.take(stream.noack().events())

    return app


def _credentials(options: dict[str, Any]) -> SASLCredentials | SSLCredentials | None:
    tls = options.get("ssl_context")
    if "sasl_mechanism" in options:
        return SASLCredentials(
            username=options["sasl_plain_username"],
            password=options["sasl_plain_password"],
            mechanism=options["sasl_mechanism"],
            ssl_context=tls,
        )
    return SSLCredentials(tls) if tls is not None else None


class _Session:
    """Runs one Faust app from the committed offsets on."""

    def __init__(
        self,
        config: RouterConfig,
        router: Router,
        stop: threading.Event,
        report: Report,
        progress: Callable[[], None],
        assigned: set[int],
        thread: ThreadPoolExecutor,
    ) -> None:
        self._config, self._router, self._stop, self._report = config, router, stop, report
        self._progress, self._assigned, self._thread = progress, assigned, thread
        self._topic = name_of(config.streams, EHR_IN)
        self._inbox = Inbox(config.streams.in_flight_bytes, progress)
        self._app = build_app(config, self._inbox)
        self._offsets = EhrOffsets(config.streams)
        self._read_from = SameTopics(config.streams, (EHR_IN,), "")
        self._published_to = SameTopics(config.streams, (RAW, KNOWN), _PUBLISHED.format(config.topics), config.topics)
        self._following: dict[tuple[int, int], int] = {}  # by generation and partition: the next offset to publish
        self._looked = 0.0
        self.has_committed = False

    async def run(self) -> None:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._offsets)
            await self._check_topics()
            await self._offsets.following()  # Faust waits for ever for a group that the user may not join
            targets = await self._offsets.ends() if self._config.drain else None
            stack.push_async_callback(self._end)
            async with asyncio.timeout(_START):
                await self._app.start()
            self._report("routing")
            while not self._stop.is_set():
                if self._app.should_stop:
                    raise self._crash()
                batch = await self._inbox.batch(self._config.batch_messages, self._config.batch_bytes, _POLL)
                self._note_assigned()
                if batch:
                    await self._route(batch)
                elif targets is not None:
                    if await self._skip_deleted() and not await self._offsets.waiting(targets):
                        return
                elif time.monotonic() - self._looked >= _LOOK:
                    with suppress(KafkaError, BrokerUnavailableError, OSError):  # away: nothing is decided
                        await self._skip_deleted()

    async def _check_topics(self) -> None:
        """Raises TopicError if the topics that were published to are gone; begins again if ehr.in.v1 is
        another topic.
        """
        await self._published_to.check(self._offsets.client)
        try:
            await self._read_from.check(self._offsets.client)
        except TopicError:
            raise _BeginAgainError from None

    def _crash(self) -> Exception:
        reason = self._app.crash_reason
        return reason if isinstance(reason, KafkaError | OSError) else _BeginAgainError()

    async def _end(self) -> None:
        with suppress(Exception, asyncio.CancelledError):
            async with asyncio.timeout(_END):
                await self._app.stop()

    def _note_assigned(self) -> None:
        self._assigned.clear()
        self._assigned.update(place.partition for place in self._app.consumer.assignment())

    async def _route(self, batch: Sequence[Arrived]) -> None:
        """Publishes a batch, then commits. Messages of an earlier generation come again."""
        generation = self._app.consumer_generation_id
        by_partition: dict[int, list[EhrMessage]] = {}
        for arrived in batch:
            if arrived.generation == generation:
                by_partition.setdefault(arrived.message.partition, []).append(arrived.message)
        following: dict[int, int] = {}
        messages: list[EhrMessage] = []
        for n, found in by_partition.items():
            start = self._following.get((generation, n))
            if start is None:
                start = await self._start(n)
            new = [m for m in found if m.offset >= start]
            if new:
                await self._check_gaps(n, start, [m.offset for m in new])
                following[n] = new[-1].offset + 1
                messages += new
        if not messages:
            return
        await asyncio.get_running_loop().run_in_executor(self._thread, self._router.route, messages)
        self._progress()
        self._following.update({(generation, n): offset for n, offset in following.items()})
        await self._check_topics()
        await self._commit(following)

    async def _start(self, n: int) -> int:
        """Returns the offset at which a partition goes on. Raises RunError if messages were deleted before they were
        read.
        """
        begin, following = (await self._offsets.begins()).get(n), (await self._offsets.following()).get(n)
        if begin is None or following is None:  # a partition that was added meanwhile
            raise _BeginAgainError
        self._refuse_lost(begin - following)
        return max(begin, following)

    def _refuse_lost(self, lost: int) -> None:
        if lost > 0 and not self._config.skip_lost:
            raise RunError(
                f"messages lost before they were routed: up to {lost:,}. Kafka deleted them; check the retention of "
                "ehr.in.v1. Have them sent again, or go on without them: redactor streams router --skip-lost"
            )

    async def _skip_deleted(self) -> bool:
        """Goes on behind messages that Kafka deleted if none came behind them. Nothing is being routed meanwhile.

        Returns False if the partitions of other routers are concerned. Raises RunError as `_start`.
        """
        self._looked = time.monotonic()
        begins, following = await self._offsets.begins(), await self._offsets.following()
        late = {n for n, begin in begins.items() if following.get(n, begin) < begin}
        mine = {n: await self._start(n) for n in sorted(late & self._assigned)}
        if mine:
            await self._commit(mine)
        return late <= self._assigned

    async def _check_gaps(self, n: int, start: int, offsets: Sequence[int]) -> None:
        """Raises an error if Faust or Kafka has left out messages. Other gaps come of transactions and compaction."""
        if offsets[-1] - start + 1 == len(offsets):
            return
        self._refuse_lost((await self._offsets.begins()).get(n, start) - start)
        held = await self._offsets.held(n, start, offsets[-1] + 1)
        if not set(held) <= set(offsets):
            raise _BeginAgainError

    async def _commit(self, following: dict[int, int]) -> None:
        """Commits the next offset of each partition.

        A partition that is no longer assigned is left out: its messages come again, to its next router.
        """
        consumer: Any = self._app.consumer  # commits any offset, though Faust's types do not say so
        await consumer._commit({TP(self._topic, n): offset for n, offset in following.items()})
        if self._app.should_stop:
            raise self._crash()
        self.has_committed = True


async def is_waiting(streams: StreamsSettings, assigned: Collection[int]) -> bool:
    """Tells whether messages wait to be published; if partitions are assigned, only in those."""
    async with EhrOffsets(streams) as offsets:
        return bool(await offsets.waiting(await offsets.ends(), assigned))
