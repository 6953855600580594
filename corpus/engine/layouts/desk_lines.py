"""Fragments of desks and boards: laboratory comments, indications, tracking boards, discharge lines."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.chart_lines import PLAIN
from corpus.engine.layouts.hasty_typing import hurried, lowered, raised
from corpus.engine.layouts.mixed_lines import Pool, laid_out
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/outpatient/desk_fragments")
LAB = _TEXT.lines("lab")
INDICATIONS = _TEXT.lines("indications")
BOARD = _TEXT.lines("board")
DISCHARGE = _TEXT.lines("discharge")
REFERRAL = _TEXT.lines("referral")
CALLS = _TEXT.lines("calls")
HITS = _TEXT.lines("hits")
ABBREVIATIONS = _TEXT.lines("abbreviations")
_SORTS: tuple[Pool, ...] = (LAB, INDICATIONS, BOARD, DISCHARGE, REFERRAL, CALLS, HITS, ABBREVIATIONS)


def _lines(c: Cast, pool: Pool, count: int, plain: float) -> list[Marked]:
    said = []
    for template in c.rng.sample(pool, min(count, len(pool))):
        said.append(c.say(template))
        if c.chance(plain):
            said.append(c.any(*PLAIN))
    return said


def desk_lines(pool: Pool, most: int) -> Callable[[Cast], Marked]:
    """One or several lines of a pool, with bare clinical words among them in half of the notes."""

    def write(c: Cast) -> Marked:
        said = _lines(c, pool, 1 if c.chance(0.3) else c.rng.randint(2, most), c.pick((0, 0, 0.3, 0.6)))
        note = laid_out(c, said) if c.chance(0.5) else join(*said, sep="\n")
        roll = c.rng.random()
        return (
            raised(note) if roll < 0.08 else lowered(note) if roll < 0.16 else hurried(c, note) if roll < 0.2 else note
        )

    return write


def shift_log(c: Cast) -> Marked:
    """All that passed over a desk in a shift, in the order in which it came: long."""
    start = c.pick(("", "", "{time} ", "{shortdate} {time} ", "[{time}] ", "{time}\t", "{ini} "))
    lines = [c.say(start + c.pick(c.pick((*_SORTS, PLAIN, PLAIN)))) for _ in range(c.rng.randint(12, 90))]
    end = c.pick(("", "", " {signed}", "  {ini}", " - {signed:one}"))
    return join(*(join(x, c.say(end)) if c.chance(0.5) else x for x in lines), sep="\n")
