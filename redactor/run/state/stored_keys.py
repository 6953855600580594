"""This module stores search keys of each subject's values beside the values, so that few values need to be
decrypted.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from redactor.detect.known.keyed_values import KeyTable, pack, unpack
from redactor.detect.known.search_keys import Indexed, indexed, keys_version, kind_of, with_places
from redactor.keys import Keyring
from redactor.run.state.known_entries import Entries, Stored, load, loaded, search_limit
from redactor.text import KnownValue

SCHEMA = """
CREATE TABLE search_keys (
    place BLOB PRIMARY KEY, version BLOB NOT NULL, keys BLOB NOT NULL
) WITHOUT ROWID;
"""
COLUMNS = {"search_keys": ("place", "version", "keys")}
_PLACE_BYTES, _DIGEST_BYTES = 16, 32


@dataclass(slots=True)
class _Table:
    """A table holds, for the values of a scope, their places, kinds, search keys and their number, and terms."""

    where: list[bytes] = field(default_factory=list)
    kinds: bytearray = field(default_factory=bytearray)
    counts: array[int] = field(default_factory=lambda: array("I"))
    keys: array[int] = field(default_factory=lambda: array("I"))
    terms: list[str] = field(default_factory=list)

    @classmethod
    def decode(cls, data: bytes) -> _Table:
        """Decode a table."""
        n = int.from_bytes(data[:4], "little")
        a = 4 + n * (_PLACE_BYTES + _DIGEST_BYTES)
        where = [data[at : at + _PLACE_BYTES + _DIGEST_BYTES] for at in range(4, a, _PLACE_BYTES + _DIGEST_BYTES)]
        b, c = a + n, a + 5 * n
        counts = unpack("I", data[b:c])
        d = c + 4 * sum(counts)
        terms = data[d:].decode().split("\n") if n else []
        return cls(where, bytearray(data[a:b]), counts, unpack("I", data[c:d]), terms)

    def encode(self) -> bytes:
        """Encode the table."""
        head = len(self.where).to_bytes(4, "little")
        terms = "\n".join(self.terms).encode()
        return b"".join((head, *self.where, self.kinds, pack(self.counts), pack(self.keys), terms))

    def add(self, stored: Stored, value: KnownValue, index: Indexed | None) -> None:
        index = indexed(value) if index is None else index
        keys = unpack("I", index.keys)
        self.terms.append(index.terms)
        self.where.append(stored.place + stored.digest)
        self.kinds.append(kind_of(value))
        self.counts.append(len(keys))
        self.keys.extend(keys)


class StoredKeys:
    """A `StoredKeys` reads and writes search keys by scope. The caller begins and ends transactions."""

    def __init__(self, db: sqlite3.Connection, keyring: Keyring, entries: Entries) -> None:
        self._db, self._keyring, self._entries = db, keyring, entries

    def add(
        self, scope: str, stored: Sequence[Stored], values: Sequence[KnownValue], index: Sequence[Indexed] | None
    ) -> int:
        """Add values and their keys to a subject's scope, and return how many of them it did not hold yet.

        values: the known values in `stored`. index: the search keys of each value, if they are at hand.
        """
        table = self._table(scope)
        if table is None:
            added = self._entries.add(scope, stored)
            self.rebuild(scope)
            return added
        held = set(table.where)
        new = [i for i, s in enumerate(stored) if s.place + s.digest not in held]
        if not new:
            return 0
        for i in new:
            table.add(stored[i], values[i], None if index is None else index[i])
        added = self._entries.add(scope, [stored[i] for i in new])
        self._write(scope, table)
        return added

    def select(self, scopes: Iterable[str]) -> Selection | None:
        """Return what selects values of the scopes by keys, or None if the keys of a scope are missing or outdated."""
        tables = [self._table(scope) for scope in scopes]
        found = [table for table in tables if table is not None]
        return Selection(self._entries, found) if len(found) == len(tables) else None

    def forget(self, scope: str) -> None:
        """Erase the keys of the scope."""
        self._db.execute("DELETE FROM search_keys WHERE place=?", (self._entries.place(scope, "keys"),))

    def renew(self) -> None:
        """Re-encrypt what older keys encrypted."""
        places = [place for (place,) in self._db.execute("SELECT place FROM search_keys")]
        for place in places:
            (old,) = self._db.execute("SELECT keys FROM search_keys WHERE place=?", (place,)).fetchone()
            if keys := self._keyring.renew("known", old, place):
                self._db.execute("UPDATE search_keys SET keys=? WHERE place=?", (keys, place))

    def _table(self, scope: str) -> _Table | None:
        place = self._entries.place(scope, "keys")
        row = self._db.execute("SELECT version, keys FROM search_keys WHERE place=?", (place,)).fetchone()
        if row is None:
            return None if self._entries.count(scope) else _Table()
        return _Table.decode(self._entries.decrypt(row[1], place)) if row[0] == keys_version() else None

    def rebuild(self, scope: str) -> None:
        """Write the keys of all values of the scope; none if it has so many that some are not searched for."""
        self.forget(scope)
        if self._entries.count(scope) > search_limit(scope):
            return
        table = _Table()
        for stored in self._entries.read(scope):
            table.add(stored, load(stored.data), None)
        self._write(scope, table)

    def _write(self, scope: str, table: _Table) -> None:
        if len(table.where) > search_limit(scope):
            self.forget(scope)
            return
        place = self._entries.place(scope, "keys")
        entry = self._entries.encrypt(table.encode(), place)
        self._db.execute("INSERT OR REPLACE INTO search_keys VALUES (?,?,?)", (place, keys_version(), entry))


class Selection:
    """A selection decrypts only those values of a household that search keys select."""

    def __init__(self, entries: Entries, tables: Sequence[_Table]) -> None:
        self._entries = entries
        self._where = [where for table in tables for where in table.where]
        self._kinds = b"".join(bytes(table.kinds) for table in tables)
        counts = list(chain.from_iterable(table.counts for table in tables))
        self._keys = KeyTable(list(chain.from_iterable(table.keys for table in tables)), counts)
        self.terms = [terms for table in tables for terms in table.terms]

    def __call__(self, keys: frozenset[int]) -> tuple[KnownValue, ...]:
        """Return the values that a text with these keys may name, sorted."""
        found = self._keys.find(keys)
        if not found:
            return ()
        where = (self._where[i] for i in with_places(found, self._kinds))
        values = (self._entries.value(w[:_PLACE_BYTES], w[_PLACE_BYTES:]) for w in where)
        return loaded(value for value in values if value is not None)
