"""Knows towns, counties, states and countries: where a place lies, and which other places resemble it.

A town's canonical form is a key that its spellings share, and where it lies: "springfield|IL", abroad "lyon|.FR",
unknown "x|".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from redactor.lexicon.places import (
    COUNTRY_ALIASES,
    PROVINCES,
    STATE_ABBREVIATIONS,
    STATES,
    City,
    cities,
    countries,
    every_zip_start,
    us_counties,
    zip_starts,
    zip_starts_of,
)
from relex.generators._shared.frequency_bands import FrequencyBands, cut_at_ranks
from relex.identity.people import Context
from relex.text_forms import folded

_ABBREVIATIONS = {"st": "saint", "ste": "sainte", "ft": "fort", "mt": "mount"}
_ALIASES = {
    "nyc": "new york city", "new york": "new york city", "ny": "new york city", "la": "los angeles",
    "sf": "san francisco", "philly": "philadelphia", "vegas": "las vegas", "dc": "washington",
    "washington dc": "washington", "washington d c": "washington", "bronx": "the bronx", "nola": "new orleans",
}  # fmt: skip
_NOT_NAMES = re.compile(r"[0-9/(]|Downtown|\b(?:Census|Avenue|Street)\b")
_MAX_NAME = 26
_HOME_BIAS = 20  # a US town is meant rather than a town of that name abroad, unless that is this many times larger
_SIZABLE_POPULATION = 10_000
_MIN_TOWNS = 4  # with fewer a stand-in would reveal the town


@lru_cache(maxsize=65536)
def town_key(name: str) -> str:
    """Return the key that all spellings of a town share: "saint louis" for "St. Louis", "Saint Louis" and "SAINT
    LOUIS".
    """
    return _town_key(folded(name))


def _town_key(name: str) -> str:
    found = re.sub(r"[.,'’`]", "", name.replace("-", " ")).split()
    if len(found) > 1:
        found[0] = _ABBREVIATIONS.get(found[0], found[0])
    plain = " ".join(found)
    return _ALIASES.get(plain, plain)


def _by_population(rows: list[City], ratio: float, keys: Mapping[str, str]) -> FrequencyBands:
    """Put towns into bands by population, none smaller than its band's largest by more than the ratio, and each band
    with a minimum of towns.
    """
    rows.sort(key=lambda r: (-r.population, r.name))
    edges: list[int] = []
    start = 0
    for at, row in enumerate(rows):
        enough = at - start >= _MIN_TOWNS and len(rows) - at >= _MIN_TOWNS
        if enough and row.population * ratio < rows[start].population:
            edges.append(at)
            start = at
    bands = cut_at_ranks([r.name for r in rows], edges)
    return FrequencyBands(bands, [[keys[name] for name in band] for band in bands])


class Towns:
    """Holds bands of towns by state (US, over 1,000 people) or ".FR" (abroad, over 15,000), and the state or country of
    the largest town of a name.

    `national` holds the US towns of all states. `sizable` holds towns that are known without naming their state.
    """

    __slots__ = ("bands", "homes", "national", "sizable")

    def __init__(self) -> None:
        by_place: dict[str, list[City]] = {}
        largest: dict[str, tuple[int, str]] = {}
        every = list(cities())
        at_home = [r for r in every if r.where in STATES]
        keys = {name: _town_key(folded(name)) for name in {r.name for r in every}}  # town_key would keep them all
        for row in every:
            if len(row.name) > _MAX_NAME or _NOT_NAMES.search(row.name):
                continue
            where, weight = row.where, row.population * (_HOME_BIAS if row.where in STATES else 1)
            by_place.setdefault(where, []).append(row)
            key = keys[row.name]
            largest[key] = max(largest.get(key, (0, "")), (weight, where))
        self.bands: Mapping[str, FrequencyBands] = {
            where: _by_population(rows, 1.5 if where in STATES else 4, keys) for where, rows in by_place.items()
        }
        self.national = _by_population(at_home, 1.5, keys)
        self.sizable = frozenset(keys[r.name] for r in at_home if r.population > _SIZABLE_POPULATION)
        self.homes: Mapping[str, str] = {key: where for key, (_, where) in largest.items()}


@cache
def towns() -> Towns:
    """Return all towns; reading them once takes about half a second."""
    return Towns()


@cache
def _state_names() -> Mapping[str, str]:
    named = {folded(name): code for code, name in STATES.items()} | {code.lower(): code for code in STATES}
    return MappingProxyType({**named, **STATE_ABBREVIATIONS})


@cache
def _provinces() -> Mapping[str, str]:
    return MappingProxyType(
        {
            name: f".{code}"
            for code, text in PROVINCES.items()
            for nth, chunk in enumerate(text.split("|"))
            for name in (chunk.split() if nth == 0 else [chunk])
        }
    )


@lru_cache(maxsize=8192)
def state_of(text: str) -> str:
    """Return the code of a written state: "IL" for "Illinois", "ill." or "IL", ".CA" for "Ontario", "" for no state."""
    plain = " ".join(folded(text).replace(".", "").replace(",", " ").split())
    return _state_names().get(plain) or _provinces().get(plain, "")


def canonical_zip(code: str, state: str, context: Context) -> str:
    """Return a US ZIP code of three or five digits, with the state appended if its digits belong to another state:
    "00000|KS".

    `state` is the state written beside it; without one the state of the household's address with the code counts, and
    for digits of no state the household's state.
    """
    home = state_of(state) or state_of(context.states.get(code, ""))
    if not home and zip_starts(code[:3])[0] is every_zip_start():
        home = state_of(context.state)
    starts = zip_starts_of(home)
    return f"{code}|{home}" if starts and code[:3] not in starts else code


@cache
def _countries() -> Mapping[str, str]:
    named = {folded(country.name): country.code for country in countries()}
    return MappingProxyType({**named, **COUNTRY_ALIASES})


@cache
def country_names() -> Mapping[str, str]:
    """Map two-letter codes of countries to English names."""
    return MappingProxyType({country.code: country.name for country in countries()})


@cache
def country_codes() -> Mapping[str, str]:
    """Map three-letter codes of countries to two-letter codes ("FRA" -> "FR"), in capitals."""
    return MappingProxyType({country.iso3: country.code for country in countries()})


@lru_cache(maxsize=8192)
def country_of(text: str) -> str:
    """Return the two-letter code of a country by its name, or by its code in capitals; "" for none."""
    bare = text.strip().replace(".", "")
    if bare.isupper() and bare in country_names():
        return bare
    if bare.isupper() and bare in country_codes():
        return country_codes()[bare]
    return _countries().get(" ".join(folded(bare).split()), "")


def home_of_town(key: str, state: str, country: str, context: Context) -> str:
    """Return where a town lies: as its address says, else in the household's cities or state, else where the largest
    town of the name is.

    `key` comes from `town_key`; `state` and `country` are as written beside the town, or "".
    """
    if state and (where := state_of(state)):
        return where
    if state and (code := country_of(state)) and code != "US":
        return f".{code}"
    if country and (code := country_of(country)) and code != "US":
        return f".{code}"
    known = context.states.get(key)
    if known is None and context.states:
        known = _home_keys(tuple(sorted(context.states.items()))).get(key)
    if known and (where := state_of(known)):
        return where
    home = state_of(context.state) if context.state else ""
    found = towns()
    if home and home in found.bands and key in found.bands[home]:
        return home
    return found.homes.get(key) or home


@lru_cache(maxsize=4096)
def _home_keys(states: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Map town keys to states for the household's cities; callers only fold the names, which leaves different
    spellings.
    """
    return {town_key(name): state for name, state in states}


_COUNTY_KINDS = re.compile(r" (?:County|Parish|Borough|Census Area|Municipality|Municipio|Island|city)$")


@cache
def counties() -> Mapping[str, FrequencyBands]:
    """Return the counties of each state without the word "County", sorted, because their sizes are unknown."""
    by_place: dict[str, set[str]] = {}
    for state, name in us_counties():
        by_place.setdefault(state, set()).add(_COUNTY_KINDS.sub("", name))
    return MappingProxyType({state: FrequencyBands([sorted(names)]) for state, names in by_place.items()})


@cache
def _county_states() -> Mapping[str, tuple[str, ...]]:
    out: dict[str, tuple[str, ...]] = {}
    for state, name in us_counties():
        key = folded(_COUNTY_KINDS.sub("", name))
        out[key] = (*out.get(key, ()), state)
    return out


def home_of_county(key: str, state: str, context: Context) -> str:
    """Return the state of a county by its folded name: as written, else the household's, else the only state that has
    it.
    """
    if state and (where := state_of(state)):
        return where
    home = state_of(context.state) if context.state else ""
    having = _county_states().get(key, ())
    return having[0] if home not in having and len(having) == 1 else home
