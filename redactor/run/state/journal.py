"""The journal of a run: how far each input file has come, what has left, and the counts. SQLite, in the state folder.

A chunk is committed in this order: its bytes are written behind the journaled offsets of the output parts and of the
audit, and synced; its quarantine entries are committed under keys made of file and place; last, one transaction here
moves the offsets, the ids and the counts on. Killed before that transaction, the next start cuts the files back to
the journaled offsets and drops the later quarantine entries: nothing is doubled. The transaction only ever points at
what is already on the disk: nothing is lost.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Literal, TextIO

import msgspec

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import RunMetadata
from redactor.run.intake.files import InputFile

Status = Literal["new", "read", "done"]
_TABLES = """
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files(
  number INTEGER PRIMARY KEY, name BLOB NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL,
  status TEXT NOT NULL, progress BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS counts(
  file INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY(file, kind, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS gone(record_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS latest(resource_key TEXT PRIMARY KEY, record_id TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outputs(
  name TEXT PRIMARY KEY, file INTEGER NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL,
  records INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS let_go(entry TEXT PRIMARY KEY) WITHOUT ROWID;
"""


class OpenBundle(msgspec.Struct):
    """A Bundle whose entries are still coming. opened: its head is written. blocked: the outcome and reason that its
    entries share because it did not leave itself."""

    opened: bool = False
    entries: int = 0
    blocked: tuple[str, str] | None = None


class FileProgress(msgspec.Struct):
    """How far one input file has come. taken: raw records committed. chain: keyed hash over them. *_at: bytes of its
    output parts, *_n: their records."""

    taken: int = 0
    chain: bytes = b""
    records_at: int = 0
    records_n: int = 0
    deleted_at: int = 0
    deleted_n: int = 0
    form: str = "none"
    bundle: OpenBundle | None = None


@dataclass(slots=True)
class Commit:
    """What one chunk adds to the journal."""

    file: int
    progress: FileProgress
    audit_at: int
    status: Status = "new"
    gone: dict[str, None] = field(default_factory=dict)
    latest: dict[str, str] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Left:
    """What left before a chunk. gone: ids of records. latest: resource key -> the id its last version left under."""

    gone: frozenset[str]
    latest: Mapping[str, str]


def _listed(values: Iterable[str]) -> str:
    return msgspec.json.encode(list(values)).decode()


def connect(path: Path) -> sqlite3.Connection:
    """A database whose commits are on the disk when they return (one sync each, by the write-ahead log)."""
    db = sqlite3.connect(path, isolation_level=None, timeout=30)
    path.chmod(0o600)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    return db


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All of what is done inside, or none of it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


class StateLock:
    """Keeps a second run out of a state folder; the kernel lets go of it when the process dies."""

    def __init__(self, state: Path) -> None:
        self._path = state / "lock"
        self._file: TextIO | None = None

    def __enter__(self) -> StateLock:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._path.open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise RunError("another run is using this state; wait for it, or name another with --state") from None
        self._file = file
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()


class Journal:
    """Open it under a StateLock."""

    def __init__(self, state: Path, keyring: Keyring) -> None:
        try:
            self._db = connect(state / "journal.db")
            # Ids are random, so that a chunk touches pages all over: kept in memory, and copied back many at a time,
            # they cost half. 32 MB each.
            self._db.execute("PRAGMA cache_size=-32000")
            self._db.execute("PRAGMA wal_autocheckpoint=8000")
            self._db.executescript(_TABLES)
        except sqlite3.DatabaseError:
            raise RunError("the journal is damaged; delete the state folder and OUT, and start anew") from None
        self._mac = keyring.internal("journal")

    def close(self) -> None:
        self._db.close()

    # -- the run

    def get(self, key: str) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE key=?", (key,)).fetchone()
        return str(row[0]) if row else None

    def put(self, **values: str) -> None:
        """Set facts of the run, together."""
        with transaction(self._db):
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", list(values.items()))

    def begin(self, fingerprint: str, files: Iterable[InputFile], facts: RunMetadata) -> None:
        """Start a run, or check that it is the same that began here. Raises RunError saying what to do."""
        rows = [(f.number, self._mac.digest("name", f.name), f.size, f.mtime_ns) for f in files]
        mark = self._mac.token("fingerprint", fingerprint)
        old = self.get("fingerprint")
        if old is None:
            start = msgspec.msgpack.encode(FileProgress())
            with transaction(self._db):
                self._db.executemany("INSERT INTO files VALUES(?,?,?,?,'new',?)", [(*r, start) for r in rows])
                self._db.execute("INSERT INTO meta VALUES('fingerprint',?)", (mark,))
                self._db.execute("INSERT INTO meta VALUES('claims',?)", (self._claims(facts),))
                told = [("recipient", facts.recipient), ("source", facts.source)]  # whose pseudonyms these are
                self._db.executemany("INSERT INTO meta VALUES(?,?)", told)
            return
        if old != mark:
            raise RunError(
                "this state belongs to a run with another configuration (profile, schemas, keys, settings or "
                "detectors); name a new --state and an empty OUT, or set the configuration back"
            )
        if rows != self._db.execute("SELECT number, name, size, mtime FROM files ORDER BY number").fetchall():
            raise RunError("the input has changed since this run began; name a new --state and an empty OUT")

    def _claims(self, facts: RunMetadata) -> str:
        return self._mac.token("claims", facts.profile_digest, facts.recipient, facts.source, facts.key_id)

    def check_claims(self, facts: RunMetadata) -> None:
        """Raise RunError unless the run was made as these facts say: OUT has one manifest, which speaks for all."""
        if self.get("claims") != self._claims(facts):
            raise RunError(
                "the run was made under another profile, recipient, source or epoch of the keyring, and what is "
                "released later must be made alike; set them back, or run the input anew"
            )

    def numbers(self) -> list[int]:
        """Of all input files."""
        return [int(r[0]) for r in self._db.execute("SELECT number FROM files ORDER BY number")]

    def file(self, number: int) -> tuple[Status, FileProgress]:
        row = self._db.execute("SELECT status, progress FROM files WHERE number=?", (number,)).fetchone()
        return row[0], msgspec.msgpack.decode(row[1], type=FileProgress)

    # -- records

    def left(self, record_ids: Iterable[str], resource_keys: Iterable[str]) -> Left:
        """What has left before of these. One query for a chunk of records: each alone would cost more than it finds."""
        gone = self._db.execute(
            "SELECT record_id FROM gone WHERE record_id IN (SELECT value FROM json_each(?))", (_listed(record_ids),)
        )
        latest = self._db.execute(
            "SELECT resource_key, record_id FROM latest WHERE resource_key IN (SELECT value FROM json_each(?))",
            (_listed(resource_keys),),
        )
        return Left(frozenset(r for (r,) in gone), dict(latest))

    def commit(self, c: Commit) -> None:
        """One chunk, all or nothing."""
        with transaction(self._db):
            self._db.execute(
                "UPDATE files SET status=?, progress=? WHERE number=?",
                (c.status, msgspec.msgpack.encode(c.progress), c.file),
            )
            self._add(c.file, c.gone, c.latest, c.counts)
            self._db.execute("INSERT OR REPLACE INTO meta VALUES('audit_at',?)", (str(c.audit_at),))

    def _add(
        self, file: int, gone: Iterable[str], latest: Mapping[str, str], counts: Mapping[tuple[str, str], int]
    ) -> None:
        self._db.executemany("INSERT INTO gone VALUES(?)", [(r,) for r in sorted(gone)])
        self._db.executemany("INSERT OR REPLACE INTO latest VALUES(?,?)", sorted(latest.items()))
        self._db.executemany(
            "INSERT INTO counts VALUES(?,?,?,?) ON CONFLICT(file, kind, key) DO UPDATE SET n = n + excluded.n",
            [(file, kind, key, n) for (kind, key), n in counts.items()],
        )

    def finish_file(self, number: int, outputs: Iterable[tuple[str, str, int, int]]) -> None:
        """The file's outputs, (name, sha256, bytes, records) each, lie in OUT."""
        with transaction(self._db):
            self._db.executemany(
                "INSERT OR REPLACE INTO outputs VALUES(?,?,?,?,?)", [(o[0], number, *o[1:]) for o in outputs]
            )
            self._db.execute("UPDATE files SET status='done' WHERE number=?", (number,))

    def let_go(self, c: Commit, entries: Iterable[str], output: tuple[str, str, int, int]) -> None:
        """Quarantine entries that were released: their ids, counts (of file 0) and the output file they stand in."""
        with transaction(self._db):
            self._add(0, c.gone, c.latest, c.counts)
            self._db.executemany("INSERT INTO let_go VALUES(?)", [(e,) for e in entries])
            self._db.execute("INSERT OR REPLACE INTO outputs VALUES(?,0,?,?,?)", output)
            self._db.execute("INSERT OR REPLACE INTO meta VALUES('audit_at',?)", (str(c.audit_at),))

    def all_let_go(self) -> list[str]:
        return [str(r[0]) for r in self._db.execute("SELECT entry FROM let_go ORDER BY entry")]

    # -- what manifest and summary say

    def counts(self, kind: str) -> dict[str, int]:
        """Totals over all files, sorted by key, without zeros."""
        rows = self._db.execute(
            "SELECT key, SUM(n) FROM counts WHERE kind=? GROUP BY key HAVING SUM(n) <> 0 ORDER BY key", (kind,)
        )
        return {str(k): int(n) for k, n in rows}

    def file_counts(self, number: int, kind: str) -> dict[str, int]:
        rows = self._db.execute("SELECT key, n FROM counts WHERE file=? AND kind=? ORDER BY key", (number, kind))
        return {str(k): int(n) for k, n in rows}

    def outputs(self) -> list[tuple[str, int, str, int, int]]:
        """(name, input file's number, sha256, bytes, records), by name."""
        return list(self._db.execute("SELECT name, file, sha256, bytes, records FROM outputs ORDER BY name"))
