"""Detection: notes in, readings out. One protocol, a module for each detector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from redactor.text import Note, Reading


@runtime_checkable
class Detector(Protocol):
    """Finds entities. Synchronous and deterministic; the reading of a note does not depend on its batch."""

    @property
    def name(self) -> str:
        """Short and stable, without a colon: the sources of spans and the audit hold it."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same note could read differently."""
        ...

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """One reading per note, in order; offsets are characters of the note's own text."""
        ...
