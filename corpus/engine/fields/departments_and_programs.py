"""Departments, generic institutions and programs that are not names, and the same words as names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import towns
from corpus.engine.fields.addresses import the
from corpus.engine.fields.facilities import named
from corpus.engine.grammar import choose
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Near, Piece, mark

_H, _O = Entity.HOSPITAL, Entity.ORGANIZATION


_FILE = "departments_and_programs"
_HEADS = (
    "{town}", "{town}", "{nature}", "{nature}", "{saint}", "{family}", "{faith}", "{brand}", "{direction}", "{county}",
)  # fmt: skip


def _filled(c: Cast, template: str) -> str:
    """An entry with its alternatives chosen; "%" and "#" are digits, the first never zero."""
    text = " ".join(choose(c.rng, template).split())
    text = re.sub(r"%", lambda _: str(c.rng.randint(1, 9)), text)
    return re.sub(r"(?<=\d)#+", lambda m: "".join(str(c.rng.randint(0, 9)) for _ in m[0]), text)


def _cased(text: str, spec: str) -> str:
    return text.upper() if spec == "upper" else text.lower() if spec == "lower" else text


def _plain(section: str) -> Field:
    """An entry of the list that is not a name. spec: "upper", "lower", "cap" (at the beginning of a sentence)."""

    def field(c: Cast, spec: str) -> Piece:
        text = _filled(c, c.pick(words(_FILE, section)))
        return text[:1].upper() + text[1:] if spec == "cap" else _cased(text, spec)

    return field


def _department(c: Cast, spec: str) -> Piece:
    return mark(_cased(_filled(c, c.pick(words(_FILE, "department"))), spec), Near.DEPARTMENT)


def _noun(c: Cast, key: str) -> tuple[str, Entity]:
    """A kind of institution; the same one throughout the note for a key ("c1" and so on: care, else life)."""

    def make() -> tuple[str, Entity]:
        care = key.startswith("c") if key[:1] in ("c", "l") else c.chance(0.5)
        return (c.pick(words(_FILE, "care")), _H) if care else (c.pick(words(_FILE, "life")), _O)

    return c.once(f"houses.noun.{key}", make) if key else make()


def _split(spec: str) -> tuple[str, str]:
    key, _, case = spec.partition(":")
    return ("", key) if key in ("upper", "lower", "the", "kind") else (key, case)


def _generic(c: Cast, spec: str) -> Piece:
    """A kind of institution with capitals and no name: "Community Health Center", "Local Surgery Center".

    spec: a key, a colon, and "upper", "lower", "the" (the noun with its article) or "kind" (the noun alone).
    """
    key, case = _split(spec)
    noun = _noun(c, key)[0]
    if case == "the":
        return f"the {noun}"
    if case == "kind" or c.chance(0.6):
        return noun if case == "kind" else _cased(noun, case)
    return _cased(f"{c.pick(words(_FILE, 'adjective'))} {noun}", case)


def _named(c: Cast, spec: str) -> Piece:
    """An institution of that kind with a name, marked: "Alder Creek Surgery Center". spec: as above, or "head"."""
    key, case = _split(spec)
    noun, entity = _noun(c, key)

    def make() -> str:
        return named(c, c.pick(_HEADS))

    head = c.once(f"houses.head.{key}", make) if key else make()
    if case == "head":
        return the(head, entity)
    return the(_cased(f"{head} {noun}", case), entity)


_BARE = words("departments_and_programs", "bare")


def _bare(c: Cast, spec: str) -> Piece:
    """A hospital or a home whose name does not show it: "Velindre", "Spire Bushey". spec: a key, or a case."""
    if spec in ("upper", "lower", ""):
        return the(_cased(named(c, c.pick(_BARE)), spec), _H)
    return the(c.once(f"houses.bare.{spec}", lambda: named(c, c.pick(_BARE))), _H)


@cache
def _twins(section: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    out = []
    for entry in words(_FILE, section):
        word, _, said = entry.partition(": ")
        word, _, kind = word.partition("/")
        out.append((word, kind or "O", tuple(x.strip() for x in said.split("|"))))
    return tuple(out)


_PLACE: Mapping[str, Entity] = {"C": Entity.CITY, "S": Entity.STATE, "N": Entity.COUNTRY, "O": _O}


def _thing(section: str, within: str = "") -> Field:
    """A word as a part of something that names no place: "Lyme arthritis". spec: "upper", "lower".

    within: the list that holds some of the section's entries, for where the others make no sense.
    """

    def field(c: Cast, spec: str) -> Piece:
        word, kind, said = c.pick(_twins(within or section))
        c.once(f"houses.{section}", lambda: {"now": (word, kind)})["now"] = (word, kind)
        return _cased(f"{word} {c.pick(said)}", spec)

    return field


def _same(section: str, other: Callable[[Cast], tuple[str, str]]) -> Field:
    """The word of the last such thing as a place or a company, marked; another one if there is no such place."""

    def field(c: Cast, spec: str) -> Piece:
        word, kind = c.once(f"houses.{section}", lambda: {"now": c.pick(_twins(section))[:2]})["now"]
        if kind == "X":
            word, kind = other(c)
        return mark(_cased(word, spec), _PLACE[kind])

    return field


def _town(c: Cast) -> tuple[str, str]:
    return towns.any_town(c).name, "C"


FIELDS: Mapping[str, Field] = MappingProxyType({
    "hodept": _department, "hogen": _generic, "hoorg": _named, "hobare": _bare,
    "hoprog": _plain("programme"), "hopay": _plain("payer"), "hobody": _plain("body"), "hocom": _plain("committee"),
    "horole": _plain("role"), "hoabb": _plain("letters"), "hozone": _plain("zone"), "homove": _plain("move"),
    "hogeo": _thing("place"), "hogeoin": _same("place", _town),
    "hobug": _thing("place", "infection"),
    "hofood": _thing("food"), "hofoodin": _same("food", _town),
    "homake": _thing("maker"), "homakein": _same("maker", _town),
})  # fmt: skip
