"""This module connects the exporter to Kafka: it reads deid.v1 from the exporter's positions and finds lost
records.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import TypeVar

from aiokafka import TopicPartition
from aiokafka.errors import KafkaError

from redactor.errors import (
    BrokerUnavailableError,
    ForgedMessageError,
    RedactorError,
    RunError,
    StoppedError,
    TopicError,
)
from redactor.keys import Keyring
from redactor.run.signals import STOPPED
from redactor.settings import StreamsSettings
from streams.connection import ANSWER, ASK, Consumer, admin
from streams.export import Exporter, Message, needing_payload
from streams.raw_topic import RawSource
from streams.refusals import raise_if_refused
from streams.resend import Resender
from streams.topic_ids import SameTopics
from streams.topics import DEID, KNOWN, RAW, check_topics, name_of, partitions_of, worker_group

_POLL_MS = 500
_BATCH = 1000  # messages
_FETCH_BYTES = 8 * 1024 * 1024
_LOOK = 2.0  # seconds between looks at what is lost
_DO = (
    "The exporter would take new records for duplicates: give it a new --state and an empty OUT, or set streams.servers"
    " and streams.prefix to those of its own topics"
)

T = TypeVar("T")
Report = Callable[[str], None]
"""A callback that is given often what the exporter does: "exporting", "kafka-away"."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """Says that envelopes below `offsets` of phi.raw.v1 stand below `ends` in deid.v1, or nowhere. Both by
    partition.
    """

    offsets: dict[int, int]
    ends: dict[int, int]


async def export(
    streams: StreamsSettings,
    keyring: Keyring,
    exporter: Exporter,
    stop: threading.Event,
    report: Report = lambda phase: None,
    *,
    drain: bool = False,
    skip_lost: bool = False,
) -> None:
    """Exports until `stop` is set.

    drain: also end, after a delivery, when all that phi.raw.v1 holds at the start has left. skip_lost: go on behind
    records that are lost; otherwise RunError says how many. Raises TopicError, BrokerUnavailableError, and StoppedError
    if it should drain and `stop` came first.
    """
    await check_topics(streams, (RAW, KNOWN, DEID))
    async with AsyncExitStack() as stack:
        try:
            loop = _Loop(streams, keyring, exporter, skip_lost, report)
            await loop.start(stack)
            await loop.run(stop, drain)
        except KafkaError as e:
            raise_if_refused(e)
            raise BrokerUnavailableError(
                f"Kafka does not answer ({type(e).__name__}); nothing is lost: the same command resumes"
            ) from None


class _Loop:
    def __init__(
        self, streams: StreamsSettings, keyring: Keyring, exporter: Exporter, skip_lost: bool, report: Report
    ) -> None:
        self._streams, self._exporter, self._skip_lost = streams, exporter, skip_lost
        self._report = report
        self._is_away = False
        self._is_proven = False  # the keyring, by a record
        self._changed: RedactorError | None = None  # why no topic may be used any more
        self._same = SameTopics(streams, (RAW, KNOWN, DEID), _DO, exporter.state / "topics.json")
        self._places = partitions_of(streams, DEID)
        self._raw = RawSource(streams, keyring)
        self._resender = Resender(streams, keyring, exporter.held)
        self._consumer = Consumer(streams, start="earliest", fetch_max_bytes=_FETCH_BYTES)
        self._settled: _Settled | None = None
        self._looked = 0.0

    async def start(self, stack: AsyncExitStack) -> None:
        await self._consumer.start()
        stack.push_async_callback(self._consumer.stop)
        await stack.enter_async_context(self._raw)
        await stack.enter_async_context(self._resender)
        await self._check_topics()
        self._consumer.assign(self._places)
        for place in self._places:
            self._consumer.seek(place, self._exporter.position(place.partition))
        asking = asyncio.create_task(self._ask_kafka())
        stack.callback(asking.cancel)

    async def _check_topics(self) -> None:
        """Raises TopicError if the topics are not those of the state, or hold less than was taken."""
        taken = {p.partition: self._exporter.next_offset(p.partition) for p in self._places}
        read = {p.partition: self._exporter.position(p.partition) for p in self._places}
        await self._same.check(self._consumer._client)
        raw, deid = await self._raw.ends(), await self._consumer.end_offsets(self._places)
        for place, end in deid.items():
            n = place.partition
            if taken[n] > raw[n] or read[n] > end:
                raise TopicError(f"partition {n} of the topics holds less than was exported of it. {_DO}")

    async def _ask_kafka(self) -> None:
        """Asks in a loop whether Kafka answers: a consumer that gets nothing cannot tell, and tries again by
        itself.
        """
        while True:
            await asyncio.sleep(ASK)
            try:
                async with asyncio.timeout(ANSWER):
                    await self._check_topics()
                self._is_away = False
            except (TopicError, RunError) as e:
                self._changed = e
                return
            except (KafkaError, OSError, TimeoutError):
                self._is_away = True
                self._report("kafka-away")  # a step may be waiting for records

    async def run(self, stop: threading.Event, drain: bool) -> None:
        targets = await self._raw.ends() if drain else None
        while not stop.is_set():
            await self._step(stop)
            if targets is not None and all(self._exporter.next_offset(n) >= end for n, end in targets.items()):
                await self._resender.catch_up()
                self._exporter.deliveries.finish()
                return
        if drain:
            raise StoppedError(STOPPED)

    async def _step(self, stop: threading.Event) -> None:
        if self._changed is not None:
            raise self._changed
        found = await self._consumer.getmany(timeout_ms=_POLL_MS, max_records=_BATCH)
        messages = [Message(m.partition, m.offset, m.key, m.value) for batch in found.values() for m in batch]
        taken = self._exporter.take(messages)
        if not await self._is_keyring_proven():
            return
        places = list(needing_payload(taken))
        payloads = await self._patiently(lambda: self._raw.fetch(places), stop) if places else {}
        if taken:
            await self._patiently(lambda: self._same.check(self._consumer._client), stop)
        self._exporter.commit(taken, payloads)
        self._exporter.deliveries.deliver_if_due()
        with suppress(KafkaError):  # the broker is away: the next step tries again
            await self._resender.step()
        self._report("kafka-away" if self._is_away else "exporting")
        await self._look_for_losses()

    async def _is_keyring_proven(self) -> bool:
        """Tells whether what cannot be opened may count as forged. Raises ForgedMessageError under another keyring.

        One envelope that opened proves the keyring, and so does a record of phi.raw.v1: forged messages alone stop no
        exporter. Otherwise all that deid.v1 holds is read before it is decided.
        """
        if self._is_proven or self._exporter.has_opened or not self._exporter.forged:
            return True
        with suppress(KafkaError, BrokerUnavailableError):  # the broker is away: the next step asks again
            ends = await self._consumer.end_offsets(self._places)
            if not await self._has_read({place.partition: end for place, end in ends.items()}):
                return False
            self._is_proven = await self._raw.open_under_keyring()
            if not self._is_proven:
                raise ForgedMessageError(
                    f"no message on {name_of(self._streams, DEID)} or {name_of(self._streams, RAW)} was written under "
                    "this keyring, and nothing was exported; check REDACTOR_KEYRING, and who may write to the topics. "
                    "If you named a new --state, remove it before you repeat the command with the right keyring"
                )
        return self._is_proven

    async def _patiently(self, ask: Callable[[], Awaitable[T]], stop: threading.Event) -> T:
        """Repeats a question however long Kafka is away, because envelopes that were taken must be committed."""
        while True:
            try:
                return await ask()
            except (KafkaError, BrokerUnavailableError):
                if stop.is_set():
                    raise
                self._is_away = True
                self._report("kafka-away")
                await asyncio.sleep(ASK)

    async def _look_for_losses(self) -> None:
        """Compares the offsets that workers committed with those taken, once deid.v1 is read to where it ended
        then.
        """
        if self._settled is not None:
            if await self._has_read(self._settled.ends):
                settled, self._settled = self._settled, None
                self._compare(settled)
            return
        if time.monotonic() - self._looked >= _LOOK:
            self._looked = time.monotonic()
            with suppress(KafkaError, BrokerUnavailableError):  # the broker is away: nothing is decided
                self._settled = await self._find_settled()

    async def _has_read(self, ends: dict[int, int]) -> bool:
        for place in self._places:
            if await self._consumer.position(place) < ends[place.partition]:
                return False
        return True

    async def _find_settled(self) -> _Settled:
        async with admin(self._streams) as client:  # a new one, since a broker may have been started again
            committed = await client.list_consumer_group_offsets(worker_group(self._streams))
        begins = await self._raw.begins()
        topic = name_of(self._streams, RAW)
        offsets = {}
        for n in begins:
            found = committed.get(TopicPartition(topic, n))
            offsets[n] = max(begins[n], found.offset if found is not None else 0)
        # The end comes last: the acks of the envelopes came before the commit.
        ends = await self._consumer.end_offsets(self._places)
        return _Settled(offsets, {place.partition: end for place, end in ends.items()})

    def _compare(self, settled: _Settled) -> None:
        lost = {n: self._exporter.lost(n, offset) for n, offset in settled.offsets.items()}
        total = sum(lost.values())
        if not total:
            return
        if not self._skip_lost:
            raise RunError(
                f"records lost before they were exported: {total:,}. Kafka deleted them or their envelopes, or the "
                "envelopes were written under another keyring. Check streams.retention_days and REDACTOR_KEYRING; "
                "ingest the records again, or go on without them: redactor streams export --skip-lost"
            )
        for place in self._places:
            n = place.partition
            if lost[n]:
                self._exporter.skip_lost(n, settled.offsets[n])
                self._consumer.seek(place, self._exporter.position(n))
