"""Write annotated texts in the formats of annotation tools, with their labels mapped to another vocabulary."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Literal

from redactor.errors import EvaluationError
from redactor.evaluate.formats import inception
from redactor.evaluate.formats.brat import write_brat
from redactor.evaluate.formats.conll import write_conll
from redactor.evaluate.formats.i2b2 import write_i2b2
from redactor.evaluate.formats.json_rows import write_doccano, write_own, write_presidio, write_spacy
from redactor.evaluate.label_maps import Vocabulary, label_in
from redactor.evaluate.spans import Document, Labelled
from redactor.files.atomic_file import atomic_private, sync

Format = Literal["jsonl", "i2b2", "brat", "conll", "doccano", "inception", "presidio", "spacy"]
_ONE_FILE: Mapping[str, Callable[[Iterable[tuple[str, Document]]], Iterator[bytes]]] = {
    "jsonl": write_own,
    "conll": write_conll,
    "doccano": write_doccano,
    "presidio": write_presidio,
    "spacy": write_spacy,
}
_A_FILE_EACH: Mapping[str, Callable[[Document, str], dict[str, bytes]]] = {
    "i2b2": write_i2b2,
    "brat": write_brat,
    "inception": inception.write_cas,
}
WITHOUT_OVERLAPS: frozenset[Format] = frozenset({"conll", "spacy"})
_MOST_BYTES_OF_A_NAME = 200  # 255 of most file systems, less the suffix


def map_labels(
    documents: Iterable[Document], mapped: Mapping[str, str | None], vocabulary: Vocabulary | None
) -> tuple[list[Document], int, Counter[str]]:
    """Return the documents with other labels, how many spans `mapped` leaves out, and the labels without a counterpart.

    mapped: a label for a label, or None to leave its spans out. It is tried first, and its labels are put into the
    vocabulary if one is named.
    """
    left_out, unknown, out = 0, Counter[str](), []
    for document in documents:
        spans = []
        for s in document.gold:
            label = mapped.get(s.label, s.label)
            if label is None:
                left_out += 1
                continue
            target = label if vocabulary is None else label_in(vocabulary, label)
            if target is None:
                unknown[label] += 1
            else:
                spans.append(replace(s, label=target))
        out.append(replace(document, gold=tuple(spans)))
    return out, left_out, unknown


def without_overlaps(document: Document) -> Document:
    """Return a document in which no spans overlap: of those that do, the longest stays, then the first.

    The order of the spans is kept.
    """
    kept: set[Labelled] = set()
    taken = bytearray(max((s.end for s in document.gold), default=0))
    for s in sorted(document.gold, key=lambda s: (s.start - s.end, s.start)):
        if not any(taken[s.start : s.end]):
            taken[s.start : s.end] = b"\1" * (s.end - s.start)
            kept.add(s)
    return replace(document, gold=tuple(s for s in document.gold if s in kept))


def write(documents: Sequence[Document], out: Path, to: Format) -> None:
    """Write a file, or a folder with files for each document, that the owner alone can read.

    Raises EvaluationError, with the number of the document, if the format cannot hold one. FileExistsError if the path
    exists; nothing is left behind then.
    """
    placed = [(f"document {n:,}", d) for n, d in enumerate(documents, 1)]
    if to != "jsonl" and (place := next((p for p, d in placed if d.gold and not d.text), None)):
        raise EvaluationError(f"{place} has spans without a text; name the file with the texts: --texts FILE")
    if to in _ONE_FILE:
        with atomic_private(out, new=True) as file:
            file.writelines(_ONE_FILE[to](placed))
        return
    with _new_folder(out) as folder:
        if to == "inception":
            _write_new(folder / inception.TYPE_SYSTEM, inception.type_system())
        for place, document in placed:
            path = folder / _name(document.id, place)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            for suffix, data in _A_FILE_EACH[to](document, place).items():
                _write_new(path.with_name(path.name + suffix), data)


def _name(id_: str, place: str) -> PurePosixPath:
    """Return the name of a document's files, from which its id is read back. Raises EvaluationError if it is none."""
    path = PurePosixPath(id_)
    is_name = (
        path.parts
        and path.as_posix() == id_
        and not path.is_absolute()
        and id_.isprintable()
        and not any(part.startswith(".") or len(part.encode()) > _MOST_BYTES_OF_A_NAME for part in path.parts)
    )
    if not is_name:
        raise EvaluationError(f"{place}: its id cannot be the name of a file; give it another, such as its number")
    return path


@contextmanager
def _new_folder(out: Path) -> Iterator[Path]:
    """Give a folder that becomes `out` when the block ends, for the owner alone; it is removed if the block raises."""
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    part.mkdir(mode=0o700)
    try:
        yield part
        os.sync()  # once for all files: an .ann that a loss of power left empty would be a text without spans
        if out.exists() or out.is_symlink():
            raise FileExistsError(out)
        part.rename(out)
    except BaseException:
        shutil.rmtree(part)
        raise
    sync(out.parent)


def _write_new(path: Path, data: bytes) -> None:
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise EvaluationError("two ids differ in case alone, which this file system does not tell apart") from None
    with os.fdopen(fd, "wb") as file:
        file.write(data)
