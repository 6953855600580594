"""Transcripts of visits: interpreted visits, family meetings, psychiatry by video."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import heard, transcript
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/calls_dialogues/visit_transcripts")
_CHAT = _TEXT.lines("chat")
_MIND = _TEXT.lines("mind")
_WORLD = _TEXT.lines("world")
_ASIDE = (
    "[inaudible {num:1-59}:{num:10-59}]", "[crosstalk]", "(laughs)", "<unk>", "[door opens]", "[PAUSE]", "[phonetic]",
    "(keyboard)", "[END OF RECORDING]", "~ redacted ~", "[child crying]",
    "WORDS: {num:900-4000}  CONFIDENCE: 0.{num:71-98}",
)  # fmt: skip
_TOPS = _TEXT.lines("tops")


def room_transcript(first: Sequence[str], *pools: Sequence[str], most: int = 16) -> Callable[[Cast], Marked]:
    """A transcript of some of the exchanges, a few of everyday talk among them."""

    def write(c: Cast) -> Marked:
        pool = list(dict.fromkeys([*c.pick(pools), *c.rng.sample(_CHAT, 6)]))
        long = c.chance(0.12)
        pool += [*_WORLD, *_MIND] if long else []
        said = transcript(
            c, pool, 14 if long else 2, 28 if long else c.pick((5, most, most)), first if c.chance(0.7) else ()
        )
        if c.chance(0.3):
            said = join(said, "\n", c.any(*_ASIDE))
        said = heard(c, said)
        return join(c.any(*_TOPS), c.pick(("\n", "\n\n")), said) if c.chance(0.3) else said

    return write
