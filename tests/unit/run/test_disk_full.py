"""A full disk is told as such, damages nothing, and the same command goes on once there is space."""

from __future__ import annotations

import errno
import json
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer

from redactor.assemble.runs import build_run
from redactor.cli.messages import guarded
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.drop_layout import errors_without_names
from redactor.run.runner import run
from redactor.run.state import sealed_sqlite
from redactor.run.state.journal import Journal
from redactor.run.state.known_store import KnownStore
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.recording_journal import RecordingJournal
from redactor.settings import Settings, load_settings

KEYS = Keyring.generate()


@contextmanager
def limited(size: int) -> Iterator[None]:
    """No file may grow beyond `size` bytes: EFBIG from the kernel, where a full disk gives ENOSPC."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def settings(root: Path) -> Settings:
    return load_settings(home=root / "home", keyring=str(root / "keys.json"), detectors=("patterns",))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    people = ({"resourceType": "Patient", "id": f"p{i}", "name": [{"family": f"Vexholm{i}"}]} for i in range(300))
    lines = [json.dumps(p) for p in people]
    lines[7::20] = ["{broken"] * len(lines[7::20])
    (tmp_path / "in" / "a.ndjson").write_text("\n".join(lines))
    KEYS.save(tmp_path / "keys.json")
    return tmp_path


@pytest.mark.parametrize("size", [0, 3_000, 20_000, 40_000, 70_000, 150_000])
def test_a_run_that_found_no_space_goes_on_and_gives_the_same_bytes(root: Path, size: int) -> None:
    made = settings(root).model_copy(update={"batch_records": 50})
    run(*build_run(made, root / "in", root / "whole", root / "state-whole"))
    with limited(size), pytest.raises((OSError, sqlite3.OperationalError)) as told:
        run(*build_run(made, root / "in", root / "out", root / "state"))
    assert not isinstance(told.value, OSError) or told.value.errno == errno.EFBIG
    run(*build_run(made, root / "in", root / "out", root / "state"))
    first, second = ({p.name: p.read_bytes() for p in (root / x).glob("records-*")} for x in ("whole", "out"))
    assert first == second and first


@pytest.mark.parametrize("opened", ["journal", "quarantine", "known", "recordings"])
def test_a_store_without_space_is_not_called_damaged(
    opened: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = sealed_sqlite.connect
    stores: dict[str, Callable[[], Any]] = {
        "journal": lambda: Journal(tmp_path, KEYS),
        "quarantine": lambda: QuarantineStore(tmp_path, KEYS),
        "recordings": lambda: RecordingJournal(tmp_path, KEYS),
        "known": lambda: KnownStore.open(tmp_path / "known.db", KEYS),
    }

    def full(path: Path, **options: Any) -> sqlite3.Connection:
        db = real(path, **options)
        db.execute("PRAGMA max_page_count=1")
        return db

    monkeypatch.setattr(sealed_sqlite, "connect", full)
    with pytest.raises(sqlite3.OperationalError) as told:
        stores[opened]()
    assert told.value.sqlite_errorcode == sqlite3.SQLITE_FULL
    monkeypatch.undo()
    stores[opened]().close()


def test_what_is_damaged_still_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"not a database, but long enough to be read as one" * 100)
    with pytest.raises(RunError, match="the journal is damaged"):
        Journal(tmp_path, KEYS)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_no_space_has_a_message_and_an_exit_code_of_its_own(code: int, capsys: pytest.CaptureFixture[str]) -> None:
    @guarded
    def command() -> None:
        raise OSError(code, "no space", "/in/Vexholm.txt")

    with pytest.raises(typer.Exit) as told:
        command()
    out = capsys.readouterr().err
    assert told.value.exit_code == 3 and "the disk is full" in out and "Vexholm" not in out


def test_a_full_database_has_the_same_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    @guarded
    def command() -> None:
        db = sqlite3.connect(tmp_path / "a.db")
        db.execute("PRAGMA max_page_count=1")
        db.execute("CREATE TABLE a(b)")

    with pytest.raises(typer.Exit) as told:
        command()
    assert told.value.exit_code == 3 and "the disk is full" in capsys.readouterr().err


def test_a_database_that_may_not_grow_has_the_same_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    @guarded
    def command() -> None:
        db = sqlite3.connect(tmp_path / "a.db")
        db.execute("CREATE TABLE a(b)")
        db.execute("INSERT INTO a VALUES(zeroblob(100000))")
        db.commit()

    with limited(20_000), pytest.raises(typer.Exit) as told:
        command()
    assert told.value.exit_code == 3 and "limit on the size of files" in capsys.readouterr().err


def test_other_errors_of_files_keep_theirs(capsys: pytest.CaptureFixture[str]) -> None:
    @guarded
    def command() -> None:
        raise OSError(errno.EACCES, "Permission denied", "/in/Vexholm.txt")

    with pytest.raises(typer.Exit) as told:
        command()
    assert told.value.exit_code == 2 and "Permission denied" in capsys.readouterr().err


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_of_a_drop_folder_has_the_same_exit_code(code: int, capsys: pytest.CaptureFixture[str]) -> None:
    @guarded
    def command() -> None:
        with errors_without_names():
            raise OSError(code, "no space", "/in/Vexholm.txt")

    with pytest.raises(typer.Exit) as told:
        command()
    out = capsys.readouterr().err
    assert told.value.exit_code == 3 and "drop folder" in out and "full" in out and "Vexholm" not in out


def test_a_full_journal_of_a_drop_folder_has_the_same_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    @guarded
    def command() -> None:
        with errors_without_names():
            db = sqlite3.connect(tmp_path / "a.db")
            db.execute("PRAGMA max_page_count=1")
            db.execute("CREATE TABLE a(b)")

    with pytest.raises(typer.Exit) as told:
        command()
    assert told.value.exit_code == 3 and "drop folder" in capsys.readouterr().err


def test_other_errors_of_a_drop_folder_keep_theirs(capsys: pytest.CaptureFixture[str]) -> None:
    @guarded
    def command() -> None:
        with errors_without_names():
            raise OSError(errno.EACCES, "Permission denied", "/in/Vexholm.txt")

    with pytest.raises(typer.Exit) as told:
        command()
    out = capsys.readouterr().err
    assert told.value.exit_code == 2 and "EACCES" in out and "Vexholm" not in out
