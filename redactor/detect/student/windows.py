"""Overlapping windows over a text of any length, and which window decides each piece."""

from __future__ import annotations

from itertools import pairwise


def windows(count: int, width: int, stride: int) -> list[tuple[int, int, int, int]]:
    """(start, end, first, last) in pieces: a window reads [start, end) and decides [first, last).

    Each piece is decided once, by the window in which it is most central. The last window ends with the text and has
    full width.
    """
    if count <= width:
        return [(0, count, 0, count)] if count else []
    starts = [*range(0, count - width, stride), count - width]
    borders = [0, *((b + a + width) // 2 for a, b in pairwise(starts)), count]
    return [(s, s + width, borders[i], borders[i + 1]) for i, s in enumerate(starts)]
