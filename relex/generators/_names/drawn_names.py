"""Stand-ins drawn by their frequency in the population, independently of how frequent the original is.

A permutation keeps originals apart, but evens out the frequencies that it mixes or tells the frequency of the original.
A draw does neither. It may give two originals the same name; the caller keeps them apart.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

from relex.generators._names import name_pools
from relex.generators._names.name_origins import DISTINCT_ORIGINS, similar_origins
from relex.parts import Kind
from relex.prf import KeyedChoice

_MIN_NAMES = 8  # of a sex or an origin with one initial; with fewer the stand-in has any
_DRAWS = 40


def drawn_names(
    kind: Kind, letter: str, sex: str, origin: str, key: str, choice: KeyedChoice, listed: bool = True
) -> Iterator[int]:
    """Places of stand-ins for a name (key_of) among the names of an initial, repeatedly drawn; may repeat.

    listed: whether the census has the name. Names of distinct origins that it lacks get others that it lacks.
    """
    places, cumulated = _pool(kind, letter, sex, origin, listed or origin not in DISTINCT_ORIGINS)
    for draw in range(_DRAWS if places else 0):
        yield places[choice.weighted(cumulated, "drawn", kind, key, str(draw))]


@cache
def _pool(kind: Kind, letter: str, sex: str, origin: str, listed: bool) -> tuple[array[int], array[float]]:
    """Places of the names of an initial that fit a sex and an origin, and their cumulated frequencies."""
    names = name_pools.by_initial(kind).get(letter)
    if names is None:
        return array("i"), array("d")
    fit = [nth for nth, ok in enumerate(names.fit) if ok]
    some = [nth for nth in fit if names.sexes[nth] == sex]
    if kind is Kind.GIVEN and not sex and len(some) < _MIN_NAMES:
        some = fit
    akin = similar_origins(origin) if origin in DISTINCT_ORIGINS else ()
    for origins in ((origin,), akin):
        own = [nth for nth in some if names.origins[nth] in origins and (names.weights[nth] > 0) is listed]
        if len(own) >= _MIN_NAMES:
            break
    else:
        own = [nth for nth in some if names.weights[nth] and names.origins[nth] not in DISTINCT_ORIGINS] or some
    return array("i", own), array("d", accumulate(names.weights[nth] or 1.0 for nth in own))
