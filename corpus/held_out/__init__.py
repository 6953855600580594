"""Types of note that no training text is of: what a student is measured on while it is made.

Written apart from `notes.types`: they share the fields' values, but no sentence and no layout. A name's first word
tells the density of identifiers (query, note, letter, dialogue, message, form, prose); after "-plain" there are none.
"""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.held_out import clinicians, letters, papers, plain, talks

TYPES: tuple[NoteType, ...] = (*clinicians.TYPES, *letters.TYPES, *talks.TYPES, *papers.TYPES, *plain.TYPES)

__all__ = ["TYPES"]
