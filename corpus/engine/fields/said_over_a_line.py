"""Speech over a line and into a recorder: digits and words mixed, as people and recognizers write it.

{rspell:FIELD} and {rno:FIELD} change another field, {rphone}, {rext}, {rborn}, {rday}, {rage}, {rhouse}, {rflat},
{rzip}, {rmail}, {rageof}, {rmonth} identify; {runit}, {rvital}, {rdose}, {rproto}, {rcode}, {reta} and
{rlong} are what is none.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import patient
from corpus.engine.fields.line_talk_words import CODES, DOSES, ETAS, LONGS, PROTOCOLS, UNITS, VITALS
from corpus.engine.fields.spellings import recase
from corpus.engine.fields.spoken_numbers import number, ordinal
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.forms import MONTHS
from redactor.sample.marked import Marked, Near, Piece, join, mark

_CUES = words("said_over_a_line", "cues")
_CUED = ("{a} as in {w}", "{a} as in {w}", "{a} for {w}", "{a} like {w}", "{a} {w}")
_LONG = {"St": "Street", "Ave": "Avenue", "Rd": "Road", "Dr": "Drive", "Ln": "Lane", "Blvd": "Boulevard", "Ct": "Court"}


def _habit(c: Cast) -> float:
    """How often this note uses digits where it could use words."""
    return c.once("radio.figures", lambda: c.pick((0.0, 0.15, 0.5, 0.9)))


def _of(change: Callable[[Cast, str], str]) -> Field:
    return lambda c, spec: recase(c.say(f"{{{spec}}}"), lambda text: change(c, text).strip() or text)


def _read_out(c: Cast, spec: str) -> Piece:
    """A number that is the same throughout a note, spoken in a new way each time."""
    return recase(
        c.once(f"radio.number {spec}", lambda: c.say(f"{{{spec}}}")), lambda text: _number_said(c, text) or text
    )


def _letters(c: Cast, text: str) -> str:
    """Spelt: "n g u y e n", "N-G-U-Y-E-N", "P R U I double T", "B as in boy, L, U, E"."""
    kept = [ch for ch in text if ch.isalnum()]
    roll = c.rng.random()
    case = c.pick((str.upper, str.upper, str.lower))
    if roll < 0.2:
        words = c.pick(_CUES).split()
        how, share = c.pick(_CUED), c.pick((0.2, 0.4, 1.0))
        out = []
        for ch in kept:
            at = ord(ch.lower()[0]) - 97
            out.append(how.format(a=case(ch), w=words[at]) if 0 <= at < 26 and c.chance(share) else case(ch))
        return c.pick((", ", " ", " ")).join(out)
    out, at = [], 0
    double = c.chance(0.25)
    while at < len(kept):
        if double and at + 1 < len(kept) and kept[at].lower() == kept[at + 1].lower():
            out.append(f"double {case(kept[at])}")
            at += 2
        else:
            out.append(case(kept[at]))
            at += 1
    return c.pick((" ", " ", " ", "-", "-", ", ", ". ")).join(out)


def _digits(c: Cast, run: str) -> str:
    """A run of digits in one of the ways that people say one; pairs and hundreds as well as digit by digit."""
    if c.chance(_habit(c)):
        return c.pick((run, run, " ".join(run)))
    nought = c.once("radio.nought", lambda: c.pick(("oh", "oh", "zero", "o")))
    if len(run) == 4 and c.chance(0.3):
        a, b = int(run[:2]), int(run[2:])
        if a > 9:
            return f"{number(a)} {number(b) if b > 9 else 'hundred' if b == 0 else f'{nought} {number(b)}'}"
    out, at = [], 0
    double = c.once("radio.double", lambda: c.chance(0.3))
    while at < len(run):
        times = (
            3 if double and run[at : at + 3] == run[at] * 3 else 2 if double and run[at : at + 2] == run[at] * 2 else 1
        )
        said = nought if run[at] == "0" else number(int(run[at]))
        out.append({1: "", 2: "double ", 3: "triple "}[times] + said)
        at += times
    return " ".join(out)


def _number_said(c: Cast, text: str) -> str:
    """An account or a policy number as it is read out, letters with or without a word, dashes spoken or not."""
    dash = c.pick(("", "", "", " dash", " hyphen", ",", "..."))
    cue = c.pick(_CUES).split() if c.chance(0.35) else []
    out: list[str] = []
    for part in re.findall(r"[A-Za-z]+|[0-9]+|[^A-Za-z0-9]+", text):
        if part.isdigit():
            groups = [part] if len(part) < 6 else [part[i : i + 3] for i in range(0, len(part), 3)]
            out.append(c.pick((" ", " ", ", ")).join(_digits(c, g) for g in groups))
        elif part.isalpha() and len(part) < 5:
            out.append(
                " ".join(f"{ch} as in {cue[ord(ch.lower()) - 97]}" if cue and ch.isascii() else ch for ch in part)
            )
        elif part.isalpha():
            out.append(part)
        elif out and dash:
            out[-1] += dash
    return " ".join(out).strip(" ,.")


def _phone(c: Cast, spec: str) -> Piece:
    """Ten digits or seven, each group in words or in figures; the extension is part of it. spec: key of a number."""

    def make() -> str:
        area = f"{c.rng.randint(2, 9)}{c.rng.randint(0, 99):02d}"
        line = c.pick((f"{c.rng.randrange(10_000):04d}", f"{c.rng.randint(10, 99)}00"))
        groups = [area, f"{c.rng.randint(2, 9)}{c.rng.randint(0, 99):02d}", line]
        said = [_digits(c, g) for g in (groups if c.chance(0.7) else groups[1:])]
        text = c.pick((" ", " ", " ", ", ", " - ")).join(said)
        if c.chance(0.12):
            text += f"{c.pick((' extension ', ' ext ', ', extension ', ' x '))}{_ext_text(c)}"
        return text

    return mark(c.once(f"radio.phone {spec}", make) if spec else make(), Entity.TELEPHONE_NUMBER)


def _ext_text(c: Cast) -> str:
    run = f"{c.rng.randint(10, 9999)}"
    return number(int(run)) if len(run) == 2 and c.chance(0.6) else _digits(c, run)


def _year(c: Cast, year: int) -> str:
    rest = year % 100
    if c.chance(_habit(c)):
        return c.pick((str(year), f"{rest:02d}"))
    short = number(rest) if rest > 9 else f"oh {number(rest)}" if rest else "hundred"
    if 2000 <= year < 2010:
        return "two thousand" + (c.pick((" ", " and ")) + number(rest) if rest else "")
    if rest > 9 and c.chance(0.35):
        return short
    return f"{'nineteen' if year < 2000 else 'twenty'} {short}"


def _nth(c: Cast, day: int) -> str:
    if c.chance(_habit(c)):
        return f"{day}{'th' if 10 < day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"
    return ordinal(day)


def _day_text(c: Cast, day: dt.date, year: bool) -> Piece:
    month, tail = MONTHS[day.month - 1], f"{c.pick((' ', ' ', ', ', ' of '))}{_year(c, day.year)}" if year else ""
    roll = c.rng.random()
    if roll < 0.4:
        return f"{month} {_nth(c, day.day)}{tail}"
    if roll < 0.48:
        return f"{month} the {_nth(c, day.day)}{tail}"
    if roll < 0.64:
        return join("the ", f"{_nth(c, day.day)} of {month}{tail.replace(' of', '')}")
    if roll < 0.72:
        return f"{month} {day.day if c.chance(0.5) else number(day.day)}{tail.replace(' of', '')}"
    if not year:
        return join("the ", _nth(c, day.day))
    parts = [f"{'oh ' if n < 10 and c.chance(0.6) else ''}{number(n)}" for n in (day.month, day.day)]
    if c.chance(_habit(c)):
        parts = [
            f"{day.month:02d}" if c.chance(0.4) else f"{day.month}",
            f"{day.day:02d}" if day.day > 9 else f"{day.day}",
        ]
    return f"{parts[0]} {parts[1]} {_year(c, day.year)}"


def _dated(c: Cast, day: dt.date, year: bool, entity: Entity) -> Piece:
    said = _day_text(c, day, year)
    text = said if isinstance(said, str) else said.text
    return join("the ", mark(text[4:], entity)) if text.startswith("the ") else mark(text, entity)


def _born(c: Cast, _: str) -> Piece:
    return _dated(c, patient.birth(c), True, Entity.BIRTH_DATE_TIME)


def _day(c: Cast, spec: str) -> Piece:
    return _dated(c, c.day + dt.timedelta(days=int(spec or 0)), c.chance(0.15), Entity.DATE)


def _age(c: Cast, spec: str) -> Piece:
    """The patient's age; spec "old": with its unit, hyphenated or not."""
    n = max(1, patient.age(c))
    text = str(n) if c.chance(_habit(c)) else c.pick((number(n), number(n), number(n).replace(" ", "-")))
    return mark(text + (c.pick((" year old", " year old", "-year-old", " years old")) if spec else ""), Entity.AGE)


def _age_of(c: Cast, spec: str) -> Piece:
    """Somebody's age between two numbers: {rageof:28-49}."""
    least, most = map(int, spec.split("-"))
    return mark(number(c.rng.randint(least, most)), Entity.AGE)


def _month(c: Cast, spec: str) -> Piece:
    """A month so many days from the note's day, with or without its year."""
    day = c.day + dt.timedelta(days=int(spec or 0))
    return mark(
        MONTHS[day.month - 1] + (f"{c.pick((' ', ' of '))}{_year(c, day.year)}" if c.chance(0.6) else ""), Entity.DATE
    )


def _bare_year(c: Cast, spec: str) -> Piece:
    return mark(_year(c, c.day.year + int(spec or 0)), Near.YEAR)


def _house(c: Cast, _: str) -> Piece:
    """ "fourteen eighteen Marlowe Avenue": the number as it is said before the road."""

    def make() -> Marked:
        name = c.say("{street:name}").text.split(" ")
        name[-1] = _LONG.get(name[-1].strip("."), name[-1])
        n = c.pick((c.rng.randint(2, 99), c.rng.randint(101, 999), c.rng.randint(1001, 9999)))
        if n < 100:
            said = str(n) if c.chance(_habit(c)) else number(n)
        elif n < 1000 and n % 100 > 9 and c.chance(0.5):
            said = str(n) if c.chance(_habit(c)) else f"{number(n // 100)} {number(n % 100)}"
        else:
            said = _digits(c, str(n))
        return mark(f"{said} {' '.join(name)}".strip(), Entity.STREET)

    return c.once("radio.house", make)


def _flat(c: Cast, _: str) -> Piece:
    n, letter = c.rng.randint(1, 30), c.pick("ABCDEF")
    said = str(n) if c.chance(_habit(c)) else number(n)
    kind = c.pick(("apartment", "apartment", "apt", "unit", "lot", "number", "flat"))
    return mark(f"{kind} {said}{c.pick(('', '', f' {letter}', letter if said.isdigit() else ''))}", Entity.STREET)


def _zip(c: Cast, _: str) -> Piece:
    return mark(_digits(c, f"{c.rng.randint(10_000, 99_999)}"), Entity.ZIP)


def _mail(c: Cast, spec: str) -> Piece:
    """An address as it is said: "j underscore doe at gmail dot com". spec: whose."""
    name = re.sub(r"[^A-Za-z.]", "", c.say(f"{{{spec or 'pt:family'}}}").text) or "info"
    box = c.pick(
        (
            name,
            f"{c.pick('abcdjkmrst')} {name}",
            f"{name} {number(c.rng.randint(10, 99))}",
            f"{name} dot {c.pick('jlmst')}",
        )
    )
    return mark(
        f"{box} at {c.pick(('gmail', 'yahoo', 'outlook', 'AOL', 'hotmail', 'proton mail'))} dot com", Entity.EMAIL
    )


def _time(c: Cast, _: str) -> Piece:
    h, m = c.rng.randint(1, 12), c.pick((0, 5, 10, 15, 20, 30, 40, 45, 50))
    if c.chance(_habit(c)):
        return mark(c.pick((f"{h}:{m:02d}", f"{h:02d}{m:02d}")), Near.CLOCK)
    if m in (15, 30) and c.chance(0.35):
        return mark(f"{'quarter' if m == 15 else 'half'} past {number(h)}", Near.CLOCK)
    return mark(
        number(h) + (f" oh {number(m)}" if m == 5 else f" {number(m)}" if m else c.pick((" o'clock", " a.m."))),
        Near.CLOCK,
    )


def _one(options: Sequence[str]) -> Field:
    """A word or a figure that is none, "#" and "%" in it numbers; a spec makes it the same again."""

    def make(c: Cast) -> str:
        def say(found: re.Match[str]) -> str:
            n = c.rng.randint(2, 9) if found[0] == "#" else c.rng.randint(11, 98)
            return str(n) if c.chance(max(0.4, _habit(c))) else number(n)

        return re.sub(r"[#%]", say, c.pick(options))

    return lambda c, spec: c.once(f"radio.{options[0]}{spec}", lambda: make(c)) if spec else make(c)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "rspell": _of(_letters),
    "rno": _read_out,
    "rphone": _phone,
    "rext": lambda c, _: mark(_ext_text(c), Entity.TELEPHONE_NUMBER),
    "rborn": _born,
    "rday": _day,
    "rage": _age,
    "rageof": _age_of,
    "rmonth": _month,
    "ryear": _bare_year,
    "rhouse": _house,
    "rflat": _flat,
    "rzip": _zip,
    "rmail": _mail,
    "rtime": _time,
    "runit": _one(UNITS),
    "rvital": _one(VITALS),
    "rdose": _one(DOSES),
    "rproto": _one(PROTOCOLS),
    "rcode": _one(CODES),
    "reta": _one(ETAS),
    "rlong": _one(LONGS),
})  # fmt: skip
