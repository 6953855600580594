"""Real names for originals that stand against nothing: rare ones, strange ones, those of origins with few names.

In turn: names of the same origin, of its neighbours, the rarest of the census, everything else that begins so. Such an
original may have the same first stand-in as another name of its scope; the index resolves that.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache

from relex.generators._shared import name_pools
from relex.generators._shared.name_origins import TELLING, near
from relex.parts import Kind
from relex.prf import KeyedChoice

_ENOUGH = 5  # names of an origin that begin so; fewer would come up too often
_RARE = 0.0015  # percent: more frequent names stand against such names
# Percent: below are the family names of the ranks from 12,000 on, and the given names of which few scopes hold one.
_TAIL = {Kind.FAMILY: 0.0011, Kind.GIVEN: 0.0006}


def leftover(kind: Kind, letter: str, sex: str, origin: str, start: int, choice: KeyedChoice) -> Iterator[int]:
    """Places of all stand-ins of a letter, likely ones first. sex, origin: as in pools.Name.

    start: a number that sets originals apart.
    """
    for nth, some in enumerate(_stages(kind, letter, sex, origin)):
        for step in range(len(some)):
            at = choice.permute(len(some), (start + step) % len(some), "leftover", kind, letter, sex, origin, str(nth))
            yield some[at]


@cache
def _stages(kind: Kind, letter: str, sex: str, origin: str) -> tuple[array[int], ...]:
    names = name_pools.by_initial(kind).get(letter)
    if names is None:
        return ()
    akin, tail = near(origin), _TAIL[kind]
    own, neighbours, rare, plain, like, rest = (array("i") for _ in range(6))
    for nth, (other, home, fit) in enumerate(zip(names.sexes, names.origins, names.fit, strict=True)):
        if not fit:
            continue
        if other not in (sex, "") if kind is Kind.FAMILY or sex else False:
            rest.append(nth)
            continue
        like.append(nth)
        if not home and (other or kind is Kind.FAMILY or not sex):
            plain.append(nth)
        if names.weights[nth] > _RARE and home not in TELLING:
            continue
        if origin and home == origin and (other == sex or kind is Kind.GIVEN):
            own.append(nth)
        if origin and home in akin:
            neighbours.append(nth)
        if not home and names.weights[nth] < tail and (names.weights[nth] or kind is Kind.GIVEN):
            rare.append(nth)
    stages, seen = [], set[int]()
    for some, least in ((own, _ENOUGH), (neighbours, _ENOUGH), (rare, _ENOUGH), (plain, 1), (like, 1), (rest, 1)):
        fresh = array("i", (nth for nth in some if nth not in seen))
        if len(some) >= least and fresh:
            stages.append(fresh)
            seen.update(fresh)
    return tuple(stages)
