"""Sheets: blocks of lines from top to bottom, columns squeezed into lines, labels over values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, raised
from corpus.engine.layouts.label_value_tables import Row, say_rows
from corpus.engine.note_file import templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

Write = Callable[[Cast], Marked]
_SEPS = (" | ", "|", "\t", "  ", "   ", "    ", ", ", ",", ";", " / ", " - ", "\t\t")


def sheet_lines(block: Block, least: int = 0, most: int = 0, chance: float = 1.0, ordered: bool = True) -> Write:
    """Between least and most of the lines of the block, or all of them where most is 0."""
    pool = templates(block)

    def write(c: Cast) -> Marked:
        if not c.chance(chance):
            return Marked("")
        places = list(range(len(pool)))
        if most:
            places = c.rng.sample(places, min(len(pool), c.rng.randint(least, most)))
            places = sorted(places) if ordered else places
        return join(*(c.say(pool[i]) for i in places), sep="\n")

    return write


def sheet_line(block: Block, chance: float = 1.0) -> Write:
    """One line of the block."""
    return sheet_lines(block, 1, 1, chance)


def sheet_rows(heads: Block, cells: Block, least: int, most: int, chance: float = 1.0, mixed: bool = False) -> Write:
    """Rows under a head, cells set off by " | " in both. cells: one a line, a row is of one of them all over the table.

    mixed: each row is of any of them, as on sheets where people fill in what they like.
    """
    tops, kinds = templates(heads), templates(cells)

    def write(c: Cast) -> Marked:
        if not c.chance(chance):
            return Marked("")
        sep = c.pick(_SEPS)
        kind = c.pick(kinds)
        count = c.rng.randint(least, most)
        said = [c.say((c.pick(kinds) if mixed else kind).replace(" | ", sep)) for _ in range(count)]
        top = tops[kinds.index(kind) % len(tops)]
        if top != "-" and c.chance(0.75):
            said.insert(0, c.say(top.replace(" | ", sep)))
        return join(*said, sep="\n")

    return write


def stacked_blocks(*blocks: Write, gaps: Sequence[str] = ("\n", "\n", "\n\n")) -> Write:
    """The blocks from top to bottom; an empty one leaves no gap."""

    def write(c: Cast) -> Marked:
        said = [piece for block in blocks if (piece := block(c)).text]
        return join(*said, sep=c.pick(gaps))

    return write


def one_block_of(*writers: Write) -> Write:
    """One of the blocks."""
    return lambda c: c.pick(writers)(c)


def repeated(write: Write, least: int, most: int, seps: Sequence[str] = ("\n", "\n\n")) -> Write:
    """Another layout's text several times over."""

    def more(c: Cast) -> Marked:
        return join(*(write(c) for _ in range(c.rng.randint(least, most))), sep=c.pick(seps))

    return more


def shuffled_blocks(*blocks: Write, least: int = 2) -> Write:
    """Some of the blocks in a random order; the first, which is never empty, where the others are."""

    def write(c: Cast) -> Marked:
        kept = c.rng.sample(blocks, c.rng.randint(least, len(blocks)))
        said = [piece for block in kept if (piece := block(c)).text]
        return join(*said, sep=c.pick(("\n", "\n\n"))) if said else blocks[0](c)

    return write


@dataclass(frozen=True, slots=True)
class _Squeeze:
    """colon: behind a label. gap: between two cells. width: to which a cell is filled up, 0 for none."""

    colon: str
    gap: str
    width: int


def squeezed(fields: Sequence[Row], least: int, most: int) -> Write:
    """Fields of a form as a print-out squeezes them: two or three to a line, or labels above or below their values."""

    def write(c: Cast) -> Marked:
        places = sorted(c.rng.sample(range(len(fields)), min(len(fields), c.rng.randint(least, most))))
        said = say_rows(c, [fields[i] for i in places])
        way = c.pick(("line", "line", "line", "over", "over", "under", "stack", "below", "bare"))
        count = c.pick((2, 2, 3, 3, 4))
        if way == "bare":
            return join(*(join(f"{label} ", value) for label, value in said), sep=c.pick(("\n", "  ", "\n")))
        if way == "stack":
            return join(*(join(f"{label}\n", value) for label, value in said), sep="\n")
        if way == "below":
            under = c.pick(("({})", "{}", "^ {}", "[{}]"))
            return join(*(join(value, "\n", under.format(label)) for label, value in said), sep="\n")
        groups = [said[i : i + count] for i in range(0, len(said), count)]
        if way == "line":
            style = _Squeeze(c.pick((": ", ":", " ", ":  ")), c.pick((" ", "  ", "   ", "\t")), c.pick((0, 0, 28, 36)))
            return join(*(_line(style, group) for group in groups), sep="\n")
        return join(*(_over(c, group, way == "under") for group in groups), sep="\n")

    return write


def _line(style: _Squeeze, group: Sequence[tuple[str, Marked]]) -> Marked:
    cells = [join(label + style.colon, value) for label, value in group]
    filled = [join(cell, " " * max(0, style.width - len(cell.text))) for cell in cells[:-1]]
    return join(*filled, cells[-1], sep=style.gap)


def _over(c: Cast, group: Sequence[tuple[str, Marked]], under: bool) -> Marked:
    """A line of labels and a line of their values, with the columns kept or squeezed away."""
    gap = c.once("sheets gap", lambda: c.pick((0, 0, 2, 3)))
    if gap:
        widths = [max(len(label), len(value.text)) + gap for label, value in group]
        heads = "".join(label.ljust(w) for (label, _), w in zip(group, widths, strict=True)).rstrip()
        cells = [join(v, " " * (w - len(v.text))) for (_, v), w in zip(group, widths, strict=True)]
        values = join(*cells[:-1], group[-1][1])
    else:
        heads = " ".join(label for label, _ in group)
        values = join(*(value for _, value in group), sep=" ")
    return join(values, "\n", heads) if under else join(heads, "\n", values)


def filler_lines(block: Block) -> Write:
    """Two to five lines of the block in a random order; sometimes none."""
    return sheet_lines(block, 1, 5, 0.8, ordered=False)


def worn_sheet(write: Write) -> Write:
    """Another layout's sheet, sometimes as an old printer gives it, in capitals, or typed in a hurry."""

    def other(c: Cast) -> Marked:
        said = write(c)
        roll = c.rng.random()
        return raised(said) if roll < 0.07 else hurried(c, said) if roll < 0.17 else said

    return other
