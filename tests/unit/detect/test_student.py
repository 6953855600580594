"""The student's runtime, on a network with known outputs."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.student import Student
from redactor.detect.student.decoding import marginals
from redactor.detect.student.features import Gap, Shape, encode, windows
from redactor.entities import Entity
from redactor.errors import ModelError
from redactor.text import Note, Reading
from tests.each_row import each_row
from tests.unit.detect.student_kit import LABELS, card, write_model


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def student(folder: Path) -> Student:
    return Student(folder, threads=2)


def one(student: Student, text: str) -> Reading:
    (reading,) = student.detect([Note("n", text)])
    return reading


def found(student: Student, text: str) -> list[tuple[str, Entity]]:
    return [(text[s.start : s.end], s.entity) for s in one(student, text).spans]


def test_spans_are_whole_words_of_the_original_text(student: Student) -> None:
    assert found(student, "seen by Élodie today") == [("Élodie", Entity.PERSON)]
    assert found(student, "a man, 45 , from Ohio") == [("45", Entity.AGE), ("Ohio", Entity.PERSON)]


def test_a_title_and_a_unit_belong_to_the_span(student: Student) -> None:
    assert found(student, "with dr. Mbeki, 45-year-old") == [("dr. Mbeki", Entity.PERSON), ("45-year-old", Entity.AGE)]
    assert found(student, "is 45 y/o and 60yo")[0] == ("45 y/o", Entity.AGE)


def test_a_look_alike_class_is_not_emitted(student: Student) -> None:
    reading = one(student, "on the ward now")
    assert reading.spans == ()
    assert reading.doubts == ()


def test_cleared_ranges_and_doubts_follow_the_card(tmp_path: Path) -> None:
    text = "walked with Ann"
    sure = Student(write_model(tmp_path / "a", sure=0.2, thresholds={"PERSON": 0.9, "AGE": 0.5}))
    reading = one(sure, text)
    assert [text[a:b] for a, b in reading.cleared] == ["walked with"]
    unsure = Student(write_model(tmp_path / "b", thresholds={"PERSON": 0.9999, "AGE": 0.5}))
    reading = one(unsure, text)
    assert reading.spans == ()
    assert [(text[d.start : d.end], d.entity) for d in reading.doubts] == [("Ann", Entity.PERSON)]
    assert 0.05 <= reading.doubts[0].score < 0.9999
    assert one(Student(tmp_path / "b", doubt=0.9999), text).doubts == ()


@given(st.lists(st.text(alphabet="ab Zé4.\n\t-🙂", max_size=120), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_a_reading_does_not_depend_on_the_batch(student: Student, texts: list[str]) -> None:
    together = student.detect([Note(str(i), t) for i, t in enumerate(texts)])
    fresh = [one(student, t) for t in texts]
    assert together == fresh


@each_row(
    "text",
    [
        "",
        " ",
        "\n" * 50,
        "🙂🙂",
        "\u202eמשה כהן\u202c 45",
        "\x00\x01\x02Ann\x7f",
        "ᠠ" * 300,
        "x" * 1_000_000,
        "\ud800 Ann",
    ],
)
def test_unusual_texts_give_spans_within_their_bounds(student: Student, text: str) -> None:
    for s in one(student, text).spans:
        assert 0 <= s.start < s.end <= len(text)


def test_a_name_is_found_anywhere_in_a_long_text(student: Student) -> None:
    filler = "word " * 40_000
    for text, at in ((filler + "Ann", len(filler)), ("Ann " + filler, 0), (filler + "Ann " + filler, len(filler))):
        assert [(s.start, s.end) for s in one(student, text).spans] == [(at, at + 3)]


@given(st.integers(0, 2000), st.integers(1, 60), st.data())
@settings(max_examples=200, deadline=None)
def test_every_piece_is_decided_once_by_a_window_that_reads_it(count: int, width: int, data: st.DataObject) -> None:
    stride = data.draw(st.integers(1, width))
    decided = []
    for start, end, first, last in windows(count, width, stride):
        assert end - start <= width
        assert start <= first <= last <= end
        decided.extend(range(first, last))
    assert decided == list(range(count))


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 4), min_size=1, max_size=4))
@settings(max_examples=30, deadline=None)
def test_marginals_are_sums_over_all_paths(seed: int, lengths: list[int]) -> None:
    rng = np.random.default_rng(seed)
    labels = 3
    start, end = rng.normal(size=(2, labels))
    transitions = rng.normal(size=(labels, labels))
    transitions[0, 2] = -1e4
    scores = [rng.normal(size=(n, labels)).astype(np.float32) for n in lengths]
    for e, got in zip(scores, marginals(scores, start, transitions, end, 2.0), strict=True):
        want = np.zeros_like(got)
        for path in itertools.product(range(labels), repeat=len(e)):
            score = start[path[0]] + end[path[-1]] + sum(e[i, y] for i, y in enumerate(path)) / 2.0
            score += sum(transitions[a, b] for a, b in itertools.pairwise(path))
            for i, y in enumerate(path):
                want[i, y] += np.exp(score)
        np.testing.assert_allclose(got, want / want.sum(axis=1, keepdims=True), atol=1e-6)


def test_shapes_and_gaps_of_words(student: Student) -> None:
    (p,) = encode(student._tokenizer, ["Ann  McDONALD 12\n\n12345678 B"])
    shown = dict(zip(p.words.tolist(), zip(p.shapes.tolist(), strict=True), strict=True))
    assert [Shape(s[0]) for s in shown.values()] == [
        Shape.TITLE, Shape.MIXED, Shape.DIGITS_1_2, Shape.DIGITS_6_8, Shape.CAPITAL,
    ]  # fmt: skip
    begins = [int(np.flatnonzero(p.words == w)[0]) for w in shown]
    assert [Gap(int(p.gaps[i])) for i in begins] == [
        Gap.BLANK_LINE, Gap.SPACES, Gap.SPACE, Gap.BLANK_LINE, Gap.SPACE,
    ]  # fmt: skip


def _spoil(folder: Path, name: str) -> None:
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)


@pytest.mark.parametrize("name", ["student.onnx", "tokenizer.json"])
def test_a_damaged_or_missing_file_stops_the_start(tmp_path: Path, name: str) -> None:
    folder = write_model(tmp_path / "model")
    _spoil(folder, name)
    with pytest.raises(ModelError, match=f"{name}.*damaged"):
        Student(folder)
    (folder / name).unlink()
    with pytest.raises(ModelError, match=f"{name}.*missing"):
        Student(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"entities": {"PERSON": "SOMEBODY", "AGE": None, "DEPARTMENT": None}}, "unknown entity"),
        ({"entities": {"PERSON": "PERSON"}}, "no entity"),
        ({"labels": [*LABELS[:-2], "B-X", "I-Y"]}, "labels"),
        ({"start": [0.0]}, "do not fit"),
        ({"thresholds": {}}, "threshold"),
        ({"thresholds": {"PERSON": 0.0, "AGE": 0.5}}, "threshold"),
        ({"features": "other"}, "features"),
        ({"format": 9}, "format"),
        ({"special": {"cls": 10**6, "sep": 3, "pad": 0}}, "another model"),
        ({"stride": 0}, "out of range"),
    ],
)
def test_a_card_that_does_not_fit_stops_the_start(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Student(write_model(tmp_path / "model", **changes))


def test_weights_that_give_other_scores_than_the_card_names_stop_the_start(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    made = json.loads((folder / "student.json").read_text())
    fewer = card(labels=LABELS[:5], entities={"PERSON": "PERSON", "AGE": "AGE"}, start=[0.0] * 5, end=[0.0] * 5,
                 transitions=[[0.0] * 5] * 5)  # fmt: skip
    (folder / "student.json").write_text(json.dumps(fewer | {"sha256": made["sha256"]}))
    with pytest.raises(ModelError, match="7 scores"):
        Student(folder)


def test_a_folder_without_a_model_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="export"):
        Student(tmp_path)
