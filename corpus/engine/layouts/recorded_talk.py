"""These layouts write talk as a recorder writes it down: counters, handovers, monologues and very short turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.conversation import Tale, conversation_excerpt, halting, loose_turns, misheard, recorded
from corpus.engine.layouts.hasty_typing import bare, lowered
from corpus.engine.layouts.mixed_lines import Pool
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_COUNTER_TEXT = read("notes/calls_dialogues/counter_talks")
_ALONE = _COUNTER_TEXT.lines("alone")


def one_voice(c: Cast) -> Marked:
    """One voice, a story or two without a stop."""
    c.once("patient birth", lambda: c.day.replace(year=c.day.year - c.rng.randint(38, 84), day=1))
    said: Sequence[str] = c.rng.sample(_ALONE, c.pick((1, 1, 2, 3, 4)))
    text = join(*map(c.say, said), sep=c.pick((" ", " ", "\n", ". ")))
    return recorded(c, text)


def read_out(c: Cast) -> Marked:
    """Names and numbers read out and read back at a desk, line for line."""
    lines = c.rng.sample(_READ, c.rng.randint(2, 9))
    return recorded(c, join(*map(c.say, lines), sep=c.pick(("\n", "\n", " "))))


_READ = _COUNTER_TEXT.lines("read")


def _either(*makers: Callable[[Cast], Marked]) -> Callable[[Cast], Marked]:
    return lambda c: c.pick(makers)(c)


def talk_without_names(t: Tale) -> Callable[[Cast], Marked]:
    """Talk during a procedure; nobody is named."""
    return _either(loose_turns(t, least=2, most=16), conversation_excerpt(t, most=8))


_JOINTS = (" ", " ", " ", " and ", " so ", " um ", " okay ", " and then ", " uh ", "\n", "\n", ", ", ". ", "... ")
_SPEAKERS = (
    ("nurse: ", "doctor: "), ("a ", "b "), ("> ", "> "), ("speaker 1: ", "speaker 2: "), ("rn ", "md "), ("- ", "- "),
    ("", ""), ("off: ", "on: "),
)  # fmt: skip


def spoken_facts(*pools: Pool, plain: Pool, least: int = 1, most: int = 6) -> Callable[[Cast], Marked]:
    """Between least and most utterances of the pools, each amid plain ones; one speaker or two by turns."""

    def write(c: Cast) -> Marked:
        amid = c.pick((0.3, 0.5, 0.7))
        said: list[Marked] = []
        for _ in range(c.rng.randint(least, most)):
            while c.chance(amid):
                said.append(c.any(*plain))
            said.append(c.say(c.pick(c.pick(pools))))
        if c.chance(0.5):
            said.append(c.any(*plain))
        if c.chance(0.25):
            signs = c.pick(_SPEAKERS)
            text = join(*(join(signs[i % 2], x) for i, x in enumerate(said)), sep="\n")
        else:
            text = join(*said, sep=c.pick(_JOINTS))
        if c.chance(0.4):
            text = halting(c, text, c.pick((0.02, 0.05)))
        return bare(lowered(text)) if c.chance(0.88) else text

    return write


_GROUP_TEXT = read("notes/calls_dialogues/group_talks")
_BEDS = _GROUP_TEXT.lines("beds")
_CLOSE = _GROUP_TEXT.lines("close")
_OPEN = _GROUP_TEXT.lines("open")


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
