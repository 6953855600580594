"""Forgetting and opting out at the console: counts first, the id once more, the command's report, no id elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.unit.service.console_kit import Steward, access_lines, add_tokens, finished, words
from tests.unit.service.serve_kit import Answer, Service, environment, served

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("jinja2")
PATIENT = "vexholm-77120934"
COUNT = re.compile(r"<tr><td>([^<]+)</td><td>([\d,]+)</td></tr>")


def write_input(folder: Path) -> None:
    folder.mkdir()
    rows = [
        {"resourceType": "Patient", "id": i, "name": [{"family": f, "given": ["Tarquilla"]}]}
        for i, f in ((PATIENT, "Vexholm"), ("other-1", "Quillstrand"))
    ]
    rows += [{"resourceType": "Observation", "id": "o1", "subject": {"reference": f"Patient/{PATIENT}"}, "code": "x"}]
    (folder / "a.ndjson").write_text("\n".join(json.dumps(r) for r in rows), "utf-8")


def env_of(folder: Path, keyring_path: Path) -> dict[str, str]:
    return environment(folder, keyring_path) | {
        "REDACTOR_PROFILE": "hips", "REDACTOR_OPT_OUT": str(folder / "opt-out.txt"),
    }  # fmt: skip


def ran(folder: Path, keyring_path: Path, called: Command) -> dict[str, str]:
    (folder / "opt-out.txt").write_text("# the list\nnobody-9")
    env = env_of(folder, keyring_path)
    write_input(folder / "in")
    done = called("run", folder / "in", folder / "out", env=env)
    assert done.returncode == 1, done.stderr
    return env


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("console_f")


@pytest.fixture(scope="module")
def service(folder: Path, keyring_path: Path, called: Command) -> Iterator[Service]:
    env = ran(folder, keyring_path, called)
    with served(folder, env, add_tokens(called, env), "--console") as found:
        yield found


@pytest.fixture(scope="module")
def admin(service: Service) -> Steward:
    return Steward(service, "admin")


def hidden(page: Answer) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(of|source)" value="([^"]*)">', page.body.decode()))


def test_nothing_is_forgotten_without_the_id_once_more(admin: Steward, folder: Path) -> None:
    looked = finished(admin, admin.post("/console/forget/look", {"patient": f" {PATIENT} "}))
    counts = {what: int(n) for what, n in COUNT.findall(looked.body.decode())}
    assert counts["known values"] >= 1 and counts["stand-ins of the household"] >= 1
    assert counts["quarantined records"] == 1 and counts["rows for lookups"] == 1
    assert PATIENT not in looked.body.decode()
    for wrong in ({"patient": "other-1", **hidden(looked)}, {"patient": PATIENT, "of": "x"}, {"patient": PATIENT}):
        answer = admin.post("/console/forget/erase", wrong)
        assert answer.status == 409 and "Nothing was erased" in words(answer)
    for empty in ("", "  ", '"'):
        assert admin.post("/console/forget/look", {"patient": empty}).status == 409
    assert not (folder / "home" / "retractions.jsonl").exists()
    nobody = finished(admin, admin.post("/console/forget/look", {"patient": "nobody"}))
    assert "knows nothing" in words(nobody) and {n for _, n in COUNT.findall(nobody.body.decode())} == {"0"}


def test_the_button_erases_what_the_command_erases(
    admin: Steward, service: Service, folder: Path, tmp_path: Path, keyring_path: Path, called: Command
) -> None:
    env = ran(tmp_path, keyring_path, called)
    told = called("index", "forget", "--subject", PATIENT, "--by", "x", "--yes", "--json", env=env)
    (wanted,) = json.loads(told.stdout)["retractions"]
    looked = finished(admin, admin.post("/console/forget/look", {"patient": PATIENT}))
    counts = {what: int(n) for what, n in COUNT.findall(looked.body.decode())}
    kinds = {"known values": "known", "quarantined records": "quarantine", "rows for lookups": "lookup"}
    assert {k: counts[what] for what, k in kinds.items()} == {k: wanted["erased"][k] for k in kinds.values()}
    assert counts["stand-ins of the household"] == wanted["erased"]["stand-ins"]  # nobody else lives there
    report = finished(admin, admin.post("/console/forget/erase", {"patient": PATIENT, **hidden(looked)}))
    last = json.loads((folder / "home" / "retractions.jsonl").read_text().splitlines()[-1])
    assert (last["status"], last["by"], last["erased"]) == ("done", "the-admin", wanted["erased"])
    assert "released records are not erased" in words(report).lower() and PATIENT not in report.body.decode()
    again = finished(admin, admin.post("/console/forget/look", {"patient": PATIENT}))
    assert {n for _, n in COUNT.findall(again.body.decode())} == {"0"}
    kept = [p for p in (folder / "home").rglob("*") if p.is_file() and PATIENT.encode() in p.read_bytes()]
    assert kept == [] and PATIENT not in service.told()
    metrics = service.ask("GET", "/metrics", token="review").body.decode()
    assert PATIENT not in metrics and PATIENT not in "".join(access_lines(folder))
    assert [json.loads(line)["command"] for line in access_lines(folder)][-2:] == [
        "console-forget",
        "console-forget-preview",
    ]
    assert service.ask("POST", "/v1/detect", {"text": "Dr. Emily Quillstrand"}).status == 200  # the engine goes on


def test_a_run_in_progress_keeps_forgetting_out(admin: Steward, folder: Path) -> None:
    from redactor.run.state.locks import StateLock

    with StateLock(next((folder / "home" / "runs").iterdir())):
        page = finished(admin, admin.post("/console/forget/look", {"patient": PATIENT}))
    assert "A run or exporter is using a state of this home. Wait for it or end it" in words(page)
    assert "--state" not in words(page)


def test_a_patient_is_added_to_the_list_once(admin: Steward, folder: Path) -> None:
    listed = folder / "opt-out.txt"
    listed.chmod(0o640)
    assert "1 line stands on the list" in words(admin.get("/console/forget"))
    answer = admin.post("/console/forget/opt-out", {"patient": "Patient/q-5"})
    assert "is on the list" in words(answer) and "2 lines stand" in words(answer) and "q-5" not in words(answer)
    assert "already" in words(admin.post("/console/forget/opt-out", {"patient": "Patient/q-5"}))
    assert listed.read_text() == "# the list\nnobody-9\nPatient/q-5\n" and listed.stat().st_mode & 0o777 == 0o640
    for wrong in ("#q", "a\nb", "a\0b", "x" * 1001, ""):
        assert admin.post("/console/forget/opt-out", {"patient": wrong}).status == 409, wrong
    assert listed.read_text().count("\n") == 3
