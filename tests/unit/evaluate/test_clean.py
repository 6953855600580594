"""False alarms on clean text: who raised them, on how many words, and the command that reports them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.evaluate import app
from redactor.entities import Entity
from redactor.evaluate.clean import Cause, CleanText, count_false_alarms
from redactor.text import Span

TEXTS = [
    {"id": "1", "kind": "wards", "text": "No distress. Call 555-0142 was a dose code, ph 7.4"},
    {"id": "2", "kind": "labs", "text": "sodium 140"},
]


def test_alarms_are_counted_by_detector_rule_and_entity() -> None:
    phone = Span(0, 4, Entity.TELEPHONE_NUMBER, None, "weak", ("patterns:us-phone", "student"))
    name = Span(5, 12, Entity.PERSON, 0.4, "strong", ("student",))
    report = count_false_alarms([CleanText("1", "four words and more", (phone, name)), CleanText("2", "two words", ())])
    assert report.causes == (
        (Cause("patterns+student", "us-phone", "TELEPHONE_NUMBER"), 1),
        (Cause("student", "", "PERSON"), 1),
    )
    assert (report.alarms.above, report.alarms.below) == (2, 6)
    assert report.alarms.value == pytest.approx(1000 / 3)
    assert report.words_marked.above == 3  # "four", and the two words that the name touches
    assert report.untouched.value == 0.5


def test_the_command_reports_by_kind_and_in_context(tmp_path: Path) -> None:
    file = tmp_path / "clean.jsonl"
    file.write_text("\n".join(map(json.dumps, TEXTS)))
    done = CliRunner().invoke(app, ["clean", str(file), "--detectors", "patterns", "--by", "kind", "--json"])
    found = json.loads(done.stdout)
    assert found["documents"] == 2
    assert [c["rule"] for c in found["causes"]] == ["local-phone+phone-labelled"]
    assert {kind: r["alarms"]["above"] for kind, r in found["by"].items()} == {"labs": 0, "wards": 1}
    shown = CliRunner().invoke(app, ["--clean", str(file), "--detectors", "patterns", "--show", "9"])
    assert "local-phone" in shown.stdout
    assert ">>555-0142<<" in shown.output


def test_text_with_gold_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_text(json.dumps({"id": "1", "text": "Ann", "spans": [{"start": 0, "end": 3, "label": "PERSON"}]}))
    done = CliRunner().invoke(app, ["clean", str(file), "--detectors", "patterns"])
    assert done.exit_code == 2
    assert "has spans" in done.output
