"""The log of who asked for originals: which changes of the file are told, and what a crash leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.steward.access_log import LONGEST, NAME, AccessLog, backwards
from redactor.steward.access_reading import Chain, check_log
from tests.conftest import Command

WRITER = """
import sys
from pathlib import Path
from redactor.keys import Keyring
from redactor.steward.access_log import AccessLog
home, keys, name, many = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
log = AccessLog(home, Keyring.load(keys), keys.with_name("keys.json.access"))
for n in range(many):
    log.note("lookup", name, {"record": f"{name}-{n}"}, {"record": f"{name}-{n}-b"})
    print(n, flush=True)
"""


class Home:
    """A home, and a keyring beside which the end of its log is remembered."""

    def __init__(self, root: Path, *, has_head: bool = True) -> None:
        self.root, self.home, self.keys = root, root / "home", root / "keys" / "keys.json"
        if not self.keys.exists():
            Keyring.generate().save(self.keys)
        self.head = self.keys.with_name("keys.json.access")
        self.log = AccessLog(self.home, Keyring.load(self.keys), self.head if has_head else None)
        self.path = self.home / NAME

    def note(self, *records: str) -> None:
        for record in records:
            self.log.note("lookup", 'why "it" is, "number": 7', {"record": record})

    def lines(self) -> list[bytes]:
        return self.path.read_bytes().splitlines(keepends=True)

    def put(self, *lines: bytes) -> None:
        self.path.write_bytes(b"".join(lines))

    def check(self) -> Chain:
        return check_log(self.log)

    def faults(self) -> list[str]:
        return self.check().told()


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_lines_that_nobody_touched_are_a_chain(home: Home) -> None:
    assert home.faults() == [] and not home.check().end_is_known and home.check().lines == 0
    home.note("a", "b")
    home.log.note("review", "\u00e9\u2028", {"record": "c", "deep": {"mac": "x", "number": 1}}, {"record": "d"})
    found = home.check()
    assert (found.told(), found.lines, found.cut_short, found.end_is_known) == ([], 4, 0, True)
    told = [json.loads(line) for line in home.lines()]
    assert [line["number"] for line in told] == [1, 2, 3, 4] and told[0]["before"] == ""
    assert [line["before"] for line in told[1:]] == [line["mac"] for line in told[:-1]]
    assert home.path.stat().st_mode & 0o777 == 0o600


def edited(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b'"b"', b'"x"'), *lines[2:]]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (edited, "line 2 was changed"),
        (lambda x: [x[0], x[1].replace(b": ", b":", 1), *x[2:]], "line 2 was changed"),
        (lambda x: [x[0], x[1][:-5] + b'aa"}\n', *x[2:]], "line 2 was changed"),
        (lambda x: [x[0], *x[2:]], "1 line is missing before line 2"),
        (lambda x: x[2:], "2 lines are missing before line 1"),
        (lambda x: [x[1], x[0], *x[2:]], "1 line is missing before line 1"),
        (lambda x: [*x, x[1]], "line 6 does not follow the line before"),
        (lambda x: [*x[:2], x[1], *x[2:]], "line 3 does not follow the line before"),
        (lambda x: [*x[:2], b'{"time": "t", "record": "planted"}\n', *x[2:]], "line 3 was changed or added"),
        (lambda x: [x[0], x[1].partition(b', "number"')[0] + b"}\n", *x[2:]], "line 2 was changed or added"),
        (lambda x: [x[0], b"garbage\n", *x[2:]], "line 2 was changed or added"),
        (lambda x: [*x[:2], b"Tarquilla\n", *x[2:]], "line 3 was changed or added"),
        (lambda x: [*x, b"Tarquilla\n"], "line 6 was changed or added"),
        (lambda x: [*x[:2], x[2][:40] + b"\n", *x[2:]], "line 3 was changed or added"),
        (lambda x: [*x[:2], b"\n", *x[2:]], "line 3 was changed or added"),
        (lambda x: [b"\n", *x], "line 1 was changed or added"),
        (lambda x: [*x[:2], b"[" * 100_000 + b"\n", *x[2:]], "line 3 was changed or added"),
        (lambda x: [*x[:2], b'{"holder": ' * 90_000 + b"\n", *x[2:]], "line 3 was changed or added"),
        (lambda x: [*x[:2], b"\0" * 100 + b"\n", *x[2:]], "line 3 was changed or added"),
        (lambda x: [*x[:2], b"\xff\xfe" + x[2], *x[3:]], "line 3 was changed or added"),
        (lambda x: [*x[:2], x[2].replace(b'"c"', b'"\xe9"'), *x[3:]], "line 3 was changed or added"),
        (lambda x: [*x[:2], b'{"n": ' + b"9" * 100_000 + b"}\n", *x[2:]], "line 3 was changed or added"),
        (lambda x: [*x[:2], b"x" * (9 << 20) + b"\n", *x[2:]], "line 3 was changed or added"),
        (lambda x: [b"x" * (9 << 20) + b"\n", *x], "line 1 was changed or added"),
        (lambda x: [*x, b"x" * (9 << 20)], "line 6 was changed or added"),
        (lambda x: [*x, b'{"time": "t", "record": "planted"}'], "line 6 was changed or added"),
        (lambda x: x[:-1], "1 line is missing at the end"),
        (lambda x: [*x[:-1], b"garbage\n"], "line 5 was changed or added"),
        (lambda x: [*x[:-1], x[-1][:-40]], "1 line is missing at the end"),
        (lambda x: [], "5 lines are missing at the end"),
        (lambda x: [*x[:-1], x[-1].replace(b'"e"', b'"x"')], "line 5 was changed"),
    ],
)  # fmt: skip
def test_what_was_changed_added_or_removed_is_told(
    home: Home, change: Callable[[list[bytes]], list[bytes]], told: str
) -> None:
    home.note("a", "b", "c", "d", "e")
    home.put(*change(home.lines()))
    assert told in home.faults()[0]
    home.note("f", "g")  # the log goes on, and the fault stays to be told
    assert told.replace("at the end", "before line") in home.faults()[0] and home.check().lines >= 2


def test_a_log_that_is_put_back_or_taken_from_another_home_is_told(home: Home, tmp_path: Path) -> None:
    home.note("a", "b")
    before = home.lines()
    home.note("c")
    home.put(*before)
    assert home.faults() == ["1 line is missing at the end"]
    home.path.unlink()
    home.note("d")
    assert home.faults() == ["3 lines are missing before line 1"]
    (tmp_path / "other").mkdir()
    other = AccessLog(tmp_path / "other", Keyring.load(home.keys), home.head)
    for record in "vwxyz":
        other.note("lookup", "why", {"record": record})
    home.put((tmp_path / "other" / NAME).read_bytes())
    assert home.faults() == ["line 4 is another than the keyring remembers"]
    assert check_log(other).told() == []


def test_another_keyring_vouches_for_nothing(home: Home) -> None:
    home.note("a")
    other = AccessLog(home.home, Keyring.generate(), None)
    assert "another keyring" in check_log(other).told()[0]
    other.note("lookup", "why", {"record": "b"})
    assert ["line 2 was changed" in fault for fault in home.faults()] == [True]


def test_many_faults_are_counted(home: Home) -> None:
    home.note(*map(str, range(60)))
    home.put(*(line.replace(b"lookup", b"nobody") for line in home.lines()))
    assert len(home.faults()) == 21 and home.faults()[-1] == "and 40 further faults"


def test_a_line_that_a_crash_cut_short_is_told_and_harms_nothing(home: Home) -> None:
    home.note("a", "b")
    whole = home.path.read_bytes()
    home.note("c")
    third = home.path.read_bytes()[len(whole) :]
    end = json.loads(home.head.read_text())
    for cut in range(1, len(third)):
        home.path.write_bytes(whole + third[:cut])
        home.head.unlink()  # and of the time before the third line was acknowledged
        home.log._keep(Home(home.root).log._last())
        found = home.check()
        assert (found.told(), found.cut_short) == ([], int(cut < len(third) - 1)), cut
        home.note("d")  # which takes the place of what was cut short, so that every whole line is of the chain
        found = home.check()
        assert (found.told(), found.cut_short, found.lines) == ([], 0, 3 + int(cut == len(third) - 1)), cut
        assert home.path.read_bytes().startswith(whole)
    assert json.loads(home.head.read_text()).keys() == end.keys()


def test_a_line_that_is_longer_than_readers_take_is_not_written(home: Home) -> None:
    home.note("a")
    with pytest.raises(RunError, match="too much at once"):
        home.note("b", "x" * LONGEST)
    home.note("c")
    assert home.faults() == [] and home.check().lines == 3


def test_lines_of_any_length_are_read_from_the_end_with_their_places(home: Home) -> None:
    for sizes in ((3,), (0, 5, 0), (LONGEST, 7), (7, LONGEST + 1, 0, 9), (LONGEST + 70_000, 65_536, 65_535), ()):
        lines = [b"x" * size for size in sizes]
        home.home.mkdir(exist_ok=True)
        home.put(*(line + b"\n" for line in lines))
        starts = [sum(len(one) + 1 for one in lines[:n]) for n in range(len(lines))]
        told = [None if len(line) > LONGEST else line for line in lines]
        with home.path.open("rb") as file:
            assert [*backwards(file, None)] == [*zip(starts, told, strict=True)][::-1], sizes
            for n, start in enumerate(starts):
                assert [*backwards(file, start)] == [*zip(starts[:n], told[:n], strict=True)][::-1], (sizes, n)


def test_a_kill_between_the_line_and_what_is_remembered_harms_nothing(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.note("a")
    with monkeypatch.context() as patch:
        patch.setattr(AccessLog, "_keep", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        child = os.fork()
        if child == 0:
            home.note("b")
            os._exit(0)
        assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert home.faults() == [] and home.check().lines == 2
    home.note("c")
    assert home.faults() == [] and home.check().lines == 3


def test_without_a_file_beside_the_keyring_all_but_missing_last_lines_is_told(tmp_path: Path) -> None:
    home = Home(tmp_path, has_head=False)
    home.note("a", "b", "c")
    whole = home.lines()
    assert home.faults() == [] and not home.check().end_is_known
    home.put(*whole[:-1])
    assert home.faults() == []
    home.put(whole[0], whole[2])
    assert home.faults() == ["1 line is missing before line 2"]


def test_a_head_that_settings_name_has_to_be_kept(home: Home) -> None:
    head = home.root / "nowhere" / "access"
    log = AccessLog(home.home, Keyring.load(home.keys), head, head_is_named=True)
    with pytest.raises(RunError, match="cannot be written"):
        log.note("lookup", "why", {"record": "a"})
    head.parent.mkdir()
    log.note("lookup", "why", {"record": "b"})
    assert check_log(log).end_is_known and check_log(log).told() == []


def test_what_is_remembered_and_is_damaged_stops_what_would_be_shown(home: Home) -> None:
    home.note("a")
    for damaged in ("x", "[]", '{"p": 1}', '{"p": {"number": "1", "mac": ""}}'):
        home.head.write_text(damaged)
        with pytest.raises(RunError, match="is damaged"):
            home.note("b")
    assert home.path.read_bytes().count(b"\n") == 1


def write(home: Home, name: str, many: int) -> subprocess.Popen[str]:
    told = [sys.executable, "-c", WRITER, str(home.home), str(home.keys), name, str(many)]
    return subprocess.Popen(told, stdout=subprocess.PIPE, text=True)


def test_processes_that_write_at_once_make_one_chain(home: Home) -> None:
    processes = [write(home, name, 20) for name in ("a", "b", "c")]
    assert [process.communicate()[0].count("\n") for process in processes] == [20] * 3
    found = home.check()
    assert (found.told(), found.lines, found.cut_short) == ([], 120, 0)


@pytest.mark.slow
def test_processes_that_are_killed_lose_no_line_that_they_acknowledged(home: Home) -> None:
    acknowledged = []
    for turn in range(6):
        processes = [write(home, f"{turn}{name}", 10_000) for name in ("a", "b")]
        assert all(process.stdout is not None and process.stdout.readline() for process in processes)
        time.sleep(0.05 + turn * 0.027)
        for process in processes:
            process.kill()
            done = ["0", *process.communicate()[0].split()]
            acknowledged += [f"{process.args[-2]}-{n}" for n in done]  # type: ignore[index]
    found = home.check()
    assert found.told() == []
    written = {json.loads(line)["record"] for line in home.lines() if line.endswith(b'"}\n')}
    assert written >= {*acknowledged} and len(acknowledged) > 12


def test_a_disk_that_takes_half_a_line_is_an_error(home: Home) -> None:
    """A limit on the size of files does to a write what a full disk does."""
    home.note("a")
    child = os.fork()
    if child == 0:
        import resource

        size = home.path.stat().st_size + 50
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            home.note("b")
        except (OSError, RunError):
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert home.check().cut_short == 1 and home.faults() == []


def test_the_command_checks_the_log_of_home(home: Home, in_process: Command) -> None:
    env = {"REDACTOR_HOME": str(home.home), "REDACTOR_KEYRING": str(home.keys)}
    home.note("a", "b", "c")
    done = in_process("verify", home.path, env=env)
    assert done.returncode == 0 and "access.jsonl of home is as it was written: 3 lines" in done.stderr
    home.path.write_bytes(home.path.read_bytes() + b'{"time": "cut sh')
    done = in_process("verify", home.path, env=env)
    assert done.returncode == 0 and "1 line at the end cut short by a crash" in done.stderr
    home.put(home.lines()[0], home.lines()[2])
    done = in_process("verify", home.path, env=env)
    assert done.returncode == 1 and "- 1 line is missing before line 2" in done.stderr
    done = in_process("verify", home.path, "--json", env=env)
    assert done.returncode == 1 and json.loads(done.stdout)["faults"] == ["1 line is missing before line 2"]
    home.path.unlink()
    done = in_process("verify", home.path, env=env)
    assert done.returncode == 1 and "- 3 lines are missing at the end" in done.stderr
    done = in_process("verify", home.path, "--json", env=env)
    assert json.loads(done.stdout)["faults"] == ["3 lines are missing at the end"] and done.returncode == 1
    home.head.unlink()
    done = in_process("verify", home.path, env=env)
    assert done.returncode == 2 and "there is no access.jsonl in home" in done.stderr
    home.note("d")
    home.head.unlink()
    assert "its end is not remembered" in in_process("verify", home.path, env=env).stderr


def test_the_command_names_a_line_that_no_parser_takes(home: Home, in_process: Command) -> None:
    env = {"REDACTOR_HOME": str(home.home), "REDACTOR_KEYRING": str(home.keys)}
    home.note("a")
    whole = home.path.read_bytes()
    for line in (b"[" * 100_000, b"Tarquilla", b"\xff", b"\0" * 9):
        home.put(whole, line + b"\n")
        done = in_process("verify", home.path, env=env)
        assert done.returncode == 1 and "- line 2 was changed or added" in done.stderr, line[:9]
        assert "Tarquilla" not in done.stderr and "2 lines" not in done.stderr
    home.path.write_bytes(b'{"export": ' + b"[" * 100_000)
    done = in_process("verify", home.path.rename(home.root / "export.jsonl"), env=env)
    assert done.returncode == 1 and "this is no export" in done.stderr
