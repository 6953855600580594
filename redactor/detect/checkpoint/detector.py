"""Make a detector of a third-party token classifier: from notes to pieces, windows, probabilities, words and spans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from redactor.detect.checkpoint.labels import Labels, load_labels, preset_names, read_labels
from redactor.detect.checkpoint.network import Floats, Ints, Network
from redactor.detect.reading_cache import ReadingCache, in_batches
from redactor.detect.resolver import is_word_character
from redactor.detect.student.decoding import ranges_of_true
from redactor.detect.student.features import tokenize, windows
from redactor.errors import ModelError
from redactor.process import usable_cpus
from redactor.text import STUDENT, Doubt, Note, Reading, Span
from redactor.unicode_fold import replace_surrogates

_SOURCE = (STUDENT,)
_FOUND, _DOUBT = 0.5, 0.05  # probabilities of any entity from which a word is found, and from which it is a doubt
_GROUP = 64  # windows whose probabilities are in memory at a time
_BATCH_CHARACTERS = 1_000_000  # characters of notes that are tokenised together


class Checkpoint:
    """Detect with a Hugging Face token-classification checkpoint in the student's place.

    Checkpoint(Path("models/deid_roberta"), "obi-deid-roberta-i2b2").detect(notes)

    folder: of the checkpoint, on disk; names of a hub are not looked up. labels: a preset's name or the path of a label
    map. threads: windows scored at a time on a CPU; by default one per CPU. doubt: probability from which a word that
    is not found is a doubt. Raises ModelError at construction if something is missing, damaged or inconsistent.

    The reading of a note does not depend on its batch. Nothing is `cleared`: the probabilities are not calibrated.
    """

    name = STUDENT

    def __init__(
        self,
        folder: Path,
        labels: str | None,
        *,
        threads: int | None = None,
        device: Literal["cpu", "cuda"] = "cpu",
        doubt: float | None = None,
    ) -> None:
        if labels is None:
            raise ModelError(
                "a checkpoint needs student_labels, which says what its labels mean: a preset "
                f"({', '.join(preset_names())}) or the path of a JSON object from labels to entities"
            )
        meaning = load_labels(labels)
        self._network = network = Network(folder, threads or usable_cpus(), device)
        self._labels = read_labels(network.names, meaning)
        self._doubt = _DOUBT if doubt is None else doubt
        self._cache = ReadingCache()

    @property
    def version(self) -> str:
        """Return the architecture, the checksum of the weights, the back end, and the checksum of the label map."""
        return f"{self._network.version} {self._labels.digest[:12]}"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """Return one reading per note. Readings of short texts are cached."""
        return self._cache.read_through(notes, self._readings)

    def _readings(self, todo: list[str]) -> Iterator[tuple[str, Reading]]:
        for texts in in_batches(todo, _BATCH_CHARACTERS):
            yield from zip(texts, self._read(texts), strict=True)

    def _read(self, texts: Sequence[str]) -> list[Reading]:
        network = self._network
        found = list(tokenize(network.tokenizer, [replace_surrogates(text) for text in texts]))
        ids, pieces = [ids for ids, _ in found], [offsets for _, offsets in found]
        width = network.window
        # Windows overlap by a quarter, so that a piece has at least an eighth of a window on either side.
        cut = [(i, *w) for i, p in enumerate(ids) for w in windows(len(p), width, max(1, width * 3 // 4))]
        scored = [_no_scores(len(p)) for p in ids]
        for at in range(0, len(cut), _GROUP):
            group = cut[at : at + _GROUP]
            scores = network.probabilities([ids[i][a:b] for i, a, b, _, _ in group])
            for (i, a, _, first, last), shares in zip(group, scores, strict=True):
                part = _piece_scores(self._labels, shares[first - a : last - a])
                scored[i].top_entity[first:last] = part.top_entity
                scored[i].probability[first:last] = part.probability
                scored[i].begins[first:last] = part.begins
                scored[i].ends[first:last] = part.ends
        return [_reading(t, p, s, self._labels, self._doubt) for t, p, s in zip(texts, pieces, scored, strict=True)]


# --- from probabilities to spans ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _PieceScores:
    """Hold the probabilities of each piece of a text, reduced to what spans are made from. All arrays are (pieces,).

    top_entity: index of the most probable entity. probability: of any entity. begins, ends: whether a span of that
    entity more probably begins, or ends, at the piece than not.
    """

    top_entity: npt.NDArray[np.int16]
    probability: npt.NDArray[np.float32]
    begins: npt.NDArray[np.bool_]
    ends: npt.NDArray[np.bool_]


def _no_scores(count: int) -> _PieceScores:
    none = np.zeros(count, dtype=np.bool_)
    return _PieceScores(none.astype(np.int16), none.astype(np.float32), none.copy(), none)


def _piece_scores(labels: Labels, shares: Floats) -> _PieceScores:
    """Return the probabilities of a window, (pieces, labels), reduced to piece scores."""
    columns = range(len(labels.entities))
    every = _summed_columns(shares, [labels.column == c for c in columns])
    begins = _summed_columns(shares, [(labels.column == c) & labels.begins for c in columns])
    ends = _summed_columns(shares, [(labels.column == c) & labels.ends for c in columns])
    kind = every.argmax(axis=1)
    rows = np.arange(len(kind))
    half = every[rows, kind] / 2
    return _PieceScores(
        kind.astype(np.int16), every.sum(axis=1).astype(np.float32), begins[rows, kind] > half, ends[rows, kind] > half
    )


def _summed_columns(shares: Floats, chosen: Sequence[npt.NDArray[np.bool_]]) -> Floats:
    return np.stack([shares[:, columns].sum(axis=1) for columns in chosen], axis=1)


@dataclass(frozen=True, slots=True)
class _Words:
    """Hold start and end of each word in the text, and its first and last piece: (words,) each."""

    starts: Ints
    ends: Ints
    first: Ints
    last: Ints


def _words(text: str, offsets: Ints) -> tuple[_Words, Ints]:
    """Return the words of a text, and the indices of the pieces that they consist of, in order.

    Pieces of white space are dropped, and the white space that byte-level and sentence pieces begin with is not part of
    a word. Pieces of one run of letters and digits form a word, and so do pieces that share a character.
    """
    bounds = [_without_blanks(text, a, b) for a, b in offsets.tolist()]
    used = [i for i, (a, b) in enumerate(bounds) if a < b]
    begins = []
    end = -1
    for i in used:
        a, b = bounds[i]
        begins.append(a > end or (a == end and not (is_word_character(text[a]) and is_word_character(text[a - 1]))))
        end = b
    first = np.flatnonzero(begins)
    spans = np.array([bounds[i] for i in used], dtype=np.int64).reshape(-1, 2)
    last = np.append(first[1:], len(used)) - 1 if used else first
    starts = np.minimum.reduceat(spans[:, 0], first) if used else first
    ends = np.maximum.reduceat(spans[:, 1], first) if used else first
    return _Words(starts, ends, first, last), np.array(used, dtype=np.int64)


def _without_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _reading(text: str, offsets: Ints, scored: _PieceScores, labels: Labels, doubt: float) -> Reading:
    """Return spans of adjacent words of one entity.

    A word has the entity and the probability of its most probable piece. The reading is incomplete if a probability is
    not finite.
    """
    complete = bool(np.isfinite(scored.probability).all())
    words, used = _words(text, offsets)
    if not len(used):
        return Reading(complete=complete)
    kinds, held, begins, ends = (
        scored.top_entity[used],
        scored.probability[used],
        scored.begins[used],
        scored.ends[used],
    )
    sure = np.maximum.reduceat(held, words.first)
    number = np.repeat(np.arange(len(words.first)), words.last - words.first + 1)
    surest = np.flatnonzero(held == sure[number])
    top = surest[np.unique(number[surest], return_index=True)[1]] if complete else words.first
    kind = kinds[top]
    # Models are trained on all pieces of a word or only on the first: either may mark the end of an entity.
    parted = begins[words.first][1:] | (ends[words.first] | ends[words.last])[:-1] | (kind[1:] != kind[:-1])
    found = sure >= _FOUND
    spans = []
    for a, b in ranges_of_true(found):
        borders = [a, *(a + 1 + np.flatnonzero(parted[a : b - 1])).tolist(), b]
        for i, j in pairwise(borders):
            score = round(float(sure[i:j].mean()), 4)
            entity = labels.entities[kind[i]]
            spans.append(Span(int(words.starts[i]), int(words.ends[j - 1]), entity, score, "strong", _SOURCE))
    doubts = []
    for a, b in ranges_of_true((sure >= doubt) & ~found):
        at = a + int(sure[a:b].argmax())
        score = round(float(sure[at]), 4)
        doubts.append(Doubt(int(words.starts[a]), int(words.ends[b - 1]), labels.entities[kind[at]], score))
    return Reading(tuple(spans), tuple(doubts), complete)
