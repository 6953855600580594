"""Run the student's network in torch, for a GPU: bfloat16 products, batches of few shapes, marginals on the device.

The residual stream, the norms and the head of the encoder stay in float32, whatever the type of the matrix products:
the same precision as autocast, without its per-call overhead. torch comes with the extra `train` and is imported only
here and in `redactor.distill`.

The scores of a window must depend on nothing else, but the kernel of a matrix product, and with it the order of its
sums, depends on the shape of the batch. So a batch always has the shape of its bucket, padded with rows where windows
are few, and marginals are computed for a block of constant shape. Constant shapes allow one CUDA graph each: hundreds
of launches become one. Work is queued on the GPU and awaited only when all of a call is queued, so that the next batch
is prepared meanwhile.

The forward-backward algorithm takes one step per piece. A step costs a few small kernels for any number of windows, so
many windows run at once; the backward pass runs forward over the reversed windows, and both passes share a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from redactor.detect.student.card import WEIGHTS, Card
from redactor.detect.student.decoding import PieceScores
from redactor.detect.student.features import GAPS, SHAPES, Shape, Window
from redactor.detect.student.onnx_session import OnnxSession, Scores
from redactor.detect.student.weights import Layer, Linear, Norm, Weights, read_weights
from redactor.detect.student.word_traits import TRAITS
from redactor.errors import ModelError


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
    """Compute emission scores of batches of word pieces, which have one shape.

    weights: as read from the export. kind: type of the matrix products, torch.float32 or torch.bfloat16. words: size of
    the vocabulary; longest: maximum pieces in a window; labels: scores per piece.
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
        """Return emission scores, (rows, pieces, labels) float32.

        ids, shapes, gaps, traits: (rows, pieces) int32. live: attention mask, False for padding; at least one True per
        row.
        """
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
        """Return one matrix product for parts that take the same input."""
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


_BUCKETS = (32, 64, 96, 128, 192, 256)  # pieces, the two special ones included; a wider window has its own bucket
_BATCH_PIECES = {"cuda": 8192, "cpu": 256}  # of a batch with padding; the bucket then gives the number of rows
_BLOCK = {"cuda": 512, "cpu": 32}  # windows whose marginals are computed at once
_FAR = 0.1  # allowed mean deviation from the exported network, in its scores' standard deviations; rounding takes 0.02


class TorchNetwork:
    """Run a student on a torch device; the CPU, in float32, is for comparison.

    folder: of the model, whose card is `card`. device: "cuda" or "cpu". Raises ModelError if there is no such device,
    if the weights are not laid out as expected, or if they do not compute what the exported graph does. Not
    thread-safe.
    """

    def __init__(self, folder: Path, card: Card, device: str) -> None:
        if device == "cuda" and not torch.cuda.is_available():
            raise ModelError('device is "cuda", but torch finds no GPU that it can use here; set device to "cpu"')
        self._device = torch.device(device)
        self._card = card
        kind = torch.bfloat16 if device == "cuda" else torch.float32
        self._encoder = Encoder(read_weights(folder / WEIGHTS), self._device, kind)
        widest = card.window + 2
        if self._encoder.longest < widest or self._encoder.labels != len(card.labels):
            raise ModelError(f"{WEIGHTS} and the card do not fit each other; export the model again")
        self._buckets = [*(b for b in _BUCKETS if b < widest), widest]
        self._batch_pieces, self._block = _BATCH_PIECES[device], _BLOCK[device]
        self._readers: dict[int, _Step] = {}
        self._crf = _Crf(card, self._device)
        # (windows, pieces, labels): the scores of a block of windows, from which its marginals are computed.
        self._scores = torch.zeros(self._block, card.window, len(card.labels), device=self._device)
        self._lengths = torch.ones(self._block, dtype=torch.int64, device=self._device)
        self._marginals: _Step | None = None
        self._sums: _Step | None = None
        self._check(OnnxSession(folder / WEIGHTS, len(card.labels), card.cls, card.sep, 1))

    @property
    def words(self) -> int:
        """Return the size of the vocabulary of the weights."""
        return self._encoder.words

    @property
    def version(self) -> str:
        """Return the version of the back end: scores may differ between back ends in the last bits."""
        if self._device.type == "cpu":
            return "torch cpu fp32"
        major, minor = torch.cuda.get_device_capability(self._device)
        return f"torch cuda bf16 sm_{major}{minor}"

    def emissions(self, windows: Sequence[Window]) -> list[Scores]:
        """Return (pieces, labels) float32 scores for each window."""
        found: list[Scores] = [np.zeros((0, len(self._card.labels)), dtype=np.float32)] * len(windows)
        with torch.inference_mode():
            for members, scores in self._batches(windows, _by_length(windows)):
                held = scores.cpu().numpy()
                for row, i in enumerate(members):
                    found[i] = held[row, : len(windows[i][0])].copy()
        return found

    def score(self, windows: Sequence[Window]) -> list[PieceScores]:
        """Return the reduced marginals of each window. Raises ModelError if they are not finite."""
        order = _by_length(windows)
        queued: list[tuple[list[int], Tensor, Tensor, torch.cuda.Event | None]] = []
        with torch.inference_mode():
            for at in range(0, len(order), self._block):
                block = order[at : at + self._block]
                queued.append((block, *self._queue(windows, block)))
        out: dict[int, PieceScores] = {}
        for block, reduced, summed, event in queued:
            if event is not None:
                event.synchronize()
            held, code = reduced.numpy()
            sums = summed.numpy()
            lengths = [len(windows[i][0]) for i in block]
            read = np.arange(held.shape[1]) < np.array(lengths)[:, None]
            if not np.isfinite(held[: len(block)][read]).all():  # NaN would pass as "no entity"
                raise ModelError('the student\'s network produced NaN or infinity on this device; set device to "cpu"')
            both = code.astype(np.int16)
            kind, begins = both >> 1, (both & 1).astype(np.bool_)
            for row, (i, n) in enumerate(zip(block, lengths, strict=True)):
                out[i] = PieceScores(kind[row, :n], held[row, :n], begins[row, :n], sums[row])
        return [out[i] for i in range(len(windows))]

    def _queue(self, windows: Sequence[Window], block: list[int]) -> tuple[Tensor, Tensor, torch.cuda.Event | None]:
        """Start a block, ordered by length.

        Returns the tensors that will hold its marginals and the sums of its emissions, and the event for both.
        """
        row = 0
        for members, scores in self._batches(windows, block):
            self._scores[row : row + len(members), : scores.shape[1]].copy_(scores[: len(members)])
            row += len(members)
        lengths = self._host((self._block,), torch.int64)
        lengths.fill_(1)
        lengths.numpy()[: len(block)] = [len(windows[i][0]) for i in block]
        self._lengths.copy_(lengths, non_blocking=True)
        if self._marginals is None:
            self._marginals = _Step(lambda: self._crf(self._scores, self._lengths), self._device)
            self._sums = _Step(lambda: _summed(self._scores, self._lengths), self._device)
        assert self._sums is not None
        found, totals = self._marginals(), self._sums()
        reduced, summed = self._host(tuple(found.shape), torch.float32), self._host(tuple(totals.shape), torch.float64)
        reduced.copy_(found, non_blocking=True)
        summed.copy_(totals, non_blocking=True)
        if self._device.type == "cpu":
            return reduced, summed, None
        event = torch.cuda.Event(blocking=True)  # type: ignore[no-untyped-call]
        event.record()
        return reduced, summed, event

    def _batches(self, windows: Sequence[Window], order: list[int]) -> Iterator[tuple[list[int], Tensor]]:
        """Yield batches of windows in the given order, by length, with their scores without the special pieces.

        The scores are valid until the next batch is requested.
        """
        widths = {i: next(b for b in self._buckets if b >= len(windows[i][0]) + 2) for i in order}
        for width, group in groupby(order, key=widths.__getitem__):
            same = list(group)
            rows = max(1, self._batch_pieces // width)
            reader = self._readers.get(width)
            if reader is None:
                reader = self._readers[width] = self._reader(rows, width)
            for at in range(0, len(same), rows):
                members = same[at : at + rows]
                reader.given.copy_(self._packed([windows[i] for i in members], rows, width), non_blocking=True)
                yield members, reader()[:, 1:-1]

    def _packed(self, windows: list[Window], rows: int, width: int) -> Tensor:
        """Return (4, rows, width) int32: ids (-1 in padding), shapes, gaps, traits.

        Rows without a window hold the special pieces.
        """
        packed = self._host((4, rows, width), torch.int32)
        out = packed.numpy()
        out[0], out[1:] = -1, 0
        out[0, :, 0], out[0, :, 1] = self._card.cls, self._card.sep
        for row, window in enumerate(windows):
            end = len(window[0]) + 1
            out[:, row, 1:end] = window
            out[0, row, end] = self._card.sep
        return packed

    def _reader(self, rows: int, width: int) -> _Step:
        given = torch.zeros(4, rows, width, dtype=torch.int32, device=self._device)
        encoder = self._encoder

        def read() -> Tensor:
            ids, shapes, gaps, traits = given.unbind(0)
            return encoder(ids.clamp(min=0), shapes, gaps, traits, ids >= 0)

        return _Step(read, self._device, given)

    def _host(self, shape: tuple[int, ...], kind: torch.dtype) -> Tensor:
        """Return pinned host memory for asynchronous copies; torch reuses it once the copy is done."""
        return torch.empty(shape, dtype=kind, pin_memory=self._device.type == "cuda")

    def _check(self, session: OnnxSession) -> None:
        """Compare both back ends on one window: a layout may be misread without an error."""
        rng = np.random.default_rng(0)
        n = self._card.window // 2
        ids = rng.integers(0, self._encoder.words, n)
        window = ids, rng.integers(Shape.LOWER, SHAPES, n), rng.integers(0, GAPS, n), rng.integers(0, 1 << TRAITS, n)
        (wanted,), (got,) = session.emissions([window]), self.emissions([window])
        if not np.abs(wanted - got).mean() <= _FAR * wanted.std():
            raise ModelError(
                f"{WEIGHTS} read back for torch computes something else than the file itself: its encoder is of a kind "
                'that cannot be read on a GPU; set device to "cpu"'
            )


class _Step:
    """Run work on tensors at fixed addresses, as one CUDA graph on a GPU.

    given: the input tensor, refilled before a call. The result is overwritten by the next call.
    """

    def __init__(self, work: Callable[[], Tensor], device: torch.device, given: Tensor | None = None) -> None:
        self.given = torch.empty(0) if given is None else given
        self._work, self._graph = work, None
        if device.type == "cpu":
            return
        aside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):  # warm-up: libraries initialise in their first calls, which a graph cannot hold
            for _ in range(2):
                work()
        torch.cuda.current_stream().wait_stream(aside)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
            self._made = work()

    def __call__(self) -> Tensor:
        if self._graph is None:
            return self._work()
        self._graph.replay()
        return self._made


class _Crf:
    """Compute marginals of a linear-chain CRF in double precision, reduced as `decoding.piece_scores` does."""

    def __init__(self, card: Card, device: torch.device) -> None:
        def held(values: object) -> Tensor:
            return torch.tensor(np.asarray(values), device=device)

        self._temperature = card.temperature
        step = np.exp(card.transitions)
        self._step = held(np.stack((step, step.T)))
        self._first = held(np.stack((np.exp(card.start), np.exp(card.end)))[:, None])
        self._begin, self._inside = held(card.begin), held(card.inside)
        self._emitted = held([float(e is not None) for e in card.entities])

    def __call__(self, scores: Tensor, lengths: Tensor) -> Tensor:
        """Return (2, windows, pieces) float32.

        The first row is the probability of any emitted class; the second is twice the index of the most probable class,
        plus one where B- is more probable than I-. scores: (windows, pieces, labels). lengths: (windows,) pieces; the
        rest of a row is ignored.
        """
        local = scores.transpose(0, 1).double() / self._temperature
        local = (local - local.amax(2, keepdim=True)).exp_()
        longest, labels = len(local), local.shape[2]
        mirrored = (lengths - 1 - torch.arange(longest, device=lengths.device)[:, None]).clamp(min=0)
        mirror = mirrored[:, :, None].expand(-1, -1, labels)
        both = torch.stack((local, local.gather(0, mirror)), dim=1)
        before = torch.empty_like(both)
        before[0] = self._first
        for t in range(1, longest):
            held = before[t - 1] * both[t - 1]
            torch.bmm(held.div_(held.sum(2, keepdim=True)), self._step, out=before[t])
        found = before[:, 0] * before[:, 1].gather(0, mirror) * local
        found /= found.sum(2, keepdim=True)
        begin, inside = found[:, :, self._begin], found[:, :, self._inside]
        classes = (begin + inside) * self._emitted
        kind = classes.argmax(2, keepdim=True)
        begins = begin.gather(2, kind) > inside.gather(2, kind)
        reduced = torch.stack((classes.sum(2), (2 * kind + begins).squeeze(2).double()))
        return reduced.transpose(1, 2).float().contiguous()


def _summed(scores: Tensor, lengths: Tensor) -> Tensor:
    """Return the sums over the pieces of each window, (windows, labels) doubles; padding is ignored."""
    read = torch.arange(scores.shape[1], device=scores.device) < lengths[:, None]
    return torch.where(read[:, :, None], scores, 0.0).sum(dim=1, dtype=torch.float64)


def _by_length(windows: Sequence[Window]) -> list[int]:
    return sorted(range(len(windows)), key=lambda i: len(windows[i][0]))
