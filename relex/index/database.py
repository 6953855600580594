"""The embedded index's file: how it is made, told from others, opened, and what its failures mean."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redactor.errors import IndexMismatchError, IndexUnavailableError
from relex.index.codec import FORMAT, IndexCodec

_APPLICATION_ID = 0x52445849  # application_id: what SQLite keeps in a file's header to tell whose it is
_BUSY_MS = 30_000
_MAX_ATTEMPTS = 50
_PAUSE = 0.1
_LOG_PAGES = 8_192  # how much is written to the log (32 MB) before it goes into the file: random keys touch many pages
_CACHE_KIB = 32_768

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
    " standin TEXT NOT NULL UNIQUE, grp INTEGER NOT NULL, blob BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS entries_grp ON entries (grp)",
    "CREATE TABLE IF NOT EXISTS rosters (id INTEGER PRIMARY KEY, scope TEXT NOT NULL UNIQUE,"
    " version INTEGER NOT NULL, entries INTEGER NOT NULL, retired INTEGER NOT NULL, blob BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, model TEXT NOT NULL, blob BLOB NOT NULL)",
)

_NOT_AN_INDEX = "this file is no index of stand-ins of this version; set another home, or move the file away"
_OTHER_KEY = "the index of stand-ins was written under another keyring; use the keyring that wrote it, or another home"
_DAMAGED = "the index of stand-ins is damaged; restore its file from a backup"
_DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)  # the last: tables that are gone
_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY: "other processes kept it locked; see what holds it, then run again",
    sqlite3.SQLITE_LOCKED: "other processes kept it locked; see what holds it, then run again",
    sqlite3.SQLITE_FULL: "its disk is full; make room, then run again",
    sqlite3.SQLITE_IOERR: "its disk fails; check the disk, then run again",
    sqlite3.SQLITE_READONLY: "its file cannot be written; give this user write access to it and its folder",
    sqlite3.SQLITE_CANTOPEN: "its file cannot be opened; give this user access to it and its folder",
    sqlite3.SQLITE_NOMEM: "memory ran out; give the process more, then run again",
}


@contextmanager
def translated_errors() -> Iterator[None]:
    """SQLite's errors as the index's own, without its words."""
    try:
        yield
    except sqlite3.Error as e:
        code = (getattr(e, "sqlite_errorcode", None) or 0) & 0xFF
        if code in _DAMAGE_CODES:
            raise IndexMismatchError(_DAMAGED) from None
        why = _UNAVAILABLE.get(code, f"SQLite failed ({type(e).__name__} {code}); check its file, then run again")
        raise IndexUnavailableError(f"the index of stand-ins cannot be used: {why}") from None


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """What is written inside is on disk when it ends, or was never written. One process at a time is inside."""
    with translated_errors():
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def connect(path: Path, codec: IndexCodec) -> sqlite3.Connection:
    """Open the file, making it (mode 0600) where there is none.

    Raises IndexMismatchError for another format or keyring or a file that is something else, which stays as it is;
    IndexUnavailableError when it cannot be opened or written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError:
        raise IndexUnavailableError(
            f"the index of stand-ins cannot be used: {_UNAVAILABLE[sqlite3.SQLITE_CANTOPEN]}"
        ) from None
    with translated_errors():
        db = sqlite3.connect(path, isolation_level=None)
        try:
            db.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
            if _is_new(db):
                _initialize(db, codec)
            _verify(db, codec)
            for pragma in (
                "synchronous=FULL",
                "secure_delete=ON",
                f"wal_autocheckpoint={_LOG_PAGES}",
                f"cache_size=-{_CACHE_KIB}",
            ):
                db.execute(f"PRAGMA {pragma}")
        except BaseException:
            db.close()
            raise
    return db


def truncate_log(db: sqlite3.Connection) -> bool:
    """Move the log into the file and cut it, so that what was erased is in neither. False: a reader holds it."""
    with translated_errors():
        return not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]


def _is_new(db: sqlite3.Connection) -> bool:
    """Whether nothing was made in the file yet. Raises IndexMismatchError when something else was."""
    try:
        # In this order: another process may make the index meanwhile, tables and id in one transaction.
        tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        owner = db.execute("PRAGMA application_id").fetchone()[0]
    except sqlite3.DatabaseError as e:
        if e.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise IndexMismatchError(_NOT_AN_INDEX) from None
        raise
    if owner == _APPLICATION_ID:
        return False
    if tables or owner:
        raise IndexMismatchError(_NOT_AN_INDEX)
    return True


def _initialize(db: sqlite3.Connection, codec: IndexCodec) -> None:
    for left in reversed(range(_MAX_ATTEMPTS)):
        try:
            mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
            break
        except sqlite3.OperationalError as e:
            # While others open the new file this statement fails at once, whatever the time-out.
            if e.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or not left:
                raise
            time.sleep(_PAUSE)
    if mode != "wal":
        raise IndexUnavailableError("the index of stand-ins needs a local disk; set a home that is on one")
    with transaction(db):
        for statement in _SCHEMA:
            db.execute(statement)
        rows = [
            ("format", FORMAT.encode()),
            ("check", codec.check.encode()),
            ("sealed", codec.encrypt(FORMAT.encode(), codec.check)),
        ]
        db.executemany("INSERT OR IGNORE INTO meta VALUES (?,?)", rows)
        db.execute(f"PRAGMA application_id={_APPLICATION_ID}")


def _verify(db: sqlite3.Connection, codec: IndexCodec) -> None:
    rows = dict(db.execute("SELECT name, value FROM meta"))
    if rows.get("format") != FORMAT.encode():
        raise IndexMismatchError(_NOT_AN_INDEX)
    if rows.get("check") != codec.check.encode():
        raise IndexMismatchError(_OTHER_KEY)
    if "sealed" not in rows:
        raise IndexMismatchError(_DAMAGED)
    codec.decrypt(rows["sealed"], codec.check)  # shows whether the keyring still holds the encryption key in use
