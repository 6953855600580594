"""Keep known values with their search keys, so that only values that share a key with a text are decrypted and
searched for.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import overload
from zlib import crc32

from redactor.text import KnownValue


def search_key(text: str) -> int:
    """Return the 32-bit key of a text. Two texts may share a key, so a key only says what to look at."""
    return crc32(text.encode("utf-8", "surrogatepass"))


def pack(numbers: array[int]) -> bytes:
    """Return the numbers of an array as bytes, little-endian."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def unpack(code: str, data: bytes) -> array[int]:
    """Return the array whose numbers `pack` wrote. code: the array's type. Raises ValueError for a part of a number."""
    numbers = array(code)
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


class KeyTable:
    """Look up which of some values have a key.

    keys: of the first value, then of the second, and so on. counts: how many keys each value has.
    """

    __slots__ = ("_counts", "_distinct", "_keys")

    def __init__(self, keys: Sequence[int], counts: Sequence[int]) -> None:
        self._keys, self._counts = keys, counts
        self._distinct = frozenset(keys)

    def find(self, keys: frozenset[int]) -> set[int]:
        """Return the numbers of the values that have one of the keys."""
        shared = self._distinct & keys
        if not shared:
            return set()
        ends = list(accumulate(self._counts))
        return {bisect_right(ends, at) for at, key in enumerate(self._keys) if key in shared}


class KeyedValues(Sequence[KnownValue]):
    """Hold the known values of a household: a sequence of all of them, which loads them at first use.

    select: gives the values that a text with some keys (`search_keys.text_keys`) may name, without loading the others.
    terms: of each value (`value_index.terms_of`). long_texts: the number of long texts it was used for, counted by the
    detector.
    """

    __slots__ = ("_load", "_values", "long_texts", "select", "terms")

    def __init__(
        self,
        select: Callable[[frozenset[int]], tuple[KnownValue, ...]],
        terms: Sequence[str],
        load: Callable[[], tuple[KnownValue, ...]],
    ) -> None:
        self.select, self.terms = select, terms
        self._load = load
        self._values: tuple[KnownValue, ...] | None = None
        self.long_texts = 0

    @property
    def values(self) -> tuple[KnownValue, ...]:
        """Return all values; the same object at every call."""
        if self._values is None:
            self._values = self._load()
        return self._values

    @overload
    def __getitem__(self, index: int) -> KnownValue: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[KnownValue, ...]: ...
    def __getitem__(self, index: int | slice) -> KnownValue | tuple[KnownValue, ...]:
        return self.values[index]

    def __len__(self) -> int:
        return len(self.values)
