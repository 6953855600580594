"""`redactor streams compact`: what it gives back, what it leaves as it is, and when it refuses."""

from __future__ import annotations

import datetime as dt
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.files.sqlite import connect
from redactor.run.contracts import RawRecord
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import QuarantineStore
from streams import compaction
from streams.audit_days import day_files
from streams.compaction import compact_home, compact_state, exporter_states, users_of_home
from streams.export import Exporter, Message
from streams.processes import process_file
from tests.audit_kit import audit_lines
from tests.unit.streams.export_kit import KEYRING, config, delivered, feed, message, messages, record

DAY = 86_400.0
FIRST = 1_795_000_000.0  # 2026-11-18
TODAY = dt.date(2026, 11, 30)
RECORDS = [record(f"n{n}") for n in range(8)]
HELD: list[Message] = [message(8 + n, record(f"q{n}"), fp="0" * 64) for n in range(30)]
SENT = [*messages(RECORDS), *HELD]


def fill(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state of four days whose audit nobody has packed, and a quarantine of 3 MB, all but one entry of it purged."""
    now = FIRST
    with monkeypatch.context() as patched, Exporter(config(folder), now=lambda: now) as exporter:
        patched.setattr("streams.audit_days.AuditDays.pack_finished", lambda self: None)
        for n, part in enumerate((SENT[:3], SENT[:6], SENT[:8], SENT)):
            now = FIRST + n * DAY
            patched.setattr("tests.unit.streams.export_kit.raw", lambda place: raw(place[1]))
            feed(exporter, part, size=100)
        exporter.deliveries.finish()
    store = QuarantineStore(folder / "state", KEYRING, create=False)
    store.purge([header.id for header in store.list()][1:])
    store.close()
    return folder / "state"


def raw(offset: int) -> RawRecord:
    return RawRecord(random.Random(offset).randbytes(100_000), f"1:{offset}")


def sizes(done: Sequence[compaction.Compacted]) -> dict[str, tuple[int, int]]:
    return {one.what: (one.before, one.after) for one in done}


def test_a_state_gives_its_space_back_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = fill(tmp_path, monkeypatch)
    before = audit_lines(state)
    found = sizes(compact_state(state, None, TODAY))
    assert found["quarantine.db"][0] > 3_000_000 > 300_000 > found["quarantine.db"][1]
    assert [f.is_packed for f in day_files(state)] == [True, True, True, False]
    assert audit_lines(state) == before and len(before) == 38
    assert found["audit"][1] == sum(f.path.stat().st_size for f in day_files(state))
    store = QuarantineStore(state, KEYRING, create=False)
    assert [h.status for h in store.list()] == ["held", *["purged"] * 29]
    assert store.show(store.list()[0].id) == raw(8).data
    store.close()
    again = sizes(compact_state(state, None, TODAY))
    assert {what: after for what, (_, after) in again.items()} == {what: after for what, (_, after) in found.items()}
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, [*SENT, message(38, record("last"))])
        exporter.deliveries.finish()
        assert exporter.outcomes() == {"quarantined": 30, "released": 9}
    assert len([line for lines in delivered(tmp_path).values() for line in lines]) == 9


def test_days_of_the_audit_are_removed_only_where_a_number_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = fill(tmp_path, monkeypatch)
    for days, left in [(None, 4), (12, 4), (10, 2), (1, 1)]:
        compact_state(state, days, TODAY)
        assert len(day_files(state)) == left
    assert [f.path.name for f in day_files(state)] == ["2026-11-21.ndjson"]  # the journal's day stays
    with Exporter(config(tmp_path)):
        pass


def test_a_database_that_has_no_room_to_be_rebuilt_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = fill(tmp_path, monkeypatch)
    usage = SimpleNamespace(free=1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    (found,) = [c for c in compact_state(state, None, TODAY) if c.what == "quarantine.db"]
    assert found.left == "rebuilding it takes 0.0 GB of free space" and found.after > 3_000_000


def invoke(folder: Path, *args: object) -> tuple[int, Any, str]:
    env = {"REDACTOR_HOME": str(folder / "home")}
    done = CliRunner().invoke(app, ["streams", "compact", "--json", *map(str, args)], env=env)
    return done.exit_code, json.loads(done.stdout) if done.stdout else None, done.stderr


def test_the_command_compacts_home_and_states_and_names_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    state = fill(tmp_path, monkeypatch)
    with closing(connect_in(home / "stand-ins.db")) as db:
        db.execute("CREATE TABLE t(x)")
        db.execute("INSERT INTO t VALUES(zeroblob(5000000))")
        db.execute("DELETE FROM t")
    code, told, _ = invoke(tmp_path, "--state", state)
    assert code == 0 and told["left"] == []
    assert {f["what"] for f in told["files"]} == {"audit", "journal.db", "quarantine.db", "stand-ins.db"}
    assert told["freed"] > 7_000_000 and all(f["after"] <= f["before"] for f in told["files"])
    assert invoke(tmp_path, "--state", state)[1]["freed"] == 0


def connect_in(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    return connect(path)


def test_what_is_in_use_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state, home = fill(tmp_path, monkeypatch), tmp_path / "home"
    before = [p.name for p in (state / "audit").iterdir()]
    connect_in(home / "known.db").close()
    with StateLock(state):
        code, told, _ = invoke(tmp_path, "--state", state)
        assert code == 1 and [f["what"] for f in told["files"]] == ["known.db"]
        assert "another run or exporter is using this state" in told["left"][0]
        with process_file(home, "worker", "p."):
            code, told, error = invoke(tmp_path, "--state", state)
            assert code == 2 and told is None and "in use by worker-1" in error
    assert sorted(before) == sorted(p.name for p in (state / "audit").iterdir())
    own = home / "runs" / "abc"
    own.parent.mkdir()
    shutil.copytree(state, own)
    with process_file(home, "exporter", "p.", state=own), StateLock(own):  # does not use the databases of home
        assert users_of_home(home) == []
        assert invoke(tmp_path)[0] == 1
    (own / "journal.db").unlink()
    with StateLock(own):  # of a run
        assert users_of_home(home) == ["the run of abc"]


def test_a_state_that_no_exporter_began_is_refused(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir(mode=0o700)
    code, told, error = invoke(tmp_path, "--state", tmp_path / "run")
    assert code == 2 and told is None and "not of an exporter" in error


def test_a_missing_home_is_not_made(tmp_path: Path) -> None:
    assert exporter_states(tmp_path / "none") == [] and users_of_home(tmp_path / "none") == []
    assert invoke(tmp_path) == (0, {"files": [], "freed": 0, "left": []}, "")
    assert not (tmp_path / "home").exists()


KILLED = """
import datetime, sys
from pathlib import Path
from streams.compaction import compact_state
print("ready", flush=True)
compact_state(Path(sys.argv[1]), None, datetime.date(2026, 11, 30))
"""


@pytest.mark.slow
def test_a_kill_at_any_moment_changes_nothing_that_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = fill(tmp_path, monkeypatch)
    before = audit_lines(state)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for delay in (0.0, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05):
        command = [sys.executable, "-c", KILLED, str(state)]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
        assert audit_lines(state) == before
        with Exporter(config(tmp_path)) as exporter:  # checks the seals
            assert exporter.outcomes() == {"quarantined": 30, "released": 8}
    compact_home(tmp_path / "home", [])
    assert sizes(compact_state(state, None, TODAY))["quarantine.db"][1] < 300_000
    assert audit_lines(state) == before
