"""Notes on boards and walls: sticky notes, whiteboards, rounding lists, handoffs, huddles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.spoken_values import stranger
from corpus.engine.layouts.transcript import some, thumbed
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/nursing/boards_and_handoffs")
# Rows of a rounding list; each row is about another patient.
_ROWS = _TEXT.lines("rows")
_LIST_TOPS = _TEXT.lines("list_tops")
_LIST_ENDS = _TEXT.lines("list_ends")
_HANDOFF = _TEXT.lines("handoff")
_GAPS = ("\n", "\n", "\n\n", "   ", " / ", "\n--\n")


def wall_board(*pools: Sequence[str], least: int, most: int) -> Callable[[Cast], Marked]:
    """Lines of one or more pools as on a wall board, in capitals or in haste."""

    def write(c: Cast) -> Marked:
        pool = [line for p in pools for line in p]
        return thumbed(c, some(c, pool, least, max(least, c.pick((3, most, most))), c.pick(_GAPS)))

    return write


def _other(c: Cast) -> Cast:
    """The same day with another patient."""
    other = stranger(c)
    other.day = c.day
    return other


def rounding_list(c: Cast) -> Marked:
    """A list of many patients, a row for each in one shape or two, between heads and ends."""
    shapes = c.rng.sample(_ROWS, c.pick((1, 1, 2, 5)))
    tops = [c.any(*_LIST_TOPS) for _ in range(c.pick((0, 1, 1, 2)))]
    rows = [_other(c).say(c.pick(shapes)) for _ in range(c.rng.randint(3, c.pick((6, 14, 24))))]
    ends = [c.any(*_LIST_ENDS) for _ in range(c.pick((0, 1, 1, 2)))]
    if c.chance(0.3):
        rows = [join(f"{n}. ", row) for n, row in enumerate(rows, 1)]
    return join(*tops, *rows, *ends, sep=c.pick(("\n", "\n", "\n\n")))


def shift_handoff(c: Cast) -> Marked:
    """A hand-off in sentences, about one patient or several."""
    casts = [c, *(_other(c) for _ in range(c.pick((0, 0, 1, 3))))]
    parts = [some(who, _HANDOFF, 2, 6, c.pick(("\n", " "))) for who in casts]
    return thumbed(c, join(*parts, sep=c.pick(("\n\n", "\n---\n"))))
