"""The summary of a run says what a person can do about what was not released, and names no file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redactor.cli.remedies import REMEDIES, remedies
from redactor.cli.root import app
from redactor.cli.run import progress_text
from redactor.run.contracts import FileReason, Progress
from schemas.engine.records import Reason


@pytest.fixture
def source(tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns"]')
    source = tmp_path / "in"
    source.mkdir()
    (source / "vexholm.dat").write_text("MSH|^~\\&|A|B")
    (source / "vexholm.ndjson").write_text('{"vexholm": 1}')
    (source / "vexholm.txt").write_text("Seen today.")
    return source


def test_the_summary_says_what_to_do_and_names_no_file(source: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["run", str(source), str(tmp_path / "out")])
    assert done.exit_code == 1
    told = " ".join(done.output.split())
    assert "hl7-v2: the file holds HL7 v2 messages under another name; give it the suffix .hl7" in told
    assert "no-schema: no schema fits these records; propose one with `redactor schema infer SAMPLES`" in told
    assert "1 of 1 notes name no patient" in told and "vexholm" not in told.lower()


def test_the_summary_for_machines_counts_notes(source: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["run", str(source), str(tmp_path / "out"), "--json"])
    summary = json.loads(done.stdout)
    assert (summary["notes"], summary["notes_without_patient"]) == (1, 1)
    assert summary["reasons"] == {"hl7-v2": 1, "no-schema": 1}


def test_the_crosswalk_gives_records_the_patient_of_their_identifier(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns", "known"]')
    number = {"system": "http://h.example/mrn", "value": "MRN77"}
    note = {
        "resourceType": "Observation",
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]},
        "effectiveDateTime": "2020-03-04",
        "valueQuantity": {"value": 88, "unit": "kg"},
        "note": [{"text": "grumblewick Xandoracov stable"}],
    }
    records = [
        {"resourceType": "Patient", "id": "p1", "name": [{"family": "Xandoracov"}]},
        {**note, "id": "a", "subject": {"identifier": number}},
        {**note, "id": "b", "subject": {"reference": "Patient?identifier=http://h.example/mrn|MRN77"}},
        {**note, "id": "c", "subject": {"reference": "#p"}}
        | {"contained": [{"resourceType": "Patient", "id": "p", "identifier": [number]}]},
    ]
    source = tmp_path / "in.ndjson"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    done = CliRunner().invoke(app, ["run", str(source), str(tmp_path / "out")])
    assert "warning: 3 records name their patient by no id and by no identifier of one Patient" in " ".join(
        done.output.split()
    )
    (tmp_path / "crosswalk.csv").write_text("mrn,id\nMRN77,p1\n")
    monkeypatch.setenv("REDACTOR_CROSSWALK", str(tmp_path / "crosswalk.csv"))
    done = CliRunner().invoke(app, ["run", str(source), str(tmp_path / "out2"), "--json"])
    assert json.loads(done.stdout)["unresolved"] == 0
    lines = [json.loads(line) for line in (tmp_path / "out2" / "records-00001.ndjson").read_text().splitlines()]
    notes = [line for line in lines if line["resourceType"] == "Observation"]
    assert [n["note"][0]["text"] for n in notes] == ["grumblewick [PERSON] stable"] * 3
    assert {(n["valueQuantity"]["value"], n["valueQuantity"]["unit"]) for n in notes} == {(88, "kg")}
    (tmp_path / "opt_out.txt").write_text("p1\n")
    monkeypatch.setenv("REDACTOR_OPT_OUT", str(tmp_path / "opt_out.txt"))
    done = CliRunner().invoke(app, ["run", str(source), str(tmp_path / "out3"), "--json"])
    assert json.loads(done.stdout)["outcomes"] == {"withheld": 4}


def test_every_reason_of_the_quarantine_has_a_remedy_and_each_is_told_once() -> None:
    withheld = {Reason.OPTED_OUT, Reason.RESTRICTED}  # never in quarantine
    assert set(REMEDIES) == {r.value for r in (*Reason, *FileReason) if r not in withheld}
    assert len(remedies(["cda", "opted-out", "cda", "internal-error"])) == 2


def _run(*args: str | Path) -> Result:
    return CliRunner().invoke(app, ["run", *map(str, args)])


@pytest.mark.parametrize(
    ("held", "told"),
    [((), "it has no files"), (("a.vexholm", "b.jpg", "c.jpg"), "its files are of other kinds ((other) 1, .jpg 2)")],
)
def test_a_folder_with_nothing_to_read_releases_nothing_and_says_what_is_read(
    source: Path, tmp_path: Path, held: tuple[str, ...], told: str
) -> None:
    folder = tmp_path / "nothing"
    (folder / "below").mkdir(parents=True)
    for name in held:
        (folder / "below" / name).write_bytes(b"\x01\x02")
    done = _run(folder, tmp_path / "out")
    assert done.exit_code == 2 and "vexholm" not in done.output
    assert told in done.output and ".csv, " in done.output and ".parquet" in done.output
    assert not (tmp_path / "out").exists() and not (tmp_path / "home" / "runs").exists()


def test_the_summary_has_one_fact_in_a_row(source: Path, tmp_path: Path) -> None:
    done = _run(source, tmp_path / "out")
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in done.output.splitlines() if "│" in line]
    assert ["OUT", str(tmp_path / "out")] in rows
    assert ["ages are judged at (as_of)", "no date found"] in rows
    assert ["released", "1", ""] in rows and ["quarantined", "2", "hl7-v2 1, no-schema 1"] in rows


def test_a_birth_date_that_no_day_can_judge_names_the_setting(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.json").write_text('{"resourceType": "Patient", "id": "p1", "birthDate": "1980-05-17"}')
    done = _run(tmp_path / "p.json", tmp_path / "out")
    assert "give the day with the setting as_of" in done.output and "1980" not in done.output
    monkeypatch.setenv("REDACTOR_AS_OF", "2025-06-30")
    done = _run(tmp_path / "p.json", tmp_path / "out2", "--state", tmp_path / "state2")
    assert "the setting as_of" not in done.output
    assert '"1980"' in (tmp_path / "out2" / "records-00001.json").read_text()


def test_verify_prints_a_line_and_names_files_if_asked(source: Path, tmp_path: Path) -> None:
    for n in range(30):
        (source / f"note{n}.txt").write_text("Seen today.")
    _run(source, tmp_path / "out")
    done = CliRunner().invoke(app, ["verify", str(tmp_path / "out")])
    assert done.exit_code == 0 and len(done.output.splitlines()) == 1
    every = CliRunner().invoke(app, ["verify", str(tmp_path / "out"), "--all"])
    assert len(every.output.splitlines()) > 30
    for released in (tmp_path / "out").glob("*.txt"):
        released.write_text("changed")
    done = CliRunner().invoke(app, ["verify", str(tmp_path / "out")])
    assert done.exit_code == 1 and 10 < len(done.output.splitlines()) < 15


def test_progress_has_a_rate_and_ends_full() -> None:
    def step(done: int, records: int) -> Progress:
        return Progress("process", done, 4_000_000, records, 0)

    assert progress_text(step(1_000_000, 500), step(0, 100), 2.0) == "500 records, 200/s"
    assert progress_text(step(3_000_000, 0), step(1_000_000, 0), 4.0) == "3.0 MB, 0.5/s"
    assert progress_text(step(1_000_000, 100), step(1_000_000, 100), 0.0) == "100 records"
