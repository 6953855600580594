"""The student's network in plain torch: encoder and head, for batches of one shape.

The residual stream, the norms and the head stay in float32, whatever the type of the matrix products: the same
precision as autocast, without its per-call overhead. torch comes with the extra `train` and is imported only here, in
`torch_scorer` and in `redactor.distill`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from redactor.detect.student.weights import Layer, Linear, Norm, Weights


@dataclass(frozen=True, slots=True)
class _Norm:
    scale: Tensor
    shift: Tensor
    epsilon: float

    def __call__(self, x: Tensor) -> Tensor:
        return F.layer_norm(x, self.scale.shape, self.scale, self.shift, self.epsilon)


@dataclass(frozen=True, slots=True)
class _Linear:
    weight: Tensor  # (out, in)
    bias: Tensor

    def __call__(self, x: Tensor) -> Tensor:
        return F.linear(x.to(self.weight.dtype), self.weight, self.bias)


@dataclass(frozen=True, slots=True)
class _Layer:
    mixed: _Linear  # queries, keys and values side by side
    out: _Linear
    attended: _Norm
    up: _Linear
    down: _Linear
    done: _Norm


class Encoder:
    """Emission scores of batches of word pieces.

    weights: as read from the export. kind: type of the matrix products, torch.float32 or torch.bfloat16. words: size
    of the vocabulary; longest: maximum pieces in a window; labels: scores per piece.
    """

    def __init__(self, weights: Weights, device: torch.device, kind: torch.dtype) -> None:
        self._device, self._kind = device, kind
        self._ids, self._shapes, self._gaps = map(self._held, (weights.words, weights.shapes, weights.gaps))
        self._traits = self._held(weights.traits)
        self._bits = torch.arange(len(weights.traits), device=device)
        self._positions = self._held(weights.positions)
        self._norm = self._norm_of(weights.norm)
        self._layers = [self._layer(layer) for layer in weights.layers]
        self._heads = weights.heads
        head = self._held(weights.head.weight.T)
        self._head = _Linear(head, self._held(weights.head.bias))
        self.words, self.longest, self.labels = len(self._ids), len(self._positions), len(head)

    def __call__(self, ids: Tensor, shapes: Tensor, gaps: Tensor, traits: Tensor, live: Tensor) -> Tensor:
        """(rows, pieces, labels) float32. ids, shapes, gaps, traits: (rows, pieces) int32. live: attention mask, False
        for padding; at least one True per row."""
        rows, pieces = ids.shape
        embedded = F.embedding(ids, self._ids) + F.embedding(shapes, self._shapes) + F.embedding(gaps, self._gaps)
        known = ((traits[:, :, None] >> self._bits) & 1).float() @ self._traits
        x = self._norm(embedded + known + self._positions[:pieces])
        masked = torch.zeros(rows, 1, 1, pieces, dtype=self._kind, device=self._device)
        masked = masked.masked_fill(~live[:, None, None, :], -torch.inf).expand(rows, 1, pieces, pieces)
        for layer in self._layers:
            mixed = layer.mixed(x).view(rows, pieces, 3, self._heads, -1)
            query, key, value = mixed.permute(2, 0, 3, 1, 4).unbind(0)
            seen = F.scaled_dot_product_attention(query, key, value, attn_mask=masked)
            x = layer.attended(x + layer.out(seen.transpose(1, 2).reshape(rows, pieces, -1)))
            x = layer.done(x + layer.down(F.gelu(layer.up(x))))
        return self._head(x)

    def _held(self, values: npt.NDArray[np.float32], kind: torch.dtype = torch.float32) -> Tensor:
        return torch.tensor(values, dtype=kind, device=self._device)

    def _norm_of(self, norm: Norm) -> _Norm:
        return _Norm(self._held(norm.scale), self._held(norm.shift), norm.epsilon)

    def _linear(self, *parts: Linear) -> _Linear:
        """One matrix product for parts that take the same input."""
        weight = np.concatenate([p.weight for p in parts], axis=1).T
        bias = np.concatenate([p.bias for p in parts])
        return _Linear(self._held(weight, self._kind), self._held(bias, self._kind))

    def _layer(self, layer: Layer) -> _Layer:
        return _Layer(
            mixed=self._linear(layer.query, layer.key, layer.value),
            out=self._linear(layer.out),
            attended=self._norm_of(layer.attended),
            up=self._linear(layer.up),
            down=self._linear(layer.down),
            done=self._norm_of(layer.done),
        )
