"""Values of forms and rosters: staff initials, other people's numbers, dates as machines write them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import organisations, patient, phones, written_days
from corpus.engine.fields.addresses import home, the
from corpus.engine.fields.facilities import organisation
from corpus.engine.fields.id_shapes import one_of
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.marked import Marked, Near, Piece, join, mark

_SIGNERS = 6
_CREDS = (
    "RN", "RN", "RN", "RN", "LPN", "EN", "LVN", "RGN", "BSN, RN", "RN2", "AIN", "CMT", "QMA", "MA", "CNA", "RPN",
    "RPh", "RRT", "SRN", "RM", "HCA", "student nurse", "Registered Nurse", "Sister", "MLT", "MT(ASCP)", "RCP",
)  # fmt: skip
# How the signatures of one sheet look; a, m, b: the initials.
_HANDS = ("{a}{b}",) * 6 + ("{a}{m}{b}",) * 4 + ("{a}.{b}.", "{a}.{b}", "{a}.{m}.{b}.", "{a} {b}", "{a}/{b}", "{a}{b}.")
_LONG = words("rosters_and_exports", "long")
_PAIRS = (("/", 5), (":", 3), ("/", 2), ("-", 1), ("|", 0.5), (" / ", 1), (";", 0.3))
_CHART = (
    "#{6,8}", "#{7}", "#{8}", "0#{6}", "##-##-##", "@#{6}", "E#{7}", "#{3}-#{3}", "M#{6}", "@@#{6}", "#{10}",
    "###-###-####", "### ### ####", "U#{6}", "#{5}/##", "#{6}@", "IP/#{5}", "OPD-#{6}", "UHID#{7}", "H#{8}",
)  # fmt: skip


def _letter(c: Cast) -> str:
    return c.pick("ABCDEFGHJKLMNOPRSTVWYZ")


def _ascii(make: Callable[[], str], c: Cast) -> str:
    """A one-word name in Latin letters, for people who sign with initials."""
    for _ in range(40):
        name = c.draw(make)
        if name.isalpha() and name.isascii() and len(name) > 2:
            return name.capitalize() if name.islower() else name
    return c.draw(lambda: pools.load_pools().family(c.rng, None))


def _signer(c: Cast, n: int) -> Mapping[str, str]:
    """A person who signs: names and initials, the same throughout the note."""

    def make() -> Mapping[str, str]:
        pool = pools.load_pools()
        origin = pool.origin(c.rng) if c.chance(0.5) else None
        given = _ascii(lambda: pool.given(c.rng, origin, c.chance(0.7)), c)
        family = _ascii(lambda: pool.family(c.rng, origin), c)
        return {"given": given, "family": family, "GIVEN": given.upper(), "FAMILY": family.upper(),
                "a": given[0].upper(), "m": _letter(c), "b": family[0].upper(), "cred": c.pick(_CREDS)}  # fmt: skip

    return c.once(f"sheets.signer {n}", make)


def _sign(c: Cast, spec: str) -> Piece:
    """Initials of one of six who sign a sheet. spec: who ("1".."6", none for any), then "name" or "cred"."""
    who, _, what = spec.partition(" ")
    someone = _signer(c, int(who) if who else c.rng.randint(1, _SIGNERS))
    if what == "cred":
        return someone["cred"]
    if what == "name":
        shape = c.once("sheets.names", lambda: c.pick(_LONG))
        return mark((shape if c.chance(0.75) else c.pick(_LONG)).format(**someone), Entity.DOCTOR)
    hand = c.once("sheets.hand", lambda: c.pick(_HANDS))
    case = c.once("sheets.case", lambda: c.pick((str.upper,) * 7 + (str.lower,) * 2 + (str.capitalize,)))
    text = hand.format(**someone)
    return mark(case(text) if text.isalpha() else text, Entity.DOCTOR)


def _typists(c: Cast, _: str) -> Piece:
    """The initials of who dictated and who typed: "DSM/pcb", "ksm:jt"; two marks."""
    joints, weights = zip(*_PAIRS, strict=True)
    sep = c.rng.choices(joints, weights)[0]
    first, second = ("".join(_letter(c) for _ in range(c.pick((2, 3, 3)))) for _ in range(2))
    case = c.rng.random()
    if case < 0.4:
        second = second.lower()
    elif case < 0.65:
        first, second = first.lower(), second.lower()
    return join(mark(first, Entity.DOCTOR), sep, mark(second, Entity.DOCTOR))


def _compact(c: Cast, spec: str) -> Piece:
    d = c.day + dt.timedelta(days=int(spec) if spec else 0)
    return mark(f"{d:%Y%m%d}", Entity.DATE)


def _compact_stamp(c: Cast, spec: str) -> Piece:
    d = c.day + dt.timedelta(days=int(spec) if spec else 0)
    clock = f"{c.rng.randrange(24):02d}{c.rng.randrange(60):02d}{c.pick(('', '', '00', '37', '12.000', '00-0500'))}"
    return mark(f"{d:%Y%m%d}{clock}", Entity.DATE)


def _iso(c: Cast, spec: str) -> Piece:
    return mark((c.day + dt.timedelta(days=int(spec) if spec else 0)).isoformat(), Entity.DATE)


def _birth(c: Cast, spec: str) -> Piece:
    """The patient's birth date as machines write it. spec: "iso", or none for digits alone."""
    born = patient.birth(c)
    return mark(born.isoformat() if spec == "iso" else f"{born:%Y%m%d}", Entity.BIRTH_DATE_TIME)


def _other_birth(c: Cast, _: str) -> Piece:
    """The birth date of another person on a list; mostly one form for the whole list."""
    d = c.day - dt.timedelta(days=c.rng.randint(200, 33500))
    shapes = ("%m/%d/%Y", "%m/%d/%y", "%d/%m/%Y", "%d/%m/%y", "%Y-%m-%d", "%d.%m.%Y", "%d-%b-%Y", "%d %b %Y",
              "%m-%d-%y", "%Y%m%d", "%d%b%y")  # fmt: skip
    usual = c.once("sheets.births", lambda: c.pick(shapes))
    return mark(d.strftime(usual if c.chance(0.85) else c.pick(shapes)), Entity.BIRTH_DATE_TIME)


def _row_age(c: Cast, spec: str) -> Piece:
    """The age of a person on a list, in compact form; spec: "bare" for digits alone, "child" for a child's."""
    if spec == "child":
        return mark(str(c.rng.randint(1, 17)), Entity.AGE)
    n = c.rng.choice((c.rng.randint(1, 17), c.rng.randint(18, 60), c.rng.randint(55, 98), c.rng.randint(55, 98)))
    if spec == "bare":
        return mark(str(n), Entity.AGE)
    months = c.rng.randint(1, 11)
    shape = c.once("sheets.age", lambda: c.pick((
        "{n}", "{n}", "{n}", "{n}y", "{n}Y", "{n} Y", "{n:03d}Y", "{n} yrs", "{n}yo", "{n}/12", "{n}y{m}m", "{n}Y {m}M",
        "{n} y.o.", "{n}yrs", "{n} Yr",
    )))  # fmt: skip
    if shape == "{n}/12":
        return mark(f"{months}/12", Entity.AGE) if n < 5 else mark(f"{n}", Entity.AGE)
    return mark(shape.format(n=n, m=months), Entity.AGE)


def _new(kind: str, entity: Entity) -> Field:
    """An organisation of a kind, another one at each use; spec: upper, alias, abbr."""

    def field(c: Cast, spec: str) -> Piece:
        o = organisation(c, kind, entity, home(c))
        return the(o.name.upper(), entity) if spec == "upper" else organisations.written(c, o, spec)

    return field


def _around(c: Cast, spec: str) -> Piece:
    """A date in digits, another one at each use. spec: the maximum distance from the note's day in days."""
    span = int(spec) if spec else -900
    d = c.day + dt.timedelta(days=c.rng.randint(min(span, 0), max(span, 0)))
    return mark(written_days.written(c, written_days.usual(c, "numeric", written_days.NUMERIC), d), Entity.DATE)


def _phone(c: Cast, _: str) -> Piece:
    """Somebody's number, another one at each use."""
    at = home(c)
    return mark(phones.any_number(c, phones.ten_digits(c, at), at), Entity.TELEPHONE_NUMBER)


def _bed(c: Cast, _: str) -> Marked:
    """A bed on a ward's list, in one manner for the list."""
    shape = c.once("sheets.bed", lambda: c.pick((
        "%", "%#", "%##", "%##-[[1|2]]", "%##[[A|B]]", "[[A|B|C]]%", "Bed %", "Bay % Bed %", "SR%", "%W", "%##D",
        "%/%", "T%", "HDU%", "%-[[01|02|03|04]]", "Hall %", "S/R %",
    )))  # fmt: skip
    return mark(one_of(c, (shape,)), Near.ROOM)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "sign": _sign,
    "typists": _typists,
    "compact": _compact,
    "compactstamp": _compact_stamp,
    "iso": _iso,
    "birthdigits": _birth,
    "otherdob": _other_birth,
    "rowage": _row_age,
    "otherphone": _phone,
    "otherchart": lambda c, _: mark(one_of(c, (c.once("sheets.chart", lambda: c.pick(_CHART)),)),
                                    Entity.MEDICAL_RECORD_NUMBER),
    "died": lambda c, spec: mark((c.day + dt.timedelta(days=int(spec) if spec else 0)).strftime(
        c.pick(("%m/%d/%Y", "%B %d, %Y", "%d %B %Y", "%d/%m/%Y", "%d-%b-%Y", "%Y-%m-%d"))), Entity.DEATH_DATE_TIME),
    "rowbed": _bed,
    "around": _around,
    "capsite": lambda c, _: the(organisations.held(c, "site").name.upper(), Entity.HOSPITAL),
    "newpayer": _new("payer", Entity.ORGANIZATION),
    "newagency": _new("agency", Entity.ORGANIZATION),
    "newfirm": _new("firm", Entity.ORGANIZATION),
    "newemployer": _new("employer", Entity.ORGANIZATION),
    "newpharmacy": _new("pharmacy", Entity.PHARMACY),
    "newlab": _new("lab", Entity.DIAGNOSTIC_LABS),
    "newschool": _new("school", Entity.ORGANIZATION),
})  # fmt: skip
