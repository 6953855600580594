"""The drift of notes: its distances, and `redactor evaluate drift`."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from redactor.cli.root import app
from redactor.detect.student import Student
from redactor.detect.student.drift import Profile, ProfileFile, to_profile
from redactor.distill import drift_profile
from redactor.evaluate.drift import NoteDrift, frechet_distance, measure_notes, summarize_drift
from tests.unit.detect import student_kit as kit
from tests.unit.detect.test_student_drift import FOREIGN, note, usual

runner = CliRunner()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = kit.write_model(tmp_path_factory.mktemp("drift") / "student")
    drift_profile.write_profile(folder, usual(600))
    return folder


def _profile(mean: list[float], variances: list[float]) -> Profile:
    covariance = np.diag(variances).tolist()
    return to_profile(ProfileFile(1, 9, {"a": 6e5, "b": 2e5}, 2e5, mean, covariance, [], []), len(mean), "")


def _note(counts: dict[str, int]) -> NoteDrift:
    return NoteDrift("1", "", None, None, Counter(counts), np.zeros(2))


def test_the_frechet_distance_of_independent_scores_is_that_of_their_deviations() -> None:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(400, 2)) * [2, 1] + [3, 0]
    own = np.cov(rows, rowvar=False)
    got = frechet_distance(_profile([0, 0], [1, 1]), list(rows))
    values = np.linalg.eigvalsh(own)
    wanted = (rows.mean(axis=0) ** 2).sum() + ((np.sqrt(values) - 1) ** 2).sum()
    assert got == pytest.approx(wanted)
    mean = rows.mean(axis=0)
    same = _profile(mean.tolist(), [1, 1])
    assert frechet_distance(same, [mean + v for v in ([1, 0], [-1, 0], [0, 1], [0, -1])]) == pytest.approx(
        2 * (np.sqrt(2 / 3) - 1) ** 2
    )
    assert frechet_distance(same, []) is None and frechet_distance(same, [mean]) is None


def test_the_divergence_is_zero_for_equal_words_and_one_for_others() -> None:
    profile = _profile([0, 0], [1, 1])
    assert summarize_drift(profile, [_note({"a": 6, "b": 2, "x": 1}), _note({"y": 1})]).divergence == pytest.approx(0)
    only = summarize_drift(profile, [_note({"a": 5})]).divergence
    # Shares 1, 0, 0 and 0.6, 0.2, 0.2; their mean is 0.8, 0.1, 0.1.
    wanted = (np.log2(1 / 0.8) + 0.6 * np.log2(0.6 / 0.8) + 0.4 * np.log2(0.2 / 0.1)) / 2
    assert only == pytest.approx(wanted)
    assert summarize_drift(profile, [_note({})]).divergence is None


def test_usual_notes_are_near_and_foreign_ones_far(model: Path) -> None:
    student, rng = Student(model, drift=True), random.Random(3)
    profile = student.profile
    assert profile is not None
    near = measure_notes(student, profile, [(str(i), t, "near") for i, t in enumerate(usual(300, 9))])
    far = measure_notes(student, profile, [(f"f{i}", note(rng, FOREIGN), "far") for i in range(40)])
    short = measure_notes(student, profile, [("s", "cough", "near")])
    one, other = summarize_drift(profile, [*near, *short]), summarize_drift(profile, far)
    assert one.strange.value < 0.04 and one.short == 1 and one.notes == 301
    assert other.strange.value == 1 and other.by_words == 40 and other.short == 0
    assert one.divergence is not None and other.divergence is not None and one.divergence < 0.01 < other.divergence
    assert one.frechet is not None and other.frechet is not None and one.frechet < other.frechet


def _drift(*args: object) -> Result:
    return runner.invoke(app, ["evaluate", "drift", *map(str, args)])


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    rng, path = random.Random(4), tmp_path / "notes.jsonl"
    rows = [{"id": f"u{i}", "text": text, "kind": "usual"} for i, text in enumerate(usual(45, 8))]
    rows += [{"id": f"f{i}", "text": note(rng, FOREIGN), "kind": "foreign"} for i in range(5)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_the_command_reports_groups_and_the_strangest(model: Path, notes: Path, tmp_path: Path) -> None:
    done = _drift(notes, "--student", model, "--by", "kind", "--show", 2, "--json", "--plot", tmp_path / "drift.svg")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["notes"] == 50 and found["profile_notes"] == 600
    assert found["by"]["foreign"]["strange"]["value"] == 1 and found["by"]["usual"]["strange"]["value"] <= 0.05
    assert {s["id"][0] for s in found["strangest"]} == {"f"}
    drawn = (tmp_path / "drift.svg").read_text()
    assert drawn.startswith("<?xml") and "scores of the student" in drawn and "f0" not in drawn
    shown = _drift(notes, "--student", model, "--by", "kind")
    assert shown.exit_code == 0 and "out of domain" in shown.stdout and "foreign" in shown.stdout


def test_the_exit_code_says_that_too_many_are_strange(model: Path, notes: Path) -> None:
    assert _drift(notes, "--student", model, "--at-most", 5).exit_code == 1
    assert _drift(notes, "--student", model, "--at-most", 20).exit_code == 0


def test_unusable_input_is_told(model: Path, notes: Path, tmp_path: Path) -> None:
    old = _drift(notes, "--student", kit.write_model(tmp_path / "old"))
    assert old.exit_code == 2 and "redactor distill profile" in old.stderr
    (tmp_path / "empty.jsonl").write_text("")
    assert _drift(tmp_path / "empty.jsonl", "--student", model).exit_code == 2
    (tmp_path / "short.jsonl").write_text('{"id": "1", "text": "cough"}\n')
    undrawn = _drift(tmp_path / "short.jsonl", "--student", model, "--plot", tmp_path / "x.svg")
    assert undrawn.exit_code == 0 and "nothing is drawn" in undrawn.stderr and not (tmp_path / "x.svg").exists()
    assert _drift(tmp_path / "short.jsonl", "--student", model).exit_code == 0
    assert "Example: redactor evaluate drift" in _drift("--help").stdout


def test_a_profile_of_ones_own_notes_makes_them_usual(model: Path, notes: Path, tmp_path: Path) -> None:
    rng, own = random.Random(2), tmp_path / "own.jsonl"
    own.write_text("".join(json.dumps({"id": str(i), "text": note(rng, FOREIGN)}) + "\n" for i in range(300)))
    made = runner.invoke(app, ["distill", "profile", str(model), str(tmp_path / "ours"), "--notes", str(own), "--json"])
    assert made.exit_code == 0 and json.loads(made.stdout)["notes"] == 300, made.output
    assert _drift(own, "--student", tmp_path / "ours", "--at-most", 3).exit_code == 0
    assert _drift(own, "--student", model, "--at-most", 3).exit_code == 1
    again = runner.invoke(app, ["distill", "profile", str(model), str(tmp_path / "ours"), "--notes", str(own)])
    assert again.exit_code == 2
    shown = runner.invoke(app, ["distill", "profile", "--help"])
    assert "Example: redactor distill profile" in shown.stdout
