"""This module is the one writer of recordings: it writes outcomes to audit, quarantine, journal and OUT, in this order.

After a kill at any point the next session continues: a recording that the journal calls verified is moved into OUT,
every other one is processed again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol

import msgspec
from msgspec.structs import replace

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import REASONS, FileReason, KnownState, OutputFile, Processed, RawRecord, RunMetadata
from redactor.run.outcomes import counts_of
from redactor.run.output import manifest
from redactor.run.output.durable_files import Appender, place
from redactor.run.output.manifest import MANIFEST
from redactor.run.recordings.jobs import Job, Result, Step, check_cause
from redactor.run.sidecars import Identity
from redactor.run.state.as_of import open_as_of, stated_as_of
from redactor.run.state.audit import Auditor, count_key
from redactor.run.state.claims import check_claims, claims_of
from redactor.run.state.recording_journal import RecordingJournal, RecordingRow, Settled
from redactor.run.state.recording_state import WORK, open_recordings, work_folder
from redactor.run.state.run_facts import begin_values
from schemas.engine.records import Outcome, Reason

_COUNTS = "counts/"


def count_marks(number: int, done: Processed) -> dict[str, str]:
    """Return what a recording adds to the counts, as a value of the journal that changes with its outcome."""
    rows = [[kind, name, n] for (kind, name), n in sorted(counts_of(done).items()) if n]
    return {f"{_COUNTS}{number}": msgspec.json.encode(rows).decode()}


class Ledger:
    """A `Ledger` implements `redactor.run.output.manifest.Ledger` over the journal of recordings."""

    def __init__(self, journal: RecordingJournal) -> None:
        self._journal = journal
        self._read: dict[int, list[tuple[str, str, int]]] = {}  # the manifest asks for all of them after each recording
        self.get = journal.get
        self.outputs = journal.outputs

    def put(self, **values: str) -> None:
        for key, value in values.items():
            self._journal.set(key, value)

    def counts(self, kind: str) -> dict[str, int]:
        """Return the totals over all recordings, sorted by key."""
        total = Counter[str]()
        for row in self._journal.recordings():
            for counted, name, n in self._rows(row.number):
                if counted == kind:
                    total[name] += n
        return dict(sorted(total.items()))

    def file_counts(self, number: int, kind: str) -> dict[str, int]:
        """Return the counts of one recording."""
        return {name: n for counted, name, n in self._rows(number) if counted == kind}

    def forget(self, number: int) -> None:
        """Read the counts of a recording again, because its outcome has changed."""
        self._read.pop(number, None)

    def _rows(self, number: int) -> list[tuple[str, str, int]]:
        if number not in self._read:
            rows = msgspec.json.decode(self._journal.get(f"{_COUNTS}{number}") or "[]", type=list[tuple[str, str, int]])
            self._read[number] = rows
        return self._read[number]

    def chains(self) -> str:
        """Return which recordings were received, the same in any order."""
        return " ".join(sorted(row.record_id for row in self._journal.recordings()))


_GONE = (
    "OUT has vanished: {} is not the folder into which this run has put recordings; mount or restore it, and repeat "
    "the command, or use a new --state and an empty OUT"
)
DIED = "worker-died"
CHANGED = "changed"
TRANSCRIPT_ONLY = "transcript_only"
"""This value of the journal says whether no sound leaves under any profile."""
Known = Literal["all", "seen"]
_AUDIT_AT = "audit_at"
_HEARD = "heard"


class Identifies(Protocol):
    """`redactor.run.sidecars.Identifier` implements this protocol."""

    def identify(self, sidecar: RawRecord | None, digest: str) -> Identity: ...

    def names_another_patient(self, sidecar: RawRecord | None, digest: str, earlier: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """A `SessionConfig` says where recordings are processed, and how.

    fingerprint: covers everything that changes what leaves; a state continues only under the same one. heard_by: covers
    everything on which transcripts depend. known: gives the present state of the known values. identifier: tells whose
    a recording is. attempts: how often a recording is tried of which its worker dies.
    """

    out: Path
    state: Path
    keyring: Keyring
    metadata: RunMetadata
    fingerprint: str
    heard_by: str
    home: Path
    known: Callable[[], KnownState]
    identifier: Identifies
    transcript_only: bool = False
    attempts: int = 3


@dataclass(frozen=True, slots=True)
class File:
    """A file was sent to be processed. name: its path below the input folder, PHI. error: why it cannot be
    processed.
    """

    name: str
    path: Path
    sidecar: RawRecord | None = None
    error: Reason | FileReason | None = None
    where: str = ""


class Session:
    """A session holds the lock of the state. Raises RunError if state, OUT and configuration do not belong together."""

    def __init__(self, config: SessionConfig, known: Known | None = None) -> None:
        """Open the session.

        known: whether known values came from "all" sidecars before the first recording, or from those "seen" so far;
        None to release from the quarantine under settings that have changed since.
        """
        self.config = config
        with ExitStack() as made:
            self.state = made.enter_context(open_recordings(config.state, config.keyring))
            self.journal = self.state.journal
            self.ledger = Ledger(self.journal)
            self._begin(known)
            self._audit = Appender(config.state / "audit.ndjson", int(self.journal.get(_AUDIT_AT) or 0))
            made.callback(self._audit.close)
            self._finish_interrupted()
            self._open = made.pop_all()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._open.close()

    def _begin(self, known: Known | None) -> None:
        config, journal, key = self.config, self.journal, self.config.keyring.internal("recordings")
        meta = config.metadata
        claims = claims_of(key, meta)
        fingerprint = key.token("fingerprint", config.fingerprint)
        if not journal.outputs():
            config.out.mkdir(parents=True, exist_ok=True)
        self._out = _identity(config.out)
        if journal.get("fingerprint") is None:
            if known is None:
                raise RunError("there are no recordings in this state; name theirs with --state")
            if any(config.out.iterdir()):
                raise RunError("OUT holds files that are not this run's; name an empty folder")
            begun = {"known": known, "claims": claims, TRANSCRIPT_ONLY: "1" if config.transcript_only else ""}
            begun |= begin_values(config.keyring, journal.run, meta.profile, "", config.out)
            for name, value in (begun | {"recipient": meta.recipient, "fingerprint": fingerprint}).items():
                journal.set(name, value)
        check_claims(journal.get("claims"), claims)
        if known is not None and journal.get("fingerprint") != fingerprint:
            raise RunError(
                "this state belongs to recordings under another configuration (profile, schemas, keys, settings, "
                "recogniser or detectors); name a new --state and an empty OUT, or set the configuration back"
            )
        if known is not None and journal.get("known") != known:
            raise RunError("a folder and a drop folder cannot share a state; name another with --state")
        manifest.check_manifest_of_run(config.out, self.ledger, config.metadata, config.keyring)
        self._check_out()

    def _check_out(self) -> None:
        """Raise RunError unless OUT holds all that was placed there, and nothing that is not this run's."""
        allowed = {MANIFEST, f".{MANIFEST}.part"}
        for row in self.journal.recordings():
            if row.outcome == Outcome.RELEASED.value:
                allowed |= {row.record_id, f".{row.record_id}.part"}
        if foreign := {p.name for p in self.config.out.iterdir()} - allowed:
            raise RunError(
                f"OUT holds {len(foreign)} files that are not this run's; name the OUT it wrote, or an empty folder"
            )
        placed = {r.number for r in self.journal.recordings() if r.status == "placed"}
        for name, number, _, size, _ in self.journal.outputs():
            path = self.config.out / name
            if number in placed and (not path.is_file() or path.stat().st_size != size):
                raise RunError(
                    "OUT lacks files that this run has put there; give the original OUT folder, or use a new --state"
                )

    def _finish_interrupted(self) -> None:
        for row in list(self.journal.recordings()):
            if row.outcome == Outcome.RELEASED.value and row.status != "placed":
                self._place(row)
        shutil.rmtree(self.config.state / WORK, ignore_errors=True)

    # -- a recording comes in

    def receive(self, file: File, digest: str) -> RecordingRow:
        """Return the row of a file in the journal, identified."""
        sidecar = hashlib.sha256(file.sidecar.data).hexdigest() if file.sidecar is not None else ""
        row = self.journal.receive(file.name, digest, sidecar)
        if not row.subject:  # new, or its patient was forgotten
            found = self.config.identifier.identify(file.sidecar, digest)
            self.journal.identify(row.number, found.record_id, found.resource_key, found.subject)
            row = self.journal.recording(row.number)
        return row

    def job(self, row: RecordingRow, file: File, digest: str) -> Job | None:
        """Return the job for a worker, or None for a recording that is settled without one.

        Such a recording left before, cannot be processed, or has stopped its process too often.
        """
        if file.error is None and self._has_another_patient(row, file, digest):
            refused = Processed(Outcome.QUARANTINED, row.record_id, row.resource_key, reason=Reason.OTHER_PATIENT)
            self._settle(row, refused, file, digest)
        elif (before := self._done_before(row, file, digest)) is not None:
            self._settle(row, before, file, digest)
        elif file.error is not None:
            refused = Processed(Outcome.QUARANTINED, row.record_id, row.resource_key)
            self._settle(row, replace(refused, reason=file.error, where=file.where), file, digest)
        elif row.attempts >= self.config.attempts:
            self._give_up(row, file, digest)
        elif not os.access(file.path, os.F_OK):
            refused = Processed(Outcome.QUARANTINED, row.record_id, row.resource_key, reason=FileReason.UNREADABLE)
            self._settle(row, refused, file, digest)
        else:
            self.journal.begin(row.number)
            heard = self.journal.result(row.number, _HEARD, self.config.heard_by)
            work = work_folder(self.config.state, row.number)
            return Job(row.number, row.record_id, row.resource_key, work, file.path, digest, file.sidecar, heard)
        return None

    def _done_before(self, row: RecordingRow, file: File, digest: str) -> Processed | None:
        """Return the outcome for a recording that repeats an earlier one (a duplicate, or withheld as it was), or None.

        A file without a sidecar is a copy of any recording with its content: if the sidecar of that one withheld it,
        the copy does not leave either.
        """
        copy_of = self.journal.get(self._copy_key(digest)) if file.sidecar is None and file.error is None else None
        if copy_of is None and not self.journal.is_released(row.record_id):
            return None
        done = Processed(Outcome.DUPLICATE, row.record_id, row.resource_key)
        return replace(done, outcome=Outcome.WITHHELD, reason=REASONS[copy_of]) if copy_of else done

    def _copy_key(self, digest: str) -> str:
        """Return the journal's key for the outcome of a content: "" if it left, else the reason for which it is
        withheld.
        """
        return "copy/" + self.config.keyring.internal("recordings").token("content", digest)

    def _has_another_patient(self, row: RecordingRow, file: File, digest: str) -> bool:
        """Return whether the version before, by the id in its sidecar, is another patient's."""
        whose = self.config.identifier
        if self.journal.subject_released(row.record_id) not in (None, row.subject):
            return whose.names_another_patient(file.sidecar, digest, "")  # names any: it left without its patient
        earlier = self.journal.subjects_before(row.number)
        return any(whose.names_another_patient(file.sidecar, digest, subject) for subject in earlier)

    def _give_up(self, row: RecordingRow, file: File, digest: str) -> None:
        """Quarantine a recording that has stopped its process too often."""
        done = Processed(Outcome.QUARANTINED, row.record_id, row.resource_key, reason=Reason.INTERNAL, where=DIED)
        self._settle(row, done, file, digest)

    def note(self, job: Job, step: Step, content: bytes) -> None:
        """Record that a worker has come to a step."""
        if content:
            self.journal.keep_result(job.number, _HEARD, self.config.heard_by, [content])
        if step != "verified":  # which only the outputs in the journal decide
            self.journal.advance(job.number, step)

    def put_back(self, number: int) -> None:
        """Let a recording be processed from the beginning: the attempts so far do not count."""
        self.journal.retry(number)

    def end_attempt(self, number: int, *, died: bool) -> None:
        """Record that the worker of a recording has ended without a result. died: of the recording."""
        self.journal.end_attempt(number, died=died)

    # -- what became of it

    def settle(self, job: Job, result: Result, file: File) -> None:
        """Make the outcome of a recording durable, and place what leaves."""
        row = self.journal.recording(job.number)
        done = result.done
        if done.outcome is Outcome.RELEASED and self.journal.is_released(row.record_id):
            done = Processed(Outcome.DUPLICATE, row.record_id, row.resource_key)
        outputs = tuple(o._replace(name=f"{row.record_id}/{o.name}") for o in result.outputs)
        self._settle(row, done, file, job.digest, outputs)
        shutil.rmtree(job.work, ignore_errors=True)

    def _settle(
        self, row: RecordingRow, done: Processed, file: File, digest: str, outputs: tuple[OutputFile, ...] = ()
    ) -> None:
        released = done.outcome is Outcome.RELEASED
        self.ledger.forget(row.number)
        supersedes = self._supersedes(row, digest) if released else None
        marks = {_AUDIT_AT: self._write_audit(row, done, supersedes), **count_marks(row.number, done)}
        if released or done.outcome is Outcome.WITHHELD:
            marks[self._copy_key(digest)] = "" if released else done.reason_code
        if released:
            self.journal.verify(row.number, outputs, marks)
            self._place(self.journal.recording(row.number))
        elif done.outcome is Outcome.QUARANTINED:
            self._hold(row, done, file, digest, marks)
        else:
            outcome: Settled = "withheld" if done.outcome is Outcome.WITHHELD else "duplicate"
            reason = done.reason_code if done.outcome is Outcome.WITHHELD else ""
            self.journal.settle(row.number, outcome, reason, done.where, marks)
            self.state.remove_from_quarantine(row.number)

    def _supersedes(self, row: RecordingRow, digest: str) -> str | None:
        """Return the record id of the version before, also if that had left before it had an id."""
        if (earlier := self.journal.supersedes(row.number)) is not None:
            return earlier
        unnamed = self.config.identifier.identify(None, digest).record_id
        return unnamed if unnamed != row.record_id and self.journal.is_released(unnamed) else None

    def _hold(self, row: RecordingRow, done: Processed, file: File, digest: str, marks: Mapping[str, str]) -> None:
        """Quarantine a recording. A file that has changed since it was received stays in the input alone."""
        where = done.where
        with ExitStack() as stack:
            content: BufferedReader | None = None
            try:
                if file.path.is_file():
                    opened = stack.enter_context(file.path.open("rb"))
                    if hashlib.file_digest(opened, "sha256").hexdigest() == digest:
                        content = opened
                    else:
                        where = CHANGED
            except OSError as e:
                check_cause(e)  # else gone, or out of reach
            if content is not None:
                content.seek(0)
            self.state.hold(row.number, file.sidecar, content, digest, done.reason_code, where, marks)

    def _write_audit(self, row: RecordingRow, done: Processed, supersedes: str | None) -> str:
        known: Known = "seen" if self.journal.get("known") == "seen" else "all"
        as_of = open_as_of(self.config.keyring, self.journal.get("as_of"))
        auditor = Auditor(self.config.metadata, known, stated_as_of(self.config.keyring, self.config.metadata, as_of))
        self._audit.write(auditor.entry(f"{row.number:05d}:1", done, supersedes, count_key(done)))
        self._audit.sync()
        return str(self._audit.at)

    def _place(self, row: RecordingRow) -> None:
        self._check_out_is_the_same()
        work = work_folder(self.config.state, row.number)
        files = [o._replace(name=Path(o.name).name) for o in self.journal.outputs_of(row.number)]
        place(work / "out", self.config.out / row.record_id, files)
        self.journal.place(row.number)
        self.state.remove_from_quarantine(row.number)
        shutil.rmtree(work, ignore_errors=True)

    def _check_out_is_the_same(self) -> None:
        if _identity(self.config.out) != self._out:
            raise RunError(_GONE.format(self.config.out))

    def write_manifest(self) -> None:
        """Renew OUT/manifest.json."""
        config = self.config
        self._check_out_is_the_same()
        manifest.write(config.out, self.ledger, config.metadata, config.keyring, config.home)


def _identity(out: Path) -> tuple[int, int]:
    """Return what tells OUT from another folder in its place, for example where its disk is not mounted."""
    try:
        found = out.stat()
    except OSError:
        raise RunError(_GONE.format(out)) from None
    return found.st_dev, found.st_ino
