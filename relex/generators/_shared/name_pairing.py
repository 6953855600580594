"""Which names may take whose place: names of one initial set against names of another, like with like.

Names of one sex and origin stand against each other in the order of their frequency, as many as both sides have; what
is left over of the frequent ones stands with the general list of that sex, names that the census lacks against such
names; but names of origins that read as nothing else (kindred.TELLING) only against their own and their neighbours'.
So two names never have the same first stand-in, but for the rarest of the longer side: they go round the rarest once
more, or, of an origin, are left to relex.generators._shared.rare_names.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from relex.generators._shared.frequency_bands import cut, walk_from
from relex.generators._shared.name_origins import TELLING, WESTERN, near, ordered
from relex.generators._shared.name_pools import Names
from relex.prf import KeyedChoice

# Ranks; within a band frequencies are about the same, so that the stand-ins' are those of the population. The first
# name of a letter stands alone: with Margaret beside her, Mary would come up a third as often as she should.
_EDGES = (
    1,
    2,
    4,
    7,
    11,
    17,
    25,
    36,
    50,
    70,
    100,
    140,
    200,
    280,
    400,
    560,
    800,
    1100,
    1500,
    2100,
    2900,
    4000,
    5500,
    7500,
)
_MANY = 600  # of so many the rarer half stands for what is left over, too
_FEW = 16  # at least so many stand-ins, where there are as many, for however few names
_HOME = 6  # of an origin's names on both sides, fewer would tell the original
_TOLD = 0.0015  # percent: of an origin's names rarer ones stay within it rather than with the general list
_AMONG = frozenset({"", "irish", "styled"})  # however rare, they are at home among the census's

# Of those that are told apart: more names to a band, or one would tell the other. Few of the population bear them.
_COARSE = (8, 24, 60, 140, 300, 700, 1500)

_Lists = dict[tuple[str, bool, str], list[int]]
_Group = tuple[tuple[int, ...], list[int], list[int]]


@dataclass(frozen=True, slots=True)
class Pairing:
    """groups: the stand-ins' places for each group, in bands. group, band, rank: where each name stands.

    group -1: nowhere, and the rank is that among all such names of one sex and origin. turn: how often its place was
    taken already.
    """

    groups: tuple[tuple[Sequence[int], ...], ...]
    group: array[int]
    band: array[int]
    rank: array[int]
    turn: array[int]

    def walk(self, nth: int, choice: KeyedChoice, *tweak: str) -> Iterator[int]:
        """Places of the nth name's stand-ins, the whole of its group; none for a name that stands against nothing."""
        group = self.group[nth]
        if group < 0:
            return iter(())
        tweak = (*tweak, f"{group}.{self.turn[nth]}")
        return walk_from(self.groups[group], self.band[nth], self.rank[nth], choice, *tweak)


def pair(names: Names, others: Names) -> Pairing:
    """Names, most frequent first, against the stand-ins among others, most frequent first."""
    group, band, rank, turn = (array("h", [-1]) * len(names) for _ in range(4))
    groups: list[tuple[Sequence[int], ...]] = []
    for edges, mine, theirs in _groups(_lists(names), _lists(others, only_fit=True)):
        both = min(len(mine), len(theirs))
        if not both:
            continue
        offered = cut(array("i", theirs[: max(both, _FEW)]), edges)
        places = [(nth, at) for nth, some in enumerate(offered) for at in range(len(some))]
        rare = places[both // 2 :]
        for at, nth in enumerate(mine if both >= _MANY else mine[:both]):
            again, place = divmod(at - both, len(rare)) if at >= both else (-1, at)
            band[nth], rank[nth] = rare[place] if at >= both else places[at]
            group[nth], turn[nth] = len(groups), again + 1
        groups.append(tuple(offered))
    left: dict[tuple[str, str], int] = {}
    for nth, sort in enumerate(zip(names.sexes, names.origins, strict=True)):
        if group[nth] < 0:
            rank[nth] = left[sort] = left.get(sort, -1) + 1
    return Pairing(tuple(groups), group, band, rank, turn)


def _groups(left: _Lists, right: _Lists) -> Iterator[_Group]:
    """What bands are cut at; places of names and of the stand-ins that they share, most frequent first."""
    origins = sorted({origin for _, _, origin in (*left, *right)} - {""}, key=ordered)
    for sex in sorted({sex for sex, _, _ in left}):
        rest: list[tuple[list[int], list[int]]] = []
        over: dict[str, tuple[list[int], list[int]]] = {}
        for origin in filter(TELLING.__contains__, origins):
            my, their = (
                sorted(place for listed in (True, False) for place in lists.get((sex, listed, origin), ()))
                for lists in (left, right)
            )
            both = min(len(my), len(their))
            if both >= _HOME:
                yield _COARSE, my[:both], their[:both]
                del my[:both], their[:both]
            over[origin] = my, their
        yield from _across(over)
        told = [place for origin in filter(WESTERN.__contains__, over) for place in over[origin][1]]
        over.clear()
        for listed in (True, False):
            mine, theirs = (list(lists.get((sex, listed, ""), ())) for lists in (left, right))
            for origin in origins:
                if origin in TELLING:
                    continue
                my, their = (lists.get((sex, listed, origin), []) for lists in (left, right))
                both = min(len(my), len(their)) if min(len(my), len(their)) >= _HOME else 0
                if both:
                    yield _EDGES if listed else (), my[:both], their[:both]
                if listed:
                    mine.extend(my[both:])
                    theirs.extend(their[both:])
                else:
                    over[origin] = my[both:], their[both:]
            rest.append((sorted(mine), sorted(theirs)))
        yield from _across(over)
        rest[1][1].extend(place for _, one in over.values() for place in one)
        if sum(len(mine) - len(theirs) for mine, theirs in rest) > 0:
            rest[1][1].extend(told)
        for (mine, theirs), (others, spare) in (rest, rest[::-1]):
            if len(theirs) < _MANY:  # few: the other list helps out
                start = max(len(others), _FEW)
                end = start + max(0, len(mine) - len(theirs), _FEW - len(theirs))
                theirs.extend(spare[start:end])
                del spare[start:end]
        for edges, (mine, theirs) in zip((_EDGES, ()), rest, strict=True):
            yield edges, mine, theirs


def _across(over: dict[str, tuple[list[int], list[int]]]) -> Iterator[_Group]:
    """What an origin has too many of against what is left over of its neighbours, which is taken out."""
    for origin, (my, _) in over.items():
        their = [place for other in near(origin) if other in over for place in over[other][1]]
        their = their[: len(my)]
        if len(their) >= _HOME:
            yield (), my[: len(their)], their
            gone = set(their)
            for _, one in over.values():
                one[:] = (place for place in one if place not in gone)


def _lists(names: Names, only_fit: bool = False) -> _Lists:
    """Sex, whether the census has it and it is not a rare one of an origin, origin -> places."""
    out: _Lists = {}
    sorts = zip(names.sexes, names.weights, names.origins, names.fit, strict=True)
    for nth, (sex, weight, origin, fit) in enumerate(sorts):
        if fit or not only_fit:
            out.setdefault((sex, weight > (0.0 if origin in _AMONG else _TOLD), origin), []).append(nth)
    return out
