"""Opens the SQLite file of the embedded index: creation, identification, connections, and the meaning of its errors."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redactor.errors import IndexMismatchError, IndexUnavailableError
from redactor.files import sqlite
from redactor.files.own_files import check_database, make_own_folder, open_own
from redactor.files.sqlite import advice, write_ahead
from relex.index.codec import FORMAT, IndexCodec

_APPLICATION_ID = 0x52445849  # SQLite's application_id, in the file's header
_BUSY_MS = 30_000
_LOG_PAGES = 8_192  # log pages (32 MB) before a checkpoint; random keys touch many pages
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

_NOT_AN_INDEX = "this file is not a stand-in index of this version; set another home, or move the file away"
_OTHER_KEY = "the index of stand-ins was written under another keyring; use the keyring that wrote it, or another home"
_DAMAGED = "the index of stand-ins is damaged; restore its file from a backup"
_DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)  # the last one: missing tables


@contextmanager
def translated_errors() -> Iterator[None]:
    """Translate SQLite errors to index errors and drop SQLite's message."""
    try:
        yield
    except sqlite3.Error as e:
        code = (getattr(e, "sqlite_errorcode", None) or 0) & 0xFF
        if code in _DAMAGE_CODES:
            raise IndexMismatchError(_DAMAGED) from None
        raise IndexUnavailableError(f"the index of stand-ins cannot be used: {advice(code)}") from None
    except UnicodeDecodeError:  # from a changed name of a table
        raise IndexMismatchError(_DAMAGED) from None


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run a transaction that is durable when it ends or leaves no trace; only one process is inside at a time."""
    with translated_errors(), sqlite.transaction(db):
        yield


def connect(path: Path, codec: IndexCodec) -> sqlite3.Connection:
    """Open the file; create it (mode 0600) if it does not exist.

    Raises IndexMismatchError for another format or keyring, and for a file that is something else, which is left
    unchanged; IndexUnavailableError when it cannot be opened or written.
    """
    try:
        make_own_folder(path.parent)
        check_database(path)
        os.close(open_own(path, os.O_RDWR | os.O_CREAT))
    except OSError:
        raise IndexUnavailableError(
            f"the index of stand-ins cannot be used: {advice(sqlite3.SQLITE_CANTOPEN)}"
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
    """Move the log into the file and truncate it, so that erased data is in neither; False tells that a reader holds
    the log.
    """
    with translated_errors():
        return not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]


def _is_new(db: sqlite3.Connection) -> bool:
    """Tell whether the file is still empty. Raises IndexMismatchError when it holds something else."""
    try:
        # The order matters: another process may create the index meanwhile, tables and id in one transaction.
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
    if not write_ahead(db):
        raise IndexUnavailableError("the index of stand-ins needs a local disk; set a home on one")
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
    codec.decrypt(rows["sealed"], codec.check)  # fails if the keyring no longer holds the encryption key in use
