"""Read gold and predictions from files of annotation tools, which are recognised by their content and suffix.

The project's own form is JSONL, a document on each line: {"id", "text"?, "spans": [{"start", "end", "label"}]}. JSON
and JSONL of doccano, Presidio and spaCy, XML of i2b2 2014, brat and CoNLL are read beside it. Offsets count characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from redactor.errors import EvaluationError
from redactor.evaluate import gold_formats
from redactor.evaluate.spans import Document, Labelled

_LONGEST = 1_000_000_000  # assumed characters of a text that is not given
_HEAD = 4096  # bytes that show the format
_READ = (
    "read are JSONL of redactor or doccano, JSON of Presidio or spaCy (.json, .jsonl), XML of i2b2 2014 (.xml), brat"
    " (.ann beside .txt) and CoNLL (.conll, .bio, .iob, .tsv); see docs/guide/detection.md"
)
_JSON = frozenset({".json", ".jsonl", ".ndjson"})
_CONLL = frozenset({".conll", ".bio", ".iob", ".iob2", ".tsv"})
_SUFFIXES = {"xml": frozenset({".xml"}), "brat": frozenset({".ann"}), "conll": _CONLL, "json": _JSON}
_TEXTS = ("text", "full_text", "data")
_SPANS = ("spans", "entities", "ents", "label", "labels")
# The names of a span's start, end and label: those of redactor, spaCy and Prodigy, of Presidio, and of doccano.
_STARTS = ("start", "start_position", "start_offset")
_ENDS = ("end", "end_position", "end_offset")
_LABELS = ("label", "entity_type")


def read_gold(path: Path, group: str | None = None, *, annotated: bool = False) -> Iterator[Document]:
    """Yield the documents of a file or folder without predictions. group: the field whose value groups them ("kind").
    annotated: refuse a text that says nothing of spans, which nobody annotated.

    Raises EvaluationError, which names a line or a number and no content.
    """
    seen: set[str] = set()
    for place, document in _documents(path, group, annotated):
        if document.id in seen:
            raise EvaluationError(f"{place}: its id stood before; ids must differ")
        seen.add(document.id)
        yield document


def read_predictions(path: Path) -> dict[str, tuple[Labelled, ...]]:
    """Return the spans of a file by document id, as `redactor detect` writes them."""
    found: dict[str, tuple[Labelled, ...]] = {}
    for line, row in _numbered_rows(path, path.name):
        place = f"{path.name}, line {line}"
        if not isinstance(row, dict) or "id" not in row:
            raise EvaluationError(f"{place}: no object with an id")
        if str(row["id"]) in found:
            raise EvaluationError(f"{place}: its id stood before; ids must differ")
        found[str(row["id"])] = _checked_spans(row.get("spans"), place, None)
    return found


def _documents(path: Path, group: str | None, annotated: bool) -> Iterator[tuple[str, Document]]:
    """Yield each document after the words that say where it stands."""
    if path.is_dir():
        yield from _of_folder(path, group, annotated)
        return
    yield from _of_file(_kind(path), path, path.name, group, annotated)


def _of_file(kind: str, path: Path, place: str, group: str | None, annotated: bool) -> Iterator[tuple[str, Document]]:
    """Yield the documents of a file of a kind. place: names the file in messages."""
    if kind == "json":
        yield from _of_rows(path, place, group, annotated)
    elif kind == "xml":
        yield place, gold_formats.read_i2b2(path, place)
    elif kind == "brat":
        yield place, gold_formats.read_brat(path, place)
    else:
        for n, document in enumerate(gold_formats.read_conll(path, place), 1):
            yield f"{place}, document {n}", document


def _kind(path: Path) -> str:
    """Return the format of a file. Raises EvaluationError if none fits."""
    suffix = path.suffix.lower()
    if suffix == ".ann":
        return "brat"
    with path.open("rb") as file:
        head = file.read(_HEAD).removeprefix(b"\xef\xbb\xbf").lstrip()
    if suffix == ".xml" or head.startswith(b"<"):
        return "xml"
    if suffix in _CONLL or (suffix not in _JSON and gold_formats.is_conll(head)):
        return "conll"
    if suffix in _JSON or head[:1] in (b"{", b"["):
        return "json"
    raise EvaluationError(f"{path.name} is in no format of gold; {_READ}")


def _of_folder(folder: Path, group: str | None, annotated: bool) -> Iterator[tuple[str, Document]]:
    """Yield the documents of all files of the one format that a folder holds. A brat folder has .txt files too.

    Messages name a file by its number: its name may be a patient's.
    """
    files = sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))
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
    (kind,) = wanted
    for n, path in enumerate((p for p in files if p.suffix.lower() in _SUFFIXES[kind]), 1):
        place = f"{folder.name}, file {n} in the order of names"
        name = path.relative_to(folder).with_suffix("").as_posix()
        for i, (_, document) in enumerate(_of_file(kind, path, place, group, annotated), 1):
            of_file = document.id if kind == "json" else (name if i == 1 else f"{name}:{i}")
            yield place, Document(of_file, document.text, document.gold, (), document.group)


def _of_rows(path: Path, of_file: str, group: str | None, annotated: bool) -> Iterator[tuple[str, Document]]:
    """Yield the documents of JSON of any of the tools. of_file: names the file in messages."""
    for number, row in _numbered_rows(path, of_file):
        place = f"{of_file}, line {number}"
        pair = _as_pair(row)
        if pair is not None:
            row = {"full_text": pair[0], **pair[1]}
        if not isinstance(row, dict):
            raise EvaluationError(f"{place}: no object with an id")
        key = next((k for k in _SPANS if isinstance(row.get(k), list)), "spans")
        if annotated and not any(k in row for k in _SPANS):
            raise EvaluationError(
                f"{place}: no spans; an annotated text in which nothing stands has an empty list of them"
            )
        is_own = key == "spans" and "full_text" not in row
        if is_own and "id" not in row:
            raise EvaluationError(f"{place}: no object with an id")
        text = next((row[k] for k in _TEXTS if k in row), None)
        if text is not None and not isinstance(text, str):
            raise EvaluationError(f"{place}: text is not a string")
        spans = _checked_spans(row.get(key), place, None if text is None else len(text))
        if text is not None:
            quoted = [s.get("entity_value") if isinstance(s, dict) else None for s in row.get(key) or ()]
            gold_formats.check_texts(text, [([s], q) for s, q in zip(spans, quoted, strict=True)], place)
        told = str(row.get(group, "")) if group else ""
        yield place, Document(str(row.get("id", number)), text or "", spans, (), told)


def _as_pair(row: Any) -> tuple[str, dict[str, Any]] | None:
    """Return the text and the annotations of spaCy's [text, {"entities": [[start, end, label]]}], or None."""
    if isinstance(row, list) and len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], dict):
        return row[0], row[1]
    return None


def _numbered_rows(path: Path, place: str) -> Iterator[tuple[int, Any]]:
    """Yield the rows of JSONL with the numbers of their lines, or the elements of one JSON value with theirs."""
    with path.open("rb") as lines:
        first = lines.readline()
        while first and not first.strip():
            first = lines.readline()
        lines.seek(0)
        if first.strip() in (b"[", b"{") or first.lstrip(b"\xef\xbb\xbf \t")[:1] == b"[":
            yield from _elements(lines.read(), place)
        else:
            yield from _decoded_lines(lines, place)


def _elements(data: bytes, place: str) -> Iterator[tuple[int, Any]]:
    """Yield the elements of a whole file. A file of arrays, one on each line, counts as lines."""
    try:
        whole = _decoded(data, place)
    except EvaluationError:
        yield from _decoded_lines(data.splitlines(), place)
        return
    if isinstance(whole, dict) and isinstance(whole.get("annotations"), list):
        whole = whole["annotations"]
    yield from enumerate(whole if isinstance(whole, list) and _as_pair(whole) is None else [whole], start=1)


def _decoded_lines(lines: Iterable[bytes], place: str) -> Iterator[tuple[int, Any]]:
    for number, raw in enumerate(lines, start=1):
        if raw.strip():
            yield number, _decoded(raw, f"{place}, line {number}")


def _decoded(raw: bytes, place: str) -> Any:
    try:
        return msgspec.json.decode(raw.removeprefix(b"\xef\xbb\xbf"))
    except UnicodeDecodeError:
        raise EvaluationError(f"{place}: not UTF-8; convert the file, which changes no offset in characters") from None
    except (msgspec.DecodeError, RecursionError):
        raise EvaluationError(f"{place}: no JSON") from None


def _checked_spans(found: Any, place: str, length: int | None) -> tuple[Labelled, ...]:
    try:
        spans = tuple(_span(s) for s in found or ())
    except (KeyError, TypeError, ValueError):
        raise EvaluationError(f"{place}: a span needs start and end, whole numbers, and label") from None
    if any(not 0 <= s.start < s.end <= (_LONGEST if length is None else length) for s in spans):
        raise EvaluationError(f"{place}: a span is empty, or lies outside of its text (offsets are characters)")
    return spans


def _span(found: Any) -> Labelled:
    """Return a span of a dictionary, or of [start, end, label]."""
    if isinstance(found, list):
        start, end, label = found
    else:
        start, end, label = (found[_first(found, keys)] for keys in (_STARTS, _ENDS, _LABELS))
    return Labelled(_checked_offset(start), _checked_offset(end), str(label))


def _first(found: dict[str, Any], keys: tuple[str, ...]) -> str:
    """Return the first of the keys that the dictionary has. Raises KeyError."""
    for key in keys:
        if key in found:
            return key
    raise KeyError(keys[0])


def _checked_offset(value: object) -> int:
    if type(value) is not int:  # 3.7 is refused, since such an offset counts no characters
        raise TypeError("offset")
    return value
