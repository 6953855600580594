"""Similarity search finds exactly the nearest vectors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from relex.index.similarity import VectorGroup, quantized


def group_of(vectors: NDArray[np.int8], at_a_time: int = 700) -> VectorGroup:
    group = VectorGroup(vectors.shape[1])
    for at in range(0, len(vectors), at_a_time):
        part = vectors[at : at + at_a_time]
        group.add([10 * (at + i) for i in range(len(part))], part)
    return group


def cosine(a: list[int], b: list[int]) -> float:
    lengths = sum(x * x for x in a) * sum(y * y for y in b)
    return sum(x * y for x, y in zip(a, b, strict=True)) / lengths**0.5 if lengths else 0.0


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_what_is_found_is_nearest(seed: int, count: int, k: int) -> None:
    vectors = np.random.default_rng(seed).integers(-127, 128, (count, 6), dtype=np.int8)
    query = vectors[seed % count]
    found = group_of(vectors).search(query, k)
    cosines = {10 * i: cosine(row, query.tolist()) for i, row in enumerate(vectors.tolist())}
    assert list(found.values()) == pytest.approx(sorted(cosines.values(), reverse=True)[:k], abs=1e-6)
    assert found == pytest.approx({row: cosines[row] for row in found}, abs=1e-6)


def test_of_rows_as_near_as_each_other_the_older_ones_are_found() -> None:
    vectors = np.tile(np.array([[3, 4, 0], [0, 0, 5], [4, 3, 0]], np.int8), (1_000, 1))
    found = group_of(vectors).search(vectors[0], 4)
    assert list(found) == [0, 30, 60, 90]


def test_a_search_reads_every_row_of_a_group_larger_than_a_block() -> None:
    rng = np.random.default_rng(7)
    vectors = rng.standard_normal((5_000, 128)).astype(np.float32)
    rows = quantized(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    group = group_of(rows)
    for at in (0, 1_023, 1_024, 2_047, 4_999):
        found = group.search(rows[at], 5)
        assert next(iter(found)) == 10 * at and found[10 * at] == pytest.approx(1, abs=1e-6)


def test_an_empty_group_holds_nothing_alike() -> None:
    assert VectorGroup(4).search(np.ones(4, np.int8), 5) == {}
