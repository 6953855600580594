"""Makes stand-ins for initials: a keyed permutation of letters without fixed points.

A name's stand-in begins with the stand-in of its initial, so that "J. Doe" agrees with "John Doe" wherever they are
met. Any permutation without fixed points can occur; an attacker has no list to try. The most frequent initial draws
first, by frequency, so that letters that begin many names keep beginning many (`relex.prf.drawn_places`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import accumulate, count
from math import fsum
from string import ascii_lowercase

from relex.generators._names import name_pools
from relex.generators._names.name_pools import ALPHABETS, script_of
from relex.parts import Kind
from relex.prf import KeyedChoice, draw_weights, drawn_places

_MIN_NAMES = 8  # names that must begin with a letter of another alphabet for it to be a stand-in
_RARE = 0.004  # share of names; rarer letters of the Latin alphabet count as this frequent
_UNIT = 0.0001  # share of names that is told apart
_HALVES = 4  # of the power of draws: see prf.draw_weights


@cache
def _frequencies(kind: Kind) -> Mapping[str, Mapping[str, float]]:
    """Return the letters of each alphabet with the share of names that they begin, most frequent first.

    Latin letters count by the population of the census, other alphabets by the names in the lists.
    """
    groups = name_pools.by_initial(kind)
    latin = {c: fsum(groups[c].weights) for c in ascii_lowercase}
    all_names = fsum(latin.values())
    found = {"LATIN": {c: max(_RARE, round(weight / all_names, 6)) for c, weight in latin.items()}}
    fit = {c: sum(names.fit) for c, names in groups.items() if len(c) == 1}
    for alphabet in ALPHABETS:
        own = {c: n for c, n in fit.items() if n >= _MIN_NAMES and script_of(c) == alphabet}
        if len(own) > 1:
            found[alphabet] = {c: round(n / sum(own.values()), 6) for c, n in own.items()}
    return {a: dict(sorted(shares.items(), key=lambda item: (-item[1], item[0]))) for a, shares in found.items()}


@lru_cache(4_096)
def _permutation(kind: Kind, alphabet: str, choice: KeyedChoice) -> dict[str, str]:
    """Return the stand-in of each letter of the alphabet."""
    shares = _frequencies(kind)[alphabet]
    letters, weights = list(shares), draw_weights(list(shares.values()), _UNIT, _HALVES)
    for attempt in count():
        drawn = list(drawn_places(weights, choice, "letters", kind, alphabet, str(attempt), moves=True))
        if len(drawn) == len(letters):
            break
    return {first: letters[at] for first, at in zip(letters, drawn, strict=True)}


def initial_standin(first: str, kind: Kind, choice: KeyedChoice) -> str:
    """Return the letter with which stand-ins of names with this initial begin: another letter, different for each
    initial.

    `first` comes from `name_pools.initial_group`. A script without an alphabet maps to itself, and an initial of no
    known name to any letter.
    """
    alphabet = script_of(first) if len(first) == 1 else ""
    if first in _frequencies(kind).get(alphabet, ()):
        return _permutation(kind, alphabet, choice)[first]
    if len(first) > 1 and first in name_pools.by_initial(kind):
        return first
    letters = (letters_alike(first, kind) if len(first) == 1 else "") or ascii_lowercase
    return letters[choice.integer(len(letters), "letter", kind, first)]


def drawn_initial(first: str, kind: Kind, choice: KeyedChoice) -> str:
    """Return another letter for an initial, drawn by the frequencies of the population, which says nothing of the
    original.

    Two initials may get the same letter. `first` is as for `initial_standin`.
    """
    alphabet = script_of(first) if len(first) == 1 else ""
    shares = _frequencies(kind).get(alphabet, {})
    if first not in shares:
        return initial_standin(first, kind, choice)
    others = [c for c in shares if c != first]
    return others[choice.weighted(list(accumulate(shares[c] for c in others)), "initial", kind, first)]


def letters_alike(letter: str, kind: Kind) -> str:
    """Return the letters that may replace a letter, including itself."""
    return "".join(sorted(_frequencies(kind).get(script_of(letter), ())))
