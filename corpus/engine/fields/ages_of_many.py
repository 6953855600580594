"""Ages of many people in one note. An age held under a letter comes again, in any written form.

{bd:FORM KEY[+n|-n] [least-most]}: KEY "pt" is the patient, "x" somebody new at each use, any other letter the same
person all over the note. {bdten}, {bdish} and {bdgen} are vague ages, {bdspan} an estimate of two numbers, {bdbaby},
{bdmo} and {bdhalf} those of small children.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import ages, patient
from redactor.entities import Entity
from redactor.sample.marked import Piece, join, mark

_KEY = re.compile(r"([a-z]+)([+-][0-9]+)?")
_OLD = (
    *("{n}-year-old",) * 8, *("{n} year old",) * 4, *("{n} yo",) * 3, *("{n}yo",) * 3, "{n} y/o", "{n}y/o", "{n} y.o.",
    "{n}-yr-old", "{n} yr old", "{n}yr old", "{n} yrs old", "{n}-y-o", "{n}-yo", "{n}y.o.", "{n} Y/O", "{n} YO",
    "{w}-year-old", "{w} year old", "{w}-year-old", "{n}- year-old", "{n} YEAR OLD",
)  # fmt: skip
_UNITS = (
    "{n} years", "{n} yrs", "{n}y", "{n} y", "{n} yr", "{n} years old", "{n} yrs old", "{n} years of age", "{n}yrs",
    "{n} Y", "{n}Y", "0{n}Y", "{n} Years", "{n} YRS",
)  # fmt: skip
_SEXED = (
    *("{n}{s}",) * 5, "{n}{t}", "{n}yo{s}", "{n}y{s}", "{n} yo{s}", "{n}yo{t}", "{n}y/o{s}", "{n}YO{s}", "{s}{n}",
)  # fmt: skip
_GLUED = ("{n}", "{n}", "{n}yo", "{n} yo", "{n}y", "{n} y/o", "{n} yr", "{n}yrs")
_PARTS = (
    "{n} y {m} m", "{n}y {m}m", "{n}y{m}m", "{n} years {m} month{s}", "{n} yrs {m} mos", "{n};{m}", "{n}:{m}",
    "{n} yr {m} mo", "{n} years, {m} month{s}", "{n} {m}/12", "{n} years and {m} month{s}",
)  # fmt: skip
_RACES = ("W", "B", "H", "A", "W", "B")
_AGENARIANS = ("sexagenarian", "septuagenarian", "octogenarian", "octogenarian", "nonagenarian", "centenarian")


def _age(text: str) -> Piece:
    return mark(text, Entity.AGE)


def _limits(spec: str, least: int, most: int) -> tuple[int, int]:
    low, _, high = spec.partition("-")
    return (int(low), int(high or low)) if low else (least, most)


def _drawn(c: Cast, spec: str, least: int, most: int) -> int:
    return c.rng.randint(*_limits(spec, least, most))


def _held(c: Cast, key: str, limits: str) -> int:
    found = _KEY.fullmatch(key)
    if found is None:
        raise ValueError(f"no key of an age: {key!r}; use letters and perhaps +n or -n")
    who, more = found[1], int(found[2] or 0)
    if who == "pt":
        n = patient.age(c)
    elif who == "x":
        n = _drawn(c, limits, 19, 95)
    else:
        n = c.once(f"birthdays {who}", lambda: _drawn(c, limits, 19, 95))
    return max(1, n + more)


def _words(c: Cast, n: int) -> str:
    return ages.words(n).replace("-", c.once("birthdays dash", lambda: c.pick(("-", "-", " "))))


def _letter(c: Cast, form: str) -> str:
    return form[1:] or ("F" if patient.female(c) else "M")


def _sexed(c: Cast, n: int, s: str) -> Piece:
    way = c.pick(("glued", "glued", "behind", "behind", "before", "word"))
    if way == "glued":
        return _age(c.pick(_SEXED).format(n=n, s=s, t=s.lower()))
    unit = _age(c.pick(_GLUED).format(n=n))
    if way == "behind":
        return join(unit, c.pick((" ", " ", "/", " / ", ", ")), c.pick((s, s, s.lower())))
    if way == "before":
        return join(s, c.pick(("/", "/", " ", ", ", " - ", ":")), _age(str(n)))
    word = c.pick(("female", "woman", "lady") if s == "F" else ("male", "man", "gentleman"))
    return join(unit, " ", word)


def _police(c: Cast, n: int, s: str) -> Piece:
    r = c.pick(_RACES)
    kind = "J" if n < 18 else "A"
    code = c.pick((f"{r}/{s}", f"{r}{s}", f"{s}/{r}", f"{s}/{kind}", f"{r}{s}{kind}", f"{s}{kind}"))
    if c.chance(0.3):
        return join(_age(c.pick((f"{n}", f"{n}yo", f"{n} yo", f"{n} y/o"))), f" {code}")
    return join(code, c.pick((" ", " ", ", ", " approx ", "/")), _age(str(n)))


def _one(c: Cast, spec: str) -> Piece:
    form, key, *rest = spec.split()
    n = _held(c, key, rest[0] if rest else "")
    if form == "w":
        return _age(_words(c, n))
    if form == "W":
        return _age(_words(c, n).capitalize())
    if form == "m":
        return _age(_words(c, n) if n < 10 and c.once("birthdays style", lambda: c.chance(0.4)) else str(n))
    if form == "o":
        return _age(c.pick(_OLD).format(n=n, w=_words(c, n)))
    if form == "u":
        return _age(c.pick(_UNITS).format(n=n))
    if form == "y":
        months = c.once(f"birthdays months {key}", lambda: c.rng.randint(1, 11))
        return _age(c.pick(_PARTS).format(n=n, m=months, s="s" if months > 1 else ""))
    if form == "z":  # as machines write it
        return _age(c.pick((f"{n:03}Y", f"{n:03}", f"{n:03}Y", f"{n:02}Y", f"{n:02} Y", f"{n:03}YR")))
    if form[0] == "s":
        return _sexed(c, n, _letter(c, form))
    if form[0] == "q":
        return _police(c, n, _letter(c, form))
    if form != "n":
        raise ValueError(f"no form of an age: {form!r}; use n, w, W, m, o, u, y, z, s, q")
    return _age(str(n))


def _tens(c: Cast, spec: str) -> Piece:
    n = _drawn(c, spec, 20, 99) // 10 * 10
    return _age(c.pick((f"{n}s", f"{n}s", f"{n}'s", ages.words(n)[:-1] + "ies", ages.words(n)[:-1] + "ies")))


def _ish(c: Cast, spec: str) -> Piece:
    n = _drawn(c, spec, 30, 79) // 10 * 10
    w = ages.words(n)
    return _age(c.pick((
        f"{w}-something", f"{w}something", f"{n}-something", f"{n}ish", f"{n}-ish", f"{w}ish", f"{w}-ish", f"{w}-odd",
        f"{n}-odd", f"{n} or so",
    )))  # fmt: skip


def _agenarian(c: Cast, _: str) -> Piece:
    return _age(c.pick(_AGENARIANS))


def _span(c: Cast, spec: str) -> Piece:
    low = _drawn(c, spec, 18, 70)
    high = low + c.pick((2, 5, 5, 5, 10))
    if c.chance(0.45):
        return _age(f"{low}{c.pick(('-', '-', '–'))}{high}")
    texts = (_words(c, low), _words(c, high)) if c.chance(0.4) else (str(low), str(high))
    return join(_age(texts[0]), c.pick((" or ", " to ", " or ", ", maybe ")), _age(texts[1]))


def _baby(c: Cast, spec: str) -> Piece:
    """The age of a baby without "old" after it. spec: "d" for days."""
    days = (c.rng.randint(2, 13), "day", ("d", "/7"))
    n, unit, brief = c.pick((days,) if spec else (
        days, (c.rng.randint(2, 11), "week", ("wks", "/52")),
        (c.rng.randint(2, 11), "week", ("wk", "w")), (c.rng.randint(2, 11), "month", ("mo", "/12")),
    ))  # fmt: skip
    roll = c.rng.random()
    if roll < 0.5:
        return _age(f"{n} {unit}s")
    if roll < 0.7:
        return _age(f"{ages.words(n)} {unit}s")
    short = c.pick(brief)
    return _age(f"{n}{'' if short[0] == '/' else c.pick(('', ' '))}{short}")


def _months(c: Cast, spec: str) -> Piece:
    n = _drawn(c, spec, 3, 23)
    return _age(c.pick((f"{n} months", f"{n} months", f"{n} mo", f"{n}m", f"{n} mos", f"{ages.words(n)} months")))


def _half(c: Cast, spec: str) -> Piece:
    n = _drawn(c, spec, 1, 12)
    return _age(c.pick((
        f"{n} and a half", f"{n} 1/2", f"{n}½", f"{n}.5", f"{ages.words(n)} and a half", f"{n}-and-a-half",
        f"{n} and three quarters", f"{n} ½",
    )))  # fmt: skip


FIELDS: Mapping[str, Field] = MappingProxyType({
    "bd": _one,
    "bdten": _tens,
    "bdish": _ish,
    "bdgen": _agenarian,
    "bdspan": _span,
    "bdbaby": _baby,
    "bdmo": _months,
    "bdhalf": _half,
})  # fmt: skip
