"""This module keeps the journal of recordings: how far each one is, its outcome, and its outputs in OUT.

The journal is a sealed SQLite file in the state folder, opened under its StateLock. A recording is received, heard,
redacted, verified and placed. First, `keep_result` keeps what was heard, so that a run that was killed need not hear it
again. Then the outputs are written, whole and synced, to a place outside of OUT. `verify` records them with their
SHA-256, and decides that the recording leaves, or that its record id left before. At last the outputs are moved into
OUT, and `place` records it. After a crash in between, the outputs that `outputs_of` names and OUT lacks are still to be
moved.

A recording that must not leave goes into the quarantine first, then `settle` records it. After a crash in between it is
processed again, and its entry is replaced, or marked as released when it leaves (`recording_state`). The journal holds
file names and contents as keyed hashes. The name that a recording came under is encrypted.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from redactor.errors import KeyringError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import OutputFile
from redactor.run.state import kept_files
from redactor.run.state.sealed_sqlite import SealedDatabase, opening
from schemas.engine.records import Reason

Status = Literal["received", "heard", "redacted", "verified", "placed"]
Settled = Literal["quarantined", "withheld", "duplicate"]
NAME = "recordings.db"
NO_MARKS: Mapping[str, str] = MappingProxyType({})
_STATUSES: tuple[Status, ...] = ("received", "heard", "redacted", "verified", "placed")
_RESULTS = "results"
_PURPOSE = "recording-name"
_TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE recordings(
  number INTEGER PRIMARY KEY, content TEXT NOT NULL, name TEXT NOT NULL, source BLOB, record_id TEXT NOT NULL,
  resource_key TEXT NOT NULL, subject TEXT NOT NULL, status TEXT NOT NULL, attempts INTEGER NOT NULL,
  begun INTEGER NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, place TEXT NOT NULL);
CREATE UNIQUE INDEX received ON recordings(content, name);
CREATE INDEX of_record ON recordings(record_id);
CREATE INDEX of_resource ON recordings(resource_key, number);
CREATE INDEX of_subject ON recordings(subject);
CREATE TABLE outputs(
  name TEXT PRIMARY KEY, number INTEGER NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL,
  records INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX of_number ON outputs(number);
CREATE TABLE results(
  number INTEGER NOT NULL, kind TEXT NOT NULL, made_by TEXT NOT NULL, file TEXT NOT NULL,
  PRIMARY KEY(number, kind)) WITHOUT ROWID
"""
_COLUMNS = {
    "meta": ("key", "value"),
    "recordings": (
        "number", "content", "name", "source", "record_id", "resource_key", "subject", "status", "attempts", "begun",
        "outcome", "reason", "place",
    ),
    "outputs": ("name", "number", "sha256", "bytes", "records"),
    "results": ("number", "kind", "made_by", "file"),
}  # fmt: skip
_RECORDING = "number, record_id, resource_key, subject, status, attempts, begun, outcome, reason, place"


@dataclass(frozen=True, slots=True)
class RecordingRow:
    """A row is a recording as the journal has it.

    number: its place in the order received, from 1. attempts: how many workers died of it. begun: how often a worker
    began it and the command was killed. outcome: "" until it is decided, then "released" or one of Settled. where: as
    in RecordError.
    """

    number: int
    record_id: str
    resource_key: str
    subject: str
    status: Status
    attempts: int
    begun: int
    outcome: str
    reason: str
    where: str


class RecordingJournal:
    """A `RecordingJournal` reads and writes the journal of recordings; call `close` at the end.

    Raises RunError for a journal that is missing, damaged, changed, or another keyring's.
    """

    def __init__(self, state: Path, keyring: Keyring) -> None:
        self._state, self._keyring = state, keyring
        self._key = keyring.internal("recordings")
        if (state / "journal.db").exists():
            raise RunError("this is the state of redactor run; give recordings a state of their own with --state")
        is_new = not (state / "quarantine.db").exists()
        if not is_new and not (state / NAME).is_file():
            raise RunError(
                "the journal of recordings of this state is missing: what was released and held is not known without "
                "it; restore the state folder from a backup, or start again with a new --state and an empty OUT"
            )
        with opening(
            damaged="the journal of recordings is damaged; restore the state folder from a backup, or start again with "
            "a new --state and an empty OUT",
            changed="the journal of recordings is not as this keyring left it: it belongs to another keyring or "
            "version, or was changed; set REDACTOR_KEYRING to the run's, restore the state folder from a backup, or "
            "start again with a new --state and an empty OUT",
        ):
            key = keyring.internal("recordings-seal")
            self._sealed = SealedDatabase(state / NAME, _TABLES, _COLUMNS, key, create=is_new)
        self._db = self._sealed.db
        self.run = self._sealed.name
        """The random name of the run, to which its quarantine is bound."""

    def close(self) -> None:
        self._sealed.close()

    def get(self, key: str) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE key=?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, key: str, value: str) -> None:
        with self._sealed.transaction() as db:
            _set_values(db, {key: value})

    def receive(self, name: str, digest: str, sidecar: str = "") -> RecordingRow:
        """Return the row of a file, which is added if it is new.

        name: its path below the input folder, PHI. digest: SHA-256 of its content; sidecar: SHA-256 of its sidecar, or
        "".
        """
        sent = self._key.token("content", digest, sidecar), self._key.token("name", name)
        sql = "SELECT number, source FROM recordings WHERE content=? AND name=?"
        number, source = self._db.execute(sql, sent).fetchone() or (0, None)
        if source is None:  # new, or forgotten
            with self._sealed.transaction() as db:
                if not number:
                    number = int(db.execute("SELECT coalesce(max(number), 0) + 1 FROM recordings").fetchone()[0])
                    new = (number, *sent, None, "", "", "", "received", 0, 0, "", "", "")
                    db.execute("INSERT INTO recordings VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", new)
                path = name.encode("utf-8", "surrogateescape")
                source = self._keyring.encrypt(_PURPOSE, path, self._name_context(number))
                db.execute("UPDATE recordings SET source=? WHERE number=?", (source, number))
        return self.recording(number)

    def recording(self, number: int) -> RecordingRow:
        """Return the row of a recording. Raises RunError for an unknown number."""
        row = self._db.execute(f"SELECT {_RECORDING} FROM recordings WHERE number=?", (number,)).fetchone()  # noqa: S608
        if row is None:
            raise RunError(
                "the quarantine holds a recording that its journal does not know, as an older copy would; restore the "
                "whole state folder from a backup"
            )
        return RecordingRow(*row)

    def recordings(self) -> Iterator[RecordingRow]:
        """Return an iterator over all rows, in the order received."""
        return (RecordingRow(*r) for r in self._db.execute(f"SELECT {_RECORDING} FROM recordings ORDER BY number"))  # noqa: S608

    def begin(self, number: int) -> None:
        """Record that a worker begins a recording. Unless `end_attempt` follows, the command was killed meanwhile."""
        self._update(number, "begun=begun+1")

    def end_attempt(self, number: int, *, died: bool) -> None:
        """Record that a worker ended without a result, and the command lives. died: of the recording, an attempt."""
        self._update(number, "begun=0, attempts=attempts+?", int(died))

    def identify(self, number: int, record_id: str, resource_key: str, subject: str) -> None:
        """Record whose recording it is.

        resource_key: the same for all versions of the recording. subject: the token of the patient, as known values
        have it, or that of the recording's own scope.
        """
        self._update(number, "record_id=?, resource_key=?, subject=?", record_id, resource_key, subject)

    def advance(self, number: int, status: Status) -> None:
        """Record how far a recording is. A recording that was further stays there."""
        if _STATUSES.index(status) > _STATUSES.index(self.recording(number).status):
            self._update(number, "status=?", status)

    def is_released(self, record_id: str) -> bool:
        """Return whether a recording with this record id has left, or is decided to leave."""
        return self.subject_released(record_id) is not None

    def subject_released(self, record_id: str) -> str | None:
        """Return the subject under which the recording with this record id has left; None if it has not."""
        sql = "SELECT subject FROM recordings WHERE record_id=? AND outcome='released'"
        found = self._db.execute(sql, (record_id,)).fetchone()
        return None if found is None else str(found[0])

    def verify(self, number: int, outputs: Sequence[OutputFile], marks: Mapping[str, str] = NO_MARKS) -> bool:
        """Decide that a recording leaves with these outputs; return False, and settle a duplicate, if its id has left
        already.

        The recording must be identified; it may be a quarantined one that is released. A repeated call replaces the
        outputs. marks: values of the run that change with it.
        """
        row = self.recording(number)
        if not row.record_id:
            raise ValueError("a recording leaves under a record id")
        if row.outcome != "released" and self.is_released(row.record_id):
            self.settle(number, "duplicate", marks=marks)
            return False
        with self._sealed.transaction() as db:
            db.execute("DELETE FROM outputs WHERE number=?", (number,))
            db.executemany(
                "INSERT INTO outputs VALUES(?,?,?,?,?)",
                [(o.name, number, o.sha256, o.bytes, o.records) for o in outputs],
            )
            sql = "UPDATE recordings SET status='verified', outcome='released', reason='', place='' WHERE number=?"
            db.execute(sql, (number,))
            _set_values(db, marks)
        return True

    def place(self, number: int) -> None:
        """Record that all outputs of a verified recording lie in OUT, and remove its intermediate results."""
        if self.recording(number).outcome != "released":
            raise ValueError("only what is verified is placed")
        self._update_finally(number, "status='placed'")

    def settle(
        self,
        number: int,
        outcome: Settled,
        reason: str = "",
        where: str = "",
        marks: Mapping[str, str] = NO_MARKS,
    ) -> None:
        """Record that a recording does not leave, and remove its intermediate results.

        marks: as in `verify`. Raises ValueError for a recording that has left.
        """
        if self.recording(number).outcome == "released":
            raise ValueError("a released recording stays released")
        self._update_finally(number, "outcome=?, reason=?, place=?", outcome, reason, where, marks=marks)

    def retry(self, number: int) -> None:
        """Let a recording that did not leave be processed from the beginning."""
        if self.recording(number).outcome == "released":
            raise ValueError("a released recording stays released")
        self._update(number, "status='received', attempts=0, begun=0, outcome='', reason='', place=''")

    def keep_result(self, number: int, kind: str, made_by: str, content: Iterable[bytes]) -> None:
        """Keep an intermediate result, encrypted and durable when this returns; it replaces a result of the same kind.

        kind: "heard". made_by: a digest of everything that it depends on (recogniser, settings). Raises OSError for a
        full disk.
        """
        file = secrets.token_hex(16)
        kept_files.write(self._folder / file, content, self._keyring, self._result_context(number, kind, file))
        old = self._files(number, kind)
        with self._sealed.transaction() as db:
            db.execute("INSERT OR REPLACE INTO results VALUES(?,?,?,?)", (number, kind, made_by, file))
        kept_files.remove(old)

    def result(self, number: int, kind: str, made_by: str) -> bytes | None:
        """Return a kept result, or None if there is none, another configuration made it, or its file cannot be used."""
        sql = "SELECT file FROM results WHERE number=? AND kind=? AND made_by=?"
        row = self._db.execute(sql, (number, kind, made_by)).fetchone()
        if row is None:
            return None
        context = self._result_context(number, kind, row[0])
        try:
            return b"".join(kept_files.read(self._folder / row[0], self._keyring, context))
        except KeyringError:
            return None

    def supersedes(self, number: int) -> str | None:
        """Return the record id of the last released version of the same resource before this one, or None.

        Versions count in the order received, so that the answer does not depend on which was processed first.
        """
        row = self.recording(number)
        sql = (
            "SELECT record_id FROM recordings WHERE resource_key=? AND resource_key<>'' AND number<? AND record_id<>? "
            "AND outcome='released' ORDER BY number DESC LIMIT 1"
        )
        found = self._db.execute(sql, (row.resource_key, number, row.record_id)).fetchone()
        return None if found is None else str(found[0])

    def subjects_before(self, number: int) -> list[str]:
        """Return the subjects of the earlier versions of a recording, without those that were refused as another
        patient's.
        """
        sql = (
            "SELECT DISTINCT r.subject FROM recordings r, recordings n WHERE n.number=? AND r.number<n.number "
            "AND r.resource_key=n.resource_key AND r.subject<>'' AND r.reason<>? ORDER BY r.subject"
        )
        return [str(r[0]) for r in self._db.execute(sql, (number, Reason.OTHER_PATIENT.value))]

    def outputs_of(self, number: int) -> list[OutputFile]:
        """Return the outputs with which a recording leaves, by name; [] before `verify`."""
        sql = "SELECT name, sha256, bytes, records FROM outputs WHERE number=? ORDER BY name"
        return [OutputFile(*r) for r in self._db.execute(sql, (number,))]

    def outputs(self) -> list[tuple[str, int, str, int, int]]:
        """Return (name, number of the recording, sha256, bytes, records) of each output, by name."""
        return list(self._db.execute("SELECT name, number, sha256, bytes, records FROM outputs ORDER BY name"))

    def counts(self, column: Literal["outcome", "reason"]) -> dict[str, int]:
        """Return how many recordings have each outcome or reason; undecided recordings are not counted."""
        sql = f"SELECT {column}, count(*) FROM recordings WHERE {column}<>'' GROUP BY {column} ORDER BY {column}"  # noqa: S608
        return {str(k): int(n) for k, n in self._db.execute(sql)}

    def held(self) -> int:
        """Return how many recordings are in quarantine, purged ones included."""
        return self.counts("outcome").get("quarantined", 0)

    def name(self, number: int) -> str:
        """Return the name that a recording came under, which is PHI, or "" if it was forgotten."""
        row = self._db.execute("SELECT source FROM recordings WHERE number=?", (number,)).fetchone()
        if row is None or row[0] is None:
            return ""
        path = self._keyring.decrypt(_PURPOSE, row[0], self._name_context(number))
        return path.decode("utf-8", "surrogateescape")

    def of_subjects(self, subjects: Iterable[str]) -> list[int]:
        """Return the numbers of the recordings of these patient tokens."""
        sql = "SELECT number FROM recordings WHERE subject=?"
        return sorted({int(r[0]) for s in subjects if s for r in self._db.execute(sql, (s,))})

    def forget(self, subjects: Iterable[str]) -> int:
        """Erase names and results of the recordings of these patient tokens; return for how many there was something to
        erase.

        Rows stay with their record ids, so that nothing leaves twice.
        """
        self.remove_leftovers()
        erased = 0
        for number in self.of_subjects(subjects):
            files = self._files(number)
            erased += bool(files or self.name(number))
            kept_files.remove(files)  # before the row, which tells a call that follows a crash what to erase
            self._update_finally(number, "source=NULL, subject=''")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return erased

    def drop_names(self, numbers: Iterable[int]) -> None:
        """Erase the names that recordings came under."""
        for number in numbers:
            self._update(number, "source=NULL")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def rotate(self) -> int:
        """Re-encrypt what older keys encrypted, and return how many names and results changed."""
        changed = 0
        named = self._db.execute("SELECT number, source FROM recordings WHERE source NOT NULL").fetchall()
        for number, source in named:
            if new := self._keyring.renew(_PURPOSE, source, self._name_context(number)):
                self._update(number, "source=?", new)
                changed += 1
        for number, kind, file in self._db.execute("SELECT number, kind, file FROM results").fetchall():
            context = self._result_context(number, kind, file)
            if (self._folder / file).exists():
                changed += kept_files.renew(self._folder / file, self._keyring, context)
            else:  # `forget` was killed before the row
                with self._sealed.transaction() as db:
                    db.execute("DELETE FROM results WHERE file=?", (file,))
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return changed

    def remove_leftovers(self) -> None:
        """Delete files of results that a crash left without a row."""
        kept_files.remove_others(self._folder, {path.name for path in self._files()})

    @property
    def _folder(self) -> Path:
        return self._state / _RESULTS

    def _name_context(self, number: int) -> bytes:
        return f"{self._sealed.name}/{number}".encode()

    def _result_context(self, number: int, kind: str, file: str) -> str:
        return f"{self._sealed.name}/{number}/{kind}/{file}"

    def _files(self, number: int | None = None, kind: str | None = None) -> list[Path]:
        sql = "SELECT file FROM results WHERE (?1 IS NULL OR number=?1) AND (?2 IS NULL OR kind=?2)"
        return [self._folder / r[0] for r in self._db.execute(sql, (number, kind))]

    def _update(self, number: int, change: str, *values: Any) -> None:
        with self._sealed.transaction() as db:
            db.execute(f"UPDATE recordings SET {change} WHERE number=?", (*values, number))  # noqa: S608

    def _update_finally(self, number: int, change: str, *values: Any, marks: Mapping[str, str] = NO_MARKS) -> None:
        """Change a recording and remove its intermediate results."""
        files = self._files(number)
        with self._sealed.transaction() as db:
            db.execute(f"UPDATE recordings SET {change} WHERE number=?", (*values, number))  # noqa: S608
            db.execute("DELETE FROM results WHERE number=?", (number,))
            _set_values(db, marks)
        kept_files.remove(files)


def _set_values(db: sqlite3.Connection, values: Mapping[str, str]) -> None:
    db.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", list(values.items()))
