"""Read the student's weights in float32 back from the exported int8 graph, for back ends that need them.

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
    """A linear layer computes x @ weight + bias. weight: (in, out); bias: (out,)."""

    weight: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Norm:
    """A layer norm runs over the last axis. scale, shift: (width,)."""

    scale: Floats
    shift: Floats
    epsilon: float


@dataclass(frozen=True, slots=True)
class Layer:
    """An encoder layer has attention and feed-forward, each with residual connection and norm; gelu follows `up`."""

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
    """Hold the weights of the whole network.

    words, shapes, gaps, traits, positions: (rows, width) embeddings; their sum is normalised by `norm`; positions
    include the one token type. heads: number of attention heads; divides width. head: (width, labels).
    """

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
    """Return the weights of an exported student. Raises ModelError if the layout is not that of the export."""
    try:
        return _weights_of_graph(_Constants(onnx.load(path).graph))
    except Exception as e:  # a constant is missing or of another type or shape
        raise ModelError(
            f"the student's weights are not laid out as this release reads them for a GPU ({type(e).__name__}); set "
            "device to cpu, or export the student again"
        ) from None


class _Constants:
    """Look up the graph's constants by name."""

    def __init__(self, graph: Any) -> None:
        self._held: dict[str, npt.NDArray[Any]] = {t.name: numpy_helper.to_array(t) for t in graph.initializer}

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self._held[name]

    def __contains__(self, name: str) -> bool:
        return name in self._held

    def linear(self, name: str, smooth: str | None = None) -> Linear:
        """Return a linear layer.

        smooth: names the factors by which the inputs are multiplied before the rounded matrix.
        """
        weight = self[f"{name}.rows"].astype(np.float32) * self[f"{name}.scales"]
        if smooth is not None:
            weight = weight * self[f"{smooth}.smooth"][:, None]
        bias = self[f"{name}.bias"]
        if f"{name}.offset" in self:  # the offset rounds to a grid
            bias = bias - self[f"{name}.offset"]
        return Linear(np.ascontiguousarray(weight), np.ascontiguousarray(bias))

    def norm(self, name: str) -> Norm:
        return Norm(self[f"{name}.scale"], self[f"{name}.shift"], float(self[f"{name}.epsilon"]))


def _weights_of_graph(constants: _Constants) -> Weights:
    _, _, heads, size = constants["heads.split"].tolist()
    layers: list[Layer] = []
    while f"layer.{len(layers)}.query.rows" in constants:
        layers.append(_layer(constants, f"layer.{len(layers)}", np.float32(math.sqrt(size))))
    return Weights(
        words=constants["words.rows"].astype(np.float32) * constants["words.scales"],
        shapes=constants["shapes.weight"],
        gaps=constants["gaps.weight"],
        traits=constants["traits.weight"],
        positions=constants["positions.weight"],
        norm=constants.norm("norm"),
        layers=tuple(layers),
        heads=heads,
        head=Linear(constants["head.weight"].astype(np.float32), constants["head.bias"].astype(np.float32)),
    )


def _layer(constants: _Constants, prefix: str, root: np.float32) -> Layer:
    """Return an encoder layer.

    root: the square root of the size of a head, by which the graph's queries are divided.
    """
    query = constants.linear(f"{prefix}.query", f"{prefix}.attention")
    raised = [constants.linear(f"{prefix}.up.{part}", f"{prefix}.up") for part in range(2)]
    lowered = [constants[f"{prefix}.down.{part}.rows"] * constants[f"{prefix}.down.{part}.scales"] for part in range(2)]
    return Layer(
        query=Linear(query.weight * root, query.bias * root),
        key=constants.linear(f"{prefix}.key", f"{prefix}.attention"),
        value=constants.linear(f"{prefix}.value", f"{prefix}.attention"),
        out=constants.linear(f"{prefix}.out"),
        attended=constants.norm(f"{prefix}.attended"),
        up=Linear(
            np.concatenate([part.weight for part in raised], axis=1), np.concatenate([part.bias for part in raised])
        ),
        down=Linear(np.concatenate(lowered), constants[f"{prefix}.down.bias"]),
        done=constants.norm(f"{prefix}.done"),
    )
