"""Speech without punctuation: one caller alone, and rounds of very short turns."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.conversation import halting, misheard
from corpus.engine.layouts.hasty_typing import bare, lowered
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/calls_dialogues/unpunctuated_talk")
_WHO = _TEXT.lines("who")
_WHY = _TEXT.lines("why")
_WHERE = _TEXT.lines("where")
_HOW = _TEXT.lines("how")
_IDLE = _TEXT.lines("idle")


def caller_monologue(c: Cast) -> Marked:
    """One caller: who, why, where and how, with idle talk between; most often without capitals and stops."""
    bits = [c.any(*_WHO)]
    for pool, most in ((_WHY, 3), (_WHERE, 2), (_HOW, 2)):
        bits += [c.say(t) for t in c.rng.sample(pool, c.rng.randint(0, most))]
    for _ in range(c.rng.randint(0, 3)):
        bits.insert(c.rng.randrange(1, len(bits) + 1), c.any(*_IDLE))
    said = join(*bits, sep=c.pick((". ", " so ", " and ", " and um ", ", ", " okay ", "... ", " ")))
    if c.chance(0.5):
        said = halting(c, said, c.pick((0.02, 0.05, 0.08)))
    if c.chance(0.75):
        said = bare(lowered(misheard(c, said, c.pick((0.0, 0.1, 0.25)))))
    return said


_ROUND = _TEXT.lines("round")
_SIGNS = (
    ("", ""), ("- ", "- "), ("Q: ", "A: "), ("Q. ", "A. "), ("M: ", "F: "), ("1: ", "2: "), ("N ", "P "),
    ("Me: ", "Them: "),
    ("[Staff] ", "[Client] "), ("INT: ", "RES: "), ("> ", ">> "), ("Dr\t", "Pt\t"),
    ("PT\n", "DR\n"), ("SPK1 ", "SPK2 "),
)  # fmt: skip


def short_turns(c: Cast) -> Marked:
    """Exchanges of very short turns, two or three labels of any sort by turns."""
    a, b = c.pick(_SIGNS)
    lines: list[Marked] = []
    for t in c.rng.sample(_ROUND, c.rng.randint(1, 7)):
        lines += [join(b if i % 2 else a, c.say(turn)) for i, turn in enumerate(t.split(" >> "))]
    said = join(*lines, sep=c.pick(("\n", "\n", "\n", "\n\n", " ")) if a else c.pick(("\n", "\n", " ", " / ")))
    return bare(lowered(said)) if c.chance(0.25) else said
