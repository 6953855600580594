"""Single lines with dates and ages, and with numbers that only look like them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.date_tables import varied
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.mixed_lines import laid_out
from corpus.engine.layouts.sections import PLAIN
from redactor.sample.marked import Marked, join


def date_lines(*pools: Sequence[str], least: int, most: int, haste: float = 0.15) -> Callable[[Cast], Marked]:
    """Lines of the pools, none of them twice, some among lines that any note has."""

    def write(c: Cast) -> Marked:
        drawn = dict.fromkeys(c.pick(c.pick(pools)) for _ in range(c.rng.randint(least, most)))
        amid = c.pick((0.0, 0.0, 0.3))
        said: list[Marked] = []
        for template in drawn:
            said.append(c.say(varied(c, template)))
            if c.chance(amid):
                said.append(c.any(*PLAIN))
        text = laid_out(c, said) if c.chance(0.8) else join(*said, sep="\n")
        return hurried(c, text) if c.chance(haste) else text

    return write
