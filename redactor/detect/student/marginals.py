"""Marginal probabilities of a linear-chain CRF by the forward-backward algorithm, many sequences at a time.

Everything is computed in probability space with each step scaled to one (Rabiner 1989, section V.A), row by row and
with element-wise operations only: a matrix product may round a row differently in another batch, and the reading of a
note must not depend on its batch.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
_LANES = 32  # sequences computed together: (lanes, labels, labels) doubles stay within a core's cache


def marginals(
    emissions: Sequence[npt.NDArray[np.float32]], start: Floats, transitions: Floats, end: Floats, temperature: float
) -> list[Floats]:
    """P(label at t | sequence) for each sequence.

    emissions: (T, labels) scores each, T > 0. start, end: (labels,), transitions: (labels, labels) scores from row to
    column. temperature divides the emissions. Returns (T, labels) arrays whose rows sum to one.
    """
    out: list[Floats] = [np.zeros((0, len(start)))] * len(emissions)
    order = sorted(range(len(emissions)), key=lambda i: len(emissions[i]))
    for at in range(0, len(order), _LANES):
        lanes = order[at : at + _LANES]
        found = _side_by_side([emissions[i] for i in lanes], start, transitions, end, temperature)
        for i, rows in zip(lanes, found, strict=True):
            out[i] = rows
    return out


def _side_by_side(
    emissions: list[npt.NDArray[np.float32]], start: Floats, transitions: Floats, end: Floats, temperature: float
) -> list[Floats]:
    lengths = np.array([len(e) for e in emissions])
    longest, labels = int(lengths.max()), len(start)
    scores = np.zeros((longest, len(emissions), labels))
    for lane, e in enumerate(emissions):
        scores[: len(e), lane] = e
    scores /= temperature
    scores -= scores.max(axis=2, keepdims=True)
    local = np.exp(scores)
    step, back = np.exp(transitions), np.exp(transitions).T.copy()
    first, last = np.exp(start), np.exp(end)

    forward = np.empty_like(local)
    alpha = first * local[0]
    forward[0] = alpha / alpha.sum(axis=1, keepdims=True)
    for t in range(1, longest):
        alpha = _times(forward[t - 1], step) * local[t]
        forward[t] = alpha / alpha.sum(axis=1, keepdims=True)

    beta = np.broadcast_to(last, (len(emissions), labels)).copy()
    both = np.empty_like(local)
    for t in range(longest - 1, -1, -1):
        over = (lengths <= t + 1)[:, None]
        if t + 1 < longest:
            nearer = _times(local[t + 1] * beta, back)
            nearer /= nearer.sum(axis=1, keepdims=True)
            beta = np.where(over, last, nearer)
        product = forward[t] * beta
        both[t] = product / product.sum(axis=1, keepdims=True)
    return [both[:n, lane] for lane, n in enumerate(lengths)]


def _times(rows: Floats, matrix: Floats) -> Floats:
    """rows @ matrix, row by row: (lanes, labels) by (labels, labels)."""
    product: Floats = (rows[:, :, None] * matrix[None, :, :]).sum(axis=1)
    return product
