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

    What is replaced within a mark stays marked; what is inserted at a mark's border stands outside of it. Raises
    ValueError for an edit that reaches over a mark's border, and for one that leaves nothing of a mark.
    """
    texts: list[str] = []
    marks: list[Mark] = []
    size = at = 0
    waiting = deque(edits)

    def copy(end: int) -> None:
        """The text up to end, and what is to replace any of it."""
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
        """What is to stand at this very place."""
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
    """Each match of the pattern that lies whole within a mark, or whole between two, replaced by what `new` says of it.

    None leaves a match as it is. The pattern sees the text around: its lookbehind and lookahead reach over borders.
    A match that would leave nothing of a mark is left alone.
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
    """Each line that is not empty with what `new` says before it. inside: also those that open within a mark."""
    within = {i for m in note.marks if "\n" in note.text[m.start : m.end] for i in range(m.start + 1, m.end)}
    at = (m.start() for m in _LINE.finditer(note.text))
    return rewrite(note, [(i, i, new()) for i in at if inside or i not in within])
