"""What somebody can change in files of the state without the keyring: rows and columns of databases, and bytes.

Tables and columns are read from the database itself, so that a new column is tried without a new test.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_KNOWN = {"entry": "record", "bundle": "record", "held": "released", "read": "new", "done": "new"}


@dataclass(frozen=True, slots=True)
class Change:
    """Statements that change a database, with their values."""

    table: str
    statements: tuple[tuple[str, tuple[Any, ...]], ...]

    def apply(self, path: Path) -> bool:
        """False where a constraint does not allow the change, or the database holds the same rows after it."""
        db = sqlite3.connect(path, isolation_level=None)
        try:
            db.execute("PRAGMA synchronous=OFF")
            before = _rows(db, self.table)
            for statement, values in self.statements:
                db.execute(statement, values)
            return _rows(db, self.table) != before
        except sqlite3.IntegrityError:
            return False
        finally:
            db.close()


def changes(path: Path, rows_of_each: int = 2) -> Iterator[Change]:
    """Each row of each table deleted and copied; each value changed, NULL, text and another row's."""
    db = sqlite3.connect(path)
    tables = [str(t) for (t,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
    columns = {t: [str(c[1]) for c in db.execute(f"PRAGMA table_info({t})")] for t in tables}
    rows = {t: _rows(db, t) for t in tables}
    db.close()
    for table in tables:
        names, some = columns[table], rows[table][:rows_of_each]
        where = " AND ".join(f"{c} IS ?" for c in names)
        insert = f"INSERT INTO {table} VALUES ({','.join('?' * len(names))})"
        for row in some:
            delete = (f"DELETE FROM {table} WHERE {where}", row)
            yield Change(table, (delete,))
            yield Change(table, ((insert, row),))
            for at, value in enumerate(row):
                others = dict.fromkeys((_other(value), None, repr(value), *(r[at] for r in rows[table] if r != row)))
                for new in list(others)[:5]:
                    changed = (*row[:at], new, *row[at + 1 :])
                    yield Change(table, (delete, (insert, changed)))
                    yield Change(table, ((insert, changed),))
            for other in rows[table]:
                for at in range(len(row)) if other > row else ():
                    one, two = (*row[:at], other[at], *row[at + 1 :]), (*other[:at], row[at], *other[at + 1 :])
                    gone = (delete, (delete[0], other))
                    yield Change(table, (*gone, (insert, one), (insert, two)))


def flips(data: bytes, count: int, seed: int = 7) -> Iterator[bytes]:
    """The data with one byte changed. Long stretches of zeros, which are free space, are left alone."""
    used = [at for at in range(len(data)) if any(data[max(0, at - 8) : at + 8])]
    for at in random.Random(seed).sample(used, min(count, len(used))):
        yield data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def _other(value: Any) -> Any:
    if isinstance(value, int):
        return value + 1
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
    return _KNOWN.get(str(value), f"{value}x") if value is not None else "x"


def _rows(db: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    return sorted(db.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
