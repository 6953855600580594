"""What can be seen of a stream at one time: its topics, the groups that read them, processes and exporters. No I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from streams.processes import ProcessStatus


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition as one reader sees it. begin, end: the offsets that Kafka holds. next: the reader's.

    oldest: Unix time at which the broker took the oldest message that waits; None where none does.
    """

    number: int
    begin: int
    end: int
    next: int
    oldest: float | None = None

    @property
    def waiting(self) -> int:
        """Messages that the reader has before it."""
        return max(0, self.end - max(self.begin, self.next))

    @property
    def deleted(self) -> int:
        """Messages that Kafka deleted before the reader took them."""
        return max(0, self.begin - self.next)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a consumer group. name: of its process, where that is one of this home; else "". host: as Kafka says.

    runs: False where its process has ended and Kafka waits for it to come back; None on other hosts.
    """

    name: str
    host: str
    partitions: tuple[int, ...]
    runs: bool | None = None


@dataclass(frozen=True, slots=True)
class Queue:
    """A topic and the group that reads it. is_rebalancing: its partitions are being handed out."""

    partitions: tuple[Partition, ...]
    members: tuple[Member, ...] = ()
    is_rebalancing: bool = False

    @property
    def alive(self) -> list[Member]:
        """Members that run, or may: Kafka lists one that has ended for 30 seconds more."""
        return [m for m in self.members if m.runs is not False]

    @property
    def waiting(self) -> int:
        return sum(p.waiting for p in self.partitions)

    @property
    def deleted(self) -> int:
        return sum(p.deleted for p in self.partitions)

    @property
    def held(self) -> int:
        """Messages that Kafka holds, processed ones included."""
        return sum(p.end - p.begin for p in self.partitions)

    @property
    def oldest(self) -> float | None:
        return min((p.oldest for p in self.partitions if p.oldest is not None), default=None)


@dataclass(frozen=True, slots=True)
class Known:
    """Known values. end: the offset that the next message of phi.known.v1 gets. position: up to where this home has
    read; None where it keeps no copy.
    """

    end: int
    position: int | None

    @property
    def behind(self) -> int:
        return 0 if self.position is None else max(0, self.end - self.position)


@dataclass(frozen=True, slots=True)
class Process:
    """A process of this home, and whether it runs."""

    status: ProcessStatus
    runs: bool


@dataclass(frozen=True, slots=True)
class Exporter:
    """An exporter by its state.

    problem: why its journal cannot be read; nothing else is known then. deid: deid.v1 as it reads it. taken: the
    offset of phi.raw.v1 that it takes next. untaken: records that workers have finished and it has not taken. Both by
    partition. open_*: the delivery that is not closed. opened: Unix
    time of its first record, where it is known. held: records in quarantine by reason. lost: records given up with
    --skip-lost. is_ahead: it has taken more than the topics hold.
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
        """Messages not written under the keyring, since its process started."""
        return self.process.status.counts.get("forged", 0) if self.process is not None else 0

    @property
    def gone(self) -> int:
        """At most so many records have no envelope any more: Kafka deleted it, or it was never written."""
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
    """A stream at one time. at: Unix time. router: ehr.in.v1; None where it is not used. raw: phi.raw.v1 and workers.

    retention: seconds for which Kafka keeps records. index: the address of the index of stand-ins, without a password.
    """

    at: float
    router: Queue | None
    raw: Queue
    known: Known
    processes: tuple[Process, ...]
    exporters: tuple[Exporter, ...]
    retention: float
    index: str = ""
