"""The data file of ordinary words: what codes, computable names and paths of URLs are made of, without names.

A token of these words alone names nobody. The words are those of published codes and their displays, of FHIR's types
and elements, and of published profiles and extensions. Names and places are left out, except rare ones that are words
of ordinary prose as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, groupby

from redactor.lexicon import data_files, names
from redactor.lexicon.words import words
from schemas.engine.token_names import TITLES
from schemas.engine.token_words import split_words
from schemas.fhir_build.models import load_types
from schemas.terminology_build import lists
from schemas.terminology_build.code_lists import CodeSystems, fhir_codes

_HEAD = "# schemas.terminology_build: words of published codes, of FHIR, and of published profiles and extensions.\n"
_FREQUENT_NAME_AND_WORD = 0.005  # percent of the population; rarer names are ordinary if prose has the word

# Code systems whose words name people, peoples and places, or are trade names.
_PROPER_NOUNS = (
    "v3-Race", "v3-Ethnicity", "v3-TribalEntityUS", "v3-AmericanIndianAlaskaNativeLanguages", "v3-ReligiousAffiliation",
    "v3-Country", "v3-HumanLanguage", "v3-WorldEpicsLanguages", "v3-EntityCode", "v2-0396", "v2-0399", "v2-0006",
    "color-names",
)  # fmt: skip


def terminology_words(systems: CodeSystems) -> str:
    """The text of the data file: words in lower case, sorted, a line for each two first letters."""
    found: set[str] = set()
    for url, codes in systems.items():
        if not url.endswith(_PROPER_NOUNS):
            found.update(_words(codes))
            found.update(_ordinary_words(codes.values()))
    found.update(_words(fhir_codes()), _words(_fhir_names()), _words(lists.names()))
    kept = sorted({word for word in found if len(word) > 1 and not _is_name(word)}.union(lists.words()))
    return _HEAD + "".join(" ".join(group) + "\n" for _, group in groupby(kept, key=lambda word: word[:2]))


def _words(tokens: Iterable[str]) -> Iterator[str]:
    for token in tokens:
        yield from (word.lower() for word in split_words(token) if word.isascii() and word.isalpha())


def _ordinary_words(displays: Iterable[str]) -> Iterator[str]:
    """The words of displays that stand there in lower case, or in ordinary prose: names stand in capitals."""
    for display in displays:
        for word in split_words(display or ""):
            if word.isascii() and word.isalpha() and (word.islower() or word.lower() in words()):
                yield word.lower()


def _fhir_names() -> Iterator[str]:
    """The names of FHIR's types and elements, split and whole: "MedicationRequest", "medicationrequest"."""
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
    """The words of the names of cities and counties."""
    cities = (line.split("\t")[2] for line in data_files.lines("cities.txt"))
    counties = (line.split("\t")[1] for line in data_files.lines("counties.txt"))
    return frozenset(word.lower() for name in chain(cities, counties) for word in split_words(name) if len(word) > 3)
