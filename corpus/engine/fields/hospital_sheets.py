"""Values of hospital sheets: initials that sign, four-digit clocks, ages of others, vendors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import towns
from corpus.engine.fields.addresses import the
from corpus.engine.fields.facilities import invented
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.marked import Marked, Near, Piece, join, mark

_LETTERS = "AAABBBCCCDDDEEEFFGGGHHIJJJKKKLLLMMMMNNOPPPQRRRSSSSTTTUVWWXYZ"
_VENDORS = words("hospital_sheets", "vendors")
_WORKS = words("hospital_sheets", "works")
_RESPONDERS = words("hospital_sheets", "responders")
_DONATION = words("hospital_sheets", "donation")
_HOSPITALS = words("hospital_sheets", "hospitals")
_VETERANS = words("hospital_sheets", "veterans")
_PRISONS = words("hospital_sheets", "prisons")


def _initials(c: Cast, spec: str) -> Piece:
    """Initials of a staff member, new at each use. spec: "upper" or "lower" for a fixed case, two to four."""
    n = c.pick((2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4))
    text = "".join(c.pick(_LETTERS) for _ in range(n))
    if spec == "lower" or (not spec and c.chance(0.3)):
        text = text.lower()
    elif not spec and c.chance(0.1):
        text = ".".join(text) + "."
    elif c.chance(0.03):
        text = c.pick(("Mc", "O'")).join((text[:-1], text[-1]))
    return mark(text, Entity.DOCTOR)


def _clock(c: Cast, spec: str) -> Piece:
    """Four digits of a clock. spec: "colon" sets the minutes off."""
    return mark(f"{c.rng.randrange(24):02d}{':' if spec == 'colon' else ''}{c.rng.randrange(60):02d}", Near.CLOCK)


def _age(c: Cast, spec: str) -> Piece:
    """Another person's age as a number, new at each use. spec: "least-most" years; none for an adult."""
    least, _, most = (spec or "19-96").partition("-")
    return mark(str(c.rng.randint(int(least), int(most))), Entity.AGE)


def _named(c: Cast, shape: str) -> str:
    pool = pools.load_pools()
    while "{" in shape:
        at = shape.index("{")
        kind = shape[at + 1]
        value = {
            "f": lambda: c.draw(lambda: pool.family(c.rng, None)),
            "m": lambda: invented(c),
            "t": lambda: towns.any_town(c).name,
            "a": lambda: (towns.abroad(c) if c.chance(0.6) else towns.any_town(c)).name,
        }[kind]()
        shape = shape[:at] + value + shape[at + 3 :]
    return shape


def _organisation(shapes: tuple[str, ...], entity: Entity) -> Field:
    def field(c: Cast, spec: str) -> Marked:
        name = _named(c, c.pick(shapes))
        change: Callable[[str], str] = str.upper if spec == "upper" else str
        return the(change(name), entity)

    return field


def _pair(c: Cast, spec: str) -> Piece:
    """Two people, who dictated and typed or who handed over to whom: "DSM/PCB", "ksm:pt", "RJT/jw"."""
    shapes = (("upper", "upper"), ("lower", "lower"), ("upper", "lower"), ("upper", "lower"))
    first, second = c.pick(shapes)
    between = c.pick(("/", "/", "/", ":", "/", "-", "\\", " / "))
    return join(_initials(c, spec or first), between, _initials(c, spec or second))


FIELDS: Mapping[str, Field] = MappingProxyType({
    "inits": _initials,
    "initpair": _pair,
    "hm": _clock,
    "otherage": _age,
    "vendor": _organisation(_VENDORS, Entity.ORGANIZATION),
    "works": _organisation(_WORKS, Entity.ORGANIZATION),
    "responder": _organisation(_RESPONDERS, Entity.ORGANIZATION),
    "donation": _organisation(_DONATION, Entity.ORGANIZATION),
    "farsite": _organisation(_HOSPITALS, Entity.HOSPITAL),
    "vamc": _organisation(_VETERANS, Entity.HOSPITAL),
    "prison": _organisation(_PRISONS, Entity.LOCATION),
})  # fmt: skip
