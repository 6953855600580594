"""Cuts pools of stand-ins into bands of similar frequency; a keyed permutation works within the original's band.

A stand-in is about as frequent as its original. The population keeps its distribution, and a leaked original does not
stand out. Two originals of a band never have the same first stand-in, whatever the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from relex.prf import KeyedChoice
from relex.text_forms import folded

_T = TypeVar("_T")


def cut_at_ranks(names: Sequence[_T], edges: Iterable[int], min_size: int = 1) -> list[Sequence[_T]]:
    """Cut names, sorted by descending frequency, before each rank in `edges` (ascending, above zero); no band is empty.

    A band has at least `min_size` names; a shorter rest at the end joins the band before it.
    """
    at = [0, *(edge for edge in edges if edge <= len(names) - min_size), len(names)]
    return [names[start:end] for start, end in pairwise(at) if names[start:end]]


class FrequencyBands:
    """Holds bands of values, most frequent first; of values that fold alike the first is kept.

    `keys` are look-up keys band by band, parallel to the values; the folded values if not given. Example:
    `FrequencyBands([["Elm", "Oak"], ["Quince"]]).candidates("elm", choice)`.
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
        """Return the number of values in each band."""
        return tuple(len(band) for band in self._bands)

    def place(self, key: str) -> tuple[int, int] | None:
        """Return band and rank of a value by its (folded) key, or None for a value outside the pool."""
        return self._places.get(key)

    def candidates(self, key: str, choice: KeyedChoice, *tweak: str) -> Iterator[str]:
        """Yield all other values of the pool, starting with the permutation of the value's band.

        Nothing is yielded for a value outside the pool; `candidates_from` serves those.
        """
        place = self.place(key)
        if place is not None:
            band, rank = place
            itself = self._bands[band][rank]
            yield from (value for value in self.candidates_from(band, rank, choice, *tweak) if value != itself)

    def candidates_from(self, band: int, rank: int, choice: KeyedChoice, *tweak: str) -> Iterator[str]:
        """Yield all values of the pool for an original at a band and rank, as the function `candidates_from` does."""
        return candidates_from(self._bands, band, rank, choice, *tweak)


def candidates_from(
    bands: Sequence[Sequence[_T]], band: int, rank: int, choice: KeyedChoice, *tweak: str
) -> Iterator[_T]:
    """Yield all values of the bands: the rest of the band along a keyed cycle, the value at the rank, then the nearest
    bands.

    The n-th candidates of two places in a band always differ. `tweak` separates the cycles of different uses. Raises
    IndexError for an unknown place.
    """
    band_values = bands[band]
    if not 0 <= rank < len(band_values):
        raise IndexError("no such rank in the band")
    yield from (band_values[at] for at in choice.cycle(len(band_values), rank, *tweak, str(band)))
    yield band_values[rank]
    for other in sorted(set(range(len(bands))) - {band}, key=lambda nth: (abs(nth - band), nth)):
        size = len(bands[other])
        start = rank * size // len(band_values)
        for step in range(size):
            at = choice.permute(size, (start + step) % size, *tweak, str(other), "rest")
            yield bands[other][at]
