"""This module settles what a commit of the exporter does to held records, and which held records go into phi.raw again.

A record that comes again out of the quarantine names the message that it copies. When the exporter takes the copy, the
entry of that message is let go in the transaction that counts the new outcome: each record has one outcome, however
often it was sent. A copy of an entry that was purged, or is let go already, counts nowhere.

If a later version of a resource has left, an earlier version leaves only if a person releases it. Published again, it
is withheld, and its entry stays.

The place of a record tells whether it is published again, as producers do when they were killed, or returns: a content
that comes from another place after other versions is a version of its own, and the latest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from msgspec import structs

from redactor.errors import RunError
from redactor.run.contracts import Processed, RawRecord
from redactor.run.outcomes import is_latest, is_seen, note_gone
from redactor.run.state.commits import Commit, PriorReleases
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import Entry, Header, QuarantineStore, entry_id
from redactor.run.state.waiting import WaitingEntries
from schemas.engine.records import Outcome, Reason
from streams.envelope import Envelope
from streams.growths import Growths
from streams.hold_clock import HOLD_CLOCK, HoldClock
from streams.raw_topic import NO_ORIGIN
from streams.rereading import Rereading
from streams.versions import Versions

_UNSEEN = Reason.PATIENT_UNSEEN.value
_LEFT = (Outcome.RELEASED, Outcome.DELETED)
_KEPT = ("held", "asked", "sent")
_READ_FROM = "known_read"  # in the journal
PAGE = 1_000
"""This many entries are looked up at a time."""


class Copy(NamedTuple):
    """Holds a record that is to be sent into phi.raw again.

    entry: id of its quarantine entry. known: the least position of phi.known that it needs. origin: as in RawMessage.
    """

    entry: str
    partition: int
    key: bytes
    raw: RawRecord
    known: int
    origin: int


class HeldRecords:
    """Manages the entries of an exporter's quarantine whose records can still leave.

    hold_seconds: after which a record does not wait for its patient any more, if processes_unseen. read_from: the
    position of phi.known from which on values of awaited patients may come. read_to: position up to which they were
    looked for; -1 to begin again at read_from. rereading: decides when records of another configuration go again.
    """

    def __init__(
        self, store: QuarantineStore, journal: Journal, clock: HoldClock, hold_seconds: float, processes_unseen: bool
    ) -> None:
        self._store, self._journal, self._clock = store, journal, clock
        self._hold_seconds, self._processes_unseen = hold_seconds, processes_unseen
        self.entries = WaitingEntries(store)
        self.rereading = Rereading()
        self._growths = Growths.of(journal)
        self.read_from = int(journal.get(_READ_FROM) or 0)
        self.read_to = -1

    @classmethod
    def open(cls, store: QuarantineStore, journal: Journal, hold_seconds: float, processes_unseen: bool) -> HeldRecords:
        """Brings the quarantine up to the journal, because an earlier process may have been killed between the two."""
        store.mark_released(journal.released_entries())
        return cls(store, journal, HoldClock(journal.get(HOLD_CLOCK)), hold_seconds, processes_unseen)

    # -- what comes

    def begin(self, commit: Commit, prior: PriorReleases, resource_keys: Iterable[str]) -> Settling:
        """Returns the settling of one commit. resource_keys: of the records of the commit."""
        now, growths = self._clock.now(), self._growths
        return Settling(self._store, self.entries, commit, prior, resource_keys, now, growths)

    def note(self, commit: Commit, held: Sequence[Entry]) -> None:
        """Adds to the commit the position from which phi.known must be read for the records that it holds."""
        reached = [e.known + 1 for e in held if e.reason == _UNSEEN and e.status == "held"]
        if reached:
            others = [self.read_from] if self.entries.exist_unseen() else []
            self.read_from = min(reached + others)
            if min(reached) < self.read_to:  # values may have come between the worker's look and ours
                self.read_to = -1
            commit.marks[_READ_FROM] = str(self.read_from)
        commit.marks[HOLD_CLOCK] = self._clock.stored()

    # -- what goes again

    def due(self) -> list[str]:
        """Returns some of the entries that go again without waiting for values: a person asked for it, or the time is
        over.
        """
        found = self.entries.asked(PAGE)
        if not found and self._processes_unseen:
            found = self.entries.overdue(self._clock.now() - self._hold_seconds, PAGE)
        return found

    def copies(self, entries: Iterable[str], *, values_came: bool) -> Iterator[Copy]:
        """Yields the records of entries as they are sent again. Entries that were purged meanwhile are left out."""
        for entry in entries:
            header = self._store.header(entry)
            try:
                raw = self._store.original(entry)
            except RunError:
                continue
            if not values_came and header.reason != Reason.OTHER_CONFIGURATION.value:
                raw = structs.replace(raw, error=None, where="", may_be_unseen=header.reason == _UNSEEN)
            key = header.subject.encode("latin-1")
            yield Copy(entry, header.file - 1, key, raw, header.known, header.turn - 1)

    def advance(self, position: int) -> None:
        """Notes that no record waits for a value below this position of phi.known, and how long the others
        have waited.
        """
        self.read_from = position
        self._journal.put(**{_READ_FROM: str(position), HOLD_CLOCK: self._clock.stored()})


class Settling:
    """Settles what one commit does to entries that are in the quarantine already. now: time of the hold clock."""

    def __init__(
        self,
        store: QuarantineStore,
        entries: WaitingEntries,
        commit: Commit,
        prior: PriorReleases,
        resource_keys: Iterable[str],
        now: int,
        growths: Growths,
    ) -> None:
        self._store, self._entries, self._commit, self._prior, self._now = store, entries, commit, prior, now
        self._headers = entries.of_resources(resource_keys)
        self._versions = Versions(self._headers, commit, prior, growths)
        self._origins: dict[tuple[int, int], Header] = {}
        self._identified: dict[str, Processed] = {}  # entries of what turned out to be versions that are superseded

    def takes(self, envelope: Envelope, done: Processed) -> bool:
        """Tells whether a record counts; False for a copy that counts nowhere. The entry of any other copy is
        let go.
        """
        if envelope.origin == NO_ORIGIN:
            return True
        entry = entry_id(envelope.partition + 1, envelope.origin + 1)
        try:
            header = self._store.header(entry)
        except RunError:
            return True  # this state never saw the first message, which was lost
        if header.status not in _KEPT or entry in self._commit.settled_entries or self._versions.is_overtaken(entry):
            return False
        if self._is_unexpectedly_old(header, envelope, done):
            self._identified[entry] = done
            return False
        self._let_go(header)
        self._origins[envelope.partition, envelope.offset] = header
        return True

    def _is_unexpectedly_old(self, header: Header, envelope: Envelope, done: Processed) -> bool:
        """Tells whether a later version has left, unknown to the person who released the entry.

        The record broke the worker, which did not tell of which resource it is a version.
        """
        return (
            done.outcome in _LEFT
            and done.resource_key != header.resource_key
            and not self._is_seen(envelope, done)
            and self._versions.is_behind(done.resource_key, header.file, header.first)
        )

    def withhold_superseded(self, envelope: Envelope, done: Processed) -> Processed:
        """Withholds a superseded version that is in quarantine and was published again."""
        if (
            done.outcome not in _LEFT
            or (envelope.partition, envelope.offset) in self._origins
            or self._is_seen(envelope, done)
            or not self._versions.is_superseded((done.record_id, envelope.place))
        ):
            return done
        return structs.replace(done, outcome=Outcome.WITHHELD, reason=Reason.SUPERSEDED, payload=None, entry=None)

    def _is_seen(self, envelope: Envelope, done: Processed) -> bool:
        return is_seen(self._commit, self._prior, done.record_id, envelope.place)

    def refuse_duplicate(self, envelope: Envelope, done: Processed) -> Processed:
        """Makes a duplicate of a record that is published again or equals the latest version that left, also if it is
        quarantined now. Notes what leaves.

        An equal record from another place makes that version the latest, over what is in quarantine.
        """
        if done.outcome not in (*_LEFT, Outcome.QUARANTINED):
            return done
        is_again, is_equal = self._is_seen(envelope, done), is_latest(self._commit, self._prior, done)
        if not is_again and (is_equal or done.outcome in _LEFT):
            note_gone(self._commit, done.record_id, envelope.place)
        if not is_again and not is_equal:
            return done
        if not is_again and done.resource_key:
            self._commit.latest_versions[done.resource_key] = done.record_id  # the journal keeps its turn beside it
            self._leave(envelope, done)
        return structs.replace(done, outcome=Outcome.DUPLICATE, reason=None, where="", payload=None, entry=None)

    def note(self, envelope: Envelope, done: Processed) -> None:
        """Notes a record that leaves."""
        if done.outcome in _LEFT and done.resource_key:
            self._leave(envelope, done)

    def _leave(self, envelope: Envelope, done: Processed) -> None:
        self._versions.leave(done.resource_key, envelope.partition + 1, self._first(envelope, done.record_id))

    def _first(self, envelope: Envelope, record_id: str) -> int:
        origin = self._origins.get((envelope.partition, envelope.offset))
        if origin is not None:
            return origin.first
        return self._versions.first((record_id, envelope.place), envelope.partition + 1, envelope.offset + 1)

    def entry(self, envelope: Envelope, key: bytes, done: Processed, raw: RawRecord | None) -> Entry:
        """Returns a quarantine entry. Its file is the source partition and its turn the offset, each from 1."""
        partition, offset = envelope.partition, envelope.offset
        origin = self._origins.get((partition, offset))
        of = origin if origin is not None and not done.resource_key else done  # a copy that broke the worker has no key
        first = self._first(envelope, of.record_id)
        version = of.record_id, envelope.place
        self._versions.hold(entry_id(partition + 1, offset + 1), version, of.resource_key, partition + 1, first)
        return Entry(
            partition + 1,
            offset + 1,
            raw or RawRecord(b"", f"{partition}:{offset}"),
            of.record_id,
            done.reason_code,
            done.where,
            subject=key.decode("latin-1"),
            resource_key=of.resource_key,
            known=envelope.known,
            since=origin.since if origin else self._now,
            first=first,
            place=envelope.place,
        )

    def finish(self, held: Sequence[Entry]) -> tuple[list[Entry], list[Entry | Header]]:
        """Returns the new entries to keep, and the entries, old or new, that are duplicates: their versions left with
        this commit, or came back.

        Other entries of which a later version has left are superseded.
        """
        kept: list[Entry] = []
        duplicates: list[Entry | Header] = []
        for entry in held:
            name = entry_id(entry.file, entry.turn)
            if self._has_left(name, entry):
                self._count_out(entry)
                duplicates.append(entry)
            else:
                is_late = self._versions.is_kept_back(name)
                kept.append(replace(entry, status="superseded") if is_late else entry)
        superseded: list[str] = []
        for header in self._headers:
            if header.id in self._commit.settled_entries or header.status == "purged":
                continue
            if self._has_left(header.id, header):
                self._let_go(header)
                duplicates.append(header)
            elif self._versions.is_overtaken(header.id):
                superseded.append(header.id)
        self._entries.mark_superseded(superseded)
        self._entries.identify(self._identified)
        self._commit.counts["outcome", Outcome.DUPLICATE.value] += len(duplicates)
        return kept, duplicates

    def _has_left(self, name: str, entry: Entry | Header) -> bool:
        """Tells whether an entry is a version that left with this commit, or one that came back and left later.

        One that came later than what has left stays, since its content is the latest.
        """
        places = self._commit.gone.get(entry.record_id)
        if places is None:
            return False
        if entry.place not in places and entry.resource_key and not self._versions.is_kept_back(name):
            return False
        places.add(entry.place)
        return True

    def _let_go(self, header: Header) -> None:
        self._commit.settled_entries[header.id] = None
        self._count_out(header)

    def _count_out(self, entry: Entry | Header) -> None:
        self._commit.counts["outcome", Outcome.QUARANTINED.value] -= 1
        self._commit.counts["reason", entry.reason] -= 1


def as_duplicate(entry: Entry | Header) -> tuple[str, Processed]:
    """Returns the place of an entry's record in phi.raw, and its outcome as a duplicate."""
    return f"{entry.file - 1}:{entry.turn - 1}", Processed(Outcome.DUPLICATE, entry.record_id, entry.resource_key)
