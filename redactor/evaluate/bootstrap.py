"""Compute bootstrap intervals over documents (SHIELD 2.5): 2,000 resamples, seed 42, percentiles; and swap documents
between systems for a randomisation test.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

RESAMPLES, SEED = 2000, 42
SWAPS = 20_000
_CHUNK = 4_000_000  # drawn indices that are in memory at a time

Counts = npt.NDArray[np.float64]


def resampled_sums(counts: Counts) -> Counts:
    """Return the sums over documents that are drawn with replacement, (RESAMPLES, quantities).

    One document is no sample: its sums are NaN.

    counts: (documents, quantities). Tables of as many documents draw the same documents, so that their sums are paired.
    """
    documents, quantities = counts.shape
    if documents < 2:
        return np.full((RESAMPLES, quantities), np.nan)
    rng = np.random.default_rng(SEED)
    sums = np.empty((RESAMPLES, quantities))
    step = max(1, _CHUNK // documents)
    for at in range(0, RESAMPLES, step):
        count = min(step, RESAMPLES - at)
        drawn = rng.integers(0, documents, size=(count, documents))
        weights = np.stack([np.bincount(row, minlength=documents) for row in drawn]).astype(np.float64)
        sums[at : at + count] = weights @ counts
    return sums


def ratios_of_sums(sums: Counts) -> Counts:
    """Return ratios, (rows, ratios), NaN where the sum below is zero. sums: (rows, 2 x ratios), those above first."""
    above, below = np.split(sums, 2, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(below > 0, above / below, np.nan)


def ratio_intervals(above: Counts, below: Counts) -> tuple[Counts, Counts]:
    """Return the 2.5th and 97.5th percentiles of sum(above) / sum(below) over documents drawn with replacement.

    above, below: arrays of shape (documents, quantities). Returns two arrays of shape (quantities,).
    """
    return percentile_interval(ratios_of_sums(resampled_sums(np.hstack([above, below]))))


def swapped_sums(one: Counts, other: Counts) -> tuple[Counts, Counts]:
    """Return the sums over documents of both tables, each document swapped between them by a coin, (SWAPS, quantities)
    each.

    Under the hypothesis that two systems are alike, such sums are as likely as those that were seen (Yeh 2000).
    """
    documents, quantities = one.shape
    rng = np.random.default_rng(SEED)
    moved = np.empty((SWAPS, quantities))
    step = max(1, _CHUNK // max(1, documents))
    for at in range(0, SWAPS, step):
        coins = rng.integers(0, 2, size=(min(step, SWAPS - at), documents)).astype(np.float64)
        moved[at : at + len(coins)] = coins @ (other - one)
    return one.sum(axis=0) + moved, other.sum(axis=0) - moved


def percentile_interval(drawn: Counts) -> tuple[Counts, Counts]:
    """Return the 2.5th and 97.5th percentiles of each quantity, NaN where it is NaN in half of the resamples or more.

    drawn: (resamples, quantities).
    """
    quantities = drawn.shape[1]
    known = (~np.isnan(drawn)).mean(axis=0) > 0.5
    low, high = np.full(quantities, np.nan), np.full(quantities, np.nan)
    if known.any():
        low[known], high[known] = np.nanpercentile(drawn[:, known], [2.5, 97.5], axis=0)
    return low, high
