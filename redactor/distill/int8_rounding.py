"""Rounding for the int8 network, such that neither a saturating product nor a kernel's last bit changes a result.

Weights: x86 processors without VNNI multiply unsigned by signed bytes two at a time and add both products into a signed
16-bit integer that saturates (PMADDUBSW, Intel SDM volume 2B). 255 * (a + b) fits into it if a + b is at most 128, so
two adjacent weights of a column never add up to more.

Steps: exp and gelu are approximated differently by each processor's kernel, within `_KERNEL_ERROR`. Their arguments lie
on a grid, so that they have few possible results, and the step by which these are rounded is chosen such that no
result lies as near to the border of two integers as a kernel may err.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

PAIR = 128
# Of results of exp and gelu around 1, and of larger ones in proportion: 4 times what was measured of gelu, twice of exp
# (Nehalem, Haswell, AVX-512, Neoverse N1 and SVE). Beyond 6, the erf in gelu is 1.
_KERNEL_ERROR, _ERROR_GROWS = 4e-7, (0.5, 6.0)
_LARGEST = 127
_WIDER = np.linspace(1, 2, 21)  # scales tried for a column, as multiples of the one that uses the whole range
_STEPS = np.linspace(1, 1.1, 1025)


def whole_weights(weight: npt.NDArray[np.floating]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """A matrix (in, out) as int8 with a scale for each column, (out,): the pair of least squared error.

    Adjacent weights of a column, rows 2i and 2i + 1, add up to at most `PAIR` in magnitude.
    """
    values = np.pad(np.asarray(weight, dtype=np.float64), ((0, len(weight) % 2), (0, 0)))
    full = np.abs(values).max(axis=0) / _LARGEST
    full[full == 0] = 1
    rows, scales = np.zeros(values.shape, dtype=np.int8), full.astype(np.float32)
    least = np.full(values.shape[1], np.inf)
    for wider in _WIDER:
        tried = (full * wider).astype(np.float32)
        found = _without_saturation(np.round(values / tried))
        error = ((found * tried - values) ** 2).sum(axis=0)
        better = error < least
        rows[:, better], scales[better], least[better] = found[:, better], tried[better], error[better]
    return rows[: len(weight)], scales


def _without_saturation(rows: Floats) -> Floats:
    """The larger weight of a pair gives way."""
    pairs = rows.reshape(-1, 2, rows.shape[1])
    total = pairs.sum(axis=1)
    excess = np.sign(total) * np.maximum(np.abs(total) - PAIR, 0)
    first = np.abs(pairs[:, 0]) >= np.abs(pairs[:, 1])
    lowered = pairs - np.stack((np.where(first, excess, 0), np.where(first, 0, excess)), axis=1)
    bounded: Floats = lowered.reshape(rows.shape)
    return bounded


def clear_step(
    step: float, results: Floats, roundings: Callable[[Floats, float], Sequence[tuple[Floats, float]]]
) -> float:
    """A step, at most a tenth larger than the given one, with which no kernel's error changes a rounded result.

    results: all possible ones. roundings: for the results and a step, the values that are rounded, and by which steps.
    Raises ValueError if there is no such step.
    """
    errors = _KERNEL_ERROR * np.clip(np.abs(results), *_ERROR_GROWS)

    def distance(tried: float) -> float:
        """How far the nearest result stays from the border of two integers, in multiples of its error."""
        return min(
            float((np.abs(np.abs(values / by) % 1 - 0.5) * by / errors).min())
            for values, by in roundings(results, tried)
        )

    best = max((float(np.float32(step * wider)) for wider in _STEPS), key=distance)
    if distance(best) < 1:
        raise ValueError("no step keeps the results of a kernel away from the borders of integers")
    return best
