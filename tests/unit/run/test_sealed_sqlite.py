"""Sealed tables: every change without the key is refused at the next open, and no statement breaks the seal."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.state.sealed_sqlite import SealBrokenError, SealedDatabase

KEY = Keyring.generate().internal("test")
TABLES = """CREATE TABLE a(k TEXT PRIMARY KEY, n INTEGER, b BLOB, free TEXT) WITHOUT ROWID;
CREATE TABLE c(k TEXT, n INTEGER)"""
COLUMNS = {"a": ("k", "n", "b"), "c": ("k", "n")}


def opened(folder: Path, run: str | None = None) -> SealedDatabase:
    return SealedDatabase(folder / "x.db", TABLES, COLUMNS, KEY, run)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sealed = opened(tmp_path)
    with sealed.transaction() as db:
        db.executemany(
            "INSERT INTO a VALUES(?,?,?,?)", [("x", 1, b"1", "f"), ("y", 2, b"2", "g"), ("z", None, b"", "")]
        )
        db.executemany("INSERT INTO c VALUES(?,?)", [("x", 1), ("x", 1)])
    with sealed.transaction() as db:
        db.execute("INSERT OR REPLACE INTO a VALUES('x', 5, x'31', 'h')")
        db.execute("INSERT INTO a VALUES('y', 9, NULL, '') ON CONFLICT(k) DO UPDATE SET n = n + excluded.n")
        db.execute("DELETE FROM c WHERE rowid=1")
    with pytest.raises(ZeroDivisionError), sealed.transaction() as db:
        db.execute("DELETE FROM a")
        raise ZeroDivisionError
    sealed.close()
    return tmp_path


@pytest.fixture
def db(folder: Path) -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(folder / "x.db", isolation_level=None)
    yield db
    db.close()


def test_a_database_of_our_own_is_opened_again(folder: Path) -> None:
    again = opened(folder)
    rows = again.db.execute("SELECT k, n FROM a ORDER BY k").fetchall()
    assert rows == [("x", 5), ("y", 11), ("z", None)]
    run = again.run
    again.close()
    opened(folder, run).close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE a SET n=6 WHERE k='x'", "UPDATE a SET n='5x' WHERE k='x'", "UPDATE a SET b=x'30' WHERE k='x'",
        "UPDATE a SET b='1' WHERE k='x'", "UPDATE a SET n=0 WHERE k='z'", "UPDATE a SET k='w' WHERE k='x'",
        "DELETE FROM a WHERE k='z'", "DELETE FROM c", "INSERT INTO c VALUES('x', 1)", "INSERT INTO c VALUES('y', 1)",
        "UPDATE seal SET run='other'", "UPDATE seal SET sum=zeroblob(32)", "UPDATE seal SET mac=zeroblob(32)",
        "UPDATE seal SET mac='x'", "DELETE FROM seal", "INSERT INTO seal SELECT * FROM seal", "DROP TABLE seal",
        "DROP TABLE c", "ALTER TABLE c ADD COLUMN d", "ALTER TABLE a DROP COLUMN b", "CREATE TABLE d(k)",
        "CREATE INDEX i ON a(n)", "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM c; END",
        "CREATE VIEW v AS SELECT 1", "UPDATE a SET n=CASE k WHEN 'x' THEN 11 WHEN 'y' THEN 5 END",
    ],
)  # fmt: skip
def test_a_change_without_the_key_is_refused(folder: Path, db: sqlite3.Connection, change: str) -> None:
    db.execute(change)
    with pytest.raises(SealBrokenError):
        opened(folder)


def test_a_column_that_is_not_sealed_may_change(folder: Path, db: sqlite3.Connection) -> None:
    db.execute("UPDATE a SET free='changed'")
    opened(folder).close()


def test_another_key_and_another_run_are_refused(folder: Path) -> None:
    with pytest.raises(SealBrokenError):
        opened(folder, "another run")
    with pytest.raises(SealBrokenError):
        SealedDatabase(folder / "x.db", TABLES, COLUMNS, Keyring.generate().internal("test"))


def test_the_sums_of_two_copies_do_not_help_to_forge_a_third(folder: Path, tmp_path: Path) -> None:
    """Their difference is the hash of the row that came between: to take it off the sum is not enough."""
    shutil.copy(folder / "x.db", tmp_path / "before.db")
    sealed = opened(folder)
    with sealed.transaction() as db:
        db.execute("INSERT INTO c VALUES('new', 7)")
    sealed.close()
    (before,) = sqlite3.connect(tmp_path / "before.db").execute("SELECT sum FROM seal").fetchone()
    db = sqlite3.connect(folder / "x.db", isolation_level=None)
    db.execute("DELETE FROM c WHERE k='new'")
    db.execute("UPDATE seal SET sum=?", (before,))
    db.close()
    with pytest.raises(SealBrokenError):
        opened(folder)
    shutil.copy(tmp_path / "before.db", folder / "x.db")
    opened(folder).close()
