"""Pairs the names of one initial with stand-ins of another initial, by sex, origin and frequency.

Names of one sex and origin are paired in order of frequency, as many as both sides have. Frequent names that are left
over join the general list of their sex; names that the census lacks are paired with such names. Names of distinct
origins (`name_pools.DISTINCT_ORIGINS`) are paired only with names of the same and similar origins. Two names therefore
never have the same first stand-in, except the rarest of the longer side: these reuse the rarest indices, or are left to
`name_candidates`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from relex.generators._names.name_pools import (
    DISTINCT_ORIGINS,
    DISTINCT_WESTERN_ORIGINS,
    Names,
    origin_sort_key,
    similar_origins,
)
from relex.generators._shared.frequency_bands import candidates_from, cut_at_ranks
from relex.prf import KeyedChoice, draw_weights, drawn_places

# Ranks. In the first band, of the most frequent names, stand-ins are drawn by frequency (weighted_permutation); in the
# others, whose names are about equally frequent, a permutation mixes them. A band has at least MIN_BAND names: with the
# letters known, a band of one or two gives the original away.
_BAND_EDGES = (64, 120, 200, 350, 600, 1000, 1700, 2900, 5000)
_LARGE_POOL = 600  # in a pool this large the rarer half also serves names that are left over
_MIN_STANDINS = 16  # minimum of stand-ins, if there are as many, for however few names
MIN_BAND = 8
_MIN_OF_ORIGIN = 8  # minimum of an origin's names on both sides; fewer would reveal the original
_COMMON_PERCENT = 0.0015  # percent; rarer names of an origin stay with it instead of joining the general list
_GENERAL_ORIGINS = frozenset({"", "irish", "styled"})  # origins whose rare names stay in the general list

# For distinct origins: larger bands and no draws, because the original would show. Few people have such names.
_DISTINCT_BAND_EDGES = (8, 24, 60, 140, 300, 700, 1500)
_UNIT = 0.0002  # percent; the least share of the population that is told apart
_HALVES = 5  # of the power of draws: see prf.draw_weights

_NameLists = dict[tuple[str, bool, str], list[int]]
_Group = tuple[tuple[int, ...], list[int], list[int]]


@dataclass(frozen=True, slots=True)
class NamePairing:
    """Holds the indices of the stand-ins for each group, in bands, and each name's group, band and rank.

    `draws` holds, for each group, the weights by which stand-ins of the first band are drawn; it is empty where a
    permutation mixes the band. Group -1 means no pairing; the rank is then that among all such names of the sex and
    origin. `reuse` counts how often the name's index was already taken.
    """

    groups: tuple[tuple[Sequence[int], ...], ...]
    draws: tuple[list[int], ...]
    group: array[int]
    band: array[int]
    rank: array[int]
    reuse: array[int]

    def candidates(self, nth: int, choice: KeyedChoice, *tweak: str) -> Iterator[int]:
        """Yield the indices of the stand-ins of the nth name: its whole group, where the first may come again; none for
        a name without a pairing. The first of two names differ, except where an index is reused.
        """
        group, band, rank = self.group[nth], self.band[nth], self.rank[nth]
        if group < 0:
            return
        tweak = (*tweak, f"{group}.{self.reuse[nth]}")
        if not band and self.draws[group]:
            drawn = drawn_places(self.draws[group], choice, "drawn", *tweak)
            yield self.groups[group][0][next(islice(drawn, rank, None))]
        yield from candidates_from(self.groups[group], band, rank, choice, *tweak)


def pair_names(names: Names, others: Names) -> NamePairing:
    """Pair names with stand-ins among others; both are sorted by descending frequency."""
    group, band, rank, reuse = (array("h", [-1]) * len(names) for _ in range(4))
    groups: list[tuple[Sequence[int], ...]] = []
    draws: list[list[int]] = []
    for edges, originals, standins in _groups(_by_sex_and_origin(names), _by_sex_and_origin(others, only_fit=True)):
        both = min(len(originals), len(standins))
        if not both:
            continue
        offered = cut_at_ranks(array("i", standins[: max(both, _MIN_STANDINS)]), edges, MIN_BAND)
        places = [(nth, at) for nth, some in enumerate(offered) for at in range(len(some))]
        rare = places[both // 2 :]
        for at, nth in enumerate(originals if both >= _LARGE_POOL else originals[:both]):
            again, place = divmod(at - both, len(rare)) if at >= both else (-1, at)
            band[nth], rank[nth] = rare[place] if at >= both else places[at]
            group[nth], reuse[nth] = len(groups), again + 1
        groups.append(tuple(offered))
        of_first = offered[0] if edges is _BAND_EDGES else ()
        draws.append(draw_weights([others.weights[place] for place in of_first], _UNIT, _HALVES))
    left: dict[tuple[str, str], int] = {}
    for nth, sex_and_origin in enumerate(zip(names.sexes, names.origins, strict=True)):
        if group[nth] < 0:
            rank[nth] = left[sex_and_origin] = left.get(sex_and_origin, -1) + 1
    return NamePairing(tuple(groups), tuple(draws), group, band, rank, reuse)


def _groups(left: _NameLists, right: _NameLists) -> Iterator[_Group]:
    """Yield for each group its band edges, and the indices of its names and of their stand-ins, most frequent first."""
    origins = sorted({origin for _, _, origin in (*left, *right)} - {""}, key=origin_sort_key)
    for sex in sorted({sex for sex, _, _ in left}):
        rest: list[tuple[list[int], list[int]]] = []
        surplus: dict[str, tuple[list[int], list[int]]] = {}
        for origin in filter(DISTINCT_ORIGINS.__contains__, origins):
            own_originals, own_standins = (
                sorted(place for in_census in (True, False) for place in lists.get((sex, in_census, origin), ()))
                for lists in (left, right)
            )
            both = min(len(own_originals), len(own_standins))
            if both >= _MIN_OF_ORIGIN:
                yield _DISTINCT_BAND_EDGES, own_originals[:both], own_standins[:both]
                del own_originals[:both], own_standins[:both]
            surplus[origin] = own_originals, own_standins
        yield from _pair_with_neighbours(surplus)
        western_surplus = [
            place for origin in filter(DISTINCT_WESTERN_ORIGINS.__contains__, surplus) for place in surplus[origin][1]
        ]
        surplus.clear()
        for in_census in (True, False):
            originals, standins = (list(lists.get((sex, in_census, ""), ())) for lists in (left, right))
            for origin in origins:
                if origin in DISTINCT_ORIGINS:
                    continue
                own_originals, own_standins = (lists.get((sex, in_census, origin), []) for lists in (left, right))
                both = (
                    min(len(own_originals), len(own_standins))
                    if min(len(own_originals), len(own_standins)) >= _MIN_OF_ORIGIN
                    else 0
                )
                if both:
                    yield _BAND_EDGES if in_census else (), own_originals[:both], own_standins[:both]
                if in_census:
                    originals.extend(own_originals[both:])
                    standins.extend(own_standins[both:])
                else:
                    surplus[origin] = own_originals[both:], own_standins[both:]
            rest.append((sorted(originals), sorted(standins)))
        yield from _pair_with_neighbours(surplus)
        rest[1][1].extend(place for _, one in surplus.values() for place in one)
        if sum(len(originals) - len(standins) for originals, standins in rest) > 0:
            rest[1][1].extend(western_surplus)
        for (originals, standins), (others, spare) in (rest, rest[::-1]):
            if len(standins) < _LARGE_POOL:  # too few: the other list helps out
                start = max(len(others), _MIN_STANDINS)
                end = start + max(0, len(originals) - len(standins), _MIN_STANDINS - len(standins))
                standins.extend(spare[start:end])
                del spare[start:end]
        for edges, (originals, standins) in zip((_BAND_EDGES, ()), rest, strict=True):
            yield edges, originals, standins


def _pair_with_neighbours(surplus: dict[str, tuple[list[int], list[int]]]) -> Iterator[_Group]:
    """Pair the surplus of an origin with unused names of similar origins, and remove both from the surplus."""
    for origin, (own_originals, _) in surplus.items():
        own_standins = [place for other in similar_origins(origin) if other in surplus for place in surplus[other][1]]
        own_standins = own_standins[: len(own_originals)]
        if len(own_standins) >= _MIN_OF_ORIGIN:
            yield (), own_originals[: len(own_standins)], own_standins
            gone = set(own_standins)
            for _, one in surplus.values():
                one[:] = (place for place in one if place not in gone)


def _by_sex_and_origin(names: Names, only_fit: bool = False) -> _NameLists:
    """Map (sex, in the census and not a rare name of an origin, origin) to indices of names."""
    out: _NameLists = {}
    columns = zip(names.sexes, names.weights, names.origins, names.fit, strict=True)
    for nth, (sex, weight, origin, fit) in enumerate(columns):
        if fit or not only_fit:
            out.setdefault((sex, weight > (0.0 if origin in _GENERAL_ORIGINS else _COMMON_PERCENT), origin), []).append(
                nth
            )
    return out
