"""Read and write brat's standoff format: NAME.txt with the text, and NAME.ann with a line for each span."""

from __future__ import annotations

import re

from redactor.errors import EvaluationError
from redactor.evaluate.formats.annotated import Annotated, Mark
from redactor.evaluate.spans import Document, Labelled

_LINE_END = re.compile("[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def read_brat(text: str, notes: str, name: str, place: str) -> Annotated:
    """Return the document of the .txt file and the .ann file beside it. A span in pieces counts as one span a piece."""
    marks: list[Mark] = []
    for number, line in enumerate(notes.split("\n"), 1):
        if not line.startswith("T"):
            continue  # relations, events, attributes and remarks
        try:
            _, middle, words = line.rstrip("\r").split("\t", 2)
            label, offsets = middle.split(" ", 1)
            borders = [piece.split(" ") for piece in offsets.split(";")]
            marks.append(Mark(tuple(Labelled(int(start), int(end), label) for start, end in borders), words))
        except ValueError:
            raise EvaluationError(
                f"{place}, line {number}: a span of brat is ID, label with offsets, and text"
            ) from None
    return Annotated(place, name, text, tuple(marks))


def write_brat(document: Document, place: str) -> dict[str, bytes]:
    """Return the two files of a document, by their suffixes. Line ends in quotations are blanks, as in brat's own.

    Raises EvaluationError if a label has blanks, or the text begins with U+FEFF, which readers take away.
    """
    if any(not s.label or re.search(r"\s", s.label) for s in document.gold):
        raise EvaluationError(f"{place}: a label is empty or has blanks, which brat cannot hold; map it with --labels")
    if document.text.startswith("\ufeff"):
        raise EvaluationError(f"{place}: its text begins with U+FEFF, which readers of brat take for no character")
    lines = [
        f"T{n}\t{s.label} {s.start} {s.end}\t{_LINE_END.sub(' ', document.text[s.start : s.end])}\n"
        for n, s in enumerate(document.gold, 1)
    ]
    return {".txt": document.text.encode(), ".ann": "".join(lines).encode()}
