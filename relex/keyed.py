"""Choices that follow from a key: numbers, and permutations that no two inputs share an output of.

A permutation of n things is a Feistel network over pairs of digits, walked until it lands inside (Black and Rogaway,
Ciphers with arbitrary finite domains, 2002, cycle walking), with BLAKE2b as round function.
"""

from __future__ import annotations

from hashlib import blake2b
from math import isqrt

_ROUNDS = 8


class Keyed:
    """Randomness of one scope: equal arguments give equal results, unlike ones independent results."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        """key: up to 64 bytes, secret, of the recipient and the scope."""
        self._key = key

    def bound(self, *values: str) -> Keyed:
        """The randomness of something within this scope."""
        return Keyed(self._digest(values))

    def number(self, bound: int, *values: str) -> int:
        """A whole number in [0, bound), uniform up to 2**-64 for bounds under 2**192."""
        return int.from_bytes(self._digest(values), "big") % bound

    def permute(self, n: int, i: int, *values: str) -> int:
        """Where a keyed permutation of range(n) sends i. Raises ValueError for i outside it."""
        if not 0 <= i < n:
            raise ValueError("i must lie in range(n)")
        if n < 2:
            return 0
        side = isqrt(n - 1) + 1  # side * side >= n
        key = self._digest(("permute", str(n), *values))
        width = max(8, (side.bit_length() + 7) // 8 + 8)
        at = i
        while True:
            left, right = divmod(at, side)
            for step in range(_ROUNDS):
                left, right = right, (left + _round(key, step, right, width)) % side
            at = left * side + right
            if at < n:
                return at

    def _digest(self, values: tuple[str, ...]) -> bytes:
        mac = blake2b(key=self._key, digest_size=32)
        for value in values:
            data = value.encode("utf-8", "surrogatepass")
            mac.update(len(data).to_bytes(8, "big") + data)
        return mac.digest()


def _round(key: bytes, step: int, right: int, width: int) -> int:
    """Round function: a number of at most 64 bytes; wide enough that its remainder is uniform up to 2**-64."""
    data = step.to_bytes(1, "big") + right.to_bytes(max(1, (right.bit_length() + 7) // 8), "big")
    if width <= 64:
        return int.from_bytes(blake2b(data, key=key, digest_size=width).digest(), "big")
    blocks = [
        blake2b(data, key=key, digest_size=64, salt=block.to_bytes(16, "big")).digest()
        for block in range((width + 63) // 64)
    ]
    return int.from_bytes(b"".join(blocks), "big")
