"""The student's weights in float32, read back from the exported int8 graph, for back ends that need them.

So one file serves all back ends. The weights differ from the trained ones only by their rounding; activations, which
the graph rounds at run time, are not rounded here. The layout is that of `redactor.distill.quantize` for a BERT-like
encoder (BERT, MiniLM) of any width, depth and number of heads; any other is an error. onnx comes with the extra `train`
and is imported only here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import numpy_helper

from redactor.errors import ModelError

Floats = npt.NDArray[np.float32]

_ENCODER, _LAYER = "encoder.embeddings", "encoder.encoder.layer"
_QUERIES = "/encoder/encoder/layer.0/attention/self/query/Add"  # reshaped into heads
_SMOOTH = "smooth."  # prefix of the nodes that move part of an activation's scale into the weights
_MIDDLE = 128  # zero point of a block's bytes


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
    """The whole network. words, shapes, gaps, positions: (rows, width) embeddings; their sum is normalised by `norm`;
    positions include the one token type. heads: number of attention heads; divides width. head: (width, labels)."""

    words: Floats
    shapes: Floats
    gaps: Floats
    positions: Floats
    norm: Norm
    layers: tuple[Layer, ...]
    heads: int
    head: Linear


def read_weights(path: Path) -> Weights:
    """The weights of an exported student. Raises ModelError if its layout is not the one that the export writes."""
    try:
        graph = _Graph(onnx.load(path).graph)
        return _weights(graph)
    except ModelError:
        raise
    except Exception as e:  # a node or tensor is missing or of another type or shape
        raise _refusal(type(e).__name__) from None


def _refusal(why: str) -> ModelError:
    return ModelError(
        f"the student's weights are not laid out as this release reads them for a GPU ({why}); set device to cpu, or "
        "export a student on a BERT-like encoder again"
    )


class _Graph:
    """Tensors by name, nodes by output, and matrix products with constant weights by the module they come from."""

    def __init__(self, graph: Any) -> None:
        self.tensors = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
        self.makers = {name: n for n in graph.node for name in n.output}
        for n in graph.node:
            if n.op_type == "Constant":
                self.tensors[n.output[0]] = numpy_helper.to_array(n.attribute[0].t)
            elif n.op_type == "Identity" and n.input[0] in self.tensors:  # equal tensors are written once
                self.tensors[n.output[0]] = self.tensors[n.input[0]]
        self.products = {
            n.name.split("/MatMul")[0].strip("/").replace("/", "."): n
            for n in graph.node
            if n.op_type in ("MatMul", "MatMulInteger", "MatMulNBits") and n.input[1] in self.tensors
        }
        self.erfs = sum(n.op_type == "Erf" for n in graph.node)

    def linear(self, module: str) -> Linear:
        weight, bias = self._product(self.products[module]), self.tensors[f"{module}.bias"]
        if weight.ndim != 2 or bias.shape != weight.shape[1:]:
            raise _refusal(f"shapes of {module}")
        return Linear(np.ascontiguousarray(weight, dtype=np.float32), bias)

    def _product(self, node: Any) -> Floats:
        """The weights of a product, (in, out), multiplied by the scale that `smooth` moved into them."""
        weight = self.tensors[node.input[1]]
        source = node.input[0]
        if node.op_type == "MatMulInteger":
            scale = self.tensors[node.input[1].removesuffix("_quantized") + "_scale"]
            weight = (weight.astype(np.float32) - self.tensors[node.input[3]]) * scale
            source = self.makers[source].input[0]
        elif node.op_type == "MatMulNBits":
            given = {a.name: a.i for a in node.attribute}
            if given["bits"] != 8 or len(node.input) != 3:
                raise _refusal("not 8-bit blocks")
            scale = self.tensors[node.input[2]].reshape(*weight.shape[:2], 1)
            weight = ((weight.astype(np.float32) - _MIDDLE) * scale).reshape(given["N"], -1)[:, : given["K"]].T
        maker = self.makers.get(source)
        if maker is not None and maker.name.startswith(_SMOOTH):
            weight = weight * self.tensors[maker.input[1]][:, None]
        smoothed: Floats = weight
        return smoothed

    def norm(self, module: str) -> Norm:
        scale = f"{module}.weight"
        (node,) = {id(n): n for n in self.makers.values() if scale in n.input and n.op_type != "Identity"}.values()
        (epsilon,) = (a.f for a in node.attribute if a.name == "epsilon")
        return Norm(self.tensors[scale], self.tensors[f"{module}.bias"], float(epsilon))

    def head_size(self) -> int:
        """The width of an attention head: the last dimension that the queries are reshaped to."""
        (made,) = (n for n in self.makers.values() if n.op_type == "Reshape" and n.input[0].startswith(_QUERIES))
        return int(self.tensors[self.makers[made.input[1]].input[-1]].reshape(()))


def _weights(graph: _Graph) -> Weights:
    layers: list[Layer] = []
    while f"{_LAYER}.{len(layers)}.attention.self.query" in graph.products:
        at = f"{_LAYER}.{len(layers)}"
        layers.append(
            Layer(
                query=graph.linear(f"{at}.attention.self.query"),
                key=graph.linear(f"{at}.attention.self.key"),
                value=graph.linear(f"{at}.attention.self.value"),
                out=graph.linear(f"{at}.attention.output.dense"),
                attended=graph.norm(f"{at}.attention.output.LayerNorm"),
                up=graph.linear(f"{at}.intermediate.dense"),
                down=graph.linear(f"{at}.output.dense"),
                done=graph.norm(f"{at}.output.LayerNorm"),
            )
        )
    words = graph.tensors["words.rows"].astype(np.float32) * graph.tensors["words.scales"]
    width, size = words.shape[1], graph.head_size()
    if not layers or len(graph.products) != 6 * len(layers) + 1 or width % size:
        raise _refusal("unexpected matrix layout")
    if graph.erfs != len(layers):
        raise _refusal("an activation other than gelu")
    kinds = graph.tensors[f"{_ENCODER}.token_type_embeddings.weight"]
    return Weights(
        words=words,
        shapes=graph.tensors["shapes.weight"],
        gaps=graph.tensors["gaps.weight"],
        positions=graph.tensors[f"{_ENCODER}.position_embeddings.weight"] + kinds[0],
        norm=graph.norm(f"{_ENCODER}.LayerNorm"),
        layers=tuple(layers),
        heads=width // size,
        head=graph.linear("head"),
    )
