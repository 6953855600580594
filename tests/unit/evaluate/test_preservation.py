"""What stays of the meaning of texts: cosines, nearest texts and Wasserstein distances, worked by hand and by scipy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist
from scipy.stats import wasserstein_distance

from redactor.errors import EvaluationError
from redactor.evaluate.corpora import compare_pairs
from redactor.evaluate.divergence import Floats
from redactor.evaluate.preservation import kept_neighbours, measure_preservation, sliced_wasserstein
from redactor.evaluate.utility import TextPair


def unit(rows: Floats) -> Floats:
    scaled: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled


def on_circle(*degrees: float) -> Floats:
    at = np.deg2rad(degrees)
    return np.column_stack([np.cos(at), np.sin(at)])


def test_cosines_worked_by_hand() -> None:
    # Of lengths nothing depends: 3, 4 has the cosine 3/5 with the first axis.
    before, after = np.array([[1.0, 0], [0, 2]]), np.array([[3.0, 4], [0, 9]])
    found = measure_preservation(before, after).cosine
    assert found.value == found.on_all == pytest.approx((0.6 + 1) / 2)
    # The first with the other after: 0. The other with the first after: 4/5.
    assert found.by_chance == pytest.approx(0.4)
    assert found.low == pytest.approx(0.6) and found.high == pytest.approx(1)


def test_neighbours_worked_by_hand() -> None:
    before = on_circle(0, 10, 24, 50, 95)
    assert kept_neighbours(before, before, 2).tolist() == [1, 1, 1, 1, 1]
    # The second moves from 10 to 60 degrees. Its two nearest were the first and third and are the fourth and fifth;
    # those of the fourth, the second and third, stay; the others keep one of two.
    after = on_circle(0, 60, 24, 50, 95)
    assert kept_neighbours(before, after, 2).tolist() == pytest.approx([0.5, 0, 0.5, 1, 0.5])


def test_texts_that_are_equally_near_share_the_places() -> None:
    # Before, both others are as near to the first; after, one is nearer: it had half of the one place.
    before, after = on_circle(0, 30, -30), on_circle(0, 20, -30)
    assert kept_neighbours(before, after, 1)[0] == pytest.approx(0.5)
    same = np.tile(on_circle(45), (30, 1))
    assert kept_neighbours(same, same, 10) == pytest.approx(np.ones(30))
    order, rng = np.random.default_rng(0).permutation(30), np.random.default_rng(1)
    ties = on_circle(*rng.integers(0, 5, 30) * 20.0)
    moved = on_circle(*rng.integers(0, 5, 30) * 20.0)
    assert kept_neighbours(ties[order], moved[order], 10) == pytest.approx(kept_neighbours(ties, moved, 10)[order])


def test_a_text_is_no_neighbour_of_its_own() -> None:
    rng = np.random.default_rng(2)
    before, after = unit(rng.normal(size=(120, 20))), unit(rng.normal(size=(120, 20)))
    found = measure_preservation(before, after).neighbours
    assert found is not None and found.by_chance == pytest.approx(10 / 119)
    assert found.low < found.value < found.high < 0.14  # its own place would add a tenth


def test_many_texts_are_compared_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    before = unit(rng.normal(size=(50, 4)))
    after = unit(before + rng.normal(size=(50, 4)) * 0.2)
    neighbours, weights = kept_neighbours(before, after, 10), np.ones((7, 50))
    distances = sliced_wasserstein(before, after, weights)
    monkeypatch.setattr("redactor.evaluate.preservation._CELLS", 350)
    assert kept_neighbours(before, after, 10) == pytest.approx(neighbours)
    assert sliced_wasserstein(before, after, weights) == pytest.approx(distances)


def test_in_one_dimension_the_distance_is_scipys() -> None:
    rng = np.random.default_rng(4)
    before, after = rng.normal(size=(40, 1)), rng.normal(size=(40, 1)) * 2 + 1
    weights = rng.integers(0, 4, size=(3, 40)).astype(np.float64)
    wanted = [wasserstein_distance(before[:, 0], after[:, 0], w, w) for w in weights]
    assert sliced_wasserstein(before, after, weights) == pytest.approx(wanted)


def test_a_shift_of_all_texts_has_a_known_distance() -> None:
    # In two dimensions both directions of a basis are taken: |cos| + |sin| of a shift, halved, is 0.5 to 0.71 of it.
    rng = np.random.default_rng(5)
    before = rng.normal(size=(30, 2))
    (found,) = sliced_wasserstein(before, before + np.array([3.0, 4.0]), np.ones((1, 30)))
    assert 5 * 0.5 <= found <= 5 * 0.7072
    assert sliced_wasserstein(before, before[::-1].copy(), np.ones((1, 30))) == pytest.approx(0, abs=1e-12)


def test_the_sliced_distance_is_at_most_the_exact_one() -> None:
    rng = np.random.default_rng(6)
    before, after = rng.normal(size=(60, 8)), rng.normal(size=(60, 8)) + 0.7
    costs = cdist(before, after)
    exact = costs[linear_sum_assignment(costs)].mean()
    (sliced,) = sliced_wasserstein(before, after, np.ones((1, 60)))
    assert 0 < sliced < exact


def test_a_negative_weight_swaps_a_text_with_its_other_version() -> None:
    before, after = np.array([[0.0], [1], [5]]), np.array([[2.0], [4], [9]])
    swapped = wasserstein_distance([0, 4, 5], [2, 1, 9])
    assert sliced_wasserstein(before, after, np.array([[1.0, -1, 1]])) == pytest.approx([swapped])


def test_equal_texts_are_preserved_in_whole() -> None:
    rows = np.random.default_rng(7).normal(size=(40, 6))
    found = measure_preservation(rows, rows)
    assert found.neighbours is not None
    for e in (found.cosine, found.neighbours):
        assert (e.value, e.low, e.high) == pytest.approx((1, 1, 1))
        assert e.by_chance < 0.5
    assert (found.wasserstein.value, found.wasserstein.high) == pytest.approx((0, 0), abs=1e-12)


def test_what_changed_at_random_is_near_chance_and_what_moved_is_not() -> None:
    rng = np.random.default_rng(8)
    rows = rng.normal(size=(200, 10))
    noisy = measure_preservation(rows + rng.normal(size=rows.shape) * 0.1, rows + rng.normal(size=rows.shape) * 0.1)
    assert noisy.wasserstein.value == pytest.approx(noisy.wasserstein.by_chance, rel=0.3)
    moved = measure_preservation(rows, rows + 1).wasserstein
    assert moved.low < moved.value < moved.high and moved.low > 3 * moved.by_chance


@pytest.mark.parametrize(("texts", "told"), [(11, False), (12, True)])
def test_neighbours_need_more_texts_than_places(texts: int, told: bool) -> None:
    rows = np.random.default_rng(9).normal(size=(texts, 5))
    assert (measure_preservation(rows, rows).neighbours is not None) is told


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_embeddings_without_a_direction_are_refused(value: float) -> None:
    rows = np.ones((4, 3))
    rows[1] = value
    with pytest.raises(EvaluationError, match="no direction for 1 texts"):
        measure_preservation(np.ones((4, 3)), rows)


class Letters:
    """An encoder that counts letters."""

    name, dimensions = "letters", 3

    def vectors(self, texts: Sequence[str]) -> Floats:
        return np.array([[text.count(c) + 0.1 for c in "abc"] for text in texts])


def test_pairs_in_another_order_are_the_same_pairs() -> None:
    rng = np.random.default_rng(10)
    words = ["".join(rng.choice(list("abc "), 9)) + "a" for _ in range(30)]
    pairs = [TextPair(str(i), text, text.replace("a", "b", 1)) for i, text in enumerate(words)]
    found = compare_pairs(pairs, Letters())
    assert found.preservation is not None and compare_pairs(pairs[::-1], Letters()) == found


def test_a_pair_of_which_one_text_is_blank_is_left_out_and_counted() -> None:
    pairs = [TextPair("1", "a", " "), TextPair("2", "a b", "a"), TextPair("3", "b", "b"), TextPair("4", "", "")]
    found = compare_pairs(pairs, Letters())
    assert (found.texts, found.blank, found.words) == ((2, 2), (1, 2), (3, 2))
    with pytest.raises(EvaluationError, match="A has 1 texts with words on both sides, of 2"):
        compare_pairs(pairs[:2], Letters())
