"""Find the texts within a note that are read as notes: decoded stretches, and the written form of speech."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from redactor.detect.readable import readable_texts
from redactor.detect.spoken import spoken_view
from redactor.text import Note, Span, TextKind


class InnerText(Protocol):
    """An inner text stands within a note and maps spans back to it."""

    @property
    def text(self) -> str: ...

    def certain_spans(self) -> Iterator[Span]:
        """Yield the spans that the inner text holds whatever the detectors find, in offsets of the note."""
        ...

    def map_spans(self, found: Iterable[Span]) -> Iterator[Span]:
        """Yield the spans that the detectors found in the inner text, in offsets of the note."""
        ...


def inner_texts(note: Note) -> tuple[InnerText, ...]:
    """Return the inner texts of a note; most notes have none, and a transcript has its written form."""
    hidden = readable_texts(note.text)
    if note.kind is not TextKind.SPEECH:
        return hidden
    view = spoken_view(note.text)
    return (*hidden, view) if view.changed else hidden
