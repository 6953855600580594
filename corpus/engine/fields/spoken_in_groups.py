"""Speech besides the matter at hand: names that are words, numbers read out in groups across turns.

{wg:a}, {wg:b}, ... are given names that are words, the same all over a note; {ring:1}, {ring:2}, {ring:3} are the
parts of one telephone number, {memb:1} to {memb:3} those of one member number; {with:FIELD} tells how FIELD is spelt.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names
from corpus.engine.fields.towns import any_town
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Near, Piece, mark

_WORD_GIVEN = words("spoken_in_groups", "word_given")
_WARDS = words("spoken_in_groups", "wards")
_PLANS = words("spoken_in_groups", "plans")
_TELLY = words("spoken_in_groups", "telly")
_FIGURES = words("spoken_in_groups", "figures")
_SNACKS = words("spoken_in_groups", "snacks")
_CRIES = words("spoken_in_groups", "cries")
_ORDERS = words("spoken_in_groups", "orders")
_PLAYED = words("spoken_in_groups", "played")
_RUNS = words("spoken_in_groups", "runs")
_MEDS = words("spoken_in_groups", "meds")
_RIDES = words("spoken_in_groups", "rides")
_TONGUES = words("spoken_in_groups", "tongues")
_DIGITS = ("oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _one(options: tuple[str, ...]) -> Field:
    return lambda c, _: c.pick(options)


def _word_given(c: Cast, spec: str) -> Piece:
    name = c.once(f"parley word given {spec}", lambda: _other(c, spec))
    return mark(name, Entity.PERSON)


def _other(c: Cast, spec: str) -> str:
    """A name that no other key of the note has."""
    taken: list[str] = c.once("parley taken", list)
    name = c.draw(lambda: c.pick(_WORD_GIVEN))
    while name in taken:
        name = c.pick(_WORD_GIVEN)
    taken.append(name)
    return name


def _named(options: tuple[str, ...], entity: Entity) -> Field:
    def made(c: Cast) -> str:
        shape = c.pick(options)
        family = names.name(c, names.household(c), False, 50).family if "{family}" in shape else ""
        return shape.format(town=any_town(c, c.pick(("US", "GB", "GB", "AU", "IE"))).name, family=family)

    def field(c: Cast, spec: str) -> Piece:
        text = c.once(f"parley {options[0]} {spec}", lambda: made(c)) if spec else made(c)
        return text if text.startswith("the ") else mark(text, entity)

    return field


def _spoken(c: Cast, digits: str) -> str:
    """A group of digits as it is read out: in words, in figures, or with "double"."""
    way = c.once("parley digits", lambda: c.pick(("words", "words", "figures", "apart")))
    if way == "figures":
        return digits
    if way == "apart":
        return " ".join(digits)
    out: list[str] = []
    i = 0
    while i < len(digits):
        if digits[i : i + 2] == digits[i] * 2 and c.chance(0.6):
            out.append(f"double {_DIGITS[int(digits[i])]}")
            i += 2
        else:
            out.append(_DIGITS[int(digits[i])])
            i += 1
    return " ".join(out)


def _parts(key: str, entity: Entity, shapes: tuple[tuple[int, ...], ...]) -> Field:
    """The parts of one number of the note, each marked on its own; spec: which part."""

    def made(c: Cast) -> tuple[str, ...]:
        return tuple(
            _spoken(c, "".join(str(c.rng.randint(0 if i or k else 2, 9)) for i in range(n)))
            for k, n in enumerate(c.pick(shapes))
        )

    def field(c: Cast, spec: str) -> Piece:
        return mark(c.once(f"parley {key}", lambda: made(c))[int(spec) - 1], entity)

    return field


def _with(c: Cast, spec: str) -> str:
    """Distinguish a name from a similar-sounding one by spelling; the letters alone are not an identifier."""
    text = [ch for ch in c.say(f"{{{spec}}}").text.lower() if ch.isascii() and ch.isalpha()] or ["e"]
    last, first = text[-1], text[0]
    twice = next((a for a, b in pairwise(text) if a == b), "")

    def an(ch: str) -> str:
        return f"{'an' if ch in 'aefhilmnorsx' else 'a'} {ch.upper() if c.chance(0.5) else ch}"

    ways = [f"with {an(last)} on the end", f"with {an(first)}", f"{last} at the end", f"starts with {an(first)}"]
    ways += [f"with two {twice}s", f"double {twice}"] * 3 if twice else [f"with {an(text[len(text) // 2])}"]
    return c.pick(ways)


def _orders(c: Cast, _: str) -> Piece:
    return c.say(c.pick(_ORDERS))


def _beds(c: Cast, _: str) -> Piece:
    return mark(c.pick((str(c.rng.randint(1, 34)), f"{c.rng.randint(1, 9)}{c.pick('ABCD')}")), Near.ROOM)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "wg": _word_given,
    "wardname": _named(_WARDS, Entity.HOSPITAL),
    "townsaid": _named(("{town}",), Entity.CITY),
    "planname": _named(_PLANS, Entity.ORGANIZATION),
    "ring": _parts("ring", Entity.TELEPHONE_NUMBER, ((3, 3, 4), (3, 3, 4), (5, 3, 3), (4, 3, 3), (4, 3, 3), (2, 4,
    4))),
    "memb": _parts("memb", Entity.HEALTH_PLAN_ID, ((3, 3, 4), (3, 2, 4), (4, 4, 2), (2, 3, 3))),
    "with": _with,
    "telly": _one(_TELLY),
    "figure": _one(_FIGURES),
    "snack": _one(_SNACKS),
    "cry": _one(_CRIES),
    "bidden": _orders,
    "played": _one(_PLAYED),
    "raced": _one(_RUNS),
    "pill": _one(_MEDS),
    "ridden": _one(_RIDES),
    "tongue": lambda c, _: c.once("parley tongue", lambda: c.pick(_TONGUES)),
    "bedsaid": _beds,
})  # fmt: skip
