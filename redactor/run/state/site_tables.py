"""This module numbers the values of large sites in the order in which they came, and packs them in tables for workers.

A table holds the values of a range of numbers. What is packed stays valid when more values come: readers take the rest
one by one. Tables grow as a log-structured merge tree does (O'Neil et al. 1996, The log-structured merge-tree): a new
table takes in the earlier ones that are not larger than itself. A value is thus packed again only when its table has at
least doubled, and a site has few tables.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from redactor.detect.known.search_keys import keys_version
from redactor.detect.known.site_values import Part, RecentValues, SiteTables, SiteValues, build_tables
from redactor.keys import Keyring
from redactor.run.state.known_entries import Entries, Stored, load
from redactor.text import KnownValue

SCHEMA = """
CREATE TABLE site_value (
    place BLOB NOT NULL, number INTEGER NOT NULL, value_place BLOB NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (place, number)
) WITHOUT ROWID;
CREATE TABLE site_table (
    place BLOB NOT NULL, first INTEGER NOT NULL, part INTEGER NOT NULL, last INTEGER NOT NULL, version BLOB NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (place, first, part)
) WITHOUT ROWID;
"""
COLUMNS = {
    "site_value": ("place", "number", "value_place", "digest"),
    "site_table": ("place", "first", "part", "last", "version", "data"),
}
FEW = 4_000  # a site with fewer values is not packed; readers hold no more values than these outside of tables
_COMMIT_BITS = 32
_MADE_BY_READER = b""


class _Range(NamedTuple):
    """A range is a row of numbered values that are searched together.

    version: that of a stored table; empty for a table that a reader made.
    """

    first: int
    last: int
    version: bytes

    @property
    def size(self) -> int:
        return self.last - self.first + 1


class ReadSite(NamedTuple):
    """A `ReadSite` is what a reader holds of a site.

    parts: what the values consist of, so that the next reading reads only what is new.
    """

    values: SiteValues
    parts: Sequence[tuple[_Range, Part]]


class StoredSites:
    """A `StoredSites` reads and writes the values of sites by scope. The caller begins and ends transactions.

    next_commit: gives the number of the open transaction.
    """

    def __init__(
        self, db: sqlite3.Connection, keyring: Keyring, entries: Entries, next_commit: Callable[[], int]
    ) -> None:
        self._db, self._keyring, self._entries, self._next_commit = db, keyring, entries, next_commit

    def add(self, scope: str, stored: Sequence[Stored]) -> int:
        """Add the values that the site does not hold yet, with their numbers, and return how many those were."""
        new = {value.digest: value for value in stored if not self._entries.has(value)}
        self._entries.add(scope, list(new.values()))
        self._assign_numbers(self._place(scope), list(new.values()))
        return len(new)

    def forget(self, scope: str) -> None:
        """Renumber the remaining values of a site, unpacked, after some were erased."""
        place = self._place(scope)
        self._db.execute("DELETE FROM site_table WHERE place=?", (place,))
        self._db.execute("DELETE FROM site_value WHERE place=?", (place,))
        self._assign_numbers(place, list(self._entries.read(scope, everything=True)))

    def pack(self, scope: str, unpacked: int, largest: int | None) -> bool:
        """Pack the values of a site that has more unpacked ones than are allowed; return whether anything changed.

        unpacked: how many values may be unpacked. largest: how many values a table may have, which bounds the cost of
        one call. Call it again until it returns False.
        """
        place = self._place(scope)
        start, end = self._numbers(place)
        if end - start < FEW:
            return self._db.execute("DELETE FROM site_table WHERE place=?", (place,)).rowcount > 0
        tables = self._tables(place, start)
        covered = tables[-1].last if tables else start - 1
        if end - covered <= unpacked:
            return False
        if largest is not None:
            end = min(end, covered + largest)
        first = _start_of_table(tables, covered + 1, end, largest)
        self._db.execute("DELETE FROM site_table WHERE place=? AND first>=?", (place, first))
        for part, data in enumerate(build_tables(self._values(place, first, end))):
            row = (place, first, part, end, keys_version(), self._entries.encrypt(data, place))
            self._db.execute("INSERT INTO site_table VALUES (?,?,?,?,?,?)", row)
        return True

    def read(self, scope: str, before: ReadSite | None) -> ReadSite | None:
        """Return all values of a site, packed or not, or None for a small site. before: what was read last."""
        with self._snapshot():
            place = self._place(scope)
            start, end = self._numbers(place)
            if end - start < FEW:
                return None
            held = dict(before.parts) if before is not None else {}
            tables = self._tables(place, start)
            parts: list[tuple[_Range, Part]] = [(t, held.get(t) or self._table(place, t)) for t in tables]
            covered = parts[-1][0].last if parts else start - 1
            for range_, part in held.items():
                if range_.version == _MADE_BY_READER and range_.first == covered + 1:
                    parts.append((range_, part))
                    covered = range_.last
            if covered < end:
                self._take_rest(place, parts, covered + 1, end)
        return ReadSite(SiteValues([part for _, part in parts]), parts)

    def renew(self) -> int:
        """Re-encrypt what older keys encrypted, and return how many parts of tables those were."""
        changed = 0
        for which in self._db.execute("SELECT place, first, part FROM site_table").fetchall():
            sql = "SELECT data FROM site_table WHERE place=? AND first=? AND part=?"
            (old,) = self._db.execute(sql, which).fetchone()
            if data := self._keyring.renew("known", old, which[0]):
                update = "UPDATE site_table SET data=? WHERE place=? AND first=? AND part=?"
                changed += self._db.execute(update, (data, *which)).rowcount
        return changed

    def _take_rest(self, place: bytes, parts: list[tuple[_Range, Part]], first: int, end: int) -> None:
        """Add the values from a number on to the parts of a reader, which packs them itself if they are many."""
        unread, recent = first, RecentValues(first)
        if parts and isinstance(last := parts[-1][1], RecentValues):
            recent, first = last, parts.pop()[0].first
        if end - first < FEW:
            recent.add(list(self._values(place, unread, end)))
            parts.append((_Range(first, end, _MADE_BY_READER), recent))
            return
        first = _start_of_table([r for r, _ in parts if r.version == _MADE_BY_READER], first, end, None)
        while parts and parts[-1][0].first >= first:
            parts.pop()
        table = SiteTables(build_tables(self._values(place, first, end)), first)
        parts.append((_Range(first, end, _MADE_BY_READER), table))

    def _tables(self, place: bytes, start: int) -> list[_Range]:
        """Return the stored tables that hold the site's first values, without those of another version of the word
        lists.
        """
        sql = "SELECT first, last, version FROM site_table WHERE place=? AND part=0 ORDER BY first"
        found: list[_Range] = []
        for first, last, version in self._db.execute(sql, (place,)):
            if first != start or version != keys_version():
                break
            found.append(_Range(first, last, version))
            start = last + 1
        return found

    def _table(self, place: bytes, table: _Range) -> SiteTables:
        sql = "SELECT data FROM site_table WHERE place=? AND first=? ORDER BY part"
        rows = self._db.execute(sql, (place, table.first))
        return SiteTables((self._entries.decrypt(data, place) for (data,) in rows), table.first)

    def _values(self, place: bytes, first: int, last: int) -> Iterator[KnownValue]:
        sql = (
            "SELECT e.place, e.entry FROM site_value v JOIN entry e ON e.place=v.value_place AND e.digest=v.digest "
            "WHERE v.place=? AND v.number BETWEEN ? AND ? ORDER BY v.number"
        )
        for where, entry in self._db.execute(sql, (place, first, last)):
            yield load(self._entries.unseal(entry, where))

    def _numbers(self, place: bytes) -> tuple[int, int]:
        """Return the first and the last number of the site's values, between which none is missing."""
        sql = "SELECT min(number) FROM site_value WHERE place=?", "SELECT max(number) FROM site_value WHERE place=?"
        first, last = (self._db.execute(s, (place,)).fetchone()[0] for s in sql)
        if first is None:  # a site that was forgotten and comes back has numbers that it never had
            first = self._next_commit() << _COMMIT_BITS
            last = first - 1
        return first, last

    def _assign_numbers(self, place: bytes, values: Sequence[Stored]) -> None:
        after = self._numbers(place)[1] + 1
        rows = ((place, number, value.place, value.digest) for number, value in enumerate(values, after))
        self._db.executemany("INSERT INTO site_value VALUES (?,?,?,?)", rows)

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Let all reads within the block see one commit: a table is not replaced between its parts."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("ROLLBACK")

    def _place(self, scope: str) -> bytes:
        return self._entries.place(scope, "tables")


def _start_of_table(tables: Sequence[_Range], first: int, last: int, largest: int | None) -> int:
    """Return where the next table begins: it takes in the last tables that are not larger."""
    for table in reversed(tables):
        size = last - first + 1
        if table.size > size or (largest is not None and table.size + size > largest):
            break
        first = table.first
    return first
