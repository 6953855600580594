"""Measure the ranges of a student's activations, and round weights and steps so that every processor gets equal
results.

Weights: x86 processors without VNNI multiply unsigned by signed bytes two at a time and add both products to a signed
16-bit integer that saturates (PMADDUBSW, Intel SDM volume 2B). 255 * (a + b) fits if a + b is at most 128, so that two
adjacent weights of a column never add up to more.

Steps: each processor's kernel approximates exp and gelu differently, within `_KERNEL_ERROR`. Their arguments lie on a
grid, so that they have few possible results, and the step that rounds these results is chosen such that no result lies
as near to the border of two integers as a kernel may err.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from redactor.detect.student.features import Window, trait_bits
from redactor.detect.student.weights import Layer, Linear, Norm, Weights

Floats = npt.NDArray[np.float32]


@dataclass(slots=True)
class LayerRanges:
    """The largest magnitudes in an encoder layer.

    attended, fed: (width,), of each channel that enters attention and the feed-forward layer. raised: (intermediate,),
    of each channel after gelu. values: of any value. scores: a bound of attention scores, the product of the longest
    query and the longest key of a head. squares: the largest sum of squares of a row before a layer norm.
    """

    attended: Floats
    fed: Floats
    raised: Floats
    values: float = 0.0
    scores: float = 0.0
    squares: float = 0.0


@dataclass(slots=True)
class Ranges:
    """The ranges of all layers. squares: the largest sum of squares of a row of embeddings."""

    layers: list[LayerRanges]
    squares: float = 0.0


def measure_ranges(weights: Weights, windows: Sequence[Window]) -> Ranges:
    """Measure the ranges over windows with the special pieces at their ends, by the network in float32.

    Raises ValueError without windows.
    """
    if not windows:
        raise ValueError("quantisation needs texts to measure activations by")
    width, inner = weights.layers[0].up.weight.shape
    ranges = Ranges([LayerRanges(_zeros(width), _zeros(width), _zeros(inner)) for _ in weights.layers])
    tables = [torch.tensor(t) for t in (weights.words, weights.shapes, weights.gaps, weights.positions)]
    known = torch.tensor(weights.traits)
    with torch.inference_mode():
        for window in windows:
            ids, shapes, gaps = map(torch.tensor, window[:3])
            x = tables[0][ids] + tables[1][shapes] + tables[2][gaps] + tables[3][: len(ids)]
            x = x + torch.tensor(trait_bits(window[3])) @ known
            ranges.squares = max(ranges.squares, _largest_square_sum(x))
            x = _apply_norm(weights.norm, x)
            for layer, found in zip(weights.layers, ranges.layers, strict=True):
                x = _measure_layer(layer, weights.heads, x, found)
    return ranges


def _measure_layer(layer: Layer, heads: int, x: Tensor, found: LayerRanges) -> Tensor:
    query, key, value = (
        _apply_linear(part, x).view(len(x), heads, -1).transpose(0, 1) for part in (layer.query, layer.key, layer.value)
    )
    query = query / query.shape[-1] ** 0.5
    longest = query.norm(dim=-1).amax(1) * key.norm(dim=-1).amax(1)
    mixed = ((query @ key.transpose(1, 2)).softmax(-1) @ value).transpose(0, 1).reshape(x.shape)
    before = x + _apply_linear(layer.out, mixed)
    y = _apply_norm(layer.attended, before)
    raised = F.gelu(_apply_linear(layer.up, y))
    after = y + _apply_linear(layer.down, raised)
    found.attended = np.maximum(found.attended, _channel_peaks(x))
    found.fed = np.maximum(found.fed, _channel_peaks(y))
    found.raised = np.maximum(found.raised, _channel_peaks(raised))
    found.values = max(found.values, float(value.abs().max()))
    found.scores = max(found.scores, float(longest.max()))
    found.squares = max(found.squares, _largest_square_sum(before), _largest_square_sum(after))
    return _apply_norm(layer.done, after)


def _zeros(channels: int) -> Floats:
    return np.zeros(channels, dtype=np.float32)


def _apply_linear(part: Linear, x: Tensor) -> Tensor:
    return F.linear(x, torch.tensor(part.weight.T), torch.tensor(part.bias))


def _apply_norm(part: Norm, x: Tensor) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], torch.tensor(part.scale), torch.tensor(part.shift), part.epsilon)


def _channel_peaks(x: Tensor) -> Floats:
    return np.asarray(x.abs().amax(0).numpy())


def _largest_square_sum(x: Tensor) -> float:
    return float(x.square().sum(-1).max())


Doubles = npt.NDArray[np.float64]

MOST_PAIR_SUM = 128
# The error of results of exp and gelu around 1, and of larger results in proportion: 4 times the measured error of
# gelu,
# twice that of exp (Nehalem, Haswell, AVX-512, Neoverse N1 and SVE). Beyond 6, the erf in gelu is 1.
_KERNEL_ERROR, _ERROR_GROWS = 4e-7, (0.5, 6.0)
_LARGEST_WEIGHT = 127
# Scales that are tried for a column, as multiples of the scale that uses the whole range.
_SCALE_FACTORS = np.linspace(1, 2, 21)
_STEP_FACTORS = np.linspace(1, 1.1, 1025)


def integer_weights(weight: npt.NDArray[np.floating]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Return a matrix (in, out) as int8 with a scale for each column, (out,): the pair of least squared error.

    Adjacent weights of a column, rows 2i and 2i + 1, add up to at most `MOST_PAIR_SUM` in magnitude.
    """
    values = np.pad(np.asarray(weight, dtype=np.float64), ((0, len(weight) % 2), (0, 0)))
    full = np.abs(values).max(axis=0) / _LARGEST_WEIGHT
    full[full == 0] = 1
    rows, scales = np.zeros(values.shape, dtype=np.int8), full.astype(np.float32)
    least = np.full(values.shape[1], np.inf)
    for wider in _SCALE_FACTORS:
        tried = (full * wider).astype(np.float32)
        found = _limit_pairs(np.round(values / tried))
        error = ((found * tried - values) ** 2).sum(axis=0)
        better = error < least
        rows[:, better], scales[better], least[better] = found[:, better], tried[better], error[better]
    return rows[: len(weight)], scales


def _limit_pairs(rows: Doubles) -> Doubles:
    """Lower the larger weight of each pair whose sum is too large."""
    pairs = rows.reshape(-1, 2, rows.shape[1])
    total = pairs.sum(axis=1)
    excess = np.sign(total) * np.maximum(np.abs(total) - MOST_PAIR_SUM, 0)
    first = np.abs(pairs[:, 0]) >= np.abs(pairs[:, 1])
    lowered = pairs - np.stack((np.where(first, excess, 0), np.where(first, 0, excess)), axis=1)
    bounded: Doubles = lowered.reshape(rows.shape)
    return bounded


def clear_step(
    step: float, results: Doubles, roundings: Callable[[Doubles, float], Sequence[tuple[Doubles, float]]]
) -> float:
    """Return a step, at most a tenth larger than the given one, with which no kernel's error changes a rounded result.

    results: all possible results. roundings: gives, for the results and a step, the values that are rounded and their
    steps. Raises ValueError if there is no such step.
    """
    errors = _KERNEL_ERROR * np.clip(np.abs(results), *_ERROR_GROWS)

    def distance(tried: float) -> float:
        """Return how far the nearest result stays from the border of two integers, in multiples of its error."""
        return min(
            float((np.abs(np.abs(values / by) % 1 - 0.5) * by / errors).min())
            for values, by in roundings(results, tried)
        )

    best = max((float(np.float32(step * wider)) for wider in _STEP_FACTORS), key=distance)
    if distance(best) < 1:
        raise ValueError("no step keeps the results of a kernel away from the borders of integers")
    return best
