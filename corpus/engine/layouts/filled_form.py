"""Filled-in paper: boxes side by side without a colon, labels above values, whole forms."""

from __future__ import annotations

import re
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, lowered, raised
from corpus.engine.layouts.label_value_tables import rows
from corpus.engine.layouts.long_chart import aged
from corpus.engine.layouts.printed_grid import scanned
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/filled_form")
Write = Callable[[Cast], Marked]
ADULT, CHILD, OLD, BABY, WORKER = aged(19, 92), aged(4, 16), aged(63, 99), aged(0, 2), aged(18, 66)
# Boxes that hold nothing of anybody.
_PLAIN = rows(_TEXT.block("plain"))
_FILL = _TEXT.lines("fill")
_LABEL = re.compile(r"(^|;; *)([^:;{}\[\]|]+?) ?::")
_GAPS = ("  ", "   ", "   ", "     ", "        ", "\t", " | ", " / ")
_TIES = (" ", " ", "  ", ": ", ": ", ":", "   ", " - ", ". ", " .... ", "= ")
_NUMBERS = ("", "", "", "{} ", "{}. ", "{}) ", "({}) ", "{}a ")


def worn(c: Cast, note: Marked) -> Marked:
    """Some sheets scanned, in capitals or small letters, or typed in haste."""
    roll = c.rng.random()
    if roll < 0.08:
        return scanned(c, note)
    return raised(note) if roll < 0.15 else lowered(note) if roll < 0.18 else hurried(c, note) if roll < 0.22 else note


def form_boxes(
    block: Block, *titles: str, settle: Callable[[Cast], object] = ADULT, least: int = 6, most: int = 24
) -> Write:
    """Boxes ("Label = value", one a line) side by side, some of them empty or about nobody."""
    held = rows(block)

    def write(c: Cast) -> Marked:
        settle(c)
        places = sorted(c.rng.sample(range(len(held)), min(len(held), c.rng.randint(least, most))))
        caps, tie, way = c.chance(0.5), c.pick(_TIES), c.pick(_NUMBERS)
        plain, empty = c.pick((0.15, 0.4, 0.7)), c.pick((0.0, 0.08, 0.25))
        cells: list[tuple[str, Marked]] = []
        for i in places:
            for label, value in (held[i],) if not c.chance(plain) else (held[i], c.pick(_PLAIN)):
                name = c.say(label).text
                head = way.format(len(cells) + 1) + (name.upper() if caps else name)
                cells.append((head, c.say("{flblank}" if c.chance(empty) else value)))
        out = [c.any(*titles)] if titles and c.chance(0.75) else []
        if c.chance(0.3):
            out.append(c.any(*_FILL))
        out += _above(c, cells) if c.chance(0.2) else _beside(c, cells, tie)
        if c.chance(0.35):
            out.append(c.any(*_FILL))
        return worn(c, join(*out, sep=c.pick(("\n", "\n", "\n", "\n\n"))))

    return write


def _beside(c: Cast, cells: list[tuple[str, Marked]], tie: str) -> list[Marked]:
    """Two to four boxes to a line, at a gap or at a width."""
    gap, width = c.pick(_GAPS), c.pick((0, 0, 26, 34))
    out: list[Marked] = []
    while cells:
        count = c.pick((1, 2, 2, 3, 4))
        line = [join(label + tie, value) for label, value in cells[:count]]
        cells = cells[count:]
        out.append(join(*(join(x, " " * (width - len(x.text))) for x in line[:-1]), line[-1], sep=gap))
    return out


def _above(c: Cast, cells: list[tuple[str, Marked]]) -> list[Marked]:
    """A line of labels and below it, each at its place, a line of values."""
    out: list[Marked] = []
    while cells:
        line, cells = cells[:3], cells[3:]
        widths = [max(len(x), len(y.text)) + c.pick((2, 3, 5)) for x, y in line]
        out.append(Marked("".join(x.ljust(w) for (x, _), w in zip(line, widths, strict=True)).rstrip()))
        out.append(join(*(join(y, " " * (w - len(y.text))) for (_, y), w in zip(line, widths, strict=True))))
    return out


def filled_form(
    block: Block, *titles: str, settle: Callable[[Cast], object] = ADULT, keep: float = 0.92, fill: float = 0.12
) -> Write:
    """A whole form, its lines in order: "Label :: value ;; Label :: value", in the form's own style."""
    held = templates(block)

    def write(c: Cast) -> Marked:
        settle(c)
        tie, gap, caps, way = c.pick(_TIES), c.pick((*_GAPS, "\n")), c.chance(0.45), c.pick(_NUMBERS)
        count = [c.pick((0, 0, 4, 10))]

        def labelled(found: re.Match[str]) -> str:
            count[0] += 1
            name = found[2].strip()
            return found[1] + way.format(count[0]) + (name.upper() if caps else name) + "::"

        out = [c.any(*titles)] if titles and c.chance(0.85) else []
        for line in held:
            if not c.chance(keep):
                continue
            said = re.sub(r" *;; *", lambda _: gap, _LABEL.sub(labelled, line))
            out.append(c.say(re.sub(r" *:: *", lambda _: tie, said)))
            if c.chance(fill):
                out.append(c.any(*_FILL))
        return worn(c, join(*out, sep=c.pick(("\n", "\n", "\n", "\n\n"))))

    return write


def form_slip(*pools: Block, most: int = 1, sep: tuple[str, ...] = ("\n", "\n\n")) -> Write:
    """One to most of the texts of the pools, one below the other."""
    held = [templates(pool) for pool in pools]

    def write(c: Cast) -> Marked:
        pool = c.pick(held)
        said = [c.say(t) for t in c.rng.sample(pool, min(len(pool), c.rng.randint(1, most)))]
        if c.chance(0.2):
            said.append(c.any(*_FILL))
        return worn(c, join(*said, sep=c.pick(sep)))

    return write
