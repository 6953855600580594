"""SQLite for the state: durable commits and explicit transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_BUSY = 30  # seconds to wait for another process
_SYSTEM = frozenset({
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
})  # fmt: skip
# Errors of writing, of locks and of shared memory. Short reads are left out: a file that was cut gives them.
_SYSTEM_IO = frozenset({
    sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP, sqlite3.SQLITE_IOERR_SHMLOCK, sqlite3.SQLITE_IOERR_LOCK, sqlite3.SQLITE_IOERR_NOMEM,
})  # fmt: skip


def is_of_the_system(error: Exception) -> bool:
    """Whether the disk, its permissions or another process made SQLite fail: nothing is known of the data then."""
    code = getattr(error, "sqlite_errorcode", None) or 0
    return code in _SYSTEM_IO or code & 0xFF in _SYSTEM


def connect(path: Path) -> sqlite3.Connection:
    """A database whose commits are on the disk when they return (one sync each, by the write-ahead log)."""
    path.touch(mode=0o600)
    db = sqlite3.connect(path, isolation_level=None, timeout=_BUSY)
    path.chmod(0o600)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    return db


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A database that exists, to read what other processes commit."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=_BUSY)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """A transaction: rolled back when the block raises."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
