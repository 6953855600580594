"""What many tests share: a sample sink, a keyring, the command as a person types it, and the development data."""

from __future__ import annotations

import gc
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from typer.testing import CliRunner
from xdist.scheduler import LoadFileScheduling

from redactor.cli.root import app
from redactor.run import pool
from tests.margin import thresholds_moved
from tests.unit import golden_pseudonyms

PROOF = bool(os.environ.get("PROOF"))
# The machine may be busy, and the collector may pause for a second: no example fails by the clock.
settings.register_profile("without-clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("without-clock")
Command = Callable[..., "subprocess.CompletedProcess[str]"]


class _FilesScheduling(LoadFileScheduling):
    """A file's tests stay in one process, and files that share a release of the sample sink with them.

    The 200 keyrings of a proof share only the reading of the notes: four processes may take them.
    """

    _TOGETHER: ClassVar = {"tests/leak/test_standins.py": "tests/leak/test_sample_sink.py"}
    _APART = "tests/leak/test_order_of_records.py"

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        if PROOF and file == self._APART:
            return f"{file} {int(nodeid.rpartition('[')[2].rstrip(']')) % 4}"
        return self._TOGETHER.get(file, file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _FilesScheduling:
    return _FilesScheduling(config, log)


def pytest_collection_finish() -> None:
    """Keep the collector away from 800,000 objects of the collected tests, which live as long as the process."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    gc.unfreeze()


@pytest.fixture(scope="session", autouse=True)
def runs_leave_the_heap_alone() -> Iterator[None]:
    """A run in this process searches the heap for cycles at each stage, and unfreezes it: 0.3 s with all tests loaded.

    Its worker processes do as always. pytest collects at the end, and tells of files that were never closed.
    """
    quiet = SimpleNamespace(
        collect=lambda: None,
        freeze=lambda: None,
        unfreeze=lambda: None,
        get_threshold=gc.get_threshold,
        set_threshold=gc.set_threshold,
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pool, "gc", quiet)
        yield


@pytest.fixture(scope="session", autouse=True)
def folders_of_tests_are_closed_to_others() -> Iterator[None]:
    """Homes and states that tests make pass whatever the umask of the person: a group may not write to them."""
    before = os.umask(0o022)
    yield
    os.umask(before)


class _ImpatientConnection(sqlite3.Connection):
    """Commits without the wait for the disk, which only a loss of power would tell from one with it."""

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        return super().execute(sql.replace("synchronous=FULL", "synchronous=OFF"), *parameters)


@pytest.fixture(scope="session", autouse=True)
def sqlite_leaves_what_is_deleted() -> Iterator[None]:
    """Debian's SQLite overwrites what is deleted, others only where they are told to: tests see one of the others."""
    connect = sqlite3.connect

    def careless(*args: Any, **options: Any) -> sqlite3.Connection:
        db = connect(*args, **{"factory": _ImpatientConnection} | options)
        db.execute("PRAGMA secure_delete=OFF")
        return db

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sqlite3, "connect", careless)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_wait_for_the_disk() -> Iterator[None]:
    """A sync takes milliseconds, and a run makes thirty. Tests of what is synced record the calls (unit/synced.py)."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda fd: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def thresholds_of_the_session() -> Iterator[None]:
    """THRESHOLDS_MOVED=0.1 (or -0.1) puts every test of this process under moved thresholds: tests/margin.py."""
    with thresholds_moved(float(os.environ.get("THRESHOLDS_MOVED", 0))):
        yield


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test sees the settings of the person who runs it."""
    for name in list(os.environ):
        if name.startswith("REDACTOR_"):
            monkeypatch.delenv(name)
    yield


@pytest.fixture(scope="session")
def keyring_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in each run: under a random one a stand-in is now and then a name that was planted elsewhere."""
    path = tmp_path_factory.mktemp("keys") / "keyring.json"
    golden_pseudonyms.keyring(2).save(path)
    return path


@pytest.fixture(scope="session")
def command() -> Command:
    """Run `redactor ARGS` in a process of its own."""

    def run(*args: str | Path, env: dict[str, str] | None = None, stdin: str | None = None, cwd: Path | None = None):  # type: ignore[no-untyped-def]
        clean = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
        return subprocess.run(
            [sys.executable, "-m", "redactor", *map(str, args)],
            env={**clean, **(env or {})},
            input=stdin,
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> Command:
    """As `command`, but by a call in this process, in a hundredth of the time. The process itself is not on trial."""

    def run(*args: str | Path, env: dict[str, str] | None = None, stdin: str | None = None, cwd: Path | None = None):  # type: ignore[no-untyped-def]
        with monkeypatch.context() as there:
            if cwd is not None:
                there.chdir(cwd)
            done = CliRunner().invoke(app, [*map(str, args)], input=stdin, env=env)
        return subprocess.CompletedProcess(args, done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def called() -> Command:
    """As `in_process`, for what many tests share."""

    def run(*args: str | Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        with pytest.MonkeyPatch.context() as patched:
            for name in [n for n in os.environ if n.startswith("REDACTOR_")]:
                patched.delenv(name)
            done = CliRunner().invoke(app, [*map(str, args)], env=env)
        return subprocess.CompletedProcess(args, done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def patients() -> int:
    """How many patients the sample sink has. `make proof` asks for the large one."""
    return 200 if PROOF else 16


@pytest.fixture(scope="session")
def sink(tmp_path_factory: pytest.TempPathFactory, called: Command, patients: int) -> Path:
    """A sample EHR sink: records/ and gold/."""
    out = tmp_path_factory.mktemp("sink")
    done = called("sample", out, "--patients", str(patients), "--seed", "3")
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The development data beside the checkout; tests that use it skip where it is absent."""
    path = Path(__file__).parents[2] / "shared" / "data"
    if not path.is_dir():
        pytest.skip("the development data is not here")
    return path
