"""What de-identification takes away or makes up: counts by kind, and the command that reports them."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from redactor.cli.evaluate import app
from redactor.evaluate.utility import TextPair, compare_texts

BEFORE = "Lee: furosemide 40 MG daily, SpO2 96%, BP 132/76, LOINC 2160-0, E11.9, moderate edema."
MEASURES = "doses, vital signs, results"


def test_what_comes_out_as_it_went_in_is_not_counted() -> None:
    report = compare_texts([TextPair("1", BEFORE, BEFORE.replace("Lee", "Kim"), ((0, 3),))])
    assert [f.above for f in report.lost.values()] == [0, 0, 0, 0]
    assert [f.below for f in report.lost.values()][:3] == [3, 2, 2]
    assert not report.changes


def test_a_changed_dose_is_lost_and_made_up() -> None:
    after = BEFORE.replace("40 MG", "10 MG").replace("E11.9", "[ID]").replace("edema", "Marsh")
    report = compare_texts([TextPair("1", BEFORE, after)])
    assert {k: f.above for k, f in report.lost.items()} == {MEASURES: 1, "units": 0, "codes": 1, "words": 1}
    assert report.made_up == {MEASURES: 1, "units": 0}
    assert [(c.fact, c.made_up) for c in report.changes] == [
        ("40 MG", False), ("10 MG", True), ("E11.9", False), ("edema", False),
    ]  # fmt: skip


def test_what_an_identifier_covers_may_change() -> None:
    report = compare_texts([TextPair("1", "unit 40 MG", "unit [ID]", ((5, 10),))])
    assert report.lost[MEASURES].below == 0
    assert not report.changes


def test_the_command_reports_and_shows(tmp_path: Path) -> None:
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    before.write_text(json.dumps({"id": "1", "text": BEFORE}))
    after.write_text(json.dumps({"id": "1", "text": BEFORE.replace("96%", "3 F")}))
    done = CliRunner().invoke(app, ["utility", str(before), str(after), "--json"])
    assert json.loads(done.stdout)["lost"][MEASURES]["above"] == 1
    done = CliRunner().invoke(app, ["utility", str(before), str(after), "--show", "5"])
    assert ">>SpO2 96%<<" in done.output
    after.write_text("")
    assert CliRunner().invoke(app, ["utility", str(before), str(after)]).exit_code == 2
