"""Another's token classifier as a detector: notes to pieces, windows, probabilities, words, spans."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from redactor.detect.checkpoint.labels import Labels, read_labels
from redactor.detect.checkpoint.network import Floats, Ints, Network
from redactor.detect.checkpoint.presets import load_labels, preset_names
from redactor.detect.reading_cache import ReadingCache
from redactor.detect.resolver import is_word_character
from redactor.detect.student.features import tokenised, turns, whole
from redactor.detect.student.windows import windows
from redactor.errors import ModelError
from redactor.text import Note, Reading, Span

_SOURCE = ("student",)
_FOUND, _DOUBT = 0.5, 0.05  # probabilities that a word is any entity: from the one it is found, from the other doubted
_GROUP = 64  # windows whose probabilities are held at a time
_BATCH_CHARACTERS = 1_000_000  # of notes that are tokenised together


class Checkpoint:
    """A Hugging Face token-classification checkpoint in the student's place.

    folder: of the checkpoint, on disk; a name on a hub is not one. labels: a preset's name or the path of a label map.
    threads: windows that are read at a time on a CPU, by default one a CPU. device: where it is read. Raises ModelError
    at once when something is missing, damaged or does not fit.

    A note reads the same alone and in any batch. Nothing is `cleared`: its probabilities are not calibrated here.
    """

    name = "student"

    def __init__(
        self, folder: Path, labels: str | None, *, threads: int | None = None, device: Literal["cpu", "cuda"] = "cpu"
    ) -> None:
        if labels is None:
            raise ModelError(
                "a checkpoint needs student_labels, which says what its labels mean: a preset "
                f"({', '.join(preset_names())}) or the path of a JSON object from labels to entities"
            )
        meaning = load_labels(labels)
        self._network = network = Network(folder, threads or len(os.sched_getaffinity(0)), device)
        self._labels = read_labels(network.names, meaning)
        self._cache = ReadingCache()

    @property
    def version(self) -> str:
        """Of the weights, the label map and the back end: the architecture and checksums."""
        return f"{self._network.version} {self._labels.digest[:12]}"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading a note. Readings of short texts are kept: displays of codes recur in every record."""
        return self._cache.read_through(notes, self._readings)

    def _readings(self, todo: list[str]) -> Iterator[tuple[str, Reading]]:
        for texts in turns(todo, _BATCH_CHARACTERS):
            yield from zip(texts, self._read(texts), strict=True)

    def _read(self, texts: Sequence[str]) -> list[Reading]:
        network = self._network
        found = list(tokenised(network.tokenizer, [whole(text) for text in texts]))
        ids, pieces = [ids for ids, _ in found], [offsets for _, offsets in found]
        width = network.window
        # A quarter of a window is shared with the next, so that a piece has at least an eighth on either side.
        cut = [(i, *w) for i, p in enumerate(ids) for w in windows(len(p), width, max(1, width * 3 // 4))]
        seen = [_unseen(len(p)) for p in ids]
        for at in range(0, len(cut), _GROUP):
            group = cut[at : at + _GROUP]
            scores = network.probabilities([ids[i][a:b] for i, a, b, _, _ in group])
            for (i, a, _, first, last), shares in zip(group, scores, strict=True):
                part = _look(self._labels, shares[first - a : last - a])
                seen[i].kind[first:last] = part.kind
                seen[i].held[first:last] = part.held
                seen[i].begins[first:last] = part.begins
                seen[i].ends[first:last] = part.ends
        return [_reading(t, p, s, self._labels) for t, p, s in zip(texts, pieces, seen, strict=True)]


# --- from probabilities to spans ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the model says of each piece of a text, without the columns that no longer matter.

    kind: the likeliest entity, by number. held: probability of any. begins, ends: whether a span of that entity rather
    begins, rather ends, with the piece than not. All (pieces,).
    """

    kind: npt.NDArray[np.int16]
    held: npt.NDArray[np.float32]
    begins: npt.NDArray[np.bool_]
    ends: npt.NDArray[np.bool_]


def _unseen(count: int) -> _Seen:
    none = np.zeros(count, dtype=np.bool_)
    return _Seen(none.astype(np.int16), none.astype(np.float32), none.copy(), none)


def _look(labels: Labels, shares: Floats) -> _Seen:
    """A window's probabilities (pieces, labels) in short."""
    columns = range(len(labels.entities))
    every = _summed(shares, [labels.column == c for c in columns])
    begins = _summed(shares, [(labels.column == c) & labels.begins for c in columns])
    ends = _summed(shares, [(labels.column == c) & labels.ends for c in columns])
    kind = every.argmax(axis=1)
    rows = np.arange(len(kind))
    half = every[rows, kind] / 2
    return _Seen(
        kind.astype(np.int16), every.sum(axis=1).astype(np.float32), begins[rows, kind] > half, ends[rows, kind] > half
    )


def _summed(shares: Floats, chosen: Sequence[npt.NDArray[np.bool_]]) -> Floats:
    return np.stack([shares[:, columns].sum(axis=1) for columns in chosen], axis=1)


@dataclass(frozen=True, slots=True)
class _Words:
    """Where words begin and end in the text, and their first and last pieces: (words,) each."""

    starts: Ints
    ends: Ints
    first: Ints
    last: Ints


def _words(text: str, offsets: Ints) -> tuple[_Words, Ints]:
    """The words of a text, and which pieces (by number) they are made of, in order.

    Pieces of white space alone belong to none, and the white space that byte-level and sentence pieces begin with is
    no part of a word. Pieces of one run of letters and digits are a word, and so are those that share a character.
    """
    bounds = [_trimmed(text, a, b) for a, b in offsets.tolist()]
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


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _reading(text: str, offsets: Ints, seen: _Seen, labels: Labels) -> Reading:
    """Spans of neighbouring words of one entity; a word is as sure as its surest piece, and of that piece's entity.

    The reading is incomplete where the model gave no numbers.
    """
    complete = bool(np.isfinite(seen.held).all())
    words, used = _words(text, offsets)
    if not len(used):
        return Reading(complete=complete)
    kinds, held, begins, ends = seen.kind[used], seen.held[used], seen.begins[used], seen.ends[used]
    sure = np.maximum.reduceat(held, words.first)
    number = np.repeat(np.arange(len(words.first)), words.last - words.first + 1)
    surest = np.flatnonzero(held == sure[number])
    top = surest[np.unique(number[surest], return_index=True)[1]] if complete else words.first
    kind = kinds[top]
    # Models are trained on all pieces of a word or on its first alone: either may say that an entity ends with it.
    parted = begins[words.first][1:] | (ends[words.first] | ends[words.last])[:-1] | (kind[1:] != kind[:-1])
    found = sure >= _FOUND
    spans = []
    for a, b in _runs(found):
        borders = [a, *(a + 1 + np.flatnonzero(parted[a : b - 1])).tolist(), b]
        for i, j in pairwise(borders):
            score = round(float(sure[i:j].mean()), 4)
            entity = labels.entities[kind[i]]
            spans.append(Span(int(words.starts[i]), int(words.ends[j - 1]), entity, score, "strong", _SOURCE))
    doubts = tuple((int(words.starts[a]), int(words.ends[b - 1])) for a, b in _runs((sure >= _DOUBT) & ~found))
    return Reading(tuple(spans), doubts, complete)


def _runs(chosen: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Half-open ranges of neighbouring True values."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], chosen, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
