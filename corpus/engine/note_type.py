"""Types of note for training, by where they are written. `catalogue.TYPES` holds all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from corpus.engine.cast import Cast
from redactor.sample.marked import Marked


@dataclass(frozen=True, slots=True)
class NoteType:
    """A type of note. write: gives a new note each time, its identifiers marked. weight: how often among its kind."""

    name: str
    write: Callable[[Cast], Marked]
    weight: float = 1.0
