"""Commits chunks: what each record became goes to the output part, the audit, the quarantine, and the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from redactor.keys import DerivedKey
from redactor.run.contracts import Processed, RawRecord
from redactor.run.intake.bundles import join_entry
from redactor.run.intake.chunks import Chunk, link
from redactor.run.output.durable_files import Appender
from redactor.run.state.audit import Auditor, Kind, kind_of
from redactor.run.state.journal import Commit, FileProgress, Journal, Left, OpenBundle
from redactor.run.state.quarantine import Entry, QuarantineStore
from schemas.engine.records import Outcome, Reason

_LEAVES = (Outcome.RELEASED, Outcome.DELETED)


def settle(raws: Sequence[RawRecord], results: Sequence[Processed | str], key: DerivedKey) -> list[Processed]:
    """One outcome a record: the processor's, or quarantine for what could not be read or broke the processor."""
    out = []
    given = iter(results)
    for raw in raws:
        got: Processed | str | None = None if raw.error is not None else next(given)
        if isinstance(got, Processed):
            out.append(got)
            continue
        reason = raw.error if raw.error is not None else Reason.INTERNAL
        record_id = key.token("unread", raw.position, raw.data.decode("latin-1"))
        out.append(Processed(Outcome.QUARANTINED, record_id, "", reason=reason, where=got or raw.where))
    return out


def count(commit: Commit, done: Processed, times: int = 1) -> None:
    """Add an outcome to the counts of a commit. times: how many records came out like this one."""
    c = commit.counts
    c["outcome", done.outcome.value] += times
    if done.reason is not None:
        c["reason", done.reason.value] += times
    for kind, counts in (("rule", done.rules), ("entity", done.entities), ("omitted", done.omitted)):
        for name, n in counts.items():
            c[kind, name] += n * times
    if done.schema:
        c["schema", f"{done.schema}\t{done.schema_version}\t{done.schema_digest}"] += times
    if done.outcome is Outcome.RELEASED:
        c["type", done.resource_type or done.schema] += times


def register(commit: Commit, left: Left, done: Processed) -> tuple[Processed, str | None]:
    """A record leaves once by its id: the outcome is DUPLICATE if it has left. Also: the version it supersedes.

    left: what had left before the commit, of its records.
    """
    if done.outcome not in _LEAVES:
        return done, None
    if done.record_id in commit.gone or done.record_id in left.gone:
        return replace(done, outcome=Outcome.DUPLICATE, payload=None, entry=None), None
    commit.gone[done.record_id] = None
    if not done.resource_key:
        return done, None
    before = commit.latest.get(done.resource_key) or left.latest.get(done.resource_key)
    commit.latest[done.resource_key] = done.record_id
    return done, before


class Committer:
    """The one writer of a run. Files come one after another; within a file, chunks in order."""

    def __init__(
        self, state: Path, journal: Journal, quarantine: QuarantineStore, auditor: Auditor, key: DerivedKey
    ) -> None:
        self._state = state
        self._journal = journal
        self._quarantine = quarantine
        self._auditor = auditor
        self._key = key
        self.chain_key = key.digest("chain")
        self._audit = Appender(state / "audit.ndjson", int(journal.get("audit_at") or 0))
        self._number = 0
        self._progress = FileProgress()
        self._records: Appender | None = None
        self._deleted: Appender | None = None

    def close(self) -> None:
        self._audit.close()
        self._close_parts()

    def _close_parts(self) -> None:
        for part in (self._records, self._deleted):
            if part is not None:
                part.close()

    def _turn_to(self, number: int) -> None:
        """Take up a file where its journal says, and drop what lies behind."""
        if number == self._number:
            return
        self._close_parts()
        self._number = number
        _, self._progress = self._journal.file(number)
        self._records = Appender(part_path(self._state, "records", number), self._progress.records_at)
        self._deleted = Appender(part_path(self._state, "deleted", number), self._progress.deleted_at)
        self._quarantine.drop_after(number, self._progress.taken)

    def commit(self, chunk: Chunk, results: Sequence[Processed | str]) -> Commit:
        """Make one chunk durable. See the journal's docstring for why this order loses and doubles nothing."""
        self._turn_to(chunk.file.number)
        assert self._records is not None and self._deleted is not None
        p = self._progress
        commit = Commit(chunk.file.number, p, 0)
        held: list[Entry] = []
        settled = settle(chunk.raws, results, self._key)
        left = self._journal.left((d.record_id for d in settled), (d.resource_key for d in settled))
        alike: dict[Kind, tuple[Processed, int]] = {}
        for raw, done in zip(chunk.raws, settled, strict=True):
            p.taken += 1
            p.chain = link(p.chain, self.chain_key, raw)
            done, before = self._one(commit, left, raw, done)
            kind = kind_of(done)
            self._audit.write(self._auditor.entry(raw, done, before, kind))
            alike[kind] = (done, alike[kind][1] + 1 if kind in alike else 1)
            if done.outcome is Outcome.QUARANTINED:
                reason = done.reason.value if done.reason else Reason.INTERNAL.value
                held.append(Entry(self._number, p.taken, raw, done.record_id, reason, done.where))
        for done, times in alike.values():
            count(commit, done, times)
        p.records_at, p.deleted_at = self._records.at, self._deleted.at
        if chunk.end is not None:
            p.form = chunk.end
            commit.status = "read"
        commit.audit_at = self._audit.at
        for part in (self._records, self._deleted, self._audit):
            part.sync()
        if held:
            self._quarantine.add(held)
        self._journal.commit(commit)
        return commit

    def _one(self, commit: Commit, left: Left, raw: RawRecord, done: Processed) -> tuple[Processed, str | None]:
        p = self._progress
        if raw.part == "entry" and p.bundle is not None and p.bundle.blocked is not None:
            done = _block(done, p.bundle.blocked)
        done, before = register(commit, left, done)
        assert self._records is not None and self._deleted is not None
        if done.outcome is Outcome.DELETED and done.payload is not None:
            self._deleted.write(_line(done.payload) + b"\n")
            p.deleted_n += 1
        if raw.part == "record":
            if done.outcome is Outcome.RELEASED:
                self._records.write(_line(done.payload or b"{}") + b"\n")
                p.records_n += 1
            return done, before
        if raw.part == "bundle":
            p.bundle = self._open(raw, done)
        elif done.outcome is Outcome.RELEASED and p.bundle is not None:
            self._entry(p.bundle, join_entry(done.payload, done.entry))
        if raw.last and p.bundle is not None:
            if p.bundle.opened:
                self._records.write(b"]}\n" if p.bundle.entries else b"}\n")
                p.records_n += 1
            p.bundle = None
        return done, before

    def _open(self, raw: RawRecord, done: Processed) -> OpenBundle:
        if done.outcome is Outcome.RELEASED:
            bundle = OpenBundle()
            self._begin(bundle, done.payload or b"{}")
            return bundle
        if done.outcome is Outcome.DUPLICATE:
            # Its entries may be new. They come in a Bundle of their own, whose head says no more than that it is one.
            return OpenBundle()
        reason = done.reason.value if done.reason else Reason.INTERNAL.value
        outcome = Outcome.WITHHELD if done.outcome is Outcome.WITHHELD else Outcome.QUARANTINED
        return OpenBundle(blocked=(outcome.value, reason))

    def _begin(self, bundle: OpenBundle, head: bytes) -> None:
        assert self._records is not None
        self._records.write(_line(head).rstrip()[:-1])
        bundle.opened = True

    def _entry(self, bundle: OpenBundle, entry: bytes) -> None:
        assert self._records is not None
        if not bundle.opened:
            self._begin(bundle, b'{"resourceType":"Bundle","type":"collection"}')
        self._records.write((b"," if bundle.entries else b',"entry":[') + _line(entry))
        bundle.entries += 1


def _block(done: Processed, blocked: tuple[str, str]) -> Processed:
    """An entry of a Bundle that did not leave shares its fate. One that would not leave anyway keeps its own reason,
    but what stands in a withheld Bundle is withheld: from the quarantine it could be released one day."""
    if done.outcome not in _LEAVES and blocked[0] != Outcome.WITHHELD.value:
        return done
    known = {r.value: r for r in Reason}
    return replace(
        done,
        outcome=Outcome(blocked[0]),
        reason=known.get(blocked[1], Reason.INTERNAL),
        where="Bundle",
        payload=None,
        entry=None,
    )


def _line(payload: bytes) -> bytes:
    # A line break in JSON stands between tokens only: strings escape theirs.
    return payload.replace(b"\n", b" ").replace(b"\r", b" ")


def part_path(state: Path, kind: str, number: int) -> Path:
    """Where an output file grows until it is whole."""
    return state / f"{kind}-{number:05d}.part"
