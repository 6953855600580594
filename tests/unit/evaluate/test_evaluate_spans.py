"""Figures worked by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.evaluate.bootstrap import ratio_intervals
from redactor.evaluate.figures import evaluate_documents
from redactor.evaluate.spans import IGNORED, Document, Labelled, category_of_label
from tests.each_row import each_row


def doc(text: str, gold: list[tuple[int, int, str]], pred: list[tuple[int, int, str]], id_: str = "a") -> Document:
    return Document(id_, text, tuple(Labelled(*g) for g in gold), tuple(Labelled(*p) for p in pred))


# "Ann Lee, 45, of Dayton" with a name of 7 characters, an age of 2, a town of 6; five words.
TEXT = "Ann Lee, 45, of Dayton"
GOLD = [(0, 7, "PATIENT"), (9, 11, "AGE"), (16, 22, "CITY")]


def test_eighty_percent_of_the_characters_count() -> None:
    # The name's first 6 of 7 characters (86 %) are enough, 4 of the town's 6 (67 %) are not; the age is missed.
    r = evaluate_documents([doc(TEXT, GOLD, [(0, 6, "PERSON"), (18, 22, "STATE")])])
    assert (r.recall.above, r.recall.below) == (1, 3)
    # Both predictions lie inside gold spans, so neither is a false alarm.
    assert (r.precision.above, r.precision.below) == (2, 2)
    assert (r.typed_precision.above, r.typed_precision.below) == (1, 2)
    assert (r.character_recall.above, r.character_recall.below) == (10, 15)
    assert r.whole.value == 0
    assert r.alarms.value == 0
    assert [w.span.label for w in r.missed] == ["AGE", "LOCATION"]


def test_predictions_cover_a_span_together() -> None:
    r = evaluate_documents([doc(TEXT, GOLD[:1], [(0, 3, "DOCTOR"), (4, 7, "PATIENT")])])
    assert r.recall.value == 1  # 6 of 7 characters
    assert r.typed_recall.value == 0  # of its own type, 3 of 7
    assert r.whole.value == 1


def test_exact_and_overlap() -> None:
    predicted = [(0, 7, "PATIENT"), (9, 12, "AGE"), (21, 22, "CITY")]
    exact = evaluate_documents([doc(TEXT, GOLD, predicted)], "exact")
    assert (exact.recall.above, exact.precision.above, exact.precision.below) == (1, 1, 3)
    overlap = evaluate_documents([doc(TEXT, GOLD, predicted)], "overlap")
    assert (overlap.recall.above, overlap.precision.above) == (3, 3)


def test_false_alarms_and_whole_documents() -> None:
    documents = [
        doc(TEXT, GOLD, [(0, 7, "PATIENT"), (8, 11, "AGE"), (13, 22, "LOCATION")], "a"),
        doc("No acute distress at all", [], [(3, 8, "PERSON")], "b"),
        doc(TEXT, GOLD, [], "c"),
    ]
    r = evaluate_documents(documents)
    assert (r.whole.above, r.whole.below) == (1, 2)  # a document without gold is not among them
    assert (r.alarms.above, r.alarms.below) == (1, 15)
    assert r.alarms.value == pytest.approx(1000 / 15)
    assert r.by_label["AGE"]["recall"].value == 0.5
    assert r.by_label["PATIENT"]["precision"].value == 0.5
    assert r.f1 == pytest.approx(2 * 0.5 * 0.75 / 1.25)


def test_a_label_mapped_to_nothing_is_neither_right_nor_wrong() -> None:
    r = evaluate_documents(
        [doc("Dr. Lee, 45", [(0, 3, "TITLE"), (4, 7, "DOCTOR")], [(0, 3, "PERSON")])], mapped={"TITLE": None}
    )
    assert (r.recall.above, r.recall.below, r.precision.below) == (0, 1, 0)


def test_empty_input_gives_no_figures_and_no_error() -> None:
    r = evaluate_documents([doc("", [], [])])
    assert math.isnan(r.recall.value)
    assert math.isnan(r.alarms.low)


@each_row(
    ("label", "is_called"),
    [("MEDICAL_RECORD_NUMBER", "ID"), ("HCW", "DOCTOR"), ("STREET", "LOCATION"), ("WEB", "WEB"), ("PERSON", "PATIENT"),
     ("HOSPITAL", "HOSPITAL"), ("MASK", "MASK")],
)  # fmt: skip
def test_categories(label: str, is_called: str) -> None:
    assert category_of_label(label) == is_called
    assert category_of_label("X", {"X": label}) == is_called
    assert category_of_label(label, {label: None}) == IGNORED


def test_the_bootstrap_over_two_documents() -> None:
    # One document 0 of 1, the other 1 of 1: a resample has a ratio of 0, 1/2 or 1 with probabilities 1/4, 1/2, 1/4.
    low, high = ratio_intervals(np.array([[0.0], [1.0]]), np.array([[1.0], [1.0]]))
    assert (low[0], high[0]) == (0.0, 1.0)
    # Two hundred documents, a tenth of them missed: within two standard errors, sqrt(0.09 / 200), of 0.9.
    above = np.array([[0.0 if i < 20 else 1.0] for i in range(200)])
    low, high = ratio_intervals(above, np.ones((200, 1)))
    assert low[0] == pytest.approx(0.9 - 1.96 * math.sqrt(0.09 / 200), abs=0.01)
    assert high[0] == pytest.approx(0.9 + 1.96 * math.sqrt(0.09 / 200), abs=0.01)
    again = ratio_intervals(above, np.ones((200, 1)))
    assert (again[0][0], again[1][0]) == (low[0], high[0])


def _write(path: Path, rows: list[dict[str, object]]) -> str:
    path.write_text("".join(json.dumps(r) + "\n" for r in rows))
    return str(path)


def test_the_command(tmp_path: Path) -> None:
    spans = [{"start": a, "end": b, "label": c} for a, b, c in GOLD]
    gold = _write(tmp_path / "g.jsonl", [{"id": 1, "text": TEXT, "kind": "x", "spans": spans}])
    pred = _write(tmp_path / "p.jsonl", [{"id": 1, "spans": spans[:2]}])
    got = CliRunner().invoke(app, ["evaluate", gold, "--pred", pred, "--by", "kind", "--json"])
    assert got.exit_code == 0, got.output
    shown = json.loads(got.stdout)
    assert list(shown["systems"]) == ["predictions"] and shown["comparisons"] == []
    system = shown["systems"]["predictions"]
    assert system["report"]["recall"]["value"] == pytest.approx(2 / 3)
    assert system["groups"]["x"]["precision"]["value"] == 1
    table = CliRunner().invoke(app, ["evaluate", gold, "--detectors", "patterns", "--show", "5"])
    assert table.exit_code == 0, table.output
    assert "documents without a miss" in table.output


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('{"id": 1, "text": "secretname", "spans": [{"start": 0, "end": 99, "label": "X"}]}', "outside"),
        ('{"id": 1, "spans": [{"start": 0}]}', "label"),
        ("secretname", "no JSON"),
        ('["secretname"]', "object"),
    ],
)
def test_bad_gold_names_the_line_and_shows_nothing(tmp_path: Path, row: str, message: str) -> None:
    gold = tmp_path / "g.jsonl"
    gold.write_text('{"id": 0, "text": "fine", "spans": []}\n' + row + "\n")
    got = CliRunner().invoke(app, ["evaluate", str(gold), "--detectors", "patterns"])
    assert got.exit_code == 2
    assert message in got.output
    assert "line 2" in got.output
    assert "secretname" not in got.output


def test_predictions_must_contain_every_document(tmp_path: Path) -> None:
    gold = _write(tmp_path / "g.jsonl", [{"id": 1, "text": TEXT, "spans": []}])
    pred = _write(tmp_path / "p.jsonl", [{"id": 2}])
    got = CliRunner().invoke(app, ["evaluate", gold, "--pred", pred])
    assert got.exit_code == 2
