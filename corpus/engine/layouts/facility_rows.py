"""Dense rows of facilities and companies: logs, boards, directories, bills."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/administration_billing/facility_rows")
PLACEMENT = _TEXT.lines("placement")
BOARD = _TEXT.lines("board")
RECORDS = _TEXT.lines("records")
DIRECTORY = _TEXT.lines("directory")
BILL = _TEXT.lines("bill")
RUN = _TEXT.lines("run")
OCCUPATION = _TEXT.lines("occupation")
MORGUE = _TEXT.lines("morgue")
SHEETS = (PLACEMENT, BOARD, RECORDS, DIRECTORY, BILL, RUN, OCCUPATION, MORGUE)
_GAPS = (" | ", "|", "\t", "   ", "  ", ", ", "; ", " / ", "     ", " - ", " … ", " -- ")


def facility_sheet(sheet: tuple[str, ...]) -> Callable[[Cast], Marked]:
    """A head and some of the rows, most of them once, in order or shuffled."""

    def write(c: Cast) -> Marked:
        gap = c.pick(_GAPS)
        rows = list(sheet[1:]) * c.pick((1, 1, 1, 2, 3))
        kept = sorted(c.rng.sample(range(len(rows)), c.rng.randint(3, len(rows))))
        if c.chance(0.4):
            c.rng.shuffle(kept)
        lines = [c.say(rows[i].replace(" | ", gap)) for i in kept]
        mark = c.pick(("", "", "", "- ", "* ", "number"))
        if mark == "number":
            lines = [join(f"{i} ", line) for i, line in enumerate(lines, 1)]
        elif mark:
            lines = [join(mark, line) for line in lines]
        if c.chance(0.7):
            lines.insert(0, c.say(sheet[0].replace(" | ", gap)))
        text = join(*lines, sep=c.pick(("\n", "\n", "\n", "\n\n")))
        return hurried(c, text) if c.chance(0.1) else text

    return write


def any_sheet(c: Cast) -> Marked:
    """Two or three sheets one below the other."""
    return join(*(facility_sheet(s)(c) for s in c.rng.sample(SHEETS, c.pick((2, 2, 3)))), sep="\n\n")
