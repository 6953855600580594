"""Reads the lists of published codes, of units, and of the ordinary words of terminologies.

Each file is read when it is first needed: a worker whose records hold none of it does not keep it in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

_DATA = Path(__file__).with_name("data")


class Units(NamedTuple):
    """The codes of UCUM: prefixes, the atoms that take them, and the others."""

    prefixes: frozenset[str]
    metric: frozenset[str]
    other: frozenset[str]


@cache
def words() -> frozenset[str]:
    """Return words that codes, computable names and URLs are made of, in lower case; no names among them."""
    return frozenset(word for line in _lines("terminology_words.txt") for word in line.split())


@cache
def units() -> Units:
    """Return the codes of UCUM."""
    return Units(*(frozenset(line.split()) for line in _lines("ucum_units.txt")))


def is_listed_system(system: str) -> bool:
    """Tell whether the complete list of the code system's codes is known."""
    return system in _codes()


def is_listed(system: str, code: str) -> bool:
    """Tell whether the list of the code system holds the code."""
    return f"\t{code}\t" in _codes().get(system, "")


def is_displayed(digest: bytes) -> bool:
    """Tell whether the digest is among those of published displays (`schemas.engine.terminologies.digest`)."""
    table, size = _displays(), len(digest)
    low, high = 0, len(table) // size
    while low < high:
        middle = (low + high) // 2
        found = table[middle * size : (middle + 1) * size]
        if found == digest:
            return True
        if found < digest:
            low = middle + 1
        else:
            high = middle
    return False


@cache
def _displays() -> bytes:
    """Return the digests, sorted and without gaps."""
    return _DATA.joinpath("published_displays.bin").read_bytes()


@cache
def _codes() -> dict[str, str]:
    """Return the codes of each code system as one text, which takes a tenth of the memory of sets."""
    found: dict[str, str] = {}
    for line in _lines("published_codes.txt"):
        system, tab, codes = line.partition("\t")
        found[system] = tab + codes + tab
    return found


def _lines(name: str) -> Iterator[str]:
    text = _DATA.joinpath(name).read_text("utf-8")
    return (line for line in text.split("\n") if line and not line.startswith("# "))
