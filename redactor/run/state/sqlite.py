"""SQLite for the state: durable commits and explicit transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_BUSY = 30  # seconds to wait for another process


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
