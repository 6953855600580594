"""The divergence of corpora: known answers, agreement with scipy, and what the figures of SHIELD's appendix F imply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isclose, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import sqrtm
from scipy.spatial.distance import jensenshannon

from redactor.errors import EvaluationError
from redactor.evaluate.corpora import compare_corpora
from redactor.evaluate.divergence import (
    Divergence,
    Floats,
    all_documents,
    centred,
    count_words,
    frechet_parts,
    measure_divergence,
    resample,
    shuffled,
    split,
    swapped,
    word_divergences,
)


def parts(a: Floats, b: Floats) -> tuple[float, float]:
    return frechet_parts(centred((a, b)), all_documents((len(a), len(b))))


def divergences(a: Sequence[str], b: Sequence[str]) -> tuple[float, float]:
    ((standard, weighted),) = word_divergences(count_words([*a, *b]), iter([all_documents((len(a), len(b)))]))
    return float(standard), float(weighted)


def with_moments(rng: np.random.Generator, n: int, mean: Sequence[float], covariance: Floats) -> Floats:
    """Rows whose sample mean and unbiased covariance are exactly these."""
    drawn = rng.normal(size=(n, len(mean)))
    drawn -= drawn.mean(axis=0)
    white = np.linalg.solve(np.linalg.cholesky(np.cov(drawn, rowvar=False)), drawn.T).T
    rows: Floats = white @ np.linalg.cholesky(covariance).T + np.array(mean)
    return rows


def by_definition(a: Floats, b: Floats) -> float:
    """Equation 1 of SHIELD's appendix F, word by word."""
    s, t = np.cov(a, rowvar=False), np.cov(b, rowvar=False)
    shift = a.mean(axis=0) - b.mean(axis=0)
    return float(shift @ shift + np.trace(s + t - 2 * np.real(sqrtm(s @ t))))


# --- FTD --------------------------------------------------------------------------------------------------------------


def test_gaussians_whose_covariances_commute_have_the_closed_form() -> None:
    rng = np.random.default_rng(0)
    a = with_moments(rng, 50, [1, 2, 3], np.diag([4.0, 9.0, 1.0]))
    b = with_moments(rng, 70, [1, 0, 0], np.diag([1.0, 1.0, 16.0]))
    # Means: 0 + 4 + 9. Deviations: (2 - 1)**2 + (3 - 1)**2 + (1 - 4)**2.
    assert parts(a, b) == pytest.approx((13, 14))
    assert parts(b, a) == pytest.approx((13, 14))


def test_gaussians_that_do_not_commute_have_the_value_worked_by_hand() -> None:
    # S T has trace 8 and determinant 9, so that the trace of its root is sqrt(8 + 2 * 3) (Cayley and Hamilton, 2 x 2).
    s, t = np.array([[2.0, 1.0], [1.0, 2.0]]), np.diag([3.0, 1.0])
    rng = np.random.default_rng(1)
    a, b = with_moments(rng, 30, [0, 0], s), with_moments(rng, 40, [0, 0], t)
    assert np.trace(s @ t) == 8 and isclose(np.linalg.det(s @ t), 9)
    assert parts(a, b) == pytest.approx((0, 8 - 2 * sqrt(8 + 2 * 3)))


def test_one_dimension_is_the_square_of_both_differences() -> None:
    # Means 2 and 10; unbiased variances 4 and 16.
    assert parts(np.array([[0.0], [2], [4]]), np.array([[6.0], [10], [14]])) == pytest.approx((64, 4))


@pytest.mark.parametrize(("n", "m", "d"), [(300, 200, 16), (10, 40, 16), (40, 10, 16), (6, 9, 16), (2, 2, 3)])
def test_it_agrees_with_scipy_whether_documents_or_dimensions_are_more(n: int, m: int, d: int) -> None:
    rng = np.random.default_rng(n)
    a, b = rng.normal(size=(n, d)) * np.arange(1, d + 1), rng.normal(size=(m, d)) + 0.5
    assert sum(parts(a, b)) == pytest.approx(by_definition(a, b), rel=1e-6)


@pytest.mark.parametrize(("n", "m", "d"), [(60, 50, 8), (12, 60, 16), (9, 7, 16)])
def test_weights_are_the_documents_that_were_drawn(n: int, m: int, d: int) -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(n, d)), rng.normal(size=(m, d)) * 2 + 1
    both, points = np.concatenate([a, b]), centred((a, b))
    for _ in range(3):
        w, v = resample(rng, split((n, m)), (n, m))
        drawn, other = (np.repeat(both, x.astype(int), axis=0) for x in (w, v))
        assert (len(drawn), len(other)) == (n, m) and not w[n:].any() and not v[:n].any()
        assert sum(frechet_parts(points, (w, v))) == pytest.approx(by_definition(drawn, other), rel=1e-6)


def test_by_chance_a_document_is_on_either_side_and_never_on_both() -> None:
    rng = np.random.default_rng(0)
    for mix, sizes in ((shuffled, (30, 50)), (swapped, (40, 40))):
        one, other = mix(rng, sizes)
        assert (len(one), len(other)) == sizes and sorted([*one, *other]) == list(range(80))
        assert 0 < (one >= sizes[0]).sum() < sizes[0]
    one, other = swapped(rng, (40, 40))
    assert (one % 40 == np.arange(40)).all() and (other % 40 == np.arange(40)).all()


def test_a_corpus_is_not_apart_from_itself() -> None:
    rng = np.random.default_rng(2)
    for shape in ((100, 20), (8, 20)):
        rows = rng.normal(size=shape)
        assert parts(rows, rows) == pytest.approx((0, 0), abs=1e-9)
        assert parts(rows, rows[::-1].copy()) == pytest.approx((0, 0), abs=1e-9)
    flat = rng.normal(size=(100, 3)) @ rng.normal(size=(3, 20))  # a singular covariance
    assert parts(flat, flat) == pytest.approx((0, 0), abs=1e-5)


def test_identical_texts_have_no_spread_and_a_defined_distance() -> None:
    same, rng = np.tile([1.0, 2.0, 3.0], (20, 1)), np.random.default_rng(4)
    b = with_moments(rng, 30, [1, 2, 0], np.diag([1.0, 2.0, 3.0]))
    assert parts(same, b) == pytest.approx((9, 6)) and parts(same, same) == (0, 0)


def test_digits_survive_embeddings_far_from_zero() -> None:
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(40, 5)), rng.normal(size=(40, 5)) * 1.5
    assert parts(a + 1e6, b + 1e6) == pytest.approx(parts(a, b), rel=1e-6)


# --- JSD --------------------------------------------------------------------------------------------------------------


def test_words_worked_by_hand() -> None:
    # P = (1/2, 1/2, 0), Q = (0, 1/2, 1/2), M = (1/4, 1/2, 1/4): either divergence from M is ln(2) / 2.
    assert divergences(["a b"], ["b c"]) == pytest.approx((log(2) / 2, log(2) / 2))
    # 2 words and 6: shares 1/4 and 3/4. P = (1, 0), Q = (0, 1): -sum(share * ln(share)).
    assert divergences(["a a"], ["b b b", "b\tb\nb"]) == pytest.approx((log(2), log(4) / 4 + 0.75 * log(4 / 3)))
    # P = (3/4, 1/4), Q = (1/4, 3/4): M = 1/2.
    assert divergences(["a a a b"], ["a b b b"])[0] == pytest.approx(0.75 * log(1.5) + 0.25 * log(0.5))


def test_words_are_what_stands_between_white_space() -> None:
    assert divergences(["Pain, pain"], ["pain Pain,"]) == (0, 0)
    assert divergences(["pain"], ["Pain"])[0] == divergences(["pain"], ["pain."])[0] == pytest.approx(log(2))


def test_it_is_scipys_distance_squared_and_symmetric() -> None:
    rng = np.random.default_rng(6)
    a, b = ([" ".join(map(str, rng.zipf(1.5, 40))) for _ in range(n)] for n in (20, 60))
    one, other = Counter(" ".join(a).split()), Counter(" ".join(b).split())
    words = sorted({*one, *other})
    wanted = jensenshannon([one[w] for w in words], [other[w] for w in words]) ** 2
    got, weighted = divergences(a, b)
    assert got == pytest.approx(wanted) and divergences(b, a) == pytest.approx((got, weighted))
    assert 0 < weighted < got < log(2)


TEXT = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=9).map(" ".join)


@given(st.lists(TEXT, min_size=1, max_size=6), st.lists(TEXT, min_size=1, max_size=6))
def test_it_lies_between_zero_and_its_bounds_and_is_symmetric(a: list[str], b: list[str]) -> None:
    standard, weighted = divergences(a, b)
    words = [len(" ".join(side).split()) for side in (a, b)]
    share = words[0] / sum(words)
    assert 0 <= standard <= log(2) + 1e-12
    assert 0 <= weighted <= -share * log(share) - (1 - share) * log(1 - share) + 1e-12
    assert divergences(b, a) == pytest.approx((standard, weighted), abs=1e-12)
    assert divergences(a, a) == (0, 0)


def test_the_weights_are_those_that_shields_figures_imply() -> None:
    """A weighted divergence cannot exceed the entropy of its weights. SHIELD reports 0.252 for i2b2 and AIMI (figure
    4), more than their numbers of notes allow and less than their numbers of words do (figure 3).
    """

    def most(one: int, other: int) -> float:
        share = one / (one + other)
        return -share * log(share) - (1 - share) * log(1 - share)

    assert most(1_304, 46_313) < 0.252 < most(805_117, 5_547_706)
    assert most(234_815, 805_117) > 0.145 and most(234_815, 5_547_706) > 0.105
    # No common word: the weighted divergence is that entropy, of words and not of texts.
    assert divergences(["a a a"], ["b", "b"])[1] == pytest.approx(most(3, 2))


# --- Estimates --------------------------------------------------------------------------------------------------------


def measured(a: Floats, b: Floats, texts: tuple[Sequence[str], Sequence[str]] | None = None) -> Divergence:
    return measure_divergence(texts or (["a b"] * len(a), ["a b"] * len(b)), (a, b))


def test_an_estimate_is_the_mean_over_resamples_and_lies_in_its_interval() -> None:
    rng = np.random.default_rng(7)
    a, b = rng.normal(size=(60, 4)), rng.normal(size=(80, 4)) + 1
    texts = [[" ".join(rng.choice(list(words), 5)) for _ in range(n)] for words, n in (("abcde", 60), ("cdefg", 80))]
    found = measured(a, b, (texts[0], texts[1]))
    for e in (found.ftd, found.mean_shift, found.spread, found.jsd, found.jsd_weighted):
        assert e.low < e.value < e.high and e.by_chance > 0
    assert all(e.value > e.by_chance for e in (found.ftd, found.mean_shift, found.jsd, found.jsd_weighted))
    assert found.ftd.value == pytest.approx(found.mean_shift.value + found.spread.value)
    assert found.ftd.on_all == pytest.approx(sum(parts(a, b)))
    # Resampling adds variance to the means: the reported value is above that on all documents (Chong and Forsyth 2020).
    assert found.ftd.value > found.ftd.on_all and found.jsd.value > found.jsd.on_all


def test_chance_explains_what_two_samples_of_one_source_show() -> None:
    rng = np.random.default_rng(8)
    found = measured(rng.normal(size=(100, 30)), rng.normal(size=(150, 30))).ftd
    assert found.value > 1 and found.value == pytest.approx(found.by_chance, rel=0.15)


def test_versions_that_differ_at_random_are_apart_as_by_chance() -> None:
    """Versions of one document are alike, so that documents divided at random are further apart than the versions."""
    rng = np.random.default_rng(10)
    rows, texts = rng.normal(size=(100, 30)), (["a b"] * 100, ["a b"] * 100)
    before, after = (rows + rng.normal(size=rows.shape) * 0.05 for _ in range(2))
    paired = measure_divergence(texts, (before, after), paired=True).ftd
    assert paired.value == pytest.approx(paired.by_chance, rel=0.1)
    assert measure_divergence(texts, (before, after)).ftd.by_chance > 1.2 * paired.value


def test_corpora_without_spread_have_no_interval_but_their_value() -> None:
    found = measured(np.zeros((5, 3)), np.ones((4, 3)))
    assert (found.ftd.value, found.ftd.low, found.ftd.high) == pytest.approx((3, 3, 3))
    assert (found.jsd.value, found.jsd.low, found.jsd.high) == (0, 0, 0)


@pytest.mark.parametrize("rows", [0, 1])
def test_fewer_than_two_texts_are_refused(rows: int) -> None:
    with pytest.raises(EvaluationError, match="fewer than two texts"):
        measured(np.zeros((rows, 3)), np.ones((4, 3)))


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_embeddings_that_are_not_finite_are_refused(value: float) -> None:
    rows = np.ones((4, 3))
    rows[2, 1] = value
    with pytest.raises(EvaluationError, match="no finite numbers for 1 texts"):
        measured(np.zeros((5, 3)), rows)


class Letters:
    """An encoder that counts letters."""

    name, dimensions = "letters", 3

    def vectors(self, texts: Sequence[str]) -> Floats:
        return np.array([[text.count(c) for c in "abc"] for text in texts], dtype=np.float64)


def test_permuted_documents_change_nothing() -> None:
    rng = np.random.default_rng(9)
    a, b = (["".join(rng.choice(list("abc "), 9)) + "a" for _ in range(n)] for n in (12, 15))
    found = compare_corpora(a, b, Letters())
    assert compare_corpora(rng.permutation(a).tolist(), b[::-1], Letters()) == found


def test_blank_texts_are_left_out_and_counted() -> None:
    found = compare_corpora(["a b", " \n", "c", ""], ["a", "b c", "a"], Letters())
    assert (found.texts, found.blank, found.words) == ((2, 3), (2, 0), (3, 4))
    assert found.divergence == compare_corpora(["a b", "c"], ["a", "b c", "a"], Letters()).divergence
    with pytest.raises(EvaluationError, match="A has 1 texts with words, of 3"):
        compare_corpora(["a", "", " "], ["a", "b"], Letters())


@pytest.mark.parametrize(
    ("sizes", "dimensions", "told"),
    [
        ((3, 120), 200, ["3 texts are fewer than a hundred", "3 texts are fewer than the 200 numbers"]),
        ((120, 3), 3, ["3 texts are fewer than a hundred"]),
        ((120, 150), 200, ["120 texts are fewer than the 200 numbers"]),
        ((100, 120), 3, []),
    ],
)
def test_figures_of_few_texts_have_remarks(sizes: tuple[int, int], dimensions: int, told: list[str]) -> None:
    encoder = Letters()
    encoder.dimensions = dimensions
    one, other = ([f"{'a' * (i % 7)} b" for i in range(size)] for size in sizes)
    remarks = compare_corpora(one, other, encoder).remarks
    assert len(remarks) == len(told) and all(map(str.startswith, remarks, told))
