"""A ward's beds handed over aloud."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.conversation import recorded
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/calls_dialogues/group_talks")
_BEDS = _TEXT.lines("beds")
_CLOSE = _TEXT.lines("close")
_OPEN = _TEXT.lines("open")


def bed_handover(c: Cast) -> Marked:
    """A ward's beds told one after another, as one voice says it or with a line for each."""
    beds = c.rng.sample(_BEDS, c.rng.randint(4, len(_BEDS)))
    said = [c.any(*_OPEN), *(c.say(t) for t in beds), *(c.say(t) for t in c.rng.sample(_CLOSE, c.rng.randint(1, 5)))]
    if c.chance(0.3):
        for _ in range(c.rng.randint(1, 3)):
            said.insert(
                c.rng.randrange(1, len(said)), c.say("[[Sorry, who?|{cry}.|Which {heb}?|{wg:e}?|(laughter)|Again?]]")
            )
    quote = c.pick(("", "", '"'))
    return recorded(c, join(quote, join(*said, sep=c.pick((" ", " ", "\n", "\n", "\n- ", " ... "))), quote))
