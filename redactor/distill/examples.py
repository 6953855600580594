"""Read and write training examples: a text, its labelled spans, and the ranges whose label is unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from redactor.entities import Entity
from redactor.errors import ExamplesError
from redactor.files.atomic_file import atomic
from redactor.sample.marked import Marked, Near

# The subject of marks whose label is unknown, so that the loss ignores their characters.
UNKNOWN = "?"
CLINICAL_FIELD = "clinical field"
"""The kind of examples that are a short field of a record instead of a note."""
_LABELS = frozenset([*(e.value for e in Entity), *(n.value for n in Near)])


@dataclass(frozen=True, slots=True)
class Example:
    """A training text. Offsets are half-open characters of `text`, in order and without overlaps.

    kind: the type of note ("discharge summary", "dialogue", "prose"), or `CLINICAL_FIELD`. source: "generated",
    "injected", "prose", "field" or "mined". spans: (start, end, label), where the label is a value of Entity or Near.
    masked: ranges whose label is unknown.
    """

    id: str
    kind: str
    source: str
    text: str
    spans: tuple[tuple[int, int, str], ...]
    masked: tuple[tuple[int, int], ...] = ()

    @property
    def is_field(self) -> bool:
        """Tell whether the text is a clinical field of a record, which the student is told."""
        return self.kind == CLINICAL_FIELD


def example_from_marked(id: str, kind: str, source: str, marked: Marked) -> Example:
    """Return the example of a marked text; marks whose subject is `UNKNOWN` become masked ranges."""
    spans = tuple((m.start, m.end, m.entity.value) for m in marked.marks if m.subject != UNKNOWN)
    masked = tuple((m.start, m.end) for m in marked.marks if m.subject == UNKNOWN)
    return Example(id, kind, source, marked.text, spans, masked)


def write_examples(path: Path, examples: Iterable[Example]) -> int:
    """Write the examples as lines of JSON and return their number; the file appears when it is complete."""
    count = 0
    with atomic(path) as part, part.open("wb") as out:
        for count, item in enumerate(examples, start=1):  # noqa: B007 - the last count is returned
            out.write(msgspec.json.encode(_example_row(item)) + b"\n")
    return count


class _Span(msgspec.Struct):
    start: int
    end: int
    label: str


class _Line(msgspec.Struct):
    id: str | int
    text: str
    kind: str = "note"
    source: str = "notes"
    spans: list[_Span] | None = None
    masked: list[tuple[int, int]] | None = None


def read_examples(path: Path) -> Iterator[Example]:
    """Yield the examples of a file. A line without "spans" is a plain note, all of which is masked.

    Raises ExamplesError at the first line that is neither an example nor a note.
    """
    with path.open("rb") as lines:
        for number, raw in enumerate(lines, start=1):
            if not raw.strip():
                continue
            try:
                line = msgspec.json.decode(raw, type=_Line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise _malformed_line(path, number) from None
            size = len(line.text)
            spans = tuple((s.start, s.end, s.label) for s in line.spans or ())
            masked = tuple(line.masked or ()) if line.spans is not None else ((0, size),) if size else ()
            inside = all(0 <= a < b <= size for a, b in (*((a, b) for a, b, _ in spans), *masked))
            if not inside or any(label not in _LABELS for _, _, label in spans):
                raise _malformed_line(path, number)
            yield Example(str(line.id), line.kind, line.source, line.text, spans, masked)


def _example_row(item: Example) -> dict[str, Any]:
    spans = [{"start": start, "end": end, "label": label} for start, end, label in item.spans]
    head = {"id": item.id, "kind": item.kind, "source": item.source, "text": item.text}
    return head | {"spans": spans, "masked": [list(pair) for pair in item.masked]}


def _malformed_line(path: Path, number: int) -> ExamplesError:
    return ExamplesError(f"line {number} of {path.name} is neither a training example nor a note with id and text")
