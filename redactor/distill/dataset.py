"""Encode examples as word pieces with labels, in compact arrays for a whole corpus, and cut windows and batches for
each epoch.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from redactor.detect.student import features
from redactor.detect.student.word_traits import OF_NAMES, Trait
from redactor.distill import label_set

if TYPE_CHECKING:
    from redactor.distill.examples import Example

WINDOW = 254  # pieces; 256 with the start and end pieces
KEPT = 4  # labels that are kept of each soft distribution; the others are negligible
UNKNOWN = -1
_WHOLE = 65_535  # stands for a share of one
_UNLISTED_SHARE = 35  # percent of the examples in which identifiers are on no list of names
_WORD_TRAITS = int(Trait.FIELD) - 1  # the traits of words

SoftLabelsById = Mapping[str, npt.NDArray[np.float32]]  # (pieces, L) distributions over a whole text, by example id
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SpecialPieces:
    """The ids of the special pieces: start, end and padding."""

    cls: int
    sep: int
    pad: int


def special_pieces(tokenizer: Tokenizer) -> SpecialPieces:
    """Return the special pieces of a BERT- or RoBERTa-like tokenizer. Raises ValueError if one is missing."""
    found = []
    for names in (("[CLS]", "<s>"), ("[SEP]", "</s>"), ("[PAD]", "<pad>")):
        ids = [i for i in map(tokenizer.token_to_id, names) if i is not None]
        if not ids:
            raise ValueError(f"the tokenizer has none of the pieces {', '.join(names)}")
        found.append(ids[0])
    return SpecialPieces(*found)


@dataclass(frozen=True, slots=True)
class Corpus:
    """The pieces of all examples, concatenated to arrays of length N.

    at: (examples + 1,), where each example begins. labels: indices, UNKNOWN where the loss is masked. kept, weights:
    (N, KEPT) labels of a soft distribution and their shares of 65,535; all zero if there is only a hard label.
    """

    at: Ints
    ids: npt.NDArray[np.int32]
    shapes: npt.NDArray[np.uint8]
    gaps: npt.NDArray[np.uint8]
    traits: npt.NDArray[np.uint32]
    labels: npt.NDArray[np.int8]
    kept: npt.NDArray[np.uint8] | None = None
    weights: npt.NDArray[np.uint16] | None = None

    def __len__(self) -> int:
        return len(self.at) - 1

    def save(self, path: Path) -> None:
        """Write the arrays as .npz."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        np.savez(path, **{name: value for name, value in fields.items() if value is not None})

    @classmethod
    def load(cls, path: Path) -> Corpus:
        """Read the arrays that `save` wrote."""
        with np.load(path) as data:
            return cls(**{name: data[name] for name in data.files})


def encode_corpus(examples: Iterable[Example], tokenizer: Tokenizer, soft: SoftLabelsById | None = None) -> Corpus:
    """Encode the examples as word pieces. Examples without pieces are left out.

    soft: distributions for some of the examples, which replace labels but not masks. Raises ValueError for a label that
    the student does not know, and for distributions whose shape does not match the pieces.
    """
    sizes = [0]
    columns: list[list[npt.NDArray[Any]]] = [[] for _ in range(7)]
    source = iter(examples)
    while chunk := list(islice(source, 1_000)):
        read = features.encode(tokenizer, [e.text for e in chunk], [e.is_field for e in chunk])
        for example, found in zip(chunk, read, strict=True):
            if not len(found):
                continue
            known = gold_labels(example, found)
            rows = None if soft is None else soft.get(example.id)
            kept, weights = _largest_shares(example.id, rows, len(found))
            if rows is not None:
                known = np.where(
                    known == UNKNOWN, known, label_set.with_repaired_labels(rows.argmax(axis=1).astype(np.int8))
                )
                weights[known == UNKNOWN] = 0
            sizes.append(len(found))
            row: tuple[npt.NDArray[Any], ...] = (
                found.ids.astype(np.int32),
                found.shapes.astype(np.uint8),
                found.gaps.astype(np.uint8),
                _visible_traits(example, found).astype(np.uint32),
                known,
                kept,
                weights,
            )
            for column, value in zip(columns, row, strict=True):
                column.append(value)
    if len(sizes) == 1:
        raise ValueError("the corpus holds no text")
    ids, shapes, gaps, traits, known, kept, weights = (np.concatenate(column) for column in columns)
    if soft is None:
        return Corpus(np.cumsum(sizes), ids, shapes, gaps, traits, known)
    return Corpus(np.cumsum(sizes), ids, shapes, gaps, traits, known, kept, weights)


def gold_labels(example: Example, found: features.Pieces) -> npt.NDArray[np.int8]:
    """Return the label of each piece; a piece belongs to a span if they share a character."""
    out = np.zeros(len(found), dtype=np.int8)
    for start, end, label in example.spans:
        if label not in label_set.KIND_OF:
            raise ValueError(f"example {example.id}: no class of the student for the label {label!r}")
        kind = label_set.KIND_OF[label]
        if kind is not None:
            here = _pieces_between(found, start, end)
            out[here[1:]] = label_set.begin_index(kind) + 1
            out[here[:1]] = label_set.begin_index(kind)
    for start, end in example.masked:
        out[_pieces_between(found, start, end)] = UNKNOWN
    return out


def _visible_traits(example: Example, found: features.Pieces) -> Ints:
    """Return the traits of each piece. In a share of the examples the words of identifiers are on no list of names."""
    if zlib.crc32(example.id.encode()) % 100 >= _UNLISTED_SHARE:
        return found.traits
    out = found.traits.copy()
    for start, end, label in example.spans:
        if label_set.emitted_class(label):
            here = _pieces_between(found, start, end)
            hidden = out[here] & ~int(OF_NAMES)
            bare = (hidden & _WORD_TRAITS == 0) & (found.traits[here] & _WORD_TRAITS != 0)
            out[here] = np.where(bare, hidden | int(Trait.UNLISTED), hidden)
    return out


def _pieces_between(found: features.Pieces, start: int, end: int) -> Ints:
    return np.arange(np.searchsorted(found.ends, start, "right"), np.searchsorted(found.starts, end, "left"))


def _largest_shares(
    name: str, rows: npt.NDArray[np.float32] | None, pieces: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
    if rows is None:
        return np.zeros((pieces, KEPT), dtype=np.uint8), np.zeros((pieces, KEPT), dtype=np.uint16)
    if rows.shape != (pieces, len(label_set.LABELS)):
        raise ValueError(f"example {name}: soft labels of shape {rows.shape} for {pieces} pieces")
    kept = np.argsort(-rows, axis=1, kind="stable")[:, :KEPT]
    shares = np.take_along_axis(rows, kept, axis=1)
    shares = shares / shares.sum(axis=1, keepdims=True)
    return kept.astype(np.uint8), np.round(shares * _WHOLE).astype(np.uint16)


def cut_windows(corpus: Corpus, seed: int, epoch: int) -> Ints:
    """Return (windows, 2) bounds within the corpus that cover each piece once and differ in each epoch.

    Random lengths, 110 pieces on average in long texts, teach texts of any length and any beginning. A cut falls
    between words and outside of spans if such a place is near.
    """
    rng = np.random.default_rng((seed, epoch))
    inside = label_set.are_inside(corpus.labels) | (corpus.gaps == features.Gap.NONE)
    out: list[tuple[int, int]] = []
    for start, stop in zip(corpus.at[:-1].tolist(), corpus.at[1:].tolist(), strict=True):
        here = start
        while here < stop:
            size = WINDOW if rng.random() < 0.2 else int(rng.integers(24, 160))
            until = here + size
            if until >= stop - 12:
                until = stop if stop - here <= WINDOW else stop - 24
            near = until
            while near < stop and inside[near] and until - near < 16:
                near -= 1
            until = near if near < stop and not inside[near] else until
            out.append((here, until))
            here = until
    return np.array(out, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Batch:
    """B sequences of up to T pieces, padded on the right.

    ids, shapes, gaps, traits, attention: (B, T + 2), with the start and end pieces. labels: (B, T), UNKNOWN where
    masked. live: (B, T). kept, weights: (B, T, KEPT) soft labels and their shares, zero if there is only a hard label.
    """

    ids: Ints
    attention: Ints
    shapes: Ints
    gaps: Ints
    traits: Ints
    labels: Ints
    live: npt.NDArray[np.bool_]
    kept: Ints | None
    weights: npt.NDArray[np.float32] | None


def make_batch(corpus: Corpus, bounds: Ints, ids: SpecialPieces) -> Batch:
    """Build a batch from windows of the corpus. bounds: (B, 2). A span that a window cuts begins with a B- label
    again.
    """
    lengths = bounds[:, 1] - bounds[:, 0]
    longest = int(lengths.max())
    steps = np.arange(longest)
    live = steps < lengths[:, None]
    at = np.where(live, bounds[:, :1] + steps, 0)
    known = np.where(live, corpus.labels[at], UNKNOWN).astype(np.int64)
    begins_inside = label_set.are_inside(corpus.labels[bounds[:, 0]])
    known[begins_inside, 0] -= 1

    def framed(values: npt.NDArray[np.generic], pad: int, first: int, last: int) -> Ints:
        out = np.full((len(bounds), longest + 2), pad, dtype=np.int64)
        out[:, 0] = first
        out[:, 1:-1] = np.where(live, values[at], pad)
        out[np.arange(len(bounds)), lengths + 1] = last
        return out

    attention = (np.arange(longest + 2) < lengths[:, None] + 2).astype(np.int64)
    kept = weights = None
    if corpus.kept is not None and corpus.weights is not None:
        kept = corpus.kept[at].astype(np.int64)
        weights = (corpus.weights[at] * live[:, :, None]).astype(np.float32) / np.float32(_WHOLE)
    shapes = framed(corpus.shapes, features.Shape.SPECIAL, features.Shape.SPECIAL, features.Shape.SPECIAL)
    gaps = framed(corpus.gaps, features.Gap.NONE, features.Gap.NONE, features.Gap.NONE)
    words = framed(corpus.ids, ids.pad, ids.cls, ids.sep)
    return Batch(words, attention, shapes, gaps, framed(corpus.traits, 0, 0, 0), known, live, kept, weights)


def plan_batches(bounds: Ints, budget: int, seed: int, epoch: int) -> list[Ints]:
    """Group windows of similar length into batches in random order.

    budget: the most pieces of a batch, with padding and the two special pieces of each sequence.
    """
    rng = np.random.default_rng((seed, epoch, 1))
    shuffled = bounds[rng.permutation(len(bounds))]
    out: list[Ints] = []
    for at in range(0, len(shuffled), 8_192):
        pool = shuffled[at : at + 8_192]
        pool = pool[np.argsort(pool[:, 1] - pool[:, 0], kind="stable")]
        lengths = (pool[:, 1] - pool[:, 0]).tolist()
        first = 0
        for i, length in enumerate(lengths):
            if i > first and (i - first + 1) * (length + 2) > budget:
                out.append(pool[first:i])
                first = i
        out.append(pool[first:])
    return [out[i] for i in rng.permutation(len(out))]


def iterate_batches(corpus: Corpus, ids: SpecialPieces, plans: Sequence[Ints]) -> Iterator[Batch]:
    """Yield the batches of a plan."""
    return (make_batch(corpus, bounds, ids) for bounds in plans)
