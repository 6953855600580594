"""Detection: notes in, readings out. A protocol for detectors, and one for what reads what they found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from redactor.text import Note, Reading, Span


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


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What a second reader found in a note.

    reading: its own spans, with its counters. dismissed: spans of detectors that it was asked about and has cleared.
    """

    reading: Reading
    dismissed: frozenset[Span] = frozenset()


class Pending(Protocol):
    """Readings that a second reader has begun."""

    def result(self) -> list[SecondReading]:
        """One a note, in order; waits for them. A note that it cannot judge is incomplete, and says why."""
        ...


class SecondReader(Protocol):
    """Reads what the detectors found: it may ask about it, and find more. The LLM cascade is one.

    The reading of a note does not depend on its batch.
    """

    @property
    def name(self) -> str:
        """As of a detector."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same note could read differently with the same answers."""
        ...

    def begin(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> Pending:
        """Begin to read notes, without waiting. readings: of each note, one by each detector."""
        ...
