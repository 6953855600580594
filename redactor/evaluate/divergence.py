"""Measure how far two corpora are apart: by embeddings (FTD) and by words (JSD), as SHIELD's appendix F defines both.

Each figure is the mean over resamples of documents, which SHIELD reports: resampling raises both divergences, so that
the interval often lies above the value on all documents. How much of a figure the sizes of the corpora explain is told
by its value by chance: the same computation after the documents were divided between the corpora at random, or, of
texts before and after, after each was exchanged with its other version by a coin.

This module needs scipy and threadpoolctl, which the extra `evaluate` installs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.special import rel_entr
from threadpoolctl import threadpool_limits

from redactor.errors import EvaluationError
from redactor.evaluate.bootstrap import SEED
from redactor.process import usable_cpus

RESAMPLES = 1000  # as in SHIELD's appendix F
CHANCE_RESAMPLES = 100
_CELLS = 1_000_000  # numbers of a matrix that is in memory at a time
_RESAMPLES_AT_A_TIME = 32

Floats = npt.NDArray[np.float64]
Places = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
Weights = tuple[Floats, Floats]  # how often each document of both corpora was drawn for the one and for the other


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure over documents.

    value: what is reported; of divergences the mean over resamples. low, high: the 2.5th and 97.5th percentile over
    resamples. on_all: the value on all documents, each taken once. by_chance: the value to expect if nothing told the
    corpora apart; NaN where that is not computed.
    """

    value: float
    low: float
    high: float
    on_all: float
    by_chance: float


@dataclass(frozen=True, slots=True)
class Divergence:
    """The divergence of two corpora.

    ftd: the squared Frechet distance of Gaussians (Dowson and Landau 1982), mean_shift + spread, in units of the
    embeddings. mean_shift: the squared distance of the means. spread: the term of the covariances. jsd: the
    Jensen-Shannon divergence of words, in nats, from 0 to ln 2. jsd_weighted: the same weighted by numbers of words.
    """

    ftd: Estimate
    mean_shift: Estimate
    spread: Estimate
    jsd: Estimate
    jsd_weighted: Estimate


def measure_divergence(
    texts: tuple[Sequence[str], Sequence[str]], embeddings: tuple[Floats, Floats], *, paired: bool = False
) -> Divergence:
    """Return how far two corpora are apart. The order of the documents decides which of them a resample draws.

    texts: none may be blank. embeddings: (documents, dimensions) of each corpus. paired: whether both corpora hold
    versions of the same documents, in one order. Raises EvaluationError for fewer than two documents, and for
    embeddings that are not finite.
    """
    sizes = len(texts[0]), len(texts[1])
    if min(sizes) < 2:
        raise EvaluationError("a corpus has fewer than two texts, of which no spread can be estimated")
    points = centred(embeddings)
    counts = count_words([*texts[0], *texts[1]])
    ftd, shift, spread = _estimates(lambda weights: _frechet_distances(points, weights), sizes, paired)
    jsd, weighted = _estimates(lambda weights: word_divergences(counts, weights), sizes, paired)
    return Divergence(ftd, shift, spread, jsd, weighted)


def centred(embeddings: tuple[Floats, Floats]) -> Floats:
    """Return the embeddings of both corpora, (documents, dimensions), less their common mean, which changes no
    distance and saves digits. Raises EvaluationError if they are not finite.
    """
    points = np.concatenate(embeddings).astype(np.float64)
    if not np.isfinite(points).all():
        wrong = int((~np.isfinite(points).all(axis=1)).sum())
        raise EvaluationError(
            f"the encoder gives no finite numbers for {wrong:,} texts; take them out, or give another --encoder"
        )
    held: Floats = points - points.mean(axis=0)
    return held


def count_words(texts: Sequence[str]) -> sparse.csr_array:
    """Return how often each text has each word, (texts, words): words are what stands between white space."""
    numbers: dict[str, int] = {}
    words: list[int] = []
    ends = [0]
    for text in texts:
        words.extend(numbers.setdefault(word, len(numbers)) for word in text.split())
        ends.append(len(words))
    counts = sparse.csr_array((np.ones(len(words)), words, ends), shape=(len(texts), len(numbers)))
    counts.sum_duplicates()
    return counts


def _estimates(
    measure: Callable[[Iterator[Weights]], Floats], sizes: tuple[int, int], paired: bool
) -> tuple[Estimate, ...]:
    """Return an estimate of each quantity that `measure` gives, (resamples, quantities), for resamples."""
    rng = np.random.default_rng(SEED)
    drawn = measure(resample(rng, split(sizes), sizes) for _ in range(RESAMPLES))
    mix = partial(swapped if paired else shuffled, rng, sizes)
    chance = measure(resample(rng, mix(), sizes) for _ in range(CHANCE_RESAMPLES)).mean(axis=0)
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    (on_all,) = measure(iter([all_documents(sizes)]))
    columns = (drawn.mean(axis=0), low, high, on_all, chance)
    return tuple(Estimate(*map(float, row)) for row in zip(*columns, strict=True))


def all_documents(sizes: tuple[int, int]) -> Weights:
    """Return the weights that take each document once."""
    first = np.repeat([1.0, 0.0], sizes)
    return first, 1 - first


def split(sizes: tuple[int, int]) -> Places:
    """Return the places of the documents of both corpora as they are."""
    return np.arange(sizes[0]), np.arange(sizes[0], sum(sizes))


def shuffled(rng: np.random.Generator, sizes: tuple[int, int]) -> Places:
    """Divide the documents between two corpora of these sizes at random."""
    places = rng.permutation(sum(sizes))
    return places[: sizes[0]], places[sizes[0] :]


def swapped(rng: np.random.Generator, sizes: tuple[int, int]) -> Places:
    """Exchange documents with their other versions by a coin."""
    documents, _ = sizes
    first, swap = np.arange(documents), rng.integers(0, 2, documents) * documents
    return first + swap, first + documents - swap


def resample(rng: np.random.Generator, places: Places, sizes: tuple[int, int]) -> Weights:
    """Draw of each corpus as many documents as it has, with replacement. places: of the documents of each."""
    drawn, other = (part[rng.integers(0, len(part), len(part))] for part in places)
    total = sum(sizes)
    return np.bincount(drawn, minlength=total).astype(float), np.bincount(other, minlength=total).astype(float)


# --- The Frechet text distance (SHIELD F.1, equation 1) ---------------------------------------------------------------


def _frechet_distances(points: Floats, weights: Iterator[Weights]) -> Floats:
    """Return the distance and its two parts for each resample, (resamples, 3).

    Each thread computes a resample of its own: threads that share one matrix wait for each other most of the time.
    """
    parts: list[tuple[float, float]] = []
    with threadpool_limits(1, "blas"), ThreadPoolExecutor(usable_cpus(), "frechet") as pool:
        while drawn := list(islice(weights, _RESAMPLES_AT_A_TIME)):
            parts += pool.map(partial(frechet_parts, points), drawn)
    return np.array([(shift + spread, shift, spread) for shift, spread in parts])


def frechet_parts(points: Floats, weights: Weights) -> tuple[float, float]:
    """Return the mean shift and the covariance term of the Frechet distance, both at least 0.

    points: (documents, dimensions). weights: how often each document counts for either corpus, at least twice in all.

    Where a covariance is the product of a factor with itself, S = F'F, the trace of the root of S T is the sum of the
    singular values of F G', with T = G'G: their squares are the eigenvalues of S T. The factors are the documents
    themselves where these are fewer than the dimensions, and triangular otherwise: no root of a matrix is taken.
    """
    (mean, factor), (other_mean, other_factor) = (_mean_and_factor(points, w) for w in weights)
    apart = mean - other_mean
    common = np.linalg.svd(factor @ other_factor.T, compute_uv=False).sum()
    spread = (factor**2).sum() + (other_factor**2).sum() - 2 * common
    return float(apart @ apart), max(0.0, float(spread))


def _mean_and_factor(points: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return the mean, (dimensions,), and a factor F, (rows, dimensions), with F'F the unbiased covariance.

    The factor has no more rows than columns.
    """
    held = np.flatnonzero(weights)
    points, weights = points[held], weights[held]
    documents = weights.sum()
    mean = weights @ points / documents
    rows = (points - mean) * np.sqrt(weights / (documents - 1))[:, None]
    if len(rows) <= rows.shape[1]:
        return mean, rows
    covariance = rows.T @ rows
    try:
        return mean, np.linalg.cholesky(covariance).T
    except np.linalg.LinAlgError:  # singular: the documents fill fewer dimensions than there are
        values, vectors = np.linalg.eigh(covariance)
        return mean, np.sqrt(values.clip(0))[:, None] * vectors.T


# --- The divergence of words (SHIELD F.2, equations 2 and 3) ----------------------------------------------------------


def word_divergences(counts: sparse.csr_array, weights: Iterator[Weights]) -> Floats:
    """Return the Jensen-Shannon divergences of resamples in nats, (resamples, 2): standard, and weighted.

    The weighted one is Lin's general form (1991, section 4): each corpus has the share of its words as its weight in
    the average distribution and in the sum. counts: (documents, words), at least one word in each document.
    """
    found: list[Floats] = []
    while drawn := list(islice(weights, max(1, _CELLS // max(counts.shape)))):
        one, other = (np.array(side) @ counts for side in zip(*drawn, strict=True))
        totals, other_totals = one.sum(axis=1, keepdims=True), other.sum(axis=1, keepdims=True)
        share = totals / (totals + other_totals)
        one /= totals
        other /= other_totals
        found += [_divergence(one, other, np.full_like(share, 0.5)), _divergence(one, other, share)]
    return np.column_stack([np.concatenate(found[0::2]), np.concatenate(found[1::2])])


def _divergence(one: Floats, other: Floats, share: Floats) -> Floats:
    """Return the divergence of distributions, (rows, words), of which the first has this share, (rows, 1)."""
    average = share * one + (1 - share) * other
    parts = share[:, 0] * rel_entr(one, average).sum(axis=1), (1 - share)[:, 0] * rel_entr(other, average).sum(axis=1)
    total: Floats = np.maximum(0.0, parts[0] + parts[1])
    return total
