"""The pages of the quarantine over real HTTP: filters, originals and their audit, release, purge, and what changed."""

from __future__ import annotations

import contextlib
import html
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import QuarantineStore
from tests.conftest import Command
from tests.unit.service.console_kit import Steward, access_lines, add_tokens, finished, words
from tests.unit.service.serve_kit import Answer, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
HOSTILE = '</pre><script>alert("Vexholm")</script><img src=x onerror=alert(1)>'
FILE = "Vexholm'\"><script>alert(1)</script>.ndjson"
LIST = re.compile(r'href="(/console/quarantine/[a-z2-7]{16})"')
ENTRY = re.compile(r'<th scope="row"><a href="([^"]+)">([0-9-]+)</a></th><td>(\w+)</td><td>([\w-]+)</td>')


def write_input(folder: Path) -> None:
    folder.mkdir()
    patient = {"resourceType": "Patient", "id": "q1", "name": [{"family": "Vexholm"}]}
    odd = [{"dataType": "odd", "name": HOSTILE}, {"dataType": "odd", HOSTILE: 1}, {"dataType": HOSTILE}]
    lines = [json.dumps(r) for r in (patient, *odd)]
    (folder / FILE.replace("/", "_")).write_text("\n".join([*lines, f"no json {HOSTILE}", '"\ud83d'[:1]]), "utf-8")


def env_of(folder: Path, keyring_path: Path) -> dict[str, str]:
    return environment(folder, keyring_path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path, called: Command) -> Path:
    found = tmp_path_factory.mktemp("console_q")
    write_input(found / "in")
    done = called("run", found / "in", found / "out", env=env_of(found, keyring_path))
    assert done.returncode == 1, done.stderr
    return found


@pytest.fixture(scope="module")
def service(folder: Path, keyring_path: Path, called: Command) -> Iterator[Service]:
    env = env_of(folder, keyring_path)
    with served(folder, env, add_tokens(called, env), "--console") as found:
        yield found


@pytest.fixture(scope="module")
def admin(service: Service) -> Steward:
    return Steward(service, "admin")


@pytest.fixture(scope="module")
def reviewer(service: Service) -> Steward:
    return Steward(service, "review")


def list_path(person: Steward) -> str:
    (found,) = set(LIST.findall(person.get("/console/quarantine").body.decode()))
    return str(found)


def entries(page: Answer) -> list[tuple[str, str, str, str]]:
    """Path, entry, status and reason of each row."""
    return ENTRY.findall(page.body.decode())


def test_runs_are_listed_and_their_entries_filtered(reviewer: Steward) -> None:
    page = reviewer.get("/console/quarantine")
    assert "hipaa-safe-harbor" in words(page) and "records" in words(page) and page.status == 200
    path = list_path(reviewer)
    everything = entries(reviewer.get(path))
    assert [e[1] for e in everything] == sorted(e[1] for e in everything) and len(everything) >= 4
    reasons = {e[3] for e in everything}
    assert {"no-schema", "malformed-json"} <= reasons
    for reason in reasons:
        found = reviewer.get(f"{path}?reason={reason}&status=held")
        assert {e[3] for e in entries(found)} == {reason} and f"{reason}:" in words(found)  # with its remedy
    for query in ("reason=Vexholm", "status=released", "reason=%3Cscript%3E"):
        assert entries(reviewer.get(f"{path}?{query}")) == []
    assert reviewer.get(f"{path}?after=Vexholm").status == 409
    for wrong in ("/console/quarantine/aaaaaaaaaaaaaaaa", "/console/quarantine/..%2f..", f"{path}/entries/Vexholm"):
        assert reviewer.get(wrong).status == 404


def test_an_original_is_shown_as_text_and_noted_before(service: Service, reviewer: Steward, folder: Path) -> None:
    path = list_path(reviewer)
    before = len(access_lines(folder))
    for at, entry, _, _ in entries(reviewer.get(path)):
        page = reviewer.get(at)
        assert page.status == 200 and "Vexholm" not in words(page)  # without content
        assert len(access_lines(folder)) == before
        shown = reviewer.get(f"{at}/original")
        text = shown.body.decode()
        assert "<script>alert" not in text and "<img" not in text and "Vexholm" in html.unescape(text)
        line = json.loads(access_lines(folder)[-1])
        assert (line["command"], line["entry"], line["holder"], line["role"]) == (
            "console-quarantine", entry, "the-review", "review",
        )  # fmt: skip
        assert line["record"] and line["time"] and "Vexholm" not in json.dumps(line)
        before = len(access_lines(folder))
    metrics = service.ask("GET", "/metrics", token="review").body.decode()
    assert 'route="/console/quarantine/{state}/entries/{entry}/original"' in metrics
    assert "Vexholm" not in metrics + service.told()


def test_what_cannot_be_noted_is_not_shown(reviewer: Steward, folder: Path) -> None:
    log = folder / "home" / "access.jsonl"
    at = entries(reviewer.get(list_path(reviewer)))[0][0]
    kept = log.read_bytes() if log.exists() else b""
    log.unlink(missing_ok=True)
    log.symlink_to(folder / "elsewhere")
    try:
        answer = reviewer.get(f"{at}/original")
        assert answer.status == 409 and "Vexholm" not in html.unescape(answer.body.decode())
        assert not (folder / "elsewhere").exists()
    finally:
        log.unlink()
        log.write_bytes(kept)
        log.chmod(0o600)


def test_roles_see_and_reach_their_buttons(service: Service, reviewer: Steward, admin: Steward) -> None:
    path = list_path(reviewer)
    approver = Steward(service, "approve")
    has = {
        who: {name for name in ("release", "purge") if f'name="do" value="{name}"' in person.get(path).body.decode()}
        for who, person in (("review", reviewer), ("approve", approver), ("admin", admin))
    }
    assert has == {"review": set(), "approve": {"release"}, "admin": {"release", "purge"}}
    entry = entries(reviewer.get(path))[0][1]
    assert reviewer.post(f"{path}/confirm", {"do": "release", "entry": entry}).status == 403
    assert approver.post(f"{path}/confirm", {"do": "purge", "entry": entry}).status == 409
    assert approver.post(f"{path}/purge", {"entry": entry}).status == 403
    assert approver.post(f"{path}/confirm", {"do": "Vexholm", "entry": entry}).status == 404


def test_a_confirmation_names_the_number_and_what_changed_meanwhile_is_refused(
    admin: Steward, folder: Path, keyring_path: Path
) -> None:
    path = list_path(admin)
    everything = entries(admin.get(path))
    held = [e[1] for e in everything if e[3] == "no-schema" and e[2] == "held"]
    page = admin.post(f"{path}/confirm", {"do": "purge", "whole": "1", "reason": "no-schema", "number": len(held)})
    assert f"Purge {len(held)} entries?" in words(page)
    for number in (len(held) + 1, len(held) - 1, "", "x", "9" * 30):
        fields = {"whole": "1", "reason": "no-schema", "number": str(number)}
        answer = admin.post(f"{path}/purge", fields)
        assert answer.status == 409 and f"{len(held)} entries match now" in words(answer)
    assert admin.post(f"{path}/purge", {}).status == 409
    assert admin.post(f"{path}/purge", {"entry": "Vexholm"}).status == 409
    state = next((folder / "home" / "runs").iterdir())
    store = QuarantineStore(state, Keyring.load(keyring_path), create=False)
    store.purge([held[0]])  # somebody else was faster
    store.close()
    answer = admin.post(f"{path}/purge", {"entry": held})
    assert answer.status == 409 and f"{held[0]} is purged meanwhile" in words(answer)
    job = finished(admin, admin.post(f"{path}/purge", {"entry": held[1:]}))
    assert f"{len(held) - 1} payloads deleted for good" in words(job)
    assert {e[2] for e in entries(admin.get(f"{path}?reason=no-schema"))} == {"purged"}
    told = json.loads(access_lines(folder)[-1])
    assert told["command"] == "console-purge" and told["entries"] == held[1:] and told["holder"] == "the-admin"
    assert admin.get(f"{entries(admin.get(path + '?reason=no-schema'))[0][0]}/original").status == 409


def test_a_release_does_what_the_command_does(tmp_path: Path, keyring_path: Path, called: Command) -> None:
    """Two homes with the same run: one released by the button, one by the command; OUT is the same."""
    for name in ("button", "command"):
        (tmp_path / name).mkdir()
        write_input(tmp_path / name / "in")
        odd = {"resourceType": "Patient", "id": "q9", "vexholm": 1}
        (tmp_path / name / "in" / "late.ndjson").write_text(json.dumps(odd))
        env = env_of(tmp_path / name, keyring_path) | {"REDACTOR_UNKNOWN_FIELDS": "quarantine"}
        done = called("run", tmp_path / name / "in", tmp_path / name / "out", env=env)
        assert done.returncode == 1, done.stderr
    folder = tmp_path / "button"
    env = env_of(folder, keyring_path)  # the cause is mended: fields without a rule are dropped
    with served(folder, env, add_tokens(called, env), "--console") as service:
        approver = Steward(service, "approve")
        path = list_path(approver)
        state = next((folder / "home" / "runs").iterdir())
        fields = {"whole": "1", "number": str(len(entries(approver.get(f"{path}?status=held"))))}
        confirm = approver.post(f"{path}/confirm", {"do": "release", **fields})
        assert str(folder / "out") in words(confirm)
        with StateLock(state):
            locked = finished(approver, approver.post(f"{path}/release", fields))
            assert "another run or exporter is using this state" in words(locked)
        job = finished(approver, approver.post(f"{path}/release", fields))
        assert "1 released" in words(job) and "still held" in words(job) and "no-schema:" in words(job)
        assert [e[2] for e in entries(approver.get(f"{path}?reason=unknown-field"))] == ["released"]
        again = approver.post(f"{path}/release", {"entry": entries(approver.get(f"{path}?reason=unknown-field"))[0][1]})
        assert again.status == 409 and "is released meanwhile" in words(again)
        assert "Vexholm" not in service.told()
    told = called(
        "quarantine", "release", tmp_path / "command" / "out", "--all", env=env_of(tmp_path / "command", keyring_path)
    )
    assert told.returncode == 1
    left = [sorted((tmp_path / name / "out").glob("released*")) for name in ("button", "command")]
    assert [p.read_bytes() for p in left[0]] == [p.read_bytes() for p in left[1]] and left[0]


def test_a_job_whose_process_ended_says_so(service: Service, admin: Steward, folder: Path) -> None:
    jobs = folder / "home" / "console"
    done = max(jobs.iterdir(), key=lambda p: p.stat().st_mtime_ns)
    job = json.loads((done / "job.json").read_text())
    (done / "job.json").write_text(json.dumps(job | {"ended": "", "result": None}))
    assert "has ended before it was done" in words(admin.get(f"/console/jobs/{done.name}"))
    for wrong in ("Vexholm", "0" * 32, "..%2f" + done.name):
        assert admin.get(f"/console/jobs/{wrong}").status == 404


@pytest.mark.slow
def test_a_release_that_was_killed_is_told_and_repeated(tmp_path: Path, keyring_path: Path, called: Command) -> None:
    """kill -9 right after the button, and at moments of the release: after a repetition each record left once."""
    write_input(tmp_path / "in")
    late = [{"resourceType": "Patient", "id": f"q{n}", "vexholm": 1} for n in range(60)]
    (tmp_path / "in" / "late.ndjson").write_text("\n".join(json.dumps(r) for r in late))
    env = env_of(tmp_path, keyring_path)
    done = called("run", tmp_path / "in", tmp_path / "out", env=env | {"REDACTOR_UNKNOWN_FIELDS": "quarantine"})
    assert done.returncode == 1, done.stderr
    tokens = add_tokens(called, env)
    for seconds in (0.0, 0.3, 0.7, 1.2, None):
        killed = contextlib.nullcontext() if seconds is None else pytest.raises(AssertionError, match="serving on")
        with killed, served(tmp_path, env, tokens, "--console") as service:
            person = Steward(service, "approve")
            path = list_path(person)
            if held := entries(person.get(f"{path}?status=held&reason=unknown-field")):
                answer = person.post(f"{path}/release", {"entry": [e[1] for e in held]})
                assert answer.status == 303
                if seconds is None:
                    finished(person, answer)
            if seconds is not None:
                time.sleep(seconds)
                service.process.kill()
    with served(tmp_path, env, tokens, "--console") as service:
        person = Steward(service, "admin")
        path = list_path(person)
        assert entries(person.get(f"{path}?status=held&reason=unknown-field")) == []
        told = [words(person.get(f"/console/jobs/{p.name}")) for p in (tmp_path / "home" / "console").glob("*/")]
        assert any("has ended before it was done" in page for page in told)
    lines = next((tmp_path / "out").glob("released*")).read_text().splitlines()
    assert len(lines) == len(set(lines)) == 60
