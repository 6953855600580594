"""Keyed n-grams: similar for similar texts, different under another key, defined for any text."""

from __future__ import annotations

import numpy as np
import pytest

from relex.index import similarity
from tests.each_row import each_row

KEY, OTHER = b"k" * 32, b"o" * 32


def _cosine(a: str, b: str) -> float:
    return float(similarity.gram_vector(KEY, a) @ similarity.gram_vector(KEY, b))


def test_similar_texts_have_near_vectors_and_shared_tokens() -> None:
    slip, swapped, other = "mercy genral hospital", "hospital, Mércy  GENERAL", "quest diagnostics"
    name = "mercy general hospital"
    assert _cosine(name, "MERCY General\nhospital") == pytest.approx(1)
    assert _cosine(name, slip) > 0.7 and _cosine(name, swapped) > 0.7 and abs(_cosine(name, other)) < 0.4
    shared = [
        len({*similarity.gram_tokens(KEY, name)} & {*similarity.gram_tokens(KEY, t)}) for t in (slip, swapped, other)
    ]
    assert min(shared[:2]) > 12 and shared[2] < 3


def test_another_key_gives_other_vectors_and_tokens() -> None:
    name = "mercy general hospital"
    assert not {*similarity.gram_tokens(KEY, name)} & {*similarity.gram_tokens(OTHER, name)}
    assert abs(float(similarity.gram_vector(KEY, name) @ similarity.gram_vector(OTHER, name))) < 0.5


@each_row("text", ["", "\0", "a", "\ud800", "\U0001f469\u200d\U0001f680", "שלום", "x" * 10_000, " \n "])
def test_any_text_has_a_vector_and_tokens(text: str) -> None:
    vector = similarity.gram_vector(KEY, text)
    assert vector.shape == (similarity.DIMENSIONS,) and np.linalg.norm(vector) == pytest.approx(1)
    tokens = similarity.gram_tokens(KEY, text)
    assert tokens and list(tokens) == sorted(set(tokens)) and {len(t) for t in tokens} == {10}
