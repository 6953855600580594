"""The student's weights in float32, read back from the exported int8 graph, for back ends that need them.

So one file serves all back ends. The weights differ from the trained ones only by their rounding; activations, which
the graph rounds at run time, are not rounded here. The layout is that of `redactor.distill.int8_network`, and the
channels of a feed-forward layer are in its order. onnx comes with the extra `train` and is imported only here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import numpy_helper

from redactor.errors import ModelError

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Linear:
    """x @ weight + bias. weight: (in, out); bias: (out,)."""

    weight: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Norm:
    """A layer norm over the last axis. scale, shift: (width,)."""

    scale: Floats
    shift: Floats
    epsilon: float


@dataclass(frozen=True, slots=True)
class Layer:
    """An encoder layer: attention and feed-forward, each with residual connection and norm; gelu after `up`."""

    query: Linear
    key: Linear
    value: Linear
    out: Linear
    attended: Norm
    up: Linear
    down: Linear
    done: Norm


@dataclass(frozen=True, slots=True)
class Weights:
    """The whole network. words, shapes, gaps, traits, positions: (rows, width) embeddings; their sum is normalised by
    `norm`; positions include the one token type. heads: number of attention heads; divides width. head: (width,
    labels)."""

    words: Floats
    shapes: Floats
    gaps: Floats
    traits: Floats
    positions: Floats
    norm: Norm
    layers: tuple[Layer, ...]
    heads: int
    head: Linear


def read_weights(path: Path) -> Weights:
    """The weights of an exported student. Raises ModelError if its layout is not the one that the export writes."""
    try:
        return _weights(_Constants(onnx.load(path).graph))
    except Exception as e:  # a constant is missing or of another type or shape
        raise ModelError(
            f"the student's weights are not laid out as this release reads them for a GPU ({type(e).__name__}); set "
            "device to cpu, or export the student again"
        ) from None


class _Constants:
    """The graph's constants by name."""

    def __init__(self, graph: Any) -> None:
        self._held: dict[str, npt.NDArray[Any]] = {t.name: numpy_helper.to_array(t) for t in graph.initializer}

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self._held[name]

    def __contains__(self, name: str) -> bool:
        return name in self._held

    def linear(self, name: str, smooth: str | None = None) -> Linear:
        """smooth: names the factors by which the inputs are multiplied before the rounded matrix."""
        weight = self[f"{name}.rows"].astype(np.float32) * self[f"{name}.scales"]
        if smooth is not None:
            weight = weight * self[f"{smooth}.smooth"][:, None]
        bias = self[f"{name}.bias"]
        if f"{name}.offset" in self:  # it is there to round to a grid
            bias = bias - self[f"{name}.offset"]
        return Linear(np.ascontiguousarray(weight), np.ascontiguousarray(bias))

    def norm(self, name: str) -> Norm:
        return Norm(self[f"{name}.scale"], self[f"{name}.shift"], float(self[f"{name}.epsilon"]))


def _weights(held: _Constants) -> Weights:
    _, _, heads, size = held["heads.split"].tolist()
    layers: list[Layer] = []
    while f"layer.{len(layers)}.query.rows" in held:
        layers.append(_layer(held, f"layer.{len(layers)}", np.float32(math.sqrt(size))))
    return Weights(
        words=held["words.rows"].astype(np.float32) * held["words.scales"],
        shapes=held["shapes.weight"],
        gaps=held["gaps.weight"],
        traits=held["traits.weight"],
        positions=held["positions.weight"],
        norm=held.norm("norm"),
        layers=tuple(layers),
        heads=heads,
        head=Linear(held["head.weight"].astype(np.float32), held["head.bias"].astype(np.float32)),
    )


def _layer(held: _Constants, at: str, root: np.float32) -> Layer:
    """root: of the size of a head, by which the graph's queries are divided."""
    query = held.linear(f"{at}.query", f"{at}.attention")
    raised = [held.linear(f"{at}.up.{part}", f"{at}.up") for part in range(2)]
    lowered = [held[f"{at}.down.{part}.rows"] * held[f"{at}.down.{part}.scales"] for part in range(2)]
    return Layer(
        query=Linear(query.weight * root, query.bias * root),
        key=held.linear(f"{at}.key", f"{at}.attention"),
        value=held.linear(f"{at}.value", f"{at}.attention"),
        out=held.linear(f"{at}.out"),
        attended=held.norm(f"{at}.attended"),
        up=Linear(
            np.concatenate([part.weight for part in raised], axis=1), np.concatenate([part.bias for part in raised])
        ),
        down=Linear(np.concatenate(lowered), held[f"{at}.down.bias"]),
        done=held.norm(f"{at}.done"),
    )
