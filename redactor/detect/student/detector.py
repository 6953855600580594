"""The student as a detector: notes to word pieces, windows, scores, marginals, spans."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import numpy as np
from tokenizers import Tokenizer

from redactor.detect.reading_cache import ReadingCache
from redactor.detect.student.card import TOKENIZER, WEIGHTS, Card, load_card
from redactor.detect.student.features import Ints, Pieces, read, turns
from redactor.detect.student.marginals import marginals
from redactor.detect.student.onnx_session import OnnxSession
from redactor.detect.student.spans import Seen, look, reading
from redactor.detect.student.windows import windows
from redactor.errors import ModelError
from redactor.text import Note, Reading

SHIPPED = Path(__file__).parents[2] / "models" / "student"
_GROUP = 64  # windows whose scores are held at a time
_BATCH_CHARACTERS = {"cpu": 1_000_000, "cuda": 256_000}  # of notes that go through together; on a GPU several do

Device = Literal["cpu", "cuda"]
Window = tuple[Ints, Ints, Ints]
_In = TypeVar("_In")
_Out = TypeVar("_Out")


class Network(Protocol):
    """Says what windows of ids, shapes and gaps hold, each read by itself. version: of the back end."""

    @property
    def version(self) -> str: ...

    def look(self, windows: Sequence[Window]) -> list[Seen]: ...


class Student:
    """A distilled token classifier (CIPHER, "The Student: Encoder + CRF").

    folder: of the model, the shipped one by default. threads: windows that are read at a time on a CPU, by default one
    a CPU. device: "cpu" for ONNX Runtime, "cuda" for torch on a GPU. Raises ModelError at once when the model is
    missing, damaged or does not fit together, or when there is no such device.

    A note reads the same alone and in any batch: its windows are its own, and each is scored by itself.
    """

    name = "student"

    def __init__(self, folder: Path | None = None, *, threads: int | None = None, device: Device = "cpu") -> None:
        folder = SHIPPED if folder is None else folder
        self._card = card = load_card(folder)
        self._tokenizer = _tokenizer(folder / TOKENIZER, card.cls, card.sep)
        self._characters = _BATCH_CHARACTERS[device]
        self._cache = ReadingCache()
        # One thread tokenises what comes next, one sees to the GPU, and this one makes spans of what came before.
        self._stages: tuple[ThreadPoolExecutor, ThreadPoolExecutor] | None = None
        self._network: Network
        if device == "cpu":
            self._network = _OnCpu(folder, card, self._tokenizer, threads or len(os.sched_getaffinity(0)))
        else:
            self._network = _on_gpu(folder, card, self._tokenizer)
            self._stages = ThreadPoolExecutor(1, "student-words"), ThreadPoolExecutor(1, "student-network")

    @property
    def version(self) -> str:
        """Of the card, with the weights' checksum, and of the back end: two may differ in the last bits."""
        return f"{self._card.name} {self._card.version} {self._network.version}"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading a note. Readings of short texts are kept: displays of codes recur in every record."""
        return self._cache.read_through(notes, self._readings)

    def _readings(self, todo: list[str]) -> Iterator[tuple[str, Reading]]:
        for texts, texts_pieces, seen in self._seen(turns(todo, self._characters)):
            for text, p, s in zip(texts, texts_pieces, seen, strict=True):
                yield text, reading(text, p, s, self._card)

    def _seen(self, parts: Iterable[list[str]]) -> Iterator[tuple[list[str], list[Pieces], list[Seen]]]:
        if self._stages is None:
            return map(self._look, map(self._pieces, parts))
        words, network = self._stages
        return _ahead(network, self._look, _ahead(words, self._pieces, parts))

    def _pieces(self, texts: list[str]) -> tuple[list[str], list[Pieces]]:
        return texts, read(self._tokenizer, texts)

    def _look(self, part: tuple[list[str], list[Pieces]]) -> tuple[list[str], list[Pieces], list[Seen]]:
        texts, texts_pieces = part
        cut = [
            (i, *w) for i, p in enumerate(texts_pieces) for w in windows(len(p), self._card.window, self._card.stride)
        ]
        seen = [_unseen(len(p)) for p in texts_pieces]
        looked = self._network.look([_window(texts_pieces[i], a, b) for i, a, b, _, _ in cut])
        for (i, a, _, first, last), part_seen in zip(cut, looked, strict=True):
            seen[i].kind[first:last] = part_seen.kind[first - a : last - a]
            seen[i].held[first:last] = part_seen.held[first - a : last - a]
            seen[i].begins[first:last] = part_seen.begins[first - a : last - a]
        return texts, texts_pieces, seen


class _OnCpu:
    """Emissions by ONNX Runtime, their marginals by numpy."""

    version = "onnxruntime cpu int8"

    def __init__(self, folder: Path, card: Card, tokenizer: Tokenizer, threads: int) -> None:
        self._card = card
        self.session = OnnxSession(folder / WEIGHTS, len(card.labels), card.cls, card.sep, threads)
        # Else the first long note or rare word would be what finds it out.
        whole = np.full(card.window, max(tokenizer.get_vocab().values(), default=0))
        plain = np.zeros_like(whole)
        try:
            self.session.emissions([(whole, plain, plain)])
        except Exception as e:
            raise ModelError(
                f"{WEIGHTS} cannot read a whole window of {card.window} pieces, or knows fewer pieces than {TOKENIZER} "
                f"({type(e).__name__}); export the model again"
            ) from None

    def look(self, windows: Sequence[Window]) -> list[Seen]:
        card = self._card
        out: list[Seen] = []
        for at in range(0, len(windows), _GROUP):
            scores = self.session.emissions(windows[at : at + _GROUP])
            found = marginals(scores, card.start, card.transitions, card.end, card.temperature)
            out.extend(look(card, marginal) for marginal in found)
        return out


def _on_gpu(folder: Path, card: Card, tokenizer: Tokenizer) -> Network:
    try:
        from redactor.detect.student.torch_network import TorchNetwork  # loads torch and onnx
    except ImportError as e:
        raise ModelError(
            f'device is "cuda", but {e.name} is not installed: install redactor with its extra `train`, or set device '
            'to "cpu"'
        ) from None
    network = TorchNetwork(folder, card, "cuda")
    if max(tokenizer.get_vocab().values(), default=0) >= network.words:  # a GPU's error for it says nothing
        raise ModelError(f"{TOKENIZER} of the student has ids that its weights do not know: it is another model's")
    return network


def _ahead(pool: ThreadPoolExecutor, work: Callable[[_In], _Out], given: Iterable[_In]) -> Iterator[_Out]:
    """work(x) for each x in turn, the next one under way in the pool while the caller is busy with this one."""
    waiting: deque[Future[_Out]] = deque()
    for x in given:
        waiting.append(pool.submit(work, x))
        if len(waiting) > 1:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _window(p: Pieces, start: int, end: int) -> Window:
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
