"""Kills of the command are no fault of a recording; what kills its worker alone is held after some attempts."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.run.state.locks import StateLock
from tests.unit.run.recordings_kit import ends, process, released, send


def command(folder: Path, attempts: int = 2) -> int:
    """Run the command in a process group of its own; return its process id."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setsid()
            process(folder, attempts=attempts)
            code = 0
        finally:
            os._exit(code)
    return child


def ended(child: int, folder: Path) -> int:
    """Wait for the command and its workers, which hold its lock here because they are forked."""
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for _ in range(500):
        try:
            with StateLock(folder / "state"):
                return code
        except RunError:
            time.sleep(0.02)
    raise AssertionError("the workers of a command that was killed live on")


# A command that is killed alone leaves workers that have to notice it; a whole group leaves nothing.
@pytest.mark.parametrize(
    "whole_group", [pytest.param(True, marks=pytest.mark.slow, id="group"), pytest.param(False, id="command")]
)
def test_a_recording_leaves_however_often_the_command_is_killed(whole_group: bool, tmp_path: Path) -> None:
    send(tmp_path, a__wav="slow one", b__wav="slow two")
    moments = random.Random(7)
    killed = 0
    for _ in range(7):
        child = command(tmp_path)
        time.sleep(moments.uniform(0.05, 0.4))
        (os.killpg if whole_group else os.kill)(child, signal.SIGKILL)
        killed += ended(child, tmp_path) == -signal.SIGKILL
    assert killed > 3, "more than the attempts"
    done = process(tmp_path, attempts=2)
    assert dict(done.outcomes) == {"released": 2} and len(released(tmp_path)) == 4


@pytest.mark.parametrize("how", ["die", pytest.param("killed", marks=pytest.mark.slow)])
def test_a_recording_that_kills_its_worker_is_held_after_its_attempts(how: str, tmp_path: Path) -> None:
    send(tmp_path, a__wav=f"{how} one", b__wav="say two")
    done = process(tmp_path, attempts=2)
    assert dict(done.outcomes) == {"quarantined": 1, "released": 1}
    assert dict(done.reasons) == {"internal-error": 1} and ends(tmp_path / "log.died") == ["one", "one"]


def test_attempts_of_earlier_commands_count(tmp_path: Path) -> None:
    send(tmp_path, a__wav="die one", b__wav="kill-all-once two")
    assert ended(command(tmp_path, attempts=3), tmp_path) == -signal.SIGKILL
    assert dict(process(tmp_path, attempts=3).outcomes) == {"quarantined": 1, "released": 1}
    assert ends(tmp_path / "log.died") == ["one", "two", "one", "one"]


def test_a_worker_that_somebody_ends_is_no_attempt(tmp_path: Path) -> None:
    send(tmp_path, a__wav="ended-once one")
    assert dict(process(tmp_path, attempts=1).outcomes) == {"released": 1} and ends(tmp_path / "log.died") == ["one"]


def test_a_recording_with_which_the_command_dies_each_time_holds_back_no_other(tmp_path: Path) -> None:
    send(tmp_path, a__wav="kill-all one", b__wav="say two", c__wav="say three")
    for before in (0, 0, 4):
        assert ended(command(tmp_path), tmp_path) == -signal.SIGKILL
        assert len(released(tmp_path)) == before
    (tmp_path / "log.died").unlink()
    assert ended(command(tmp_path), tmp_path) == -signal.SIGKILL and ends(tmp_path / "log.died") == ["one"], (
        "it is tried each time"
    )
