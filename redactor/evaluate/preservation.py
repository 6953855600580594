"""Measure what de-identification leaves of the meaning of texts, by the embeddings of each text before and after.

CIPHER reports three figures without their formulas (table 4). Here they are: the mean cosine of the two embeddings of a
text; the share of a text's ten nearest texts that stay its nearest; and the sliced Wasserstein distance of all texts
before from all texts after. A text that was emptied has no embedding: it counts as cosine 0 and keeps none of its
nearest texts, and the distance is that of the texts that are left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from redactor.errors import EvaluationError
from redactor.evaluate.bootstrap import SEED, ratio_intervals
from redactor.evaluate.divergence import CHANCE_RESAMPLES, RESAMPLES, Estimate, Floats

NEIGHBOURS = 10
_DIRECTIONS = 128
_TIE = 1e-6  # cosines that differ by less are equal: an encoder's last digits depend on the batch
_CELLS = 4_000_000  # numbers of a matrix that is in memory at a time


@dataclass(frozen=True, slots=True)
class Preservation:
    """What stays of texts, with intervals over texts.

    cosine: the mean over texts, of -1 to 1; by chance: that of different texts. neighbours: the mean share of the
    nearest texts that stay, by cosine, within each side; None for fewer than `NEIGHBOURS` + 2 texts, where all others
    would be among the nearest. wasserstein: the sliced distance of embeddings of length 1; by chance: if each text
    after were as likely the one before.
    """

    cosine: Estimate
    neighbours: Estimate | None
    wasserstein: Estimate


def measure_preservation(before: Floats, after: Floats, emptied: int = 0) -> Preservation:
    """Compare the embeddings of the same texts before and after, (texts, dimensions) each, in one order.

    emptied: the number of further texts, of which nothing is left. Raises EvaluationError for fewer than two texts, and
    if an embedding is zero or not finite.
    """
    if len(before) < 2:
        raise EvaluationError("fewer than two texts stand on both sides")
    before, after = _of_length_one(before), _of_length_one(after)
    texts = len(before)
    cosines = (before * after).sum(axis=1)
    of_others = (float(before.sum(axis=0) @ after.sum(axis=0)) - cosines.sum()) / (texts * (texts - 1))
    lost = np.zeros(emptied)
    left = texts / (texts + emptied)  # of different texts, too, an emptied one has a cosine of 0
    neighbours = None
    if texts >= NEIGHBOURS + 2:
        shares = np.append(kept_neighbours(before, after, NEIGHBOURS), lost)
        neighbours = _mean_estimate(shares, left * NEIGHBOURS / (texts - 1))
    cosine = _mean_estimate(np.append(cosines, lost), left * float(of_others))
    return Preservation(cosine, neighbours, _wasserstein_estimate(before, after))


def _of_length_one(vectors: Floats) -> Floats:
    vectors = vectors.astype(np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if wrong := int((~(np.isfinite(lengths) & (lengths > 0))).sum()):
        raise EvaluationError(
            f"the encoder gives no direction for {wrong:,} texts; take them out, or give another --encoder"
        )
    scaled: Floats = vectors / lengths
    return scaled


def _mean_estimate(values: Floats, by_chance: float) -> Estimate:
    """Return the mean over texts with its interval. values: (texts,)."""
    (low,), (high,) = ratio_intervals(values[:, None], np.ones((len(values), 1)))
    mean = float(values.mean())
    return Estimate(mean, float(low), float(high), mean, by_chance)


def kept_neighbours(before: Floats, after: Floats, k: int) -> Floats:
    """Return the share of each text's k nearest texts that are among its k nearest after, (texts,).

    before, after: (texts, dimensions), of length 1. Texts that are equally near share the places that are left, so that
    the order of the texts changes nothing.
    """
    shares = np.empty(len(before))
    step = max(1, _CELLS // len(before))
    for at in range(0, len(before), step):
        rows = slice(at, min(at + step, len(before)))
        both = np.minimum(_nearest(before, rows, k), _nearest(after, rows, k))
        shares[rows] = both.sum(axis=1) / k
    return shares


def _nearest(vectors: Floats, rows: slice, k: int) -> Floats:
    """Return to what part each text is among the k nearest of the texts in these rows, (rows, texts)."""
    cosines = vectors[rows] @ vectors.T
    cosines[np.arange(len(cosines)), np.arange(rows.start, rows.stop)] = -np.inf  # a text is no neighbour of its own
    border = np.partition(cosines, -k, axis=1)[:, -k, None]
    nearer = cosines > border + _TIE
    tied = (cosines >= border - _TIE) & ~nearer
    places = (k - nearer.sum(axis=1, keepdims=True)) / tied.sum(axis=1, keepdims=True)
    parts: Floats = nearer + tied * places
    return parts


def sliced_wasserstein(before: Floats, after: Floats, weights: Floats) -> Floats:
    """Return the sliced 1-Wasserstein distances of texts before and after, (resamples,) (Rabin et al. 2011).

    The mean, over directions, of the distance of the projections on it. The directions are orthogonal and drawn with a
    constant seed, at most 128: the mean over them stands for the mean over all. before, after: (texts, dimensions).
    weights: (resamples, texts), how often a text counts; below 0 it counts as after what it was before, and vice versa.
    """
    dimensions = before.shape[1]
    drawn = np.random.default_rng(SEED).normal(size=(dimensions, min(dimensions, _DIRECTIONS)))
    directions, _ = np.linalg.qr(drawn)
    projected = np.concatenate([before, after]) @ directions
    totals = np.abs(weights).sum(axis=1)
    distances = np.zeros(len(weights))
    step = max(1, _CELLS // len(projected))
    for values in projected.T:
        order = np.argsort(values, kind="stable")
        gaps = np.diff(values[order])
        texts, signs = order % len(before), np.where(order < len(before), 1.0, -1.0)
        for at in range(0, len(weights), step):
            ahead = np.cumsum(weights[at : at + step, texts] * signs, axis=1)[:, :-1]
            distances[at : at + step] += np.abs(ahead) @ gaps
    mean: Floats = distances / totals / directions.shape[1]
    return mean


def _wasserstein_estimate(before: Floats, after: Floats) -> Estimate:
    rng, texts = np.random.default_rng(SEED), len(before)
    drawn = np.array([np.bincount(rng.integers(0, texts, texts), minlength=texts) for _ in range(RESAMPLES)])
    swapped = np.array([_drawn_and_swapped(rng, texts) for _ in range(CHANCE_RESAMPLES)])
    found = sliced_wasserstein(before, after, np.concatenate([drawn, swapped, np.ones((1, texts))]).astype(np.float64))
    values, chance, on_all = found[:RESAMPLES], found[RESAMPLES:-1], found[-1]
    low, high = np.percentile(values, [2.5, 97.5])
    return Estimate(float(values.mean()), float(low), float(high), float(on_all), float(chance.mean()))


def _drawn_and_swapped(rng: np.random.Generator, texts: int) -> Floats:
    """Return the weights of a resample of texts of which each was exchanged with its other version by a coin."""
    weights: Floats = np.bincount(rng.integers(0, texts, texts), minlength=texts) * rng.choice([-1.0, 1.0], texts)
    return weights
