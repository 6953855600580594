"""What the tests of the corpus share: types and lines by the files that hold them, and what marks owe their note."""

from __future__ import annotations

from functools import cache

from corpus.engine import catalogue, note_file
from corpus.engine.note_type import NoteType
from redactor.sample.marked import Marked


def types_of(*paths: str) -> tuple[NoteType, ...]:
    """The types of some files of `corpus/notes`, such as "letters/certificates"."""
    return tuple(kind for path in paths for kind in catalogue.types_in(f"notes/{path}"))


@cache
def type_called(name: str) -> NoteType:
    """A type of the training text by its name."""
    (found,) = (kind for kind in catalogue.trained() if kind.name == name)
    return found


def lines(reference: str) -> tuple[str, ...]:
    """The templates of a section: "notes/letters/certificates:work"."""
    path, _, section = reference.rpartition(":")
    return note_file.read(path).lines(section)


def assert_exact(note: Marked) -> None:
    """Marks stand in order and apart, within the text, and each holds its value to the character."""
    at = 0
    for m in note.marks:
        assert at <= m.start < m.end <= len(note.text)
        assert note.text[m.start : m.end] == m.value == m.value.strip()
        at = m.end
