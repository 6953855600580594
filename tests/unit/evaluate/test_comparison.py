"""Systems side by side: signs, p-values by hand and by scipy, and what the command writes."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.evaluate.comparison import Comparison, adjust, exact_mcnemar
from redactor.evaluate.report import Run, evaluate_systems
from redactor.evaluate.spans import Document, Labelled
from tests.unit.evaluate.test_figures import AGE, NAME, TEXT, TOWN, doc, random_documents


def compare(one: list[Document], other: list[Document]) -> Comparison:
    """`one` beside the reference `other`."""
    (comparison,) = evaluate_systems({"other": Run(other), "one": Run(one)}).comparisons
    return comparison


def test_a_comparison_pairs_the_documents() -> None:
    # Half of the documents are hard for both: alone each recall varies much, their difference hardly does.
    gold = (NAME, AGE, TOWN)

    def found(hits: int) -> list[Document]:
        return [*(doc(gold, gold[:hits], f"e{i}") for i in range(20)), *(doc(gold, (), f"h{i}") for i in range(20))]

    c = compare(found(3), found(2))
    recall = c.figures["recall"]
    assert recall.value == pytest.approx(1 / 6) and 0.1 < recall.low < recall.high < 0.25
    assert c.figures["whole"].value == pytest.approx(0.5)
    assert c.figures["alarms"].value == c.figures["alarms"].high == 0 and c.figures["alarms"].p == 1
    assert recall.p == pytest.approx(1 / 20_001)
    assert (c.whole.only_system, c.whole.only_reference) == (20, 0)
    assert c.by_label["LOCATION"]["typed_recall"].value == pytest.approx(0.5)
    assert c.by_label["PATIENT"]["typed_recall"].value == 0


def test_four_documents_prove_nothing() -> None:
    """Each sign of four differences is as likely as the other: one in eight is as large by chance."""
    documents = [doc((NAME,), (NAME,), f"d{n}") for n in range(4)]
    c = compare(documents, [replace(d, predicted=()) for d in documents])
    assert c.figures["recall"].p == pytest.approx(0.125, abs=0.02) and c.whole.p == 0.125


def test_many_systems_leave_a_large_difference_its_proof() -> None:
    documents = random_documents(4, 60)
    worse = [replace(d, predicted=d.predicted[1:]) for d in documents]
    runs = {"best": Run(documents)} | {f"worse {n}": Run(worse) for n in range(9)}
    assert all(c.figures["recall"].adjusted < 0.05 for c in evaluate_systems(runs).comparisons)


def test_swapped_systems_swap_the_sign() -> None:
    documents = random_documents(3)
    others = [replace(d, predicted=d.predicted[::2]) for d in documents]
    one, two = compare(documents, others), compare(others, documents)
    for name, d in one.figures.items():
        e = two.figures[name]
        assert (d.value, d.low, d.high) == pytest.approx((-e.value, -e.high, -e.low))
        assert d.p == pytest.approx(e.p, abs=0.02)
    assert (one.whole.only_system, one.whole.only_reference) == (two.whole.only_reference, two.whole.only_system)
    assert one.whole.p == two.whole.p
    same = compare(documents, documents)
    assert all(d.value == 0 and d.p == d.adjusted == 1 for d in same.figures.values())


def test_holms_method_by_hand() -> None:
    # 0.01 x 4, 0.02 x 3, 0.03 x 2 is less than that before it, 0.5 x 1.
    assert adjust([0.03, 0.01, 0.5, 0.02]) == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert adjust([0.4, 0.9]) == pytest.approx([0.8, 0.9])
    assert adjust([]) == [] and math.isnan(adjust([float("nan"), 0.02])[0])
    assert adjust([float("nan"), 0.02])[1] == 0.02  # what cannot be tested is no test


def test_mcnemars_test_by_hand_and_by_scipy() -> None:
    assert exact_mcnemar(0, 0) == 1 and exact_mcnemar(5, 0) == pytest.approx(2 / 32) and exact_mcnemar(4, 4) == 1
    stats = pytest.importorskip("scipy.stats")
    for one, other in ((1, 9), (30, 12), (250, 300), (0, 2000)):
        assert exact_mcnemar(one, other) == exact_mcnemar(other, one)
        assert exact_mcnemar(one, other) == pytest.approx(stats.binomtest(one, one + other).pvalue, rel=1e-9)


def _rows(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_the_command_compares_systems(tmp_path: Path) -> None:
    span = {"start": 0, "end": 7, "label": "PATIENT"}
    gold = _rows(tmp_path / "gold.jsonl", [{"id": "1", "text": TEXT, "spans": [span]}])
    one = _rows(tmp_path / "one.jsonl", [{"id": "1", "spans": [span | {"label": "PERSON"}]}])
    other = _rows(tmp_path / "other.jsonl", [{"id": "1", "spans": []}])
    line = ["evaluate", str(gold), "--pred", f"none={other}", "--pred", f"one={one}"]
    told = json.loads(CliRunner().invoke(app, [*line, "--json"]).stdout)
    assert list(told["systems"]) == ["none", "one"]
    (comparison,) = told["comparisons"]
    assert (comparison["system"], comparison["reference"]) == ("one", "none")
    assert comparison["figures"]["recall"] == {"value": 1, "low": None, "high": None, "p": None, "adjusted": None}
    assert comparison["figures"]["precision"]["value"] is None  # the reference predicts nothing
    done = CliRunner().invoke(app, line)
    assert done.exit_code == 0 and "+100.00" in done.stdout and "McNemar" in done.stdout
    assert "few documents" in done.output
    both = CliRunner().invoke(app, ["evaluate", str(gold), "--pred", str(one), "--detectors", "patterns", "--json"])
    assert list(json.loads(both.stdout)["systems"]) == ["patterns", "predictions"]
    twice = CliRunner().invoke(app, ["evaluate", str(gold), "--pred", f"one={one}", "--pred", f"one={other}"])
    assert twice.exit_code == 2 and "NAME=FILE" in twice.output


def test_similar_texts_need_texts(tmp_path: Path) -> None:
    gold = _rows(tmp_path / "gold.jsonl", [{"id": "1", "spans": [{"start": 0, "end": 7, "label": "PATIENT"}]}])
    pred = _rows(tmp_path / "pred.jsonl", [{"id": "1", "spans": []}])
    done = CliRunner().invoke(app, ["evaluate", str(gold), "--pred", str(pred), "--match", "similar"])
    assert done.exit_code == 2 and "none" in done.output


def test_doubts_are_no_predictions() -> None:
    d = Document("d", TEXT, (NAME,), (), doubts=(Labelled(0, 7, "PATIENT", 0.2),))
    assert evaluate_systems({"one": Run([d])}).systems["one"].report.recall.value == 0
