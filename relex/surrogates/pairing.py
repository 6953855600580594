"""Which names may take whose place: names of one initial set against names of another, like with like.

Names of one sex and origin stand against each other in the order of their frequency, as many as both sides have; what
is left over stands with the general list of that sex; names that the census lacks stand against such names. So two
names never have the same first stand-in, but for the rarest of the longer side: they go round the rarest once more.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from relex.keyed import Keyed
from relex.surrogates.bands import cut, walk_from
from relex.surrogates.pools import Name

# Ranks; within a band frequencies are about the same, so that the stand-ins' are those of the population.
_EDGES = (2, 4, 7, 11, 17, 25, 36, 50, 70, 100, 140, 200, 280, 400, 560, 800, 1100, 1500, 2100, 2900, 4000, 5500, 7500)
_MANY = 600  # of so many the rarer half stands for what is left over, too
_FEW = 16  # at least so many stand-ins, where there are as many, for however few names
_HOME = 8  # of an origin's names on both sides, fewer would tell the original


_Lists = dict[tuple[str, bool, str], list[int]]


@dataclass(frozen=True, slots=True)
class Pairing:
    """groups: the stand-ins of each group, in bands. group, band, rank: where each name stands; group -1: nowhere.

    turn: how often its place was taken already.
    """

    groups: tuple[tuple[Sequence[str], ...], ...]
    group: array[int]
    band: array[int]
    rank: array[int]
    turn: array[int]

    def walk(self, nth: int, keyed: Keyed, *tweak: str) -> Iterator[str]:
        """Stand-ins of the nth name, the whole of its group; none for a name that stands against nothing."""
        group = self.group[nth]
        if group < 0:
            return iter(())
        tweak = (*tweak, f"{group}.{self.turn[nth]}")
        return walk_from(self.groups[group], self.band[nth], self.rank[nth], keyed, *tweak)


def pair(names: Sequence[Name], others: Sequence[Name]) -> Pairing:
    """Names, most frequent first, against the stand-ins among others, most frequent first."""
    stands = [other for other in others if other.fit]
    where = [array("h", [-1]) * len(names) for _ in range(4)]
    groups: list[tuple[Sequence[str], ...]] = []
    for listed, mine, theirs in _groups(_lists(names), _lists(stands)):
        both, edges = min(len(mine), len(theirs)), _EDGES if listed else ()
        if not both:
            continue
        offered = [stands[nth].text for nth in theirs[: max(both, _FEW)]]
        places = [(band, rank) for band, some in enumerate(cut(offered, edges)) for rank in range(len(some))]
        rare = places[both // 2 :]
        for at, nth in enumerate(mine if both >= _MANY else mine[:both]):
            turn, place = divmod(at - both, len(rare)) if at >= both else (-1, at)
            band, rank = rare[place] if at >= both else places[at]
            for which, value in zip(where, (len(groups), band, rank, turn + 1), strict=True):
                which[nth] = value
        groups.append(tuple(cut(offered, edges)))
    return Pairing(tuple(groups), *where)


def _groups(left: _Lists, right: _Lists) -> Iterator[tuple[bool, list[int], list[int]]]:
    """Whether the census lists them; places of names and of the stand-ins that they share, most frequent first."""
    for sex in sorted({sex for sex, _, _ in left}):
        rest: list[tuple[list[int], list[int]]] = []
        for listed in (True, False):
            loose: tuple[list[int], list[int]] = ([], [])
            for origin in sorted({origin for *of, origin in (*left, *right) if of == [sex, listed]}):
                mine, theirs = (lists.get((sex, listed, origin), []) for lists in (left, right))
                both = min(len(mine), len(theirs))
                if origin and both >= _HOME:
                    yield listed, mine[:both], theirs[:both]
                    mine, theirs = mine[both:], theirs[both:]
                loose[0].extend(mine)
                loose[1].extend(theirs)
            rest.append((sorted(loose[0]), sorted(loose[1])))
        for (mine, theirs), (others, spare) in (rest, rest[::-1]):
            if len(theirs) < _MANY:  # few: the other list helps out
                start = max(len(others), _FEW)
                end = start + max(0, len(mine) - len(theirs), _FEW - len(theirs))
                theirs.extend(spare[start:end])
                del spare[start:end]
        for listed, (mine, theirs) in zip((True, False), rest, strict=True):
            yield listed, mine, theirs


def _lists(names: Sequence[Name]) -> _Lists:
    """Sex, whether the census has it, origin -> places."""
    out: _Lists = {}
    for nth, name in enumerate(names):
        out.setdefault((name.sex, name.weight > 0, name.origin), []).append(nth)
    return out
