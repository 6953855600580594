"""Native libraries report nothing to their makers: behind a proxy that counts, and in the folders of the user.

onnxruntime sends after some 20 seconds, which `make proof` waits for; what it would send is on the disk at once.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import PROOF

SECONDS = 30 if PROOF else 1
STUDENT = "from redactor.detect.student import Student; kept = Student(threads=1)"
COMMANDS = {
    "student": STUDENT,
    "facade": "from redactor import Redactor, Keyring; Keyring.generate().save('k.json');"
    "kept = Redactor(keyring='k.json', home='h'); kept.text('Dr. Jane Roe')",
    "worker": "import multiprocessing as m; p = m.get_context('spawn').Process(target=exec, args=(SOURCE,));"
    "p.start(); p.join(); assert p.exitcode == 0",
    "voice": "from audio.vad import VoiceDetector; kept = VoiceDetector()",
    "whisper": "import audio.whisper; from faster_whisper.vad import get_vad_model; kept = get_vad_model()",
}
Run = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def proxy() -> Iterator[tuple[int, list[bytes]]]:
    """A port of loopback that refuses everything, and what was asked of it."""
    asked: list[bytes] = []
    listener = socket.create_server(("127.0.0.1", 0))

    def listen() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                asked.append(client.recv(4096))
                client.sendall(b"HTTP/1.1 503 Unavailable\r\n\r\n")

    threading.Thread(target=listen, daemon=True).start()
    yield listener.getsockname()[1], asked
    listener.close()


@pytest.fixture
def start(tmp_path: Path, proxy: tuple[int, list[bytes]]) -> Run:
    """Starts Python with a home of its own behind the proxy.

    The environment is a new one: onnxruntime reports nothing where it sees a CI system's variables (CI, JENKINS_URL),
    so a test that inherits them could not fail there.
    """
    clean = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "TMPDIR") if name in os.environ}
    through = dict.fromkeys(("http_proxy", "https_proxy", "HTTPS_PROXY"), f"http://127.0.0.1:{proxy[0]}")
    clean |= through | {"PYTHONPATH": str(Path(__file__).parents[2])}

    def run(name: str, source: str, **more: str) -> subprocess.Popen[str]:
        home = tmp_path / name
        home.mkdir()
        environment = clean | {"HOME": str(home)} | more
        return subprocess.Popen(
            [sys.executable, "-c", source], env=environment, cwd=home, stderr=subprocess.PIPE, text=True
        )

    return run


def test_nothing_is_reported(start: Run, proxy: tuple[int, list[bytes]], tmp_path: Path) -> None:
    wait = f"; import time; time.sleep({SECONDS})"
    inner = STUDENT + wait
    started = [start(name, f"SOURCE = {inner!r}; {source}{wait}") for name, source in COMMANDS.items()]
    failed = [(process.args[-1], error) for process in started if (error := process.communicate()[1])]
    assert failed == []
    assert proxy[1] == []
    assert [path for path in tmp_path.rglob("*") if "microsoft" in path.name.lower() or "deviceid" in path.name] == []


def test_these_tests_see_what_is_reported(start: Run, tmp_path: Path) -> None:
    source = (
        "import onnxruntime; from redactor.detect.student.detector import SHIPPED;"
        "onnxruntime.InferenceSession(str(SHIPPED / 'student.onnx'))"
    )
    assert start("told", source).communicate()[1] == ""
    assert [path for path in tmp_path.rglob("*") if "microsoft" in path.name.lower()]


@pytest.mark.parametrize("before", ["import os; os.environ['ORT_DISABLE_TELEMETRY'] = '0'", "import onnxruntime"])
def test_where_telemetry_may_be_on_the_start_is_refused(start: Run, before: str) -> None:
    error = start("refused", f"{before}; {STUDENT}").communicate()[1]
    assert "ModelError" in error and "ORT_DISABLE_TELEMETRY" in error
