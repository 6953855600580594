"""The pools that the names of streets, places and towns are drawn from, by frequency where something tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product

from redactor.lexicon.names import CensusList, census, street_surnames
from redactor.lexicon.wordlists import listed
from relex.generators._shared.frequency_bands import Bands, cut
from relex.prf import KeyedChoice

_GIVEN: tuple[CensusList, ...] = ("female", "male")
_FILE = "places"
_TOWN_FIRSTS = ("", "", "", "Lake ", "New ", "Port ", "Mount ", "North ", "South ", "East ", "West ", "Fort ", "Glen ")
_MORE = 300  # composed values that follow a pool
_USUAL_SURNAMES = 20_000  # the rarer ones look like errors of typing


def _census_case(name: str) -> str:
    return "Mc" + name[2:].capitalize() if name.startswith("mc") and len(name) > 4 else name.capitalize()


def _edges(size: int) -> list[int]:
    edge, out = 8, []
    while edge < size:
        out.append(edge)
        edge += max(8, edge // 2)
    return out


def _banded(keys: Sequence[str]) -> Bands:
    """Names in lower case, most frequent first, in bands in which the first is half again as frequent as the last."""
    edges = _edges(len(keys))
    return Bands(cut([_census_case(key) for key in keys], edges), cut(keys, edges))


@cache
def surnames() -> Bands:
    """Surnames of the US census of 1990, banded by frequency."""
    return _banded(list(census("family")))


@cache
def given_names() -> Bands:
    """Given names of the US census of 1990, of women and men together, banded by frequency."""
    shares = _given_shares()
    return _banded(sorted(shares, key=lambda key: (-shares[key], _census_case(key))))


@cache
def _given_shares() -> Mapping[str, float]:
    out: dict[str, float] = {}
    for part in _GIVEN:
        for key, share in census(part).items():
            out[key] = out.get(key, 0.0) + share / 2
    return out


@cache
def _usual() -> tuple[str, ...]:
    return tuple(_census_case(key) for key in islice(census("family"), _USUAL_SURNAMES))


def people(key: str) -> Bands | None:
    """The names among which a folded name is more frequent, surnames or given names; None where it is neither."""
    a, b = census("family").get(key), _given_shares().get(key)
    if a is None and b is None:
        return None
    return surnames() if (a or 0.0) >= (b or 0.0) else given_names()


def is_surname(key: str, share: float = 0.0) -> bool:
    """Whether a folded name is a surname of at least so many percent of the people."""
    return census("family").get(key, -1.0) >= share


@cache
def street_names() -> Bands:
    """Names of streets that are no person's: the frequent ones, then words that any town has."""
    usual = listed(_FILE, "street")
    return Bands([usual[:20], usual[20:], [w for w in listed(_FILE, "street_any") if not any(c.isdigit() for c in w)]])


@cache
def two_words() -> Bands:
    """ "Cedar Ridge" and its like, in one band."""
    return Bands([[f"{a} {b}" for a, b in product(listed(_FILE, "first"), listed(_FILE, "last")) if a != b]])


@cache
def abroad(language: str) -> Bands:
    """Names of streets in another language ("fr", "es", "it", "de"): usual ones, then surnames."""
    return Bands([listed(_FILE, f"street_{language}"), street_surnames(language)])


def composed_towns(canonical: str, keyed: KeyedChoice) -> Iterator[str]:
    """Names that no town need have, of some 200,000 that sound like one: "Lake Marston", "Oakfield", "Bakersville"."""
    stems, ends, own = listed(_FILE, "town_stem"), listed(_FILE, "town_end"), _usual()
    for step in range(_MORE):
        n = keyed.number(2**64, "town", canonical, str(step))
        n, first = divmod(n, len(_TOWN_FIRSTS))
        n, end = divmod(n, len(ends))
        n, family = divmod(n, 3)
        if family:
            n, stem = divmod(n, len(stems))
            name = stems[stem] + ends[end]
        else:
            name = own[n % 4000] + ("ville", "ton", "burg", " Springs", " Falls", " City", " Grove", "dale")[end % 8]
        yield _TOWN_FIRSTS[first] + name


def composed_people(canonical: str, keyed: KeyedChoice) -> Iterator[str]:
    """Surnames for what is in no pool."""
    for step in range(_MORE):
        yield _usual()[keyed.number(_USUAL_SURNAMES, "surname", canonical, str(step))]


def named(canonical: str, keyed: KeyedChoice, tweak: str) -> Iterator[str]:
    """Names for a street or a place: of the pool that has the original, else like it; composed ones behind them.

    tweak: sets streets, places and organisations apart.
    """
    pool = next((p for p in (street_names(), two_words()) if canonical in p), None) or people(canonical)
    if pool is not None:
        yield from pool.walk(canonical, keyed, tweak)
    elif " " in canonical or "-" in canonical:
        size = two_words().sizes[0]
        yield from two_words().walk_from(0, keyed.number(size, tweak, canonical), keyed, tweak)
    else:
        yield from composed_people(canonical, keyed)
