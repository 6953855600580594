"""Finds candidates for a name beside the paired ones: names drawn by frequency, rare names, and invented names."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, product
from string import ascii_lowercase

from relex.generators._names import name_pools
from relex.generators._names.name_pools import DISTINCT_ORIGINS, similar_origins
from relex.parts import Kind
from relex.prf import KeyedChoice

# --- Drawn names ------------------------------------------------------------------------------------------------------

_MIN_DRAWN_FROM = 8  # of a sex or an origin with one initial; with fewer the stand-in has any
_DRAWS = 40


def drawn_names(
    kind: Kind, letter: str, sex: str, origin: str, key: str, choice: KeyedChoice, listed: bool = True
) -> Iterator[int]:
    """Yield indices of stand-ins for a name (`key_of`) among the names of an initial, repeatedly drawn by frequency;
    may repeat.

    A permutation keeps originals apart, but evens out the frequencies that it mixes or tells the frequency of the
    original. A draw does neither: it follows the population and is independent of how frequent the original is. It may
    give two originals the same name; the caller keeps them apart. `listed` tells whether the census has the name; names
    of distinct origins that it lacks get others that it lacks.
    """
    places, cumulated = _pool(kind, letter, sex, origin, listed or origin not in DISTINCT_ORIGINS)
    for draw in range(_DRAWS if places else 0):
        yield places[choice.weighted(cumulated, "drawn", kind, key, str(draw))]


@cache
def _pool(kind: Kind, letter: str, sex: str, origin: str, listed: bool) -> tuple[array[int], array[float]]:
    """Return the indices of the names of an initial that fit a sex and an origin, and their cumulated frequencies."""
    names = name_pools.by_initial(kind).get(letter)
    if names is None:
        return array("i"), array("d")
    fit = [nth for nth, ok in enumerate(names.fit) if ok]
    some = [nth for nth in fit if names.sexes[nth] == sex]
    if kind is Kind.GIVEN and not sex and len(some) < _MIN_DRAWN_FROM:
        some = fit
    akin = similar_origins(origin) if origin in DISTINCT_ORIGINS else ()
    for origins in ((origin,), akin):
        own = [nth for nth in some if names.origins[nth] in origins and (names.weights[nth] > 0) is listed]
        if len(own) >= _MIN_DRAWN_FROM:
            break
    else:
        own = [nth for nth in some if names.weights[nth] and names.origins[nth] not in DISTINCT_ORIGINS] or some
    return array("i", own), array("d", accumulate(names.weights[nth] or 1.0 for nth in own))


# --- Rare names -------------------------------------------------------------------------------------------------------

_MIN_STAGE = 5  # minimum of an origin's names with the initial; fewer would occur too often
_RARE = 0.0015  # percent; more frequent names are paired with each other
# Percent; below are family names of ranks above 12,000, and given names that few scopes contain.
_RAREST = {Kind.FAMILY: 0.0011, Kind.GIVEN: 0.0006}


def rare_name_candidates(
    kind: Kind, letter: str, sex: str, origin: str, start: int, choice: KeyedChoice
) -> Iterator[int]:
    """Yield indices of all stand-ins with an initial, likely ones first, for names that `name_pairing` pairs with
    nothing.

    Such names are rare, unknown, or of origins with few names. In order come names of the same origin, of similar
    origins, the rarest of the census, and all others of the initial. Two originals may have the same first stand-in;
    the index resolves that. `sex` and `origin` are as in `name_pools.Name`; `start` is a number that separates
    originals.
    """
    for nth, some in enumerate(_rare_name_stages(kind, letter, sex, origin)):
        for step in range(len(some)):
            at = choice.permute(len(some), (start + step) % len(some), "leftover", kind, letter, sex, origin, str(nth))
            yield some[at]


@cache
def _rare_name_stages(kind: Kind, letter: str, sex: str, origin: str) -> tuple[array[int], ...]:
    """Return the indices of stand-ins in stages, from names of the same origin to all names of the letter."""
    names = name_pools.by_initial(kind).get(letter)
    if names is None:
        return ()
    akin, tail = similar_origins(origin), _RAREST[kind]
    own, neighbours, rare, plain, like, rest = (array("i") for _ in range(6))
    for nth, (other, name_origin, fit) in enumerate(zip(names.sexes, names.origins, names.fit, strict=True)):
        if not fit:
            continue
        if other not in (sex, "") if kind is Kind.FAMILY or sex else False:
            rest.append(nth)
            continue
        like.append(nth)
        if not name_origin and (other or kind is Kind.FAMILY or not sex):
            plain.append(nth)
        if names.weights[nth] > _RARE and name_origin not in DISTINCT_ORIGINS:
            continue
        if origin and name_origin == origin and (other == sex or kind is Kind.GIVEN):
            own.append(nth)
        if origin and name_origin in akin:
            neighbours.append(nth)
        if not name_origin and names.weights[nth] < tail and (names.weights[nth] or kind is Kind.GIVEN):
            rare.append(nth)
    stages, seen = [], set[int]()
    for some, least in (
        (own, _MIN_STAGE),
        (neighbours, _MIN_STAGE),
        (rare, _MIN_STAGE),
        (plain, 1),
        (like, 1),
        (rest, 1),
    ):
        fresh = array("i", (nth for nth in some if nth not in seen))
        if len(some) >= least and fresh:
            stages.append(fresh)
            seen.update(fresh)
    return tuple(stages)


# --- Invented names ---------------------------------------------------------------------------------------------------

# The beginning up to the second group of vowels, that group with the consonants behind it, and the rest.
_SPLIT = re.compile(r"([^aeiouy]*[aeiouy]+[^aeiouy]+)([aeiouy]+[^aeiouy]*)(.*)")
_VOWELS, _CONSONANTS = "aeio", "lmnrstdv"
_SPACE = 10_000_000
_MAX_LENGTH = 13


@cache
def _syllables(kind: Kind, sex: str) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """Return the beginnings of names by letter, the middles, and the ends."""
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
    """Yield endless invented names that begin with a Latin letter: the beginning of one name and the end of another,
    joined before a vowel.

    `sex` is that of a given name, "f" or "m".
    """
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
