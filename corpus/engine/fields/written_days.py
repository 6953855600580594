"""The written forms of a day, by clinicians, letters, forms, exports and foreign writers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from itertools import accumulate

from corpus.engine.cast import Cast
from corpus.engine.words import words
from redactor.sample.forms import MONTHS, ordinal_text

_ORDINALS = words("written_days", "ordinals")
_FOREIGN = {
    "es": ("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    "fr": ("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    "de": ("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
}

# m, mm: month; d, dd: day; y, yy: year; B: March, b: Mar, o: 5th, w: fifth. Each with its weight.
Shapes = Mapping[str, float]
NUMERIC: Shapes = {
    "{mm}/{dd}/{y}": 15, "{m}/{d}/{y}": 11, "{m}/{d}/{yy}": 11, "{mm}/{dd}/{yy}": 9, "{y}-{mm}-{dd}": 11,
    "{mm}-{dd}-{y}": 5, "{m}-{d}-{yy}": 3, "{m}-{d}-{y}": 2, "{mm}-{dd}-{yy}": 2, "{mm}.{dd}.{yy}": 1.2,
    "{m}.{d}.{yy}": 2, "{m}.{d}.{y}": 1, "{mm}.{dd}.{y}": 1, "{dd}.{mm}.{y}": 3, "{d}.{m}.{y}": 1,
    "{d}.{m}.{yy}": 0.6, "{dd}/{mm}/{y}": 3.5, "{d}/{m}/{y}": 1, "{dd}/{mm}/{yy}": 1.5, "{dd}-{mm}-{y}": 1.5,
    "{y}{mm}{dd}": 2, "{y}/{mm}/{dd}": 2, "{y}.{mm}.{dd}": 0.5, "{y}/{m}/{d}": 0.5, "{m} / {d} / {yy}": 0.6,
    "{mm} / {dd} / {y}": 0.7, "{mm}{dd}{y}": 0.4, "{mm}{dd}{yy}": 0.4, "{m}/{d}/'{yy}": 0.3, "{mm} {dd} {y}": 0.4,
    "{m}-{d}/{yy}": 0.2, "{m}/{dd}/{yy}": 1, "{m}/{dd}/{y}": 1, "{y}-{m}-{d}": 0.4, "{dd} {mm} {y}": 0.3,
    "{yy}-{mm}-{dd}": 0.3,
}  # fmt: skip
WORDS: Shapes = {
    "{B} {d}, {y}": 13, "{b} {d}, {y}": 7, "{b} {dd}, {y}": 2, "{B} {dd}, {y}": 1.5, "{d} {B} {y}": 4,
    "{d} {b} {y}": 4, "{dd} {b} {y}": 2, "{dd}-{bu}-{y}": 3, "{dd}-{b}-{y}": 4, "{d}-{b}-{yy}": 2.5,
    "{dd}-{b}-{yy}": 1.5, "{dd}-{bu}-{yy}": 1.2, "{dd}{bu}{y}": 1.2, "{dd}{bu}{yy}": 0.7, "{dd}{b}{y}": 0.7,
    "{d}{b}{yy}": 0.3, "{B} {o}, {y}": 4, "{B} {o} {y}": 1.5, "{o} {B} {y}": 1.2, "{o} {b} {y}": 0.5,
    "{o} of {B} {y}": 1, "{o} of {B}, {y}": 0.8, "{b}. {d}, {y}": 2, "{bu} {d}, {y}": 0.8, "{Bu} {d}, {y}": 1.2,
    "{Bu} {dd}, {y}": 0.6, "{b} {d} {y}": 2, "{B} {d} {y}": 2, "{b}-{dd}-{y}": 0.8, "{y}-{b}-{dd}": 0.7,
    "{y} {b} {d}": 0.6, "{b}. {d} '{yy}": 0.6, "{b} {d} '{yy}": 0.8, "{b} {d}/{yy}": 0.3, "{d} {B}, {y}": 1.2,
    "{d}. {B} {y}": 0.4, "{dd}/{b}/{y}": 1, "{dd}/{bu}/{yy}": 0.5, "{B} the {o}, {y}": 0.3, "{Bl} {d}, {y}": 0.7,
    "{Bl} {d} {y}": 0.8, "{bl} {d} {y}": 0.5, "{bl} {d}, {y}": 0.4, "{Bl} {o} {y}": 0.5, "{w} of {B} {y}": 0.4,
    "{B} {w}, {y}": 0.4, "{Bl} {w} {y}": 0.2, "{B} {d},{y}": 0.4, "{b} {o}, {y}": 0.8, "{b} {o} {y}": 0.5,
    "{b}. {o}, {y}": 0.4, "{d}-{B}-{y}": 0.4, "{b}/{d}/{yy}": 0.3, "{es}": 0.25, "{fr}": 0.15, "{de}": 0.15,
    "{B} {d}, '{yy}": 0.3, "{b}.{d}.{y}": 0.2, "{dd}.{b}.{y}": 0.2,
}  # fmt: skip
SHORT: Shapes = {
    "{m}/{d}": 16, "{mm}/{dd}": 6, "{m}-{d}": 1.5, "{m}.{d}": 0.8, "{d}/{m}": 1.2, "{dd}/{mm}": 0.8, "{m} / {d}": 0.3,
    "{mm}-{dd}": 1, "{m}/{dd}": 1.2, "{d}.{m}.": 0.4, "{dd}.{mm}.": 0.3, "{mm}.{dd}": 0.3,
}  # fmt: skip
DAY_MONTH: Shapes = {
    "{B} {d}": 9, "{b} {d}": 5, "{B} {o}": 7, "{b} {o}": 2, "{o} of {B}": 3, "{d} {B}": 1.5, "{d} {b}": 1.5,
    "{d}-{b}": 2, "{dd}-{bu}": 1.2, "{dd}-{b}": 1, "{o} {B}": 0.8, "{b}. {d}": 1.2, "{b}. {o}": 0.5, "{B} {w}": 1,
    "{w} of {B}": 1, "{bu} {d}": 0.6, "{Bu} {d}": 0.5, "{b}-{d}": 0.5, "{bl} {d}": 0.7, "{Bl} {o}": 0.8,
    "{Bl} {d}": 0.8, "{b}/{d}": 0.2, "{d}/{b}": 0.3, "{B} the {o}": 0.5, "{dd}{bu}": 0.4, "{d}{b}": 0.2,
    "{Bl} {w}": 0.4, "{b} {dd}": 0.6, "{Bu} {o}": 0.2,
}  # fmt: skip
MONTH_YEAR: Shapes = {
    "{B} {y}": 14, "{b} {y}": 6, "{m}/{y}": 4, "{mm}/{y}": 3, "{B} of {y}": 2, "{b} '{yy}": 1, "{b}-{yy}": 1,
    "{m}/{yy}": 2, "{y}-{mm}": 1, "{B}, {y}": 1.5, "{b}. {y}": 0.8, "{Bu} {y}": 0.5, "{bu} {y}": 0.6, "{Bl} {y}": 0.7,
    "{B} '{yy}": 0.4, "{b}-{y}": 0.5, "{mm}-{y}": 0.4, "{bl} {y}": 0.3, "{mm}/{yy}": 0.5, "{bu}-{yy}": 0.3,
    "{b} of {y}": 0.3, "{y} {b}": 0.2, "{bu}{yy}": 0.1, "{b}, {y}": 0.4, "{b}/{y}": 0.3,
}  # fmt: skip
MONTH: Shapes = {"{B}": 16, "{b}": 2.5, "{b}.": 0.8, "{Bl}": 1, "{Bu}": 0.6, "{bu}": 0.3, "{bl}": 0.3}
_ODDLY_SHORT = 0.25  # "Sept" and "June" as well as "Sep" and "Jun"


def written(c: Cast, shape: str, d: dt.date) -> str:
    """The day in a shape: "{m}/{d}" is 4/14."""
    name = MONTHS[d.month - 1]
    brief = name[:3]
    if d.month in (6, 7, 9) and c.chance(_ODDLY_SHORT):
        brief = name[:4]
    if brief == name:  # May and June are not abbreviations
        shape = shape.replace("{b}.", "{b}")
    return shape.format(
        m=d.month, mm=f"{d.month:02d}", d=d.day, dd=f"{d.day:02d}", y=d.year, yy=f"{d.year % 100:02d}", B=name, b=brief,
        Bu=name.upper(), bu=brief.upper(), Bl=name.lower(), bl=brief.lower(), o=ordinal_text(d.day),
        w=_ORDINALS[d.day - 1],
        es=f"{d.day} de {_abroad('es', d)} de {d.year}", fr=f"{d.day} {_abroad('fr', d)} {d.year}",
        de=f"{d.day}. {_abroad('de', d)} {d.year}",
    )  # fmt: skip


def _abroad(language: str, d: dt.date) -> str:
    return _FOREIGN[language].split()[d.month - 1]


def choose(c: Cast, shapes: Shapes) -> str:
    """One of the shapes by its weight."""
    return c.rng.choices(tuple(shapes), cum_weights=tuple(accumulate(shapes.values())))[0]


def usual(c: Cast, key: str, shapes: Shapes) -> str:
    """A shape as one writer would choose: more often than not the one this note prefers."""
    preferred = c.once(f"usual {key}", lambda: choose(c, shapes))
    return preferred if c.chance(0.55) else choose(c, shapes)


def full(c: Cast, d: dt.date) -> str:
    """A date with its year, in digits or words."""
    digits = c.once("dates in digits", lambda: c.chance(0.66)) != c.chance(0.2)
    return written(c, usual(c, "numeric", NUMERIC) if digits else usual(c, "words", WORDS), d)
