"""A disk that fills up, or a kill, at any step of storing known values: the next start goes on, and nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.entities import Entity, Role
from redactor.errors import RunError
from redactor.files import atomic_file
from redactor.files.sqlite import is_full
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT
from redactor.run.state import known_store, site_tables
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from tests.each_row import each_row
from tests.unit.run.disk_kit import fill, small_disk

KEYS = Keyring.generate()
TOPIC, SITE = "phi.known.v1", "site:x"
DOE = KnownValue("John Doe", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Doe")))


class Desk:
    """A home and the folder of a keyring; `take_in` applies a topic of a few batches as a worker does."""

    def __init__(self, root: Path, batches: int) -> None:
        self.home, self.keys, self.batches = root / "home", root / "keys", batches
        for folder in (self.home, self.keys):
            folder.mkdir(exist_ok=True, parents=True)
        self.path, self.head = self.home / "known.db", self.keys / "keys.json.known"

    def open(self) -> KnownStore:
        return KnownStore.open(self.path, KEYS, head_file=self.head)

    def take_in(self) -> None:
        with self.open() as store:
            for n in range(store.position(TOPIC), self.batches):
                with store.transaction(TOPIC, n + 1):
                    store.add(f"p{n}", [DOE, KnownValue(f"MRN{n:07}", Entity.MEDICAL_RECORD_NUMBER)], PATIENT)
                    store.add(SITE, [KnownValue(f"Ana Orban{n}", Entity.DOCTOR, Role.CLINICIAN)])
                    store.join()
                    if n == 1:
                        store.erase(Erasure(b"e" * 16, ("p0",)))

    def check(self) -> None:
        with self.open() as store:
            assert store.position(TOPIC) == self.batches
            for n in range(self.batches):
                mrn = KnownValue(f"MRN{n:07}", Entity.MEDICAL_RECORD_NUMBER)
                assert set(store.get(f"p{n}")) == ({DOE, mrn} if n != 0 else set())
                assert tuple(store.keyed(f"p{n}")) == store.get(f"p{n}")
            assert len(store.get(SITE)) == self.batches


def is_told_as_full(error: BaseException) -> bool:
    return (isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EFBIG)) or (
        isinstance(error, sqlite3.OperationalError)
        and (is_full(error) or error.sqlite_errorcode == sqlite3.SQLITE_IOERR_WRITE)  # of a limit
    )


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, 12)


@pytest.mark.parametrize("full", ["home", "keys", "both"])
@pytest.mark.parametrize("left", [0, 4_096, 20_480, 40_960, 61_440, 102_400, 163_840])
def test_a_real_disk_that_fills_up_loses_nothing_when_space_is_freed(desk: Desk, full: str, left: int) -> None:
    with small_disk(desk.home, 1 << 20), small_disk(desk.keys, 1 << 18):
        with desk.open() as store:
            store.add("before", [DOE])
            store.join()
        folders = [f for f in (desk.home, desk.keys) if full in (f.name, "both")]
        others = [fill(folder, left) for folder in folders]
        failed = 0
        for _ in range(3):  # a worker tries again and again
            try:
                desk.take_in()
            except (OSError, sqlite3.OperationalError) as e:
                assert is_told_as_full(e)
                failed += 1
        assert failed or left > (0 if full == "keys" else 100_000)
        for file in others:
            file.unlink()
        desk.take_in()
        desk.check()


@pytest.mark.parametrize("full", ["home", "keys"])
def test_a_run_says_that_the_disk_is_full_and_goes_on_when_space_is_freed(
    desk: Desk, full: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDACTOR_HOME", str(desk.home))
    monkeypatch.setenv("REDACTOR_KEYRING", str(desk.keys / "keys.json"))
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns", "known"]')
    people = [{"resourceType": "Patient", "id": f"p{n}", "name": [{"family": f"Vexholm{n}"}]} for n in range(50)]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.ndjson").write_text("\n".join(map(json.dumps, people)))
    command = ["run", str(tmp_path / "in"), str(tmp_path / "out"), "--state", str(tmp_path / "state")]
    with small_disk(desk.home, 1 << 20), small_disk(desk.keys, 1 << 18):
        KEYS.save(desk.keys / "keys.json")
        other = fill(getattr(desk, full), 0)
        for _ in range(2):
            told = CliRunner().invoke(app, command)
            assert told.exit_code == 3 and "the disk is full" in told.output, told.output
        other.unlink()
        assert CliRunner().invoke(app, command).exit_code == 0


def test_no_file_may_grow_beyond_any_size_and_nothing_is_lost(desk: Desk) -> None:
    """At each size another write fails, in the database, its log, or the head."""
    failed = 0
    sizes = [0, 100, *range(4_096, 400_000, 24_690)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for size in sizes:
        for folder in (desk.home, desk.keys):
            shutil.rmtree(folder)
            folder.mkdir()
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            desk.take_in()
        except (OSError, sqlite3.OperationalError) as e:
            assert is_told_as_full(e)
            failed += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        desk.take_in()
        desk.check()
    assert failed > 6


# -- each durable step


def _steps(monkeypatch: pytest.MonkeyPatch, stop: Callable[[], None]) -> None:
    """Let `stop` be called before and after each durable step of a commit and of its head."""

    def around(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def step(*args: Any, **kwargs: Any) -> Any:
            stop()
            done = real(*args, **kwargs)
            stop()
            return done

        monkeypatch.setattr(owner, name, step)

    around(known_store.SealedDatabase, "commit")
    around(atomic_file, "write_heads")
    around(known_store.known_versions, "set_mark")
    around(atomic_file.os, "fsync")
    around(Path, "replace")
    monkeypatch.setattr("redactor.run.state.known_database.write_heads", atomic_file.write_heads)


class Stop:
    """Does something at one of many calls. left: number of calls before."""

    def __init__(self, left: int, act: Callable[[], None]) -> None:
        self.left, self._act = left, act

    def __call__(self) -> None:
        self.left -= 1
        if self.left == -1:
            self._act()


def _refuse() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_no_space_at_any_step_loses_nothing(tmp_path: Path) -> None:
    for at in range(10_000):
        desk, stop = Desk(tmp_path / str(at), 2), Stop(at, _refuse)
        with pytest.MonkeyPatch.context() as patched:
            _steps(patched, stop)
            try:
                desk.take_in()
            except OSError as e:
                assert e.errno == errno.ENOSPC
        desk.take_in()
        desk.check()
        if stop.left >= 0:
            break
        shutil.rmtree(desk.home.parent)
    assert at > 25


@pytest.mark.slow  # a process of this size is copied for each step
def test_a_kill_at_any_step_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cleaned up, and all processes have the same number, as in containers."""
    monkeypatch.setattr(os, "getpid", lambda: 1)
    for at in range(10_000):
        desk = Desk(tmp_path / str(at), 2)
        child = os.fork()
        if not child:
            _take_in_until_killed(desk, at)
        _, status = os.waitpid(child, 0)
        desk.take_in()
        desk.check()
        if not os.WIFSIGNALED(status):
            assert os.WEXITSTATUS(status) == 0
            break
        shutil.rmtree(desk.home.parent)
    assert at > 25


def _take_in_until_killed(desk: Desk, at: int) -> NoReturn:
    """Run in a child, which ends here."""
    own = int(Path("/proc/self").readlink().name)
    try:
        with pytest.MonkeyPatch.context() as patched:
            _steps(patched, Stop(at, lambda: os.kill(own, signal.SIGKILL)))
            desk.take_in()
    except BaseException:
        os._exit(3)
    os._exit(0)


# -- what the head still refuses


@each_row("then", ["older", "removed", "another"])
def test_after_a_full_disk_the_head_still_knows_its_store(tmp_path: Path, then: str) -> None:
    desk = Desk(tmp_path / then, 0)
    with desk.open() as store:
        store.add("a", [DOE])
    older = desk.path.read_bytes()
    with desk.open() as store:
        store.add("a", [KnownValue("Jane Roe", Entity.PERSON)])
        store.join()
        store._db.execute("PRAGMA max_page_count=1")
        with pytest.raises(sqlite3.OperationalError) as told:
            store.add("a", [KnownValue(f"Name{n}", Entity.PERSON) for n in range(1_500)])
        assert told.value.sqlite_errorcode == sqlite3.SQLITE_FULL
    desk.path.unlink()
    if then == "older":
        desk.path.write_bytes(older)
    elif then == "another":
        KnownStore.open(desk.path, KEYS).close()
    with pytest.raises(RunError, match="those that the keyring remembers"):
        desk.open()


@each_row("scope", ["a", SITE])
def test_a_part_of_a_change_is_never_kept(tmp_path: Path, scope: str) -> None:
    """Without search keys or numbers a value would not be searched for, and would not be added again either."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(site_tables, "FEW", 0)
        _check_no_part_is_kept(tmp_path / scope.replace(":", "-"), scope, patched)


def _check_no_part_is_kept(root: Path, scope: str, patched: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("full")

    desk = Desk(root, 0)
    with desk.open() as store:
        store.add(scope, [DOE])
        store.join()
        with pytest.MonkeyPatch.context() as failing:
            part = store._sites if scope == SITE else store._charts
            failing.setattr(part, "_assign_numbers" if scope == SITE else "_write", full)
            with pytest.raises(sqlite3.OperationalError):
                store.add(scope, [KnownValue("Jane Roe", Entity.PERSON)])
        assert store.get(scope) == (DOE,)
    with desk.open() as store:
        assert store.get(scope) == (DOE,)
        store.add(scope, [KnownValue("Jane Roe", Entity.PERSON)])
        assert len(store.get(scope)) == 2


def test_the_log_of_the_store_takes_little_room(tmp_path: Path) -> None:
    """A home that fills with its log alone cannot write the log back, and would wait for ever."""
    desk = Desk(tmp_path, 0)
    with desk.open() as store:
        for n in range(40):
            with store.transaction(TOPIC, n + 1):
                for patient in range(250):
                    store.add(f"p{n}-{patient}", [DOE, KnownValue(f"MRN{patient:07}", Entity.MEDICAL_RECORD_NUMBER)])
                store.join()
        assert desk.path.with_name("known.db-wal").stat().st_size < 12_000_000
