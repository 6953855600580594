"""Which names may take whose place: names of one initial set against names of another, like with like.

Names of one sex and origin stand against each other in the order of their frequency, as many as both sides have; what
is left over stands with the general list of that sex. So two names never have the same first stand-in; the rarest of
the longer side have none here and get a composed one.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from relex.keyed import Keyed
from relex.surrogates.bands import cut, walk_from
from relex.surrogates.pools import Name

_EDGES = (3, 8, 18, 40, 90, 200, 450, 1000, 2500)  # ranks; within a band shares differ by less than half, mostly
_HOME = 8  # of an origin's names on both sides, fewer would tell the original


@dataclass(frozen=True, slots=True)
class Pairing:
    """groups: the stand-ins of each group, in bands. at: of each name its group, band and rank; -1: it has none."""

    groups: tuple[tuple[Sequence[str], ...], ...]
    group: array[int]
    band: array[int]
    rank: array[int]

    def walk(self, nth: int, keyed: Keyed, *tweak: str) -> Iterator[str]:
        """Stand-ins of the nth name, the whole of its group; none for a name that stands against nothing."""
        group = self.group[nth]
        if group >= 0:
            yield from walk_from(self.groups[group], self.band[nth], self.rank[nth], keyed, *tweak, str(group))


def pair(names: Sequence[Name], others: Sequence[Name]) -> Pairing:
    """Names, most frequent first, against the stand-ins among others, most frequent first."""
    stands = [other for other in others if other.fit]
    left, right = _sorted(names), _sorted(stands)
    groups: list[tuple[list[int], list[int]]] = []
    for sex in sorted({name.sex for name in names}):
        loose: tuple[list[int], list[int]] = ([], [])
        for origin in sorted({origin for of, origin in (*left, *right) if of == sex}):
            mine, theirs = left.get((sex, origin), []), right.get((sex, origin), [])
            both = min(len(mine), len(theirs)) if origin else 0
            if both >= _HOME:
                groups.append((mine[:both], theirs[:both]))
            else:
                both = 0
            loose[0].extend(mine[both:])
            loose[1].extend(theirs[both:])
        groups.append((sorted(loose[0]), sorted(loose[1])))
    at = [array("i", [-1]) * len(names) for _ in range(3)]
    bands: list[tuple[Sequence[str], ...]] = []
    for mine, theirs in groups:
        both = min(len(mine), len(theirs))
        if both:
            for band, members in enumerate(cut(mine[:both], _EDGES)):
                for rank, nth in enumerate(members):
                    at[0][nth], at[1][nth], at[2][nth] = len(bands), band, rank
            bands.append(tuple(cut([stands[nth].text for nth in theirs[:both]], _EDGES)))
    return Pairing(tuple(bands), *at)


def _sorted(names: Sequence[Name]) -> dict[tuple[str, str], list[int]]:
    """Sex and origin -> places."""
    out: dict[tuple[str, str], list[int]] = {}
    for nth, name in enumerate(names):
        out.setdefault((name.sex, name.origin), []).append(nth)
    return out
