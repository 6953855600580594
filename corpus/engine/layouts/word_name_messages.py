"""Messages in which a word is a name here and a plain word there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import some, thumbed
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/word_name_messages")
_NAMES_THAT_ARE_WORDS = read("notes/messages/names_that_are_words")
CLEAN = _TEXT.lines("clean")
IDIOMS = _NAMES_THAT_ARE_WORDS.lines("idioms")


def word_names_mixed(*pools: Sequence[str], most: int = 7) -> Callable[[Cast], Marked]:
    """Lines of several pools, with senders before them, in one of the ways of a chat."""

    def write(c: Cast) -> Marked:
        head = c.pick(("", "", "", "{chat:nurse}: ", "{hm} ", "[{time}] ", "- ", "{bye:nurse2}: ", "• ", "> "))
        lines = []
        for _ in range(c.rng.randint(2, most)):
            said = thumbed(c, c.say(c.pick(c.pick(pools))))
            lines.append(join(c.say(head), said) if head and c.chance(0.8) else said)
        return join(*lines, sep=c.pick(("\n", "\n", "\n\n", " // ", "  ")))

    return write


def messages_without_names(c: Cast) -> Marked:
    """Messages that name nobody."""
    sep = c.pick(("\n", "\n", " / ", "\n\n", "; "))
    way = some(c, c.pick((CLEAN, CLEAN, (*CLEAN, *IDIOMS), IDIOMS)), 3, 12, sep)
    return thumbed(c, way) if c.chance(0.5) else way
