"""This module runs the router: it takes batches of ehr.in.v1 from a source, publishes them, and commits their offsets.

Offsets are committed when everything that comes of a batch is acknowledged. A source is not trusted to hand over every
message: a gap in the offsets is compared with the topic, and what was left out comes again.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from aiokafka.errors import KafkaError

from redactor.errors import BrokerUnavailableError, RunError, TopicError
from redactor.settings import StreamsSettings
from streams.agents import Report, Router
from streams.connection import pause, run_until_stopped
from streams.ehr_topic import EhrMessage, EhrOffsets
from streams.refusals import raise_if_refused
from streams.topic_ids import SameTopics
from streams.topics import EHR_IN, KNOWN, RAW

_POLL = 0.5
_LOOK = 5.0  # seconds between looks at what Kafka deleted
_PUBLISHED = (
    "What routers have published is gone with it. To publish all of ehr.in.v1 again, set the offsets of the routers' "
    "group to its beginning (kafka-consumer-groups --reset-offsets --to-earliest); then remove {}"
)


class BeginAgainError(Exception):
    """A source has stopped or left out messages, so the session begins again at the committed offsets."""


class Source(Protocol):
    """Reads ehr.in.v1 as a member of the routers' group, from the committed offsets on.

    generation: another after each rebalance. assigned: the partitions of this member. The methods raise KafkaError or
    OSError while Kafka is away, and BeginAgainError when the source has stopped.
    """

    @property
    def generation(self) -> int: ...

    @property
    def assigned(self) -> Collection[int]: ...

    async def batch(self, most: int, most_bytes: int, wait: float) -> list[EhrMessage]:
        """Returns the next messages of this generation, each partition in order, as soon as there is one; [] after
        `wait` seconds. A batch ends with the message that reaches a limit: one at least, of any size.
        """

    async def commit(self, following: Mapping[int, int]) -> None:
        """Commits the next offset of each partition that is still assigned; messages of others come again."""


@dataclass(frozen=True, slots=True)
class RouterConfig:
    """Configures one router.

    source: opens a source. batch_messages, batch_bytes: limits of a batch. drain: end when all that ehr.in.v1 holds at
    the start is published. skip_lost: go on behind messages that Kafka deleted unread. topics: file for the ids of the
    topics that were published to.
    """

    streams: StreamsSettings
    source: Callable[[], AbstractAsyncContextManager[Source]]
    batch_messages: int
    batch_bytes: int
    drain: bool = False
    skip_lost: bool = False
    topics: Path | None = None


async def route_topic(
    config: RouterConfig, router: Router, stop: threading.Event, report: Report, assigned: set[int]
) -> None:
    """Routes ehr.in.v1 until `stop` is set; while Kafka is away it waits, and goes on at the committed offsets.

    assigned: kept up to date with the partitions of this router. Raises RunError with the number of messages that were
    lost, TopicError, and StoppedError after a signal.
    """
    tries = 0
    while not stop.is_set():
        session = _Session(config, router, stop, report, assigned)
        try:
            await run_until_stopped(stop, session.run())
            return
        except (KafkaError, BrokerUnavailableError, OSError) as e:
            raise_if_refused(e)
            report("kafka-away")
        except BeginAgainError:
            report("beginning-again")
        tries = 0 if session.has_committed else tries + 1
        await pause(stop, tries)


class _Session:
    """Runs one source from the committed offsets on."""

    def __init__(
        self, config: RouterConfig, router: Router, stop: threading.Event, report: Report, assigned: set[int]
    ) -> None:
        self._config, self._router, self._stop, self._report = config, router, stop, report
        self._assigned = assigned
        self._source: Source  # opened by run
        self._offsets = EhrOffsets(config.streams)
        self._read_from = SameTopics(config.streams, (EHR_IN,), "")
        self._published_to = SameTopics(config.streams, (RAW, KNOWN), _PUBLISHED.format(config.topics), config.topics)
        self._generation = -1
        self._following: dict[int, int] = {}  # of this generation, by partition: the next offset to publish
        self._looked = 0.0
        self.has_committed = False

    async def run(self) -> None:
        config = self._config
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._offsets)
            await self._check_topics()
            await self._offsets.following()  # a source may wait for ever for a group that the user may not join
            targets = await self._offsets.ends() if config.drain else None
            self._source = await stack.enter_async_context(config.source())
            self._report("routing")
            while not self._stop.is_set():
                batch = await self._source.batch(config.batch_messages, config.batch_bytes, _POLL)
                self._assigned.clear()
                self._assigned.update(self._source.assigned)
                if batch:
                    await self._route(batch)
                elif targets is not None:
                    if await self._skip_deleted() and not await self._offsets.waiting(targets):
                        return
                elif time.monotonic() - self._looked >= _LOOK:
                    with suppress(KafkaError, BrokerUnavailableError, OSError):  # away: nothing is decided
                        await self._skip_deleted()

    async def _check_topics(self) -> None:
        """Raises TopicError if a topic that was published to is gone; begins again if ehr.in.v1 is another one."""
        await self._published_to.check(self._offsets.client)
        try:
            await self._read_from.check(self._offsets.client)
        except TopicError:
            raise BeginAgainError from None

    async def _route(self, batch: Sequence[EhrMessage]) -> None:
        """Publishes a batch, then commits."""
        if self._source.generation != self._generation:
            self._generation, self._following = self._source.generation, {}
        following: dict[int, int] = {}
        messages: list[EhrMessage] = []
        for n in dict.fromkeys(m.partition for m in batch):
            start = self._following[n] if n in self._following else await self._start(n)
            new = [m for m in batch if m.partition == n and m.offset >= start]
            if new:
                await self._check_gaps(n, start, [m.offset for m in new])
                following[n] = new[-1].offset + 1
                messages += new
        if messages:
            await asyncio.to_thread(self._router.route, messages)
            self._following.update(following)
            await self._check_topics()
            await self._commit(following)

    async def _start(self, n: int) -> int:
        """Returns the offset at which a partition goes on. Raises RunError if messages were deleted before they were
        read.
        """
        begin, following = (await self._offsets.begins()).get(n), (await self._offsets.following()).get(n)
        if begin is None or following is None:  # a partition that was added meanwhile
            raise BeginAgainError
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
        """Raises an error if messages were left out. Other gaps come of transactions and compaction."""
        if offsets[-1] - start + 1 == len(offsets):
            return
        self._refuse_lost((await self._offsets.begins()).get(n, start) - start)
        held = await self._offsets.held(n, start, offsets[-1] + 1)
        if not set(held) <= set(offsets):
            raise BeginAgainError

    async def _commit(self, following: Mapping[int, int]) -> None:
        await self._source.commit(following)
        self.has_committed = True


async def is_waiting(streams: StreamsSettings, assigned: Collection[int]) -> bool:
    """Tells whether messages wait to be published; if partitions are assigned, only in those."""
    async with EhrOffsets(streams) as offsets:
        return bool(await offsets.waiting(await offsets.ends(), assigned))
