"""Read gold and predictions from JSONL files with a document on each line.

A line is {"id", "text"?, "spans": [{"start", "end", "label"}]}.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from redactor.errors import EvaluationError
from redactor.evaluate.spans import Document, Labelled

_LONGEST = 1_000_000_000  # assumed characters of a text that is not given


def read_gold(path: Path, group: str | None = None) -> Iterator[Document]:
    """Yield the documents of a file without predictions. group: the field whose value groups them ("kind")."""
    seen: set[str] = set()
    for line, row in _numbered_rows(path):
        if str(row["id"]) in seen:
            raise EvaluationError(f"{path.name}, line {line}: its id stood before; ids must differ")
        seen.add(str(row["id"]))
        text = row.get("text")
        if text is not None and not isinstance(text, str):
            raise EvaluationError(f"{path.name}, line {line}: text is not a string")
        spans = _checked_spans(row, path, line, None if text is None else len(text))
        yield Document(str(row["id"]), text or "", spans, (), str(row.get(group, "")) if group else "")


def read_predictions(path: Path) -> dict[str, tuple[Labelled, ...]]:
    """Return the spans of a file by document id, as `redactor detect` writes them."""
    found: dict[str, tuple[Labelled, ...]] = {}
    for line, row in _numbered_rows(path):
        if str(row["id"]) in found:
            raise EvaluationError(f"{path.name}, line {line}: its id stood before; ids must differ")
        found[str(row["id"])] = _checked_spans(row, path, line, None)
    return found


def _numbered_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    with path.open("rb") as lines:
        for number, raw in enumerate(lines, start=1):
            if not raw.strip():
                continue
            try:
                row = msgspec.json.decode(raw)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise EvaluationError(f"{path.name}, line {number}: no JSON") from None
            if not isinstance(row, dict) or "id" not in row:
                raise EvaluationError(f"{path.name}, line {number}: no object with an id")
            yield number, row


def _checked_spans(row: dict[str, Any], path: Path, line: int, length: int | None) -> tuple[Labelled, ...]:
    try:
        spans = tuple(
            Labelled(_checked_offset(s["start"]), _checked_offset(s["end"]), str(s["label"]))
            for s in row.get("spans") or ()
        )
    except (KeyError, TypeError, ValueError):
        raise EvaluationError(
            f"{path.name}, line {line}: a span needs start and end, whole numbers, and label"
        ) from None
    if any(not 0 <= s.start <= s.end <= (_LONGEST if length is None else length) for s in spans):
        raise EvaluationError(f"{path.name}, line {line}: a span lies outside of its text (offsets are characters)")
    return spans


def _checked_offset(value: object) -> int:
    if type(value) is not int:  # 3.7 is refused, since such an offset counts no characters
        raise TypeError("offset")
    return value
