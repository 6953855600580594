"""Use trained students as voters, as a soft teacher, and as predictors in the evaluation of a training run.

They use the same windows, marginals and spans as the runtime (`redactor.detect.student.detector`), with torch instead
of ONNX Runtime.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer

from redactor.detect.student import card as runtime
from redactor.detect.student import features
from redactor.detect.student.decoding import marginals, piece_scores, to_reading
from redactor.detect.student.features import windows
from redactor.distill import dataset, label_set, model
from redactor.distill.crf import Scores, best_sequences
from redactor.distill.teacher import TaughtLabels, Vote, project_rows
from redactor.entities import Entity
from redactor.text import Reading

STRIDE = 190  # pieces from one window to the next, as the export writes it into the card
_BUDGET = {"cpu": 4_096, "cuda": 65_536}  # pieces in a batch, padding included

Floats = npt.NDArray[np.float64]
Emissions = npt.NDArray[np.float32]
Decoder = Callable[[list[Emissions], list[features.Ints]], "list[npt.NDArray[Any]]"]


@dataclass(frozen=True, slots=True)
class _Window:
    """A window that reads the pieces [start, end) of a text and decides [first, last)."""

    text: int
    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _ReadTexts:
    texts: tuple[str, ...]
    read: list[features.Pieces]
    cut: list[_Window]
    emissions: list[Emissions]


class LocalModel:
    """A folder that `train` wrote, or an exported model.

    A model that was trained without the CRF is decoded without it, by the softmax of each piece. Raises ValueError if
    labels or features are not those of this release.
    """

    def __init__(self, folder: Path) -> None:
        self._student, self.tokenizer, about = model.load_student(folder)
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._student.to(self._device)
        self._marks = dataset.special_pieces(self.tokenizer)
        self.name = f"{folder.parent.name}/{folder.name}" if folder.name == "student" else folder.name
        self.version = str(about["version"])
        self.scores = _crf_scores(self._student, chained=about.get("config", {}).get("crf", 1.0) > 0)
        self._seen: _ReadTexts | None = None

    def card(self, threshold: float) -> runtime.Card:
        """Return the card for `redactor.detect.student.decoding`, as the export would write it, with one threshold for
        all classes.
        """
        classes = tuple(label_set.Kind)
        begin = np.array([label_set.begin_index(kind) for kind in classes])
        start, transitions, end = (part.numpy().astype(np.float64) for part in self.scores)
        entities = tuple(label_set.ENTITY_OF[kind] for kind in classes)
        return runtime.Card(
            name=self.name,
            version=self.version,
            labels=label_set.LABELS,
            classes=tuple(kind.value for kind in classes),
            entities=entities,
            begin=begin,
            inside=begin + 1,
            start=start,
            transitions=transitions,
            end=end,
            temperature=1.0,
            thresholds=np.array([1.0 if entity is None else threshold for entity in entities]),
            window=dataset.WINDOW,
            stride=STRIDE,
            cls=self._marks.cls,
            sep=self._marks.sep,
            doubt=0.05,
            clear_below=0.002,
            profile=None,
        )

    def marginals(self, texts: Sequence[str]) -> list[tuple[features.Pieces, Floats]]:
        """Return P(label of piece | window) for each text, (pieces, L)."""
        start, transitions, end = (part.numpy().astype(np.float64) for part in self.scores)
        return self.decoded(texts, lambda found, _: list(marginals(found, start, transitions, end, 1.0)))

    def read(self, texts: Sequence[str], threshold: float) -> Iterator[Reading]:
        """Yield the readings that the runtime would give, with every class at one threshold."""
        card = self.card(threshold)
        for text, (pieces, rows) in zip(texts, self.marginals(texts), strict=True):
            yield to_reading(text, pieces, piece_scores(card, rows), card)

    def decoded(self, texts: Sequence[str], decode: Decoder) -> list[tuple[features.Pieces, npt.NDArray[Any]]]:
        """Decode the emissions of windows, and put the results together for each text: (pieces, ...) arrays.

        decode: maps (T, L) emissions and the (T,) ids of pieces to as many arrays (T, ...).
        """
        seen = self._seen
        if seen is None or seen.texts != tuple(texts):
            read = features.encode(self.tokenizer, texts)
            cut = [_Window(i, *w) for i, p in enumerate(read) for w in windows(len(p), dataset.WINDOW, STRIDE)]
            # The emissions are kept for the current texts, since several votes on a text are drawn from one reading.
            seen = self._seen = _ReadTexts(tuple(texts), read, cut, self._emissions(read, cut))
        read, cut = seen.read, seen.cut
        if not cut:
            return [(p, np.zeros((0, len(label_set.LABELS)))) for p in read]
        parts: list[list[npt.NDArray[Any]]] = [[] for _ in texts]
        found = decode(seen.emissions, [read[w.text].ids[w.start : w.end] for w in cut])
        for window, rows in zip(cut, found, strict=True):
            parts[window.text].append(rows[window.first - window.start : window.last - window.start])
        empty = found[0][:0]
        return [(p, np.concatenate(part) if part else empty) for p, part in zip(read, parts, strict=True)]

    def _emissions(self, read: Sequence[features.Pieces], cut: Sequence[_Window]) -> list[Emissions]:
        """Return (T, L) emissions for each window; windows of like lengths share a batch."""
        out: list[Emissions] = [np.zeros((0, 0), dtype=np.float32)] * len(cut)
        order = sorted(range(len(cut)), key=lambda i: cut[i].end - cut[i].start)
        budget = _BUDGET[self._device.type]
        batch: list[int] = []
        for place, i in enumerate(order):
            batch.append(i)
            longer = cut[order[place + 1]] if place + 1 < len(order) else None
            if longer is None or (len(batch) + 1) * (longer.end - longer.start + 2) > budget:
                for j, scores in zip(batch, self._batch(read, [cut[j] for j in batch]), strict=True):
                    out[j] = scores
                batch = []
        return out

    def _batch(self, read: Sequence[features.Pieces], cut: Sequence[_Window]) -> list[Emissions]:
        longest = max(w.end - w.start for w in cut) + 2
        special, none = int(features.Shape.SPECIAL), int(features.Gap.NONE)
        rows = np.zeros((5, len(cut), longest), dtype=np.int64)
        rows[0], rows[2], rows[3] = self._marks.pad, special, none
        for row, w in enumerate(cut):
            pieces, size = read[w.text], w.end - w.start
            rows[0, row, 0], rows[0, row, size + 1] = self._marks.cls, self._marks.sep
            rows[1, row, : size + 2] = 1
            for values, into in ((pieces.ids, 0), (pieces.shapes, 2), (pieces.gaps, 3), (pieces.traits, 4)):
                rows[into, row, 1 : size + 1] = values[w.start : w.end]
        fed = [torch.from_numpy(part).to(self._device) for part in rows]
        with torch.inference_mode():
            with torch.autocast(self._device.type, torch.bfloat16):
                hidden = self._student.encode(*fed)
            scores = self._student.emit(hidden[:, 1:-1]).float().cpu().numpy()
        return [scores[row, : w.end - w.start] for row, w in enumerate(cut)]


class LocalVoter:
    """A model that votes.

    draw: None for its likeliest sequence of labels. A number gives a sequence drawn from its distribution over
    sequences, a different one for each number, and the same one for a text each time.
    """

    def __init__(self, model: LocalModel, draw: int | None = None) -> None:
        self._model, self._draw = model, draw
        self.name = model.name
        self.version = model.version if draw is None else f"{model.version} drawn {draw}"

    def vote(self, texts: Sequence[str]) -> list[Vote]:
        """Return a vote on each text. tokens: the pieces read. There is no cost."""
        out = []
        for pieces, path in self._model.decoded(texts, self._best if self._draw is None else self._drawn):
            found = label_set.with_repaired_labels(path.astype(np.int8)) if len(pieces) else np.zeros(0, dtype=np.int8)
            out.append(Vote(tuple(_spans_of_path(found, pieces)), len(pieces)))
        return out

    def _best(self, emissions: list[Emissions], _: list[features.Ints]) -> list[npt.NDArray[Any]]:
        out: list[npt.NDArray[Any]] = []
        for at in range(0, len(emissions), 64):
            some = [torch.from_numpy(e) for e in emissions[at : at + 64]]
            padded = torch.nn.utils.rnn.pad_sequence(some, batch_first=True)
            lengths = torch.tensor([len(e) for e in some])
            live = torch.arange(padded.shape[1]) < lengths[:, None]
            paths = best_sequences(padded, live, self._model.scores).numpy()
            out += [path[: len(e)] for path, e in zip(paths, some, strict=True)]
        return out

    def _drawn(self, emissions: list[Emissions], ids: list[features.Ints]) -> list[npt.NDArray[Any]]:
        start, transitions, end = (np.exp(part.numpy().astype(np.float64)) for part in self._model.scores)
        seeds = [(self._draw or 0, zlib.crc32(np.ascontiguousarray(row).tobytes())) for row in ids]
        return [
            _sample_sequence(np.random.default_rng(seed), e, start, transitions, end)
            for seed, e in zip(seeds, emissions, strict=True)
        ]


class Marginals:
    """A soft teacher: the mean of the probabilities of several models, whatever their tokenizers."""

    def __init__(self, models: Sequence[LocalModel]) -> None:
        if not models:
            raise ValueError("a teacher needs a model")
        self._models = tuple(models)

    @property
    def about(self) -> tuple[str, ...]:
        return tuple(f"{m.name} {m.version} marginals" for m in self._models)

    def teach(self, texts: Sequence[str], tokenizer: Tokenizer) -> list[TaughtLabels]:
        read = features.encode(tokenizer, texts)
        totals = [np.zeros((len(pieces), len(label_set.LABELS)), dtype=np.float32) for pieces in read]
        tokens = [0] * len(texts)
        for one in self._models:
            for i, (pieces, rows) in enumerate(one.marginals(texts)):
                totals[i] += project_rows(rows.astype(np.float32), pieces, read[i])
                tokens[i] += len(pieces)
        return [TaughtLabels(t / np.float32(len(self._models)), n, 0.0) for t, n in zip(totals, tokens, strict=True)]


def _crf_scores(student: model.Student, chained: bool) -> Scores:
    parts = Scores(*(part.detach().cpu().float() for part in student.crf.scores()))
    return parts if chained else Scores(*(torch.zeros_like(part) for part in parts))


def _sample_sequence(
    rng: np.random.Generator, emissions: Emissions, start: Floats, step: Floats, end: Floats
) -> npt.NDArray[np.int64]:
    """Draw a sequence of labels from the CRF's distribution, by forward filtering and backward sampling.

    start, step, end: exponentials of the CRF's scores.
    """
    local = np.exp(emissions.astype(np.float64) - emissions.max(axis=1, keepdims=True))
    forward = np.empty_like(local)
    forward[0] = start * local[0]
    forward[0] /= forward[0].sum()
    for t in range(1, len(local)):
        here = (forward[t - 1] @ step) * local[t]
        forward[t] = here / here.sum()
    out = np.empty(len(local), dtype=np.int64)
    chances = rng.random(len(local))
    follows = end
    for t in range(len(local) - 1, -1, -1):
        shares = np.cumsum(forward[t] * follows)
        out[t] = np.searchsorted(shares, chances[t] * shares[-1], "right")
        follows = step[:, out[t]]
    return out


def _spans_of_path(path: npt.NDArray[np.int8], pieces: features.Pieces) -> Iterator[tuple[int, int, str]]:
    """Yield the spans of a legal sequence of labels."""
    begins = np.flatnonzero((path > label_set.OUTSIDE) & ~label_set.are_inside(path))
    for first in begins.tolist():
        last = first
        while last + 1 < len(path) and path[last + 1] == path[first] + 1:
            last += 1
        kind = tuple(label_set.Kind)[(int(path[first]) - 1) // 2]
        yield int(pieces.starts[first]), int(pieces.ends[last]), _label_of_kind(kind)


def _label_of_kind(kind: label_set.Kind) -> str:
    """Return the label of training text that means a class."""
    entity: Entity | None = label_set.ENTITY_OF[kind]
    return kind.value if entity is None else entity.value


assert all(label_set.KIND_OF[_label_of_kind(kind)] is kind for kind in label_set.Kind)
