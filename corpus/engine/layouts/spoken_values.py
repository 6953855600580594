"""Identifiers as they are said: spelled letter by letter, digit by digit, dates and ages in words.

`say` knows all fields of a cast and these besides: {spell:FIELD} "T-H-O-M-P-S-O-N", {slow:FIELD} "4 1 2",
{aloud:FIELD} "four one two", {saiddate} "march third nineteen fifty eight", {saidage} "seventy two year old",
{saidyears} "seventy two". FIELD is a field with its spec, such as pt:family.
"""

from __future__ import annotations

from corpus.engine import grammar
from corpus.engine.cast import Cast
from corpus.engine.fields.spoken_numbers import number, ordinal
from corpus.engine.layouts.hasty_typing import reshaped
from redactor.entities import Entity
from redactor.sample.forms import MONTHS
from redactor.sample.marked import Marked, Piece, fill_template, join, mark

_NATO = (
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet", "kilo", "lima",
    "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango", "uniform", "victor", "whiskey",
    "x-ray", "yankee", "zulu",
)  # fmt: skip
_SIGNS = {"@": "at", ".": "dot", "_": "underscore", "-": "dash", "/": "slash", "+": "plus"}


def _year_in_words(c: Cast, year: int) -> str:
    century, rest = divmod(year, 100)
    if century == 20 and rest < 10:
        return f"two thousand{c.pick((' ', ' and ')) + number(rest) if rest else ''}"
    tail = number(rest) if rest > 9 else f"oh {number(rest)}" if rest else "hundred"
    return f"{number(century)} {tail}"


def said_date(c: Cast) -> Marked:
    """A date in words, of the last ninety years."""
    month, day = c.rng.randint(1, 12), c.rng.randint(1, 28)
    year = _year_in_words(c, c.day.year - c.rng.choice((0, 0, 1, 3, 15, 33, 47, 58, 66, 74, 83)))
    name = MONTHS[month - 1]
    form = c.rng.randrange(6)
    if form == 0:
        text = f"{name} {ordinal(day)} {year}"
    elif form == 1:
        text = f"the {ordinal(day)} of {name} {year}"
    elif form == 2:
        text = f"{name} {ordinal(day)}"
    elif form == 3:
        text = f"{number(month)} {number(day)} {year.split(' ', 1)[1] if len(year.split()) > 1 else year}"
    elif form == 4:
        text = f"{'oh ' if month < 10 else ''}{number(month)} {'oh ' if day < 10 else ''}{number(day)} {year}"
    else:
        text = f"{name} {day}, {year}"
    text = text if c.chance(0.5) else text.lower()
    if form == 1:  # the article is no part of the date, here as in writing
        return join(text[:4], mark(text[4:], Entity.DATE))
    return mark(text, Entity.DATE)


def said_years(c: Cast) -> str:
    """A number of years in words."""
    return number(c.rng.choice((c.rng.randint(2, 17), c.rng.randint(18, 60), c.rng.randint(55, 97))))


def spelled(c: Cast, source: Marked) -> Marked:
    """Every identifier letter by letter."""
    kind = c.rng.randrange(8)

    def letters(text: str) -> str:
        kept = [ch for ch in text if ch.isalnum()]
        if kind == 7:
            words = (_NATO[ord(ch) - 97] if "a" <= ch <= "z" else ch for ch in (k.lower() for k in kept))
            return " ".join(words) or text
        if kind < 4:
            return "-".join(ch.upper() for ch in kept) or text
        if kind == 4:
            return " ".join(ch.upper() for ch in kept) or text
        return (" " if kind == 5 else "-").join(ch.lower() for ch in kept) or text

    return reshaped(source, str, letters)


def slow(source: Marked) -> Marked:
    """Every identifier's digits one at a time: "412 Oak" is "4 1 2 Oak"."""

    def apart(text: str) -> str:
        out = ""
        for ch in text:
            out += f" {ch}" if ch.isdigit() and out[-1:].isdigit() else ch
        return out

    return reshaped(source, str, apart)


def aloud(c: Cast, source: Marked) -> Marked:
    """Every identifier with its digits and signs as words."""
    nought = c.pick(("oh", "zero", "o"))
    web = any("@" in m.value or "www" in m.value or "://" in m.value for m in source.marks)

    def words(text: str) -> str:
        out: list[str] = []
        run = ""
        for ch in text:
            said = (nought if ch == "0" else number(int(ch))) if ch in "0123456789" else _SIGNS.get(ch) if web else None
            if said is None and (ch.isalpha() or ch in "'’" or (web and not ch.isspace())):
                run += ch
                continue
            if run:
                out.append(run)
                run = ""
            if said is not None:
                out.append(said)
            elif ch == "-" and not web and c.chance(0.1):
                out.append("dash")
        if run:
            out.append(run)
        return " ".join(out) or text

    return reshaped(source, str, words)


def stranger(c: Cast) -> Cast:
    """A cast of other people, places and numbers, of the same split and chance: for lists about many patients."""
    return Cast(c.rng, c._fields, c.split)


# The fields that `say` knows besides those of every template.
NAMES = frozenset(("spell", "slow", "aloud", "saiddate", "saidage", "saidyears"))


def say(c: Cast, template: str) -> Marked:
    """`Cast.say` with the spoken fields of this module."""

    def field(name: str, spec: str) -> Piece:
        match name:
            case "spell":
                return spelled(c, c.say(f"{{{spec}}}"))
            case "slow":
                return slow(c.say(f"{{{spec}}}"))
            case "aloud":
                return aloud(c, c.say(f"{{{spec}}}"))
            case "saiddate":
                return said_date(c)
            case "saidage":
                return mark(f"{said_years(c)} year old", Entity.AGE)
            case "saidyears":
                return mark(said_years(c), Entity.AGE)
        return c.say(f"{{{name}:{spec}}}" if spec else f"{{{name}}}")

    return fill_template(grammar.choose(c.rng, template), field)
