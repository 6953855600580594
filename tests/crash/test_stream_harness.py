"""The harness of the crash tests ends what it has started, and judges no speed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from redactor.run.signals import STOPPED
from redactor.settings import StreamsSettings
from tests.crash.stream_harness import ROOT, HarnessError, Role, Stream, run_until

_KILLED = """
import os, signal, sys
from pathlib import Path
from redactor.settings import StreamsSettings
from tests.crash.stream_harness import Stream
stream = Stream(Path(sys.argv[1]), Path(sys.argv[2]), StreamsSettings(servers="127.0.0.1:9"))
print(stream.start("worker", "home", ("worker",)).pid, flush=True)
sys.stdin.readline()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
def test_processes_end_with_a_harness_that_is_killed(tmp_path: Path, keyring_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    command = [sys.executable, "-c", _KILLED, str(tmp_path), str(keyring_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as harness:
        assert harness.stdin is not None and harness.stdout is not None
        worker = Path("/proc") / harness.stdout.readline().strip() / "stat"
        while not (tmp_path / "logs" / "worker.log").read_text():
            assert _runs(worker)
            time.sleep(0.05)
        harness.stdin.write("\n")
    until = time.monotonic() + 60
    while _runs(worker) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(worker)


def _runs(stat: Path) -> bool:
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class _Process:
    """A process that ends with a code when it is told to."""

    def __init__(self, code: int) -> None:
        self._code = code

    def send_signal(self, number: int) -> None: ...

    def wait(self, seconds: float) -> int:
        return self._code


@pytest.mark.parametrize(
    ("code", "told", "is_wrong"), [(0, "", False), (-15, "", False), (2, STOPPED, False), (2, "lost", True)]
)
def test_an_end_that_a_slow_machine_forces_is_no_fault(tmp_path: Path, code: int, told: str, is_wrong: bool) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "worker.log").write_text(told)
    role = Role(Stream(tmp_path, tmp_path, StreamsSettings()), "worker", "home", ())
    role._process = _Process(code)  # type: ignore[assignment]
    if is_wrong:
        with pytest.raises(HarnessError, match="ended with 2"):
            role.end(15)  # type: ignore[arg-type]
    else:
        role.end(15)  # type: ignore[arg-type]


def test_what_moves_however_slowly_is_not_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.crash.stream_harness._LOOK", 0.01)
    stream = Stream(tmp_path, tmp_path, StreamsSettings())
    role = Role(stream, "worker", "home", (), done=True)
    turns = iter(range(12))

    def is_over() -> bool:
        with (tmp_path / "written").open("a") as file:
            file.write("x")
        return next(turns) == 10

    run_until([role], is_over, quiet=0.2)
    with pytest.raises(HarnessError, match="nothing has moved"):
        run_until([role], lambda: False, quiet=0.2)
