"""`redactor lookup` and `redactor runs`: answers, exit codes, and a log that says who asked and holds no original."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from redactor.cli import runs as runs_command
from redactor.cli.root import app
from redactor.run.state.locks import StateLock

WHY = "incidental finding, protocol 17"
PATIENT, OBSERVATION = "mrn-1847", "obs-2958"


def call(*args: str | Path, code: int = 0, stdin: str | None = None) -> Result:
    done = CliRunner().invoke(app, [*map(str, args)], input=stdin)
    assert done.exit_code == code, done.output
    return done


def lookup(*args: str | Path, code: int = 0, **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(call("lookup", *args, "--reason", WHY, "--json", code=code, **more).stdout)
    return told


@pytest.fixture
def out(tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    monkeypatch.setenv("REDACTOR_DETECTORS", '["known"]')
    code = {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}
    subject = {"reference": f"Patient/{PATIENT}"}
    records = [
        {"resourceType": "Patient", "id": PATIENT},
        {"resourceType": "Observation", "id": OBSERVATION, "status": "final", "code": code, "subject": subject},
    ]
    source = tmp_path / "vexholm.ndjson"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    call("run", source, tmp_path / "out", "--json")
    return tmp_path / "out"


def state_of(out: Path) -> Path:
    (state,) = (out.parent / "home" / "runs").iterdir()
    return state


def released(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "records-00001.ndjson").read_text().splitlines()]


def log_of(out: Path) -> list[dict[str, Any]]:
    path = out.parent / "home" / "access.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_released_id_gives_the_original_and_is_logged_without_it(out: Path) -> None:
    ours = f"Observation/{released(out)[1]['id']}"
    told = lookup(ours)
    (found,) = told["found"]
    assert told["not_found"] == [] and told["runs_without_rows"] == []
    assert (found["type"], found["id"], found["patient"]) == ("Observation", OBSERVATION, PATIENT)
    assert (found["file"], found["row"], found["state"]) == ("vexholm.ndjson", "2", str(state_of(out)))
    (line,) = log_of(out)
    assert line["by"] == pwd.getpwuid(os.getuid()).pw_name and line["reason"] == WHY and line["recipient"] == "enclave"
    assert line["found"] == [{"released": ours, "record": found["record"]}] and line["not_found"] == 0
    assert (out.parent / "home" / "access.jsonl").stat().st_mode & 0o777 == 0o600
    assert lookup(found["record"])["found"][0]["id"] == OBSERVATION
    table = call("lookup", ours, "--reason", WHY)
    assert OBSERVATION in table.stdout and "vexholm.ndjson" in table.stdout and OBSERVATION not in table.stderr


def test_an_original_gives_what_was_released_and_stays_out_of_the_log(out: Path) -> None:
    ours = released(out)[0]
    told = lookup("--original", f"Patient/{PATIENT}", "--original", "Patient/mrn-0000", code=1)
    assert [m["released"] for m in told["found"]] == [f"Patient/{ours['id']}"]
    assert told["not_found"] == ["Patient/mrn-0000"]
    piped = lookup("--original", "-", stdin=f"Patient/{PATIENT}\n\nObservation/{OBSERVATION}\n")
    assert len(piped["found"]) == 2
    log = json.dumps(log_of(out))
    assert PATIENT not in log and OBSERVATION not in log and "mrn-0000" not in log and ours["id"] in log
    assert log_of(out)[0]["not_found"] == 1
    assert PATIENT not in call("lookup", "--original", f"Patient/{PATIENT}x", "--reason", WHY, code=1).stderr


def test_what_is_not_found_is_exit_1_and_not_in_the_log(out: Path) -> None:
    done = call("lookup", "mrn-typed-by-mistake", "--reason", WHY, code=1)
    assert "not found" in done.stdout and "mrn-typed" not in done.stderr
    (line,) = log_of(out)
    assert line["found"] == [] and line["not_found"] == 1 and "mrn-typed" not in json.dumps(line)


def test_a_file_of_out_can_be_written_to_a_private_file_outside_out(out: Path) -> None:
    given, target = out / "records-00001.ndjson", out.parent / "crosswalk.jsonl"
    assert lookup("--file", given, "--out", target)["found"] == str(target)
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert [line["id"] for line in lines] == [PATIENT, OBSERVATION] and target.stat().st_mode & 0o777 == 0o600
    assert log_of(out)[0]["found"] == {"file": "records-00001.ndjson", "records": 2}
    for refused in (target, out / "crosswalk.jsonl"):
        call("lookup", "--file", given, "--out", refused, "--reason", WHY, code=2)
    assert len(log_of(out)) == 1 and not (out / "crosswalk.jsonl").exists()
    # A file is told by its bytes: one that merely has the name of a file of OUT could be anybody's.
    call("run", out.parent / "vexholm.ndjson", out.parent / "out2", "--json")
    given.write_bytes(given.read_bytes() + b"\n")
    assert "redactor runs" in call("lookup", "--file", given, "--reason", WHY, code=2).stderr


REFUSED: dict[str, tuple[list[str], str]] = {
    "no reason": (["lookup", "x"], "--reason"),
    "an empty reason": (["lookup", "x", "--reason", " "], "--reason is empty"),
    "nothing asked": (["lookup", "--reason", WHY], "name released ids"),
    "two questions": (["lookup", "x", "--original", "Patient/1", "--reason", WHY], "name released ids"),
    "an empty list": (["lookup", "-", "--reason", WHY], "no id was given"),
    "a file of nobody": (["lookup", "--file", "nowhere.csv", "--reason", WHY], "no run that is searched wrote"),
    "a reason that names": (["lookup", "--original", f"Patient/{PATIENT}", "--reason", f"for {PATIENT}"], "quotes"),
    "a name that is not there": (["lookup", "--original", "Patient/mrn-77", "--reason", "mrn-77"], "quotes"),
    "no state": (["lookup", "x", "--reason", WHY, "--state", "/tmp"], ""),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_answered_is_exit_2_and_not_logged(out: Path, what: str) -> None:
    args, says = REFUSED[what]
    assert says in " ".join(call(*args, code=2).stderr.split())
    assert log_of(out) == []


def test_another_recipient_and_another_keyring_give_nothing(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = released(out)[0]["id"]
    with monkeypatch.context() as patched:
        patched.setenv("REDACTOR_RECIPIENT", "university")
        told = call("lookup", ours, "--reason", WHY, code=2).stderr
        assert "no run under home was made for the recipient university" in " ".join(told.split())
        assert lookup(ours, "--state", state_of(out))["found"]  # a state that is named has a recipient of its own
    call("keys", "init", out.parent / "other.json")
    monkeypatch.setenv("REDACTOR_KEYRING", str(out.parent / "other.json"))
    assert "REDACTOR_KEYRING" in call("lookup", ours, "--reason", WHY, code=2).stderr
    monkeypatch.delenv("REDACTOR_KEYRING")
    assert "no keyring is set" in call("lookup", ours, "--reason", WHY, code=2).stderr


def test_a_run_of_an_older_version_says_what_to_do(out: Path) -> None:
    state = state_of(out)
    (state / "lookup.db").unlink()
    assert "were removed" in call("lookup", "x", "--reason", WHY, code=2).stderr
    db = sqlite3.connect(state / "journal.db")  # as an older version left it; lookups do not check its seal
    db.execute("DELETE FROM meta WHERE key='lookup_commits'")
    db.commit()
    db.close()
    told = " ".join(call("lookup", "x", "--reason", WHY, code=2).stderr.split())
    assert "keeps no rows for lookups: an older version" in told and "into a new OUT" in told
    call("run", out.parent / "vexholm.ndjson", out.parent / "out2", "--json")
    told_again = lookup(released(out)[0]["id"])
    assert len(told_again["found"]) == 1 and told_again["runs_without_rows"] == [str(state)]


# --- hostile questions ------------------------------------------------------------------------------------------------


def test_no_control_character_of_a_question_or_an_id_reaches_the_terminal(out: Path) -> None:
    asked = f"\ufeffPatient/{released(out)[0]['id']}\r\n\x1b]0;owned\x07\n\x9b2J\n"
    done = call("lookup", "-", "--reason", WHY, stdin=asked, code=1)
    assert PATIENT in done.stdout and "owned" in done.stdout  # a mark of an editor at the start is no part of an id
    assert [c for c in "\x1b\x07\x9b\r" if c in done.output] == []


def test_a_long_table_is_cut_and_says_how_to_get_all_of_it(out: Path) -> None:
    ids = "".join(f"Patient/none{i}\n" for i in range(1_200))
    done = call("lookup", "-", "--reason", WHY, stdin=ids + f"Patient/{released(out)[0]['id']}\n", code=1)
    assert done.stdout.count("not found") == 999 and PATIENT in done.stdout
    assert "201 more are not shown; give --out FILE or --json" in done.stderr
    assert len(lookup("-", stdin=ids, code=1)["not_found"]) == 1_200


def test_a_reason_is_one_line_of_the_log_whatever_it_holds(out: Path) -> None:
    ours = f"Patient/{released(out)[0]['id']}"
    reasons = ['a\nb"}\n{"by": "nobody"}', "\x1b[2J\r", "\u202e\u2028x"]
    for reason in reasons:
        call("lookup", ours, "--reason", reason)
    assert [line["reason"] for line in log_of(out)] == [r.strip() for r in reasons]
    raw = (out.parent / "home" / "access.jsonl").read_bytes()
    assert raw.count(b"\n") == 3 and raw.isascii() and not any(c in raw for c in b"\x1b\r")


def test_rows_that_were_put_back_after_forgetting_are_refused(out: Path) -> None:
    state = state_of(out)
    shutil.copy(state / "lookup.db", out.parent / "before.db")
    call("index", "forget", "--subject", PATIENT, "--yes")
    assert lookup("--original", f"Patient/{PATIENT}", code=1)["found"] == []
    for name in ("lookup.db-wal", "lookup.db-shm"):
        (state / name).unlink(missing_ok=True)
    shutil.copy(out.parent / "before.db", state / "lookup.db")
    done = call("lookup", "--original", f"Patient/{PATIENT}", "--reason", WHY, code=2)
    assert "put back as they were earlier" in " ".join(done.stderr.split())


# --- runs -------------------------------------------------------------------------------------------------------------


def test_runs_are_listed_with_what_is_needed_to_find_them(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (run,) = json.loads(call("runs", "--json").stdout)
    assert run["outcomes"] == {"released": 2} and (run["status"], run["lookup"]) == ("done", True)
    assert (run["state"], run["out"], run["recipient"]) == (str(state_of(out)), str(out), "enclave")
    assert run["profile"].startswith("hipaa-safe-harbor@") and "source" not in run
    assert json.loads(call("runs", "--json", "--sources").stdout)[0]["source"] == str(out.parent)
    for shown in (call("runs"), call("runs", "--sources")):
        assert "vexholm" not in shown.output and "released 2" in shown.stdout
    with monkeypatch.context() as patched:
        patched.setattr(runs_command, "_is_terminal", lambda: True)
        assert "source" in call("runs").stdout and "source" not in json.loads(call("runs", "--json").stdout)[0]
    assert "source" not in call("runs").stdout
    with StateLock(state_of(out)):
        assert json.loads(call("runs", "--json").stdout)[0]["status"] == "running"


def test_an_interrupted_run_is_told_from_one_that_is_done(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from redactor.run import runner

    def stop(*args: Any) -> None:
        raise OSError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(runner.manifest, "write", stop)
        call("run", out.parent / "vexholm.ndjson", out.parent / "out2", "--json", code=2)
    listed = {Path(run["out"]).name: run for run in json.loads(call("runs", "--json").stdout)}
    assert {name: run["status"] for name, run in listed.items()} == {"out": "done", "out2": "interrupted"}
    assert listed["out2"]["ended"] is None
    call("run", out.parent / "vexholm.ndjson", out.parent / "out2", "--json")
    assert [run["status"] for run in json.loads(call("runs", "--json").stdout)] == ["done", "done"]


def test_a_home_without_runs_says_so(tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    assert json.loads(call("runs", "--json").stdout) == []
    assert "no run under home" in call("runs").stderr
    assert "no run under home" in call("lookup", "x", "--reason", WHY, code=2).stderr
