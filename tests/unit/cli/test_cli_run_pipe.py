"""`redactor run IN -`: stdout holds each released record once, whatever stopped an earlier try."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from redactor.cli.root import app
from redactor.run.output.pipe import PipeCopy

RUN = CliRunner()
PATIENT = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Vexholm", "given": ["Ann"]}]}
SECRET = ("Vexholm", "Zorbatine")


def observation(n: int) -> dict[str, Any]:
    return {
        "resourceType": "Observation",
        "id": f"o{n}",
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]},
        "subject": {"reference": "Patient/p1"},
        "note": [{"text": f"Ann Vexholm was seen {n} times by Dr. Zorbatine."}],
    }


def lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


INPUT = lines(PATIENT, *map(observation, range(9)), {"vexholm": 1}, observation(3))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns", "known"]')
    monkeypatch.setenv("REDACTOR_BATCH_RECORDS", "3")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def piped(*options: str, data: str = INPUT, source: str = "-") -> Result:
    return RUN.invoke(app, ["run", source, "-", *options], input=data)


def state_of(done: Result) -> Path:
    return Path(next(line for line in done.stderr.splitlines() if line.startswith("state: ")).removeprefix("state: "))


def test_records_leave_as_lines_and_all_else_is_said_on_stderr(home: Path, tmp_path: Path) -> None:
    done = piped("--json")
    assert done.exit_code == 1
    ids = [json.loads(line)["id"] for line in done.stdout.splitlines()]
    assert len(ids) == len({*ids}) == 10
    summary = json.loads(done.stderr.splitlines()[-1])
    assert summary["outcomes"] == {"duplicate": 1, "quarantined": 1, "released": 10}
    assert not any(name in done.output for name in SECRET)
    state = state_of(done)
    assert state.parent == home / "runs" and (state / "journal.db").is_file()
    out = tmp_path / "out"
    assert RUN.invoke(app, ["run", "-", str(out), "--state", "other"], input=INPUT).exit_code == 1
    assert (out / "records-00001.ndjson").read_text() == done.stdout


def test_what_left_can_be_verified_and_what_waits_can_be_released() -> None:
    state = state_of(piped())
    assert RUN.invoke(app, ["verify", str(state / "stdout")]).exit_code == 0
    listed = json.loads(RUN.invoke(app, ["quarantine", "list", "--state", str(state), "--json"]).stdout)
    assert [entry["reason"] for entry in listed] == ["no-schema"]
    done = RUN.invoke(app, ["quarantine", "release", str(state / "stdout"), "--all", "--state", str(state)])
    assert done.exit_code == 1, done.output


def test_each_call_is_a_run_of_its_own_and_a_state_gives_the_same_again() -> None:
    first, other = piped(), piped(data=lines(PATIENT))
    assert other.exit_code == 0 and len(other.stdout.splitlines()) == 1
    again = piped("--state", str(state_of(first)))
    assert (again.exit_code, again.stdout) == (1, first.stdout)
    wrong = piped("--state", str(state_of(first)), data=lines(observation(77)))
    assert wrong.exit_code == 2 and wrong.stdout == ""


def test_records_are_sent_while_later_ones_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    send = PipeCopy.send_committed

    def watch(copy: PipeCopy) -> None:
        send(copy)
        sent.append(copy._sent)

    monkeypatch.setattr(PipeCopy, "send_committed", watch)
    done = piped()
    assert 0 < sent[0] < sent[1] < len(done.stdout.encode()) == sent[-1]


def test_after_a_crash_at_any_commit_the_same_state_sends_everything_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = piped().stdout
    send = PipeCopy.send_committed
    for crash in range(4):
        commits: list[None] = []

        def fail(copy: PipeCopy, at: int = crash, commits: list[None] = commits) -> None:
            if len(commits) == at:
                raise BrokenPipeError
            commits.append(None)
            send(copy)

        state = f"state-{crash}"
        with monkeypatch.context() as patched:
            patched.setattr(PipeCopy, "send_committed", fail)
            patched.setattr("redactor.cli.messages.os.dup2", lambda *_: 0)
            broken = piped("--state", state)
        assert broken.exit_code == 2 and "reads stdout" in broken.stderr
        assert whole.startswith(broken.stdout) and broken.stdout != whole
        again = piped("--state", state)
        assert (again.exit_code, again.stdout) == (1, whole)


def test_a_folder_of_other_forms_leaves_as_lines(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "a.ndjson").write_text(lines(observation(5) | {"status": "entered-in-error"}, PATIENT))
    (source / "b.json").write_text(json.dumps([observation(1), observation(2)]))
    (source / "c.csv").write_text("note_id,patient_id,note_date,note_type,note_text\nn1,p1,2025-03-16,x,Ann Vexholm\n")
    (source / "d.txt").write_text("Seen by Dr. Zorbatine.")
    done = piped(source=str(source), data="")
    assert done.exit_code == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 6 and not any(name in done.output for name in SECRET)
    assert rows[-1]["resourceType"] == "Bundle" and rows[-1]["entry"][0]["request"]["method"] == "DELETE"
    assert [path.suffix for path in (state_of(done) / "stdout").glob("records*")] == [".ndjson"] * 4


def test_a_reader_that_ends_early_is_told_and_no_record_is_lost() -> None:
    code = "from redactor.cli import main; main()"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    told = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -c "{code}" run - - --state s | true; echo "${{PIPESTATUS[0]}}"'],
        input=INPUT, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout == "2\n" and "has ended before" in told.stderr and "Traceback" not in told.stderr
    assert len(piped("--state", "s").stdout.splitlines()) == 10


def test_out_inside_the_state_is_refused_under_any_other_name() -> None:
    done = RUN.invoke(app, ["run", "-", "s/out", "--state", "s"], input=INPUT)
    assert done.exit_code == 2 and "inside one another" in done.stderr


def test_forgetting_a_patient_erases_the_copies_that_name_the_patient(home: Path) -> None:
    hers = state_of(piped())
    other = state_of(piped(data=lines(PATIENT | {"id": "p2"})))
    halted = home / "runs" / "halted"  # an interrupted run has parts in its state
    shutil.copytree(hers, halted)
    (halted / "stdout" / "records-00001.ndjson").rename(halted / "records-00001.part")
    sent = (hers / "stdout" / "records-00001.ndjson").read_bytes().splitlines()
    ids = [json.loads(line)["id"].encode() for line in sent]
    done = RUN.invoke(app, ["index", "forget", "--subject", "p1", "--yes", "--json"])
    assert done.exit_code == 0, done.output
    assert sum(line["erased"]["copies"] for line in json.loads(done.stdout)["retractions"]) == 20
    for state in (hers, halted):
        kept = [path for path in state.rglob("*") if path.is_file()]
        held = b"".join(path.read_bytes() for path in kept)
        assert not any(one in held for one in [*ids, b"seen 3 times"])
        again = piped("--state", str(state))
        assert again.exit_code == 2 and again.stdout == "" and "--state" in again.stderr
    assert RUN.invoke(app, ["verify", str(other / "stdout")]).exit_code == 0
