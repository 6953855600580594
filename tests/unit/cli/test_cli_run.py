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
    (source / "vexholm.hl7").write_text("MSH|^~\\&|A|B")
    (source / "vexholm.ndjson").write_text('{"vexholm": 1}')
    (source / "vexholm.txt").write_text("Seen today.")
    return source


def test_the_summary_says_what_to_do_and_names_no_file(source: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["run", str(source), str(tmp_path / "out")])
    assert done.exit_code == 1
    told = " ".join(done.output.split())
    assert "hl7-v2: HL7 v2 messages are not read; convert them to FHIR R4 JSON" in told
    assert "no-schema: no schema fits these records; propose one with `redactor schema infer SAMPLES`" in told
    assert "1 of 1 notes name no patient" in told and "vexholm" not in told.lower()


def test_the_summary_for_machines_counts_notes(source: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["run", str(source), str(tmp_path / "out"), "--json"])
    summary = json.loads(done.stdout)
    assert (summary["notes"], summary["notes_without_patient"]) == (1, 1)
    assert summary["reasons"] == {"hl7-v2": 1, "no-schema": 1}


def test_every_remedy_is_for_a_reason_and_each_is_told_once() -> None:
    assert set(REMEDIES) <= {r.value for r in (*Reason, *FileReason)}
    assert len(remedies(["cda", "internal-error", "cda", "xml"])) == 2
