"""Terms of medicine from the lists of `redactor.lexicon.medicine`, which identify nobody. All fields are plain text.

Terms that are frequent names too are left out. {medsame} gives such eponyms, for templates with a noun beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from redactor.lexicon import medicine

_PART = re.compile(r"(?:^|(?<=[ -]))\w")
_PAIR = 0.12  # share of eponyms that are joined to another one
_LISTS: Mapping[str, Callable[[], frozenset[str]]] = MappingProxyType(
    {
        "medabbr": medicine.abbreviations,
        "meddrug": medicine.drugs,
        "medgene": medicine.genes,
        "medorganism": medicine.organisms,
        "medtool": medicine.instruments,
        "medword": medicine.words,
    }
)
_CAPITALS = {"medabbr": 0.75, "medgene": 0.9, "medtool": 0.55, "meddrug": 0.04, "medorganism": 0.05, "medword": 0.04}
_TITLED = {"medabbr": 0.05, "medgene": 0.05, "medtool": 0.35, "meddrug": 0.4, "medorganism": 0.7, "medword": 0.15}


@cache
def _held(name: str) -> tuple[str, ...]:
    return tuple(sorted(t for t in _LISTS[name]() - medicine.frequent_names() if t[:1].isalnum()))


@cache
def _eponyms(same: bool) -> tuple[str, ...]:
    every, frequent = medicine.eponyms(), medicine.frequent_names()
    return tuple(sorted(every & frequent if same else every - frequent))


def _titled(text: str) -> str:
    """A capital at the beginning of each word and of each part of a pair: "le fort" is "Le Fort"."""
    return _PART.sub(lambda m: m[0].upper(), text)


def _cased(c: Cast, name: str, text: str, spec: str) -> str:
    if spec == "lower":
        return text
    if spec == "upper":
        return text.upper()
    if spec == "title":
        return _titled(text)
    roll = c.rng.random()
    if roll < _CAPITALS[name] or (name == "medabbr" and len(text) == 2 and roll < 0.9):
        return text.upper()
    if roll < _CAPITALS[name] + _TITLED[name]:
        return text[:1].upper() + text[1:] if name == "medorganism" else _titled(text)
    return text


def _term(name: str) -> Field:
    return lambda c, spec: _cased(c, name, c.draw(lambda: c.pick(_held(name))), spec)


def _eponym(same: bool) -> Field:
    def field(c: Cast, spec: str) -> str:
        text = _titled(c.draw(lambda: c.pick(_eponyms(same))))
        if not same and "-" not in text and c.chance(_PAIR):
            text += c.pick(("-", "-", "–", "/")) + _titled(c.draw(lambda: c.pick(_eponyms(False))))
        return text.lower() if spec == "lower" or (not spec and not same and c.chance(0.08)) else text

    return field


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        **{name: _term(name) for name in _LISTS},
        "medeponym": _eponym(False),
        "medsame": _eponym(True),
    }
)
