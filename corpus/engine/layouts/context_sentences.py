"""Sentences that may stand in a note of any type: identifiers with and without a cue."""

from __future__ import annotations

from corpus.engine.note_file import read

_TEXT = read("phrases/context_sentences")
RELATIVES = _TEXT.lines("relatives")
WORK = _TEXT.lines("work")
PLACES = _TEXT.lines("places")
CLINICIANS = _TEXT.lines("clinicians")
CONTACTS = _TEXT.lines("contacts")
TIMES = _TEXT.lines("times")
NAMED = _TEXT.lines("named")
ANY = RELATIVES + WORK + PLACES + CLINICIANS + CONTACTS + TIMES + NAMED
