"""This module stores which patients were forgotten for good through phi.known.v1, so that nothing of them is stored
again.

The set only grows, so that neither the order of messages nor a value that is sent again brings a patient back.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import NamedTuple

from redactor.run.state.known_entries import Entries

SCHEMA = """
CREATE TABLE forgotten (place BLOB PRIMARY KEY) WITHOUT ROWID;
"""
COLUMNS = {"forgotten": ("place",)}


class Heir(NamedTuple):
    """An heir is a chart that stays in the household of a forgotten patient, with the names under which it has
    stand-ins.
    """

    scope: str
    initial_name: str
    name: str


@dataclass(frozen=True, slots=True)
class Erasure:
    """An erasure tells every home what to erase of a patient.

    id: random, the same for the first and the last erasure of one attempt. last: True if it ends the attempt. scopes:
    the patient's charts, forgotten for good. emptied: charts that are erased and may be known again. people: who is the
    patient in other charts, as (chart, person). clues: keys of clues that refer to the patient. heirs: the charts that
    stay in the household. former: names of households that were joined to it, as (former, present name).
    """

    id: bytes
    scopes: tuple[str, ...]
    last: bool = False
    emptied: tuple[str, ...] = ()
    people: tuple[tuple[str, bytes], ...] = ()
    clues: tuple[bytes, ...] = ()
    heirs: tuple[Heir, ...] = ()
    former: tuple[tuple[str, str], ...] = ()


class Forgotten:
    """A `Forgotten` holds the charts of forgotten patients, and the erasures that named them, as keyed hashes.

    The caller begins and ends transactions, and calls `reread` when the rows may have changed.
    """

    def __init__(self, db: sqlite3.Connection, entries: Entries) -> None:
        self._db, self._entries = db, entries
        self._places: frozenset[bytes] | None = None

    def __contains__(self, scope: object) -> bool:
        places = self._read()
        return bool(places) and isinstance(scope, str) and self._entries.place(scope, "forgotten") in places

    def __bool__(self) -> bool:
        return bool(self._read())

    def add(self, erasure: Erasure) -> bool:
        """Store an erasure; return False, and change nothing, for an erasure that was stored before."""
        row = self._attempt(erasure.id, erasure.last)
        if row in self._read():
            return False
        rows = [(row,), *((self._entries.place(scope, "forgotten"),) for scope in erasure.scopes)]
        self._db.executemany("INSERT OR IGNORE INTO forgotten VALUES (?)", rows)
        self.reread()
        return True

    def add_scope(self, scope: str) -> None:
        """Store one more scope of a forgotten patient."""
        self._db.execute("INSERT OR IGNORE INTO forgotten VALUES (?)", (self._entries.place(scope, "forgotten"),))
        self.reread()

    def has(self, erasure: Erasure) -> bool:
        """Return whether this very erasure was stored."""
        return self._attempt(erasure.id, erasure.last) in self._read()

    def has_ended(self, attempt: bytes) -> bool:
        """Return whether the last erasure of an attempt was stored."""
        return self._attempt(attempt, last=True) in self._read()

    def reread(self) -> None:
        """Drop the cached rows, so that they are read again."""
        self._places = None

    def _attempt(self, attempt: bytes, last: bool) -> bytes:
        return self._entries.place(attempt.hex(), "end of forgetting" if last else "begin of forgetting")

    def _read(self) -> frozenset[bytes]:
        if self._places is None:
            self._places = frozenset(place for (place,) in self._db.execute("SELECT place FROM forgotten"))
        return self._places
