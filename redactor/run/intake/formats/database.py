"""This module reads the tables of SQLite databases as tables of text, as CSV would hold them.

The database is opened read only and immutable: no lock, no journal and no index is written. Views, virtual tables and
their functions are not read, nor are deleted rows, and code within the schema is not trusted.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from redactor.run.contracts import FileReason
from redactor.run.intake.files import RECORD_WEIGHT, is_bomb
from redactor.run.intake.formats.refusals import RefusedError
from redactor.run.intake.formats.workbook import MAX_COLUMNS, check_names
from schemas.engine.records import Reason

_MAGIC = b"SQLite format 3\0"
# Bytes of the header.
_HEAD = 100
_PAGE_SIZE, _PAGES, _CHANGE, _COUNTED_AT = slice(16, 18), slice(28, 32), slice(24, 28), slice(92, 96)
_VERSIONS = slice(18, 20)  # 2 says that rows may lie in a log beside the file
_MAX_TABLES = 1_000
_TABLES = (
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
)


def tables(source: Path | bytes, limit: int) -> list[str]:
    """Return the names of the tables. source: a path, or the bytes of the database. Raises RefusedError."""
    with closing(_opened(source, limit)) as db:
        return _names(db)


def rows(source: Path | bytes, table: int, limit: int) -> Iterator[list[str]]:
    """Yield the names of a table's columns, then its rows, in the order of their storage. Raises RefusedError.

    NULL and bytes are an empty cell.
    """
    stored = len(source) if isinstance(source, bytes) else source.stat().st_size
    with closing(_opened(source, limit)) as db:
        quoted = _names(db)[table].replace('"', '""')
        try:
            found = db.execute(f'SELECT * FROM "{quoted}"')  # noqa: S608 - quoted; names of tables are no parameters
            names = [column[0] for column in found.description]
            check_names(names)
            yield names
            given = 0
            for row in found:
                cells = [_shown(value) for value in row]
                given += RECORD_WEIGHT + sum(map(len, cells))
                if is_bomb(given, stored):
                    raise RefusedError(FileReason.BOMB)
                yield cells
        except sqlite3.DataError:
            raise RefusedError(Reason.TOO_LARGE) from None
        except sqlite3.Error:
            raise RefusedError(FileReason.UNREADABLE) from None


def _names(db: sqlite3.Connection) -> list[str]:
    try:
        found = db.execute(_TABLES).fetchmany(_MAX_TABLES + 1)
    except sqlite3.Error:
        raise RefusedError(FileReason.UNREADABLE) from None
    if len(found) > _MAX_TABLES:
        raise RefusedError(FileReason.BOMB)
    return [str(name) for name, sql in found if not str(sql).lstrip().upper().startswith("CREATE VIRTUAL")]


def _opened(source: Path | bytes, limit: int) -> sqlite3.Connection:
    if isinstance(source, bytes):
        _check(source[:_HEAD], len(source))
        db = sqlite3.connect(":memory:")
        db.deserialize(_without_log(source))
    else:
        with source.open("rb") as f:
            _check(f.read(_HEAD), f.seek(0, os.SEEK_END))
        db = sqlite3.connect(f"file:{_quoted(source)}?mode=ro&immutable=1", uri=True)
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limit)
    db.setlimit(sqlite3.SQLITE_LIMIT_COLUMN, MAX_COLUMNS)
    db.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    db.execute("PRAGMA trusted_schema=OFF")
    db.execute("PRAGMA query_only=ON")
    db.execute("PRAGMA cell_size_check=ON")
    db.execute("PRAGMA mmap_size=0")
    return db


def _check(head: bytes, size: int) -> None:
    """Raise RefusedError for what is no database, and for a file that lacks pages: SQLite reads zeros in their place,
    and so rows without values.
    """
    if not head.startswith(_MAGIC):
        raise RefusedError(FileReason.UNREADABLE)
    page = int.from_bytes(head[_PAGE_SIZE], "big")
    page = 65_536 if page == 1 else page
    # Writers before 2010 leave the number of pages out; it counts if it is of the last change.
    pages = int.from_bytes(head[_PAGES], "big") if head[_CHANGE] == head[_COUNTED_AT] else 0
    is_size = page >= 512 and not page & (page - 1)  # any other SQLite refuses
    if is_size and (size % page or size < page * pages):
        raise RefusedError(FileReason.TRUNCATED)


def _without_log(data: bytes) -> bytes:
    """Return a database of which all rows are in the file itself."""
    return data[: _VERSIONS.start] + b"\1\1" + data[_VERSIONS.stop :]


def _quoted(path: Path) -> str:
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _shown(value: object) -> str:
    if value is None or isinstance(value, bytes):
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)
