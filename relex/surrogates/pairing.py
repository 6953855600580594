"""Which names may take whose place: names of one initial set against names of another, like with like.

Names of one sex and origin stand against each other in the order of their frequency, as many as both sides have; what
is left over of the frequent ones stands with the general list of that sex; names that the census lacks stand against
such names. So two names never have the same first stand-in, but for the rarest of the longer side: they go round the
rarest once more, or, of an origin, are left to relex.surrogates.leftover.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from relex.keyed import Keyed
from relex.surrogates.bands import cut, walk_from
from relex.surrogates.kindred import EASTERN, near, ordered
from relex.surrogates.pools import Names

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
_HOME = 8  # of an origin's names on both sides, fewer would tell the original
_TOLD = 0.0015  # percent: of an origin's names rarer ones stay within it rather than with the general list


_Lists = dict[tuple[str, bool, str], list[int]]


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

    def walk(self, nth: int, keyed: Keyed, *tweak: str) -> Iterator[int]:
        """Places of the nth name's stand-ins, the whole of its group; none for a name that stands against nothing."""
        group = self.group[nth]
        if group < 0:
            return iter(())
        tweak = (*tweak, f"{group}.{self.turn[nth]}")
        return walk_from(self.groups[group], self.band[nth], self.rank[nth], keyed, *tweak)


def pair(names: Names, others: Names) -> Pairing:
    """Names, most frequent first, against the stand-ins among others, most frequent first."""
    group, band, rank, turn = (array("h", [-1]) * len(names) for _ in range(4))
    groups: list[tuple[Sequence[int], ...]] = []
    for listed, mine, theirs in _groups(_lists(names), _lists(others, only_fit=True)):
        both = min(len(mine), len(theirs))
        if not both:
            continue
        offered = cut(array("i", theirs[: max(both, _FEW)]), _EDGES if listed else ())
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


def _groups(left: _Lists, right: _Lists) -> Iterator[tuple[bool, list[int], list[int]]]:
    """Whether the census lists them; places of names and of the stand-ins that they share, most frequent first."""
    origins = sorted({origin for _, _, origin in (*left, *right)} - {""}, key=ordered)
    for sex in sorted({sex for sex, _, _ in left}):
        rest: list[tuple[list[int], list[int]]] = []
        over: dict[str, tuple[list[int], list[int]]] = {}
        for listed in (True, False):
            mine, theirs = (list(lists.get((sex, listed, ""), ())) for lists in (left, right))
            for origin in origins:
                my, their = (lists.get((sex, listed, origin), []) for lists in (left, right))
                both = min(len(my), len(their)) if min(len(my), len(their)) >= _HOME else 0
                if both:
                    yield listed, my[:both], their[:both]
                if listed:
                    mine.extend(my[both:])
                    theirs.extend(their[both:])
                else:
                    over[origin] = my[both:], their[both:]
            rest.append((sorted(mine), sorted(theirs)))
        for origin, (my, _) in over.items():
            their = [place for other in near(origin) if other in over for place in over[other][1]]
            if my and their:
                yield False, my[: len(their)], their[: len(my)]
                gone = set(their[: len(my)])
                for _, one in over.values():
                    one[:] = (place for place in one if place not in gone)
        rest[1][1].extend(place for origin, (_, one) in over.items() if origin not in EASTERN for place in one)
        for (mine, theirs), (others, spare) in (rest, rest[::-1]):
            if len(theirs) < _MANY:  # few: the other list helps out
                start = max(len(others), _FEW)
                end = start + max(0, len(mine) - len(theirs), _FEW - len(theirs))
                theirs.extend(spare[start:end])
                del spare[start:end]
        for listed, (mine, theirs) in zip((True, False), rest, strict=True):
            yield listed, mine, theirs


def _lists(names: Names, only_fit: bool = False) -> _Lists:
    """Sex, whether the census has it and it is not a rare one of an origin, origin -> places."""
    out: _Lists = {}
    sorts = zip(names.sexes, names.weights, names.origins, names.fit, strict=True)
    for nth, (sex, weight, origin, fit) in enumerate(sorts):
        if fit or not only_fit:
            out.setdefault((sex, weight > (_TOLD if origin else 0.0), origin), []).append(nth)
    return out
