"""Rewriting a marked text piece by piece so that each mark stays on what it marked."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from redactor.sample.marked import Mark, Marked

Edit = tuple[int, int, str]
Where = Literal["outside", "inside", "both"]


def rewrite(note: Marked, edits: Iterable[Edit]) -> Marked:
    """The note with each text[start:end] replaced by another text. Edits are in order and do not overlap.

    A replacement inside a mark stays marked; an insertion at the border of a mark is outside it. Raises ValueError for
    an edit across the border of a mark, and for one that empties a mark.
    """
    texts: list[str] = []
    marks: list[Mark] = []
    size = at = 0
    waiting = deque(edits)

    def copy(end: int) -> None:
        """Copy the text up to end, with a replacement."""
        nonlocal size, at
        while waiting and waiting[0][0] < end:
            begin, stop, new = waiting.popleft()
            if begin < at or stop > end:
                raise ValueError(f"an edit of {begin}:{stop} overlaps another or reaches over a mark's border")
            texts.extend((note.text[at:begin], new))
            size += begin - at + len(new)
            at = stop
        texts.append(note.text[at:end])
        size += end - at
        at = end

    def insert() -> None:
        """Insert text at the current position."""
        nonlocal size
        while waiting and waiting[0][:2] == (at, at):
            new = waiting.popleft()[2]
            texts.append(new)
            size += len(new)

    for m in note.marks:
        copy(m.start)
        insert()
        begin = size
        copy(m.end)
        if size == begin:
            raise ValueError(f"nothing is left of the mark at {m.start}:{m.end}")
        marks.append(Mark(begin, size, m.entity, m.subject, m.value))
    copy(len(note.text))
    insert()
    return Marked("".join(texts), tuple(marks))


def _segments(note: Marked) -> Iterator[tuple[int, int, bool]]:
    at = 0
    for m in note.marks:
        yield at, m.start, False
        yield m.start, m.end, True
        at = m.end
    yield at, len(note.text), False


def sub(
    note: Marked, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str | None], where: Where = "outside"
) -> Marked:
    """Replace each match of the pattern that lies entirely inside a mark or entirely outside marks.

    new: returns the replacement of a match, or None to keep it. The pattern sees the surrounding text: its lookbehind
    and lookahead cross borders. A match that would empty a mark is kept.
    """
    edits: list[Edit] = []
    m = pattern.search(note.text)
    for start, end, inside in _segments(note):
        wanted = where in ("both", "inside" if inside else "outside")
        while m is not None and m.start() < end:
            if not wanted or m.end() > end:
                m = pattern.search(note.text, end)
                break
            told = None if inside and m.end() - m.start() == end - start else new(m)
            if told is not None:
                edits.append((m.start(), m.end(), told))
            m = pattern.search(note.text, max(m.end(), m.start() + 1))
    return rewrite(note, edits)


_LINE = re.compile(r"^(?=[^\r\n])", re.MULTILINE)


def before_lines(note: Marked, new: Callable[[], str], inside: bool = False) -> Marked:
    """Prefix each non-empty line with the result of `new`. inside: including lines that start inside a mark."""
    within = {i for m in note.marks if "\n" in note.text[m.start : m.end] for i in range(m.start + 1, m.end)}
    at = (m.start() for m in _LINE.finditer(note.text))
    return rewrite(note, [(i, i, new()) for i in at if inside or i not in within])
