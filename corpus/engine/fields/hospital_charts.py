"""Values of long charts: names as VistA prints them, newborns' names, monograms, wards, blood units."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names, people, towns
from corpus.engine.fields.facilities import invented
from corpus.engine.fields.id_shapes import one_of, shaped
from corpus.engine.fields.spellings import Person
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.forms import MONTHS
from redactor.sample.marked import Marked, Near, Piece, join, mark

# Plain entries next to a name, where a label or a name could be.
_JOTTINGS = words("hospital_charts", "jottings")
_WARD_WORDS = words("hospital_charts", "ward_words")
_WARDS: tuple[str, ...] = words("hospital_charts", "wards")
_READERS = (
    "v{m}", "e{m}", "i{m}", "{m}Rad", "n{m}", "{m}Now", "Night{m}", "{m}RX", "Tele{m}", "{m}MD", "my{m}", "{m}Reads",
)  # fmt: skip
_BAGS = (
    "W#{4} <y> #{6}",
    "W#{4}<y>#{6}",
    "W#{13}",
    "W#{4}-<y>-#{6}",
    "#{2}@@#{5}",
    "R#{4} <y> #{5}",
    "=W#{4}<y>#{6}00",
)
_RUNS = ("<y>-#{6}", "<y>#{5,7}", "#{2}-#{5}", "PCR #{6}", "E<y><j>#{3}", "#{3}-#{4}", "I#{7}", "<Y>-#{6}", "#{6}")


def _person(c: Cast, role: str) -> Person:
    return people.person(c, role or "dr")


def _filemanned(c: Cast, spec: str) -> Piece:
    """DUGAN,LEROY W; spec: the role."""
    who = _person(c, spec)
    name = who.name
    tail = f"{name.given} {name.middle}".strip() if c.chance(0.6) else name.given
    text = f"{name.family},{tail}".upper() if tail else name.family.upper()
    return mark(text, who.entity)


def _vista_stamp(c: Cast, spec: str) -> Piece:
    """MAR 22, 2021@09:14:52; the time has its own mark."""
    d = c.day + dt.timedelta(days=int(spec) if spec else 0)
    month = MONTHS[d.month - 1][:3].upper()
    clock = f"{c.rng.randrange(24):02d}:{c.rng.randrange(60):02d}" + c.pick(("", "", f":{c.rng.randrange(60):02d}"))
    return join(mark(f"{month} {d.day:02d}, {d.year}", Entity.DATE), "@", mark(clock, Near.CLOCK))


def _vista_id(c: Cast, _: str) -> Piece:
    """The first letter of the surname and four digits."""
    return mark(shaped(c, people.person(c, "pt").name.family[:1].upper() + "#{4}"), Entity.ID)


def _baby(c: Cast, _: str) -> Piece:
    """A newborn as its chart names it: BG Boone; Boone, baby girl; Girl A Boone."""
    family = people.person(c, "pt").name.family
    girl = c.once("chart baby girl", lambda: c.chance(0.5))
    word, short = ("Girl", "BG") if girl else ("Boy", "BB")
    shapes = (
        "{f}, baby {l}", "Baby {w} {f}", "Baby {w} {f}", "{s} {f}", "{f}, {s}", "{f} {w}", "{w} {f}", "{F}, {W}",
        "Baby {f}", "{F},BABY{W}", "{f}, {w} A", "Twin {x} {f}", "{s} {x} {f}", "baby {l} {f}", "Infant {f}",
    )  # fmt: skip
    text = c.pick(shapes).format(
        f=family, F=family.upper(), w=word, W=word.upper(), l=word.lower(), s=short, x=c.pick("AB")
    )
    return mark(text, Entity.PATIENT)


def _monogram(c: Cast, spec: str) -> Piece:
    """The initials of a person of the note; spec: the role."""
    who = _person(c, spec)
    name = who.name
    middle = name.middle[:1] if c.chance(0.5) else ""
    family = name.family[:3] if name.family.startswith(("Mc", "O'")) else name.family[:1]
    text = f"{name.given[:1]}{middle}{family.strip()}"
    low = c.once("chart low letters", lambda: c.chance(0.35))
    return mark(text.lower() if low else text.upper() if c.chance(0.8) else text, who.entity)


def _filled(c: Cast, shape: str) -> str:
    kinds: tuple[tuple[str, Callable[[], str]], ...] = (
        ("{w}", lambda: c.draw(lambda: c.pick(_WARD_WORDS))),
        ("{f}", lambda: names.household(c).family),
        ("{m}", lambda: invented(c)),
        ("{t}", lambda: towns.any_town(c).name),
    )
    for key, make in kinds:
        if key in shape:
            shape = shape.replace(key, make())
    return shape


def _ward(c: Cast, _: str) -> Marked:
    text = _filled(c, c.pick(_WARDS))
    article = "the " if text.startswith("the ") else ""
    return join(article, mark(text.removeprefix("the "), Entity.HOSPITAL))


def _readers(c: Cast, _: str) -> Piece:
    return mark(_filled(c, c.pick(_READERS)), Entity.ORGANIZATION)


def _jotted(c: Cast, _: str) -> str:
    return c.pick(_JOTTINGS)


def _youth(c: Cast, _: str) -> str:
    """What the chart calls the newborn in passing, by its sex."""
    return "girl" if c.once("chart baby girl", lambda: c.chance(0.5)) else "boy"


FIELDS: Mapping[str, Field] = MappingProxyType({
    "vaname": _filemanned,
    "vastamp": _vista_stamp,
    "vaid": _vista_id,
    "baby": _baby,
    "babykind": _youth,
    "mono": _monogram,
    "ward": _ward,
    "readers": _readers,
    "jot": _jotted,
    "bag": lambda c, _: mark(one_of(c, _BAGS), Entity.ID),
    "run": lambda c, _: mark(one_of(c, _RUNS), Entity.ID),
})  # fmt: skip
