"""How validation notes are composed: parts that each return a piece of text, and functions that join them."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.held_out_fields import grown, say
from redactor.sample.marked import Marked, join

Part = Callable[[Cast], Marked]


def one(*templates: str) -> Part:
    """One of the templates."""
    return lambda c: say(c, c.pick(templates))


def maybe(p: float, *templates: str) -> Part:
    """One of the templates with probability p, else nothing."""
    return lambda c: say(c, c.pick(templates)) if c.chance(p) else Marked("")


def few(least: int, most: int, *templates: str, sep: str = " ", ordered: bool = False) -> Part:
    """Some of the templates, in a random order unless `ordered`."""

    def part(c: Cast) -> Marked:
        at = c.rng.sample(range(len(templates)), min(len(templates), c.rng.randint(least, most)))
        return join(*(say(c, templates[i]) for i in (sorted(at) if ordered else at)), sep=sep)

    return part


def rows(least: int, most: int, template: str, sep: str = "\n") -> Part:
    """The template several times: the lines of a table."""
    return lambda c: join(*(say(c, template) for _ in range(c.rng.randint(least, most))), sep=sep)


def stack(*parts: Part, sep: str = "\n", ages: tuple[int, int] | None = None) -> Part:
    """The parts one after another, the empty ones left out. ages: of the patient, in years."""

    def whole(c: Cast) -> Marked:
        if ages:
            grown(c, *ages)
        return join(*(piece for piece in (part(c) for part in parts) if piece.text), sep=sep)

    return whole


def either(*parts: Part) -> Part:
    """One of the parts."""
    return lambda c: c.pick(parts)(c)
