"""This module commits chunks: it writes the outcome of each record to output, audit, quarantine and journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import structs

from redactor.keys import DerivedKey
from redactor.run.contracts import REASONS, Processed, RawRecord
from redactor.run.intake.chunks import Chunk, extend_chain
from redactor.run.outcomes import (
    Tally,
    apply_bundle_outcome,
    inherited_outcome,
    is_behind,
    last_turn_within,
    latest_place,
    leaves_by_itself,
    note_gone,
    note_turn,
    note_version,
    outcomes_of_records,
    place_of,
    refuse_duplicate,
    superseded,
    turn_of,
)
from redactor.run.output.contract import Output
from redactor.run.output.durable_files import Appender
from redactor.run.output.folder import FolderBatch
from redactor.run.state.audit import Auditor
from redactor.run.state.commits import Commit, PriorReleases
from redactor.run.state.journal import Journal
from redactor.run.state.lookup_rows import LookupRows, Row, row_of
from redactor.run.state.progress import FileProgress, FolderMark, WaitingHead
from redactor.run.state.quarantine import Entry, QuarantineStore
from schemas.engine.records import Outcome

_LEFT = (Outcome.RELEASED, Outcome.DELETED)


class Committer:
    """A committer is the one writer of a run. Files come one after another; within a file, chunks come in order.

    lookup: None for a run that keeps no rows for lookups.
    """

    def __init__(
        self,
        state: Path,
        journal: Journal,
        quarantine: QuarantineStore,
        output: Output[FolderBatch, FolderMark],
        auditor: Auditor,
        key: DerivedKey,
        lookup: LookupRows | None = None,
    ) -> None:
        self._journal = journal
        self._quarantine = quarantine
        self._output = output
        self._auditor = auditor
        self._lookup = lookup
        self._key = key
        self.chain_key = key.digest("chain")
        self._audit = Appender(state / "audit.ndjson", int(journal.get("audit_at") or 0))
        self._number = 0
        self._progress = FileProgress()

    def close(self) -> None:
        self._audit.close()
        self._output.abort()

    def _turn_to(self, number: int) -> None:
        """Resume a file at its journaled offsets, and drop what was written after them."""
        if number == self._number:
            return
        self._number = number
        _, self._progress = self._journal.file(number)
        self._output.open(number, self._progress.mark)
        self._quarantine.drop_after(number, self._progress.taken)
        if self._lookup is not None:
            self._lookup.drop_after(number, self._progress.taken)

    def commit(self, chunk: Chunk, results: Sequence[Processed | str]) -> Commit:
        """Make one chunk durable. The journal's docstring says why this order loses and duplicates nothing."""
        self._turn_to(chunk.file.number)
        p = self._progress
        commit = Commit(chunk.file.number, p, 0)
        quarantined: list[Entry] = []
        outcomes = outcomes_of_records(chunk.raws, results, self._key)
        places = [place_of(self._key, raw.position) for raw in chunk.raws]
        occurrences = [(done.record_id, place) for done, place in zip(outcomes, places, strict=True)]
        prior = self._journal.prior_releases(occurrences, (done.resource_key for done in outcomes))
        records: list[tuple[RawRecord, Processed]] = []
        tally = Tally()
        rows: list[Row] = []

        def take(raw: RawRecord, done: Processed, supersedes: str | None) -> None:
            records.append((raw, done))
            if (row := row_of(raw.position, done)) is not None:
                rows.append(row)
            self._audit.write(self._auditor.entry(raw.position, done, supersedes, tally.add(done)))

        for raw, result, place in zip(chunk.raws, outcomes, places, strict=True):
            p.taken += 1
            p.chain = extend_chain(p.chain, self.chain_key, raw)
            done = apply_bundle_outcome(raw, result, p.blocked)
            is_alone = leaves_by_itself(raw, done)
            if is_alone and not self._has_changed(commit, prior, done):
                done = refuse_duplicate(commit, prior, done, place)
            if raw.part == "bundle":
                p.blocked = inherited_outcome(done)
                if done.outcome is Outcome.RELEASED and not raw.last:
                    p.head = WaitingHead(raw.position, done, superseded(commit, prior, done))
                    continue
            if raw.last:
                p.blocked = None
            if p.head is not None:
                p.head, head = decide_head(p.head, raw, done)
                if head is not None:
                    self._note_head(commit, prior, head)
                    take(RawRecord(b"", head.position, part="bundle"), head.done, head.supersedes)
            if is_alone and done.outcome in _LEFT:
                note_gone(commit, done.record_id, place)
            take(raw, done, _note_version(commit, prior, raw, done))
            if done.outcome is Outcome.QUARANTINED:
                quarantined.append(
                    Entry(self._number, p.taken, raw, done.record_id, done.reason_code, done.where, chunk.file.name)
                )
        tally.add_to(commit)
        p.mark = self._output.write(FolderBatch(records, chunk.end))
        if chunk.end is not None:
            commit.status = "read"
        commit.audit_at = self._audit.at
        self._audit.sync()
        if quarantined:
            self._quarantine.add(quarantined)
        if self._lookup is not None:
            self._lookup.add(self._number, p.taken, rows, {self._number: chunk.file.name})
            commit.marks |= self._lookup.marks()
        self._journal.commit(commit)
        return commit

    def _has_changed(self, commit: Commit, prior: PriorReleases, done: Processed) -> bool:
        """Tell whether a resource of a Bundle has got another version since the Bundle came last."""
        at = latest_place(commit, prior, done.resource_key) if done.holds else None
        if at is None:
            return False
        since = last_turn_within(at)
        changed = any(commit.changed.get(key, since) > since for key in done.holds)
        return changed or self._journal.has_changed(done.holds, since)

    def _note_head(self, commit: Commit, prior: PriorReleases, head: WaitingHead) -> None:
        """Record a Bundle that leaves as released, and as the latest of its versions."""
        if head.done.outcome is Outcome.RELEASED:
            note_gone(commit, head.done.record_id, place_of(self._key, head.position))
            _note_version(commit, prior, RawRecord(b"", head.position), head.done)


def decide_head(head: WaitingHead, raw: RawRecord, done: Processed) -> tuple[WaitingHead | None, WaitingHead | None]:
    """Decide the head of a Bundle at one of its entries; return the head that waits on, and the head that is decided.

    A Bundle without any entry left, of which an entry was withheld, is withheld itself: an empty Bundle would tell that
    its patient opted out, and where it stood among the others.
    """
    if done.outcome is Outcome.WITHHELD:
        head = replace(head, withheld=done.reason_code)
    if done.entry is not None:
        return None, head
    if not raw.last:
        return head, None
    if not head.withheld:
        return None, head
    withheld = structs.replace(head.done, outcome=Outcome.WITHHELD, reason=REASONS[head.withheld], payload=None)
    return None, replace(head, done=withheld, supersedes=None)


def _note_version(commit: Commit, prior: PriorReleases, raw: RawRecord, done: Processed) -> str | None:
    """Record the latest version of a resource, and return the record id that it supersedes."""
    at = commit.file, turn_of(raw)
    if is_behind(commit, prior, done, at):
        return None  # an older version of a history, which lists the newest first
    supersedes = note_version(commit, prior, done)
    if supersedes is not None:
        commit.changed[done.resource_key] = at
    note_turn(commit, prior, done, at)
    return supersedes
