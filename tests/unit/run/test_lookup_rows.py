"""Rows for lookups: what is stored is read back, nothing of it stands in clear, and every change is noticed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import Processed, RunMetadata
from redactor.run.intake.files import InputFile
from redactor.run.state.commits import Commit
from redactor.run.state.journal import Journal
from redactor.run.state.lookup_rows import LookupRows, Row, forget_rows, has_rows, open_for_run, rotate_rows, row_of
from redactor.run.state.progress import FileProgress
from schemas.engine.records import Original, Outcome
from tests.each_row import each_row

KEYS = Keyring.generate()
METADATA = RunMetadata("p@1", "digest", "claim", "enclave", "source", "p1", {})
NAME = "Vexholm, Tordelia.txt"
FILE = InputFile(1, Path("x"), NAME, "note", "", ".txt", 10, 20)
ANN = Row("r1", "1:1", Original("Patient", "mrn-1847", "tok1", "mrn-1847", "tok1", "subject-1"))
BOB = Row("r2", "2:5", Original("Observation", "obs-2958", "tok2", "mrn-3069", "tok3", "subject-2"))


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[LookupRows]:
    opened = LookupRows(tmp_path, KEYS, "run", create=True)
    yield opened
    opened.close()


def stored(state: Path) -> list[tuple[Row, str]]:
    opened = LookupRows(state, KEYS)
    found = [(f.row, f.file) for f in opened.read()]
    opened.close()
    return found


def bytes_of(state: Path) -> bytes:
    return b"".join(p.read_bytes() for p in sorted(state.iterdir()) if p.is_file())


def test_what_is_added_is_read_in_order_and_nothing_of_it_is_in_clear(rows: LookupRows, tmp_path: Path) -> None:
    rows.add(2, 5, [BOB], {2: "b.ndjson"})
    rows.add(1, 3, [ANN], {1: NAME})
    rows.add(1, 7, [], {1: NAME})
    assert [(f.row, f.file) for f in rows.read()] == [(ANN, NAME), (BOB, "b.ndjson")]
    assert [f.row for f in rows.read(2)] == [BOB] and list(rows.read(3)) == []
    held = bytes_of(tmp_path)
    assert not any(text.encode() in held for text in (NAME, "Vexholm", "mrn-", "obs-2958", "tok1", "subject-1"))


def test_only_what_left_has_a_row() -> None:
    left = [o for o in Outcome if row_of("1:1", Processed(o, "r1", "", original=ANN.original)) is not None]
    assert left == [Outcome.RELEASED, Outcome.DELETED]
    assert row_of("1:1", Processed(Outcome.RELEASED, "r1", "")) is None


def test_what_json_and_paths_may_hold_is_stored(rows: LookupRows) -> None:
    half = Row("r", "1:1", Original("Patient", "\ud800x", "tok", subject="s"))
    name = b"caf\xe9.txt".decode("utf-8", "surrogateescape")
    rows.add(1, 1, [half], {1: name})
    (found,) = rows.read()
    assert found.file == name and found.row.original.id == "\\ud800x" and found.row.original.subject == "s"


def test_what_stands_behind_the_journaled_turn_is_dropped(rows: LookupRows) -> None:
    rows.add(1, 3, [ANN], {1: NAME})
    rows.add(1, 6, [ANN], {1: NAME})
    rows.add(2, 6, [BOB], {2: "b"})
    rows.drop_after(1, 3)
    assert [f.row for f in rows.read()] == [ANN, BOB]


def test_forgetting_erases_the_rows_of_a_patient_and_the_names_of_their_files(tmp_path: Path) -> None:
    opened = LookupRows(tmp_path, KEYS, "run", create=True)
    opened.add(1, 3, [ANN, BOB], {1: NAME, 2: "b"})
    opened.add(1, 6, [BOB], {2: "b"})
    before = {e for (e,) in opened._db.execute("SELECT entry FROM batches")}
    opened.close()
    assert forget_rows(tmp_path, KEYS, {"subject-1"}) == 1
    assert stored(tmp_path) == [(BOB, "b"), (BOB, "b")]
    assert sum(entry in bytes_of(tmp_path) for entry in before) == 1
    assert forget_rows(tmp_path, KEYS, {"subject-1"}) == 0
    assert forget_rows(tmp_path / "elsewhere", KEYS, {"subject-1"}) == 0


def test_rotation_encrypts_all_rows_again(rows: LookupRows, tmp_path: Path) -> None:
    rows.add(1, 3, [ANN], {1: NAME})
    later = KEYS.rotated()
    assert rotate_rows(tmp_path, later) == 1 and rotate_rows(tmp_path, later) == 0
    opened = LookupRows(tmp_path, later)
    assert [f.row for f in opened.read()] == [ANN]
    opened.close()


def _edit(sql: str) -> Callable[[Path], None]:
    def change(state: Path) -> None:
        db = sqlite3.connect(state / "lookup.db")
        db.execute(sql)
        db.commit()
        db.close()

    return change


CHANGES: dict[str, Callable[[Path], None]] = {
    "a row is deleted": _edit("DELETE FROM batches WHERE turn=3"),
    "a row moves to another file": _edit("UPDATE batches SET file=9 WHERE turn=3"),
    "a row is copied over another": _edit("UPDATE batches SET entry=(SELECT entry FROM batches WHERE turn=3)"),
    "a row is added": _edit("INSERT INTO batches VALUES(3, 3, x'00')"),
    "the file is removed": lambda state: (state / "lookup.db").unlink(),
    "the file is no database": lambda state: (state / "lookup.db").write_bytes(b"no database" * 100),
    "an older copy is put back": lambda state: shutil.copy(state / "older.db", state / "lookup.db") and None,
}


@each_row("what", CHANGES)
def test_a_change_without_the_key_is_noticed(what: str, tmp_path: Path) -> None:
    state = tmp_path / what
    state.mkdir()
    journal = Journal(state, KEYS)
    opened = open_for_run(state, KEYS, journal)
    assert opened is not None
    journal.begin("f", [FILE], METADATA)
    for turn in (3, 6):
        opened.add(1, turn, [ANN], {1: NAME})
        opened._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if turn == 3:
            shutil.copy(state / "lookup.db", state / "older.db")
        journal.commit(Commit(1, FileProgress(taken=turn), 0, marks=opened.marks()))
    opened.close()
    assert len(stored(state)) == 2
    CHANGES[what](state)
    with pytest.raises(RunError, match="rows for lookups of this state were removed, changed"):
        stored(state)
    with pytest.raises(RunError, match="rows for lookups"):
        open_for_run(state, KEYS, journal)
    with pytest.raises(RunError, match="rows for lookups"):
        forget_rows(state, KEYS, {"subject-1"})
    journal.close()


def test_another_keyring_and_another_run_are_refused(rows: LookupRows, tmp_path: Path) -> None:
    rows.add(1, 3, [ANN], {1: NAME})
    with pytest.raises(RunError, match="REDACTOR_KEYRING"):
        LookupRows(tmp_path, Keyring.generate())
    with pytest.raises(RunError, match="rows for lookups"):
        LookupRows(tmp_path, KEYS, "another run")


def test_a_run_that_an_older_version_began_goes_on_without_rows(tmp_path: Path) -> None:
    journal = Journal(tmp_path, KEYS)
    journal.begin("f", [FILE], METADATA)
    assert open_for_run(tmp_path, KEYS, journal) is None and not has_rows(tmp_path)
    journal.close()
