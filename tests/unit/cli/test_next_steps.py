"""What a new user gets wrong at first: each message names the step that comes next, as a command where it is one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from redactor.run.intake import parsers

ROWS = "Fall;Nachname;Ort\nF-1;Grünwald;Freiburg\n"
PATIENT = '{"resourceType":"Patient","id":"p1","name":[{"family":"Quillfeather"}],"birthDate":"1951-08-23"}\n'


@pytest.fixture
def here(tmp_path: Path, keyring_path: Path, in_process: Any) -> Any:
    """The command in a folder of its own, with its output and errors as one text in which blanks are single."""

    def run(*args: str | Path, stdin: str | None = None, **more: str) -> tuple[int, str]:
        env = {"REDACTOR_KEYRING": str(keyring_path), "REDACTOR_HOME": "home", **more}
        done = in_process(*args, env=env, cwd=tmp_path, stdin=stdin)
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    return run, tmp_path


def test_the_way_from_a_quarantined_table_to_its_release_is_told_step_by_step(here: Any) -> None:
    run, folder = here
    (folder / "register.csv").write_text(ROWS, "latin-1")
    assert run("run", "register.csv", "out")[0] == 1
    code, listed = run("quarantine", "list")
    assert code == 0 and "redactor quarantine list --files" in listed
    (step,) = re.findall(r"redactor quarantine release \S*out --all --state \S+", listed)
    (journal,) = (folder / "home").glob("runs/*/journal.db")
    aside = journal.rename(folder / "journal.db")
    assert run("quarantine", "list")[0] == 0  # it needs the quarantine alone
    aside.rename(journal)
    assert run("schema", "infer", "register.csv", "--name", "records/ours")[0] == 0
    linted = run("schema", "lint", "records/ours", "register.csv")[1]
    assert "the patient's id" in linted  # what to do about a schema without a subject
    assert run("schema", "approve", "records/ours", "--by", "A. Steward")[0] == 0
    code, told = run("run", "register.csv", "out")  # what most people try
    assert code == 2 and "redactor quarantine release OUT --all" in told
    code, told = run("quarantine", "release", "--all")
    assert code == 2 and "redactor quarantine release OUT --all" in told
    code, told = run(*step.split()[1:])
    assert code == 0 and "1 released, 0 still held" in told and "entry" not in told  # no empty table
    assert "quarantine release" not in run("quarantine", "list")[1]


def test_what_is_still_held_says_what_to_do(here: Any) -> None:
    run, folder = here
    (folder / "in.ndjson").write_text(PATIENT + "{broken\n")
    assert run("run", "in.ndjson", "out")[0] == 1
    code, told = run("quarantine", "release", "out", "--all")
    assert code == 1 and "malformed-json: no valid JSON" in told


def test_an_extra_that_is_installed_later_is_told_from_a_changed_input(
    here: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, folder = here
    (folder / "in").mkdir()
    (folder / "in/note.txt").write_text("Seen today.\n")
    book = Workbook()
    book.active.append(["mrn", "potassium"])
    book.save(folder / "in/list.xlsx")
    (folder / "without").mkdir()
    (folder / "without/openpyxl.py").write_text("raise ImportError")
    parsers.pool.end_idle()
    with monkeypatch.context() as without:
        without.syspath_prepend(folder / "without")
        code, told = run("run", "in", "out")
    parsers.pool.end_idle()
    assert code == 1 and "then run the input into a new OUT" in told
    code, told = run("run", "in", "out")
    assert code == 2 and "An extra that was installed meanwhile counts" in told
    code, told = run("review", "in", "out", "--terminal", "1")
    assert code == 2 and "run IN again into a new OUT" in told


def test_one_of_several_runs_is_named_by_a_command_that_can_be_copied(here: Any) -> None:
    run, folder = here
    for n, name in enumerate(("first", "second")):
        (folder / f"{name}.ndjson").write_text(PATIENT.replace("p1", f"p{n}"))
        assert run("run", f"{name}.ndjson", name)[0] == 0
    states = {str(p.relative_to(folder)) for p in folder.glob("home/runs/*")}
    code, told = run("quarantine", "list")
    (latest,) = re.findall(r"the latest is --state (\S+)", told)
    assert code == 2 and "2 runs" in told and latest in states
    (facts,) = [r for r in json.loads(run("runs", "--json")[1]) if r["state"] == latest]
    assert facts["out"] == str(folder / "second") and run("quarantine", "list", "--state", latest)[0] == 0


def test_a_run_that_was_killed_before_it_wrote_anything_hides_no_other(here: Any) -> None:
    run, folder = here
    (folder / "in.ndjson").write_text(PATIENT)
    assert run("run", "in.ndjson", "out")[0] == 0
    for name in ("journal.db", "recordings.db"):
        killed = folder / "home/runs" / f"killed-{name}"
        killed.mkdir(mode=0o700)
        (killed / name).touch(0o600)
    code, told = run("runs", "--json")
    assert code == 0 and [one["out"] for one in json.loads(told)] == [str(folder / "out")]
    assert run("lookup", "--original", "Patient/p1", "--reason", "a question")[0] == 0
    assert run("quarantine", "list")[0] == 0


def test_a_run_from_stdin_tells_where_its_records_went_and_why_birth_dates_are_left_out(here: Any) -> None:
    run, _ = here
    observed = {"resourceType": "Observation", "id": "o", "status": "final", "effectiveDateTime": "2024-02-04"}
    code, told = run("run", "-", "-", stdin=PATIENT + json.dumps(observed) + "\n")
    assert code == 0 and "│ stdout │" in told
    assert "no field dates an event" not in told and "stdin is read once" in told
    assert "1 record from 1 file" in run("run", "-", "one", stdin=PATIENT)[1]


def test_a_record_of_ones_own_type_is_looked_up_by_it(here: Any) -> None:
    run, folder = here
    visit = '{"resourceType":"NurseVisit","id":"v1","patient":"pt-1","remark":"ate well"}\n'
    (folder / "visits.ndjson").write_text(visit)
    assert run("schema", "infer", "visits.ndjson", "--name", "records/nurse")[0] == 0
    assert run("schema", "approve", "records/nurse", "--by", "A. Steward")[0] == 0
    assert run("run", "visits.ndjson", "out")[0] == 0
    code, told = run("lookup", "--original", "NurseVisit/v1", "--reason", "a question", "--json")
    (released,) = re.findall(r"NurseVisit/\w{32}", told)
    assert code == 0 and run("lookup", released, "--reason", "a question")[0] == 0


def test_the_keyring_is_looked_for_where_it_is_named(here: Any) -> None:
    run, _ = here
    code, told = run("run", "in", "out", REDACTOR_KEYRING="keys.json")
    assert code == 2 and "if you have one, give its full path" in told and "redactor keys init keys.json" in told


def test_a_pattern_of_the_site_is_a_table_whose_keys_are_told(here: Any) -> None:
    run, folder = here
    (folder / "redactor.toml").write_text('[site]\npatterns = ["KX-[0-9]{4}"]\n')
    code, told = run("config")
    assert code == 2 and "site.patterns.0 (redactor.toml line 2): a table with name, regex, entity" in told
    (folder / "redactor.toml").write_text('[site]\npatterns = [{name = "staff", pattern = "KX", entity = "ID"}]\n')
    assert "there is no such setting; a table with name, regex, entity" in run("config")[1]


def test_terms_that_a_context_bounds_are_not_said_to_leave_everywhere(here: Any) -> None:
    run, folder = here
    (folder / "in.ndjson").write_text(PATIENT)
    wide, bound = '"Parkinson"', '{term = "Mercy", context = "Show mercy"}'
    for allowed, expected in (
        (wide, "site.allow names 1 term that no detector marks: it is released wherever it may stand;"),
        (bound, "site.allow names 1 term that no detector marks: it is released within its context;"),
        (f"{wide}, {bound}", "2 terms that no detector marks: 1 of them within its context, the others wherever they"),
    ):
        (folder / "redactor.toml").write_text(f"[site]\nallow = [{allowed}]\n")
        assert expected in run("run", "in.ndjson", "out")[1], allowed


def test_names_that_are_nearly_right_are_answered_with_the_right_one(here: Any) -> None:
    run, folder = here
    for asked, meant in (("fhir/R4/patient", "fhir/r4/Patient"), ("omop/note", "omop/5.4/note")):
        code, told = run("schema", "show", asked)
        assert code == 2 and f"did you mean {meant}?" in told
    for asked, meant in (("forget", "redactor index forget"), ("approve", "redactor schema approve")):
        code, told = run(asked)
        assert code == 2 and meant in told
    (folder / "note.txt").write_text("Seen by Dr. Quillfeather\non Monday\n")
    code, told = run("detect", "note.txt", "spans.jsonl")
    assert code == 1 and "redactor text --file" in told and "Quillfeather" not in told


def test_a_letter_of_rtf_in_a_pipe_is_no_plain_text(here: Any) -> None:
    run, _ = here
    told = run("text", "-", stdin=r"{\rtf1\ansi Mr. Quillfeather takes aspirin 100 mg.\par}")[1]
    assert "redactor text --file FILE" in told
