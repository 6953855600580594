"""The audit at the console: who, when, which record; its filters; and an export that a changed line breaks."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from redactor.keys import Keyring
from redactor.steward import access_log
from redactor.steward.access_log import AccessLog
from redactor.steward.access_reading import Wanted, latest, public_key
from tests.conftest import Command
from tests.unit.service.console_kit import Steward, finished, words
from tests.unit.service.serve_kit import Service, environment

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")


class LongAgo(dt.datetime):
    """A clock of another day."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> LongAgo:
        return cls(2020, 2, 3, 4, 5, 6, tzinfo=tz)


HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def folder(desk: Service, keyring_path: Path) -> Iterator[Path]:
    """The folder of the service, with a log of its own while the tests of this file run."""
    found = desk.log.parent
    (found / "home" / "access.jsonl").unlink(missing_ok=True)
    head = keyring_path.with_name(f"{keyring_path.name}.access")
    head.unlink(missing_ok=True)  # it remembers lines of the tests before
    log = AccessLog(found / "home", Keyring.load(keyring_path), head)
    for n in range(250):
        holder = ("sam", "kim", HOSTILE)[n % 3]
        with pytest.MonkeyPatch.context() as patch:
            if n == 3:
                patch.setattr(access_log, "dt", SimpleNamespace(datetime=LongAgo, UTC=dt.UTC))
            log.note("console-quarantine", "console", {"record": f"rec{n}", "holder": holder, "role": "x"})
    log.note("lookup", "protocol 17", {"found": [{"released": "a"}], "recipient": HOSTILE})
    path = found / "home" / "access.jsonl"
    with path.open("a") as file:
        file.write('{"time": "cut sh')
    yield found
    path.unlink()


@pytest.fixture(scope="module")
def admin(folder: Path, desk: Service) -> Steward:
    return Steward(desk, "admin")


def log_of(home: Path, keyring_path: Path) -> AccessLog:
    return AccessLog(home, Keyring.load(keyring_path), keyring_path.with_name(f"{keyring_path.name}.access"))


def test_lines_are_read_from_the_end_in_pages(folder: Path, keyring_path: Path) -> None:
    places, end = list[int](), None
    log = log_of(folder / "home", keyring_path)
    seen: list[str] = []
    while found := latest(log, Wanted(), 7, end):
        assert not any(one.fault for one in found)
        seen += [str((one.facts or {}).get("record", "lookup")) for one in found]
        end = found[-1].at
        places += [one.at for one in found]
    assert seen == ["lookup", *(f"rec{n}" for n in reversed(range(250)))]
    assert places == sorted(places, reverse=True) and places[-1] == 0
    (folder / "nothing").mkdir()
    assert latest(log_of(folder / "nothing", keyring_path), Wanted(), 7) == []


def test_a_log_that_is_no_file_is_named(admin: Steward, folder: Path) -> None:
    log, aside = folder / "home" / "access.jsonl", folder / "aside.jsonl"
    log.rename(aside)
    log.mkdir()
    try:
        page = admin.get("/console/audit")
        assert page.status == 409 and "access.jsonl in home cannot be read" in words(page)
        page = admin.post("/console/audit/export", {})
        assert page.status == 409 and "access.jsonl in home cannot be" in words(page)
        page = admin.post("/console/forget/look", {"patient": "nobody"})
        assert page.status == 409 and "access.jsonl in home cannot be written" in words(page)
    finally:
        log.rmdir()
        aside.rename(log)


def test_the_page_filters_by_person_and_day(admin: Steward, desk: Service) -> None:
    page = admin.get("/console/audit")
    assert b"<script>alert" not in page.body and HOSTILE in words(page).replace("&lt;", "<")
    assert "lookup" in words(page) and "protocol 17" in words(page) and "rec249" in words(page)
    page = admin.get("/console/audit?person=sam")
    assert "rec249" in words(page) and "rec248" not in words(page)
    old = admin.get("/console/audit?day=2020-02-03")
    assert "rec3 " in words(old) and "rec249" not in words(old)
    assert "No line matches" in words(admin.get("/console/audit?person=nobody"))
    assert admin.get("/console/audit?day=Vexholm").status == 409
    assert admin.get("/console/audit?before=999999999999999").status == 200  # beyond the end
    assert Steward(desk, "approve").get("/console/audit").status == 403


def test_an_export_is_signed_and_every_change_is_noticed(
    admin: Steward, folder: Path, tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    env = environment(folder, keyring_path)
    answer = admin.post("/console/audit/export", {"person": "kim"})
    assert answer.status == 200 and answer.headers["content-disposition"] == 'attachment; filename="access.jsonl"'
    *lines, _ = [json.loads(line) for line in answer.body.splitlines()]
    assert {line["holder"] for line in lines} == {"kim"} and len(lines) == 83
    file = tmp_path / "export.jsonl"
    file.write_bytes(answer.body)
    done = in_process("verify", file, env=env)
    assert done.returncode == 0 and "83 lines, only of kim, exported by the-admin" in done.stderr
    assert "lines" in done.stderr and "cut short" not in done.stderr  # the line of the export took its place
    key = public_key(Keyring.load(keyring_path))
    assert key in words(admin.get("/console/audit"))
    assert in_process("verify", file, "--public-key", key, "--json", env={}).returncode == 0
    rows = answer.body.splitlines(keepends=True)
    changed = [
        rows[1:], rows[:-1], [*rows[:-2], rows[-1]], [rows[0], *rows], [rows[1], rows[0], *rows[2:]], [],
        [rows[0].replace(b"kim", b"sam"), *rows[1:]], [*rows[:-1], rows[-1].replace(b'"lines": 83', b'"lines": 84')],
        [*rows[:-1], rows[-1].replace(b"the-admin", b"the-other")],
    ]  # fmt: skip
    end = rows[-1]
    key_of_other = Keyring.generate().public_key("redactor access log").encode()
    for last in (
        end.replace(b'", "signature"', b'0", "signature"'), end.replace(key.encode(), key_of_other),
        end.replace(b"}\n", b', "note": "approved"}\n'),
        end.replace(b'{"export"', b'{"export": {"lines": 2}, "export"'),
        end.replace(b'"lines": 83', b'"lines": 83, "lines": 83'), end.replace(b'"lines": 83', b'"lines":  83'),
        end.replace(b"kim", b"\\u006bim"), end.replace(b'"day": "", ', b"").replace(b'"lines"', b'"day": "", "lines"'),
        end.rstrip(b"\n"), end + b"\n", b" " + end, end.replace(b"\n", b"\r\n"), b"[]\n", b'{"export": []}\n',
    ):  # fmt: skip
        assert last != end
        changed.append([*rows[:-1], last])
    for kept in changed:
        file.write_bytes(b"".join(kept))
        assert in_process("verify", file, env=env).returncode == 1
    file.write_bytes(answer.body)
    other = Keyring.generate().public_key("redactor access log")
    assert in_process("verify", file, "--public-key", other, env={}).returncode == 1
    log = (folder / "home" / "access.jsonl").read_text().splitlines()
    line = json.loads(log[-1])
    assert (line["command"], line["holder"], line["person"]) == ("console-audit-export", "the-admin", "kim")


def test_a_part_of_the_audit_is_told_as_one(
    admin: Steward, folder: Path, tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    env = environment(folder, keyring_path)
    file = tmp_path / "export.jsonl"
    for fields, told in (
        ({"person": "kim", "day": "2020-02-03"}, "0 lines, only of kim on 2020-02-03, exported by the-admin"),
        ({"day": "2020-02-03"}, "1 line, only of 2020-02-03, exported by the-admin"),
        ({}, "lines, exported by the-admin"),
    ):
        file.write_bytes(admin.post("/console/audit/export", fields).body)
        done = in_process("verify", file, env=env)
        assert told in done.stderr and ("only" in done.stderr) is bool(fields)
    log = folder / "home" / "access.jsonl"
    before = log.read_bytes()
    log.write_bytes(before.replace(b'"rec7"', b'"rec8"'))
    file.write_bytes(admin.post("/console/audit/export", {"person": "kim"}).body)
    done = in_process("verify", file, env=env)
    assert done.returncode == 1 and "- line 8 was changed" in done.stderr and "only of kim" in done.stderr
    done = in_process("verify", file, "--json", env=env)
    assert json.loads(done.stdout)["intact"] is False and done.returncode == 1
    page = finished(admin, admin.post("/console/audit/check", {}))
    assert "is not as it was written" in words(page) and "line 8 was changed" in words(page)
    log.write_bytes(before + log.read_bytes()[len(before) :])
    page = finished(admin, admin.post("/console/audit/check", {}))
    assert "lines are as they were written." in words(page)
    admin.post("/console/audit/export", {"person": "Tarquilla Vexholm"})
    assert "Vexholm" not in (folder / "home" / "access.jsonl").read_text()  # the log names nobody whom it does not know


def test_a_line_that_was_changed_added_or_put_back_is_marked(
    admin: Steward, folder: Path, tmp_path: Path, keyring_path: Path, in_process: Command
) -> None:
    env, file = environment(folder, keyring_path), tmp_path / "export.jsonl"
    path = folder / "home" / "access.jsonl"
    admin.post("/console/audit/export", {})
    before = path.read_bytes()
    rows = before.splitlines(keepends=True)
    forged = b'{"time": "2026-01-01T00:00:00+00:00", "holder": "kim", "command": "x", "record": "planted"}\n'
    deep = b'{"time": ' + b"[" * 700 + b"]" * 700 + b', "holder": "kim", "deep": ' + b"[" * 700 + b"]" * 700 + b"}\n"
    changed = rows[-2].replace(b'"admin"', b'"sam"')
    pages = {
        "Tarquilla": ([*rows, b"Tarquilla\0\xff\n"], 1), "planted": ([*rows, forged], 1), "[[[[": ([*rows, deep], 1),
        "[[[[[": ([*rows, b"[" * 100_000 + b"\n"], 1), "does not follow": ([*rows[:-3], *rows[-2:]], 1),
        "put back": ([*rows, rows[-9]], 1), "is of no chain": ([*rows, b"x" * (5 << 20) + b"\n"], 1),
        "changed or added": ([*rows[:-2], changed, rows[-1]], 1),
    }  # fmt: skip
    try:
        assert "not as written" not in words(admin.get("/console/audit"))
        for told, (lines, faults) in pages.items():
            path.write_bytes(b"".join(lines))
            page = admin.get("/console/audit")
            assert page.status == 200 and told in words(page), told
            assert f"{faults} of the lines on this page" in words(page) and page.body.count(b'"chip"') == faults, told
            assert admin.get("/console/audit?person=kim&day=2026-01-01").status == 200
            answer = admin.post("/console/audit/export", {})
            assert answer.status == 200 and json.loads(answer.body.splitlines()[-1])["export"]["faults"], told
            file.write_bytes(answer.body)
            assert in_process("verify", file, env=env).returncode == 1
        path.write_bytes(b"".join([*rows, forged]))
        assert "planted" in words(admin.get("/console/audit?person=kim&day=2026-01-01"))
        assert "planted" not in words(admin.get("/console/audit?person=sam"))
        assert 'class="chip"' in admin.get("/console/audit?person=kim").body.decode()
        path.write_bytes(b"".join(rows[:-2]))
        assert "of the last lines are missing" in words(admin.get("/console/audit"))
        path.unlink()
        assert "of the last lines are missing" in words(admin.get("/console/audit"))
        page = finished(admin, admin.post("/console/audit/check", {}))
        assert "missing at the end" in words(page)
    finally:
        path.write_bytes(before)


def test_a_page_reads_its_own_lines_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = AccessLog(tmp_path, Keyring.generate(), None)
    log.note("lookup", "why", *({"record": str(n)} for n in range(3000)))
    checked = list[bytes]()
    mac_of = AccessLog.mac_of
    monkeypatch.setattr(AccessLog, "mac_of", lambda log, body: checked.append(body) or mac_of(log, body))
    assert [one.fault for one in latest(log, Wanted(), 101)] == [""] * 101 and len(checked) == 101
