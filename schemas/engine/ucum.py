"""Units of measure: parses expressions of the Unified Code for Units of Measure, case-sensitive form (ucum.org/ucum).

A name is not a product of units by accident alone: the atoms are those of UCUM and a few that records write in their
place. An annotation in braces is free text: those of laboratories pass, and the words of any other are checked.
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
_MOST_DIGITS = 6  # of all factors and exponents together; from seven on they may be a telephone number

# Atoms that UCUM spells otherwise ("eq", "osm", "[iU]") but records write so.
_METRIC_VARIANTS = frozenset({"Eq", "Osm", "Cal", "IU"})
_NO_LETTER = re2.compile(r"[^a-z0-9]+")
# Annotations of laboratories that hold an abbreviation, a person's name or a number; without case and separators.
_ANNOTATIONS = frozenset(
    (  # noqa: SIM905
        "1 73 m2|aha u|ahf u|ape u|apgar score|apha u|apl u|aps u|arb unit|arb units|aru|bdsk u|bead|bethesda u|"
        "cae u|cag repeats|cd4 cells|cfu|ch100 u|ch50 u|cm h2o|copies ml|cpm|cre|creat|ct|ct value|ddu|dna|ebv|edss|"
        "edta|ehrlich u|eia index|eia u|eia value|elisa u|elisa value|etdrs letters|ev|feu|fib|fiu|gaa repeats|gad u|"
        "gcs|glasgow coma score|gleason score|globules|gpl u|gps u|ha titer|hb|hgb|hiv copies|ifa index|ifa titer|"
        "iga index|ige index|igg index|igm index|immune status ratio|immunoblot index|index val|index value|inh|inr|"
        "isr|jdf u|jk u|kallikrein u|kcopies|kct u|kronu u|kronus u|leuk|lod|log iu|log10 copies|log10 iu|lumens|"
        "lyme index|lyme index value|mcm|mom|mpl u|mps u|mutation|nyha|od|od unit|p2y12 reaction units|pan bio u|"
        "panbio u|pfu|phq9|plt|ppe|prot|pru|rfu|rlu|rna|rpm|rubella virus|s co|s co ratio|sccu|shift|smu|spermatozoa|"
        "stdv|t score|tbili|tg u|tmstp|todd u|trombos|tscore|tsi index|usp u|wbcs|z score|zscore"
    ).split("|")
)
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
    notes = " ".join(piece[1:-1] for piece in pieces if piece[0] == "{" and not _is_usual(piece[1:-1]))
    return False if like_number(notes) else check_words(notes)


def _is_usual(annotation: str) -> bool:
    return _NO_LETTER.sub(" ", annotation.lower()).strip() in _ANNOTATIONS


def _is_term(pieces: list[str]) -> bool:
    """Whether the pieces are components joined by "." and "/", in balanced parentheses, with few digits.

    No two factors stand side by side, as in 617.555.1234.
    """
    depth = 0
    digits = 0
    last_is_factor = False
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
            is_factor = bool(_FACTOR.fullmatch(piece)) and not _POWER_OF_TEN.fullmatch(piece)
            if (is_factor and last_is_factor) or not (is_factor or _is_component(piece)):
                return False
            digits += len(piece) if is_factor else _exponent_digits(piece)
            last_is_factor = is_factor
            expects = False
        previous = piece
    return depth == 0 and not expects and digits <= _MOST_DIGITS


def _is_component(text: str) -> bool:
    if _POWER_OF_TEN.fullmatch(text) or _is_atom(text):
        return True
    match = _EXPONENT.fullmatch(text)
    return match is not None and _is_atom(match.group(1) or match.group(2))


def _exponent_digits(component: str) -> int:
    """How many digits the exponent of a unit has; that of a power of ten says nothing."""
    return int(component[-1:].isdecimal() and not component.startswith("10") and not _is_atom(component))


def _is_atom(atom: str) -> bool:
    prefixes, metric, other = units()
    if atom in metric or atom in other or atom in _METRIC_VARIANTS or atom in _OTHER_VARIANTS:
        return True
    return any(
        atom[:n] in prefixes and (atom[n:] in metric or atom[n:] in _METRIC_VARIANTS) for n in (1, 2) if len(atom) > n
    )
