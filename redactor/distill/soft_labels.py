"""Store soft labels: a teacher's distributions over labels for text without annotation, in a file beside the corpus.

The first line identifies the corpus, the tokenizer and the teacher. Each further line is an example, in the order of
the corpus, and lists the pieces that are not clearly O. Gold takes precedence: an example without unknown ranges has no
line. The file is written in chunks; after an interruption it is continued and ends with the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from redactor.detect.student import features
from redactor.distill import dataset, label_set
from redactor.distill.examples import Example, read_examples
from redactor.distill.teacher import Rows, Teacher, tokenizer_fingerprint
from redactor.errors import ExamplesError, LabelsError
from redactor.files.atomic_file import part_of

FORMAT = 1
_PARTS_OF_ONE = 1_000  # parts of a share; a piece whose share of O rounds to one is not written
_CHUNK_EXAMPLES = 128  # examples that are read together and written atomically


@dataclass(frozen=True, slots=True)
class LabelSummary:
    """The counts of a labelling.

    gold: examples that are annotated in full. resumed: examples that an earlier run labelled. pieces: pieces of the
    labelled examples. written: pieces that are not clearly O. tokens, cost (US dollars): of all runs.
    """

    examples: int
    gold: int
    labelled: int
    resumed: int
    pieces: int
    written: int
    tokens: int
    cost: float


class _Head(msgspec.Struct):
    format: int
    corpus: str
    tokenizer: str
    teacher: list[str]


class _Labels(msgspec.Struct):
    id: str
    pieces: int
    at: list[int]
    labels: list[list[int]]
    shares: list[list[int]]
    tokens: int
    cost: float


def write_soft_labels(
    source: Path, target: Path, teacher: Teacher, tokenizer: Tokenizer, tick: Callable[[int, int], object]
) -> LabelSummary:
    """Write the teacher's labels for the examples in `source` that have unknown ranges. `target` appears when complete.

    tokenizer: that of the student that will learn from them. tick: called with examples done and examples to do. Raises
    ExamplesError for a malformed corpus, and LabelsError if an unfinished file has another corpus, tokenizer or
    teacher.
    """
    count, todo, digest = _survey_corpus(source)
    if not count:
        raise LabelsError(f"{source.name} holds no examples; give lines of id and text, or of training examples")
    head = _Head(FORMAT, digest, tokenizer_fingerprint(tokenizer), list(teacher.about))
    part = part_of(target)
    done = _resume_part(part, head, todo)
    summary = LabelSummary(count, count - todo, len(done), len(done), 0, 0, 0, 0.0)
    for line in done:
        summary = _with_line(summary, line)
    tick(len(done), todo)
    with part.open("ab") as out:
        unlabelled = islice((e for e in read_examples(source) if e.masked), len(done), None)
        while chunk := list(islice(unlabelled, _CHUNK_EXAMPLES)):
            lines = list(_label_chunk(chunk, teacher, tokenizer))
            out.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
            out.flush()
            for line in lines:
                summary = _with_line(summary, line)
            summary = replace(summary, labelled=summary.labelled + len(lines))
            tick(summary.labelled, todo)
    part.replace(target)
    return summary


def _survey_corpus(source: Path) -> tuple[int, int, str]:
    """Return the number of examples, the number with unknown ranges, and the digest of the file."""
    ids: set[str] = set()
    todo = 0
    for example in read_examples(source):
        if example.id in ids:
            raise ExamplesError(f"{source.name} has a duplicate id; every id must be unique")
        ids.add(example.id)
        todo += bool(example.masked)
    with source.open("rb") as file:
        return len(ids), todo, hashlib.file_digest(file, "sha256").hexdigest()


def _resume_part(part: Path, head: _Head, todo: int) -> list[_Labels]:
    """Return the complete chunks that an interrupted run left. Creates the file if there is none."""
    if part.is_file():
        lines = part.read_bytes().split(b"\n")[:-1]
        if lines:
            if msgspec.json.decode(lines[0]) != msgspec.to_builtins(head):
                raise LabelsError(
                    f"{part.name} was begun with another corpus, encoder or voters; go on with those, or remove it"
                )
            done = len(lines) - 1 if len(lines) - 1 == todo else (len(lines) - 1) // _CHUNK_EXAMPLES * _CHUNK_EXAMPLES
            kept = lines[: 1 + done]
            with part.open("r+b") as file:
                file.truncate(sum(len(line) + 1 for line in kept))
            return [msgspec.json.decode(line, type=_Labels) for line in kept[1:]]
    part.write_bytes(msgspec.json.encode(head) + b"\n")
    return []


def _with_line(summary: LabelSummary, line: _Labels) -> LabelSummary:
    return replace(
        summary,
        pieces=summary.pieces + line.pieces,
        written=summary.written + len(line.at),
        tokens=summary.tokens + line.tokens,
        cost=summary.cost + line.cost,
    )


def _label_chunk(chunk: list[Example], teacher: Teacher, tokenizer: Tokenizer) -> Iterator[_Labels]:
    texts = [e.text for e in chunk]
    taught = teacher.teach(texts, tokenizer)
    for example, pieces, one in zip(chunk, features.encode(tokenizer, texts), taught, strict=True):
        gold = dataset.gold_labels(example, pieces)
        known = gold != dataset.UNKNOWN
        rows = one.rows.copy()
        rows[known] = np.eye(rows.shape[1], dtype=rows.dtype)[gold[known]]
        shares = np.rint(rows * _PARTS_OF_ONE).astype(np.int64)
        at = np.flatnonzero(shares[:, label_set.OUTSIDE] < _PARTS_OF_ONE)
        order = np.argsort(-shares[at], axis=1, kind="stable")[:, : dataset.KEPT]
        kept = np.take_along_axis(shares[at], order, axis=1)
        yield _Labels(
            example.id,
            len(pieces),
            at.tolist(),
            [row[held > 0].tolist() for row, held in zip(order, kept, strict=True)],
            [held[held > 0].tolist() for held in kept],
            one.tokens,
            one.cost,
        )


def _check_line(line: _Labels) -> None:
    fits = len(line.at) == len(line.labels) == len(line.shares)
    fits = fits and all(len(a) == len(b) for a, b in zip(line.labels, line.shares, strict=True))
    if not fits or any(not 0 <= at < line.pieces for at in line.at):
        raise ValueError("labels of other pieces")
    if any(not 0 <= n < len(label_set.LABELS) for row in line.labels for n in row):
        raise ValueError("labels of another release")


class SoftLabels(Mapping[str, Rows]):
    """The labels of a file by example: (pieces, L) distributions, as `dataset.encode_corpus` takes them."""

    def __init__(self, path: Path, tokenizer: Tokenizer) -> None:
        """Read the file. Raises LabelsError if it is not valid or was made with another tokenizer."""
        self._held: dict[str, tuple[int, npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.uint16]]] = {}
        with path.open("rb") as lines:
            try:
                head = msgspec.json.decode(next(lines, b""), type=_Head)
                for raw in lines:
                    line = msgspec.json.decode(raw, type=_Labels)
                    _check_line(line)
                    self._held[line.id] = (
                        line.pieces,
                        np.repeat(np.array(line.at, dtype=np.int32), [len(row) for row in line.labels]),
                        np.array([n for row in line.labels for n in row], dtype=np.uint8),
                        np.array([n for row in line.shares for n in row], dtype=np.uint16),
                    )
            except (msgspec.DecodeError, UnicodeDecodeError, ValueError, OverflowError):
                raise LabelsError(f"{path.name} holds no soft labels; make them with redactor distill label") from None
        if head.format != FORMAT:
            raise LabelsError(f"{path.name} is of format {head.format}, this release reads {FORMAT}; label again")
        if head.tokenizer != tokenizer_fingerprint(tokenizer):
            raise LabelsError(f"{path.name} was made for another encoder; label again with --encoder as in training")

    def __getitem__(self, id: str) -> Rows:
        pieces, at, kinds, shares = self._held[id]
        rows = np.zeros((pieces, len(label_set.LABELS)), dtype=np.float32)
        rows[at, kinds] = shares
        rows[rows.sum(axis=1) == 0, label_set.OUTSIDE] = 1
        rows /= rows.sum(axis=1, keepdims=True)
        return rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


def unmask_labelled(examples: Iterable[Example], soft: Mapping[str, Rows]) -> Iterator[Example]:
    """Yield examples, without the masks of those that have soft labels.

    A text with neither annotation nor soft labels is left out.
    """
    for example in examples:
        if example.id in soft:
            yield replace(example, masked=())
        elif example.masked != ((0, len(example.text)),):
            yield example
