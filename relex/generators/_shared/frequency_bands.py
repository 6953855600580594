"""A pool of stand-ins cut into bands of like frequency, walked by a keyed permutation within the original's own band.

A stand-in is as frequent as its original, so the population keeps its profile and a leaked original does not stand out;
and two originals of a band of two and more never have the same stand-in first, whatever the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from relex.prf import KeyedChoice
from relex.text_forms import folded

_T = TypeVar("_T")


def cut(names: Sequence[_T], edges: Iterable[int]) -> list[Sequence[_T]]:
    """Names in descending frequency, cut before each rank of edges (ascending, above zero); empty bands left out."""
    at = [0, *edges, len(names)]
    return [names[start:end] for start, end in pairwise(at) if names[start:end]]


class Bands:
    """Pools side by side, most frequent first; of values that fold alike the first stands.

    keys: how each value is looked up, band by band like the values; folded values where none are given.
    """

    __slots__ = ("_bands", "_places")

    def __init__(self, bands: Sequence[Sequence[str]], keys: Sequence[Sequence[str]] | None = None) -> None:
        self._places: dict[str, tuple[int, int]] = {}
        self._bands: list[tuple[str, ...]] = []
        for nth, band in enumerate(bands):
            kept: list[str] = []
            for value, key in zip(band, keys[nth] if keys else map(folded, band), strict=True):
                if key not in self._places:
                    self._places[key] = (len(self._bands), len(kept))
                    kept.append(value)
            if kept:
                self._bands.append(tuple(kept))

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each band holds."""
        return tuple(len(band) for band in self._bands)

    def place(self, key: str) -> tuple[int, int] | None:
        """Band and rank of a value by its key (folded), None for one outside the pool."""
        return self._places.get(key)

    def walk(self, key: str, choice: KeyedChoice, *tweak: str) -> Iterator[str]:
        """The whole pool but the value itself, from what the permutation of its band makes of it.

        Nothing for a value outside the pool: its caller chooses by walk_from, or composes one.
        """
        place = self.place(key)
        if place is not None:
            band, rank = place
            itself = self._bands[band][rank]
            yield from (value for value in self.walk_from(band, rank, choice, *tweak) if value != itself)

    def walk_from(self, band: int, rank: int, choice: KeyedChoice, *tweak: str) -> Iterator[str]:
        """The whole pool, for what stands elsewhere at this place: see walk_from below."""
        return walk_from(self._bands, band, rank, choice, *tweak)


def walk_from(bands: Sequence[Sequence[_T]], band: int, rank: int, choice: KeyedChoice, *tweak: str) -> Iterator[_T]:
    """Every value of the bands: the rest of its band in the order of a keyed cycle, its own place, the nearest bands.

    The n-th candidates of two places of a band are never the same. tweak: sets the cycles of one use of the bands apart
    from another's. Raises IndexError for no such place.
    """
    own = bands[band]
    if not 0 <= rank < len(own):
        raise IndexError("no such rank in the band")
    yield from (own[at] for at in choice.others(len(own), rank, *tweak, str(band)))
    yield own[rank]
    for other in sorted(set(range(len(bands))) - {band}, key=lambda nth: (abs(nth - band), nth)):
        size = len(bands[other])
        start = rank * size // len(own)
        for step in range(size):
            at = choice.permute(size, (start + step) % size, *tweak, str(other), "rest")
            yield bands[other][at]
