"""Stand-ins for initials: a keyed permutation of letters without fixed points.

A name's stand-in begins with the stand-in of its initial, so that "J. Doe" agrees with "John Doe" wherever they are
met. Any permutation without fixed points can occur; there is no list of them to try. A permutation evens out the
frequencies that it mixes. Letters therefore mostly go to letters that begin about as many names: ranked once by
frequency and once by frequency with keyed noise, a letter goes to the letter of the same rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import accumulate, count
from math import fsum, log2
from operator import add, eq
from string import ascii_lowercase

from relex.generators._names import name_pools
from relex.generators._names.name_pools import ALPHABETS, script_of
from relex.parts import Kind
from relex.prf import KeyedChoice

_MIN_NAMES = 8  # names that must begin with a letter of another alphabet for it to be a stand-in
_RARE = 0.004  # share of names; rarer letters of the Latin alphabet count as this frequent
_BLOCK = 32  # letters whose noise is drawn at once, a byte each
_NOISE = [(byte - 127.5) / 64 for byte in range(256)]  # binary logarithms: up to a factor of four either way


@cache
def _frequencies(kind: Kind) -> Mapping[str, Mapping[str, float]]:
    """Letters by alphabet, with the binary logarithms of their frequencies, most frequent first.

    Latin: the shares of the population in the census. Other alphabets: the number of names in the lists.
    """
    groups = name_pools.by_initial(kind)
    shares = {c: fsum(groups[c].weights) for c in ascii_lowercase}
    least = _RARE * fsum(shares.values())
    found = {"LATIN": {c: round(log2(max(least, share)), 6) for c, share in shares.items()}}
    fit = {c: sum(names.fit) for c, names in groups.items() if len(c) == 1}
    for alphabet in ALPHABETS:
        found[alphabet] = {c: round(log2(n), 6) for c, n in fit.items() if n >= _MIN_NAMES and script_of(c) == alphabet}
    return {a: dict(sorted(levels.items(), key=lambda item: (-item[1], item[0]))) for a, levels in found.items()}


@lru_cache(4_096)
def _permutation(kind: Kind, alphabet: str, choice: KeyedChoice) -> dict[str, str]:
    """The stand-in of each letter of the alphabet."""
    levels = _frequencies(kind)[alphabet]
    letters, rarest_last = list(levels), [-level for level in levels.values()]
    attempt = 0
    while True:
        noisy = list(map(add, rarest_last, _noise(len(letters), choice, kind, alphabet, str(attempt))))
        order = sorted(range(len(letters)), key=noisy.__getitem__)
        if not any(map(eq, order, count())):
            return {first: letters[at] for first, at in zip(letters, order, strict=True)}
        attempt += 1


def _noise(length: int, choice: KeyedChoice, *tweak: str) -> list[float]:
    drawn = b"".join(
        choice.integer(1 << 8 * _BLOCK, "letters", *tweak, str(start)).to_bytes(_BLOCK, "big")
        for start in range(0, length, _BLOCK)
    )
    return [_NOISE[byte] for byte in drawn[:length]]


def initial_standin(first: str, kind: Kind, choice: KeyedChoice) -> str:
    """The letter with which stand-ins of names with this initial begin: another one, and different for each initial.

    first: from name_pools.initial_group. A script without an alphabet maps to itself; an initial of no known name to
    any letter.
    """
    alphabet = script_of(first) if len(first) == 1 else ""
    if first in _frequencies(kind).get(alphabet, ()):
        return _permutation(kind, alphabet, choice)[first]
    if len(first) > 1 and first in name_pools.by_initial(kind):
        return first
    letters = (letters_alike(first, kind) if len(first) == 1 else "") or ascii_lowercase
    return letters[choice.integer(len(letters), "letter", kind, first)]


def drawn_initial(first: str, kind: Kind, choice: KeyedChoice) -> str:
    """Another letter for an initial, drawn by the frequencies of the population: it says nothing of the original.

    Two initials may get the same letter. first: as for initial_standin.
    """
    alphabet = script_of(first) if len(first) == 1 else ""
    levels = _frequencies(kind).get(alphabet, {})
    if first not in levels:
        return initial_standin(first, kind, choice)
    others = [c for c in levels if c != first]
    return others[choice.weighted(list(accumulate(2 ** levels[c] for c in others)), "initial", kind, first)]


def letters_alike(letter: str, kind: Kind) -> str:
    """The letters that may replace this one, including itself."""
    return "".join(sorted(_frequencies(kind).get(script_of(letter), ())))
