"""An attacker who can write to the state and OUT, without the keyring: nothing that was held back leaves."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from redactor.errors import RedactorError
from redactor.keys import Keyring
from redactor.run.release import release
from redactor.run.runner import run
from tests.crash.crash_child import callbacks, config, make

KEYS = Keyring.generate()
FLIPS = 80  # of each file
DATABASES = ("journal.db", "quarantine.db")


class Home:
    """A finished run: one record released, a Bundle held with its entries, two records held, one let go since."""

    def __init__(self, root: Path) -> None:
        self.source, self.state, self.out = root / "in", root / "state", root / "out"

    def make(self) -> None:
        self.source.mkdir(parents=True)
        entries = [{"resource": {"resourceType": "Patient", "id": f"p{i}", "bad": i == 1}} for i in range(3)]
        bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
        rows = [{"id": "1"}, {"id": "2", "bad": True}, {"id": "3", "bad": True}, {**bundle, "bad": True}]
        (self.source / "a.ndjson").write_bytes(b"".join(json.dumps(r).encode() + b"\n" for r in rows))
        run(config(self.source, self.out, self.state, KEYS), callbacks())

    def release(self) -> tuple[str, ...]:
        return tuple(release(config(None, self.out, self.state, KEYS), make).released)

    def resume(self) -> None:
        run(config(self.source, self.out, self.state, KEYS), callbacks())

    def in_out(self) -> dict[str, bytes]:
        return {p.name: p.read_bytes() for p in sorted(self.out.iterdir())}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home(tmp_path_factory.mktemp("original"))
    home.make()
    assert home.release() == ()
    return home


@pytest.fixture
def copy(original: Home, tmp_path: Path) -> Callable[[], Home]:
    """Makes a fresh copy of the run."""

    def fresh() -> Home:
        for folder in ("state", "out", "in"):
            shutil.rmtree(tmp_path / folder, ignore_errors=True)
            shutil.copytree(original.source.parent / folder, tmp_path / folder, copy_function=shutil.copy2)
        return Home(tmp_path)

    return fresh


def changes(path: Path) -> Iterator[tuple[str, list[object]]]:
    """One changed value for each column of each table, each row taken out, and each row twice."""
    with sqlite3.connect(path) as db:
        tables = [str(t) for (t,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        for table in tables:
            columns = [str(c[1]) for c in db.execute(f"PRAGMA table_info({table})")]
            for row in db.execute(f"SELECT * FROM {table}").fetchall():
                where = " AND ".join(f"{c} IS ?" for c in columns)
                yield f"DELETE FROM {table} WHERE {where}", list(row)
                for column, value in zip(columns, row, strict=True):
                    yield f"UPDATE {table} SET {column}=? WHERE {where}", [other(value), *row]


def other(value: object) -> object:
    if isinstance(value, int):
        return value + 1
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
    known = {"entry": "record", "bundle": "record", "held": "released", "read": "new", "done": "new"}
    return known.get(str(value), f"{value}x") if value is not None else "x"


@pytest.mark.parametrize("name", DATABASES)
def test_a_changed_column_or_row_ends_in_a_refusal(name: str, original: Home, copy: Callable[[], Home]) -> None:
    tried = 0
    for statement, values in changes(original.state / name):
        home = copy()
        before = home.in_out()
        with sqlite3.connect(home.state / name) as db:
            try:
                db.execute(statement, values)
            except sqlite3.IntegrityError:
                continue
        db.close()
        for attempt in (home.release, home.resume):
            with suppress(RedactorError):
                attempt()
                assert "payload" in statement, statement  # read when somebody has mended what held it
        assert home.in_out() == before, statement
        tried += 1
    assert tried > 40


@pytest.mark.parametrize("name", [*DATABASES, "audit.ndjson"])
def test_a_changed_byte_releases_nothing_that_was_held(name: str, original: Home, copy: Callable[[], Home]) -> None:
    data = (original.state / name).read_bytes()
    chosen = random.Random(7).sample(range(len(data)), min(FLIPS, len(data)))
    for at in chosen:
        home = copy()
        before = home.in_out()
        (home.state / name).write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        with suppress(RedactorError):
            home.release()
        with suppress(RedactorError):
            home.resume()
        assert home.in_out() == before, at


def test_the_state_of_another_run_is_refused(copy: Callable[[], Home], tmp_path: Path) -> None:
    home, second = copy(), Home(tmp_path / "second")
    second.make()
    before = home.in_out()
    shutil.copy(second.state / "quarantine.db", home.state / "quarantine.db")
    with pytest.raises(RedactorError, match="another keyring, run"):
        home.release()
    assert home.in_out() == before
