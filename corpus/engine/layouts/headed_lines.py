"""Texts with no identifier, or with one or two hidden ones: blocks of lines in many house styles."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, raised
from corpus.engine.layouts.mixed_lines import Pool
from redactor.sample.marked import Marked, join

Writer = Callable[[Cast], Marked]
_HEADS: tuple[Callable[[str], str], ...] = (
    lambda h: f"{h}\n",
    lambda h: f"{h.upper()}\n",
    lambda h: f"{h}: ",
    lambda h: f"{h.upper()}: ",
    lambda h: f"{h}:\n",
    lambda h: f"{h.title()}\n",
    lambda h: f"## {h}\n",
    lambda h: f"**{h}**\n",
    lambda h: f"{h.upper()} - ",
    lambda h: f"{h}\n{'=' * len(h)}\n",
    lambda h: f"[{h}] ",
    lambda h: f"-- {h.lower()} --\n",
)
_LISTS = ("- ", "* ", "• ", "[ ] ", "[x] ", "□ ", "o ", "> ", "")
_SEPS = ("\n", "\n", "\n", "; ", " | ", ", ", " / ", "  ", "\t")


def _sheet(c: Cast, said: list[Marked]) -> Marked:
    way = c.once("clear way", lambda: c.pick(("list", "list", "rows", "rows", "numbers", "numbers", "tight")))
    if way == "numbers":
        sign = c.once("clear number", lambda: c.pick(("{}. ", "{}) ", "({}) ", "{} - ", "#{} ", "Step {}: ")))
        return join(*(join(sign.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    if way == "tight":
        return join(*said, sep=c.once("clear sep", lambda: c.pick(_SEPS)))
    bullet = c.once("clear bullet", lambda: c.pick(_LISTS)) if way == "list" else ""
    return join(*(join(bullet, x) for x in said), sep="\n")


def _written(
    c: Cast, pools: tuple[Pool, ...], heads: Pool, hidden: Pool, least: int, most: int, how: str
) -> list[Marked]:
    """Blocks of lines; if hidden has templates, one or two of them are inserted among the lines."""
    blocks = [
        [c.say(t) for t in _drawn(c, pools, c.rng.randint(least, most))]
        for _ in range(1 if how == "asked" else c.pick((1, 1, 1, 2, 2, 3, 5)))
    ]
    if hidden:
        for _ in range(c.pick((1, 1, 1, 2))):
            block = c.pick(blocks)
            block.insert(c.rng.randint(0, len(block)), c.any(*hidden))
    if how == "asked" and c.chance(0.8):
        return [join(*blocks[0], sep=c.pick(("\n", "\n", " ", ". ", "; ")))]
    style = c.pick(_HEADS)
    titled = bool(heads) and c.chance(0.75)
    gap = c.pick((" ", " ", " ", "  ", "\n"))
    out = []
    for block in blocks:
        laid = join(*block, sep=gap) if how == "prose" else _sheet(c, block)
        head = style(c.any(*heads).text) if titled else ""
        out.append(join(head, laid))
    return out


def _drawn(c: Cast, pools: tuple[Pool, ...], count: int) -> list[str]:
    """Distinct templates; all pools are equally likely."""
    rest = [list(p) for p in pools]
    said: list[str] = []
    while len(said) < count and (held := [p for p in rest if p]):
        pool = c.pick(held)
        said.append(pool.pop(c.rng.randrange(len(pool))))
    return said


def headed_lines(
    *pools: Pool, heads: Pool = (), hidden: Pool = (), least: int = 2, most: int = 8, how: str = "sheet",
    haste: float = 0.1,
) -> Writer:  # fmt: skip
    """Blocks of lines, with or without a heading.

    hidden: lines with identifiers, one or two of which are inserted. how: "sheet", "prose" for running text, or "asked"
    for mostly single lines. haste: probability of hasty typing.
    """

    def write(c: Cast) -> Marked:
        note = join(*_written(c, pools, heads, hidden, least, most, how), sep=c.pick(("\n\n", "\n", "\n\n")))
        if c.chance(0.07):
            return raised(note)
        return hurried(c, note) if c.chance(haste) else note

    return write
