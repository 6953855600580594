"""Define the protocols of detection: detectors read notes, second readers read what the detectors found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from redactor.text import Note, Reading, Span


@runtime_checkable
class Detector(Protocol):
    """Find entities in notes, synchronously and deterministically; the reading of a note does not depend on its batch.

    A class fits the protocol without inheriting from it:

    class Badges:
            name, version = "badges", "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
                return [Reading(tuple(find_badges(note.text))) for note in notes]
    """

    @property
    def name(self) -> str:
        """Return the short, stable name without a colon that the sources of spans and the audit hold."""
        ...

    @property
    def version(self) -> str:
        """Return a version that changes whenever the same note could read differently."""
        ...

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        """Return one reading per note, in order; offsets are characters of the text of the note."""
        ...


@dataclass(frozen=True, slots=True)
class SecondReading:
    """A second reading holds what a second reader found in a note.

    reading: the spans that it added, with its counters. dismissed: spans of detectors that it was asked about and
    cleared.
    """

    reading: Reading
    dismissed: frozenset[Span] = frozenset()


class Pending(Protocol):
    """Pending second readings have been begun by a second reader and may not be finished."""

    def result(self) -> list[SecondReading]:
        """Wait for the second readings and return one per note, in order.

        A note that the second reader cannot judge has an incomplete reading, which says why.
        """
        ...


class SecondReader(Protocol):
    """Read what the detectors found: ask about it, dismiss some of it, and find more. The LLM cascade is one.

    The second reading of a note does not depend on its batch.
    """

    @property
    def name(self) -> str:
        """Return the short, stable name without a colon that the sources of spans and the audit hold."""
        ...

    @property
    def version(self) -> str:
        """Return a version that changes whenever the same note could read differently with the same answers."""
        ...

    def begin(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> Pending:
        """Begin to read notes without waiting. readings: for each note, one reading by each detector."""
        ...
