"""A keyed permutation that keeps frequencies: most frequent first, each draws by frequency among what is left.

A permutation within bands evens out the frequencies of a band, and tells the band. Here whoever comes early, who is
frequent, draws nearly as the population has it and from everything; whoever comes late gets what is left, which is
mostly rare. No two get the same, so that what each gets does not depend on which others are met, or when.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import isqrt

from relex.prf import KeyedChoice


def as_draws(frequencies: Sequence[float], unit: float, halves: int) -> list[int]:
    """The weights of a list for draws: frequencies to the power of so many halves. unit: the least that is told apart.

    By the plain frequency (2) frequent ones would often be left for those who come late, and become rare. The higher
    the power, the better frequencies are kept, and the more an original's rank shows. Whole numbers are the same on
    every processor.
    """
    return [isqrt(max(1, round(frequency / unit)) ** halves) for frequency in frequencies]


def drawn_places(weights: Sequence[int], choice: KeyedChoice, *tweak: str, moves: bool = False) -> Iterator[int]:
    """The place that each place of a list gets, in order; none twice.

    weights: positive whole numbers. moves: no place gets itself. Then the last may get none, and the end is missing.
    """
    left = list(weights)
    for nth in range(len(left)):
        own = left[nth]
        if moves:
            left[nth] = 0
        cumulated = list(accumulate(left))
        if not cumulated[-1]:
            return
        got = bisect(cumulated, choice.integer(cumulated[-1], *tweak, str(nth)))
        left[nth] = own
        left[got] = 0
        yield got
