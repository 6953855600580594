"""Makes stand-ins for the surnames of clinicians, of whom a site has hundreds under one key.

A keyed permutation mixes surnames within bands that reach over all initials. If all surnames with one initial had
stand-ins with one initial, their numbers alone would tell which initial is which. Only names of similar frequency, of
one script and, where names reveal it, of one origin share a band. Given names are drawn by frequency and may repeat,
because the surname keeps them apart (`relex.identity.clinicians`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from zlib import crc32

from relex.generators._names import name_pools
from relex.generators._names.name_pools import initial_group, origin_by_spelling, script_of
from relex.generators._shared.frequency_bands import candidates_from, cut_at_ranks
from relex.parts import Kind
from relex.prf import KeyedChoice

_BAND_EDGES = (64, 256, 1024, 4096, 16384)
_MIN_BAND = 16  # names; also the minimum of an origin that is kept
_Pool = tuple[str, str, str]  # script, sex (see Name), origin
_LETTER_BITS = 20  # a place is the number of the initial above these bits, and the place among its names below them
_LATIN = "LATIN"


@dataclass(frozen=True, slots=True)
class _Surnames:
    """Holds the stand-ins of each pool in bands, and the pool, band and rank of every name by initial."""

    pools: dict[_Pool, tuple[array[int], ...]]
    initials: tuple[str, ...]
    places: dict[str, tuple[list[_Pool], array[int], array[int]]]


@cache
def _surnames() -> _Surnames:
    """Build the pools of surnames, in bands by frequency, from the lists of names."""
    groups = name_pools.by_initial(Kind.FAMILY)
    initials = tuple(groups)
    members: dict[_Pool, list[tuple[float, int, int, int]]] = {}
    for number, names in enumerate(groups.values()):
        script = _script_of_initial(initials[number])
        for nth, text in enumerate(names.texts):
            pool = script, names.sexes[nth], names.origins[nth]
            equally_frequent = crc32(text.encode())  # in an order that is not that of their initials
            members.setdefault(pool, []).append((-names.weights[nth], equally_frequent, number, nth))
    for pool in [p for p in members if p[2]]:
        fit = sum(groups[initials[number]].fit[nth] for *_, number, nth in members[pool])
        if fit < _MIN_BAND and (pool[0], pool[1], "") in members:
            members[pool[0], pool[1], ""].extend(members.pop(pool))
    places = {
        c: ([("", "", "")] * len(some), array("h", [-1]) * len(some), array("i", [0]) * len(some))
        for c, some in groups.items()
    }
    pools: dict[_Pool, tuple[array[int], ...]] = {}
    for pool, some in members.items():
        some.sort()
        fit_names = array("i", (n << _LETTER_BITS | nth for *_, n, nth in some if groups[initials[n]].fit[nth]))
        bands = tuple(array("i", band) for band in cut_at_ranks(fit_names, _BAND_EDGES, _MIN_BAND))
        pools[pool] = bands
        ends = [sum(map(len, bands[: at + 1])) for at in range(len(bands))]
        rank = 0  # among the fit names
        for *_, number, nth in some:
            band = next((at for at, end in enumerate(ends) if rank < end), len(bands) - 1)
            of_pool, of_band, of_rank = places[initials[number]]
            of_pool[nth], of_band[nth] = pool, band
            of_rank[nth] = rank - (ends[band - 1] if band else 0) if groups[initials[number]].fit[nth] else -1
            rank += groups[initials[number]].fit[nth]
    return _Surnames({p: b for p, b in pools.items() if b}, initials, places)


def _script_of_initial(initial: str) -> str:
    """Return the script of a group of initials, which is a letter or a script already."""
    return script_of(initial) if len(initial) == 1 else initial


def clinician_surnames(key: str, choice: KeyedChoice) -> Iterator[tuple[str, int]]:
    """Yield stand-ins of a surname (`key_of`) as pairs of their initial's group and the index in it.

    All have the initial of the first, with which initials in texts agree. Nothing is yielded for a script without
    listed surnames.
    """
    initials, group = _surnames().initials, ""
    own = initial_group(key), name_pools.index_of(Kind.FAMILY).get(key)
    for place in _places(key, choice):
        number, nth = place >> _LETTER_BITS, place & (1 << _LETTER_BITS) - 1
        if (initials[number], nth) != own and initials[number] == (group or initials[number]):
            group = initials[number]
            yield group, nth


def _places(key: str, choice: KeyedChoice) -> Iterator[int]:
    """Yield the encoded places of a surname's stand-ins: the number of the initial, and the index in it."""
    found, first = _surnames(), initial_group(key)
    nth = name_pools.index_of(Kind.FAMILY).get(key)
    if nth is None:
        script, origin = _script_of_initial(first) or _LATIN, origin_by_spelling(key)
        pool = next(p for p in ((script, "", origin), (script, "", ""), (_LATIN, "", "")) if p in found.pools)
        band, rank = len(found.pools[pool]) - 1, -1
    else:
        pools, bands, ranks = found.places[first]
        pool, band, rank = pools[nth], bands[nth], ranks[nth]
    some = found.pools.get(pool)
    if some is None:
        return
    if rank < 0:
        rank = choice.integer(len(some[band]), "rank", key)
    yield from candidates_from(some, band, rank, choice, "clinician", *pool)
