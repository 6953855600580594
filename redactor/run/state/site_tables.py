"""The packed values of a large site, built once after the first pass and read by every worker."""

from __future__ import annotations

import sqlite3

from redactor.detect.known.search_keys import keys_version
from redactor.detect.known.site_forms import SiteTables, build_tables
from redactor.keys import Keyring
from redactor.run.state.known_entries import Entries, load

SCHEMA = """
CREATE TABLE site_table (
    place BLOB NOT NULL, part INTEGER NOT NULL, version BLOB NOT NULL, data BLOB NOT NULL, PRIMARY KEY (place, part)
) WITHOUT ROWID;
"""
COLUMNS = {"site_table": ("place", "part", "version", "data")}
FEW = 4_000  # values of a site that is kept unpacked


class StoredTables:
    """Packed values by scope. The caller begins and ends transactions."""

    def __init__(self, db: sqlite3.Connection, keyring: Keyring, entries: Entries) -> None:
        self._db, self._keyring, self._entries = db, keyring, entries

    def update(self, scope: str) -> bool:
        """Build the tables of a site that has none, or whose values have changed. Returns whether anything changed."""
        place = self._place(scope)
        if self._entries.count(scope) <= FEW:
            return self._db.execute("DELETE FROM site_table WHERE place=?", (place,)).rowcount > 0
        version = self._version(scope)
        built = self._db.execute("SELECT version FROM site_table WHERE place=? AND part=0", (place,)).fetchone()
        if built is not None and built[0] == version:
            return False
        self._db.execute("DELETE FROM site_table WHERE place=?", (place,))
        values = (load(stored.data) for stored in self._entries.read(scope, everything=True))
        for part, data in enumerate(build_tables(values)):
            row = (place, part, version, self._entries.encrypt(data, place))
            self._db.execute("INSERT INTO site_table VALUES (?,?,?,?)", row)
        return True

    def read(self, scope: str) -> SiteTables | None:
        """The tables of a site; None where there are none of its present values."""
        place, version = self._place(scope), self._version(scope)
        built = self._db.execute("SELECT version FROM site_table WHERE place=? AND part=0", (place,)).fetchone()
        if built is None or built[0] != version:
            return None
        rows = self._db.execute("SELECT data FROM site_table WHERE place=? ORDER BY part", (place,))
        return SiteTables(self._entries.decrypt(data, place) for (data,) in rows)

    def renew(self) -> None:
        """Re-encrypt under the current key what older keys wrote."""
        for place, part in self._db.execute("SELECT place, part FROM site_table").fetchall():
            which = (place, part)
            (old,) = self._db.execute("SELECT data FROM site_table WHERE place=? AND part=?", which).fetchone()
            if data := self._keyring.renew("known", old, place):
                self._db.execute("UPDATE site_table SET data=? WHERE place=? AND part=?", (data, *which))

    def _place(self, scope: str) -> bytes:
        return self._entries.place(scope, "tables")

    def _version(self, scope: str) -> bytes:
        return keys_version() + self._entries.count(scope).to_bytes(8, "little")
