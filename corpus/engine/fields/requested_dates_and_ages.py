"""Dates and ages in the form that a template asks for, and age limits that are nobody's age.

{wd:KEY 3} is the day three days after the note's in a shape of `_SHAPES` (in the note's own short or full style with
s and f), {wborn:KEY} the patient's birth date. {wspan:3}, {wlist:3}, {wwords:3}, {wlegal:3}, {wtie:3}, {wmonths:3} and
{wbreak:3} are spans, lists, days in words, days of deeds, days glued to a word, pairs of months, days on two lines.
{wage:FORM 20-60} is anybody's age, {wage:FORM pt-2} the patient's two years ago, {wtot:6-40} a small child's (in
months), {wnb} a newborn's; {wcut}, {wcuts} and {wgroup} are ages of nobody, plain.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import ages, patient, said_on_the_telephone, written_days
from redactor.entities import Entity
from redactor.sample.forms import ordinal_text
from redactor.sample.marked import Marked, Piece, join, mark

_SHORT: written_days.Shapes = {
    "{m}/{d}": 12, "{mm}/{dd}": 4, "{d}/{m}": 2.5, "{m}-{d}": 1.2, "{b} {d}": 3, "{d} {b}": 2, "{bl} {d}": 1,
    "{B} {d}": 2, "{dd}-{b}": 1, "{dd}{bu}": 0.7, "{m}.{d}": 0.5, "{b}. {d}": 0.7, "{B} {o}": 1.2, "{b} {o}": 0.7,
    "{dd}/{mm}": 1, "{d}.{m}.": 0.4, "{bu} {d}": 0.5, "{d} {B}": 1,
}  # fmt: skip
_FULL: written_days.Shapes = {
    "{m}/{d}/{yy}": 8, "{mm}/{dd}/{y}": 6, "{y}-{mm}-{dd}": 4, "{dd}/{mm}/{y}": 3, "{b} {d}, {y}": 3,
    "{B} {d}, {y}": 4, "{d} {B} {y}": 3, "{dd} {b} {y}": 2, "{dd}.{mm}.{yy}": 1.5, "{dd}-{b}-{yy}": 1.5,
    "{m}-{d}-{yy}": 1.5, "{d}/{m}/{yy}": 2, "{mm}/{dd}/{yy}": 3, "{dd}{bu}{y}": 0.7, "{y}{mm}{dd}": 0.7,
    "{d}.{m}.{y}": 0.7, "{o} {B} {y}": 1, "{b} {d} '{yy}": 0.6, "{b} {d} {y}": 1,
}  # fmt: skip
_SHAPES: Mapping[str, str] = MappingProxyType({
    "md": "{m}/{d}", "mmdd": "{mm}/{dd}", "dm": "{d}/{m}", "hy": "{m}-{d}", "mdy": "{m}/{d}/{yy}",
    "mdY": "{mm}/{dd}/{y}", "dmy": "{dd}/{mm}/{yy}", "dmY": "{dd}/{mm}/{y}", "dot": "{dd}.{mm}.{yy}",
    "dots": "{d}.{m}.{y}", "iso": "{y}-{mm}-{dd}", "cmp": "{y}{mm}{dd}", "six": "{yy}{mm}{dd}",
    "us6": "{mm}{dd}{yy}", "mon": "{dd}{bu}{yy}", "dmon": "{dd}{bu}", "dby": "{dd}-{b}-{yy}", "B": "{B}", "b": "{b}",
    "bl": "{bl}", "b.": "{b}.", "Bl": "{Bl}", "Bd": "{B} {d}", "bd": "{b} {d}", "bld": "{bl} {d}", "Bo": "{B} {o}",
    "bo": "{b} {o}", "dB": "{d} {B}", "db": "{d} {b}", "oB": "{o} of {B}", "ob": "{o} {b}", "Bto": "{B} the {o}",
    "o": "{o}", "w": "{w}", "wB": "{w} of {B}", "Bw": "{B} {w}", "By": "{B} {y}", "by": "{b} {y}", "Bty": "{B} '{yy}",
    "bty": "{b} '{yy}", "b.ty": "{b}. '{yy}", "boy": "{b} of '{yy}", "my": "{m}/{y}", "myy": "{mm}/{yy}",
    "m/yy": "{m}/{yy}", "ym": "{y}-{mm}", "Bdy": "{B} {d}, {y}", "dBy": "{d} {B} {y}", "oBy": "{o} of {B} {y}",
    "BU": "{Bu} {d}, {y}", "bdty": "{b} {d} '{yy}", "wBy": "{w} of {B} {y}", "Bwy": "{B} {w}, {y}",
})  # fmt: skip
_ADULT = (
    "{n}yrs", "{n} yrs", "{n} y", "{n}yo", "{n} yo", "{n} y/o", "{n}y/o", "{n} y.o.", "{n}y.o.", "{n} yr", "{n}yr",
    "{n} years", "{n} YO", "{n} years old", "{n}y", "{n} yrs.", "{n} years of age", "{n} yrs old",
)  # fmt: skip
_OLD = (
    "{n}-year-old", "{n} year old", "{n}-yr-old", "{n} yr old", "{n}-year old", "{n} year-old", "{n}-yr old",
    "{n}year old", "{n} yrs. old", "{n}yr-old",
)  # fmt: skip
_TIED = (
    "on", "on", "since", "from", "by", "till", "d/c", "DOS", "seen", "of", "adm", "due", "f/u", "rec'd", "ended", "OR",
    "given", "exp", "drawn", "Rx", "til", "fell", "LMP", "dc'd", "placed", "called",
)  # fmt: skip
_JOINTS = (", ", ", ", ",", "; ", " / ", " & ", " ", " + ", " then ", ", then ", " -> ")

# How the days of a column are written.
COLUMN = (
    "{m}/{d}", "{m}/{d}/{yy}", "{mm}/{dd}/{yy}", "{mm}/{dd}/{y}", "{y}-{mm}-{dd}", "{d}/{m}/{yy}", "{m}-{d}-{yy}",
    "{dd}.{mm}.{yy}", "{b} {d}", "{d} {b}", "{dd}{bu}{yy}", "{m}-{d}", "{b} {d} '{yy}", "{dd}-{b}-{yy}", "{mm}/{dd}",
    "{B} {d}", "{yy}{mm}{dd}", "{y}{mm}{dd}", "{m}/{yy}", "{b} {y}",
)  # fmt: skip

CLOSE_DAYS = tuple(shape for shape in COLUMN if "{d" in shape)  # for days that follow closely


def day(c: Cast, away: str) -> dt.date:
    """The day so many days from the note's; any day near it for the empty text."""
    return c.day + dt.timedelta(days=int(away) if away else c.rng.randint(-70, 40))


def house(c: Cast, *, short: bool) -> str:
    """How this note writes a day."""
    return c.once(f"whens {short}", lambda: written_days.choose(c, _SHORT if short else _FULL))


def said(c: Cast, key: str, d: dt.date) -> str:
    """The day in a shape: s, f or a key of _SHAPES."""
    shape = house(c, short=key == "s") if key in ("s", "f") else _SHAPES[key]
    return written_days.written(c, shape, d)


def date(text: str) -> Marked:
    """A text that is a date."""
    return mark(text, Entity.DATE)


def age(text: str) -> Marked:
    """A text that is an age."""
    return mark(text, Entity.AGE)


def _date(c: Cast, spec: str) -> Piece:
    key, _, away = spec.partition(" ")
    return date(said(c, key or "s", day(c, away)))


def _born(c: Cast, spec: str) -> Piece:
    return mark(said(c, spec or "f", patient.birth(c)), Entity.BIRTH_DATE_TIME)


def _span(c: Cast, spec: str) -> Piece:
    """A range of days in which the month or the year is written once."""
    first = day(c, spec)
    last = first + dt.timedelta(days=c.rng.randint(2, 9))
    if last.month != first.month or c.chance(0.3):
        return _across(c, first, last)
    a, b, name = first.day, last.day, written_days.written(c, c.pick(("{B}", "{b}", "{b}", "{B}")), first)
    oa, ob, dash = ordinal_text(a), ordinal_text(b), c.pick(("-", "-", "–", " - "))
    one = (
        f"{a}{dash}{b} {name}", f"{name} {a}{dash}{b}", f"{first.month}/{a}-{b}", f"{oa}{dash}{ob} {name}",
        f"{name} {a}{dash}{b}, {first.year}", f"{name} {oa}{dash}{ob}", f"{a}/{b} {name}", f"{a}.-{b}.{first.month}.",
    )  # fmt: skip
    parts: tuple[tuple[str, ...], ...] = (
        ("from the ", oa, " until the ", f"{ob} of {name}"), ("", f"{name} {a}", " thru ", f"{b}"),
        ("the ", oa, " to the ", f"{ob}"), ("between the ", oa, " and the ", f"{ob} of {name}"),
        ("", f"{a}", " and ", f"{b} {name}"), ("", f"{name} {a}", c.pick((" and ", " & ", " or ")), f"{b}"),
        ("", f"{name} {a}-{a + 1}", " & ", f"{b}"), ("from ", f"{name} {oa}", " to the ", ob),
        ("", f"{oa}", " thru ", f"{ob} {name}"), ("from the ", oa, " of the month to the ", ob),
        ("the ", oa, " through ", f"{name} {ob}"),
    )  # fmt: skip
    if c.chance(0.45):
        return date(c.pick(one))
    before, start, between, end = c.pick(parts)
    return join(before, date(start), between, date(end))


def _across(c: Cast, first: dt.date, last: dt.date) -> Piece:
    roll = c.rng.random()
    if roll < 0.3:
        key = c.pick(("md", "md", "bd", "Bd", "dm", "mdy", "dot"))
        a, b = said(c, key, first), said(c, key, last)
        if c.chance(0.4):
            return date(f"{a}{c.pick(('-', '-', ' - ', '–'))}{b}")
        return join(date(a), c.pick((" to ", " thru ", " until ", " through ", " till ", " -> ", " up to ")), date(b))
    later = first + dt.timedelta(days=c.rng.randint(28, 90))
    shape = c.pick(("{B}", "{b}", "{b}", "{Bl}", "{bl}"))
    a, b = written_days.written(c, shape, first), written_days.written(c, shape, later)
    if roll < 0.65:
        return date(f"{a}{c.pick(('/', '/', '-', '–', ' - '))}{b}")
    lead, between = c.pick(
        (
            ("", " to "),
            ("late ", " to early "),
            ("from ", " to "),
            ("", " and "),
            ("", " or "),
            ("mid-", " to end of "),
            ("", " into "),
        )
    )
    return join(lead, date(a), between, date(b))


def _list(c: Cast, spec: str) -> Piece:
    """Three to five days one after another."""
    at, step, held = day(c, spec), c.rng.randint(1, 9), []
    key = c.pick(("s", "s", "md", "md", "dm", "bd", "mdy", "hy"))
    for _ in range(c.rng.randint(3, 5)):
        held.append(date(said(c, key, at)))
        at += dt.timedelta(days=step + c.rng.randrange(3))
    sep = c.pick(_JOINTS)
    if sep in (", ", ",") and c.chance(0.5):
        return join(join(*held[:-1], sep=sep), c.pick((" and ", ", and ", " & ", " + ")), held[-1])
    return join(*held, sep=sep)


def _months(c: Cast, spec: str) -> Piece:
    """Two months that follow one another: Feb/March."""
    d = day(c, spec).replace(day=1)
    after = (d + dt.timedelta(days=40)).replace(day=1)
    name = [written_days.written(c, c.pick(("{B}", "{b}", "{b}")), x) for x in (d, after)]
    held = date(f"{name[0]}{c.pick(('/', '/', '-', '–'))}{name[1]}")
    return held if c.chance(0.7) else join(date(name[0]), c.pick((" or ", " and ", " to ", " through ")), date(name[1]))


def _words(c: Cast, spec: str) -> Piece:
    """A day in words: the twenty-second of April, two thousand and nineteen."""
    d = day(c, spec)
    year = said_on_the_telephone._year(c, d.year)
    key = c.pick(("wB", "wB", "Bw", "wBy", "Bwy", "long", "Bto"))
    article = "the " if key.startswith("w") or key == "long" else ""
    text = f"{said(c, 'wB', d)}, {year}" if key == "long" else said(c, key, d)
    return join(article, date(text))


def _legal(c: Cast, spec: str) -> Piece:
    """The date form of deeds: this 4th day of June, 2019."""
    d = day(c, spec)
    nth, name, year = ordinal_text(d.day), said(c, "B", d), d.year
    word = said(c, "w", d)
    text = c.pick((
        f"{nth} day of {name}, {year}", f"{nth} day of {name} {year}", f"{word} day of {name}, {year}",
        f"{word} ({nth}) day of {name}, {year}", f"{nth} day of {name}, A.D. {year}", f"{nth} day of {name}",
        f"{word} day of {name} in the year {year}", f"{d.day} day of {name.upper()}, {year}",
    ))  # fmt: skip
    return join(c.pick(("this ", "this ", "the ", "on this ", "on the ")), date(text))


def _tie(c: Cast, spec: str) -> Piece:
    """A day glued to the word before or after it."""
    d = day(c, spec)
    text = date(said(c, c.pick(("md", "md", "mdy", "mmdd", "mdY", "dm")), d))
    word = c.pick(_TIED)
    if c.chance(0.25):
        return join(f"{word} ", text, c.pick(("at", "for", "w/", "per", "(", "by")) + c.pick((" ", "")))
    return join(word, text, " ")


def _broken(c: Cast, spec: str) -> Piece:
    """A day broken across two lines, with a mark on each."""
    d = day(c, spec)
    first, last = c.pick((("B", "d, y"), ("b", "d, y"), ("d B", "y"), ("B d,", "y"), ("o of", "B"), ("d", "B y")))
    name = said(c, "b" if first == "b" else "B", d)
    held = {"d": f"{d.day}", "B": name, "b": name, "y": f"{d.year}", "d,": f"{d.day},", "o": ordinal_text(d.day)}
    tail = " of" if first == "o of" else ""
    before = " ".join(held[x] for x in first.removesuffix(" of").split())
    comma = "," if before.endswith(",") else ""
    behind = " ".join(held[x] for x in last.split())
    glue = c.pick(("\n", "\n", " \n", "\n    ", "\n> "))
    return join(date(before.removesuffix(",")), f"{comma}{tail}", glue, date(behind))


def _between(c: Cast, spec: str, least: int, most: int) -> int:
    low, _, high = spec.partition("-")
    return c.rng.randint(int(low or least), int(high or low or most))


def _age(c: Cast, spec: str) -> Piece:
    form, _, limits = spec.partition(" ")
    n = max(1, patient.age(c) + int(limits[2:] or 0)) if limits[:2] == "pt" else _between(c, limits, 18, 95)
    if form == "w":
        return age(ages.words(n).replace("-", c.pick(("-", "-", " "))))
    if form == "W":
        return age(ages.words(n).capitalize())
    if form == "u":
        return age(c.pick(_ADULT).format(n=n))
    if form == "o":
        return age(c.pick(_OLD).format(n=n))
    if form == "wo":
        return age(ages.words(n) + c.pick(("-year-old", " year old", "-year-old", " years old")))
    if form == "ten":
        return age(f"{n // 10 * 10}{c.pick(('s', 's', chr(39) + 's'))}")
    if form == "sx":
        sex = "F" if patient.female(c) else "M"
        return c.pick((
            age(f"{n}{sex}"), join(f"{sex}/", age(str(n))), join(age(str(n)), f" {sex}"), join(age(str(n)), f"/{sex}"),
            age(f"{n}yo{sex}"), join(age(f"{n} yr"), f" {sex}"), join(f"{sex}", " ", age(str(n))),
            age(f"{n}{sex.lower()}"), join(age(f"{n} y/o"), f" {sex}"),
        ))  # fmt: skip
    return age(str(n))


def _tot(c: Cast, spec: str) -> Piece:
    """A small child's age. spec: from so many to so many months."""
    n = _between(c, spec, 1, 60)
    y, m = divmod(n, 12)
    if y and c.chance(0.5):
        half = (f"{y}½", f"{y} 1/2", f"{y}.5", f"{y} and a half") if m == 6 else (f"{y}y {m}m", f"{y};{m}")
        return age(c.pick((*half, f"{y}y{m}m", f"{y} yrs {m} mos", f"{y} yr {m} mo", f"{y}y", f"{y}yo")))
    many = "s" if n > 1 else ""
    return age(c.pick((
        f"{n}mo", f"{n} mo", f"{n} mos", f"{n} mth{many}", f"{n} month{many}", f"{n}m", f"{n}-month-old",
        f"{n} month{many} old", f"{n} mos old", f"{n} mo old", f"{n}mo old", f"{ages.words(n)} months",
    )))  # fmt: skip


def _newborn(c: Cast, _: str) -> Piece:
    h, d, w = c.rng.randint(2, 71), c.rng.randint(2, 20), c.rng.randint(1, 11)
    roll = c.rng.random()
    if roll < 0.2:
        return join(c.pick(("DOL ", "DOL", "day of life ", "DOL# ", "Day of life: ")), age(str(d)))
    unit = c.pick(((h, "hour"), (d, "day"), (w, "week")))
    n, name = unit
    many = "s" if n > 1 else ""
    brief = c.pick({"hour": ("h", "hr", "hrs"), "day": ("d", "day"), "week": ("wk", "wks", "w")}[name])
    return age(c.pick((
        f"{n} {name}{many} old", f"{n}-{name}-old", f"{n} {brief} old", f"{n}{brief} old", f"{n} {name}-old",
        f"{ages.words(n)} {name}{many} old", f"{n}-{brief}-old",
    )))  # fmt: skip


def _limit(c: Cast, _: str) -> str:
    return str(c.pick((12, 16, 18, 21, 25, 35, 40, 45, 50, 50, 55, 60, 65, 65, 70, 75, 80, 85)))


def _limits(c: Cast, _: str) -> str:
    low = c.pick((18, 25, 30, 40, 45, 50, 55, 60, 65))
    high = low + c.pick((4, 9, 14, 19, 24, 25))
    return f"{low}{c.pick(('-', '-', ' to ', '–', ' through '))}{high}"


def _group(c: Cast, spec: str) -> str:
    n, span = _limit(c, ""), _limits(c, "")
    return c.pick((
        f"adults over {n}", f"people aged {span}", f"anyone {n} or older", f"patients >= {n}", f"those under {n}",
        f"women aged {span}", f"men {span}", f"children under {c.rng.randint(2, 12)}", f"persons {n} and up",
        f"over-{n}s",        f"individuals {n}+", f"all {c.rng.randint(3, 6)} to {c.rng.randint(7, 16)} year olds",
        f"infants 6-{c.rng.randint(11, 23)} months", f"ages {span}",
        f"age > {n}", f"those aged {n} years and above", f"smokers {span}", f"the under {n}s", f"age {n}+",
        f"every adult past {n}", f"pts younger than {n}", f"{n}-plus", f"people in the {span} bracket",
    ))  # fmt: skip


_MAKE: Mapping[str, Callable[[Cast, str], Piece]] = {
    "wd": _date, "wborn": _born, "wspan": _span, "wlist": _list, "wwords": _words, "wlegal": _legal, "wtie": _tie,
    "wbreak": _broken, "wmonths": _months,
    "wage": _age, "wtot": _tot, "wnb": _newborn, "wcut": _limit, "wcuts": _limits, "wgroup": _group,
}  # fmt: skip
FIELDS: Mapping[str, Field] = MappingProxyType(_MAKE)
