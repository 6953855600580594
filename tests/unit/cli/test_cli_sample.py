"""`redactor sample` as a person and as a program call it."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from redactor.cli.sample import app


def test_the_command_reports_what_it_wrote(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [str(tmp_path / "x"), "--patients", "2", "--seed", "5", "--json"])
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert told["patients"] == told["resources"]["Patient"] == 2
    lines_ = (tmp_path / "x" / "gold" / "gold.ndjson").read_bytes().count(b"\n")
    assert told["identifiers"] == lines_


def test_the_command_refuses_a_folder_that_holds_a_sink(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    done = CliRunner().invoke(app, [str(tmp_path), "--patients", "1"])
    assert done.exit_code == 2
    assert "empty folder" in done.output


def test_help_shows_an_example() -> None:
    done = CliRunner().invoke(app, ["--help"])
    assert done.exit_code == 0
    assert "redactor sample demo/ehr" in done.output


def test_without_json_the_command_prints_a_table(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [str(tmp_path / "x"), "--patients", "1"])
    assert done.exit_code == 0
    assert "planted identifiers" in done.stdout
