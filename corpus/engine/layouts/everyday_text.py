"""Everyday texts: sentences that name somebody among sentences that name nobody."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from redactor.sample.marked import Marked, join

Pool = Sequence[str]
_LENGTHS = (1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 11)


def everyday_talk(
    *pools: Pool, plain: Sequence[Pool] = (), share: float = 0.4, haste: float = 0.25
) -> Callable[[Cast], Marked]:
    """Sentences of one or two of the pools. share: of plain ones; haste: how often typed in haste."""

    def write(c: Cast) -> Marked:
        mine = [c.pick(pools)] if c.chance(0.5) else list(pools)
        drawn: dict[str, None] = {}  # each line once
        for _ in range(c.pick(_LENGTHS)):
            own = not plain or not c.chance(share)
            drawn[c.pick(c.pick(mine if own else plain))] = None
        text = join(*map(c.say, drawn), sep=c.pick((" ", " ", " ", " ", "\n", "\n", "\n\n", "  ")))
        return hurried(c, text) if c.chance(haste) else text

    return write


def everyday_sentences(
    heads: Pool, lines: Pool, ends: Pool, plain: Sequence[Pool] = (), least: int = 2, most: int = 7
) -> Callable[[Cast], Marked]:
    """A letter or an article: a head, sentences, an end."""

    def write(c: Cast) -> Marked:
        at = c.rng.sample(range(len(lines)), c.rng.randint(least, min(most, len(lines))))
        amid = c.pick((0.0, 0.3, 0.6))
        body: list[Marked] = []
        for i in sorted(at) if c.chance(0.6) else at:
            body.append(c.say(lines[i]))
            if plain and c.chance(amid):
                body.append(c.say(c.pick(c.pick(plain))))
        parts = [c.any(*heads)] if heads and c.chance(0.85) else []
        parts.append(join(*body, sep=c.pick((" ", " ", " ", "\n", "\n\n"))))
        parts += [c.any(*ends)] if ends and c.chance(0.8) else []
        text = join(*parts, sep=c.pick(("\n\n", "\n\n", "\n", " ")))
        return hurried(c, text) if c.chance(0.1) else text

    return write
