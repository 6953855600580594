"""Compute bootstrap intervals over documents (SHIELD 2.5): 2,000 resamples, seed 42, percentiles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

RESAMPLES, SEED = 2000, 42
_CHUNK = 4_000_000  # drawn indices that are in memory at a time

Counts = npt.NDArray[np.float64]


def ratio_intervals(above: Counts, below: Counts) -> tuple[Counts, Counts]:
    """Return the 2.5th and 97.5th percentiles of sum(above) / sum(below) over documents drawn with replacement.

    above, below: arrays of shape (documents, quantities). Returns two arrays of shape (quantities,), NaN where the sum
    below is zero in half of the resamples or more.
    """
    return _percentile_interval(_resampled_ratios(above, below))


def difference_intervals(one: tuple[Counts, Counts], other: tuple[Counts, Counts]) -> tuple[Counts, Counts]:
    """Return the same percentiles for the difference of two ratios over the same documents.

    Each resample draws the same documents for both. one, other: the arrays (above, below), as for `ratio_intervals`.
    """
    return _percentile_interval(_resampled_ratios(*one) - _resampled_ratios(*other))


def _resampled_ratios(above: Counts, below: Counts) -> Counts:
    """Return the ratios of each resample, (RESAMPLES, quantities), NaN where the sum below is zero."""
    documents, quantities = above.shape
    if documents == 0:
        return np.full((RESAMPLES, quantities), np.nan)
    rng = np.random.default_rng(SEED)
    tops, bottoms = np.empty((RESAMPLES, quantities)), np.empty((RESAMPLES, quantities))
    step = max(1, _CHUNK // documents)
    for at in range(0, RESAMPLES, step):
        count = min(step, RESAMPLES - at)
        drawn = rng.integers(0, documents, size=(count, documents))
        weights = np.stack([np.bincount(row, minlength=documents) for row in drawn]).astype(np.float64)
        tops[at : at + count] = weights @ above
        bottoms[at : at + count] = weights @ below
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(bottoms > 0, tops / bottoms, np.nan)


def _percentile_interval(drawn: Counts) -> tuple[Counts, Counts]:
    quantities = drawn.shape[1]
    known = (~np.isnan(drawn)).mean(axis=0) > 0.5
    low, high = np.full(quantities, np.nan), np.full(quantities, np.nan)
    if known.any():
        low[known], high[known] = np.nanpercentile(drawn[:, known], [2.5, 97.5], axis=0)
    return low, high
