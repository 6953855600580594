"""Two invented notes that `redactor llm check` has read, as a run has notes read whole."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass

from redactor.detect.cascade.passes import PROMPT, PassOptions, find_more
from redactor.keys import DerivedKey
from redactor.llm.cache import MemoryAnswers
from redactor.llm.client import Client
from redactor.llm.ledger import MemoryLedger
from redactor.llm.prompts import load
from redactor.settings import LlmSettings
from redactor.text import BY_LLM, Note

# Each with what identifies somebody in it.
_NOTES = (
    (
        "Margaret Holloway, 76 years old, was admitted to Saint Brannoc Hospital on 14 March 2024 with pneumonia."
        " She was given 76 mg of enoxaparin. Her daughter can be reached at (415) 555-0132. Dr. Tobias Lindqvist",
        ("Margaret Holloway", "76", "14 March 2024", "(415) 555-0132", "Tobias Lindqvist"),
    ),
    (
        "pt walked in w/ his brother osgood, works as a ferry pilot. MRN 00417733. Parkinson disease, stable on"
        " levodopa 100 mg three times a day.",
        ("osgood", "00417733"),
    ),
)


@dataclass(frozen=True, slots=True)
class NoteRead:
    """found: texts with their entities. missed: of what the note holds. failure: why it was not read whole."""

    found: tuple[tuple[str, str], ...]
    missed: tuple[str, ...]
    failure: str | None


def read_notes(settings: LlmSettings) -> list[NoteRead]:
    """What the model finds in each note."""
    notes = [Note(str(n), text, hints=BY_LLM) for n, (text, _) in enumerate(_NOTES)]
    options = PassOptions(
        DerivedKey(os.urandom(32)), load(PROMPT), passes=settings.passes, chunk_words=settings.chunk_words
    )
    with closing(Client(settings, MemoryLedger())) as client:
        results = find_more(client, MemoryAnswers(), notes, [()] * len(notes), options)
    read = []
    for note, (_, held), result in zip(notes, _NOTES, results, strict=True):
        found = tuple((note.text[s.start : s.end], s.entity.value) for s in result.spans)
        missed = tuple(value for value in held if not any(value in text for text, _ in found))
        read.append(NoteRead(found, missed, None if result.failure is None else result.failure.value))
    return read
