"""The demo's steps with the network denied: the process opens no socket, since no host is configured."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

# Imported by every Python process below, including workers. The audit hook fires in C, so neither import order nor a
# library with its own socket code bypasses it. Denied calls are logged, in case the error is caught.
_DENIAL = """
import os, socket, sys

def _denied(*args, **kwargs):
    _tell("python")
    raise OSError("the network is denied")

def _tell(event):
    with open(os.environ["DENIED_LOG"], "a") as log:
        log.write(event + "\\n")

def _hook(event, args):
    if event == "socket.__new__" and args[1] in (socket.AF_INET, socket.AF_INET6):
        _tell(event)
        raise OSError("the network is denied")
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
        address = args[1] if len(args) > 1 else ""
        if isinstance(address, tuple) or event.startswith("socket.get"):
            _tell(event)
            raise OSError("the network is denied")

sys.addaudithook(_hook)
socket.create_connection = socket.getaddrinfo = socket.gethostbyname = _denied
open(os.environ["DENIED_LOG"], "a").close()
"""


@pytest.fixture
def offline(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Returns a function that runs a Python command with the network denied, and the log of attempts."""
    (tmp_path / "deny").mkdir()
    (tmp_path / "deny" / "sitecustomize.py").write_text(_DENIAL)
    log = tmp_path / "denied.log"
    clean = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
    env = clean | {"PYTHONPATH": str(tmp_path / "deny"), "DENIED_LOG": str(log)}

    def run(*args: object, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *map(str, args)], env=env | more, capture_output=True, text=True, check=False
        )

    return run, log


def test_the_demo_runs_without_a_network(offline, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    run, log = offline
    settings = {"REDACTOR_KEYRING": str(tmp_path / "keys.json"), "REDACTOR_HOME": str(tmp_path / "home")}
    steps = (
        ("keys", "init", tmp_path / "keys.json"),
        ("sample", tmp_path / "ehr", "--patients", "2", "--seed", "1"),
        ("run", tmp_path / "ehr" / "records", tmp_path / "out", "--workers", "2", "--json"),
        ("schema", "list"),
        ("text", "Mr. John Smith, MRN 1234567, seen 3/4/2024"),
    )
    for step in steps:
        done = run("-m", "redactor", *step, **settings)
        assert done.returncode == 0, f"{step[0]}: {done.stderr}"
        if step[0] == "run":
            assert json.loads(done.stdout)["outcomes"]["released"] > 100
    assert log.read_text() == "", "something tried to reach the network"


@pytest.mark.parametrize(
    "attempt",
    ["import socket; socket.socket(socket.AF_INET).connect(('192.0.2.1', 80))",
     "import urllib.request; urllib.request.urlopen('http://192.0.2.1/')",
     "import _socket; _socket.socket(2, 1)", "import socket; socket.getaddrinfo('example.org', 80)"],
)  # fmt: skip
def test_the_audit_hook_blocks_every_network_call(offline, attempt: str) -> None:  # type: ignore[no-untyped-def]
    run, log = offline
    assert "the network is denied" in run("-c", attempt).stderr
    assert log.read_text()
