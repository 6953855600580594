"""Stand-ins for names that name_pairing pairs with nothing: rare ones, unknown ones, those of origins with few names.

In order: names of the same origin, of similar origins, the rarest of the census, all others of the initial. Such a name
may have the same first stand-in as another name of its scope; the index resolves that.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache

from relex.generators._names import name_pools
from relex.generators._names.name_origins import DISTINCT_ORIGINS, similar_origins
from relex.parts import Kind
from relex.prf import KeyedChoice

_MIN_NAMES = 5  # minimum of an origin's names with the initial; fewer would occur too often
_RARE = 0.0015  # percent; more frequent names are paired with each other
# Percent; below are family names of ranks above 12,000, and given names that few scopes contain.
_RAREST = {Kind.FAMILY: 0.0011, Kind.GIVEN: 0.0006}


def rare_name_candidates(
    kind: Kind, letter: str, sex: str, origin: str, start: int, choice: KeyedChoice
) -> Iterator[int]:
    """Places of all stand-ins with an initial, likely ones first. sex, origin: as in name_pools.Name.

    start: a number that separates originals.
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
        (own, _MIN_NAMES),
        (neighbours, _MIN_NAMES),
        (rare, _MIN_NAMES),
        (plain, 1),
        (like, 1),
        (rest, 1),
    ):
        fresh = array("i", (nth for nth in some if nth not in seen))
        if len(some) >= least and fresh:
            stages.append(fresh)
            seen.update(fresh)
    return tuple(stages)
