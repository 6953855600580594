"""The handoff from one intensive care team to the next."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hospital_header import header, titled
from corpus.engine.layouts.hospital_note import assembled, sized
from corpus.engine.layouts.hospital_signature import ending
from corpus.engine.layouts.hospital_text import PLAIN
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, Piece, join

_TEXT = read("notes/inpatient/intensive_care_notes")
_SEVERITY = _TEXT.lines("severity")
_SUMMARY = _TEXT.lines("summary")
_ACTIONS = _TEXT.lines("actions")
_SITUATION = _TEXT.lines("situation")
_SYNTHESIS = _TEXT.lines("synthesis")


def _one(c: Cast) -> Marked:
    """A patient of the list as I-PASS has it; letters are left out now and then."""
    parts: list[Piece] = [c.any(*_SUMMARY)]
    if c.chance(0.8):
        parts.insert(0, c.any(*_SEVERITY))
    for told, odds in ((_ACTIONS, 0.9), (_SITUATION, 0.7), (_SYNTHESIS, 0.6)):
        if c.chance(odds):
            parts.append(c.any(*told))
    return join(*parts, sep=c.pick(("\n", "\n", " ")))


_OTHERS = _TEXT.lines("others")


def icu_handoff(c: Cast) -> Marked:
    """A handoff of one patient, or a list of several."""
    title = (
        "[[I-PASS|IPASS Handoff|ICU Handoff|Sign-out|Night signout|Transfer of care|Cross-cover list|Shift handoff]]"
    )
    if c.chance(0.5):
        return assembled(c, header(c, title, (), 3), [_one(c)], ending(c) if c.chance(0.5) else None)
    many = c.rng.randint(2, 5) if sized(c) != "short" else 1
    lines: list[Piece] = [c.any(*_OTHERS) for _ in range(many)]
    lines.insert(c.rng.randint(0, len(lines)), _one(c))
    if c.chance(0.5):
        lines.append(c.any(*PLAIN))
    top = c.any(
        "{dept} {fulldate} [[nights|days]]",
        "{shortdate} {dr:family}->{dr3:family}",
        "[[List|Team]] B {stamp} {username}",
    )
    return assembled(c, join(titled(c, title), "\n", top), lines, ending(c) if c.chance(0.3) else None)
