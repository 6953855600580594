"""These layouts write running prose: published text in narrative order, and sentences about people and diseases."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import raised
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.layouts.spoken_values import say
from corpus.engine.note_file import templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

_BREAK = "~"
# The article before a name is outside its mark; at the beginning of a sentence it is capitalised.
_ARTICLE = re.compile(r"(?:^|(?<=\n)|(?<=[a-z0-9)]{2}[.!?] ))the (?=[^\Wa-z])")


def _begun(said: Marked) -> Marked:
    return Marked(_ARTICLE.sub("The ", said.text), said.marks)


def narrative(block: Block, *, signs: tuple[str, ...] = ("",), excerpt: float = 0.3) -> Callable[[Cast], Marked]:
    """Prose in the order of its lines. "? " begins a line that may be missing; "~" stands between paragraphs.

    signs: how paragraphs are numbered ("{}. "), one of them for a text. excerpt: how often the text is a few lines.
    """
    lines = templates(block)

    def write(c: Cast) -> Marked:
        share = c.pick((0.3, 0.6, 0.8, 1.0))
        kept = [x for x in lines if not x.startswith("? ") or c.chance(share)]
        kept = [x.removeprefix("? ") for x in kept]
        if c.chance(excerpt):
            at = c.rng.randrange(len(kept))
            kept = kept[at : at + c.rng.randint(2, 9)]
        sign = c.pick(signs)
        paragraphs: list[list[str]] = [[]]
        for line in kept:
            if line.strip() == _BREAK:
                paragraphs.append([])
            else:
                paragraphs[-1].append(line)
        said = [_begun(join(*(c.say(x) for x in p), sep=" ")) for p in paragraphs if p]
        if not said:
            return c.say(c.pick([x for x in lines if x.strip() != _BREAK]).removeprefix("? "))
        if sign:
            first = c.pick((1, 1, 1, 4, 12, 31))
            said = [join(sign.format(first + i), p) for i, p in enumerate(said)]
        whole = join(*said, sep=c.pick(("\n\n", "\n\n", "\n", "\n    ")))
        return wrapped(whole, c.rng.randint(60, 96)) if c.chance(0.1) else whole

    return write


def passages(block: Block, least: int = 1, most: int = 5) -> Callable[[Cast], Marked]:
    """Some lines of the block in random order, each as a separate passage."""
    lines = templates(block)

    def write(c: Cast) -> Marked:
        count = min(len(lines), c.rng.randint(least, most))
        sep = c.pick(("\n", "\n\n", " ", "\n— ", "\n* "))
        return join(*(_begun(c.say(x)) for x in c.rng.sample(lines, count)), sep=sep)

    return write


_TITLES = (
    "", "", "", "# {dx}\n\n", "{heading}\n\n", "{proc} for {dx}: a case\n\n", "{pt:full}\n\n", "{town}, {fulldate}\n\n",
    "{site}\n{heading}\n\n", "Page 2\n\n",
)  # fmt: skip


def mixed_prose(pool: Sequence[str], most: int = 10, by_line: float = 0.2) -> Callable[[Cast], Marked]:
    """Sentences of the pool as running text, or a line or a paragraph each."""

    def write(c: Cast) -> Marked:
        chosen = c.rng.sample(list(pool), c.rng.randint(1, min(most, len(pool))))
        sep = c.pick(("\n", "\n\n")) if c.chance(by_line) else " "
        whole = join(*(say(c, t) for t in chosen), sep=sep)
        if c.chance(0.4):
            whole = join(c.any(*_TITLES), whole)
        return raised(whole) if c.chance(0.03) else whole

    return write
