"""Face sheets whose labels stand above their values."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.printed_paper import ADULT, worn
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/face_sheet")
_FACE = _TEXT.lines("face")


def face_sheet(c: Cast) -> Marked:
    """Labels above their values, in capitals, as a printout has them; a few labels stand above nothing."""
    ADULT(c)
    said = [c.say(t) for t in c.rng.sample(_FACE, c.rng.randint(4, len(_FACE)))]
    head = c.any("REGISTRATION FACE SHEET", "{capsite}\nADMISSION RECORD", "FACE SHEET", "INPATIENT REGISTRATION")
    return worn(c, join(head, *said, sep=c.pick(("\n", "\n", "\n\n"))))
