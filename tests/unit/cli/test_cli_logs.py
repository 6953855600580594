"""What a command that runs for long says on a stderr that is no terminal, and on one."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app

COMMANDS = {
    "ingest": ("streams", "ingest", "drop", "--watch"),
    "router": ("streams", "router"),
    "worker": ("streams", "worker"),
    "export": ("streams", "export", "out"),
    "audio": ("audio", "watch", "in", "out"),
    "mcp": ("mcp",),
    "serve": ("serve", "--no-tokens", "--port", "0"),
}
WRONG = {"REDACTOR_KEYRING": "none.json", "REDACTOR_STREAMS__SERVERS": "127.0.0.1:9", "REDACTOR_AS_OF": "2026-01-01"}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_writes_its_error_as_a_line(name: str, tmp_path: Path) -> None:
    env = WRONG | {"REDACTOR_HOME": str(tmp_path)}
    told = CliRunner().invoke(app, [*COMMANDS[name], "--log-format", "json"], env=env)
    last = json.loads(told.stderr.splitlines()[-1])
    assert told.exit_code == 2 and (last["level"], last["fields"]) == ("error", {"exit_code": 2})
    assert last["message"].startswith("the keyring none.json cannot be read")
    told = CliRunner().invoke(app, COMMANDS[name], env=env | {"REDACTOR_LOG_FORMAT": "text"})
    assert re.match(r"\d{4}-\d\d-\d\dT[\d:.]+Z error the keyring none.json", told.stderr.splitlines()[-1])


def test_a_terminal_shows_text_for_people(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    env = {**os.environ, **WRONG, "REDACTOR_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "redactor", *COMMANDS["worker"]]
    process = subprocess.Popen(command, env=env, stdin=follower, stdout=follower, stderr=follower, cwd=tmp_path)
    os.close(follower)
    shown = b""
    try:
        while piece := os.read(leader, 4096):
            shown += piece
    except OSError:  # Linux, at the end
        pass
    os.close(leader)
    assert process.wait(60) == 2
    assert (
        shown.decode().splitlines()[0] == "settings: no settings file"
        and "error: the keyring none.json" in shown.decode()
    )


def test_settings_that_are_refused_are_told_all_the_same(tmp_path: Path) -> None:
    env = WRONG | {"REDACTOR_HOME": str(tmp_path), "REDACTOR_LOG_FORMAT": "xml"}
    told = CliRunner().invoke(app, COMMANDS["worker"], env=env)
    assert told.exit_code == 2 and "REDACTOR_LOG_FORMAT" in told.stderr
