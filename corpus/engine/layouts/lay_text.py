"""Layouts of stories by lay people, and lines between them without names: brands, shows, oaths, figures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, Near, join, mark

_TEXT = read("phrases/lay_text")
NOBODY = _TEXT.lines("nobody")
_LAYOUTS = ("\n", "\n", "\n\n", " ", "mixed", "mixed")


def lay_tale(
    block: Block, keep: float = 0.8, haste: float = 0.12, amid: float = 0.12, layouts: tuple[str, ...] = _LAYOUTS
) -> Callable[[Cast], Marked]:
    """Lines in order, most of them kept; "!" begins a line that must be there.

    keep: how often a line stays. amid: how often one that names nobody follows. layouts: what stands between lines.
    """
    held = templates(block)

    def write(c: Cast) -> Marked:
        share = min(1.0, max(0.4, keep + c.rng.uniform(-0.2, 0.2)))
        between = c.pick((0.0, amid, amid * 2))
        kept = [t for t in held if t.startswith("!") or c.chance(share)]
        layout = c.pick(layouts)
        out: list[Marked | str] = []
        for i, t in enumerate(kept):
            if i:
                out.append(c.pick((" ", " ", "\n", "\n\n")) if layout == "mixed" else layout)
            out.append(c.say(t.removeprefix("!")))
            if c.chance(between):
                out += [" ", c.any(*NOBODY)]
        note = join(*out)
        return hurried(c, note) if c.chance(haste) else note

    return write


def day_book(heads: Block, entries: Block, ends: Block, least: int = 5, most: int = 14) -> Callable[[Cast], Marked]:
    """A log: the entries of each day in order under its head, each after a time in one format, then an end."""
    top, held, tail = templates(heads), templates(entries), templates(ends)

    def write(c: Cast) -> Marked:
        clock = c.pick(("@ ", "@ - ", "@: ", "[@] ", "- ", "* ", "@\t", "", "@hrs "))
        shape = c.pick(("%H%M", "%H:%M", "%H.%M", "%-I.%M%p", "%-I:%M"))
        gap = c.pick(("\n", "\n", "\n\n"))
        sign = c.pick(("", "", " {cvsf1:initials}", " ({cvsf2:given})", " - {cvsm1:nick}", " {cvsf1:letter}"))
        blocks = []
        for _ in range(c.pick((1, 1, 1, 2, 3))):
            count = min(len(held), c.rng.randint(least, most))
            said = [c.any(*top)]
            times = iter(sorted(c.rng.sample(range(420, 1300), count)))
            for at in sorted(c.rng.sample(range(len(held)), count)):
                minute = next(times)
                now = mark(dt.time(minute // 60, minute % 60).strftime(shape), Near.CLOCK)
                before, sign_of, after = clock.partition("@")
                head = join(before, now, after) if sign_of else before
                said.append(join(head, c.say(held[at]), c.say(sign) if c.chance(0.4) else ""))
                if c.chance(0.15):
                    said.append(c.any(*NOBODY))
            if tail and c.chance(0.8):
                said.append(c.any(*tail))
            blocks.append(join(*said, sep=gap))
        note = join(*blocks, sep="\n\n")
        return hurried(c, note) if c.chance(0.1) else note

    return write
