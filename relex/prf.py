"""Computes keyed pseudo-random numbers, draws and permutations, which follow from a key and some values.

A permutation of range(n) is a Feistel network over pairs of digits with cycle walking (Black and Rogaway, Ciphers with
arbitrary finite domains, 2002). The round function is BLAKE2b.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import accumulate
from math import isqrt

_ROUNDS = 8


class KeyedChoice:
    """Makes the keyed choices of one scope; equal arguments give equal results, different arguments independent ones.

    Example: `KeyedChoice(key).integer(100, "house", "elm street")` is a number from 0 to 99 that follows from the key.
    """

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        """Take up to 64 secret bytes, derived for the recipient and the scope."""
        self._key = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeyedChoice) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def derive(self, *values: str) -> KeyedChoice:
        """Return the choices for a smaller scope that the values name."""
        return KeyedChoice(self._digest(values))

    def integer(self, bound: int, *values: str) -> int:
        """Return a whole number in [0, bound); the bias is at most 2**-64 for bounds under 2**192."""
        return int.from_bytes(self._digest(values), "big") % bound

    def weighted(self, cumulated: Sequence[float], *values: str) -> int:
        """Return an index drawn by weight from `cumulated`, the ascending sums of at least one weight."""
        at = self.integer(1 << 64, *values) / (1 << 64) * cumulated[-1]
        return min(bisect(cumulated, at), len(cumulated) - 1)

    def permute(self, n: int, i: int, *values: str) -> int:
        """Return the image of i under a keyed permutation of range(n). Raises ValueError for i outside range(n)."""
        return self._permutation(n, i, values).image(i)

    def cycle(self, n: int, i: int, *values: str) -> Iterator[int]:
        """Yield all numbers of range(n) except i, along a keyed cycle that starts behind i.

        The k-th number differs for each i, so that two originals never draw the same stand-in at the same step. Raises
        ValueError for i outside range(n).
        """
        permutation = self._permutation(n, i, values)
        at = permutation.image(i)
        return (permutation.preimage((at + k) % n) for k in range(1, n))

    def _permutation(self, n: int, i: int, values: tuple[str, ...]) -> _FeistelPermutation:
        if not 0 <= i < n:
            raise ValueError("i must lie in range(n)")
        return _FeistelPermutation(n, self._digest(("permute", str(n), *values)))

    def _digest(self, values: tuple[str, ...]) -> bytes:
        mac = blake2b(key=self._key, digest_size=32)
        for value in values:
            data = value.encode("utf-8", "surrogatepass")
            mac.update(len(data).to_bytes(8, "big") + data)
        return mac.digest()


class _FeistelPermutation:
    """Permutes range(n) under a key, in both directions."""

    __slots__ = ("_key", "_n", "_side", "_width")

    def __init__(self, n: int, key: bytes) -> None:
        self._n, self._key = n, key
        self._side = isqrt(n - 1) + 1 if n > 1 else 1  # side * side >= n
        self._width = max(8, (self._side.bit_length() + 7) // 8 + 8)

    def image(self, at: int) -> int:
        side, key, width = self._side, self._key, self._width
        while True:
            left, right = divmod(at, side)
            for step in range(_ROUNDS):
                left, right = right, (left + _round(key, step, right, width)) % side
            at = left * side + right
            if at < self._n:
                return at

    def preimage(self, at: int) -> int:
        side, key, width = self._side, self._key, self._width
        while True:
            left, right = divmod(at, side)
            for step in reversed(range(_ROUNDS)):
                left, right = (right - _round(key, step, left, width)) % side, left
            at = left * side + right
            if at < self._n:
                return at


def _round(key: bytes, step: int, right: int, width: int) -> int:
    """Return the value of the round function, long enough that the remainder's bias is at most 2**-64."""
    data = step.to_bytes(1, "big") + right.to_bytes(max(1, (right.bit_length() + 7) // 8), "big")
    if width <= 64:
        return int.from_bytes(blake2b(data, key=key, digest_size=width).digest(), "big")
    blocks = [
        blake2b(data, key=key, digest_size=64, salt=block.to_bytes(16, "big")).digest()
        for block in range((width + 63) // 64)
    ]
    return int.from_bytes(b"".join(blocks), "big")


def draw_weights(frequencies: Sequence[float], unit: float, halves: int) -> list[int]:
    """Turn frequencies into integer weights for draws: each frequency to the power of halves / 2.

    `unit` is the smallest difference of frequencies that counts. With the plain frequency (2 halves) frequent values
    would often be left for those who draw late, and become rare. The higher the power, the better frequencies are kept,
    and the more an original's rank shows. Whole numbers are the same on every processor.
    """
    return [isqrt(max(1, round(frequency / unit)) ** halves) for frequency in frequencies]


def drawn_places(weights: Sequence[int], choice: KeyedChoice, *tweak: str, moves: bool = False) -> Iterator[int]:
    """Yield for each place of a list, in order, the place that it draws without replacement, by weight.

    A permutation within bands evens out the frequencies of a band, and tells the band. Here places that draw early,
    which are frequent, draw nearly as the population is distributed; places that draw late get the rest, which is
    mostly rare. No two get the same, so that a result does not depend on which others are met, or when.

    `weights` are positive whole numbers. With `moves` no place draws itself; the last may then find none, and the end
    is missing.
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
