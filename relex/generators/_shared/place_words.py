"""Holds pools of names for streets, places and towns, by frequency where it is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product

from redactor.lexicon.names import CensusList, census, street_surnames
from redactor.lexicon.wordlists import listed
from relex.generators._shared.frequency_bands import FrequencyBands, cut_at_ranks
from relex.prf import KeyedChoice

_GIVEN: tuple[CensusList, ...] = ("female", "male")
_FILE = "places"
_TOWN_FIRSTS = ("", "", "Lake ", "New ", "Port ", "Mount ", "North ", "South ", "East ", "West ", "Fort ", "Glen ")
_TOWN_LASTS = ("", "", " Heights", " Springs", " Falls", " Grove", " Park", " Mills", " Corners", " Center")
_SURNAME_LASTS = ("ville", "ton", "burg", " Springs", " Falls", " City", " Grove", "dale")
_MAX_COMPOSED = 300  # composed values behind a pool
_COMMON_SURNAMES = 20_000  # rarer ones look like typing errors


def _census_case(name: str) -> str:
    return "Mc" + name[2:].capitalize() if name.startswith("mc") and len(name) > 4 else name.capitalize()


def _band_edges(size: int) -> list[int]:
    """Return the ranks at which bands begin, growing by half."""
    edge, out = 8, []
    while edge < size:
        out.append(edge)
        edge += max(8, edge // 2)
    return out


def _banded(keys: Sequence[str]) -> FrequencyBands:
    """Put names in lower case, sorted by descending frequency, into bands whose first is half again as frequent as the
    last.
    """
    edges = _band_edges(len(keys))
    return FrequencyBands(cut_at_ranks([_census_case(key) for key in keys], edges), cut_at_ranks(keys, edges))


@cache
def surnames() -> FrequencyBands:
    """Return surnames of the US census of 1990, banded by frequency, without names that are more frequent as given
    names.

    No name is in both pools, so that a stand-in of one pool is none of the other.
    """
    given = _given_shares()
    return _banded([key for key, share in census("family").items() if share >= given.get(key, 0.0)])


@cache
def given_names() -> FrequencyBands:
    """Return given names of the US census of 1990, of both sexes, banded by frequency, without names as frequent as
    surnames.
    """
    family = census("family")
    shares = {key: share for key, share in _given_shares().items() if share > family.get(key, 0.0)}
    return _banded(sorted(shares, key=lambda key: (-shares[key], _census_case(key))))


@cache
def _given_shares() -> Mapping[str, float]:
    out: dict[str, float] = {}
    for part in _GIVEN:
        for key, share in census(part).items():
            out[key] = out.get(key, 0.0) + share / 2
    return out


@cache
def _common_surnames() -> tuple[str, ...]:
    return tuple(_census_case(key) for key in islice(census("family"), _COMMON_SURNAMES))


def pool_with(key: str) -> FrequencyBands | None:
    """Return the pool, surnames or given names, in which a folded name is more frequent; None if it is in neither."""
    a, b = census("family").get(key), _given_shares().get(key)
    if a is None and b is None:
        return None
    return surnames() if (a or 0.0) >= (b or 0.0) else given_names()


def is_surname(key: str, share: float = 0.0) -> bool:
    """Tell whether a folded name is the surname of at least this percentage of people."""
    return census("family").get(key, -1.0) >= share


@cache
def street_names() -> FrequencyBands:
    """Return street names that are nobody's name: frequent ones, then words that occur in any town."""
    usual = listed(_FILE, "street")
    return FrequencyBands(
        [usual[:20], usual[20:], [w for w in listed(_FILE, "street_any") if not any(c.isdigit() for c in w)]]
    )


@cache
def two_word_names() -> FrequencyBands:
    """Return "Cedar Ridge" and similar names, in one band."""
    return FrequencyBands([[f"{a} {b}" for a, b in product(listed(_FILE, "first"), listed(_FILE, "last")) if a != b]])


@cache
def foreign_streets(language: str) -> FrequencyBands:
    """Return street names in another language ("fr", "es", "it", "de"): common ones, then surnames."""
    return FrequencyBands([listed(_FILE, f"street_{language}"), street_surnames(language)])


def foreign_pairs(canonical: str, language: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield two surnames for a street in another language, out of a hundred thousand or more pairs."""
    surnames_of_language = street_surnames(language)
    for step in range(_MAX_COMPOSED):
        first, last = divmod(
            choice.integer(len(surnames_of_language) ** 2, "pair", canonical, str(step)), len(surnames_of_language)
        )
        if first != last:
            yield f"{surnames_of_language[first]}-{surnames_of_language[last]}"


def composed_towns(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield names that sound like towns, out of a million: "Lake Marston", "Oakfield Springs", "Bakersville"."""
    stems, ends, surnames_of_language = listed(_FILE, "town_stem"), listed(_FILE, "town_end"), _common_surnames()
    for step in range(_MAX_COMPOSED):
        n = choice.integer(2**64, "town", canonical, str(step))
        n, first = divmod(n, len(_TOWN_FIRSTS))
        n, end = divmod(n, len(ends))
        n, family = divmod(n, 4)
        if family:
            name = surnames_of_language[n % len(surnames_of_language)] + _SURNAME_LASTS[end % len(_SURNAME_LASTS)]
        else:
            n, stem = divmod(n, len(stems))
            name = stems[stem] + ends[end] + _TOWN_LASTS[n % len(_TOWN_LASTS)]
        yield _TOWN_FIRSTS[first] + name


def composed_people(canonical: str, choice: KeyedChoice) -> Iterator[str]:
    """Yield surnames, for names that are in no pool."""
    for step in range(_MAX_COMPOSED):
        yield _common_surnames()[choice.integer(_COMMON_SURNAMES, "surname", canonical, str(step))]
