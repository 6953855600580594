"""The ranges of a student's activations over given texts, from which the steps of its int8 network are chosen."""

from __future__ import annotations

from collections.abc import Sequence
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


def measure(weights: Weights, windows: Sequence[Window]) -> Ranges:
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
