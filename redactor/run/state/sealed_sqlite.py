"""SQLite tables under a keyed seal: what changed, added or removed a row without the key is found at the next open.

The seal is the sum, modulo 2**256, of a keyed hash of each row (Bellare and Micciancio 1997, AdHash, with keyed
BLAKE2b for the hash), under an HMAC of its own: the sum alone would show the hash of a row to whoever compares two
copies. It covers the schema too, so that no added trigger changes rows. Triggers of ours keep it up to date, so that
no statement can forget it. A whole database put back as it was earlier stays valid.
"""

from __future__ import annotations

import hmac
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from redactor.errors import RunError
from redactor.keys import DerivedKey
from redactor.run.state.sqlite import connect, transaction

_SEAL = "CREATE TABLE seal(run TEXT NOT NULL, sum BLOB NOT NULL, mac BLOB NOT NULL)"
_SIZE = 32
_MODULUS = 1 << (8 * _SIZE)
_encode = msgspec.msgpack.Encoder().encode


class SealBrokenError(RunError):
    """Rows do not fit their seal."""


class SealedDatabase:
    """A database whose rows are sealed: of each table in `columns` the columns named there.

    run: binds the databases of one state to each other; None takes what the database holds, or a new one.
    Raises sqlite3.DatabaseError or UnicodeDecodeError (from its names) for what is no database, SealBrokenError where
    rows were changed without the key.
    """

    def __init__(
        self, path: Path, tables: str, columns: Mapping[str, tuple[str, ...]], key: DerivedKey, run: str | None = None
    ) -> None:
        self.db = connect(path)
        self._key = key
        self._row_key = key.mac(b"row")
        self._columns = columns
        self._sum = 0
        try:
            if self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self.run = self._verified(run)
            else:
                self.run = run or secrets.token_hex(16)
                with transaction(self.db):
                    for statement in (*tables.split(";"), _SEAL):
                        self.db.execute(statement)
                    self._schema = self._read_schema()
                    self.db.execute("INSERT INTO seal VALUES(?,?,?)", (self.run, *self._sealed()))
            self._watch()
        except BaseException:
            self.db.close()
            raise

    def close(self) -> None:
        self.db.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction that renews the seal: rolled back when the block raises."""
        with transaction(self.db):
            self._sum = int.from_bytes(self.db.execute("SELECT sum FROM seal").fetchone()[0], "big")
            yield self.db
            self.db.execute("UPDATE seal SET sum=?, mac=?", self._sealed())

    def _watch(self) -> None:
        self.db.create_function("seal_row", -1, self._count)
        self.db.execute("PRAGMA recursive_triggers=ON")  # a row that is replaced fires no DELETE trigger otherwise
        for table, columns in self._columns.items():
            added, removed = (
                f"SELECT seal_row({sign}, '{table}', {', '.join(f'{row}.{c}' for c in columns)});"
                for sign, row in ((1, "NEW"), (-1, "OLD"))
            )
            for event, calls in (("INSERT", added), ("DELETE", removed), ("UPDATE", removed + added)):
                name = f"seal_{table}_{event}"
                self.db.execute(f"CREATE TEMP TRIGGER {name} AFTER {event} ON main.{table} BEGIN {calls} END")

    def _count(self, sign: int, *row: Any) -> None:
        self._sum = (self._sum + sign * self._hash(row)) % _MODULUS

    def _hash(self, row: tuple[Any, ...]) -> int:
        return int.from_bytes(blake2b(_encode(row), key=self._row_key, digest_size=_SIZE).digest(), "big")

    def _sealed(self) -> tuple[bytes, bytes]:
        total = self._sum.to_bytes(_SIZE, "big")
        return total, self._key.mac(_encode(("seal", self.run, self._schema, total)))

    def _read_schema(self) -> list[tuple[Any, ...]]:
        return self.db.execute(
            "SELECT type, name, tbl_name, sql FROM main.sqlite_master ORDER BY type, name"
        ).fetchall()

    def _verified(self, run: str | None) -> str:
        """The run of the database. Raises SealBrokenError."""
        try:
            ((found, *stored),) = self.db.execute("SELECT run, sum, mac FROM seal").fetchall()
            self.run = str(found)
            self._schema = self._read_schema()
            for table, columns in self._columns.items():
                for row in self.db.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608
                    self._count(1, table, *row)
            intact = all(hmac.compare_digest(a, b) for a, b in zip(self._sealed(), stored, strict=True))
        except (sqlite3.OperationalError, ValueError, TypeError):  # a table, a column or the seal is missing
            raise SealBrokenError from None
        if not intact or run not in (None, self.run):
            raise SealBrokenError
        return self.run
