"""This module runs a worker: it reads phi.raw.v1, processes batches in a pool, and sends an envelope for every offset.

Each partition is a lane. Its batches are processed at the same time and finish one after another: envelopes are sent to
deid.v1 in order, every acknowledgement is awaited, then the offset is committed. Killed anywhere, the next worker sends
again what was not committed. Lanes end when their partitions are taken away.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

from aiokafka import AIOKafkaProducer, ConsumerRecord, TopicPartition
from aiokafka.abc import ConsumerRebalanceListener
from aiokafka.errors import KafkaError

from redactor.errors import EndpointRefusedError, ForgedMessageError, RunError, ServiceUnavailableError, TopicError
from redactor.keys import Keyring
from redactor.settings import StreamsSettings
from streams.batches import BatchLimits, BatchProcessor, SourceRecord, cut_batches, read_record
from streams.connection import ANSWER, ASK, Consumer, pause, producer_options, retry_pause, run_until_stopped
from streams.envelope import Envelope, Envelopes
from streams.known_replica import KnownReplica
from streams.lanes import Lane
from streams.raw_topic import RawMessages
from streams.refusals import raise_if_refused
from streams.sender import Message, batches
from streams.topic_ids import SameTopics
from streams.topics import DEID, KNOWN, RAW, name_of, partitions_of, worker_group

_POLL_MS = 200
_SESSION_MS, _HEARTBEAT_MS = 30_000, 3_000
_FETCH_BYTES = 8 * 1024 * 1024
_CHANGED = "What was processed may be gone; nothing else is lost: start the worker again"
_LOOK = 2.0  # seconds between looks at what Kafka deleted
_PROOF = 10.0  # seconds in which a message of phi.known.v1 may prove the keyring
_REVOKED = 5.0  # seconds in which a lane may finish what it has when its partition is taken away

Report = Callable[[str], None]
"""A callback that is given a phase: "working", "kafka-away", "service-away"."""


@dataclass(frozen=True, slots=True)
class WorkerConfig:
    """Configures one worker. instance: its name in the group, the same after a restart (static membership).

    drain: end when all that phi.raw.v1 holds at the start is committed. skip_lost: go on behind records that Kafka
    deleted before they were read. idle: is called again and again while no record waits or is processed, home's known
    values can be read, and the worker does not drain; returns at once.
    """

    streams: StreamsSettings
    keyring: Keyring
    instance: str
    limits: BatchLimits
    processes: int
    drain: bool = False
    skip_lost: bool = False
    idle: Callable[[], None] = lambda: None


async def work(
    config: WorkerConfig, processor: BatchProcessor, replica: KnownReplica, stop: threading.Event, report: Report
) -> None:
    """Works until `stop` is set; while Kafka is away it waits, and goes on at the committed offsets.

    Raises RunError with the number of records that were lost, ForgedMessageError under another keyring than that of the
    topic, and TopicError.
    """
    tries = 0
    with ThreadPoolExecutor(2 * config.processes, "batch") as threads:
        async with replica.running():
            while not stop.is_set():
                session = _Session(config, processor, replica, stop, report, threads)
                try:
                    await run_until_stopped(stop, session.run())
                    return
                except KafkaError as e:
                    raise_if_refused(e)
                    report("kafka-away")
                tries = 0 if session.committed else tries + 1
                await pause(stop, tries)


class _Session(ConsumerRebalanceListener):  # type: ignore[misc]  # aiokafka has no types
    """Runs one connection to Kafka, from the committed offsets on."""

    def __init__(
        self,
        config: WorkerConfig,
        processor: BatchProcessor,
        replica: KnownReplica,
        stop: threading.Event,
        report: Report,
        threads: ThreadPoolExecutor,
    ) -> None:
        streams = config.streams
        self._config, self._processor, self._replica = config, processor, replica
        self._stop, self._report, self._threads = stop, report, threads
        self._raw_topic, self._deid = name_of(streams, RAW), name_of(streams, DEID)
        self._messages = RawMessages(config.keyring, self._raw_topic, streams.max_record_bytes)
        self._envelopes = Envelopes(config.keyring, self._deid)
        self._producer = AIOKafkaProducer(**producer_options(streams))
        self._consumer = Consumer(
            streams,
            start="earliest",
            group_id=worker_group(streams),
            group_instance_id=config.instance,
            session_timeout_ms=_SESSION_MS,
            heartbeat_interval_ms=_HEARTBEAT_MS,
            fetch_max_bytes=min(_FETCH_BYTES, streams.in_flight_bytes),
        )
        self._same = SameTopics(streams, (RAW, KNOWN, DEID), _CHANGED)
        self._is_away = False
        self._changed: TopicError | None = None
        self._lanes: dict[TopicPartition, Lane] = {}
        self._in_flight = 0  # bytes
        self._rebalances = 0
        self.processed = asyncio.Event()  # set with each batch
        self._looked = 0.0
        self._has_opened = False  # a message, which proves the keyring
        self.committed = False

    async def run(self) -> None:
        async with AsyncExitStack() as stack:
            for client in (self._consumer, self._producer):  # what did not start must be stopped, too
                stack.push_async_callback(client.stop)
            await self._producer.start()
            await self._consumer.start()
            await self._check_topics()
            asking = asyncio.create_task(self._ask_kafka())
            stack.callback(asking.cancel)
            self._consumer.subscribe([self._raw_topic], listener=self)
            stack.push_async_callback(self._end_lanes)
            places = partitions_of(self._config.streams, RAW)
            targets = await self._consumer.end_offsets(places) if self._config.drain else None
            while not self._stop.is_set():
                await self._step()
                self._replica.check()
                if self._changed is not None:
                    raise self._changed
                if targets is not None and not self._in_flight and await self._is_committed(targets):
                    return

    async def _check_topics(self) -> None:
        """Raises TopicError if a topic is another than that of this session, or of this host's known values."""
        found = await self._same.fetch_ids(self._producer.client)
        self._same.compare(found)
        self._replica.check_topic(found[name_of(self._config.streams, KNOWN)])

    async def _ask_kafka(self) -> None:
        """Asks in a loop whether Kafka answers: a consumer that gets nothing cannot tell, and tries again by
        itself.
        """
        while True:
            await asyncio.sleep(ASK)
            try:
                async with asyncio.timeout(ANSWER):
                    await self._check_topics()
            except TopicError as e:
                self._changed = e
                return
            except (KafkaError, OSError, TimeoutError):
                self._is_away = True
                self._report("kafka-away")
            else:
                if self._is_away:
                    self._report("working")
                self._is_away = False

    # -- what comes

    async def _step(self) -> None:
        is_busy = await self._is_busy()
        if is_busy or self._in_flight > self._config.streams.in_flight_bytes:
            self._consumer.pause(*self._consumer.assignment())
        else:
            self._consumer.resume(*self._consumer.paused() & self._consumer.assignment())
        # A worker that never polls would lose its partitions.
        wait = 0 if is_busy else _POLL_MS
        found = await self._consumer.getmany(timeout_ms=wait, max_records=4 * self._config.limits.records)
        read = {place: self._read(messages) for place, messages in found.items()}
        is_idle = not found and not self._in_flight
        if is_idle and self._replica.is_readable and not self._config.drain:
            self._config.idle()
        if is_idle and time.monotonic() - self._looked >= _LOOK:
            with suppress(KafkaError, TimeoutError):  # the broker is away: nothing is decided
                async with asyncio.timeout(_LOOK):
                    await self._look_for_losses()
        await self._check_keyring(read.values())
        rebalances = self._rebalances
        for place, records in read.items():
            following = await self._following(place)
            if self._rebalances != rebalances:
                break  # what was read before a rebalance is read again behind what is committed
            self._add(place, following, [record for record, _ in records])
        for lane in list(self._lanes.values()):
            if (failure := lane.failure()) is not None:
                raise failure

    async def _is_busy(self) -> bool:
        """Tells whether every process has a batch and another batch waits for it, also after a moment.

        Records that are read later come in larger batches.
        """
        self.processed.clear()
        if self._processing() < 2 * self._config.processes:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(_POLL_MS / 1000):  # wait_for drops a cancellation that comes with the result
                await self.processed.wait()
        return self._processing() >= 2 * self._config.processes

    def _processing(self) -> int:
        return sum(lane.processing for lane in self._lanes.values())

    def _read(self, messages: Sequence[ConsumerRecord[bytes, bytes]]) -> list[tuple[SourceRecord, bool]]:
        return [read_record(self._messages, m.partition, m.offset, m.key, m.value) for m in messages]

    async def _check_keyring(self, read: Collection[list[tuple[SourceRecord, bool]]]) -> None:
        """Raises ForgedMessageError as long as no message opens: the keyring is another one, and nothing may count.

        A message of phi.known.v1 that opened proves the keyring too, so that forged messages alone stop no worker.
        """
        authentic = [is_authentic for records in read for _, is_authentic in records]
        self._has_opened = self._has_opened or any(authentic)
        if not authentic or self._has_opened:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(_PROOF):
                await self._replica.wait_until_opened()
            self._has_opened = True
        if not self._has_opened:
            raise ForgedMessageError(
                f"no message on {self._raw_topic} was written under this keyring; check REDACTOR_KEYRING, and who may "
                "write to the topic"
            )

    async def _following(self, place: TopicPartition) -> int:
        """Returns the offset behind the last record that was read or, if none was, behind the committed records."""
        lane = self._lanes.get(place)
        return lane.following if lane is not None else await self._consumer.committed(place) or 0

    def _add(self, place: TopicPartition, following: int, records: list[SourceRecord]) -> None:
        lane = self._lanes.get(place)
        if lane is None:
            lane = self._lanes[place] = Lane(place, following, self.process, self.send, self.processed)
        self._count_lost(records[0].offset - lane.following)
        lane.following = records[-1].offset + 1
        for batch in cut_batches(records, self._config.limits):
            self._in_flight += sum(record.size for record in batch)
            lane.add(batch)

    def _count_lost(self, lost: int) -> None:
        if lost > 0 and not self._config.skip_lost:
            raise RunError(
                f"records lost before they were processed: {lost:,}. Kafka deleted them; check streams.retention_days. "
                "Ingest them again, or go on without them: redactor streams worker --skip-lost"
            )

    async def _look_for_losses(self) -> None:
        """Finds records that Kafka deleted if none came behind them. Nothing is in flight meanwhile."""
        self._looked = time.monotonic()
        for place, begin in (await self._consumer.beginning_offsets(list(self._consumer.assignment()))).items():
            lost = begin - await self._following(place)
            self._count_lost(lost)
            if lost > 0:
                await self._consumer.commit({place: begin})
                if (lane := self._lanes.get(place)) is not None:
                    lane.following = begin

    # -- what becomes of it

    async def process(self, batch: list[SourceRecord]) -> list[Envelope]:
        """Returns the envelopes of a batch, as soon as its known values have come and every service answers."""
        known = max(record.known for record in batch)
        await self._replica.wait_for(known)
        reached = self._replica.position - 1
        tries = 0
        loop = asyncio.get_running_loop()
        while True:
            try:
                envelopes = await loop.run_in_executor(self._threads, self._processor.process, batch, reached)
            except EndpointRefusedError:
                raise  # a person has to act
            except ServiceUnavailableError:
                self._report("service-away")
                await asyncio.sleep(retry_pause(tries))
                tries += 1
            else:
                self._report("working")
                return envelopes

    async def send(self, place: TopicPartition, batch: Sequence[SourceRecord], envelopes: Sequence[Envelope]) -> None:
        """Sends envelopes, awaits every acknowledgement, then commits. If it raises KafkaError or TopicError, nothing
        is committed.
        """
        await self._check_topics()  # known values of another topic, or none, may be missing in the envelopes
        messages = [
            Message(record.key, self._envelopes.encode(record.key, envelope), place.partition)
            for record, envelope in zip(batch, envelopes, strict=True)
        ]
        acks = [
            await self._producer.send_batch(made, self._deid, partition=partition)
            for partition, made in batches(self._producer, messages)
        ]
        await asyncio.gather(*acks)
        await self._consumer.commit({place: batch[-1].offset + 1})
        self._in_flight -= sum(record.size for record in batch)
        self.committed = True

    # -- partitions that come and go

    async def on_partitions_revoked(self, revoked: Collection[TopicPartition]) -> None:
        """Lets lanes finish their batches for a moment; unfinished batches are sent again by other workers."""
        self._rebalances += 1
        lanes = [lane for place in revoked if (lane := self._lanes.get(place)) is not None]
        if lanes and not self._stop.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(_REVOKED):
                    await asyncio.gather(*(lane.idle() for lane in lanes))
        await self._end_lanes()

    async def on_partitions_assigned(self, assigned: Collection[TopicPartition]) -> None:
        """Does nothing: lanes begin with their first records."""

    async def _end_lanes(self) -> None:
        lanes, self._lanes = list(self._lanes.values()), {}
        await asyncio.gather(*(lane.end() for lane in lanes))
        self._in_flight = 0

    async def _is_committed(self, targets: dict[TopicPartition, int]) -> bool:
        for place, end in targets.items():
            if (await self._consumer.committed(place) or 0) < end:
                return False
        return True
