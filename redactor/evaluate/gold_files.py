"""Read gold and predictions from files of annotation tools, which are recognised by their content and suffix.

The project's own form is JSONL, a document on each line: {"id", "text"?, "spans": [{"start", "end", "label"}]}. JSON
and JSONL of doccano, Presidio and spaCy, XML of i2b2 2014, brat, CoNLL and UIMA CAS of INCEpTION are read beside it.
Offsets count characters. Gold may overlap and nest: each span counts by itself. The same span twice counts once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from redactor.errors import EvaluationError
from redactor.evaluate.formats.annotated import Annotated, Checker, Offsets, Tell, silent
from redactor.evaluate.formats.brat import read_brat
from redactor.evaluate.formats.conll import is_conll, read_conll
from redactor.evaluate.formats.i2b2 import read_i2b2
from redactor.evaluate.formats.inception import TYPE_SYSTEM, CasReader
from redactor.evaluate.formats.inception_zip import read_zip
from redactor.evaluate.formats.json_rows import read_rows
from redactor.evaluate.spans import Document, Labelled

_HEAD = 4096  # bytes that show the format
_READ = (
    "read are JSONL of redactor or doccano, JSON of Presidio or spaCy (.json, .jsonl), XML of i2b2 2014 (.xml), brat"
    " (.ann beside .txt), CoNLL (.conll, .bio, .iob, .tsv) and UIMA CAS of INCEpTION (.xmi, .json, .zip); see"
    " docs/guide/evaluation.md"
)
_CAS_JSON = re.compile(rb'\{\s*"%[A-Z_]+"')
_JSON = frozenset({".json", ".jsonl", ".ndjson"})
_CONLL = frozenset({".conll", ".bio", ".iob", ".iob2", ".tsv"})
_SUFFIXES = {
    "xml": frozenset({".xml"}),
    "brat": frozenset({".ann"}),
    "conll": _CONLL,
    "json": _JSON,
    "cas": frozenset({".xmi"}),
    "zip": frozenset({".zip"}),
}


@dataclass(frozen=True, slots=True)
class _Source:
    """What is read, and how: the arguments of `read_gold`, and the one layer of labels of all its files."""

    group: str | None
    annotated: bool
    cas: CasReader
    tell: Tell


def read_gold(
    path: Path,
    group: str | None = None,
    *,
    annotated: bool = False,
    offsets: Offsets | None = None,
    layer: str | None = None,
    tell: Tell = silent,
) -> Iterator[Document]:
    """Yield the documents of a file or folder without predictions.

    group: the field whose value groups them ("kind"). annotated: refuse a text that says nothing of spans, which nobody
    annotated. offsets: what they count; None for characters, unless all spans fit another unit alone. layer: the type
    and feature of UIMA that hold the labels. tell: hears what was dropped, such as duplicates of spans.

    Raises EvaluationError, which names a line or a number and no content.
    """
    checker = Checker(offsets)
    for found in _once(_documents(path, _Source(group, annotated, CasReader(layer), tell))):
        yield checker.document(found)
    checker.tell(tell)


def with_predictions(
    gold: Sequence[Document],
    path: Path,
    tell: Tell = silent,
    *,
    offsets: Offsets | None = None,
    layer: str | None = None,
) -> list[Document]:
    """Return the gold with the predictions of a file or folder in any format, paired by id.

    offsets, layer: as in `read_gold`. Predictions without a text are of the text of the gold. Files without
    ids (CoNLL, spaCy) are paired by order, and CoNLL, which has no blanks either, is aligned by what is no blank.

    Raises EvaluationError if predictions lack a document, are of other texts, or were not read in whole.
    """
    read = list(_once(_documents(path, _Source(None, True, CasReader(layer), tell))))
    if len(read) == len(gold) and all(p.numbered for p in read) and {p.id for p in read} != {d.id for d in gold}:
        read = [replace(p, id=d.id) for p, d in zip(read, gold, strict=True)]
    found = {p.id: p for p in read}
    if lacking := [d for d in gold if d.id not in found]:
        raise EvaluationError(
            f"{path.name} lacks {len(lacking):,} of {len(gold):,} documents of the gold; give predictions for all of"
            " them. They are paired by id" + ("; no id is in both" if len(lacking) == len(gold) else "")
        )
    checker = Checker(offsets)
    paired = [replace(d, predicted=_predicted(d, found[d.id], checker)) for d in gold]
    checker.tell(tell)
    if further := len(read) - len(gold):
        tell(f"{path.name} has documents that the gold lacks, which were left out: {further:,}")
    return paired


def _predicted(gold: Document, found: Annotated, checker: Checker) -> tuple[Labelled, ...]:
    """Return the predictions for a document, in characters of its text. Raises EvaluationError."""
    if not found.complete:
        raise EvaluationError(
            f"{found.place}: the detectors could not read the text in whole, so that misses are not told"
        )
    if not gold.text:
        return checker.document(found).gold
    if found.text is None:
        return checker.document(found, gold.text).gold
    predicted = checker.document(found).gold
    if found.text == gold.text:
        return predicted
    if not found.counted and (aligned := _aligned(gold.text, found.text, predicted)) is not None:
        return aligned
    raise EvaluationError(
        f"{found.place}: its text differs from that of the gold {_how_texts_differ(found.text, gold.text)}"
    )


def _aligned(text: str, other: str, spans: Sequence[Labelled]) -> tuple[Labelled, ...] | None:
    """Return spans of another text with the same signs and other blanks; None if its signs differ."""
    here = [i for i, c in enumerate(text) if not c.isspace()]
    there = [i for i, c in enumerate(other) if not c.isspace()]
    if [text[i] for i in here] != [other[i] for i in there]:
        return None
    at = dict(zip(there, here, strict=True))
    return tuple(replace(s, start=at[s.start], end=at[s.end - 1] + 1) for s in spans)


def _how_texts_differ(one: str, other: str) -> str:
    if one.replace("\r\n", "\n") == other.replace("\r\n", "\n"):
        return (
            "in line ends alone (CR LF and LF); predict from the file of the gold, or convert one: --offsets crlf or lf"
        )
    if one.split() == other.split():
        return "in blanks alone; predict from the text of the gold"
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"from character {at:,} on; predict from the text of the gold"


def _once(documents: Iterator[Annotated]) -> Iterator[Annotated]:
    seen: set[str] = set()
    for found in documents:
        if found.id in seen:
            raise EvaluationError(f"{found.place}: its id stood before; ids must differ")
        seen.add(found.id)
        yield found


def _documents(path: Path, source: _Source) -> Iterator[Annotated]:
    if path.is_dir():
        yield from _of_folder(path, source)
    else:
        yield from _of_file(_kind(path), path, path.name, source)


def _of_file(kind: str, path: Path, place: str, source: _Source) -> Iterator[Annotated]:
    """Yield the documents of a file of a kind. place: names the file in messages."""
    if kind == "json":
        yield from read_rows(path, place, source.group, annotated=source.annotated)
    elif kind == "xml":
        yield read_i2b2(path.read_bytes(), path.stem, place)
    elif kind == "brat":
        beside = path.with_suffix(".txt")
        if not beside.is_file():
            raise EvaluationError(f"{place}: no .txt file of the same name stands beside the .ann file")
        yield read_brat(_decoded(beside, place), _decoded(path, place), path.stem, place)
    elif kind == "conll":
        yield from read_conll(_decoded(path, place), place)
    elif kind == "zip":
        for n, cas in enumerate(read_zip(path, place, source.tell), 1):
            yield source.cas.read(cas.data, cas.types, cas.name, f"{place}, document {n:,} in the order of names")
    else:
        types = path.with_name(TYPE_SYSTEM)
        yield source.cas.read(path.read_bytes(), types.read_bytes() if types.is_file() else None, path.stem, place)


def _decoded(path: Path, place: str) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise EvaluationError(
            f"{place} is not UTF-8; convert it, which does not change offsets in characters"
        ) from None


def _kind(path: Path) -> str:
    """Return the format of a file. Raises EvaluationError if none fits."""
    suffix = path.suffix.lower()
    if suffix == ".ann":
        return "brat"
    with path.open("rb") as file:
        head = file.read(_HEAD).removeprefix(b"\xef\xbb\xbf").lstrip()
    if suffix == ".zip":
        return "zip"
    if suffix == ".xmi" or (head.startswith(b"<") and b"http://www.omg.org/XMI" in head) or _CAS_JSON.match(head):
        return "cas"
    if suffix == ".xml" or head.startswith(b"<"):
        return "xml"
    if suffix in _CONLL or (suffix not in _JSON and is_conll(head)):
        return "conll"
    if suffix in _JSON or head[:1] in (b"{", b"["):
        return "json"
    raise EvaluationError(f"{path.name} is in no format of gold; {_READ}")


def _of_folder(folder: Path, source: _Source) -> Iterator[Annotated]:
    """Yield the documents of all files of the one format that a folder holds. A brat folder has .txt files too.

    Messages name a file by its number: its name may be a patient's.
    """
    files = sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))
    if any(p.suffix.lower() == ".xmi" for p in files):
        files = [p for p in files if p.name != TYPE_SYSTEM]
    suffixes = {p.suffix.lower() for p in files}
    wanted = [kind for kind, of_kind in _SUFFIXES.items() if of_kind & suffixes]
    if len(wanted) != 1:
        raise EvaluationError(
            f"{folder.name} holds {'gold of several formats; keep one' if wanted else 'no gold'}; {_READ}"
        )
    unmarked = [p for p in files if p.suffix == ".txt" and not p.with_suffix(".ann").exists()]
    if ".ann" in suffixes and unmarked:
        raise EvaluationError(
            f"{folder.name}: {len(unmarked):,} .txt files have no .ann beside them; an annotated text without spans has"
            " an empty .ann, so take out what nobody annotated"
        )
    of_kind = _SUFFIXES[wanted[0]]
    for n, path in enumerate((p for p in files if p.suffix.lower() in of_kind), 1):
        kind = wanted[0] if wanted[0] == "brat" else _kind(path)
        name = path.relative_to(folder).with_suffix("").as_posix()
        for i, found in enumerate(_of_file(kind, path, f"{folder.name}, file {n} in the order of names", source), 1):
            has_own_id = kind in ("json", "zip")
            yield found if has_own_id else replace(found, id=name if i == 1 else f"{name}:{i}", numbered=False)
