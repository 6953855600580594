"""All types of note that the training corpus is made of."""

from __future__ import annotations

from redactor.synth.notes.types import (
    NoteType,
    clinic,
    dialogues,
    emergency,
    forms,
    inpatient,
    letters,
    mended_numbers,
    mended_people,
    mended_places,
    mended_plain,
    mended_signs,
    messages,
    perioperative,
    prose,
    queries,
    reports,
    snippets,
    social,
    spoken,
)

TYPES: tuple[NoteType, ...] = tuple(
    kind
    for module in (
        inpatient, perioperative, reports, emergency, clinic, letters, forms, social,
        queries, messages, dialogues, spoken, prose, snippets,
        mended_signs, mended_people, mended_numbers, mended_places, mended_plain,
    )
    for kind in module.TYPES
)  # fmt: skip
