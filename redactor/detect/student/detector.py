"""The student as a detector: notes to word pieces, windows, scores, marginals, spans."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from tokenizers import Tokenizer

from redactor.detect.student.card import TOKENIZER, WEIGHTS, ModelError, load_card
from redactor.detect.student.features import Ints, Pieces, read
from redactor.detect.student.marginals import marginals
from redactor.detect.student.session import OnnxSession, Scores
from redactor.detect.student.spans import Seen, look, reading
from redactor.detect.student.windows import windows
from redactor.text import Note, Reading

SHIPPED = Path(__file__).parents[2] / "models" / "student"
_GROUP = 64  # windows whose scores are held at a time
_BATCH_CHARACTERS = 1_000_000  # of notes that are tokenised together
_SHORT = 256
_MEMO_SIZE = 65_536


class Network(Protocol):
    """Gives (pieces, labels) emission scores for windows of ids, shapes and gaps, each read by itself."""

    def emissions(self, windows: Sequence[tuple[Ints, Ints, Ints]]) -> list[Scores]: ...


class Student:
    """A distilled token classifier (CIPHER, "The Student: Encoder + CRF").

    folder: of the model, the shipped one by default. threads: windows that are read at a time, by default one a CPU.
    Raises ModelError at once when the model is missing, damaged or does not fit together.

    A note reads the same alone and in any batch: its windows are its own, and each is scored by itself.
    """

    name = "student"

    def __init__(self, folder: Path | None = None, *, threads: int | None = None) -> None:
        folder = SHIPPED if folder is None else folder
        self._card = card = load_card(folder)
        self._tokenizer = _tokenizer(folder / TOKENIZER, card.cls, card.sep)
        count = threads or len(os.sched_getaffinity(0))
        self._network: Network = OnnxSession(folder / WEIGHTS, len(card.labels), card.cls, card.sep, count)
        self._memo: OrderedDict[str, Reading] = OrderedDict()

    @property
    def version(self) -> str:
        """Of the card, with the weights' checksum."""
        return f"{self._card.name} {self._card.version}"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading a note. Readings of short texts are kept: displays of codes recur in every record."""
        found: dict[str, Reading] = {}
        todo: list[str] = []
        held = 0
        for text in dict.fromkeys(note.text for note in notes):
            known = self._memo.get(text)
            if known is not None:
                self._memo.move_to_end(text)
                found[text] = known
                continue
            todo.append(text)
            held += len(text)
            if held > _BATCH_CHARACTERS:
                found.update(zip(todo, self._read(todo), strict=True))
                todo, held = [], 0
        found.update(zip(todo, self._read(todo), strict=True))
        for text in found:
            if len(text) <= _SHORT:
                self._memo[text] = found[text]
        while len(self._memo) > _MEMO_SIZE:
            self._memo.popitem(last=False)
        return [found[note.text] for note in notes]

    def _read(self, texts: Sequence[str]) -> list[Reading]:
        texts_pieces = read(self._tokenizer, texts)
        cut = [
            (i, *w) for i, p in enumerate(texts_pieces) for w in windows(len(p), self._card.window, self._card.stride)
        ]
        seen = [_unseen(len(p)) for p in texts_pieces]
        for at in range(0, len(cut), _GROUP):
            group = cut[at : at + _GROUP]
            scores = self._network.emissions([_window(texts_pieces[i], a, b) for i, a, b, _, _ in group])
            card = self._card
            found = marginals(scores, card.start, card.transitions, card.end, card.temperature)
            for (i, a, _, first, last), marginal in zip(group, found, strict=True):
                part = look(card, marginal[first - a : last - a])
                seen[i].kind[first:last] = part.kind
                seen[i].held[first:last] = part.held
                seen[i].begins[first:last] = part.begins
        return [reading(t, p, s, self._card) for t, p, s in zip(texts, texts_pieces, seen, strict=True)]


def _window(p: Pieces, start: int, end: int) -> tuple[Ints, Ints, Ints]:
    return p.ids[start:end], p.shapes[start:end], p.gaps[start:end]


def _unseen(count: int) -> Seen:
    return Seen(np.zeros(count, dtype=np.int16), np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.bool_))


def _tokenizer(path: Path, cls: int, sep: int) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as e:
        raise ModelError(
            f"{path.name} of the student cannot be read ({type(e).__name__}); reinstall redactor"
        ) from None
    size = tokenizer.get_vocab_size()
    if not (0 <= cls < size and 0 <= sep < size):
        raise ModelError(f"{path.name} has {size} pieces and lacks the card's special ones: it is another model's")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
