"""Initials: a keyed permutation of letters, none in its place, among those that begin names about as often.

A name's stand-in begins with its initial's stand-in, so that "J. Doe" met alone agrees with "John Doe" met elsewhere.
Strata of few letters keep the population's profile of initials: a permutation evens out what it mixes.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations

from relex.keyed import Keyed
from relex.parts import Kind
from relex.surrogates import pools
from relex.surrogates.pools import ALPHABETS, initial, script

# By the shares of initials in the US census of 1990, of both sexes' given names alike.
_LATIN = {
    Kind.GIVEN: ("jmrd", "casl", "bekt", "gphw", "nvfi", "oyzuqx"),
    Kind.FAMILY: ("msbch", "wrgpld", "jtfak", "enov", "yizqux"),
}
_STRATUM = 5  # letters of other alphabets that are mixed
_LEAST = 8  # names that begin with a letter that may be a stand-in


@cache
def _strata(kind: Kind) -> dict[str, str]:
    """Letter -> the letters that may take its place, itself among them."""
    out = {letter: stratum for stratum in _LATIN[kind] for letter in stratum}
    begins = Counter(initial(name.key) for name in pools.names(kind) if name.fit)
    for alphabet in ALPHABETS:
        letters = sorted(
            (c for c, n in begins.items() if n >= _LEAST and len(c) == 1 and script(c) == alphabet),
            key=lambda c: (-begins[c], c),
        )
        for at in range(0, len(letters), _STRATUM):
            if len(letters) - at >= 3 or not at:
                stratum = "".join(letters[at : at + _STRATUM])
                if len(letters) - at - len(stratum) in (1, 2):
                    stratum = "".join(letters[at:])
                out |= dict.fromkeys(stratum, stratum)
    return out


@cache
def _derangements(n: int) -> tuple[tuple[int, ...], ...]:
    return tuple(order for order in permutations(range(n)) if all(at != to for at, to in enumerate(order)))


def standin(first: str, kind: Kind, keyed: Keyed) -> str:
    """The letter that names of a kind beginning with this one get: never itself, and no two the same.

    first: what initial() gives. Scripts that are no alphabets stay as they are; what begins no name gets any letter.
    """
    strata = _strata(kind)
    stratum = strata.get(first)
    if stratum is None:
        own = sorted(letter for letter in strata if script(letter) == script(first)) if len(first) == 1 else []
        if len(first) > 1 and first in pools.by_initial(kind):
            return first
        others = own or [letter for stratum in _LATIN[kind] for letter in stratum]
        return others[keyed.number(len(others), "letter", kind, first)]
    orders = _derangements(len(stratum))
    order = orders[keyed.number(len(orders), "letters", kind, stratum)]
    return stratum[order[stratum.index(first)]]


def alike(letter: str, kind: Kind) -> str:
    """Every letter that can take its place, the nearest in frequency first."""
    strata = _strata(kind)
    stratum = strata.get(letter, "")
    alphabet = script(letter)
    return stratum + "".join(c for c in strata if c not in stratum and script(c) == alphabet)
