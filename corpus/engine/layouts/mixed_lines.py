"""Lines of a few pools as prose, lists, rows or a note."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_lowercase

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.sections import PLAIN
from redactor.sample.marked import Marked, join

Pool = Sequence[str]
_BULLETS = ("- ", "* ", "• ", "-", "> ", "[ ] ", "– ", "o ")


def laid_out(c: Cast, said: Sequence[Marked]) -> Marked:
    """The pieces in one of the ways that a note lists them."""
    way = c.pick(
        ("prose", "prose", "prose", "lines", "lines", "bullets", "numbers", "letters", "paragraphs", "semicolons")
    )
    if way == "prose":
        return join(*said, sep=" ")
    if way == "lines":
        return join(*said, sep="\n")
    if way == "paragraphs":
        return join(*said, sep="\n\n")
    if way == "semicolons":
        return join(*said, sep=c.pick(("; ", " / ", " -- ", " // ")))
    if way == "bullets":
        bullet = c.pick(_BULLETS)
        return join(*(join(bullet, x) for x in said), sep="\n")
    mark = c.pick(".)")
    signs = [f"{i}{mark} " for i in range(1, 60)] if way == "numbers" else [f"{x}) " for x in ascii_lowercase]
    signs += [""] * len(said)
    return join(*(join(sign, x) for sign, x in zip(signs, said, strict=False)), sep="\n")


def drawn(c: Cast, pools: Sequence[Pool], least: int, most: int) -> list[Marked]:
    """Lines from several pools in random order; all pools are equally likely.

    One text in three is mixed with lines common to all notes, so that the same words occur in both.
    """
    count = c.rng.randint(least, most)
    amid = c.pick((0.0, 0.0, 0.35))
    said: list[Marked] = []
    for _ in range(count):
        said.append(c.say(c.pick(c.pick(pools))))
        if c.chance(amid):
            said.append(c.any(*PLAIN))
    return said


def mixed_lines(*pools: Pool, least: int = 2, most: int = 9, haste: float = 0.15) -> Callable[[Cast], Marked]:
    """Lines of the pools as prose, lists or paragraphs. haste: how often it is in small letters or with slips."""

    def write(c: Cast) -> Marked:
        more = c.pick((1, 1, 2, 4))  # paragraphs
        said = join(*(laid_out(c, drawn(c, pools, least, most)) for _ in range(more)), sep=c.pick(("\n", "\n\n")))
        return hurried(c, said) if c.chance(haste) else said

    return write


def row_table(heads: Pool, rows: Pool, least: int = 2, most: int = 8) -> Callable[[Cast], Marked]:
    """A table of rows of one template, its cells set off by " | ", below its head or without one."""

    def write(c: Cast) -> Marked:
        i = c.rng.randrange(len(rows))
        sep = c.pick((" | ", "|", "\t", "   ", "  ", ", ", ";", " / ", "     "))
        lines = [c.say(rows[i].replace(" | ", sep)) for _ in range(c.rng.randint(least, most))]
        if heads[i] and c.chance(0.6):
            lines.insert(0, c.say(heads[i].replace(" | ", sep)))
        return join(*lines, sep="\n")

    return write


def one_of(*writers: Callable[[Cast], Marked]) -> Callable[[Cast], Marked]:
    """One of several layouts, all equally likely."""
    return lambda c: c.pick(writers)(c)


def surrounded(write: Callable[[Cast], Marked], *pools: Pool, most: int = 3) -> Callable[[Cast], Marked]:
    """Another layout's note, with some lines of the pools before and after it."""

    def whole(c: Cast) -> Marked:
        before = drawn(c, pools, 0, most)
        behind = drawn(c, pools, 0, most)
        return join(*before, write(c), *behind, sep=c.pick(("\n", "\n\n")))

    return whole
