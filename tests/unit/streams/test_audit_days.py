"""The audit of an exporter: a file a day, packed when the day is over, and whole after a kill anywhere."""

from __future__ import annotations

import errno
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from redactor.errors import RunError
from redactor.run.state.journal import Journal
from streams import audit_days
from streams.audit_days import AuditDays, day_files, pack_before
from streams.deliveries import ExportConfig
from streams.export import Exporter, Message
from tests.audit_kit import audit_lines, lines_of
from tests.unit.streams.export_kit import KilledError, config, delivered, feed, kill_at, messages, record

DAY = 86_400.0
FIRST = 1_795_000_000.0  # 2026-11-18
SENT = messages([record(f"n{n}") for n in range(6)])


class Clock:
    """Unix time, of another day after each `advance`."""

    def __init__(self) -> None:
        self.now = FIRST

    def __call__(self) -> float:
        return self.now

    def advance(self, days: float = 1) -> None:
        self.now += days * DAY


def names(folder: Path) -> list[str]:
    return [file.path.name for file in day_files(folder / "state")]


def export(settings: ExportConfig, sent: list[Message], clock: Clock) -> None:
    """A process that takes each message on a day of its own, from its own positions on."""
    with Exporter(settings, now=clock) as exporter:
        for message in sent:
            feed(exporter, [message])
            clock.advance()
        exporter.deliveries.finish()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pack in the thread of the test, so that each step comes at a known point and can be killed."""

    class Now:
        def __init__(self, target: Callable[..., None], args: tuple[Any, ...], name: str) -> None:
            self._target, self._args = target, args

        def start(self) -> None:
            self._target(*self._args)

        def is_alive(self) -> bool:
            return False

        def join(self) -> None:
            pass

    monkeypatch.setattr(threading, "Thread", Now)
    yield


def test_each_day_has_a_file_and_those_that_are_over_are_packed(tmp_path: Path) -> None:
    export(config(tmp_path), SENT[:4], Clock())
    assert names(tmp_path) == [
        "2026-11-18.ndjson.zst", "2026-11-19.ndjson.zst", "2026-11-20.ndjson.zst", "2026-11-21.ndjson"
    ]  # fmt: skip
    assert [len(lines_of(file)) for file in day_files(tmp_path / "state")] == [1, 1, 1, 1]
    assert [json.loads(line)["at"] for line in audit_lines(tmp_path / "state")] == [f"0:{n}" for n in range(4)]
    assert [p.name for p in (tmp_path / "state").glob("audit*")] == ["audit"]
    assert not any(p.name.startswith("audit") for p in (tmp_path / "out").rglob("*"))


def test_a_packed_day_is_read_by_the_tools_of_zstd(tmp_path: Path) -> None:
    export(config(tmp_path), SENT[:2], Clock())
    (packed, plain) = day_files(tmp_path / "state")
    assert packed.is_packed and not plain.is_packed and (packed.path.stat().st_mode & 0o777) == 0o600
    try:
        shown = subprocess.run(["zstdcat", packed.path], capture_output=True, check=True).stdout
    except FileNotFoundError:
        pytest.skip("zstd is not installed")
    assert shown.splitlines() == lines_of(packed)


def test_a_day_goes_on_where_the_journal_says_also_in_another_process(tmp_path: Path) -> None:
    clock = Clock()
    for sent in (SENT[:2], SENT[2:5]):
        with Exporter(config(tmp_path), now=clock) as exporter:
            feed(exporter, sent)
        with next(iter(day_files(tmp_path / "state"))).path.open("ab") as file:
            file.write(b"of a commit that did not happen\n")
    with Exporter(config(tmp_path), now=clock):
        pass
    assert names(tmp_path) == ["2026-11-18.ndjson"]
    assert [json.loads(line)["at"] for line in audit_lines(tmp_path / "state")] == [f"0:{n}" for n in range(5)]


def test_a_clock_that_is_set_back_stays_on_the_latest_day(tmp_path: Path) -> None:
    clock = Clock()
    export(config(tmp_path), SENT[:2], clock)
    clock.advance(-30)
    export(config(tmp_path), SENT[2:3], clock)
    assert names(tmp_path) == ["2026-11-18.ndjson.zst", "2026-11-19.ndjson"]
    assert len(audit_lines(tmp_path / "state")) == 3


def test_a_process_that_waits_for_days_leaves_none_of_them_empty(tmp_path: Path) -> None:
    clock = Clock()
    export(config(tmp_path), SENT[:1], clock)
    clock.advance(10)
    export(config(tmp_path), SENT[1:2], clock)
    assert names(tmp_path) == ["2026-11-18.ndjson.zst", "2026-11-29.ndjson"]


def test_what_a_killed_first_commit_wrote_does_not_count_on_a_later_day(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clock = Clock()
    with monkeypatch.context() as patched:
        kill_at(patched, (Journal, "commit"), 1, before=True)
        with pytest.raises(KilledError), Exporter(config(tmp_path), now=clock) as exporter:
            feed(exporter, SENT[:2])
    clock.advance(3)
    export(config(tmp_path), SENT[:2], clock)
    audit = audit_lines(tmp_path / "state")
    assert len(audit) == len(set(audit)) == 2


STEPS: dict[str, tuple[Any, str]] = {
    "turn": (AuditDays, "begin_commit"),
    "line": (AuditDays, "write"),
    "sync": (AuditDays, "sync"),
    "commit": (Journal, "commit"),
    "pack": (audit_days, "pack_before"),
    "packed": (audit_days, "_pack"),
    "fsync": (os, "fsync"),
    "rename": (Path, "replace"),
    "unlink": (Path, "unlink"),
}


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("turn", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("step", STEPS)
def test_a_kill_anywhere_loses_and_doubles_no_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str, turn: int, before: bool
) -> None:
    clock = Clock()
    with monkeypatch.context() as patched:
        kill_at(patched, STEPS[step], turn, before)
        # A process that dies cleans nothing up.
        patched.setattr(audit_days.AuditDays, "close", lambda self: self._file.close())
        with suppress(KilledError):
            export(config(tmp_path), SENT, clock)
    clock.advance()
    export(config(tmp_path), SENT, clock)
    audit = audit_lines(tmp_path / "state")
    assert sorted(json.loads(line)["at"] for line in audit) == [f"0:{n}" for n in range(6)]
    with Exporter(config(tmp_path), now=clock) as exporter:  # the day after, all earlier ones are packed, once each
        feed(exporter, [*SENT, *messages([record(f"n{n}") for n in range(7)])[6:]])
        exporter.deliveries.finish()
    files = day_files(tmp_path / "state")
    assert len({f.day for f in files}) == len(files) and [f.is_packed for f in files] == [True] * (len(files) - 1) + [
        False
    ]
    assert len(audit_lines(tmp_path / "state")) == 7
    assert not [*(tmp_path / "state" / "audit").glob(".*")]


def test_what_a_killed_process_was_packing_is_removed(tmp_path: Path) -> None:
    clock = Clock()
    export(config(tmp_path), SENT[:1], clock)
    left = tmp_path / "state" / "audit" / f".2026-11-18.ndjson.zst.{os.getpid()}.part"
    left.write_bytes(b"half")
    export(config(tmp_path), SENT[1:2], clock)
    assert not left.exists() and names(tmp_path) == ["2026-11-18.ndjson.zst", "2026-11-19.ndjson"]


KILLED = """
import pickle, sys
from pathlib import Path
from streams.export import Exporter
from tests.unit.streams.export_kit import feed, messages, record
settings = pickle.loads(Path(sys.argv[1]).read_bytes())
sent = pickle.loads(Path(sys.argv[2]).read_bytes())
taken = 0
with Exporter(settings, now=lambda: 1_795_000_000.0 + 86_400 * (taken // 200)) as exporter:
    print("ready", flush=True)
    for taken in range(exporter.position(0), len(sent), 20):
        feed(exporter, sent[:taken + 20], size=20)
        print("fed", flush=True)
    exporter.deliveries.finish()
"""


@pytest.mark.slow
def test_processes_that_are_killed_while_they_turn_to_days_and_pack_them_lose_no_line(tmp_path: Path) -> None:
    """The thread of `AuditDays` packs here, as outside of tests. Kills follow progress: a fast machine gets as many."""
    settings, sent = config(tmp_path), messages([record(f"n{n}") for n in range(4_000)])
    (tmp_path / "config").write_bytes(pickle.dumps(settings))
    (tmp_path / "sent").write_bytes(pickle.dumps(sent))
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    draw, code, kills = random.Random(7), -signal.SIGKILL, 0
    while code:
        command = [sys.executable, "-c", KILLED, str(tmp_path / "config"), str(tmp_path / "sent")]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None and process.stdout.readline() == b"ready\n"
            if kills < 15:
                for _ in range(draw.randint(0, 8)):
                    process.stdout.readline()
                time.sleep(draw.uniform(0, 0.01))
                process.kill()
            else:
                process.communicate()
        code = process.returncode
        kills += bool(code)
    audit = [json.loads(line)["at"] for line in audit_lines(tmp_path / "state")]
    assert audit == [f"0:{n}" for n in range(4_000)] and kills > 5
    assert len(delivered(tmp_path)) and sum(map(len, delivered(tmp_path).values())) == 4_000


def test_a_disk_that_is_full_while_a_day_is_packed_leaves_it_plain(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(path: Path, stop: object) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device")

    clock = Clock()
    with monkeypatch.context() as patched:
        patched.setattr(audit_days, "_pack", full)
        export(config(tmp_path), SENT[:3], clock)
    assert names(tmp_path) == ["2026-11-18.ndjson", "2026-11-19.ndjson", "2026-11-20.ndjson"]
    export(config(tmp_path), SENT[3:4], clock)
    assert [f.is_packed for f in day_files(tmp_path / "state")] == [True, True, True, False]
    assert len(audit_lines(tmp_path / "state")) == 4


def test_a_state_whose_journal_is_gone_is_not_begun_again(tmp_path: Path) -> None:
    export(config(tmp_path), SENT[:1], Clock())
    for path in (tmp_path / "state").glob("*.db*"):
        path.unlink()
    with pytest.raises(RunError, match="journal of this state is missing"), Exporter(config(tmp_path)):
        pass


def test_packing_ends_early_when_it_is_told_to(tmp_path: Path) -> None:
    export(config(tmp_path), SENT[:1], Clock())
    pack_before(tmp_path / "state", "2027-01-01", lambda: True)
    assert names(tmp_path) == ["2026-11-18.ndjson"]
    assert not [*(tmp_path / "state" / "audit").glob(".*")]
    pack_before(tmp_path / "state", "2027-01-01")
    assert names(tmp_path) == ["2026-11-18.ndjson.zst"] and len(audit_lines(tmp_path / "state")) == 1
