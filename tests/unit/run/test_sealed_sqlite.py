"""Sealed tables: every change without the key is refused at the next open, and no statement breaks the seal."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from redactor.keys import DerivedKey, Keyring
from redactor.run.state.sealed_sqlite import SealBrokenError, SealedDatabase
from tests.unit.run.test_disk_full import limited

KEY = Keyring.generate().internal("test")
TABLES = """CREATE TABLE a(k TEXT PRIMARY KEY, n INTEGER, b BLOB, free TEXT) WITHOUT ROWID;
CREATE TABLE c(k TEXT, n INTEGER);
CREATE TABLE e(n INTEGER PRIMARY KEY, s TEXT);
CREATE INDEX e_s ON e(s)"""
COLUMNS = {"a": ("k", "n", "b"), "c": ("k", "n"), "e": ("n", "s")}


def opened(folder: Path, name: str | None = None) -> SealedDatabase:
    return SealedDatabase(folder / "x.db", TABLES, COLUMNS, KEY, name)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sealed = opened(tmp_path)
    with sealed.transaction() as db:
        db.executemany(
            "INSERT INTO a VALUES(?,?,?,?)", [("x", 1, b"1", "f"), ("y", 2, b"2", "g"), ("z", None, b"", "")]
        )
        db.executemany("INSERT INTO c VALUES(?,?)", [("x", 1), ("x", 1)])
        db.executemany("INSERT INTO e VALUES(?,?)", [(1, "one"), (2, "two")])
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
    name = again.name
    again.close()
    opened(folder, name).close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE a SET n=6 WHERE k='x'", "UPDATE a SET n='5x' WHERE k='x'", "UPDATE a SET b=x'30' WHERE k='x'",
        "UPDATE a SET b='1' WHERE k='x'", "UPDATE a SET n=0 WHERE k='z'", "UPDATE a SET k='w' WHERE k='x'",
        "DELETE FROM a WHERE k='z'", "DELETE FROM c", "INSERT INTO c VALUES('x', 1)", "INSERT INTO c VALUES('y', 1)",
        "UPDATE seal SET name='other'", "UPDATE seal SET commits=1",
        "UPDATE seal SET sum=zeroblob(32)", "UPDATE seal SET mac=zeroblob(32)",
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


@pytest.mark.parametrize("checks_indexes", [True, False])
def test_a_row_that_its_key_does_not_find_is_refused(
    folder: Path, checks_indexes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rows are there, so that the sum holds, but two of them stand in the wrong order. SQLite need not say so."""
    if not checks_indexes:
        monkeypatch.setattr(SealedDatabase, "_check_indexes", lambda _: None)
    with sqlite3.connect(folder / "x.db") as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name='a'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    data = bytearray((folder / "x.db").read_bytes())
    cells = (page - 1) * size + 8  # after the header of a leaf: the offsets of its cells
    data[cells : cells + 6] = data[cells + 4 : cells + 6] + data[cells + 2 : cells + 4] + data[cells : cells + 2]
    (folder / "x.db").write_bytes(data)
    db = sqlite3.connect(folder / "x.db")
    assert len(db.execute("SELECT k FROM a").fetchall()) == 3
    assert not db.execute("SELECT 1 FROM a WHERE k='x'").fetchall()
    db.close()
    with pytest.raises(SealBrokenError):
        opened(folder)


def test_a_row_that_its_index_does_not_find_is_refused(folder: Path) -> None:
    def execute(*statements: str) -> None:
        db = sqlite3.connect(folder / "x.db", isolation_level=None)
        db.execute("PRAGMA writable_schema=ON")
        for statement in statements:
            db.execute(statement)
        db.close()

    with sqlite3.connect(folder / "x.db") as db:
        index = db.execute("SELECT * FROM sqlite_master WHERE name='e_s'").fetchone()
    db.close()
    execute("DELETE FROM e WHERE n=2", "DELETE FROM sqlite_master WHERE name='e_s'")
    execute("INSERT INTO e VALUES(2, 'two')", f"INSERT INTO sqlite_master VALUES{index}")
    db = sqlite3.connect(folder / "x.db")
    assert len(db.execute("SELECT n FROM e NOT INDEXED").fetchall()) == 2
    assert not db.execute("SELECT n FROM e WHERE s='two'").fetchall()
    db.close()
    with pytest.raises(SealBrokenError):
        opened(folder)


def test_a_reader_checks_the_seal_and_not_the_rows(folder: Path, db: sqlite3.Connection) -> None:
    def reader() -> SealedDatabase:
        return SealedDatabase(folder / "x.db", TABLES, COLUMNS, KEY, read_only=True)

    db.execute("DELETE FROM c")
    reader().close()
    db.execute("CREATE VIEW v AS SELECT 1")
    with pytest.raises(SealBrokenError):
        reader()


def test_a_seal_that_is_changed_between_two_transactions_is_not_renewed(folder: Path, db: sqlite3.Connection) -> None:
    sealed = opened(folder)
    db.execute("UPDATE seal SET sum=zeroblob(32)")
    with pytest.raises(SealBrokenError), sealed.transaction():
        pass
    assert not sealed.db.in_transaction
    sealed.close()


def test_a_column_that_is_not_sealed_may_change(folder: Path, db: sqlite3.Connection) -> None:
    db.execute("UPDATE a SET free='changed'")
    opened(folder).close()


def test_another_key_and_another_name_are_refused(folder: Path) -> None:
    with pytest.raises(SealBrokenError):
        opened(folder, "another name")
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


def test_a_sum_without_the_key_tells_and_forges_nothing(tmp_path: Path) -> None:
    """Under a plain hash an attacker computes sums: which guessed row was added, and other rows of the same sum."""

    def sums(key: DerivedKey, path: Path) -> list[int]:
        found = []
        sealed = SealedDatabase(path, TABLES, COLUMNS, key)
        for row in (("x", 1), ("y", 2)):
            with sealed.transaction() as db:
                db.execute("INSERT INTO c VALUES(?,?)", row)
            (total,) = sealed.db.execute("SELECT sum FROM seal").fetchone()
            found.append(int.from_bytes(total, "big"))
        sealed.close()
        return [found[0], (found[1] - found[0]) % 2**256]

    mine, other = sums(KEY, tmp_path / "mine.db"), sums(Keyring.generate().internal("test"), tmp_path / "other.db")
    assert mine == sums(KEY, tmp_path / "again.db"), "the sum depends on rows and key alone"
    assert not set(mine) & set(other), "and on the key"
    encoded = msgspec.msgpack.encode(("c", "x", 1))
    plain = {hashlib.blake2b(encoded, digest_size=32).digest(), hashlib.sha256(encoded).digest()}
    assert mine[0] not in {int.from_bytes(digest, "big") for digest in plain}


def test_an_attacker_who_recomputes_the_sum_is_refused(folder: Path, db: sqlite3.Connection) -> None:
    """The difference of a changed row is put on the sum, under the plain hash, and under the MAC that stands there."""

    def plain(row: tuple[object, ...]) -> int:
        return int.from_bytes(hashlib.blake2b(msgspec.msgpack.encode(row), digest_size=32).digest(), "big")

    (total,) = db.execute("SELECT sum FROM seal").fetchone()
    changed = int.from_bytes(total, "big") - plain(("a", "x", 5, b"1")) + plain(("a", "x", 6, b"1"))
    db.execute("UPDATE a SET n=6 WHERE k='x'")
    db.execute("UPDATE seal SET sum=?", ((changed % 2**256).to_bytes(32, "big"),))
    with pytest.raises(SealBrokenError):
        opened(folder)


@pytest.mark.parametrize("size", [0, 30_000, 60_000])
def test_a_disk_that_fills_within_a_transaction_is_told_as_such(folder: Path, size: int) -> None:
    """SQLite has rolled back itself by then."""
    sealed = opened(folder)
    sealed.db.execute("PRAGMA cache_size=2")  # pages are written before the commit
    with limited(size), pytest.raises(sqlite3.OperationalError) as told, sealed.transaction() as db:
        db.executemany("INSERT INTO e(s) VALUES(?)", [("x" * 3_000,)] * 100)
    assert told.value.sqlite_errorcode == sqlite3.SQLITE_IOERR_WRITE
    with sealed.transaction() as db:
        db.execute("INSERT INTO e(s) VALUES('three')")
    sealed.close()
    assert opened(folder).db.execute("SELECT count(*) FROM e").fetchone() == (3,)


def test_a_commit_that_fails_leaves_no_transaction_open(folder: Path) -> None:
    sealed = opened(folder)
    with limited(0), pytest.raises(sqlite3.OperationalError), sealed.transaction() as db:
        db.execute("INSERT INTO e(s) VALUES('three')")
    assert not sealed.db.in_transaction
    with sealed.transaction() as db:
        db.execute("INSERT INTO e(s) VALUES('three')")
    sealed.close()
    opened(folder).close()
