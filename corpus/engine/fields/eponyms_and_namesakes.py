"""Words that are a sign, a score or a tool in one place and a person, a town or a hospital in another.

{twin:person}, {twin:town} and {twin:site} take a word out of words/eponyms_and_namesakes.txt and give a clinical
phrase with it, plain; {twinmore:person} gives another phrase with the same word, and {twindr}, {twinpt}, {twinman},
{twintown}, {twinsite} the same word as who or what it also names, marked. {signed} is the initials of one or two
people at the end of a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Marked, Piece, join, mark

_LETTERS = "ABCDEFGHJKLMNPRSTVW"
_CREDS = ("RN", "MD", "PA", "LPN", "MA", "RT", "PharmD", "CNA", "NP", "MLT", "RDMS", "DO", "OTR", "RPh", "MT(ASCP)")


@cache
def _phrases(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The words of a kind (a section of the file), each with the clinical phrases that hold it."""
    pairs = (entry.partition(": ") for entry in words("eponyms_and_namesakes", kind))
    return MappingProxyType({word: tuple(p.strip() for p in said.split("|")) for word, _, said in pairs})


def _current(c: Cast) -> dict[str, str]:
    return c.once("brief.twins", dict)


def _fresh(c: Cast, kind: str) -> str:
    word = c.draw(lambda: c.pick(tuple(_phrases(kind))))
    _current(c)[kind] = word
    return word


def _plain(c: Cast, spec: str) -> Piece:
    return c.pick(_phrases(spec)[_fresh(c, spec)])


def _again(c: Cast, spec: str) -> Piece:
    return c.pick(_phrases(spec)[_current(c).get(spec) or _fresh(c, spec)])


def _named(kind: str, entity: Entity) -> Field:
    """The word last taken, or another; spec: "upper", "lower", or "initial" for "R. Baker"."""

    def field(c: Cast, spec: str) -> Piece:
        word = _current(c).get(kind) or _fresh(c, kind)
        if spec == "initial":
            return mark(f"{c.pick(_LETTERS)}{c.pick(('. ', '.', ' '))}{word}", entity)
        return mark(word.upper() if spec == "upper" else word.lower() if spec == "lower" else word, entity)

    return field


def _initials(c: Cast) -> str:
    return "".join(c.pick(_LETTERS) for _ in range(c.pick((2, 2, 3, 3, 3))))


def _signed(c: Cast, spec: str) -> Piece:
    """DSM/PCB, ksm:jt, AMW, RN; the credentials stay outside. spec: "one" for one person."""
    first, second = _initials(c), _initials(c)
    roll = c.rng.random()
    if spec == "one" or roll < 0.4:
        low = c.chance(0.25)
        held = mark(first.lower() if low else first, Entity.DOCTOR)
        return join(held, c.pick((", ", ",", " ", " ")), c.pick(_CREDS)) if c.chance(0.45) else held
    if roll < 0.6:
        first, second = first.lower(), second.lower()
    elif roll < 0.72:
        second = second.lower()
    pair: tuple[Marked, Marked] = mark(first, Entity.DOCTOR), mark(second, Entity.DOCTOR)
    return join(*pair, sep=c.pick(("/", "/", "/", ":", " / ", "; ", "//", " & ", "\\")))


FIELDS: Mapping[str, Field] = MappingProxyType({
    "twin": _plain,
    "twinmore": _again,
    "twindr": _named("person", Entity.DOCTOR),
    "twinpt": _named("person", Entity.PATIENT),
    "twinman": _named("person", Entity.PERSON),
    "twintown": _named("town", Entity.CITY),
    "twinsite": _named("site", Entity.HOSPITAL),
    "signed": _signed,
})  # fmt: skip
