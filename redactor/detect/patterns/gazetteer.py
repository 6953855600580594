"""Hold the lists of the place rules (states, countries, cities), and tell which words can be a town's name."""

from __future__ import annotations

from functools import cache
from itertools import takewhile

from redactor.entities import Entity
from redactor.lexicon import names as name_lists
from redactor.lexicon import places
from redactor.lexicon import words as word_lists
from redactor.lexicon.places import STATES
from redactor.lexicon.words import word_set
from redactor.text import Strength

_MORE_STATES = (
    "Ontario|Quebec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|Newfoundland|"
    "Prince Edward Island|New South Wales|Queensland|Tasmania"
)
STATE_CODES = "|".join([*STATES, "ON", "QC", "BC", "AB", "MB", "SK", "NS", "NB", "NSW", "QLD", "VIC"])
STATE_NAMES = "|".join(STATES.values()) + "|" + _MORE_STATES
_CODES = {name.lower(): code for code, name in STATES.items()}
STATE = rf"(?:{STATE_CODES}|(?i:{STATE_NAMES}))"


def state_code(state: str) -> str:
    """Return the code of a state of the US from its code or its name, and any other text unchanged."""
    return _CODES.get(state.lower(), state)


def may_be_town(value: str) -> bool | Strength:
    """Return whether the value can be a town's name: no clinical term and not a single ordinary word.

    States and post codes pass.
    """
    if value[0].isdigit() or value in STATES or value.title() in STATES.values():
        return True
    if place_entities().get(word_lists.plain(value)) is Entity.COUNTRY:
        return False
    parts = [word_lists.plain(p.strip(".'")) for p in value.replace("-", " ").split()]
    if parts[0] in _TOWN_WORDS:
        return True
    if parts[0] in word_lists.clinical() or all(p in word_lists.words() for p in parts):
        return word_lists.plain(value) in cities()
    return True


_TOWN_WORDS = word_set(
    "new los las san santa saint st fort port mount el la north south east west lake grand palo salt"
)
# countries whose names are also words, given names or US states
_NO_COUNTRY = frozenset(
    "georgia chad jordan turkey guinea jersey dominica mali niger togo oman cuba guernsey".split()  # noqa: SIM905
)
_MORE_COUNTRIES = (
    "USA", "U.S.A.", "United States of America", "UK", "U.K.", "England", "Scotland", "Wales", "Britain",
    "Great Britain", "Czech Republic", "UAE", "Holland", "Burma", "Korea", "Ivory Coast",
)  # fmt: skip


@cache
def cities() -> frozenset[str]:
    """Return the names of all cities of over 15,000 people, in plain lower case."""
    return frozenset(map(word_lists.plain, places.world_city_names()))


_LARGE = 200_000  # inhabitants from which a city's name is accepted without its state
_CITIES = (
    "boston", "chicago", "houston", "dallas", "london", "paris", "berlin", "madrid", "moscow", "delhi", "lagos", "lima",
    "washington", "los angeles", "new york", "new york city", "nyc", "las vegas",
)  # fmt: skip


@cache
def place_entities() -> dict[str, Entity]:
    """Return states, countries, and cities of over 200,000 people that are no words or names, in plain lower case."""
    largest = takewhile(lambda city: city.population > _LARGE, places.cities())
    names = {word_lists.plain(city.name): Entity.CITY for city in largest if len(city.name) > 3}
    people = name_lists.plain_given() | name_lists.plain_family()
    out = {
        n: e
        for n, e in names.items()
        if n not in word_lists.words() and n not in word_lists.eponyms() and (n not in people or " " in n)
    }
    out.update((word_lists.plain(state), Entity.STATE) for state in [*STATES.values(), *_MORE_STATES.split("|")])
    # where a state and a city share a name, the city: profiles keep states but not cities
    out.update((name, Entity.CITY) for name in _CITIES)
    for country in (*(c.name for c in places.countries()), *_MORE_COUNTRIES):
        plain = word_lists.plain(country)
        if plain not in _NO_COUNTRY:
            out[plain] = Entity.COUNTRY
    return out


@cache
def longest_by_first_word() -> dict[str, int]:
    """Return the first words of the names, each with the number of words of the longest name that it begins."""
    out: dict[str, int] = {}
    for name in place_entities():
        parts = name.replace("-", " ").split()
        out[parts[0]] = max(out.get(parts[0], 0), len(parts))
    return out
