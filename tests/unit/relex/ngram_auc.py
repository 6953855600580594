"""How well a logistic regression over character n-grams tells stand-ins from originals, in numpy."""

from __future__ import annotations

from zlib import crc32

import numpy as np

_BUCKETS = 1 << 14


def _grams(value: str) -> list[int]:
    """The buckets of a value's n-grams of one to four characters, with marked ends, and of the whole value."""
    marked = f"^{value}$"
    grams = {marked[i : i + n] for n in (1, 2, 3, 4) for i in range(len(marked) - n + 1)} | {f"={value}"}
    return sorted({crc32(g.encode()) % _BUCKETS for g in grams})


def _ranks(scores: np.ndarray) -> np.ndarray:
    """Ranks from 1; ties share a rank."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    return (np.bincount(inverse, ranks) / counts)[inverse]


def auc(originals: list[str], standins: list[str], seed: int) -> float:
    """Area under the ROC curve for telling stand-ins from originals: trained on one half of the values, scored on the
    other.

    0.5 is chance. The halves and the order depend on the seed.
    """
    rng = np.random.default_rng(seed)
    values = [*originals, *standins]
    labels = np.array([0.0] * len(originals) + [1.0] * len(standins))
    order = rng.permutation(len(values))
    half = len(values) // 2
    rows = [np.array(_grams(values[i]), dtype=np.int64) for i in order]
    truth = labels[order]
    weights, bias = np.zeros(_BUCKETS), 0.0
    squares = np.full(_BUCKETS, 1e-3)
    for _ in range(8):
        for i in rng.permutation(half):
            row = rows[i]
            scale = 1 / np.sqrt(len(row))
            error = 1 / (1 + np.exp(-(weights[row].sum() * scale + bias))) - truth[i]
            step = error * scale + 1e-4 * weights[row]
            squares[row] += step * step
            weights[row] -= 0.1 * step / np.sqrt(squares[row])
            bias -= 0.01 * error
    scores = np.array([weights[row].sum() / np.sqrt(len(row)) for row in rows[half:]])
    held = truth[half:]
    ones = held.sum()
    return float((_ranks(scores)[held == 1].sum() - ones * (ones + 1) / 2) / (ones * (len(held) - ones)))
