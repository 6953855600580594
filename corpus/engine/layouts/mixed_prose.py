"""Running prose about people who fell ill and about people at large."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import raised
from corpus.engine.layouts.spoken_values import say
from redactor.sample.marked import Marked, join

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
