"""Rosters, call lists, boards and signature blocks: many names close together."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from redactor.sample.marked import Marked, join


def staff_roster(titles: tuple[str, ...], lines: tuple[str, ...]) -> Callable[[Cast], Marked]:
    """Lines below one another, some of one template again and again, under a title or none."""

    def write(c: Cast) -> Marked:
        again = c.chance(0.35)
        few = [c.pick(lines) for _ in range(c.rng.randint(2, 4))]
        said = [c.say(c.pick(few if again else lines)) for _ in range(c.rng.randint(4, 13))]
        if titles and c.chance(0.75):
            said.insert(0, c.say(c.pick(titles)))
        note = join(*said, sep=c.pick(("\n", "\n", "\n", "; ", " | ", "\n\n", "  ")))
        return hurried(c, note) if c.chance(0.15) else note

    return write
