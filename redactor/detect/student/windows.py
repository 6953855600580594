"""Windows over a text of any length, and which window's word holds for each piece."""

from __future__ import annotations

from itertools import pairwise


def windows(count: int, width: int, stride: int) -> list[tuple[int, int, int, int]]:
    """(start, end, first, last) in pieces: a window reads [start, end) and decides [first, last).

    Each piece is decided once, by the window in whose middle it stands most; the last window ends with the text, so
    that it has as much before it as the others.
    """
    if count <= width:
        return [(0, count, 0, count)] if count else []
    starts = [*range(0, count - width, stride), count - width]
    borders = [0, *((b + a + width) // 2 for a, b in pairwise(starts)), count]
    return [(s, s + width, borders[i], borders[i + 1]) for i, s in enumerate(starts)]
