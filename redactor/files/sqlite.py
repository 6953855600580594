"""This module opens SQLite files with durable commits and explicit transactions, and explains failures to users."""

from __future__ import annotations

import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redactor.files.own_files import check_database

_BUSY_SECONDS = 30  # how long SQLite waits for another process
_WAL_ATTEMPTS = 50
_WAL_PAUSE = 0.1  # seconds
_SYSTEM_CODES = frozenset({
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
})  # fmt: skip
# Errors of writes, locks and shared memory. Short reads are not listed: a truncated file causes them, too.
_SYSTEM_IO_CODES = frozenset({
    sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP, sqlite3.SQLITE_IOERR_SHMLOCK, sqlite3.SQLITE_IOERR_LOCK, sqlite3.SQLITE_IOERR_NOMEM,
})  # fmt: skip


_ADVICE = {
    sqlite3.SQLITE_BUSY: "other processes kept it locked; find out which, then run again",
    sqlite3.SQLITE_LOCKED: "other processes kept it locked; find out which, then run again",
    sqlite3.SQLITE_FULL: "its disk is full; free space, then run again",
    sqlite3.SQLITE_IOERR: "disk I/O error; check the disk, then run again",
    sqlite3.SQLITE_READONLY: "its file cannot be written; give this user write access to it and its folder",
    sqlite3.SQLITE_CANTOPEN: "its file cannot be opened; give this user access to it and its folder",
    sqlite3.SQLITE_NOMEM: "memory ran out; give the process more, then run again",
}


def is_of_the_system(error: Exception) -> bool:
    """Return whether SQLite failed because of the disk, its permissions or another process, which says nothing of the
    data.
    """
    code = getattr(error, "sqlite_errorcode", None) or 0
    return code in _SYSTEM_IO_CODES or code & 0xFF in _SYSTEM_CODES


def is_full(error: Exception) -> bool:
    """Return whether SQLite failed because the disk is full, or because this process may write no larger files.

    With a full disk it cannot extend the shared memory beside the database either, which it tells as an error of I/O,
    as it tells a file that is too large.
    """
    code = getattr(error, "sqlite_errorcode", None) or 0
    is_limited = resource.getrlimit(resource.RLIMIT_FSIZE)[0] != resource.RLIM_INFINITY
    return (
        code == sqlite3.SQLITE_IOERR_SHMSIZE
        or code & 0xFF == sqlite3.SQLITE_FULL
        or (code == sqlite3.SQLITE_IOERR_WRITE and is_limited)
    )


def advice(code: int) -> str:
    """Return what a user can do about an error code of SQLite."""
    return _ADVICE.get(code & 0xFF, f"SQLite failed with code {code}; check its file, then run again")


def connect(path: Path, *, threads: bool = False, page_bytes: int | None = None) -> sqlite3.Connection:
    """Open a database for writing: commits are durable when they return, and deleted content is overwritten on the
    disk.

    threads: allow several threads to use the connection in turn. page_bytes: of a new database. Raises RunError if the
    database file, or a file that SQLite keeps beside it, is a link.
    """
    check_database(path)
    path.touch(mode=0o600)
    db = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_SECONDS, check_same_thread=not threads)
    try:
        path.chmod(0o600)
        if page_bytes is not None:
            db.execute(f"PRAGMA page_size={page_bytes}")
        write_ahead(db)
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA secure_delete=ON")
    except BaseException:
        db.close()
        raise
    return db


def write_ahead(db: sqlite3.Connection) -> bool:
    """Switch a connection to the write-ahead log, and return whether that succeeded; it fails on network file
    systems.
    """
    for attempts_left in reversed(range(_WAL_ATTEMPTS)):
        try:
            return bool(db.execute("PRAGMA journal_mode=WAL").fetchone()[0] == "wal")
        except sqlite3.OperationalError as e:
            # While other processes open a new file this statement fails at once, regardless of the timeout.
            if e.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or not attempts_left:
                raise
            time.sleep(_WAL_PAUSE)
    raise AssertionError


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open an existing database for reading; commits of other processes become visible.

    Raises RunError as `connect`.
    """
    check_database(path)
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=_BUSY_SECONDS)


def has_tables(db: sqlite3.Connection) -> bool:
    """Return whether a database has tables; a process that was killed at its start leaves an empty file."""
    return db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run the block in one transaction, which is rolled back if the block raises or the commit fails."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # with a full disk SQLite may have rolled back itself
            db.execute("ROLLBACK")
        raise
