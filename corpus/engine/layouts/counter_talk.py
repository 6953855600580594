"""Talk at counters: letters and numbers read out, one voice alone, talk in which nobody is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.conversation import Tale, conversation_excerpt, loose_turns, recorded
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/calls_dialogues/counter_talks")
_ALONE = _TEXT.lines("alone")


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


_READ = _TEXT.lines("read")


def _either(*makers: Callable[[Cast], Marked]) -> Callable[[Cast], Marked]:
    return lambda c: c.pick(makers)(c)


def talk_without_names(t: Tale) -> Callable[[Cast], Marked]:
    """Talk during a procedure; nobody is named."""
    return _either(loose_turns(t, least=2, most=16), conversation_excerpt(t, most=8))
