"""This module observes a stream without touching it: it asks Kafka, and reads the files of this home and of exporters.

No message is decrypted, no lock is taken that another process needs, and no group is joined. Databases are opened
read-only, and their seals are not checked: no decision rests on what is shown here.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from aiokafka import TopicPartition
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.coordinator.protocol import ConsumerProtocolMemberAssignment
from aiokafka.errors import (
    GroupCoordinatorNotAvailableError,
    KafkaError,
    NotCoordinatorForGroupError,
    OffsetOutOfRangeError,
    for_code,
)

from redactor.assemble.home import known_values_path
from redactor.errors import BrokerUnavailableError
from redactor.files.sqlite import connect_read_only
from redactor.run.state.progress import decode
from redactor.settings import Settings, StreamsSettings
from streams.connection import Consumer, admin
from streams.observation import Exporter, Known, Member, Observation, Partition, Process, Queue
from streams.processes import read_processes, stream_name
from streams.refusals import raise_if_refused
from streams.topics import DEID, EHR_IN, KNOWN, RAW, check_topics, name_of, router_group, worker_group
from streams.turning import READ_OTHERWISE

_LIMIT = 120.0  # seconds for all questions to Kafka
_OLDEST = 10.0  # seconds for the oldest messages of a topic
_AGAIN, _POLL_MS = 0.5, 500
_FETCH_BYTES = 64 * 1024  # of a partition; Kafka gives at least one message
_DAY = 86_400.0
_REBALANCING = frozenset({"PreparingRebalance", "CompletingRebalance"})
_JOURNAL, _QUARANTINE = "journal.db", "quarantine.db"
T = TypeVar("T")


async def observe(
    settings: Settings, states: Sequence[Path], checked: Sequence[str] = (RAW, KNOWN, DEID)
) -> Observation:
    """Observes the stream once. states: state folders of exporters, besides those that this home knows. checked: topics
    that must be as the settings want them.

    Raises BrokerUnavailableError, and TopicError if a topic is missing or has other settings.
    """
    streams = settings.streams
    processes = tuple(Process(status, runs) for status, runs in read_processes(settings.home, stream_name(streams)))
    try:
        async with asyncio.timeout(_LIMIT):
            await check_topics(streams, checked)
            async with AsyncExitStack() as stack:
                broker = _Broker(streams, await stack.enter_async_context(admin(streams)), processes)
                await stack.enter_async_context(broker.consumer)
                router = await broker.router()
                raw = await broker.queue(RAW, worker_group(streams), streams.partitions)
                raw = replace(raw, partitions=await broker.with_oldest(RAW, raw.partitions))
                # What workers had committed comes before the end of deid.v1, and that before the exporter's marks: what
                # is then missing is lost.
                deid = await broker.bounds(DEID, streams.partitions)
                exporters = [_exporter(path, processes, raw, deid) for path in _states(processes, states)]
                exporters = [replace(e, deid=await broker.with_oldest(DEID, e.deid)) for e in exporters]
                exporters = [replace(e, is_ahead=await broker.is_ahead(e)) for e in exporters]
                known = _known(settings)  # before the topic's end, so that it is not ahead of it
                ((_, known_end),) = await broker.bounds(KNOWN, 1)
    except (KafkaError, OSError, TimeoutError) as e:
        raise_if_refused(e)
        raise BrokerUnavailableError(
            f"Kafka does not answer ({type(e).__name__}); check that it runs, and streams.servers"
        ) from None
    return Observation(
        at=time.time(),
        router=router,
        raw=raw,
        known=replace(known, end=known_end),
        processes=processes,
        exporters=tuple(exporters),
        retention=streams.retention_days * _DAY,
        index=_address(settings.relex.index),
    )


# -- Kafka


class _Broker:
    """Asks Kafka. consumer: without a group; it is to be started."""

    def __init__(self, streams: StreamsSettings, client: AIOKafkaAdminClient, processes: Sequence[Process]) -> None:
        self._streams, self._client = streams, client
        self._local = {p.status.instance: p for p in processes if p.status.instance}
        self.consumer = Consumer(streams, max_partition_fetch_bytes=_FETCH_BYTES)

    async def router(self) -> Queue | None:
        """Observes ehr.in.v1; None if the topic is missing or not used. Its messages are PHI and are not read."""
        name = name_of(self._streams, EHR_IN)
        if name not in await self._client.list_topics():
            return None
        (told,) = await self._client.describe_topics([name])  # others may have created it, with other partitions
        queue = await self.queue(EHR_IN, router_group(self._streams), len(told["partitions"]))
        return queue if queue.members or any(p.end or p.next for p in queue.partitions) else None

    async def queue(self, topic: str, group: str, partitions: int) -> Queue:
        """Observes a topic with this number of partitions, and the group that reads it."""
        offsets = await self._patiently(lambda: self._client.list_consumer_group_offsets(group))
        name = name_of(self._streams, topic)
        committed = {place.partition: said.offset for place, said in offsets.items() if place.topic == name}
        members, is_rebalancing = await self._members(name, group)
        bounds = await self.bounds(topic, partitions)
        found = [Partition(n, begin, end, max(0, committed.get(n, 0))) for n, (begin, end) in enumerate(bounds)]
        return Queue(tuple(found), members, is_rebalancing)

    async def bounds(self, topic: str, partitions: int) -> list[tuple[int, int]]:
        """Returns for each partition the first offset that Kafka holds and the offset that comes next."""
        places = [TopicPartition(name_of(self._streams, topic), n) for n in range(partitions)]
        begins, ends = await self.consumer.beginning_offsets(places), await self.consumer.end_offsets(places)
        return [(begins[place], ends[place]) for place in places]

    async def is_ahead(self, exporter: Exporter) -> bool:
        """Tells whether an exporter has taken more than the topics hold by now."""
        raw, deid = [await self.bounds(topic, self._streams.partitions) for topic in (RAW, DEID)]
        return any(
            exporter.taken.get(p.number, 0) > raw[p.number][1] or p.next > deid[p.number][1] for p in exporter.deid
        )

    async def with_oldest(self, topic: str, partitions: Sequence[Partition]) -> tuple[Partition, ...]:
        """Return the partitions with times of the oldest waiting messages, unknown if the broker answers late."""
        name = name_of(self._streams, topic)
        wanted = {TopicPartition(name, p.number): max(p.begin, p.next) for p in partitions if p.waiting}
        found: dict[int, float] = {}
        if wanted:
            self.consumer.assign(list(wanted))
            for place, offset in wanted.items():
                self.consumer.seek(place, offset)
            with suppress(TimeoutError, OffsetOutOfRangeError):  # deleted meanwhile
                async with asyncio.timeout(_OLDEST):
                    while len(found) < len(wanted):
                        for place, messages in (await self.consumer.getmany(timeout_ms=_POLL_MS)).items():
                            found.setdefault(place.partition, messages[0].timestamp / 1000)
                            self.consumer.pause(place)
        return tuple(replace(p, oldest=found.get(p.number)) for p in partitions)

    async def _members(self, topic: str, group: str) -> tuple[tuple[Member, ...], bool]:
        """Returns the members of a group, and whether their partitions are being handed out."""
        # One group at a time: aiokafka 0.14.0 cannot take apart an answer of several.
        (answer,) = await self._patiently(lambda: self._client.describe_consumer_groups([group]))
        ((code, _, state, _, _, told, *_),) = answer.groups
        if code:
            raise for_code(code)
        members = [self._member(topic, *one) for one in told]
        return tuple(sorted(members, key=lambda m: m.partitions)), state in _REBALANCING

    def _member(self, topic: str, member: str, client: str, host: str, metadata: bytes, assigned: bytes) -> Member:
        partitions: list[int] = []
        if assigned:
            places = ConsumerProtocolMemberAssignment.decode(assigned).partitions()
            partitions = sorted(place.partition for place in places if place.topic == topic)
        # The id of a static member is its instance and a random part.
        process = next((p for instance, p in self._local.items() if member.startswith(f"{instance}-")), None)
        name, runs = (process.status.name, process.runs) if process is not None else ("", None)
        return Member(name, host.removeprefix("/"), tuple(partitions), runs)

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Repeats a question while the broker looks for the coordinator of a group, as after its start."""
        while True:
            try:
                return await ask()
            except (GroupCoordinatorNotAvailableError, NotCoordinatorForGroupError):
                await asyncio.sleep(_AGAIN)


# -- files


def _known(settings: Settings) -> Known:
    """Returns what this home has read of phi.known.v1; the topic's end is to be asked."""
    path, topic = known_values_path(settings), name_of(settings.streams, KNOWN)
    if not _is_file(path):
        return Known(0, None)
    try:
        with closing(connect_read_only(path)) as db:
            row = db.execute("SELECT position FROM topic WHERE name=?", (topic,)).fetchone()
            skips = db.execute("SELECT skipped, first FROM reading WHERE topic=?", (topic,)).fetchone() or (0, -1)
    except sqlite3.Error:
        return Known(0, None)
    return Known(0, int(row[0]) if row is not None else None, *map(int, skips))


def _states(processes: Iterable[Process], given: Iterable[Path]) -> list[Path]:
    """Returns the state folders of this home's exporters and the given folders, each once."""
    own = [Path(p.status.state) for p in processes if p.status.state]
    found = dict.fromkeys([*(path for path in own if _is_file(path / _JOURNAL)), *(path.resolve() for path in given)])
    return list(found)


def _is_file(path: Path) -> bool:
    """Tells whether the path is a file that this user may know of."""
    try:
        return path.is_file()
    except OSError:
        return False


def _exporter(state: Path, processes: Iterable[Process], raw: Queue, deid: Sequence[tuple[int, int]]) -> Exporter:
    own = [p for p in processes if p.status.state == str(state)]
    process = max(own, key=lambda p: (p.runs, p.status.since), default=None)
    try:
        with closing(connect_read_only(state / _JOURNAL)) as journal:
            journal.execute("BEGIN")  # one view of all tables
            if journal.execute("SELECT 1 FROM meta WHERE key='stream'").fetchone() is None:
                return Exporter(str(state), problem="no exporter began it", process=process)
            marks = _marks(journal)
            counts = _counts(journal)
            (deliveries,) = journal.execute("SELECT coalesce(max(number), 0) FROM files WHERE status='done'").fetchone()
            opened = journal.execute("SELECT progress FROM files WHERE status<>'done'").fetchall()
            otherwise = journal.execute("SELECT value FROM meta WHERE key=?", (READ_OTHERWISE,)).fetchone()
            turned = int(otherwise[0]) if otherwise is not None else 0
        held = _held(state / _QUARANTINE)
    except (sqlite3.Error, OSError, ValueError, msgspec.MsgspecError) as e:
        return Exporter(str(state), problem=getattr(e, "sqlite_errorname", type(e).__name__), process=process)
    progress = [decode(row[0]).mark for row in opened]
    since = process.status.counts.get("opened") if process is not None and process.runs else None
    return Exporter(
        state=str(state),
        deid=tuple(Partition(n, begin, end, marks.get(n, (0, 0))[1]) for n, (begin, end) in enumerate(deid)),
        taken={n: following for n, (following, _) in sorted(marks.items())},
        untaken={p.number: max(0, p.next - marks.get(p.number, (0, 0))[0]) for p in raw.partitions},
        open_records=sum(m.records_n + m.deleted_n for m in progress),
        open_bytes=sum(m.records_at + m.deleted_at for m in progress),
        opened=float(since) if since else None,
        deliveries=deliveries,
        outcomes=counts.get("outcome", {}),
        held=held,
        lost=sum(counts.get("lost", {}).values()),
        read_otherwise=turned,
        process=process,
    )


def _marks(journal: sqlite3.Connection) -> dict[int, tuple[int, int]]:
    """Returns for each partition the next offset of phi.raw.v1, and the position in deid.v1."""
    found = {}
    for key, value in journal.execute("SELECT key, value FROM meta WHERE key GLOB 'source-[0-9]*'"):
        following, read = value.split()
        found[int(key.removeprefix("source-"))] = (int(following), int(read))
    return found


def _counts(journal: sqlite3.Connection) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    rows = journal.execute(
        "SELECT kind, key, SUM(n) FROM counts WHERE kind IN ('outcome', 'lost') GROUP BY kind, key HAVING SUM(n) <> 0"
    )
    for kind, key, n in rows:
        found.setdefault(kind, {})[key] = int(n)
    return found


def _held(path: Path) -> dict[str, int]:
    """Counts the records in quarantine that are neither released nor purged, by reason."""
    with closing(connect_read_only(path)) as db:
        kept = "SELECT reason FROM entries WHERE status NOT IN ('released', 'purged')"
        rows = db.execute(f"SELECT reason, count(*) FROM ({kept}) GROUP BY reason ORDER BY reason")  # noqa: S608
        return {str(reason): int(n) for reason, n in rows}


def _address(index: str) -> str:
    """Returns the address of an OpenSearch without a possible secret; "" for an embedded index."""
    parts = urlsplit(index)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else ""
