"""Choosing notes: CIPHER's features and shares, SHIELD's cover, and the command that does both."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.distill import note_features, sampling
from redactor.distill.note_sources import SourceNote, read_notes
from redactor.errors import NotesError
from tests.each_row import each_row

runner = CliRunner()


def _column(texts: list[str], name: str) -> list[float]:
    return [float(v) for v in note_features.measure_features(texts)[:, note_features.FEATURES.index(name)]]


@each_row(
    ("name", "text", "value"),
    [
        ("text_length", "ab 12", 5),
        ("unique_tokens", "pain, no pain.", 4),
        ("type_token_ratio", "Pain and pain and fever", 3 / 5),
        ("digit_share", "a1b2", 0.5),
        ("longest_numeric_run", "12 and 12345 and 1", 5),
        ("non_letter_symbol_pct", "ab!?", 0.5),
        ("regex_counts__date", "3/4/2024, 2024-03-04, Mar 4, 2024, 4 March 2024; 120/80", 4),
        ("regex_counts__phone", "(555) 123-4567 or 555-123-4567 x 12-34", 2),
        ("regex_counts__ssn", "123-45-6789 1123-45-6789", 1),
        ("regex_counts__email", "a.b@c.org and d@e", 1),
        ("regex_counts__mrn", "MRN: 12345, medical record number 99887", 2),
        ("regex_counts__address", "12 Oak Hill Road and 3 days", 1),
    ],
)
def test_a_feature_of_one_note(name: str, text: str, value: float) -> None:
    assert _column([text], name) == [pytest.approx(value)]


def test_repetitive_text_compresses() -> None:
    same, varied = _column(
        ["the same line\n" * 50, "".join(chr(97 + i * i % 26) for i in range(700))], "compression_ratio"
    )
    assert same < varied < 1


def test_mean_similarity_is_the_mean_cosine_of_tf_idf_with_every_other_note() -> None:
    texts = ["fever and cough", "cough and chills", "fracture of the wrist", "fever fever chills"]
    words = sorted({w for t in texts for w in t.split()})
    count = np.array([[t.split().count(w) for w in words] for t in texts], dtype=float)
    idf = np.log((1 + len(texts)) / (1 + (count > 0).sum(axis=0))) + 1
    unit = count * idf
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    cosine = unit @ unit.T
    expected = (cosine.sum(axis=1) - 1) / (len(texts) - 1)
    assert note_features.mean_similarity(texts) == pytest.approx(expected)
    assert note_features.mean_similarity(["alone"]) == pytest.approx([0.0])


def test_robust_z_is_in_median_deviations_and_survives_columns_of_one_value() -> None:
    values = np.array([[1.0, 0.0, 7.0], [2.0, 0.0, 7.0], [3.0, 0.0, 7.0], [4.0, 0.0, 7.0], [100.0, 10.0, 7.0]])
    z = note_features.robust_z_scores(values)
    assert z[:, 0] == pytest.approx((values[:, 0] - 3) / 1.4826)
    assert z[4, 1] == pytest.approx(10 / (1.2533 * 2))
    assert (z[:, 2] == 0).all()


@each_row(
    ("sizes", "count", "expected"),
    [([90, 9, 1], 10, [8, 1, 1]), ([5, 5], 4, [2, 2]), ([1, 1], 9, [1, 1]), ([10, 1, 1], 2, [1, 1, 0]), ([], 3, [])],
)
def test_shares_follow_the_sizes_and_leave_no_stratum_out(sizes: list[int], count: int, expected: list[int]) -> None:
    assert sampling.proportional_shares(sizes, count) == expected


def _notes() -> list[SourceNote]:
    notes = []
    for i in range(200):
        kind = "progress" if i % 10 else "operative"
        text = f"The patient rests and has pain number {i % 7}. " * (3 + i % 3)
        if i in (17, 55, 120):
            text = "MRN: 1234567 phone 555-123-4567 " * 80
        notes.append(SourceNote(f"n{i}", text, {"note_type": kind, "age": str(i % 90), "sex": "FM"[i % 2]}))
    return notes


def test_a_sample_holds_a_tenth_of_outliers_and_the_strata_in_proportion() -> None:
    notes = _notes()
    got = sampling.stratified_sample(notes, 30, seed=3)
    assert len(got.chosen) == len(set(got.chosen)) == 30
    assert got.strata == 2
    assert {17, 55, 120} == set(got.outliers)
    usual = Counter(notes[i].fields["note_type"] for i in got.chosen if i not in got.outliers)
    assert usual == {"progress": 24, "operative": 3}
    assert got == sampling.stratified_sample(notes, 30, seed=3)
    assert got.chosen != sampling.stratified_sample(notes, 30, seed=4).chosen


def test_a_sample_larger_than_the_source_contains_all_notes() -> None:
    assert sampling.stratified_sample(_notes(), 1000, seed=1).chosen == tuple(range(200))


def test_a_cover_holds_every_stratum_with_few_notes() -> None:
    notes = [SourceNote(f"n{i}", "x" * 100, {"sex": "F", "race": "a", "type": "progress"}) for i in range(500)]
    rare = {100: ("M", "b", "progress"), 200: ("F", "c", "operative"), 300: ("M", "a", "letter")}
    for i, (sex, race, kind) in rare.items():
        notes[i] = SourceNote(f"n{i}", "x" * 100, {"sex": sex, "race": race, "type": kind})
    got = sampling.greedy_cover(notes, 4, seed=1, by=["sex", "race", "type"])
    assert set(rare) < set(got.chosen)
    assert got.covered == got.strata


def test_a_cover_evens_out_what_chance_would_leave_uneven() -> None:
    notes = [SourceNote(f"n{i}", "x" * (10 + i), {"kind": "rare" if i % 20 == 0 else "common"}) for i in range(400)]
    got = sampling.greedy_cover(notes, 20, seed=1, by=["kind"])
    held = Counter(notes[i].fields["kind"] for i in got.chosen)
    assert held == {"rare": 10, "common": 10}
    lengths = Counter(i // 80 for i in got.chosen)
    assert set(lengths.values()) == {4}


def _file(path: Path) -> Path:
    lines = [json.dumps({"id": n.id, "text": n.text} | n.fields) for n in _notes()]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("method", ["outliers", "cover"])
def test_the_command_copies_the_chosen_lines_as_they_are(tmp_path: Path, method: str) -> None:
    source, out = _file(tmp_path / "notes.jsonl"), tmp_path / "out.jsonl"
    args = ["distill", "sample", str(source), str(out), "--count", "20", "--method", method, "--by", "sex", "--json"]
    got = runner.invoke(app, args)
    assert got.exit_code == 0, got.output
    lines = out.read_text().splitlines()
    assert len(lines) == 20
    assert set(lines) <= set(source.read_text().splitlines())
    told = json.loads(got.stdout)
    assert told["chosen"] == 20
    assert told["notes"] == 200
    again = tmp_path / "again.jsonl"
    assert runner.invoke(app, [*args[:3], str(again), *args[4:]]).exit_code == 0
    assert again.read_bytes() == out.read_bytes()


def test_a_folder_of_texts_is_a_source_too(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    for i in range(6):
        file = folder / ("icu" if i % 2 else "ward") / f"{i}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"note {i}")
    out = tmp_path / "out.jsonl"
    got = runner.invoke(app, ["distill", "sample", str(folder), str(out), "--count", "2"])
    assert got.exit_code == 0, got.output
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert {row["folder"] for row in rows} == {"icu", "ward"}


@pytest.mark.parametrize("wrong", ["nothing there", "no notes", "no such field", "out exists"])
def test_the_command_says_what_to_do_when_it_cannot_run(tmp_path: Path, wrong: str) -> None:
    source, out = tmp_path / "notes.jsonl", tmp_path / "out.jsonl"
    if wrong == "no notes":
        source.write_text("\n")
    elif wrong != "nothing there":
        _file(source)
    if wrong == "out exists":
        out.write_text("precious")
    by = ["--by", "ward"] if wrong == "no such field" else []
    got = runner.invoke(app, ["distill", "sample", str(source), str(out), "--count", "2", *by])
    assert got.exit_code == 2
    assert "error:" in got.output
    assert not out.exists() or out.read_text() == "precious"


def test_invalid_lines_are_counted_and_never_quoted(tmp_path: Path) -> None:
    source, out = _file(tmp_path / "notes.jsonl"), tmp_path / "out.jsonl"
    with source.open("a") as f:
        f.write('{"id": "x", "text": 12}\nJohn Doe was here\n')
    got = runner.invoke(app, ["distill", "sample", str(source), str(out), "--count", "5"])
    assert got.exit_code == 1
    assert "unreadable" in got.output
    assert "John Doe" not in got.output
    assert len(out.read_text().splitlines()) == 5


def test_notes_are_read_by_offset_whatever_their_characters(tmp_path: Path) -> None:
    path = tmp_path / "n.jsonl"
    texts = ["José – fièvre", "日本", "plain"]
    path.write_text("".join(json.dumps({"id": i, "text": t}, ensure_ascii=False) + "\n\n" for i, t in enumerate(texts)))
    notes = read_notes(path)
    assert [n.text for n in notes] == texts
    assert [notes[i].text for i in (2, 0, 1)] == [texts[2], texts[0], texts[1]]
    with pytest.raises(NotesError):
        read_notes(tmp_path / "absent.jsonl")
