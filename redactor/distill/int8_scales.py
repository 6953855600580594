"""Scales."""

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
    """Largest magnitudes in an encoder layer.

    attended, fed: (width,) of each channel that enters attention and the feed-forward layer. values: of any value.
    scores: a bound of attention scores, the product of the longest query and the longest key of a head. raised:
    (intermediate,) of each channel after gelu. squares: the largest sum of squares of a row before a layer norm.
    """

    attended: Floats
    fed: Floats
    raised: Floats
    values: float = 0.0
    scores: float = 0.0
    squares: float = 0.0


@dataclass(slots=True)
class Ranges:
    """squares: the largest sum of squares of a row of embeddings."""

    layers: list[LayerRanges]
    squares: float = 0.0


def measure_ranges(weights: Weights, windows: Sequence[Window]) -> Ranges:
    """The ranges over windows with the special pieces at their ends, by the network in float32.

    Raises ValueError without windows.
    """
    if not windows:
        raise ValueError("quantisation needs texts to measure activations by")
    width, inner = weights.layers[0].up.weight.shape
    ranges = Ranges([LayerRanges(_none(width), _none(width), _none(inner)) for _ in weights.layers])
    tables = [torch.tensor(t) for t in (weights.words, weights.shapes, weights.gaps, weights.positions)]
    known = torch.tensor(weights.traits)
    with torch.inference_mode():
        for window in windows:
            ids, shapes, gaps = map(torch.tensor, window[:3])
            x = tables[0][ids] + tables[1][shapes] + tables[2][gaps] + tables[3][: len(ids)]
            x = x + torch.tensor(trait_bits(window[3])) @ known
            ranges.squares = max(ranges.squares, _squares(x))
            x = _norm(weights.norm, x)
            for layer, found in zip(weights.layers, ranges.layers, strict=True):
                x = _through(layer, weights.heads, x, found)
    return ranges


def _through(layer: Layer, heads: int, x: Tensor, found: LayerRanges) -> Tensor:
    query, key, value = (
        _linear(part, x).view(len(x), heads, -1).transpose(0, 1) for part in (layer.query, layer.key, layer.value)
    )
    query = query / query.shape[-1] ** 0.5
    longest = query.norm(dim=-1).amax(1) * key.norm(dim=-1).amax(1)
    mixed = ((query @ key.transpose(1, 2)).softmax(-1) @ value).transpose(0, 1).reshape(x.shape)
    before = x + _linear(layer.out, mixed)
    y = _norm(layer.attended, before)
    raised = F.gelu(_linear(layer.up, y))
    after = y + _linear(layer.down, raised)
    found.attended = np.maximum(found.attended, _peaks(x))
    found.fed = np.maximum(found.fed, _peaks(y))
    found.raised = np.maximum(found.raised, _peaks(raised))
    found.values = max(found.values, float(value.abs().max()))
    found.scores = max(found.scores, float(longest.max()))
    found.squares = max(found.squares, _squares(before), _squares(after))
    return _norm(layer.done, after)


def _none(channels: int) -> Floats:
    return np.zeros(channels, dtype=np.float32)


def _linear(part: Linear, x: Tensor) -> Tensor:
    return F.linear(x, torch.tensor(part.weight.T), torch.tensor(part.bias))


def _norm(part: Norm, x: Tensor) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], torch.tensor(part.scale), torch.tensor(part.shift), part.epsilon)


def _peaks(x: Tensor) -> Floats:
    return np.asarray(x.abs().amax(0).numpy())


def _squares(x: Tensor) -> float:
    return float(x.square().sum(-1).max())


Doubles = npt.NDArray[np.float64]

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


def _without_saturation(rows: Doubles) -> Doubles:
    """The larger weight of a pair gives way."""
    pairs = rows.reshape(-1, 2, rows.shape[1])
    total = pairs.sum(axis=1)
    excess = np.sign(total) * np.maximum(np.abs(total) - PAIR, 0)
    first = np.abs(pairs[:, 0]) >= np.abs(pairs[:, 1])
    lowered = pairs - np.stack((np.where(first, excess, 0), np.where(first, 0, excess)), axis=1)
    bounded: Doubles = lowered.reshape(rows.shape)
    return bounded


def clear_step(
    step: float, results: Doubles, roundings: Callable[[Doubles, float], Sequence[tuple[Doubles, float]]]
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
