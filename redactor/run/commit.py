"""Commits chunks: writes what became of each record to the output, the audit, the quarantine and the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from redactor.keys import DerivedKey
from redactor.run.contracts import Processed, RawRecord
from redactor.run.intake.chunks import Chunk, link
from redactor.run.output.contract import Output
from redactor.run.output.durable_files import Appender
from redactor.run.output.folder import FolderBatch
from redactor.run.state.audit import Auditor, CountKey, count_key
from redactor.run.state.journal import Commit, Journal, PriorReleases
from redactor.run.state.progress import FileProgress, FolderMark
from redactor.run.state.quarantine import Entry, QuarantineStore
from schemas.engine.records import Outcome, Reason

_RELEASED = (Outcome.RELEASED, Outcome.DELETED)
_INHERITED = (Outcome.WITHHELD, Outcome.DUPLICATE)
_REASONS = {r.value: r for r in Reason}


def one_outcome_each(raws: Sequence[RawRecord], results: Sequence[Processed | str], key: DerivedKey) -> list[Processed]:
    """The processor's outcome of each record, or quarantine for one that could not be read or broke the processor.

    results: of the records without an error, in order; a str names what broke.
    """
    outcomes = []
    processed = iter(results)
    for raw in raws:
        result: Processed | str | None = None if raw.error is not None else next(processed)
        if isinstance(result, Processed):
            outcomes.append(result)
            continue
        reason = raw.error if raw.error is not None else Reason.INTERNAL
        record_id = key.token("unread", raw.position, raw.data.decode("latin-1"))
        outcomes.append(Processed(Outcome.QUARANTINED, record_id, "", reason=reason, where=result or raw.where))
    return outcomes


def count(commit: Commit, done: Processed, times: int = 1) -> None:
    """Add an outcome to the counts of a commit. times: the number of records with this outcome."""
    c = commit.counts
    c["outcome", done.outcome.value] += times
    if done.reason is not None:
        c["reason", done.reason.value] += times
    kinds = (
        ("rule", done.rules),
        ("entity", done.entities),
        ("omitted", done.omitted),
        ("emptied", done.emptied),
        ("unknown", done.unknown),
    )
    for kind, counts in kinds:
        for name, n in counts.items():
            c[kind, name] += n * times
    if done.schema:
        c["schema", f"{done.schema}\t{done.schema_version}\t{done.schema_digest}"] += times
    if done.outcome is Outcome.RELEASED:
        c["type", done.resource_type or done.schema] += times


def refuse_duplicate(commit: Commit, prior: PriorReleases, done: Processed) -> Processed:
    """Each id of a record or Bundle is released only once; a repeated one becomes DUPLICATE.

    prior: which of the commit's records were released in earlier commits.
    """
    if done.outcome not in _RELEASED:
        return done
    if done.record_id in commit.released_ids or done.record_id in prior.record_ids:
        return replace(done, outcome=Outcome.DUPLICATE, payload=None, entry=None)
    commit.released_ids[done.record_id] = None
    return done


def note_version(commit: Commit, prior: PriorReleases, done: Processed) -> str | None:
    """Note a released record as the latest version of its resource. Returns the record id that it supersedes."""
    if done.outcome not in _RELEASED or not done.resource_key:
        return None
    before = commit.latest_versions.get(done.resource_key) or prior.latest_versions.get(done.resource_key)
    commit.latest_versions[done.resource_key] = done.record_id
    return before if before != done.record_id else None


def _stands_alone(raw: RawRecord, done: Processed) -> bool:
    """Whether the record leaves by itself rather than in its Bundle: a deletion notice of an entry does."""
    return raw.part != "entry" or (done.outcome is Outcome.DELETED and done.payload is not None)


class Committer:
    """The one writer of a run. Files come one after another; within a file, chunks in order."""

    def __init__(
        self,
        state: Path,
        journal: Journal,
        quarantine: QuarantineStore,
        output: Output[FolderBatch, FolderMark],
        auditor: Auditor,
        key: DerivedKey,
    ) -> None:
        self._journal = journal
        self._quarantine = quarantine
        self._output = output
        self._auditor = auditor
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

    def commit(self, chunk: Chunk, results: Sequence[Processed | str]) -> Commit:
        """Make one chunk durable. The journal's docstring says why this order loses and duplicates nothing."""
        self._turn_to(chunk.file.number)
        p = self._progress
        commit = Commit(chunk.file.number, p, 0)
        held: list[Entry] = []
        outcomes = one_outcome_each(chunk.raws, results, self._key)
        prior = self._journal.prior_releases((d.record_id for d in outcomes), (d.resource_key for d in outcomes))
        records: list[tuple[RawRecord, Processed]] = []
        alike: dict[CountKey, tuple[Processed, int]] = {}
        for raw, own in zip(chunk.raws, outcomes, strict=True):
            p.taken += 1
            p.chain = link(p.chain, self.chain_key, raw)
            done = _with_bundle(p, raw, own)
            if _stands_alone(raw, done):
                done = refuse_duplicate(commit, prior, done)
            supersedes = note_version(commit, prior, done)
            p.blocked = _blocked_after(p, raw, done)
            records.append((raw, done))
            key = count_key(done)
            self._audit.write(self._auditor.entry(raw, done, supersedes, key))
            alike[key] = (done, alike[key][1] + 1 if key in alike else 1)
            if done.outcome is Outcome.QUARANTINED:
                reason = done.reason.value if done.reason else Reason.INTERNAL.value
                held.append(Entry(self._number, p.taken, raw, done.record_id, reason, done.where, chunk.file.name))
        for done, times in alike.values():
            count(commit, done, times)
        p.mark = self._output.write(FolderBatch(records, chunk.end))
        if chunk.end is not None:
            commit.status = "read"
        commit.audit_at = self._audit.at
        self._audit.sync()
        if held:
            self._quarantine.add(held)
        self._journal.commit(commit)
        return commit


def _with_bundle(p: FileProgress, raw: RawRecord, done: Processed) -> Processed:
    """The outcome of a record. An entry of a Bundle that is not released takes the outcome of the Bundle.

    An entry that is quarantined for a reason of its own keeps that reason, unless the Bundle is withheld: a
    quarantined entry could be released later. A Bundle that left before takes all its entries with it.
    """
    if raw.part != "entry" or p.blocked is None:
        return done
    outcome, reason = p.blocked
    if done.outcome not in _RELEASED and outcome != Outcome.WITHHELD.value:
        return done
    return replace(
        done,
        outcome=Outcome(outcome),
        reason=_REASONS.get(reason, Reason.INTERNAL) if outcome != Outcome.DUPLICATE.value else None,
        where="Bundle",
        payload=None,
        entry=None,
    )


def _blocked_after(p: FileProgress, raw: RawRecord, done: Processed) -> tuple[str, str] | None:
    """The outcome and reason that the next entries inherit: those of an open Bundle that is not released, else None."""
    blocked = p.blocked
    if raw.part == "bundle":
        blocked = None
        if done.outcome is not Outcome.RELEASED:
            outcome = done.outcome if done.outcome in _INHERITED else Outcome.QUARANTINED
            blocked = outcome.value, done.reason.value if done.reason else Reason.INTERNAL.value
    return None if raw.last else blocked
