"""Identifiers as people say them on the telephone or type them in haste.

{cued:FIELD} "B as in boy, O, W for whisky", {grouped:FIELD} "six one seven, double five two, oh one", {misspelt:FIELD}
"Katherin", {lc:FIELD} in small letters; FIELD is a field with its spec, such as pt:family. {borninwords},
{dayinwords:3}, {ageinwords} and {kinageinwords} are dates and ages in words; {card4} and {phone4} are the last four
digits, that people are asked for.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import kin, patient
from corpus.engine.fields.spellings import recase
from corpus.engine.fields.spoken_numbers import number, ordinal
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.forms import MONTHS
from redactor.sample.marked import Marked, Piece, join, mark

_CUES = words("said_on_the_telephone", "cues")
_SAID_BY = ("{a} as in {w}", "{a} as in {w}", "{a} for {w}", "{a} like {w}", "{w}")
_SWAPS = (
    ("ph", "f"), ("ie", "ei"), ("ei", "ie"), ("ck", "k"), ("y", "i"), ("ll", "l"), ("nn", "n"), ("tt", "t"),
    ("ss", "s"), ("th", "t"), ("ch", "k"), ("ea", "ee"), ("er", "ar"), ("an", "en"), ("sh", "sch"), ("c", "k"),
    ("oo", "u"), ("ai", "ay"), ("rr", "r"), ("n", "nn"), ("l", "ll"), ("e", "i"), ("o", "a"), ("a", "e"),
)  # fmt: skip


def _each(change: Callable[[Cast, str], str]) -> Field:
    """A field whose spec is another field, each identifier of it changed."""
    return lambda c, spec: recase(c.say(f"{{{spec}}}"), lambda text: change(c, text) or text)


def _cued(c: Cast, text: str) -> str:
    """Letters, some of them with a word that starts with them."""
    letters = [ch for ch in text if ch.isalnum()]
    words = c.pick(_CUES).split()
    how = c.pick(_SAID_BY)
    share = 1.0 if how == "{w}" else c.pick((0.25, 0.5, 1.0))
    case = c.pick((str.upper, str.upper, str.lower))
    out = []
    for ch in letters:
        place = ord(ch.lower()[0]) - 97
        known = 0 <= place < 26 and c.chance(share)
        out.append(how.format(a=case(ch), w=words[place]) if known else case(ch))
    return c.pick((", ", " ", ", ")).join(out)


def _grouped(c: Cast, text: str) -> str:
    """The digits in words, in their written groups, pairs as "double" in some countries."""
    nought = c.pick(("oh", "zero", "o", "nought"))
    double = c.chance(0.4)
    groups = []
    for run in re.findall(r"[A-Za-z]+|\d+", text):
        if run.isalpha():
            groups.append(" ".join(run) if len(run) < 4 else run)
            continue
        said: list[str] = []
        at = 0
        while at < len(run):
            digit = nought if run[at] == "0" else number(int(run[at]))
            if double and run[at : at + 2] == run[at] * 2:
                said.append(f"double {digit}")
                at += 2
            else:
                said.append(digit)
                at += 1
        groups.append(" ".join(said))
    return c.pick((", ", " ", " - ", "... ")).join(groups)


def _misspelt(c: Cast, text: str) -> str:
    """A misspelling by a person who writes by ear."""
    fit = [(a, b) for a, b in _SWAPS if a in text[1:]]
    if len(text) < 4 or not fit:
        return text
    a, b = c.pick(fit)
    return text[0] + text[1:].replace(a, b, 1)


def _year(c: Cast, year: int) -> str:
    century, rest = divmod(year, 100)
    if year // 10 == 200:
        return "two thousand" + (c.pick((" ", " and ")) + number(rest) if rest else "")
    short = number(rest) if rest > 9 else f"oh {number(rest)}" if rest else "hundred"
    return short if rest > 9 and century == 19 and c.chance(0.35) else f"{number(century)} {short}"


def _cased(c: Cast, text: str) -> str:
    return text if c.once("talk.capitals", lambda: c.chance(0.6)) else text.lower()


def _born(c: Cast, _: str) -> Piece:
    day = patient.birth(c)
    month, year, nth = MONTHS[day.month - 1], _year(c, day.year), ordinal(day.day)
    roll = c.rng.random()
    if roll < 0.3:
        text = f"{month} {nth}{c.pick((', ', ' '))}{year}"
    elif roll < 0.5:
        return join("the ", mark(_cased(c, f"{nth} of {month} {year}"), Entity.BIRTH_DATE_TIME))
    elif roll < 0.62:
        return join("the ", mark(f"{nth} of the {ordinal(day.month)} {year}", Entity.BIRTH_DATE_TIME))
    elif roll < 0.8:
        text = f"{number(day.month)} {number(day.day)} {year}"
    else:
        lead = [f"{'oh ' if n < 10 else ''}{number(n)}" for n in (day.month, day.day)]
        text = f"{lead[0]} {lead[1]} {year}"
    return mark(_cased(c, text), Entity.BIRTH_DATE_TIME)


def _day(c: Cast, spec: str) -> Piece:
    """A day near the note's day; spec: days from it."""
    day = c.day + dt.timedelta(days=int(spec) if spec else 0)
    month, nth = MONTHS[day.month - 1], ordinal(day.day)
    roll = c.rng.random()
    if roll < 0.4:
        return mark(_cased(c, f"{month} {nth}"), Entity.DATE)
    if roll < 0.6:
        return join("the ", mark(_cased(c, f"{nth} of {month}"), Entity.DATE))
    if roll < 0.8:
        return join("the ", mark(nth, Entity.DATE))
    return mark(_cased(c, f"{month} {number(day.day)}"), Entity.DATE)


def _age(years: Callable[[Cast], int]) -> Field:
    return lambda c, _: mark(number(max(1, years(c))), Entity.AGE)


def _lower(c: Cast, spec: str) -> Marked:
    return recase(c.say(f"{{{spec}}}"), str.lower)


def _last_four(entity: Entity) -> Field:
    return lambda c, _: mark(f"{c.rng.randrange(10_000):04d}", entity)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "cued": _each(_cued),
    "grouped": _each(_grouped),
    "misspelt": _each(_misspelt),
    "lc": _lower,
    "borninwords": _born,
    "dayinwords": _day,
    "ageinwords": _age(patient.age),
    "card4": _last_four(Entity.CREDIT_DEBIT_NUMBER),
    "phone4": _last_four(Entity.TELEPHONE_NUMBER),
    "kinageinwords": _age(lambda c: kin.tie(c, "kin").age),
})  # fmt: skip
