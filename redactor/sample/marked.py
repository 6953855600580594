"""Build texts that record where their identifiers are.

Everything that the generator writes, from a family name in a HumanName to a note of five pages, is a `str` (without
identifiers) or a `Marked` (text and marks). Joining, escaping and encoding keep the offsets, so that the gold is exact
by construction and is never searched for afterwards.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from string import Formatter
from typing import Any

from redactor.entities import Entity


class Near(StrEnum):
    """A near-miss looks like an identifier. It has a label in training text and is never part of a sink's gold."""

    YEAR = "YEAR"  # a year alone
    CLOCK = "CLOCK"  # a time of day
    ROOM = "ROOM"  # a room or a bed
    DEPARTMENT = "DEPARTMENT"  # a ward, a clinic or a team within an organisation


@dataclass(frozen=True, slots=True)
class Mark:
    """An identifier at text[start:end].

    subject: a reference such as "Patient/x" to the person whom it identifies. value: the identifier as a person reads
    it, which differs from text[start:end] where markup escapes it ("Hart &amp; Sons").
    """

    start: int
    end: int
    entity: Entity | Near
    subject: str | None
    value: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with its marks, in order and without overlaps.

    Example:

        join("Seen by ", mark("Ann Doe", Entity.DOCTOR), ".").marks[0].start   # 8
    """

    text: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkedNumber:
    """A JSON number that identifies (a coordinate)."""

    value: Decimal
    entity: Entity
    subject: str | None


@dataclass(frozen=True, slots=True)
class Encoded:
    """The content of an attachment: base64 of the source in its charset. The marks are those of the decoded source."""

    data: str
    source: Marked


Piece = str | Marked


def mark(value: str, entity: Entity | Near, subject: str | None = None) -> Marked:
    """Return a text that is one identifier from end to end; an empty text has no mark."""
    return Marked(value, (Mark(0, len(value), entity, subject, value),) if value else ())


def join(*pieces: Piece, sep: str = "") -> Marked:
    """Concatenate the pieces. Their marks move along."""
    texts: list[str] = []
    marks: list[Mark] = []
    at = 0
    for i, piece in enumerate(pieces):
        if sep and i:
            texts.append(sep)
            at += len(sep)
        if isinstance(piece, str):
            texts.append(piece)
            at += len(piece)
        else:
            texts.append(piece.text)
            marks.extend(Mark(m.start + at, m.end + at, m.entity, m.subject, m.value) for m in piece.marks)
            at += len(piece.text)
    return Marked("".join(texts), tuple(marks))


@lru_cache(maxsize=65_536)
def _parsed_template(template: str) -> tuple[tuple[str, str | None, str], ...]:
    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(template))


def fill_template(template: str, field: Callable[[str, str], Piece]) -> Marked:
    """Fill a template such as "{pt} was seen on {date:-3}"; field(name, spec) returns the text of each field."""
    pieces: list[Piece] = []
    for literal, name, spec in _parsed_template(template):
        if literal:
            pieces.append(literal)
        if name is not None:
            pieces.append(field(name, spec))
    return join(*pieces)


def escape(source: Marked, change: Callable[[str], str]) -> Marked:
    """Convert the source to another notation. change: rewrites a run of text, character by character."""
    texts: list[str] = []
    marks: list[Mark] = []
    at = last = 0
    for m in source.marks:
        before, inside = change(source.text[last : m.start]), change(source.text[m.start : m.end])
        at += len(before)
        texts += (before, inside)
        marks.append(Mark(at, at + len(inside), m.entity, m.subject, m.value))
        at += len(inside)
        last = m.end
    texts.append(change(source.text[last:]))
    return Marked("".join(texts), tuple(marks))


def split_lines(source: Marked) -> list[Marked]:
    """Split the source at line ends. No mark crosses a line end."""
    out: list[Marked] = []
    todo = iter((*source.marks, None))
    m = next(todo)
    at = 0
    for line in source.text.split("\n"):
        marks: list[Mark] = []
        while m is not None and m.start < at + len(line):
            marks.append(Mark(m.start - at, m.end - at, m.entity, m.subject, m.value))
            m = next(todo)
        out.append(Marked(line, tuple(marks)))
        at += len(line) + 1
    return out


def encode(source: Piece, charset: str = "utf-8") -> Encoded:
    """Encode the source as base64. Raises UnicodeEncodeError if the charset lacks a character."""
    held = source if isinstance(source, Marked) else Marked(source)
    return Encoded(base64.b64encode(held.text.encode(charset)).decode("ascii"), held)


Emit = Callable[[str, int | None, int | None, Mark, str], None]


def render(node: Any, emit: Emit, path: str = "") -> Any:
    """Return the JSON tree without marks, and call emit(path, start, end, mark, surface) for each mark, in document
    order.

    start and end are None if the mark is the whole value of its path.
    """
    kind = type(node)
    if kind is dict:
        return {k: render(v, emit, f"{path}.{k}" if path else k) for k, v in node.items()}
    if kind is list:
        return [render(v, emit, f"{path}[{i}]") for i, v in enumerate(node)]
    if kind is Marked:
        text: str = node.text
        for m in node.marks:
            if m.start == 0 and m.end == len(text):
                emit(path, None, None, m, text)
            else:
                emit(path, m.start, m.end, m, text[m.start : m.end])
        return text
    if kind is Encoded:
        for m in node.source.marks:
            emit(path, m.start, m.end, m, node.source.text[m.start : m.end])
        return node.data
    if kind is MarkedNumber:
        emit(path, None, None, Mark(0, 0, node.entity, node.subject, str(node.value)), str(node.value))
        return node.value
    return node
