"""Draw names of people, places and streets of many origins from lists.

Sources: the names, jobs, streets and ZIP codes of Faker, the US census of 1990 and the cities, all as
`redactor.lexicon` holds them, and short lists of forms that those lack (particles, hyphens, apostrophes, names that are
also words or diseases). Everything is loaded once and drawn with the caller's random.Random.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from types import MappingProxyType

from redactor.lexicon import data_files
from redactor.lexicon.names import CensusList, census_to_draw
from redactor.lexicon.places import sample_cities
from redactor.lexicon.world_names import Origin, world_names


@dataclass(frozen=True, slots=True)
class City:
    """A US city. postcodes: the range of its state's ZIP codes."""

    name: str
    state: str
    county: str
    latitude: float
    longitude: float
    postcodes: tuple[int, int]

    @property
    def offset(self) -> int:
        """Return the hours from UTC, roughly."""
        return max(-10, min(-5, round(self.longitude / 15)))


RACES = MappingProxyType({
    "2106-3": "White",
    "2054-5": "Black or African American",
    "2028-9": "Asian",
    "1002-5": "American Indian or Alaska Native",
    "2131-1": "Other Race",
})  # fmt: skip

_CENSUS_LISTS: tuple[CensusList, ...] = ("female", "male", "family")
_CENSUS_PERCENT = 40

# Names whose form confuses detectors, or that are words, too.
_HARD_FAMILY = (
    "de la Cruz", "van der Berg", "O'Neil", "O’Sullivan", "D'Angelo", "St. John", "von Trapp", "Smith-Jones",
    "García-Márquez", "MacDonald", "Le Blanc", "van den Heuvel", "de los Santos", "Di Pietro", "Ng", "Wu", "Xu", "Yi",
    "Parkinson", "Hodgkin", "Graves", "Addison", "Bell", "Crohn", "Barrett", "Paget", "Cushing", "Foley", "Child",
    "May", "March", "Young", "Long", "White", "Black", "Brown", "Rice", "Bacon", "Love", "Small", "Strong", "Day",
    "Hope", "Grace", "Church", "Bishop", "Butler", "Washington", "Lincoln", "Houston", "Paris", "London", "Miller",
    "Pain", "Wall", "Hand", "Foot", "Hart", "Bone", "Savage", "Moody", "Weeks", "Best", "Will", "Guy", "Chase",
)  # fmt: skip
_HARD_FEMALE = (
    "Grace", "Hope", "Faith", "Joy", "April", "May", "June", "Rose", "Dawn", "Summer", "Destiny", "Charity", "Iris",
    "Mary-Jo", "Anne-Marie", "Zoë", "Chloé", "D'Asia", "Chelsea", "Virginia", "Carolina", "Florence", "Sydney", "Eve",
)  # fmt: skip
_HARD_MALE = (
    "Will", "Mark", "Frank", "Bill", "Art", "Chase", "Guy", "Rich", "Jack", "Dean", "Christian", "Jesus", "Angel",
    "Jean-Luc", "D'Andre", "Ja'Marcus", "Nico", "Bo", "Ty", "Drew", "Pat", "Grant", "Austin", "Israel", "Jordan",
)  # fmt: skip

NICKNAMES: MappingProxyType[str, str] = MappingProxyType({
    "William": "Bill", "Robert": "Bob", "Richard": "Dick", "James": "Jim", "John": "Jack", "Michael": "Mike",
    "Charles": "Chuck", "Thomas": "Tommy", "Edward": "Ted", "Joseph": "Joe", "Margaret": "Peggy", "Elizabeth": "Betty",
    "Katherine": "Kate", "Patricia": "Patty", "Barbara": "Barb", "Susan": "Sue", "Jennifer": "Jen", "Dorothy": "Dot",
    "Francisco": "Paco", "José": "Pepe", "Jose": "Pepe", "Guadalupe": "Lupe", "Alexander": "Sasha", "Rebecca": "Becky",
    "Anthony": "Tony", "Daniel": "Danny", "Christopher": "Chris", "Deborah": "Debbie", "Samuel": "Sam", "Mary": "Molly",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pools:
    """All lists. cumulated: weights of `origins`; the census is a separate origin with its own weights."""

    origins: tuple[Origin, ...]
    cumulated: tuple[float, ...]
    census: MappingProxyType[CensusList, tuple[tuple[str, ...], tuple[float, ...]]]
    cities: tuple[City, ...]
    abroad: tuple[tuple[str, str], ...]
    jobs: tuple[str, ...]
    street_suffixes: tuple[str, ...]

    def origin(self, rng: random.Random) -> Origin | None:
        """Draw the origin of a family; None stands for the census lists."""
        if rng.randrange(100) < _CENSUS_PERCENT:
            return None
        return rng.choices(self.origins, cum_weights=self.cumulated)[0]

    def family(self, rng: random.Random, origin: Origin | None) -> str:
        """Draw a family name, sometimes of a difficult form regardless of the origin."""
        if rng.random() < 0.06:
            return rng.choice(_HARD_FAMILY)
        if origin is None:
            values, weights = self.census["family"]
            return rng.choices(values, cum_weights=weights)[0]
        family = rng.choice(origin.family)
        if origin.hispanic and rng.random() < 0.25:
            joiner = "-" if rng.random() < 0.5 else " "
            return f"{family}{joiner}{rng.choice(origin.family)}"
        return family

    def given(self, rng: random.Random, origin: Origin | None, female: bool) -> str:
        """Draw a first name."""
        if rng.random() < 0.05:
            return rng.choice(_HARD_FEMALE if female else _HARD_MALE)
        if origin is None:
            values, weights = self.census["female" if female else "male"]
            return rng.choices(values, cum_weights=weights)[0]
        return rng.choice(origin.female if female else origin.male)

    def street(self, rng: random.Random) -> str:
        """Draw the name of a street, without a number."""
        if rng.random() < 0.2:
            return f"{rng.choice(_NUMBERED_STREETS)} {rng.choice(('Street', 'Avenue', 'St', 'Ave'))}"
        if rng.random() < 0.5:
            return f"{self.family(rng, None)} {rng.choice(self.street_suffixes)}"
        return f"{rng.choice(_STREET_WORDS)} {rng.choice(self.street_suffixes)}"


_NUMBERED_STREETS = ("2nd", "3rd", "5th", "W 12th", "East 42nd", "N. 7th", "SW 143rd", "1st")
_STREET_WORDS = (
    "Oak", "Maple", "Cedar Hill", "Lakeview", "Sunset", "Martin Luther King Jr.", "Old Mill", "Church", "Park", "River",
    "Washington", "Lincoln", "Elm", "Prospect", "Hickory", "Cherry Blossom", "Spring", "Mission", "Camino Real", "Hill",
)  # fmt: skip


@cache
def postcodes() -> MappingProxyType[str, tuple[int, int]]:
    """Return the lowest and the highest ZIP code of each US state and territory."""
    rows = (row.split() for row in data_files.table("sample_lists.txt")["ZIP codes"])
    return MappingProxyType({state: (int(low), int(high)) for state, low, high in rows})


@cache
def load_pools() -> Pools:
    """Read every list once."""
    weighted = world_names()
    home, abroad = sample_cities()
    lists, codes = data_files.table("sample_lists.txt"), postcodes()
    return Pools(
        tuple(o for o, _ in weighted),
        tuple(accumulate(float(w) for _, w in weighted)),
        MappingProxyType({part: census_to_draw(part) for part in _CENSUS_LISTS}),
        tuple(City(name, state, near, float(lat), float(lon), codes[state]) for name, state, near, lat, lon in home),
        tuple((name, country) for name, country in abroad),
        lists["jobs"],
        (*lists["street suffixes"], "St", "Ave", "Rd", "Blvd", "Dr", "Ln", "St.", "Ave."),
    )
