"""How the types that mend a student's errors are laid out: lines of a few pools as prose, lists, rows or a note."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from redactor.synth.cast import Cast
from redactor.synth.marked import Marked, join
from redactor.synth.notes.types.haste import hurried

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
    signs = (
        [f"{i}{c.pick('.)')} " for i in range(1, 40)] if way == "numbers" else [f"{x}) " for x in "abcdefghijklmnop"]
    )
    return join(*(join(sign, x) for sign, x in zip(signs, said, strict=False)), sep="\n")


def drawn(c: Cast, pools: Sequence[Pool], least: int, most: int) -> list[Marked]:
    """Lines out of several pools, in a random order; a pool is as likely as the next, however long."""
    count = c.rng.randint(least, most)
    return [c.say(c.pick(c.pick(pools))) for _ in range(count)]


def writer(*pools: Pool, least: int = 2, most: int = 9, haste: float = 0.15) -> Callable[[Cast], Marked]:
    """A type of note that is made of lines of the pools. haste: how often it is in small letters or with slips."""

    def write(c: Cast) -> Marked:
        said = laid_out(c, drawn(c, pools, least, most))
        return hurried(c, said, 1 - haste) if c.chance(haste) else said

    return write


def table(heads: Pool, rows: Pool, least: int = 2, most: int = 8) -> Callable[[Cast], Marked]:
    """Rows of one template (cells set off by " | " in it) in one layout, below their head or without one."""

    def write(c: Cast) -> Marked:
        i = c.rng.randrange(len(rows))
        sep = c.pick((" | ", "|", "\t", "   ", "  ", ", ", ";", " / ", "     "))
        lines = [c.say(rows[i].replace(" | ", sep)) for _ in range(c.rng.randint(least, most))]
        if heads[i] and c.chance(0.6):
            lines.insert(0, c.say(heads[i].replace(" | ", sep)))
        return join(*lines, sep="\n")

    return write


def either(*writers: Callable[[Cast], Marked]) -> Callable[[Cast], Marked]:
    """One of the ways to write a note."""
    return lambda c: c.pick(writers)(c)


def around(write: Callable[[Cast], Marked], *pools: Pool, most: int = 3) -> Callable[[Cast], Marked]:
    """What is written, with some lines of the pools before and behind it."""

    def whole(c: Cast) -> Marked:
        before = drawn(c, pools, 0, most)
        behind = drawn(c, pools, 0, most)
        return join(*before, write(c), *behind, sep=c.pick(("\n", "\n\n")))

    return whole
