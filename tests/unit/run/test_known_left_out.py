"""Known values beyond what is searched for are counted, warned of and audited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.assemble.runs import build_run
from redactor.cli.root import app
from redactor.run.runner import run
from redactor.run.state import known_entries
from redactor.settings import load_settings


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A patient with five values, and one with two."""
    contacts = [{"system": "phone", "value": f"617-555-01{n:02}"} for n in range(5)]
    rows = [
        {"resourceType": "Patient", "id": "many", "telecom": contacts},
        {"resourceType": "Patient", "id": "few", "telecom": contacts[:2]},
    ]
    path = tmp_path / "in.ndjson"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_values_left_out_are_counted_and_audited(
    source: Path, tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SUBJECT", 3)
    settings = load_settings(home=tmp_path / "home", keyring=str(keyring_path), detectors=("patterns", "known"))
    out, state = tmp_path / "out", tmp_path / "state"
    assert run(*build_run(settings, source, out, state)).known_left_out == 2
    audit = [json.loads(line) for line in (state / "audit.ndjson").read_text().splitlines()]
    assert {line["known_left_out"] for line in audit} == {2}
    assert run(*build_run(settings, source, out, state)).known_left_out == 2  # remembered by the journal


@pytest.mark.parametrize(("most", "warned"), [(3, True), (5, False)])
def test_values_left_out_are_warned_of(
    source: Path, tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, warned: bool
) -> None:
    monkeypatch.setattr(known_entries, "MAX_OF_SUBJECT", most)
    env = {"REDACTOR_HOME": str(tmp_path / "home"), "REDACTOR_KEYRING": str(keyring_path), "COLUMNS": "200"}
    done = CliRunner().invoke(
        app, ["run", str(source), str(tmp_path / "out")], env=env | {"REDACTOR_DETECTORS": '["known"]'}
    )
    assert done.exit_code == 0, done.output
    assert ("warning: 2 known values are not searched for" in done.stderr) is warned
