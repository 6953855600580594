"""Telephone calls and voicemail as a machine wrote them down."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import bare, lowered
from corpus.engine.layouts.transcript import heard, one_line, some, transcript
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/calls_dialogues/telephone_talks")
_LEFT = _TEXT.lines("left")
_WRAPPED = _TEXT.lines("wrapped")


def telephone_call(first: Sequence[str], pool: Sequence[str], most: int = 12) -> Callable[[Cast], Marked]:
    """A call as somebody or a machine wrote it down, with the telephone system's lines around it now and then."""

    def write(c: Cast) -> Marked:
        said = heard(c, transcript(c, pool, 2, c.pick((4, most)), first if c.chance(0.8) else ()))
        if c.chance(0.3):
            said = join(some(c, _WRAPPED, 1, 3), "\n", said)
        return join(said, "\n", c.say(c.pick(_WRAPPED))) if c.chance(0.2) else said

    return write


def voicemail(c: Cast) -> Marked:
    """Messages as a recogniser wrote them: no stops, no capitals; one now and then with its head."""
    said = some(c, _LEFT, 1, c.pick((1, 2, 5)), c.pick(("\n", "\n\n", " ")))
    roll = c.rng.random()
    return lowered(bare(said)) if roll < 0.75 else one_line(said)
