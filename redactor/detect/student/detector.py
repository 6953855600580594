"""Make a detector of the student: from notes to word pieces, windows, emission scores, marginals and spans."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import numpy as np
from tokenizers import Tokenizer

from redactor.costs import for_caller, holding_gpu
from redactor.detect.reading_cache import ReadingCache, in_batches, read_by_kind
from redactor.detect.student.card import TOKENIZER, WEIGHTS, Card, load_card
from redactor.detect.student.decoding import PieceScores, marginals, piece_scores, to_reading
from redactor.detect.student.drift import Floats, Profile, load_profile
from redactor.detect.student.features import Pieces, Window, encode, windows
from redactor.detect.student.onnx_session import OnnxSession
from redactor.errors import ModelError
from redactor.process import usable_cpus
from redactor.text import STUDENT, Note, Reading, TextKind

SHIPPED = Path(__file__).parents[2] / "models" / "student"
SHIPPED_CARD = "230321f60c85b73760527fc8406555a964f1bed6805217c27273fdbc3f4f59a8"
"""SHA-256 of the shipped student.json, which holds the checksums of the other files: without it, whoever can change the
folder could exchange the model for one that finds nothing, with a card that vouches for it."""
_GROUP = 64  # windows whose scores are in memory at a time
_BATCH_CHARACTERS = {"cpu": 1_000_000, "cuda": 256_000}  # of the notes of a batch; on a GPU several are under way

Device = Literal["cpu", "cuda"]
_In = TypeVar("_In")
_Out = TypeVar("_Out")


class Network(Protocol):
    """A network scores windows of pieces, each independently of the others. version: of the back end."""

    @property
    def version(self) -> str: ...

    def score(self, windows: Sequence[Window]) -> list[PieceScores]: ...


class Student:
    """Detect with a distilled token classifier (CIPHER, "The Student: Encoder + CRF").

    Student().detect([Note("1", "Seen by Dr. Roe.")])

    folder: of the model; the shipped one by default. threads: windows scored at a time on a CPU; by default one per
    CPU. device: "cpu" for ONNX Runtime, "cuda" for torch on a GPU. doubt: takes the place of the card's. drift: whether
    to tell which notes are unlike those of training, if the model has a profile of them. Raises ModelError at
    construction if the model is missing, damaged or inconsistent, or if there is no such device.

    The reading of a note does not depend on its batch: no window spans two notes, and each is scored alone.
    """

    name = STUDENT

    def __init__(
        self,
        folder: Path | None = None,
        *,
        threads: int | None = None,
        device: Device = "cpu",
        doubt: float | None = None,
        drift: bool = False,
    ) -> None:
        card = load_card(SHIPPED, SHIPPED_CARD) if folder is None else load_card(folder)
        folder = SHIPPED if folder is None else folder
        self.profile: Profile | None = load_profile(folder, card.profile, len(card.labels)) if drift else None
        self._card = card = card if doubt is None else replace(card, doubt=doubt)
        self._tokenizer = _load_tokenizer(folder / TOKENIZER, card.cls, card.sep)
        self._characters = _BATCH_CHARACTERS[device]
        self._caches = {is_field: ReadingCache() for is_field in (False, True)}
        # A pipeline: one thread tokenises the next batch, one drives the GPU, the caller's makes spans of the last.
        self._stages: tuple[ThreadPoolExecutor, ThreadPoolExecutor] | None = None
        self._network: Network
        if device == "cpu":
            self._network = on_cpu = _CpuNetwork(folder, card, threads or usable_cpus())
            if folder != SHIPPED:  # of the shipped model, checksums say that its files fit
                on_cpu.check(self._tokenizer)
        else:
            self._network = _gpu_network(folder, card, self._tokenizer)
            self._stages = ThreadPoolExecutor(1, "student-words"), ThreadPoolExecutor(1, "student-network")

    @property
    def version(self) -> str:
        """Return the versions of the card, with the weights' checksum, and of the back end."""
        profile = "" if self.profile is None else f" drift {self.profile.version}"
        return f"{self._card.name} {self._card.version} {self._network.version}{profile}"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """Return one reading per note. Readings of short texts are cached."""
        return read_by_kind(self._caches, notes, lambda note: note.kind is TextKind.CLINICAL, self._readings)

    def mean_emissions(self, texts: Sequence[str]) -> Iterator[tuple[int, Floats]]:
        """Yield of each text the number of pieces and the mean of their emission scores, (labels,); zeros without
        pieces.

        Where windows overlap, a piece counts once for each.
        """
        for _, texts_pieces, scores in self._score_all(in_batches(texts, self._characters), False):
            yield from ((len(p), self._mean(p, s)) for p, s in zip(texts_pieces, scores, strict=True))

    def _readings(self, is_field: bool, todo: list[str]) -> Iterator[tuple[str, Reading]]:
        for texts, texts_pieces, scores in self._score_all(in_batches(todo, self._characters), is_field):
            for text, p, s in zip(texts, texts_pieces, scores, strict=True):
                reading = to_reading(text, p, s, self._card)
                if self.profile is not None and self.profile.is_strange(text, len(p), self._mean(p, s)):
                    reading = replace(reading, strange=True)
                yield text, reading

    def _mean(self, pieces: Pieces, scores: PieceScores) -> Floats:
        read = sum(b - a for a, b, _, _ in windows(len(pieces), self._card.window, self._card.stride))
        return scores.emissions / max(1, read)

    def _score_all(
        self, parts: Iterable[list[str]], are_fields: bool
    ) -> Iterator[tuple[list[str], list[Pieces], list[PieceScores]]]:
        encoded = partial(self._encode, are_fields=are_fields)
        if self._stages is None:
            return map(self._score_texts, map(encoded, parts))
        words, network = self._stages
        return _computed_ahead(
            network, for_caller(self._score_on_gpu), _computed_ahead(words, for_caller(encoded), parts)
        )

    def _score_on_gpu(self, part: tuple[list[str], list[Pieces]]) -> tuple[list[str], list[Pieces], list[PieceScores]]:
        with holding_gpu():
            return self._score_texts(part)

    def _encode(self, texts: list[str], are_fields: bool) -> tuple[list[str], list[Pieces]]:
        return texts, encode(self._tokenizer, texts, [are_fields] * len(texts))

    def _score_texts(self, part: tuple[list[str], list[Pieces]]) -> tuple[list[str], list[Pieces], list[PieceScores]]:
        texts, texts_pieces = part
        cut = [
            (i, *w) for i, p in enumerate(texts_pieces) for w in windows(len(p), self._card.window, self._card.stride)
        ]
        scores = [_no_scores(len(p), len(self._card.labels)) for p in texts_pieces]
        window_scores = self._network.score([texts_pieces[i].window(a, b) for i, a, b, _, _ in cut])
        for (i, a, _, first, last), window in zip(cut, window_scores, strict=True):
            scores[i].top_class[first:last] = window.top_class[first - a : last - a]
            scores[i].probability[first:last] = window.probability[first - a : last - a]
            scores[i].begins[first:last] = window.begins[first - a : last - a]
            scores[i].emissions[:] += window.emissions
        return texts, texts_pieces, scores


class _CpuNetwork:
    """Compute emission scores by ONNX Runtime and marginals by numpy."""

    version = "onnxruntime cpu int8"

    def __init__(self, folder: Path, card: Card, threads: int) -> None:
        self._card = card
        self.session = OnnxSession(folder / WEIGHTS, len(card.labels), card.cls, card.sep, threads)

    def check(self, tokenizer: Tokenizer) -> None:
        """Try a full window with the highest id now, not with the first long note or rare word. Raises ModelError."""
        card = self._card
        whole = np.full(card.window, max(tokenizer.get_vocab().values(), default=0))
        plain = np.zeros_like(whole)
        try:
            self.session.emissions([(whole, plain, plain, plain)])
        except Exception as e:
            raise ModelError(
                f"{WEIGHTS} cannot read a whole window of {card.window} pieces, or knows fewer pieces than {TOKENIZER} "
                f"({type(e).__name__}); export the model again"
            ) from None

    def score(self, windows: Sequence[Window]) -> list[PieceScores]:
        card = self._card
        out: list[PieceScores] = []
        for at in range(0, len(windows), _GROUP):
            scores = self.session.emissions(windows[at : at + _GROUP])
            found = marginals(scores, card.start, card.transitions, card.end, card.temperature)
            out.extend(piece_scores(card, marginal, e) for marginal, e in zip(found, scores, strict=True))
        return out


def _gpu_network(folder: Path, card: Card, tokenizer: Tokenizer) -> Network:
    try:
        from redactor.detect.student.torch_scorer import TorchNetwork  # loads torch and onnx
    except ImportError as e:
        raise ModelError(
            f'device is "cuda", but {e.name} is not installed: install redactor with its extra `train`, or set device '
            'to "cpu"'
        ) from None
    network = TorchNetwork(folder, card, "cuda")
    if max(tokenizer.get_vocab().values(), default=0) >= network.words:  # the error of a GPU would not name the cause
        raise ModelError(
            f"{TOKENIZER} of the student has ids that its weights do not know: it belongs to another model"
        )
    return network


def _computed_ahead(pool: ThreadPoolExecutor, work: Callable[[_In], _Out], given: Iterable[_In]) -> Iterator[_Out]:
    """Yield work(x) for each x in order; the pool computes the next result while the caller uses this one."""
    waiting: deque[Future[_Out]] = deque()
    for x in given:
        waiting.append(pool.submit(work, x))
        if len(waiting) > 1:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _no_scores(count: int, labels: int) -> PieceScores:
    return PieceScores(
        np.zeros(count, dtype=np.int16),
        np.zeros(count, dtype=np.float32),
        np.zeros(count, dtype=np.bool_),
        np.zeros(labels),
    )


def _load_tokenizer(path: Path, cls: int, sep: int) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as e:
        raise ModelError(
            f"{path.name} of the student cannot be read ({type(e).__name__}); reinstall redactor"
        ) from None
    size = tokenizer.get_vocab_size()
    if not (0 <= cls < size and 0 <= sep < size):
        raise ModelError(
            f"{path.name} has {size} pieces and lacks the card's special ones: it belongs to another model"
        )
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
