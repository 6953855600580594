"""A process that writes the index is killed: acknowledged writes survive, and no write survives in part."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from redactor.keys import Keyring
from relex.index.embedded import EmbeddedIndex
from tests.crash import index_child as child

KILLS = 4


def _write_and_kill(path: Path, keyring: Path, first: int, wait: float) -> int:
    """Kill a writer `wait` seconds after its first batch. Returns the first batch that it did not acknowledge."""
    command = [sys.executable, child.__file__, str(path), str(keyring), str(first)]
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root, env={"PYTHONPATH": "."}
    )
    assert process.stdout is not None
    told = process.stdout.readline()
    time.sleep(wait)
    process.kill()
    rest, err = process.communicate(timeout=60)
    assert told, err.decode()
    # A truncated line was acknowledged too, but cannot be read.
    lines = [line for line in (told + rest).decode().splitlines(keepends=True) if line.endswith("\n")]
    return int(lines[-1]) + 1


def test_killed_writers_keep_acknowledged_writes_and_leave_no_partial_ones(tmp_path: Path) -> None:
    path, keyring = tmp_path / "index.sqlite", tmp_path / "keyring.json"
    Keyring.generate().save(keyring)
    rng = random.Random(7)
    first = 0
    acknowledged: set[str] = set()
    for _ in range(KILLS):
        end = _write_and_kill(path, keyring, first, rng.random() * 0.15)
        with EmbeddedIndex.open(path, Keyring.load(keyring)) as index:
            for n in range(first, end):
                batch = child.entries(n)
                assert index.get([(e.scope, e.kind, e.original) for e in batch]) == list(batch)
                assert index.rosters([f"household {n}"])[0].entries == child.roster(n).entries
                acknowledged.add(str(n))
            shared = {e.original for e in index.rosters([child.SHARED])[0].entries}
            assert shared >= acknowledged
            # The current batch: each call is there in full or not at all, and in order.
            last = child.entries(end)
            stood = [e is not None for e in index.get([(e.scope, e.kind, e.original) for e in last])]
            alone = index.rosters([f"household {end}"])[0].entries
            assert len(set(stood)) == 1
            assert (len(alone) == child.SIZE) == (str(end) in shared) and len(alone) in (0, child.SIZE)
            assert stood[0] or not alone
            assert len({e.standin for e in index.scan() if e.scope == child.SCOPE}) % child.SIZE == 0
        first = end + 1  # the next writer does not touch what this one may have left
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    assert len(acknowledged) >= KILLS
