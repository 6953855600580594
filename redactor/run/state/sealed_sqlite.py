"""This module seals SQLite tables with a key: rows that are changed without the key are noticed at the next open.

The seal is the sum, modulo 2**256, of a keyed hash of each row (Bellare and Micciancio 1997, AdHash, with keyed BLAKE2b
for the hash), under a separate HMAC: the sum alone would show the hash of a row to whoever compares two copies. It also
covers the schema, so that no added trigger changes rows, and a number of commits. Triggers keep it up to date, so that
no statement can forget it. Rows must also stand in the order of their primary key, and indexes must fit their tables:
otherwise an existing row would not be found. A whole database put back as it was earlier stays valid here; see
`KnownHead` for that. Rows that are changed while a process has the database open are noticed at the next open.
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
from redactor.files.sqlite import connect, connect_read_only, is_of_the_system, transaction
from redactor.keys import DerivedKey

_SEAL = "CREATE TABLE seal(name TEXT NOT NULL, commits INTEGER NOT NULL, sum BLOB NOT NULL, mac BLOB NOT NULL)"
_SIZE = 32
_MODULUS = 1 << (8 * _SIZE)
_encode = msgspec.msgpack.Encoder().encode


class SealBrokenError(RunError):
    """Rows do not fit their seal."""

    def __init__(self) -> None:
        super().__init__("a database was changed without the keyring; restore its folder from a backup")


@contextmanager
def opening(*, damaged: str, changed: str) -> Iterator[None]:
    """Raise RunError with one of these messages if a file that the block opens is no database, or has another seal.

    `{why}` in the message `damaged` becomes SQLite's name of the error. Errors of the disk are raised as they are.
    """
    try:
        yield
    except SealBrokenError:
        raise RunError(changed) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as e:
        if is_of_the_system(e):
            raise
        raise RunError(damaged.replace("{why}", getattr(e, "sqlite_errorname", "not a database"))) from None


class SealedDatabase:
    """A sealed database covers, for each table in `columns`, the columns named there.

    name: a random name that binds the databases of one state to each other; None accepts the present name, or draws
    one. create: create the tables of an empty or missing database, which is refused like a changed one otherwise.
    page_bytes: of a new database.
    read_only: check the seal and the schema, not the rows; a worker reads what the main process has just verified.
    Raises sqlite3.DatabaseError or UnicodeDecodeError (from names) for a file that is no database, SealBrokenError if
    rows were changed without the key, sqlite3.OperationalError if the disk is full or cannot be written
    (`is_of_the_system`). `opening` turns them into messages.
    """

    def __init__(
        self,
        path: Path,
        tables: str,
        columns: Mapping[str, tuple[str, ...]],
        key: DerivedKey,
        name: str | None = None,
        *,
        read_only: bool = False,
        create: bool = True,
        page_bytes: int | None = None,
    ) -> None:
        self.db = connect_read_only(path) if read_only else connect(path, page_bytes=page_bytes)
        self._key = key
        self._row = blake2b(key=key.mac(b"row"), digest_size=_SIZE)
        self._columns = columns
        self._sum = self._sum_at_begin = self.commits = 0
        try:
            if create and not read_only and self._is_empty():
                self._create(tables, name or secrets.token_hex(16))
            self._verify(name, rows=not read_only)
            if not read_only:
                self._create_triggers()
        except BaseException:
            self.db.close()
            raise

    def close(self) -> None:
        self.db.close()

    def begin(self) -> None:
        """Begin a transaction. Raises SealBrokenError if the seal was changed since the last one."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            self._read_seal()
        except BaseException:
            self.rollback()
            raise
        self._sum_at_begin = self._sum

    def commit(self) -> None:
        """Renew the seal and commit. If that fails, nothing of the transaction counts, nor does its number."""
        before = self.commits
        try:
            if self._sum != self._sum_at_begin:
                self.commits += 1
                self.db.execute("UPDATE seal SET commits=?, sum=?, mac=?", self._new_seal())
            self.db.execute("COMMIT")
        except BaseException:
            self.commits = before  # a head with the number of a commit that never was would refuse the store for good
            self.rollback()
            raise

    def rollback(self) -> None:
        """End a transaction without its changes. With a full disk SQLite may have done so itself."""
        if self.db.in_transaction:
            self.db.execute("ROLLBACK")

    def refresh(self) -> None:
        """Read what other processes have committed of the seal. Raises SealBrokenError."""
        self._read_seal()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block in a transaction that renews the seal, and that is rolled back if the block raises."""
        self.begin()
        try:
            yield self.db
        except BaseException:
            self.rollback()
            raise
        self.commit()

    def _is_empty(self) -> bool:
        return not self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]

    def _create(self, tables: str, name: str) -> None:
        with transaction(self.db):
            if not self._is_empty():  # another process was first
                return
            for statement in (*tables.split(";"), _SEAL):
                self.db.execute(statement)
            self.name, self.commits, self._schema = name, 0, self._read_schema()
            self.db.execute("INSERT INTO seal VALUES(?,?,?,?)", (name, *self._new_seal()))

    def _create_triggers(self) -> None:
        self.db.create_function("seal_row", -1, self._count_row)
        self.db.execute("PRAGMA recursive_triggers=ON")  # a row that is replaced fires no DELETE trigger otherwise
        for table, columns in self._columns.items():
            added, removed = (
                f"SELECT seal_row({sign}, '{table}', {', '.join(f'{row}.{c}' for c in columns)});"
                for sign, row in ((1, "NEW"), (-1, "OLD"))
            )
            for event, calls in (("INSERT", added), ("DELETE", removed), ("UPDATE", removed + added)):
                name = f"seal_{table}_{event}"
                self.db.execute(f"CREATE TEMP TRIGGER {name} AFTER {event} ON main.{table} BEGIN {calls} END")

    def _count_row(self, sign: int, *row: Any) -> None:
        self._sum = (self._sum + sign * self._hash(row)) % _MODULUS

    def _hash(self, row: tuple[Any, ...]) -> int:
        hashed = self._row.copy()
        hashed.update(_encode(row))
        return int.from_bytes(hashed.digest(), "big")

    def _new_seal(self) -> tuple[int, bytes, bytes]:
        total = self._sum.to_bytes(_SIZE, "big")
        return self.commits, total, self._key.mac(_encode(("seal", self.name, self.commits, self._schema, total)))

    def _read_schema(self) -> list[tuple[Any, ...]]:
        return self.db.execute(
            "SELECT type, name, tbl_name, sql FROM main.sqlite_master ORDER BY type, name"
        ).fetchall()

    def _read_seal(self) -> None:
        """Read the name, the number of commits and the sum of the seal. Raises SealBrokenError."""
        try:
            ((name, commits, total, mac),) = self.db.execute("SELECT name, commits, sum, mac FROM seal").fetchall()
            self.name, self.commits, self._sum = str(name), int(commits), int.from_bytes(total, "big")
            intact = hmac.compare_digest(self._new_seal()[2], mac)
        except (sqlite3.OperationalError, ValueError, TypeError, OverflowError) as e:  # a column or the seal is missing
            if is_of_the_system(e):
                raise
            raise SealBrokenError from None
        if not intact:
            raise SealBrokenError

    def _verify(self, name: str | None, *, rows: bool) -> None:
        self.db.execute("BEGIN")  # what another process commits meanwhile must not stand between seal and rows
        try:
            self._schema = self._read_schema()
            self._read_seal()
            if name not in (None, self.name):
                raise SealBrokenError
            if rows:
                self._check_indexes()
                self._check_rows()
        except (sqlite3.OperationalError, TypeError) as e:  # a table or a column is missing
            if is_of_the_system(e):
                raise
            raise SealBrokenError from None
        finally:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")

    def _check_indexes(self) -> None:
        """Raise SealBrokenError for inconsistent pages, and for indexes that do not fit their tables."""
        if self.db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise SealBrokenError

    def _check_rows(self) -> None:
        """Raise SealBrokenError unless the rows have the sum of the seal, and stand in the order of their primary
        keys.
        """
        total = 0
        for table, columns in self._columns.items():
            found = {str(row[1]): int(row[5]) for row in self.db.execute(f"PRAGMA table_info({table})")}
            key = [columns.index(c) for c in sorted(found, key=found.__getitem__) if found[c]]
            last: list[Any] | None = None
            for row in self.db.execute(f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED"):  # noqa: S608
                place = [row[i] for i in key]
                if last is not None and key and not last < place:
                    raise SealBrokenError
                last = place
                total += self._hash((table, *row))
        if total % _MODULUS != self._sum:
            raise SealBrokenError
