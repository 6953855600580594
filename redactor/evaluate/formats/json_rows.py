"""Read and write JSON and JSONL: this project's own lines, and those of doccano, Presidio and spaCy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from redactor.errors import EvaluationError
from redactor.evaluate.formats.annotated import Annotated, Mark
from redactor.evaluate.spans import IGNORED, Document, Labelled

_TEXTS = ("text", "full_text", "data")
_OWN_SOURCE = re.compile(r"(?:(?:patterns|known|student|llm)(?::[a-z0-9-]+)?(?:\+|$))+")
_SPANS = ("spans", "entities", "ents", "label", "labels")
# The names of a span's start, end and label: those of redactor, spaCy and Prodigy, of Presidio, and of doccano.
_STARTS = ("start", "start_position", "start_offset")
_ENDS = ("end", "end_position", "end_offset")
_LABELS = ("label", "entity_type")


def read_rows(path: Path, of_file: str, group: str | None, *, annotated: bool) -> Iterator[Annotated]:
    """Yield the documents of a file of any of the tools. of_file: names the file in messages.

    group, annotated: as in `gold_files.read_gold`. Raises EvaluationError.
    """
    for place, number, row in _numbered_rows(path, of_file):
        yield _annotated(row, place, number, group, annotated=annotated)


def _annotated(row: Any, place: str, number: int, group: str | None, *, annotated: bool) -> Annotated:
    pair = _as_pair(row)
    if pair is not None:
        row = {"full_text": pair[0], **pair[1]}
    if not isinstance(row, dict):
        raise EvaluationError(f"{place}: no object with an id")
    key = next((k for k in _SPANS if isinstance(row.get(k), list)), "spans")
    if annotated and not any(k in row for k in _SPANS):
        raise EvaluationError(f"{place}: no spans; an annotated text in which nothing stands has an empty list of them")
    if not isinstance(row.get(key, []), list):
        raise EvaluationError(
            f"{place}: {key} is not a list; an annotated text in which nothing stands has an empty one"
        )
    if key == "spans" and "full_text" not in row and "id" not in row:
        raise EvaluationError(f"{place}: no object with an id")
    text = next((row[k] for k in _TEXTS if k in row), None)
    if text is not None and not isinstance(text, str):
        raise EvaluationError(f"{place}: text is not a string")
    try:
        marks = tuple(map(_mark, row.get(key, ())))
    except (KeyError, TypeError, ValueError):
        raise EvaluationError(
            f"{place}: a span needs start and end, whole numbers, and label; a score is a number from 0 to 1"
        ) from None
    value = row.get(group) if group else None
    told = str(value) if isinstance(value, str | int | float) else ""
    own = next((row[k] for k in ("id", "sample_id") if row.get(k) is not None), None)
    name, is_complete = str(number if own is None else own), row.get("complete") is not False
    return Annotated(place, name, text, marks, told, complete=is_complete, numbered=own is None)


def _as_pair(row: Any) -> tuple[str, dict[str, Any]] | None:
    """Return the text and the annotations of spaCy's [text, {"entities": [[start, end, label]]}], or None."""
    if isinstance(row, list) and len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], dict):
        return row[0], row[1]
    return None


def _numbered_rows(path: Path, place: str) -> Iterator[tuple[str, int, Any]]:
    """Yield the rows of JSONL, or the elements of one JSON value, after their places and numbers."""
    with path.open("rb") as lines:
        first = lines.readline()
        while first and not first.strip():
            first = lines.readline()
        lines.seek(0)
        if first.strip() in (b"[", b"{") or first.lstrip(b"\xef\xbb\xbf \t")[:1] == b"[":
            yield from _elements(lines.read(), place)
        else:
            yield from _decoded_lines(lines, place)


def _elements(data: bytes, place: str) -> Iterator[tuple[str, int, Any]]:
    """Yield the elements of a whole file. A file of arrays, one on each line, counts as lines."""
    try:
        whole = _decoded(data, place)
    except EvaluationError:
        yield from _decoded_lines(data.splitlines(), place)
        return
    if isinstance(whole, dict) and isinstance(whole.get("annotations"), list):
        whole = whole["annotations"]
    rows = whole if isinstance(whole, list) and _as_pair(whole) is None else [whole]
    yield from ((f"{place}, document {n:,}", n, row) for n, row in enumerate(rows, start=1))


def _decoded_lines(lines: Iterable[bytes], place: str) -> Iterator[tuple[str, int, Any]]:
    for number, raw in enumerate(lines, start=1):
        if raw.strip():
            at = f"{place}, line {number:,}"
            yield at, number, _decoded(raw, at)


def _decoded(raw: bytes, place: str) -> Any:
    try:
        return msgspec.json.decode(raw.removeprefix(b"\xef\xbb\xbf"))
    except UnicodeDecodeError:
        raise EvaluationError(f"{place}: not UTF-8; convert the file, which changes no offset in characters") from None
    except (msgspec.DecodeError, RecursionError):
        raise EvaluationError(f"{place}: no JSON") from None


def _mark(found: Any) -> Mark:
    """Return a span of a dictionary, or of [start, end, label]. Raises KeyError, TypeError or ValueError."""
    quote, score, source, arguable = None, None, "", False
    if isinstance(found, list):
        start, end, label = found
    else:
        start, end, label = (found[_first(found, keys)] for keys in (_STARTS, _ENDS, _LABELS))
        quote, score = found.get("entity_value", found.get("text")), found.get("score")
        source = str(found.get("source") or "")
        # A source is shown on pages without text, where another tool's may not stand.
        source = source if _OWN_SOURCE.fullmatch(source) else ""
        arguable = found.get("arguable") is True
    if not (type(start) is int and type(end) is int):  # 3.7 is refused, since such an offset counts no characters
        raise TypeError("offset")
    span = Labelled(start, end, IGNORED if arguable else str(label), _score(score), source)
    return Mark((span,), quote if isinstance(quote, str) else None)


def _score(value: object) -> float | None:
    """Return a probability, or None if there is none. Raises ValueError for anything else."""
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ValueError("score")
    return value


def _first(found: dict[str, Any], keys: tuple[str, ...]) -> str:
    """Return the first of the keys that the dictionary has. Raises KeyError."""
    for key in keys:
        if key in found:
            return key
    raise KeyError(keys[0])


def write_own(documents: Iterable[tuple[str, Document]]) -> Iterator[bytes]:
    """Yield this project's lines of documents after their places. A document without a text has spans alone."""
    for _, d in documents:
        spans = [
            {"start": s.start, "end": s.end, "label": s.label}
            | ({} if s.score is None else {"score": s.score})
            | ({"source": s.source} if s.source else {})
            for s in d.gold
        ]
        has_text = bool(d.text) or not spans
        yield msgspec.json.encode({"id": d.id} | ({"text": d.text} if has_text else {}) | {"spans": spans}) + b"\n"


def write_doccano(documents: Iterable[tuple[str, Document]]) -> Iterator[bytes]:
    """Yield the lines of doccano's JSONL: label holds [start, end, label]."""
    for _, d in documents:
        yield msgspec.json.encode({"id": d.id, "text": d.text, "label": _triples(d)}) + b"\n"


def write_presidio(documents: Iterable[tuple[str, Document]]) -> Iterator[bytes]:
    """Yield the array that presidio-research reads by `InputSample.read_dataset_json`; the id is its sample_id."""
    rows = (
        {"full_text": d.text, "sample_id": d.id,
         "spans": [{"entity_type": s.label, "entity_value": d.text[s.start : s.end],
                    "start_position": s.start, "end_position": s.end} for s in d.gold]}
        for _, d in documents
    )  # fmt: skip
    return _array(rows)


def write_spacy(documents: Iterable[tuple[str, Document]]) -> Iterator[bytes]:
    """Yield the array of [text, {"entities": [[start, end, label]]}] that spaCy's `Example.from_dict` takes."""
    return _array([d.text, {"entities": _triples(d)}] for _, d in documents)


def _triples(document: Document) -> list[tuple[int, int, str]]:
    return [(s.start, s.end, s.label) for s in document.gold]


def _array(rows: Iterable[Any]) -> Iterator[bytes]:
    begin = b"[\n"
    for row in rows:
        yield begin + msgspec.json.encode(row)
        begin = b",\n"
    yield b"\n]\n" if begin == b",\n" else b"[]\n"
