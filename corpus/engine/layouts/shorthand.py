"""Notes in clinical shorthand: identifiers in weak forms, each amid clinical lines of ordinary density."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import bare, hurried, lowered, raised
from corpus.engine.layouts.mixed_lines import Pool, laid_out
from corpus.engine.noise.layout import narrow
from redactor.sample.marked import Marked, join


def shorthand_note(
    *pools: Pool, clinical: Pool, least: int = 2, most: int = 7, case: str = "", column: float = 0.1
) -> Callable[[Cast], Marked]:
    """Lines of the pools, with clinical lines before and after each.

    case: "lower" or "upper" for notes that are mostly typed so. column: the share of notes in a narrow column.
    """

    def write(c: Cast) -> Marked:
        plain = c.pick((0.3, 0.9, 1.5, 2.5))  # clinical lines for one with an identifier
        inner = c.pick((" ", " ", " ", ". ", ", ", "; ", "\n"))
        entries: list[Marked] = []
        for _ in range(c.rng.randint(least, most)):
            said = [c.say(c.pick(c.pick(pools)))]
            while c.chance(plain / (1 + plain)) and len(said) < 6:
                said.insert(c.rng.randint(0, len(said)), c.any(*clinical))
            entries.append(join(*said, sep=inner))
        note = _cased(c, laid_out(c, entries), case)
        return narrow(c.rng, note) if c.chance(column) else note

    return write


def _cased(c: Cast, note: Marked, case: str) -> Marked:
    if case and c.chance(0.85):
        note = lowered(note) if case == "lower" else raised(note)
        return bare(note) if c.chance(0.4) else note
    return hurried(c, note) if c.chance(0.25) else note


def shorthand_rows(rows: Pool, clinical: Pool, least: int = 3, most: int = 14) -> Callable[[Cast], Marked]:
    """Rows of one template without a head or labels, some clinical lines between or below them."""

    def write(c: Cast) -> Marked:
        row = c.pick(rows)
        sep = c.pick((" | ", "|", "\t", "   ", "  ", ", ", ";", " / ", " - ", " "))
        bullet = c.pick(("", "", "", "- ", "* ", "• ", "-", "> "))
        lines: list[Marked] = []
        amid = c.pick((0.0, 0.15, 0.4))
        for _ in range(c.rng.randint(least, most)):
            lines.append(join(bullet, c.say(row.replace(" | ", sep))))
            if c.chance(amid):
                lines.append(c.any(*clinical))
        return _cased(c, join(*lines, sep="\n"), "lower" if c.chance(0.08) else "upper" if c.chance(0.08) else "")

    return write
