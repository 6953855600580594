"""The summary of a run says what a person can do about what was not released, and names no file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.remedies import REMEDIES, remedies
from redactor.cli.root import app
from redactor.run.contracts import FileReason
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


def test_every_remedy_is_for_a_reason_and_each_is_told_once() -> None:
    assert set(REMEDIES) <= {r.value for r in (*Reason, *FileReason)}
    assert len(remedies(["cda", "internal-error", "cda", "xml"])) == 2
