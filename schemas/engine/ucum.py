"""Units of measure: parses expressions of the Unified Code for Units of Measure, case-sensitive form (ucum.org/ucum).

A name is not a product of units by accident alone: the atoms are those of UCUM and a few that records write in their
place. An annotation in braces is free text, and its words are checked.
"""

from __future__ import annotations

from functools import lru_cache

import re2

from schemas.engine.terminology_data import units
from schemas.engine.token_check import Verdict, check_words, like_number

MAX_LENGTH = 64
_PIECE = re2.compile(r"\{[^{}]*\}|[./()]|(?:\[[^\[\]{}\s]*\]|[^./(){}\[\]\s])+")
_EXPONENT = re2.compile(r"(10[*^])[+-]?[0-9]{1,2}|(.*?[^0-9+-])[+-]?[0-9]")
_POWER_OF_TEN = re2.compile(r"10{0,7}")
_FACTOR = re2.compile(r"[1-9][0-9]{0,2}")  # a longer number may be a record number

# Atoms that UCUM spells otherwise ("eq", "osm", "[iU]") but records write so.
_METRIC_VARIANTS = frozenset({"Eq", "Osm", "Cal", "IU"})
_OTHER_VARIANTS = frozenset({"pH", "cfu", "[pi]", "[AU]", "[in_i'H2O]", "[car_Au]"})


def is_ucum(unit: str) -> bool:
    """Whether the whole of `unit` is a UCUM expression such as mg/dL, 10*3/uL, mm[Hg], {score}, /min.

    Annotations hold ordinary words alone.
    """
    return check_unit(unit) is True


@lru_cache(maxsize=8192)
def check_unit(unit: str) -> Verdict:
    """Whether a unit may pass: a UCUM expression whose annotations consist of ordinary words or are read."""
    if not 0 < len(unit) <= MAX_LENGTH or not unit.isascii() or not unit.isprintable():
        return False
    pieces = _PIECE.findall(unit)
    if "".join(pieces) != unit or not _is_term(pieces):
        return False
    notes = " ".join(piece[1:-1] for piece in pieces if piece[0] == "{")
    return False if like_number(notes) else check_words(notes)


def _is_term(pieces: list[str]) -> bool:
    """Whether the pieces are components joined by "." and "/", in balanced parentheses, one number at most."""
    depth = 0
    factors = 0
    expects = True  # a component comes next
    previous = ""
    for i, piece in enumerate(pieces):
        if piece == "(":
            if not expects:
                return False
            depth += 1
        elif piece == ")":
            depth -= 1
            if expects or depth < 0:
                return False
        elif piece == "/" and (i == 0 or previous == "("):
            expects = True
        elif piece in "./":
            if expects:
                return False
            expects = True
        elif piece[0] == "{":
            if previous.startswith("{"):
                return False
            expects = False
        else:
            if not expects:
                return False
            if _FACTOR.fullmatch(piece) and not _POWER_OF_TEN.fullmatch(piece):
                factors += 1
            elif not _is_component(piece):
                return False
            expects = False
        previous = piece
    return depth == 0 and not expects and factors <= 1


def _is_component(text: str) -> bool:
    if _POWER_OF_TEN.fullmatch(text) or _is_atom(text):
        return True
    match = _EXPONENT.fullmatch(text)
    return match is not None and _is_atom(match.group(1) or match.group(2))


def _is_atom(atom: str) -> bool:
    prefixes, metric, other = units()
    if atom in metric or atom in other or atom in _METRIC_VARIANTS or atom in _OTHER_VARIANTS:
        return True
    return any(
        atom[:n] in prefixes and (atom[n:] in metric or atom[n:] in _METRIC_VARIANTS) for n in (1, 2) if len(atom) > n
    )
