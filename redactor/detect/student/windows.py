"""Overlapping windows over a text of any length, and which window decides each piece."""

from __future__ import annotations

from itertools import pairwise


def windows(count: int, width: int, stride: int) -> list[tuple[int, int, int, int]]:
    """(start, end, first, last) in pieces: a window reads [start, end) and decides [first, last).

    Each piece is decided once, by the window in which it is most central. The windows are the fewest that overlap by
    `width - stride`, of one size, and no longer than that takes.
    """
    if count <= width:
        return [(0, count, 0, count)] if count else []
    parts = 1 - (width - count) // stride
    size = min(width, (count + (parts - 1) * (width - stride)) // parts + 1)
    starts = [i * (count - size) // (parts - 1) for i in range(parts)]
    borders = [0, *((b + a + size) // 2 for a, b in pairwise(starts)), count]
    return [(s, s + size, borders[i], borders[i + 1]) for i, s in enumerate(starts)]
