"""Compute bootstrap intervals over documents (SHIELD 2.5): 2,000 resamples, seed 42, percentiles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

RESAMPLES, SEED = 2000, 42
_CHUNK = 4_000_000  # drawn indices that are in memory at a time

Counts = npt.NDArray[np.float64]


def ratio_intervals(
    above: Counts, below: Counts, *, resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the 2.5th and 97.5th percentiles of sum(above) / sum(below) over documents drawn with replacement.

    above, below: arrays of shape (documents, quantities). Returns two arrays of shape (quantities,), NaN where the sum
    below is zero in half of the resamples or more.
    """
    return _percentile_interval(_resampled_ratios(above, below, resamples, seed))


def difference_intervals(
    one: tuple[Counts, Counts], other: tuple[Counts, Counts]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the same percentiles for the difference of two ratios over the same documents.

    Each resample draws the same documents for both. one, other: the arrays (above, below), as for `ratio_intervals`.
    """
    return _percentile_interval(_resampled_ratios(*one, RESAMPLES, SEED) - _resampled_ratios(*other, RESAMPLES, SEED))


def _resampled_ratios(above: Counts, below: Counts, resamples: int, seed: int) -> Counts:
    """Return the ratios of each resample, (resamples, quantities), NaN where the sum below is zero."""
    documents, quantities = above.shape
    if documents == 0:
        return np.full((resamples, quantities), np.nan)
    rng = np.random.default_rng(seed)
    tops, bottoms = np.empty((resamples, quantities)), np.empty((resamples, quantities))
    step = max(1, _CHUNK // documents)
    for at in range(0, resamples, step):
        count = min(step, resamples - at)
        drawn = rng.integers(0, documents, size=(count, documents))
        weights = np.stack([np.bincount(row, minlength=documents) for row in drawn]).astype(np.float64)
        tops[at : at + count] = weights @ above
        bottoms[at : at + count] = weights @ below
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(bottoms > 0, tops / bottoms, np.nan)


def _percentile_interval(drawn: Counts) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    quantities = drawn.shape[1]
    known = (~np.isnan(drawn)).mean(axis=0) > 0.5
    low, high = np.full(quantities, np.nan), np.full(quantities, np.nan)
    if known.any():
        low[known], high[known] = np.nanpercentile(drawn[:, known], [2.5, 97.5], axis=0)
    return low, high
