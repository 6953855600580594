"""Ends of hospital notes: signatures, transcription lines, copies and page feet."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, Piece, join

_TEXT = read("phrases/hospital_signature")
SIGNED = _TEXT.lines("signed")
TYPED = _TEXT.lines("typed")
FEET = _TEXT.lines("feet")


def ending(c: Cast, signs: tuple[str, ...] = SIGNED) -> Marked | None:
    """The end of a note: signature, transcription lines, page foot; None for nothing."""
    parts: list[Piece] = []
    if c.chance(0.85):
        parts.append(c.any(*signs))
    if signs is SIGNED and c.chance(0.1):
        parts.append(c.any(*SIGNED))
    if c.chance(0.3):
        parts.append(c.any(*TYPED))
    if c.chance(0.2):
        parts.append(c.any(*FEET))
    return join(*parts, sep=c.pick(("\n", "\n", "\n\n"))) if parts else None
