"""Adversarial input to the student, to fusion and to `redactor evaluate`: regressions."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import cast

import pytest
from tokenizers import Encoding, Tokenizer
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.detect.checkpoint.labels import preset_names
from redactor.detect.repetitions import find_repetitions
from redactor.detect.student import Student
from redactor.detect.student.detector import SHIPPED
from redactor.detect.student.features import encode
from redactor.engine import read_all
from redactor.entities import Entity
from redactor.errors import ModelError
from redactor.text import Note, Span
from tests.unit.detect.student_kit import write_model

GUIDE = Path(__file__).parents[3] / "docs" / "guide" / "detection.md"


def test_a_lone_surrogate_does_not_stop_the_search_for_repetitions() -> None:
    text = "\U0001f600\ud83d Okafor\udc80 left. \ud800Okafor"
    spans = [Span(3, 9, Entity.PERSON)]
    assert [(s.start, s.end) for s in find_repetitions(text, spans)] == [(18, 24)]


def test_all_detectors_read_texts_with_lone_surrogates(tmp_path: Path) -> None:
    student = Student(write_model(tmp_path / "model"), threads=1)
    text = "\ud800saw Oka\ud83dfor, then Okafor"
    (reading,) = read_all([student], [Note("n", text)])
    assert {text[s.start : s.end] for s in reading.spans} >= {"Okafor"}


@pytest.mark.parametrize("special", [{}, {"cls": 2}, {"cls": "2", "sep": 3}])
def test_a_card_without_the_special_pieces_stops_the_start(tmp_path: Path, special: dict[str, object]) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        Student(write_model(tmp_path / "model", special=special))


class _Counting:
    """A tokenizer that records how many characters each call receives."""

    def __init__(self, words: Tokenizer) -> None:
        self._words = words
        self.given: list[int] = []

    def encode_batch(self, texts: list[str], *, add_special_tokens: bool) -> list[Encoding]:
        self.given.append(sum(map(len, texts)))
        return self._words.encode_batch(texts, add_special_tokens=add_special_tokens)


def test_a_long_text_is_tokenised_in_batches_with_the_same_result(tmp_path: Path) -> None:
    words = Tokenizer.from_file(str(write_model(tmp_path) / "tokenizer.json"))
    texts = ["Ann 7 ward, " * 100_000, "Bob", "", "x" * 300_000, "Eve 8"]
    counting = _Counting(words)
    together = encode(cast(Tokenizer, counting), texts)
    assert max(counting.given) < 400_000
    assert sum(counting.given) == sum(map(len, texts))
    for text, p in zip(texts, together, strict=True):
        (alone,) = encode(words, [text])
        assert p.ids.tolist() == alone.ids.tolist()
        assert p.ends.tolist() == alone.ends.tolist()
    assert [texts[1][a:b] for a, b in zip(together[1].starts, together[1].ends, strict=True)] == ["B", "o", "b"]


def test_a_tokenizer_with_pieces_that_the_weights_lack_stops_the_start(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "model")
    words = json.loads((folder / "tokenizer.json").read_text())
    words["model"]["vocab"]["rarity"] = len(words["model"]["vocab"])
    (folder / "tokenizer.json").write_text(json.dumps(words))
    card = json.loads((folder / "student.json").read_text())
    card["sha256"]["tokenizer.json"] = hashlib.sha256((folder / "tokenizer.json").read_bytes()).hexdigest()
    (folder / "student.json").write_text(json.dumps(card))
    with pytest.raises(ModelError, match="fewer pieces"):
        Student(folder)


def test_a_window_longer_than_the_weights_reach_stops_the_start(tmp_path: Path) -> None:
    for name in ("student.onnx", "tokenizer.json", "student.json"):
        (tmp_path / name).write_bytes((SHIPPED / name).read_bytes())
    card = json.loads((tmp_path / "student.json").read_text())
    (tmp_path / "student.json").write_text(json.dumps(card | {"window": 600}))
    with pytest.raises(ModelError, match="600 pieces"):
        Student(tmp_path)


def _evaluated(tmp_path: Path, gold: list[str], pred: str | None = None, labels: str | None = None) -> tuple[int, str]:
    (tmp_path / "g.jsonl").write_text("\n".join(gold))
    command = ["evaluate", str(tmp_path / "g.jsonl")]
    if pred is None:
        command += ["--detectors", "patterns"]
    else:
        (tmp_path / "p.jsonl").write_text(pred)
        command += ["--pred", str(tmp_path / "p.jsonl")]
    if labels is not None:
        (tmp_path / "l.json").write_text(labels)
        command += ["--labels", str(tmp_path / "l.json")]
    got = CliRunner().invoke(app, command)
    return got.exit_code, got.output


@pytest.mark.parametrize("start", ["1.9", '"1"', "true", "1e400", "null"])
def test_an_offset_that_is_not_an_integer_is_refused(tmp_path: Path, start: str) -> None:
    gold = '{"id": 1, "text": "secretname", "spans": [{"start": ' + start + ', "end": 4, "label": "PERSON"}]}'
    code, shown = _evaluated(tmp_path, [gold])
    assert code == 2
    assert "line 1" in shown
    assert "secretname" not in shown


def test_documents_with_the_same_id_are_refused(tmp_path: Path) -> None:
    code, shown = _evaluated(tmp_path, ['{"id": 1, "text": "a", "spans": []}', '{"id": "1", "text": "b", "spans": []}'])
    assert code == 2
    assert "line 2: its id stood before" in shown


def test_predictions_of_another_text_are_refused(tmp_path: Path) -> None:
    pred = {"id": 1, "spans": [{"start": 0, "end": 10**14, "label": "PERSON"}]}
    code, shown = _evaluated(tmp_path, ['{"id": 1, "text": "a", "spans": []}'], json.dumps(pred))
    assert code == 2
    assert "outside of its text" in shown


@pytest.mark.parametrize("labels", ["[1]", '{"GPE": 3}', "secretname"])
def test_an_invalid_label_map_is_refused_with_what_to_do(tmp_path: Path, labels: str) -> None:
    code, shown = _evaluated(tmp_path, ['{"id": 1, "text": "a"}'], labels=labels)
    assert code == 2
    assert "l.json is not a JSON object that maps labels" in shown
    assert "secretname" not in shown


def test_deep_nesting_is_refused_as_json(tmp_path: Path) -> None:
    code, shown = _evaluated(tmp_path, ["[" * 100_000])
    assert code == 2
    assert "line 1: no JSON" in shown


def test_the_preset_in_the_guide_exists() -> None:
    named = re.findall(r'student_labels = "([^"]+)"', GUIDE.read_text())
    assert named
    assert set(named) <= set(preset_names())
