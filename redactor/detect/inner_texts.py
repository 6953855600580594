"""The texts that stand within a note and are read as notes of their own: what it hides, and what was said in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from redactor.detect.readable import readable_texts
from redactor.detect.spoken import spoken_view
from redactor.text import Note, Span, TextKind


class InnerText(Protocol):
    """A text within a note, with a way back."""

    @property
    def text(self) -> str: ...

    def own_spans(self) -> Iterator[Span]:
        """What it holds whatever the detectors find, in offsets of the note."""
        ...

    def map_spans(self, found: Iterable[Span]) -> Iterator[Span]:
        """What the detectors found in it, in offsets of the note."""
        ...


def inner_texts(note: Note) -> tuple[InnerText, ...]:
    """The inner texts of a note; most notes have none. A transcript has its written form."""
    hidden = readable_texts(note.text)
    if note.kind is not TextKind.SPEECH:
        return hidden
    view = spoken_view(note.text)
    return (*hidden, view) if view.changed else hidden
