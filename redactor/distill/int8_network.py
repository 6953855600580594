"""Write the student's network as an int8 ONNX graph whose scores are equal to the bit on every processor.

Floating-point sums depend on their order and on fused operations, and both depend on the processor. Therefore only
exact sums are computed (docs/adr/0042-the-same-scores-everywhere.md):

- Products with weights multiply unsigned activations by signed weights in integers, which no kernel saturates
  (`int8_scales`). The channels before them are scaled, so that a few large channels do not use up the range of the
  others (SmoothQuant: Xiao et al. 2023, eq. 4).
- Sums of squares in layer norms, and products of queries and keys, are floats on a grid so coarse that a float holds
  their sums exactly.
- In attention, exponentials are rounded to bytes, and both sums over the pieces are integers. Values are two numbers
  of seven bits.
- After gelu, the channels with the largest values are two bytes; the others are one.
- The head computes in doubles, whose errors vanish when the scores are rounded to floats.

Between these steps are additions, multiplications, divisions and square roots of single numbers, which IEEE 754 defines
to the last bit, and exp and gelu, whose results are rounded where no kernel's error reaches (`int8_scales.clear_step`).

Activations are rounded by scales that depend on their window alone, so that every window is a batch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from redactor.detect.student.weights import Layer, Norm, Weights
from redactor.distill.int8_scales import LayerRanges, Ranges, clear_step, integer_weights

_SHIFT = 0.7  # SmoothQuant's alpha, the share of a channel's magnitude that moves into the weights
_HEADROOM = 1.25  # ranges are set wider by this factor than they were measured
_OUTLIERS = 12  # one channel of this many has two bytes after gelu
_FINER = 32  # steps of the second byte in one step of the first
_EXACT = 2.0**24  # a float holds whole numbers up to this
_EXP_GRID, _GELU_GRID = 2.0**-8, 2.0**-7
_EXP_ENDS, _GELU_ENDS = -16.0, -8.0  # below these, any step rounds the results to zero
_GELU_MINIMUM = 0.17
_BYTE, _HALF = 255, 64
_INTEGER_INPUTS = ("input_ids", "shapes", "gaps")
_TRAIT_GRID = 2.0**-16  # sums of embeddings of traits are exact on it


def write_network(weights: Weights, ranges: Ranges, path: Path) -> None:
    """Write the graph.

    It maps ids, shapes and gaps, (1, pieces) int64 each, and traits, (1, pieces, traits) float32, to emissions, (1,
    pieces, labels) float32. Raises ValueError if the network is too unlike a BERT of usual size to be computed exactly.
    """
    graph = _Graph()
    x = _add_embeddings(graph, weights, ranges.squares)
    width = weights.words.shape[1]
    graph.constant("heads.split", np.array([0, 0, weights.heads, width // weights.heads]))
    graph.constant("heads.joined", np.array([0, 0, width]))
    ones = _add_column_of_ones(graph, weights.heads)
    for number, (layer, found) in enumerate(zip(weights.layers, ranges.layers, strict=True)):
        x = _add_layer(graph, f"layer.{number}", layer, found, weights.heads, ones, x)
    doubles = graph.node("Cast", x, to=TensorProto.DOUBLE)
    product = graph.node("MatMul", doubles, graph.constant("head.weight", weights.head.weight.astype(np.float64)))
    total = graph.node("Add", product, graph.constant("head.bias", weights.head.bias.astype(np.float64)))
    graph.nodes.append(helper.make_node("Cast", [total], ["emissions"], to=TensorProto.FLOAT))
    onnx.save(graph.model(len(weights.head.bias), len(weights.traits)), path)


class _Graph:
    """This graph collects nodes and constants. A method that adds nodes returns the name of their result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self._constants: dict[str, npt.NDArray[Any]] = {}
        self.zero = self.constant("zero", np.int8(0))
        self.no_byte = self.constant("zero.byte", np.uint8(0))
        self.last = self.constant("last", np.array([-1]))

    def constant(self, name: str, value: npt.ArrayLike) -> str:
        self._constants[name] = np.asarray(value)
        return name

    def real(self, name: str, value: npt.ArrayLike) -> str:
        return self.constant(name, np.asarray(value, dtype=np.float32))

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        return self.nodes_of(kind, inputs, 1, **attributes)[0]

    def nodes_of(self, kind: str, inputs: Sequence[str], results: int, **attributes: Any) -> list[str]:
        names = [f"{kind}.{len(self.nodes)}.{i}" for i in range(results)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def on_grid(self, x: str, name: str, step: npt.ArrayLike, bias: npt.ArrayLike = 0.0) -> str:
        """Return x + bias, rounded to multiples of the step, a power of two.

        Adding the middle of the floats that have this distance rounds; subtracting it does not.
        """
        middle = np.asarray(1.5 * 2**23 * np.asarray(step, dtype=np.float64), dtype=np.float32)
        added = self.node("Add", x, self.real(f"{name}.bias", np.asarray(bias, dtype=np.float64) + middle))
        return self.node("Sub", added, self.real(f"{name}.offset", middle))

    def bytes_of(self, x: str) -> tuple[str, str, str]:
        """Return x as unsigned bytes, with the scale and the zero that its range needs."""
        quantised, scale, zero = self.nodes_of("DynamicQuantizeLinear", [x], 3)
        return quantised, scale, zero

    def product(self, a: tuple[str, str, str], name: str, weight: npt.NDArray[np.floating]) -> str:
        """Return the product of bytes (with scale and zero) and a matrix (in, out), in float."""
        rows, scales = integer_weights(weight)
        return self.integers(a, self.constant(f"{name}.rows", rows), self.real(f"{name}.scales", scales))

    def integers(self, a: tuple[str, str, str], rows: str, scales: str) -> str:
        return self.node("MatMulIntegerToFloat", a[0], rows, a[1], scales, a[2], self.zero, domain="com.microsoft")

    def plus(self, x: str, name: str, bias: npt.ArrayLike) -> str:
        return self.node("Add", x, self.real(name, bias))

    def smoothed(
        self, x: str, name: str, peaks: npt.NDArray[np.float32], weights: Sequence[npt.NDArray[np.float32]]
    ) -> tuple[tuple[str, str, str], npt.NDArray[np.float32]]:
        """Return x as bytes after its channels were divided by factors, and the factors, (in, 1), for the weights."""
        rows = np.max([np.abs(w).max(axis=1) for w in weights], axis=0)
        factors = np.maximum(peaks, 1e-5) ** _SHIFT / np.maximum(rows, 1e-5) ** (1 - _SHIFT)
        return self.bytes_of(self.node("Mul", x, self.real(f"{name}.smooth", 1 / factors))), factors[:, None]

    def norm(self, x: str, name: str, norm: Norm, squares: float) -> str:
        """Add a layer norm. squares: the largest sum of squares of a row that was measured."""
        step = _power_of_two(math.sqrt(4 * squares / _EXACT))
        coarse = self.on_grid(x, f"{name}.grid", step)
        part = self.constant(f"{name}.part", np.float64(1 / len(norm.scale)))

        def mean(values: str) -> str:
            total = self.node("ReduceSum", values, self.last, keepdims=1)
            return self.node("Mul", self.node("Cast", total, to=TensorProto.DOUBLE), part)

        middle = mean(coarse)
        spread = self.node("Sub", mean(self.node("Mul", coarse, coarse)), self.node("Mul", middle, middle))
        epsilon = self.constant(f"{name}.epsilon", np.float64(norm.epsilon))
        deviation = self.node("Sqrt", self.node("Add", spread, epsilon))
        middle, deviation = (self.node("Cast", v, to=TensorProto.FLOAT) for v in (middle, deviation))
        even = self.node("Div", self.node("Sub", x, middle), deviation)
        return self.plus(self.node("Mul", even, self.real(f"{name}.scale", norm.scale)), f"{name}.shift", norm.shift)

    def model(self, labels: int, traits: int) -> Any:
        given = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "pieces"]) for name in _INTEGER_INPUTS]
        given.append(helper.make_tensor_value_info("traits", TensorProto.FLOAT, [1, "pieces", traits]))
        made = [helper.make_tensor_value_info("emissions", TensorProto.FLOAT, [1, "pieces", labels])]
        held = [numpy_helper.from_array(value, name) for name, value in self._constants.items()]
        versions = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
        graph = helper.make_graph(self.nodes, "student", given, made, held)
        return helper.make_model(graph, opset_imports=versions, ir_version=9)


def _power_of_two(least: float) -> float:
    return float(2.0 ** math.ceil(math.log2(least))) if least > 0 else 1.0


def _add_embeddings(graph: _Graph, weights: Weights, squares: float) -> str:
    """Add word embeddings of int8, with one scale a word, plus those of shape, gap, traits and position, normalised."""
    scales = np.abs(weights.words).max(axis=1, keepdims=True) / 127
    scales[scales == 0] = 1
    rows = graph.constant("words.rows", np.round(weights.words / scales).astype(np.int8))
    words = graph.node("Cast", graph.node("Gather", rows, "input_ids"), to=TensorProto.FLOAT)
    x = graph.node("Mul", words, graph.node("Gather", graph.real("words.scales", scales), "input_ids"))
    for name, table in (("shapes", weights.shapes), ("gaps", weights.gaps)):
        x = graph.node("Add", x, graph.node("Gather", graph.real(f"{name}.weight", table), name))
    known = graph.real("traits.weight", np.round(weights.traits / _TRAIT_GRID) * _TRAIT_GRID)
    x = graph.node("Add", x, graph.node("MatMul", "traits", known))
    first = graph.constant("first", np.array([0]))
    count = graph.node("Shape", "input_ids", start=1, end=2)
    positions = graph.node("Slice", graph.real("positions.weight", weights.positions), first, count, first)
    return graph.norm(graph.node("Add", x, positions), "norm", weights.norm, squares)


def _add_layer(graph: _Graph, at: str, layer: Layer, found: LayerRanges, heads: int, ones: str, x: str) -> str:
    mixed = _add_attention(graph, at, layer, found, heads, ones, x)
    out = graph.product(graph.bytes_of(mixed), f"{at}.out", layer.out.weight)
    x = graph.node("Add", x, graph.plus(out, f"{at}.out.bias", layer.out.bias))
    x = graph.norm(x, f"{at}.attended", layer.attended, found.squares)
    x = graph.node("Add", x, _add_feed_forward(graph, at, layer, found, x))
    return graph.norm(x, f"{at}.done", layer.done, found.squares)


def _add_attention(graph: _Graph, at: str, layer: Layer, found: LayerRanges, heads: int, ones: str, x: str) -> str:
    """Add the heads on x, (1, pieces, width). ones: a column beside the values, whose sum is that of the weights."""
    size = layer.query.weight.shape[1] // heads
    root = np.float32(math.sqrt(size))
    parts = layer.query.weight / root, layer.key.weight, layer.value.weight
    a, factors = graph.smoothed(x, f"{at}.attention", found.attended, parts)
    query, key, value = (
        graph.product(a, f"{at}.{name}", w * factors) for name, w in zip(("query", "key", "value"), parts, strict=True)
    )
    # The steps of queries and keys multiply to that of scores. The factor of four allows for other texts.
    bits = -math.log2(_power_of_two(4 * found.scores / _EXACT))
    query = graph.on_grid(query, f"{at}.query", 2.0 ** -math.ceil(bits / 2), layer.query.bias / root)
    key = graph.on_grid(key, f"{at}.key", 2.0 ** -math.floor(bits / 2), layer.key.bias)
    most = _HEADROOM * found.values
    value = graph.plus(value, f"{at}.value.bias", layer.value.bias)
    value = graph.node("Clip", value, graph.real(f"{at}.value.least", -most), graph.real(f"{at}.value.most", most))
    query, key, value = (
        graph.node("Transpose", graph.node("Reshape", part, "heads.split"), perm=order)
        for part, order in ((query, [0, 2, 1, 3]), (key, [0, 2, 3, 1]), (value, [0, 2, 1, 3]))
    )
    scores = graph.node("MatMul", query, key)
    weights = _add_exponentials(graph, scores)
    coarse, fine = most / _HALF, most / _HALF / (2 * _HALF)
    high, low = _add_two_parts(graph, f"{at}.value", value, coarse, fine, graph.zero, graph.zero)
    counted = graph.node("Concat", high, low, ones, axis=-1)
    whole = graph.real("whole", 1.0)
    sums = graph.integers((weights, whole, graph.no_byte), counted, whole)
    sizes = graph.constant("heads.sums", np.array([size, size, 1]))
    high, low, total = graph.nodes_of("Split", [sums, sizes], 3, axis=-1)
    both = graph.node("Add", graph.node("Mul", high, graph.real("value.finer", 2 * _HALF)), low)
    mixed = graph.node("Div", both, graph.node("Mul", total, graph.real(f"{at}.value.unit", 1 / fine)))
    return graph.node("Reshape", graph.node("Transpose", mixed, perm=[0, 2, 1, 3]), "heads.joined")


def _add_exponentials(graph: _Graph, scores: str) -> str:
    """Add exp(score - largest of its row) as bytes. Their unit does not matter, since they are divided by their sum."""
    middle = graph.real("scores.offset", 1.5 * 2**23 * _EXP_GRID)
    largest = graph.node("Sub", middle, graph.node("ReduceMax", scores, graph.last, keepdims=1))
    below = graph.node("Sub", graph.node("Add", scores, largest), middle)
    results = np.exp(np.arange(_EXP_ENDS, _EXP_GRID, _EXP_GRID))
    step = clear_step(1 / _BYTE, results, lambda values, by: [(values, by)])
    return graph.node("QuantizeLinear", graph.node("Exp", below), graph.real("scores.step", step), graph.no_byte)


def _add_column_of_ones(graph: _Graph, heads: int) -> str:
    """Add a column of ones, (1, heads, pieces, 1)."""
    count = graph.node("Shape", "input_ids", start=1, end=2)
    outer, inner = graph.constant("ones.outer", np.array([1, heads])), graph.constant("ones.inner", np.array([1]))
    one = graph.constant("one", np.ones((1, 1, 1, 1), dtype=np.int8))
    return graph.node("Expand", one, graph.node("Concat", outer, count, inner, axis=0))


def _add_two_parts(
    graph: _Graph, name: str, x: str, coarse: float, fine: float, zero: str, fine_zero: str
) -> tuple[str, str]:
    """Add x as a whole number of coarse steps, and the rest as a whole number of fine steps."""
    step = graph.real(f"{name}.coarse", coarse)
    high = graph.node("QuantizeLinear", x, step, zero)
    left = graph.node("Sub", x, graph.node("DequantizeLinear", high, step, zero))
    return high, graph.node("QuantizeLinear", left, graph.real(f"{name}.fine", fine), fine_zero)


def _add_feed_forward(graph: _Graph, at: str, layer: Layer, found: LayerRanges, x: str) -> str:
    """Add down(gelu(up(x))). The channels are in the order of their largest values, in two parts."""
    order = np.argsort(found.raised, kind="stable")
    usual, outliers = np.split(order, [len(order) - max(1, len(order) // _OUTLIERS)])
    a, factors = graph.smoothed(x, f"{at}.up", found.fed, [layer.up.weight])

    def raised(name: str, chosen: npt.NDArray[np.int64]) -> str:
        up = graph.product(a, name, (layer.up.weight * factors)[:, chosen])
        return graph.node("Gelu", graph.on_grid(up, name, _GELU_GRID, layer.up.bias[chosen]))

    def span(chosen: npt.NDArray[np.int64]) -> tuple[float, npt.NDArray[np.float64]]:
        most = _HEADROOM * float(found.raised[chosen].max())
        return (most + _GELU_MINIMUM) / _BYTE, _gelu(np.arange(_GELU_ENDS, most, _GELU_GRID))

    def zero(name: str, step: float) -> str:
        return graph.constant(f"{name}.zero", np.uint8(math.ceil(_GELU_MINIMUM / step)))

    step, results = span(usual)
    step = clear_step(step, results, lambda values, by: [(values, by)])
    name = f"{at}.down.0"
    scale, middle = graph.real(f"{name}.step", step), zero(name, step)
    one = graph.node("QuantizeLinear", raised(f"{at}.up.0", usual), scale, middle), scale, middle
    total = graph.product(one, name, layer.down.weight[usual])

    step, results = span(outliers)
    step = clear_step(
        step, results, lambda values, by: [(values, by), (values - np.round(values / by) * by, by / _FINER)]
    )
    name = f"{at}.down.1"
    middle, fine_middle = zero(name, step), graph.constant("middle", np.uint8(_BYTE // 2))
    high, low = _add_two_parts(graph, name, raised(f"{at}.up.1", outliers), step, step / _FINER, middle, fine_middle)
    for part, by, centre in ((high, f"{name}.coarse", middle), (low, f"{name}.fine", fine_middle)):
        product = graph.product((part, by, centre), name, layer.down.weight[outliers])
        total = graph.node("Add", total, product)
    return graph.plus(total, f"{at}.down.bias", layer.down.bias)


def _gelu(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.array([0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in values])
