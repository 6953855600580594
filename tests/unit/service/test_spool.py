"""Places for recordings are those of a home, whichever process asks, and free when their holder is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from redactor.service.recordings.spool import Spool

HOLDER = """
import sys, time
from pathlib import Path
from redactor.service.recordings.spool import Spool
with Spool(Path(sys.argv[1]), 2).place() as is_mine:
    print(is_mine, flush=True)
    time.sleep(600)
"""


def free(*spools: Spool) -> list[bool]:
    with ExitStack() as held:
        return [held.enter_context(spool.place()) for spool in spools]


def test_places_are_those_of_all_processes_and_free_after_the_block(tmp_path: Path) -> None:
    one, other = Spool(tmp_path / "home", 2), Spool(tmp_path / "home", 2)
    assert free(one, other, one, other) == [True, True, False, False]
    with pytest.raises(BlockingIOError), one.place():
        raise BlockingIOError
    assert free(other, other, other) == [True, True, False]


def test_a_process_that_is_killed_holds_no_place(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "home", 2)
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path / "home")], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "True\n"
        assert free(spool, spool) == [True, False]
    finally:
        os.kill(holder.pid, signal.SIGKILL)
        holder.communicate()
    assert free(spool, spool) == [True, True]
