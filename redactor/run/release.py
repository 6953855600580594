"""This module releases quarantined records: it processes them again under the current configuration, each at most once.

The order is: the new released file is written whole beside the old one and renamed; the journal commits ids, counts and
entries; then quarantine and manifest are brought up to the journal, here or at the next call. After a crash before the
journal's commit, the next call builds the file from the journaled part of the old one, so that nothing is duplicated.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import OutputFile, Processed, Processor, RawRecord, RunConfig
from redactor.run.outcomes import (
    count,
    is_behind,
    note_gone,
    note_turn,
    note_version,
    place_of,
    refuse_duplicate,
    turn_of,
)
from redactor.run.output import manifest
from redactor.run.output.durable_files import Appender, sha256, write_atomic
from redactor.run.output.folder import join_entry, one_line
from redactor.run.output.manifest import MANIFEST, RELEASED, check_out
from redactor.run.pool import isolate_failures
from redactor.run.runner import process_work
from redactor.run.state.as_of import open_as_of, stated_as_of
from redactor.run.state.audit import Auditor, count_key
from redactor.run.state.commits import Commit
from redactor.run.state.journal import Journal
from redactor.run.state.locks import StateLock
from redactor.run.state.lookup_rows import FROM_QUARANTINE, LookupRows, Row, open_for_run, row_of
from redactor.run.state.progress import FileProgress
from redactor.run.state.quarantine import KEPT_STATUSES, Header, QuarantineStore
from schemas.engine.records import Outcome, Reason

BUNDLE_HELD = "bundle-held"
NOT_KEPT = "payload-not-kept"


@dataclass(frozen=True, slots=True)
class Released:
    """A `Released` is the result of a release.

    released: entries released now, or earlier under the same record id. held: why each other entry stays.
    """

    released: Sequence[str]
    held: Mapping[str, str]


def release(
    config: RunConfig, make: Callable[[dt.date | None], Processor], entries: Sequence[str] | None = None
) -> Released:
    """Release these entries of a finished run, or all held entries. Raises RunError.

    make: as RunCallbacks.processor. Deletions and Bundle entries become lines of the released file like any record. An
    entry of which a later version has left is released only if it is named: it would seem to be the latest.
    """
    with ExitStack() as stack:
        if not (config.state / "journal.db").is_file():
            raise RunError("there is no run in this state; name the run's with --state")
        stack.enter_context(StateLock(config.state))
        journal = Journal(config.state, config.keyring)
        stack.callback(journal.close)
        if journal.is_stream():
            raise RunError("this is the state of an exporter: its records go into phi.raw again, not into OUT")
        store = QuarantineStore(config.state, config.keyring, journal.run, create=False)
        stack.callback(store.close)
        store.check_kept(journal.held())
        if not (config.out / MANIFEST).is_file():
            raise RunError("OUT holds no manifest of this run; finish the run first, or name the OUT it wrote")
        journal.check_claims(config.metadata)
        journal.check_known(config.known())
        manifest.check_manifest_of_run(config.out, journal, config.metadata, config.keyring)
        check_out(config.out, journal)
        lookup = open_for_run(config.state, config.keyring, journal)
        if lookup is not None:
            stack.callback(lookup.close)
        store.mark_released(journal.released_entries())
        chosen = chosen_entries(store, entries)
        names_all = entries is None
        result = _release(config, make, journal, store, lookup, chosen, names_all) if chosen else Released((), {})
        manifest.write(config.out, journal, config.metadata, config.keyring, config.home)
        return result


def ask_exporter(state: Path, keyring: Keyring, entries: Sequence[str] | None = None) -> Released:
    """Let the exporter of this state send these entries, or all held ones, into phi.raw again. Raises RunError.

    The exporter may run meanwhile. An entry of a Bundle that was not released stays: the worker would give it the
    outcome of the Bundle again.
    """
    store = QuarantineStore(state, keyring, create=False)
    try:
        asked: list[str] = []
        held: dict[str, str] = {}
        for header in chosen_entries(store, entries, KEPT_STATUSES):
            try:
                raw = store.original(header.id)
            except RunError:
                held[header.id] = NOT_KEPT
                continue
            if raw.truncated:
                held[header.id] = NOT_KEPT
            elif raw.blocked is not None:
                held[header.id] = BUNDLE_HELD
            else:
                asked.append(header.id)
        store.ask_exporter(asked)
        return Released(tuple(asked), held)
    finally:
        store.close()


def chosen_entries(
    store: QuarantineStore, entries: Sequence[str] | None, statuses: Collection[str] = ("held",)
) -> list[Header]:
    """Return the headers of these entries, or of all held ones. Raises RunError for an entry of another status."""
    if entries is None:
        return store.list("held")
    chosen = [store.header(e) for e in dict.fromkeys(entries)]
    if settled := [h for h in chosen if h.status not in statuses]:
        raise RunError(f"entry {settled[0].id} is {settled[0].status} already; see: redactor quarantine list")
    return chosen


def _release(
    config: RunConfig,
    make: Callable[[dt.date | None], Processor],
    journal: Journal,
    store: QuarantineStore,
    lookup: LookupRows | None,
    chosen: list[Header],
    names_all: bool,
) -> Released:
    key = config.keyring.internal("journal")
    as_of = open_as_of(config.keyring, journal.get("as_of"))
    processor = make(as_of)
    heads = {h.position for h in store.list() if h.part == "bundle" and h.status != "released"}
    left_out = int(journal.get("known_left_out") or 0)
    stated = stated_as_of(config.keyring, config.metadata, as_of)
    auditor = Auditor(config.metadata, "seen" if journal.get("known") == "seen" else "all", stated, lambda: left_out)
    audit = Appender(config.state / "audit.ndjson", int(journal.get("audit_at") or 0))
    commit = Commit(0, FileProgress(), 0)
    lines: list[bytes] = []
    out: list[str] = []
    held: dict[str, str] = {}
    rows: list[Row] = []
    names: dict[int, str] = {}
    try:
        for header in chosen:
            raw, why = _releasable(store, header, heads)
            if raw is None:
                held[header.id] = why
                continue
            done = isolate_failures(process_work, processor, [raw])[0]
            if not isinstance(done, Processed) or done.outcome in (Outcome.QUARANTINED, Outcome.WITHHELD):
                held[header.id] = done.reason_code if isinstance(done, Processed) else Reason.INTERNAL.value
                continue
            at, place = (header.file, turn_of(raw)), place_of(key, raw.position)
            prior = journal.prior_releases([(done.record_id, place)], [done.resource_key])
            done = refuse_duplicate(commit, prior, done, place)
            if names_all and done.outcome is not Outcome.DUPLICATE and is_behind(commit, prior, done, at):
                held[header.id] = Reason.SUPERSEDED.value
                continue
            heads.discard(header.position)
            supersedes = note_version(commit, prior, done)
            note_turn(commit, prior, done, at)
            if done.outcome is not Outcome.DUPLICATE:
                note_gone(commit, done.record_id, place)
                lines.append(_released_line(raw, done))
            if (row := row_of(raw.position, done)) is not None:
                rows.append(row)
                names[header.file] = store.source(header.id)
            audit.write(auditor.entry(raw.position, done, supersedes, count_key(done)))
            count(commit, done)
            commit.counts["outcome", Outcome.QUARANTINED.value] -= 1
            commit.counts["reason", header.reason] -= 1
            out.append(header.id)
        if out:
            audit.sync()
            commit.audit_at = audit.at
            if lookup is not None:
                before = len(journal.released_entries())
                lookup.drop_after(FROM_QUARANTINE, before)
                lookup.add(FROM_QUARANTINE, before + len(out), rows, names)
                commit.marks |= lookup.marks()
            journal.release_entries(commit, out, _append_to_released(config, journal, lines))
            store.mark_released(out)
    finally:
        audit.close()
    return Released(tuple(out), held)


def _releasable(store: QuarantineStore, header: Header, heads: set[str]) -> tuple[RawRecord | None, str]:
    # What restricts a Bundle restricts its entries: they stay until the Bundle itself is released, for ever if it is
    # purged.
    if header.part == "entry" and header.position.partition("/")[0] in heads:
        return None, BUNDLE_HELD
    try:
        raw = store.raw(header.id)
    except RunError:
        return None, NOT_KEPT
    return (None, NOT_KEPT) if raw.truncated else (raw, "")


def _released_line(raw: RawRecord, done: Processed) -> bytes:
    payload = done.payload
    if payload is None:
        payload = join_entry(None, done.entry) if raw.part == "entry" else b"{}"
    return one_line(payload) + b"\n"


def _append_to_released(config: RunConfig, journal: Journal, lines: list[bytes]) -> OutputFile:
    path = config.out / RELEASED
    before = {name: (digest, size, n) for name, _, digest, size, n in journal.outputs()}
    digest, size, records = before.get(RELEASED, (hashlib.sha256().hexdigest(), 0, 0))
    old = path.read_bytes()[:size] if size else b""
    if hashlib.sha256(old).hexdigest() != digest:
        raise RunError("OUT's released file is not as the journal says; restore it before releasing more")
    write_atomic(path, old + b"".join(lines))
    return OutputFile(RELEASED, sha256(path), path.stat().st_size, records + len(lines))
