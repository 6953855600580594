"""This module delivers released records into OUT from the envelopes of deid.v1, without the connection to Kafka.

A batch is committed as a chunk of a run is: the part of the open delivery, the audit, the quarantine, and last one
transaction of the journal, which also holds the mark of each source partition and lets go the quarantine entries of
records that have come again (streams/held.py). At a border the delivery is journaled as complete, created in OUT,
journaled as done, and named in the manifest. Killed anywhere, the next process goes on there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from types import TracebackType
from typing import Self

from redactor.errors import ForgedMessageError
from redactor.run.contracts import Processed, RawRecord
from redactor.run.outcomes import Tally, note_version
from redactor.run.output import manifest
from redactor.run.runner import check_folders_apart
from redactor.run.state.as_of import stated_as_of
from redactor.run.state.audit import AUDIT_DAY, Auditor, count_key
from redactor.run.state.commits import Commit
from redactor.run.state.journal import Journal
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import Entry, QuarantineStore
from schemas.engine.records import Outcome
from streams.audit_days import AuditDays
from streams.deletions import PendingDeletions
from streams.deliveries import Deliveries, ExportConfig, check_empty
from streams.envelope import Envelope, Envelopes, SourceMarks, Verdict
from streams.growths import take_up_partitions
from streams.held import HeldRecords, as_duplicate
from streams.rereading import outcome_here, with_content
from streams.turning import TurningRecords

SourcePlace = tuple[int, int]
"""Partition and offset of a record in phi.raw.v1."""


@dataclass(frozen=True, slots=True)
class Message:
    """Holds a message of deid.v1."""

    partition: int
    offset: int
    key: bytes | None
    value: bytes | None


@dataclass(frozen=True, slots=True)
class Taken:
    """Holds an envelope that was taken. read: offset of its message in deid.v1. key: message key. done:
    outcome here.
    """

    read: int
    key: bytes
    envelope: Envelope
    done: Processed

    @property
    def place(self) -> SourcePlace:
        return self.envelope.partition, self.envelope.offset


class Exporter:
    """Takes envelopes and delivers records into OUT; a context manager that holds the lock of the state.

    One thread calls, in turns: take, commit, deliveries.deliver_if_due. clock: seconds, never set back. now: Unix time,
    which tells the day of the audit. forged: number of messages that were not written under the keyring; nothing of
    them is used. has_opened: whether an envelope was, in the life of the state.

        with Exporter(config) as exporter:
            taken = exporter.take(messages)
            exporter.commit(taken, payloads)
            exporter.deliveries.deliver_if_due()
    """

    def __init__(
        self,
        config: ExportConfig,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._config = config
        self._clock, self._now = clock, now
        self._envelopes = Envelopes(config.keyring, config.topic)
        self._stack = ExitStack()
        self.forged = 0
        self.has_opened = False

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._open(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._stack.close()

    def _open(self, stack: ExitStack) -> None:
        config = self._config
        check_folders_apart(None, config.out, config.state, config.home)
        stack.enter_context(StateLock(config.state))
        self._journal = journal = Journal(config.state, config.keyring)
        stack.callback(journal.close)
        has_begun = journal.has_begun()
        self._quarantine = QuarantineStore(config.state, config.keyring, journal.run, create=not has_begun)
        stack.callback(self._quarantine.close)
        self._quarantine.check_kept(journal.held())
        config.out.mkdir(parents=True, exist_ok=True)
        if not has_begun:
            check_empty(config.out)
        journal.begin(f"stream {config.fingerprint}", None, config.metadata)
        self._turning = TurningRecords(config.keyring, journal)
        self._auditor = Auditor(config.metadata, "seen", None)
        self._stated = lru_cache(maxsize=64)(partial(stated_as_of, config.keyring, config.metadata))
        self._audit = AuditDays(config.state, journal, self._now)
        stack.callback(self._audit.close)
        self.deliveries = Deliveries(config, journal, self._audit, self._clock)
        stack.callback(self.deliveries.abort)
        marks = {n: _mark(journal, n) for n in range(config.partitions)}
        take_up_partitions(journal, config.partitions, {n: following for n, (following, _) in marks.items()})
        self._read = {n: read for n, (_, read) in marks.items()}
        self.has_opened = any(self._read.values())
        self._marks = SourceMarks({n: following for n, (following, _) in marks.items()})
        self.held = HeldRecords.open(self._quarantine, journal, config.hold_seconds, config.processes_unseen)
        for n, (following, _) in marks.items():
            self._quarantine.drop_after(n + 1, following)
            self.held.entries.hold_again(n + 1, following)
        self.deliveries.resume()

    # -- messages

    def position(self, partition: int) -> int:
        """Returns the offset in deid.v1 at which to read on, behind the last envelope that was taken and committed."""
        return self._read[partition]

    def next_offset(self, partition: int) -> int:
        """Returns the offset of phi.raw.v1 whose envelope is taken next."""
        return self._marks.next_offset(partition)

    def take(self, messages: Iterable[Message]) -> list[Taken]:
        """Returns the envelopes of the messages that are new. Each must be committed, or the process must end."""
        return [taken for message in messages if (taken := self._take(message)) is not None]

    def _take(self, message: Message) -> Taken | None:
        try:
            envelope = self._envelopes.decode(message.key, message.value)
        except ForgedMessageError:
            self.forged += 1
            return None
        self.has_opened = True
        if envelope.partition != message.partition or envelope.partition not in self._read:
            self.forged += 1  # a copy in another partition
            return None
        is_own = envelope.fingerprint == self._config.fingerprint
        is_next = self._marks.judge(envelope.partition, envelope.offset) is Verdict.NEXT
        if is_own or is_next:  # a worker that was fenced may write late; its successor writes the envelope again
            self.held.rereading.note(envelope.partition, is_own)
        if not is_next:
            return None
        return Taken(message.offset, message.key or b"", envelope, outcome_here(envelope, self._config.fingerprint))

    def commit(self, taken: Sequence[Taken], payloads: Mapping[SourcePlace, RawRecord]) -> None:
        """Makes taken envelopes durable. payloads: of the quarantined records, those that phi.raw.v1 still holds.

        A record that leaves behind the deletion of its resource leaves with the next delivery.
        """
        batch: list[Taken] = []
        deleted: set[str] = set()
        for one in taken:
            if one.done.outcome is Outcome.QUARANTINED and one.done.resource_key in deleted:
                self._commit(batch, payloads)  # the deletion is not of this version
                batch = []
            if self.deliveries.must_follow(one.done) or (
                one.done.outcome is Outcome.RELEASED and one.done.resource_key in deleted
            ):
                self._commit(batch, payloads)
                self.deliveries.deliver()
                batch, deleted = [], set()
            if one.done.outcome is Outcome.DELETED:
                deleted.add(one.done.resource_key)
            batch.append(one)
        self._commit(batch, payloads)
        self.deliveries.deliver_if_large()

    def _commit(self, batch: Sequence[Taken], payloads: Mapping[SourcePlace, RawRecord]) -> None:
        if not batch:
            return
        self._audit.begin_commit()
        commit = Commit(self.deliveries.number, self.deliveries.progress, 0)
        keys = {t.done.resource_key for t in batch}
        prior = self._journal.prior_releases([(t.done.record_id, t.envelope.place) for t in batch], keys)
        settling = self.held.begin(commit, prior, keys)
        deletions = PendingDeletions(self._journal, commit, prior, self._config.partitions, keys)
        held: list[Entry] = []
        tally = Tally()
        outcomes = []
        for one in batch:
            partition, offset = one.place
            self._turning.note_day(one.envelope.processed.as_of)
            self._read[partition] = one.read + 1
            commit.marks[_mark_name(partition)] = f"{offset + 1} {one.read + 1}"
            if not settling.takes(one.envelope, one.done):
                continue
            done = with_content(one.done, one.envelope, payloads.get(one.place))
            if not deletions.is_under_way(one.envelope):
                done = settling.withhold_superseded(one.envelope, done)
            if not deletions.takes(one.key, one.envelope, done):
                continue
            done = deletions.withhold_deleted(one.envelope, settling.refuse_duplicate(one.envelope, done))
            settling.note(one.envelope, done)
            supersedes = note_version(commit, prior, done)
            outcomes.append(done)
            if done.outcome is Outcome.RELEASED and done.payload is None:
                # The head of a Bundle, of which a stream releases the entries alone: those of a patient who opted out
                # do not leave, and the manifest must not count it.
                commit.counts[manifest.APART, done.resource_type or done.schema] += 1
            elif done.outcome is Outcome.RELEASED:
                self._turning.note_released(done.turns)
            as_of = self._stated(one.envelope.processed.as_of)
            self._audit.write(self._auditor.entry(f"{partition}:{offset}", done, supersedes, tally.add(done), as_of))
            if done.outcome is Outcome.QUARANTINED:
                entry = settling.entry(one.envelope, one.key, done, payloads.get(one.place))
                held.append(replace(entry, status="superseded") if deletions.is_deleted(one.envelope) else entry)
        tally.add_to(commit)
        held, duplicates = settling.finish(held)
        for at, done in map(as_duplicate, duplicates):
            self._audit.write(self._auditor.entry(at, done, None, count_key(done)))
        self.held.note(commit, held)
        self.deliveries.write(outcomes, len(batch))
        self._audit.sync()
        commit.audit_at = self._audit.at
        commit.marks[AUDIT_DAY] = self._audit.day
        commit.marks |= self._turning.changes()
        if held:
            self._quarantine.add(held)
        self._journal.commit(commit)
        self._audit.pack_finished()
        if commit.settled_entries:
            self._quarantine.mark_released(list(commit.settled_entries))

    # -- what is lost

    def lost(self, partition: int, settled: int) -> int:
        """Returns the number of records of the partition that will never come. settled: as in SourceMarks.lost."""
        return len(self._marks.lost(partition, settled))

    def skip_lost(self, partition: int, settled: int) -> None:
        """Goes on behind the lost records and counts them. deid.v1 is to be read again from `position`."""
        lost = self._marks.lost(partition, settled)
        self._marks.skip(partition, lost.stop)
        commit = Commit(self.deliveries.number, self.deliveries.progress, self._audit.at)
        commit.counts["lost", str(partition)] = len(lost)
        commit.marks[_mark_name(partition)] = f"{lost.stop} {self._read[partition]}"
        self._journal.commit(commit)
        self.held.entries.hold_again(partition + 1, lost.stop)

    @property
    def state(self) -> Path:
        return self._config.state

    def outcomes(self) -> dict[str, int]:
        """Returns the number of records by outcome, over the life of the state."""
        return self._journal.counts("outcome")


def needing_payload(taken: Iterable[Taken]) -> Iterator[SourcePlace]:
    """Yields the places of the records whose content the quarantine keeps."""
    return (one.place for one in taken if one.done.outcome is Outcome.QUARANTINED)


def _mark_name(partition: int) -> str:
    return f"source-{partition}"


def _mark(journal: Journal, partition: int) -> tuple[int, int]:
    """Returns the next offset of the source partition, and the position in deid.v1."""
    following, read = (journal.get(_mark_name(partition)) or "0 0").split()
    return int(following), int(read)
