"""All types of note that the training corpus is made of."""

from __future__ import annotations

from redactor.synth.notes.types import (
    NoteType,
    brief_ask,
    brief_bare,
    brief_desk,
    brief_lines,
    brief_marks,
    clinic,
    dense_abroad,
    dense_care,
    dense_hospital,
    dense_official,
    dense_tests,
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
    places_in_notes,
    places_in_rows,
    prose,
    queries,
    reports,
    sheets_charts,
    sheets_intake,
    sheets_lab,
    sheets_machine,
    sheets_papers,
    sheets_rows,
    snippets,
    social,
    spoken,
    talk_boards,
    talk_lines,
    talk_lives,
    talk_rooms,
    talk_threads,
    told_courts,
    told_learned,
    told_lives,
    told_press,
)

TYPES: tuple[NoteType, ...] = tuple(
    kind
    for module in (
        inpatient, perioperative, reports, emergency, clinic, letters, forms, social,
        queries, messages, dialogues, spoken, prose, snippets,
        mended_signs, mended_people, mended_numbers, mended_places, mended_plain,
        dense_hospital, dense_tests, dense_care, dense_abroad, dense_official,
        sheets_intake, sheets_lab, sheets_machine, sheets_papers, sheets_rows, sheets_charts,
        talk_rooms, talk_lines, talk_threads, talk_boards, talk_lives,
        brief_ask, brief_lines, brief_desk, brief_bare, brief_marks,
        told_press, told_courts, told_learned, told_lives, places_in_notes, places_in_rows,
    )
    for kind in module.TYPES
)  # fmt: skip
