"""Invented names: the beginning of one name and the end of another, joined before a vowel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from string import ascii_lowercase

from relex.generators._names import name_pools
from relex.parts import Kind
from relex.prf import KeyedChoice

# The beginning up to the second group of vowels, that group with the consonants behind it, and the rest.
_SPLIT = re.compile(r"([^aeiouy]*[aeiouy]+[^aeiouy]+)([aeiouy]+[^aeiouy]*)(.*)")
_VOWELS, _CONSONANTS = "aeio", "lmnrstdv"
_SPACE = 10_000_000
_MAX_LENGTH = 13


@cache
def _syllables(kind: Kind, sex: str) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """Beginnings by their letter, middles, ends."""
    starts: dict[str, set[str]] = {}
    middles: set[str] = set()
    ends: dict[str, int] = {}
    for name in name_pools.names(kind):
        if name.origin or name.sex != sex or not name.weight or len(name.key) > _MAX_LENGTH:
            continue
        if found := _SPLIT.fullmatch(name.key):
            start, middle, end = found.groups()
            if len(start) <= 5:
                starts.setdefault(start[0], set()).add(start)
            ends[middle + end] = ends.get(middle + end, 0) + 1
            if len(middle) == 2 and middle[1] not in "aeiouy":
                middles.add(middle)
    often = 2 if kind is Kind.FAMILY else 0
    common = sorted(end for end, n in ends.items() if n > often and len(end) <= 6)
    for letter in ascii_lowercase:
        opens = product(letter, *((_CONSONANTS,) if letter in _VOWELS else (_VOWELS, _CONSONANTS)))
        starts.setdefault(letter, set()).update(map("".join, opens))
    return {c: tuple(sorted(s)) for c, s in starts.items()}, tuple(sorted(middles)), tuple(common)


def invented_names(letter: str, kind: Kind, sex: str, choice: KeyedChoice, *tweak: str) -> Iterator[str]:
    """An endless sequence of invented names that begin with a Latin letter. sex: of a given name, "f" or "m"."""
    starts, middles, ends = _syllables(kind, sex)
    begins = starts[letter]
    two = len(begins) * len(ends)
    space = two if two >= _SPACE else two * (1 + len(middles))
    nth = 0
    while True:
        at = choice.integer(space, "splice", kind, sex, letter, *tweak, str(nth))
        at, start = divmod(at, len(begins))
        middle, end = divmod(at, len(ends))
        name = begins[start] + (middles[middle - 1] if middle else "") + ends[end]
        if len(name) <= _MAX_LENGTH and name_pools.is_fit(name) and name not in name_pools.index_of(kind):
            yield name.capitalize()
        nth += 1
