"""Names that no list holds, spelled as people of many origins spell theirs.

A name is the head of one listed name and the tail of another of the same origin, joined where both pass from a vowel to
a consonant or back: what comes out can be pronounced, and looks like its origin.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Literal

from redactor.detect.patterns import gazetteer
from redactor.lexicon import medicine, names, words

Part = Literal["given", "family"]

_VOWELS = frozenset("aeiouyáàâäãåæéèêëíìîïıóòôöõøúùûüýạảấầậắệếềịọốồộớờợụứừựỳ")
_LATIN = re.compile(r"[^\W\d_]+")
_LEAST, _MOST = 4, 12  # letters of a name
_LISTED_LEAST = 5  # letters of a listed name that gives a head or a tail
_CENSUS = 12_000  # frequent surnames of the census, one origin among the others
_TRIES = 400


def invented(rng: random.Random, part: Part) -> str:
    """A new name with a capital at its start, on none of the lexicon's lists."""
    origins = _origins(part)
    for _ in range(_TRIES):
        origin = rng.choice(origins)
        head, tail = rng.choice(origin), rng.choice(origin)
        cuts = [(i, j) for i in _borders(head) for j in _borders(tail) if _alike(head, i, tail, j)]
        if not cuts:
            continue
        i, j = rng.choice(cuts)
        name = head[:i] + tail[j:]
        if _LEAST <= len(name) <= _MOST and is_unlisted(name):
            return names.as_written(name)
    raise AssertionError("the lists of names hold no two that can be joined")


def is_unlisted(name: str) -> bool:
    """Whether no list of names, places, words or terms of medicine holds it."""
    key = words.plain(name)
    lists = (
        names.given(), names.family(), _of_origins(), medicine.terms(), medicine.eponyms(), words.eponyms(),
        gazetteer.cities(), gazetteer.place_entities(),
    )  # fmt: skip
    return not words.is_ordinary(key) and not any(key in held for held in lists)


@cache
def _of_origins() -> frozenset[str]:
    parts: tuple[Part, ...] = ("given", "family")
    return frozenset(words.plain(n) for part in parts for _, _, listed in names.by_origin(part) for n in listed)


@cache
def _origins(part: Part) -> tuple[tuple[str, ...], ...]:
    """The listed names of each origin, in lower case; those in a script of their own are left out."""
    found: dict[str, set[str]] = {"census": _joinable(_census(part))}
    for origin, _, listed in names.by_origin(part):
        if not origin.endswith("native"):
            found.setdefault(origin, set()).update(_joinable(listed))
    return tuple(tuple(sorted(held)) for _, held in sorted(found.items()) if len(held) > 30)


def _census(part: Part) -> Iterable[str]:
    lists: Mapping[Part, Sequence[names.CensusList]] = MappingProxyType(
        {"family": ("family",), "given": ("female", "male")}
    )
    for one in lists[part]:
        yield from islice(names.census(one), _CENSUS)


def _joinable(listed: Iterable[str]) -> set[str]:
    return {n.lower() for n in listed if len(n) >= _LISTED_LEAST and _LATIN.fullmatch(n) and n[0] < "\u0250"}


def _borders(name: str) -> list[int]:
    """Where a vowel meets a consonant, two letters or more from either end."""
    return [i for i in range(2, len(name) - 1) if (name[i - 1] in _VOWELS) != (name[i] in _VOWELS)]


def _alike(head: str, i: int, tail: str, j: int) -> bool:
    return (head[i] in _VOWELS) == (tail[j] in _VOWELS)
