"""This module defines what `streams status` sees of a stream at one time: topics, consumer groups, processes,
exporters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from streams.processes import ProcessStatus


@dataclass(frozen=True, slots=True)
class Partition:
    """Holds a partition as one reader sees it.

    begin, end: offsets that Kafka holds. next: offset that the reader takes next. oldest: Unix time at which the broker
    took the oldest waiting message; None if none waits.
    """

    number: int
    begin: int
    end: int
    next: int
    oldest: float | None = None

    @property
    def waiting(self) -> int:
        """Returns the number of messages that the reader has before it."""
        return max(0, self.end - max(self.begin, self.next))

    @property
    def deleted(self) -> int:
        """Returns the number of messages that Kafka deleted before the reader took them."""
        return max(0, self.begin - self.next)


@dataclass(frozen=True, slots=True)
class Member:
    """Holds a member of a consumer group.

    name: of its process if that is a process of this home, else "". host: as Kafka says. runs: False if its process has
    ended and Kafka waits for it to come back; None on other hosts.
    """

    name: str
    host: str
    partitions: tuple[int, ...]
    runs: bool | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """Holds a topic and the group that reads it. is_rebalancing: its partitions are being handed out."""

    partitions: tuple[Partition, ...]
    members: tuple[Member, ...] = ()
    is_rebalancing: bool = False

    @property
    def alive(self) -> list[Member]:
        """Returns the members that run, or may: Kafka lists a member that has ended for 30 seconds more."""
        return [m for m in self.members if m.runs is not False]

    @property
    def waiting(self) -> int:
        return sum(p.waiting for p in self.partitions)

    @property
    def deleted(self) -> int:
        return sum(p.deleted for p in self.partitions)

    @property
    def held(self) -> int:
        """Returns the number of messages that Kafka holds, processed messages included."""
        return sum(p.end - p.begin for p in self.partitions)

    @property
    def oldest(self) -> float | None:
        return min((p.oldest for p in self.partitions if p.oldest is not None), default=None)


@dataclass(frozen=True, slots=True)
class Known:
    """Holds how far this home has read phi.known.v1.

    end: offset that the next message gets. position: offset up to which this home has read; None if it keeps no copy.
    skipped: number of messages that are not genuine. first_skipped: offset of the first of them.
    """

    end: int
    position: int | None
    skipped: int = 0
    first_skipped: int = -1

    @property
    def behind(self) -> int:
        return 0 if self.position is None else max(0, self.end - self.position)


@dataclass(frozen=True, slots=True)
class Process:
    """Holds a process of this home, and whether it runs."""

    status: ProcessStatus
    runs: bool


@dataclass(frozen=True, slots=True)
class Exporter:
    """Holds an exporter by its state.

    problem: why its journal cannot be read; nothing else is known then. deid: deid.v1 as the exporter reads it. taken:
    offset of phi.raw.v1 that it takes next, by partition. untaken: number of records that workers have finished and it
    has not taken, by partition. open_*: the delivery that is not closed. opened: Unix time of its first record, if
    known. held: number of records in quarantine by reason. lost: number of records given up with --skip-lost.
    read_otherwise: number of released records that would be read otherwise at the newest day that it has seen.
    is_ahead: it has taken more than the topics hold.
    """

    state: str
    problem: str = ""
    deid: tuple[Partition, ...] = ()
    taken: Mapping[int, int] = field(default_factory=dict)
    untaken: Mapping[int, int] = field(default_factory=dict)
    open_records: int = 0
    open_bytes: int = 0
    opened: float | None = None
    deliveries: int = 0
    outcomes: Mapping[str, int] = field(default_factory=dict)
    held: Mapping[str, int] = field(default_factory=dict)
    lost: int = 0
    read_otherwise: int = 0
    is_ahead: bool = False
    process: Process | None = None

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.runs

    @property
    def waiting(self) -> int:
        return sum(self.untaken.values())

    @property
    def forged(self) -> int:
        """Returns the number of messages not written under the keyring, since its process started."""
        return self.process.status.counts.get("forged", 0) if self.process is not None else 0

    @property
    def gone(self) -> int:
        """Returns the greatest number of records that may have no envelope: Kafka deleted it, or it was never
        written.
        """
        return sum(
            min(self.untaken.get(p.number, 0), p.deleted)
            if p.deleted
            else self.untaken.get(p.number, 0)
            if not p.waiting
            else 0
            for p in self.deid
        )


@dataclass(frozen=True, slots=True)
class Observation:
    """Holds a stream at one time.

    at: Unix time. router: ehr.in.v1; None if it is not used. raw: phi.raw.v1 and its workers. retention: seconds for
    which Kafka keeps records. index: address of the index of stand-ins, without a password.
    """

    at: float
    router: Queue | None
    raw: Queue
    known: Known
    processes: tuple[Process, ...]
    exporters: tuple[Exporter, ...]
    retention: float
    index: str = ""
