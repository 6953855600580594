"""Hold places: states, provinces, countries, counties, cities and the ZIP areas of states.

data/cities.txt, countries.txt, counties.txt and sample_cities.txt are generated (redactor.lexicon.build), us_places.txt
by redactor.lexicon.build.us_places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from sys import intern
from types import MappingProxyType
from typing import NamedTuple

from redactor.lexicon import data_files
from redactor.lexicon.words import plain

STATES: Mapping[str, str] = MappingProxyType({
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
    "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
    "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi",
    "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey",
    "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio",
    "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina",
    "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia",
    "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "DC": "District of Columbia",
    "PR": "Puerto Rico", "GU": "Guam", "VI": "Virgin Islands",
})  # fmt: skip
STATE_ABBREVIATIONS: Mapping[str, str] = MappingProxyType({
    "mass": "MA", "calif": "CA", "conn": "CT", "penn": "PA", "penna": "PA", "tex": "TX", "fla": "FL", "ill": "IL",
    "mich": "MI", "wash": "WA", "ore": "OR", "minn": "MN", "wis": "WI", "wisc": "WI", "tenn": "TN", "ala": "AL",
    "ariz": "AZ", "colo": "CO", "ny": "NY", "nj": "NJ", "nh": "NH", "nc": "NC", "sc": "SC", "nm": "NM", "wva": "WV",
    "w va": "WV", "okla": "OK", "ind": "IN", "kans": "KS", "nebr": "NE", "neb": "NE", "del": "DE", "mont": "MT",
    "nev": "NV", "wyo": "WY", "miss": "MS", "ark": "AR", "ida": "ID", "washington dc": "DC",
})  # fmt: skip
# Codes, then names, of the provinces and states that addresses name, by country.
PROVINCES: Mapping[str, str] = MappingProxyType(
    {
        "CA": "on qc bc ab mb sk nl pe yt nu|ontario|quebec|british columbia|alberta|manitoba|saskatchewan|nova scotia|"
        "new brunswick|newfoundland|newfoundland and labrador|prince edward island",
        "AU": "nsw vic qld tas act|new south wales|victoria|queensland|tasmania|south australia|western australia",
    }
)
# Other names of countries, folded.
COUNTRY_ALIASES: Mapping[str, str] = MappingProxyType({
    "usa": "US", "america": "US", "united states of america": "US", "the united states": "US", "uk": "GB",
    "england": "GB", "scotland": "GB", "wales": "GB", "great britain": "GB", "britain": "GB", "northern ireland": "GB",
    "uae": "AE", "holland": "NL", "czech republic": "CZ", "burma": "MM", "korea": "KR", "ivory coast": "CI",
    "russian federation": "RU", "viet nam": "VN", "the netherlands": "NL", "the bahamas": "BS", "the gambia": "GM",
    "turkiye": "TR", "deutschland": "DE", "espana": "ES", "republic of ireland": "IE",
})  # fmt: skip
# First three digits of ZIP codes, as the postal service gives them to the states.
_ZIPS = (
    "AL 350-352 354-369|AK 995-999|AZ 850 852-853 855-857 859-860 863-865|AR 716-729|"
    "CA 900-908 910-928 930-961|CO 800-816|CT 060-069|DE 197-199|DC 200 202-205|"
    "FL 320-339 341-342 344 346-347 349|GA 300-319 398-399|HI 967-968|ID 832-838|IL 600-620 622-629|"
    "IN 460-479|IA 500-516 520-528|KS 660-662 664-679|KY 400-427|LA 700-701 703-708 710-714|ME 039-049|"
    "MD 206-212 214-219|MA 010-027|MI 480-499|MN 550-551 553-567|MS 386-397|MO 630-631 633-641 644-658|"
    "MT 590-599|NE 680-681 683-693|NV 889-891 893-895 897-898|NH 030-038|NJ 070-089|"
    "NM 870-871 873-875 877-884|NY 005 063 100-149|NC 270-289|ND 580-588|OH 430-459|"
    "OK 730-731 734-741 743-749|OR 970-979|PA 150-196|PR 006-007 009|RI 028-029|SC 290-299|SD 570-577|"
    "TN 370-385|TX 733 750-770 772-799 885|UT 840-847|VT 050-054 056-059|VA 201 220-246|VI 008|"
    "WA 980-986 988-994|WV 247-268|WI 530-532 534-535 537-549|WY 820-831|GU 969|"
    "AA 340|AE 090-098|AP 962-966"  # military mail
)
LISTED_US_POPULATION = 15_000  # above it a US town is a city of the world's list


class City(NamedTuple):
    """A city is a town with its population.

    where: a US state's code, or "." and the country's two letters: "IL", ".FR".
    """

    population: int
    where: str
    name: str


class Country(NamedTuple):
    """A country has two and three letters (ISO 3166) and an English name."""

    code: str
    iso3: str
    name: str


def cities() -> Iterator[City]:
    """Yield US towns of over 1,000 people and cities abroad of over 15,000, largest first, then by name."""
    return (City(int(population), intern(where), name) for population, where, name in city_rows())


def city_rows() -> Iterator[list[str]]:
    """Yield population, place and name of each of the `cities` as strings, which is much faster for all of them."""
    return (line.split("\t") for line in data_files.lines("cities.txt"))


def world_city_names() -> Iterator[str]:
    """Yield the names of cities of over 15,000 people everywhere, largest first."""
    return (name for n, where, name in city_rows() if where[0] == "." or int(n) > LISTED_US_POPULATION)


_WRITTEN_SHORT = MappingProxyType({"st": "saint", "ste": "sainte", "ft": "fort", "mt": "mount"})


def place_key(name: str) -> str:
    """Return what the spellings of a place share: "saint louis" of "St. Louis"."""
    first, space, rest = plain(name).replace(".", "").replace("\u2019", "'").partition(" ")
    return f"{_WRITTEN_SHORT.get(first, first)}{space}{rest}"


@cache
def us_places_of(state: str) -> frozenset[str]:
    """Return the keys of all places of a state, however small, by its code; an empty set for another code."""
    return next((frozenset(keys) for code, *keys in _us_places() if code == state), frozenset())


@cache
def us_places() -> frozenset[str]:
    """Return the keys of the places of all states."""
    return frozenset(key for _, *keys in _us_places() for key in keys)


def _us_places() -> Iterator[list[str]]:
    return (line.split("\t") for line in data_files.lines("us_places.txt"))


def sample_cities() -> tuple[list[list[str]], list[list[str]]]:
    """Return US cities (name, state, county, latitude, longitude), and large cities abroad (name, country)."""
    home, _, abroad = data_files.text("sample_cities.txt").partition("\n\n")
    return [line.split("\t") for line in home.splitlines()], [line.split("\t") for line in abroad.splitlines()]


@cache
def countries() -> tuple[Country, ...]:
    """Return the countries of the world."""
    return tuple(Country(*line.split("\t")) for line in data_files.lines("countries.txt"))


@cache
def _country_words() -> frozenset[str]:
    codes = (word for country in countries() for word in (country.code, country.iso3, country.name))
    return frozenset(map(plain, (*codes, *COUNTRY_ALIASES)))


def is_country(value: str) -> bool:
    """Return whether the value is the name or the code of a country, in English, whatever the case."""
    return plain(value.strip()) in _country_words()


@cache
def us_counties() -> tuple[tuple[str, str], ...]:
    """Return state and name of each county, with its kind: ("AL", "Autauga County")."""
    rows = (line.partition("\t") for line in data_files.lines("counties.txt"))
    return tuple((state, name) for state, _, name in rows)


@cache
def _zip_tables() -> tuple[Mapping[str, tuple[str, int]], Mapping[str, tuple[str, ...]]]:
    ranges: dict[str, tuple[str, ...]] = {}
    for line in _ZIPS.split("|"):
        state, *spans = line.split()
        starts = [
            f"{n:03d}"
            for span in spans
            for low, _, high in [span.partition("-")]
            for n in range(int(low), int(high or low) + 1)
        ]
        ranges[state] = tuple(starts)
    where = {start: (state, nth) for state, starts in ranges.items() for nth, start in enumerate(starts)}
    return where, ranges


def zip_starts(start: str) -> tuple[tuple[str, ...], int]:
    """Return the three-digit ZIP areas of the state of this one, and its place among them; all if it is unknown."""
    where, ranges = _zip_tables()
    if start in where:
        state, nth = where[start]
        return ranges[state], nth
    return every_zip_start(), int(start)


def zip_starts_of(state: str) -> tuple[str, ...]:
    """Return the three-digit ZIP areas of a state by its code; () for a code without any."""
    return _zip_tables()[1].get(state, ())


def state_of_zip(start: str) -> str | None:
    """Return the code of the state that has the ZIP codes with these three digits; None for digits of no state."""
    found = _zip_tables()[0].get(start)
    return found[0] if found and found[0] in STATES else None


@cache
def every_zip_start() -> tuple[str, ...]:
    """Return all combinations of three digits."""
    return tuple("".join(three) for three in product("0123456789", repeat=3))
