"""Figures that people worked out by hand from the definitions in the guide, before they had seen a figure.

Three were worked out again when the guide had said more of precision: "seventy percent", "similar: 0.5" and "covered by
two types".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app

CASES = [json.loads(line) for line in Path(__file__).with_name("hand_worked.jsonl").read_text("utf-8").splitlines()]


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_figures_are_those_worked_by_hand(case: dict[str, Any], tmp_path: Path) -> None:
    call = ["evaluate", str(lines(tmp_path / "gold.jsonl", case["gold"])), "--match", case["match"], "--json"]
    call += ["--pred", f"found={lines(tmp_path / 'found.jsonl', case['pred'])}"]
    if "labels" in case:
        (tmp_path / "labels.json").write_text(json.dumps(case["labels"]))
        call += ["--labels", str(tmp_path / "labels.json")]
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)["systems"]["found"]["report"]
    for name, want in case["want"].items():
        if name.startswith("macro_"):
            assert report["macro"][name.removeprefix("macro_")]["value"] == pytest.approx(want), name
        elif name == "interval_recall":
            assert [report["recall"]["low"], report["recall"]["high"]] == want
        elif want is None:
            assert report[name]["value"] is None, name
        elif isinstance(want, list):
            assert [report[name]["above"], report[name]["below"]] == want, name
        else:
            assert report[name]["value"] == pytest.approx(want), name
