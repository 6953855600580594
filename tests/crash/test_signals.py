"""A signal ends a run and its workers within seconds, even in the middle of a record that takes for ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.runner import run
from tests.crash.crash_child import callbacks, config

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0  # seconds; far more than any of this takes, far less than for ever


class Child:
    """A run in a process of its own."""

    def __init__(self, root: Path, workers: int, grace: float, kind: str) -> None:
        self.root = root
        (root / "in").mkdir()
        (root / "in" / "a.ndjson").write_text('{"id":"1"}\n')
        Keyring.generate().save(root / "keys.json")
        names = [str(root / name) for name in ("in", "out", "state", "keys.json")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.signal_child", *names, str(workers), str(grace), kind],
            cwd=ROOT, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def worker(self) -> int:
        """The process that has begun to work."""
        end = time.monotonic() + PATIENCE
        while not (found := list(self.root.glob("working-*"))):
            assert time.monotonic() < end and self.process.poll() is None
            time.sleep(0.02)
        return int(found[0].name.removeprefix("working-"))

    def ended(self) -> int:
        return self.process.wait(PATIENCE)


def is_gone(pid: int) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True  # ended; whoever adopted it has not looked yet
        except FileNotFoundError:
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def children(tmp_path: Path) -> Iterator[list[Child]]:
    made: list[Child] = []
    yield made
    for child in made:
        child.process.kill()
        child.process.wait()
        assert child.process.stderr is not None
        child.process.stderr.close()


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.mark.parametrize("kind", ["python", "library"])
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_run(tmp_path: Path, children: list[Child], kind: str, how: signal.Signals) -> None:
    children.append(child := Child(tmp_path, 2, 1000, kind))
    worker = child.worker()
    assert worker != child.process.pid
    child.process.send_signal(how)
    assert child.ended() == (2 if how == signal.SIGTERM else -how)
    assert is_gone(worker)
    if how == signal.SIGTERM:
        assert child.process.stderr is not None and "the same command resumes" in child.process.stderr.read()
    keys = Keyring.load(tmp_path / "keys.json")
    assert run(config(tmp_path / "in", tmp_path / "out", tmp_path / "state", keys), callbacks()).records == 1


def test_a_run_in_one_process_ends_after_the_grace(tmp_path: Path, children: list[Child]) -> None:
    children.append(child := Child(tmp_path, 1, 0.2, "python"))
    assert child.worker() == child.process.pid
    child.process.send_signal(signal.SIGTERM)
    assert child.ended() == 2
    assert child.process.stderr is not None and "the same command resumes" in child.process.stderr.read()


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_a_run_at_once(tmp_path: Path, children: list[Child], second: signal.Signals) -> None:
    children.append(child := Child(tmp_path, 1, 1000, "python"))
    child.worker()
    child.process.send_signal(signal.SIGTERM)
    time.sleep(0.5)
    assert child.process.poll() is None
    os.kill(child.process.pid, second)
    assert child.ended() == -second
