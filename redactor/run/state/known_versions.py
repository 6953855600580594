"""This module keeps versions of scopes, so that processes read only changes again, and the positions of topics.

It also marks which files keep the head of the store.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import count
from typing import Generic, TypeVar

from redactor.run.state.known_entries import Entries

SCHEMA = """
CREATE TABLE scope_version (place BLOB PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE topic (name TEXT PRIMARY KEY, id TEXT NOT NULL, position INTEGER NOT NULL) WITHOUT ROWID;
"""
COLUMNS = {"scope_version": ("place", "version"), "topic": ("name", "id", "position")}
_CACHED_PLACES = 10_000
_HEAD_PREFIX = "head:"  # no topic has a colon; with one more table all existing stores would count as outdated
Versions = tuple[tuple[int, int], ...]
T = TypeVar("T")


class ScopeVersions:
    """A `ScopeVersions` holds the number of the commit that last changed each scope, 0 for a scope that holds nothing.

    A scope that is forgotten and comes back thus has a version that it never had. next_commit: gives the number of the
    open transaction.
    """

    def __init__(self, db: sqlite3.Connection, entries: Entries, next_commit: Callable[[], int]) -> None:
        self._db, self._next_commit = db, next_commit
        self._place = lru_cache(maxsize=_CACHED_PLACES)(lambda scope: entries.place(scope, "version"))
        self._numbers = count(1)
        self._written: set[str] = set()  # in the open transaction
        self._open: dict[str, int] = {}  # by scope, the number of its last change in the open transaction

    def versions_of(self, scopes: Iterable[str]) -> Versions:
        """Return, for each scope, its version and the number of its last change in the open transaction."""
        return tuple((self._read(scope), self._open.get(scope, 0)) for scope in scopes)

    def note(self, scope: str) -> None:
        """Record a change of the scope in the open transaction."""
        if scope not in self._written:
            self._written.add(scope)
            row = (self._place(scope), self._next_commit())
            self._db.execute("INSERT OR REPLACE INTO scope_version VALUES (?,?)", row)
        self._open[scope] = next(self._numbers)

    def forget(self, scope: str) -> None:
        """Record that nothing is held of the scope any more."""
        self._db.execute("DELETE FROM scope_version WHERE place=?", (self._place(scope),))
        self._written.discard(scope)
        self._open[scope] = next(self._numbers)

    def end(self) -> None:
        """Record that the transaction was committed or rolled back."""
        self._written.clear()
        self._open.clear()

    def _read(self, scope: str) -> int:
        row = self._db.execute("SELECT version FROM scope_version WHERE place=?", (self._place(scope),)).fetchone()
        return int(row[0]) if row is not None else 0


class VersionedCache(Generic[T]):
    """A `VersionedCache` keeps the values read for the last scopes until they change.

    capacity: the number of scopes. change_number: gives a number that changes with every change of the database. state:
    gives what the value of a scope depends on, and is asked only if that number has changed.
    """

    def __init__(self, capacity: int, change_number: Callable[[], int], state: Callable[[str], object]) -> None:
        self._capacity, self._change_number, self._state = capacity, change_number, state
        self._held: OrderedDict[str, tuple[int, object, T]] = OrderedDict()

    def get(self, scope: str, read: Callable[[T | None], T]) -> T:
        """Return the kept value of a scope, or read it. read: takes the value that was kept before, None at first."""
        seen = self._change_number()
        held = self._held.get(scope)
        if held is not None and held[0] == seen:
            self._held.move_to_end(scope)
            return held[2]
        state = self._state(scope)  # before the values: what is committed in between is read again
        if held is not None and held[1] == state:
            value = held[2]
        else:
            value = read(None if held is None else held[2])
        self._held[scope] = (seen, state, value)
        self._held.move_to_end(scope)
        if len(self._held) > self._capacity:
            self._held.popitem(last=False)
        return value

    def clear(self) -> None:
        """Drop all values: some were rolled back, and numbers of values are given again."""
        self._held.clear()


def position(db: sqlite3.Connection, topic: str) -> int:
    """Return how far the topic was read: the offset of its next message, 0 at first."""
    row = db.execute("SELECT position FROM topic WHERE name=?", (topic,)).fetchone()
    return int(row[0]) if row is not None else 0


def topic_id(db: sqlite3.Connection, topic: str) -> str:
    """Return the id of the topic that was read, or "" if none was."""
    row = db.execute("SELECT id FROM topic WHERE name=?", (topic,)).fetchone()
    return str(row[0]) if row is not None else ""


def set_position(db: sqlite3.Connection, topic: str, server_id: str, offset: int) -> None:
    """Store the offset of the topic's next message."""
    db.execute("INSERT OR REPLACE INTO topic VALUES (?,?,?)", (topic, server_id, offset))


def is_marked(db: sqlite3.Connection, mark: str) -> bool:
    """Return whether a file that keeps the head of the store has its mark here."""
    return db.execute("SELECT 1 FROM topic WHERE name=?", (_HEAD_PREFIX + mark,)).fetchone() is not None


def set_mark(db: sqlite3.Connection, mark: str) -> None:
    """Store the mark of a file that keeps the head of the store."""
    db.execute("INSERT OR REPLACE INTO topic VALUES (?,'',0)", (_HEAD_PREFIX + mark,))
