"""The type of a note, and the types of a layout's parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from corpus.engine.cast import Cast
from redactor.sample.marked import Marked

Write = Callable[[Cast], Marked]

SECTION = "the raw text of a section"
# A layout's parameter of this type is named by a section of the note file and gets its raw text; a parameter that is a
# sequence of strings gets the section's templates.
Block = Annotated[str, SECTION]


@dataclass(frozen=True, slots=True)
class NoteType:
    """A type of note. write: gives a new note each time, its identifiers marked. weight: how often among its kind."""

    name: str
    write: Write
    weight: float = 1.0
