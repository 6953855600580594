"""Bootstrap intervals over documents (SHIELD 2.5): 2,000 resamples, seed 42, percentiles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

RESAMPLES, SEED = 2000, 42
_CHUNK = 4_000_000  # drawn indices in memory at a time

Counts = npt.NDArray[np.float64]


def ratios(
    above: Counts, below: Counts, *, resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The 2.5th and 97.5th percentiles of sum(above) / sum(below) over documents drawn with replacement.

    above, below: (documents, quantities). Gives two (quantities,) arrays; NaN if the sum below is zero in half of the
    resamples or more.
    """
    return _interval(_drawn(above, below, resamples, seed))


def differences(
    one: tuple[Counts, Counts], other: tuple[Counts, Counts]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The same percentiles of how much a ratio differs from another of the same documents: each resample draws the same
    documents for both. one, other: (above, below), as for `ratios`.
    """
    return _interval(_drawn(*one, RESAMPLES, SEED) - _drawn(*other, RESAMPLES, SEED))


def _drawn(above: Counts, below: Counts, resamples: int, seed: int) -> Counts:
    """(resamples, quantities): the ratios of each resample, NaN where the sum below is zero."""
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


def _interval(drawn: Counts) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    quantities = drawn.shape[1]
    known = (~np.isnan(drawn)).mean(axis=0) > 0.5
    low, high = np.full(quantities, np.nan), np.full(quantities, np.nan)
    if known.any():
        low[known], high[known] = np.nanpercentile(drawn[:, known], [2.5, 97.5], axis=0)
    return low, high
