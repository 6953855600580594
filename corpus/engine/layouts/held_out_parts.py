"""These layouts compose validation notes of parts, with fields that no training note uses."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from corpus.engine import grammar
from corpus.engine.cast import Cast, Field
from corpus.engine.fields import patient, people
from corpus.engine.note_file import read
from redactor.entities import Entity
from redactor.sample.forms import MONTHS
from redactor.sample.marked import Marked, Near, Piece, fill_template, join, mark

_TEXT = read("phrases/held_out_fields")
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_DATES = (
    "{dd}{Mon}{y}", "{dd}{Mon}{y}", "{y}.{mm}.{dd}", "{d} {mon} '{yy}", "{d}.{roman}.{y}", "{y}/{m}/{d}", "{m}-{d}",
    "{o} of {month}", "{month} the {o}", "{y}{mm}{dd}", "{mon}-{dd}-{y}", "{dd}/{mm}/{yy}", "{d}/{mon}/{y}",
    "{d} {month} {y}", "{d} {month}", "{mon} {d} {y}", "{dd}-{mm}-{y}", "{dd}.{mm}.{yy}", "{month} {d}, {y}",
    "{d}/{m}", "{o} {month} {y}", "{dd} {Mon} {yy}",
)  # fmt: skip
_BIRTHS = tuple(s for s in _DATES if "y" in s.replace("{month}", ""))
_ALPHABET = "ABCDEFGHJKLMNPRSTUVWXYZ"
_MRN = ("##-##-##-#", "H###.###.###", "@@/######", "#### ### ###", "0######@", "#####:##", "@#####@", "##/###/####")
_CASE = ("@@#@-####/##", "INC-####-##", "####/##/@@", "@@@####", "##@-#####", "#####.#.##", "@-##-##-####", "#######")
_PHONE = (
    "0#### ######", "0### ### ####", "+44 #### ######", "### . ### . ####", "###-####", "1/###/###-####",
    "### ### ## ##", "(0####) ######", "### ### ####", "+1.###.###.####", "07### ######",
)  # fmt: skip
_SITES = _TEXT.lines("sites")
_FIRMS = (
    "{F} & Daughters Haulage", "{T} Boatyard", "{F} Tyres", "{T} Rowing Club", "{F} Bakeries", "{T} Harriers",
    "{T} Housing Association", "the {F} Foundation", "{T} Wanderers", "{F} Scaffolding Ltd", "{T} Foodbank",
)  # fmt: skip
_CHEMISTS = ("{F}'s Chemist", "{T} Dispensing Chemist", "{F} & Sons Apothecary", "Corner Chemist {T}", "Pharmacie {F}")
_BENCHES = ("{T} Reference Bench", "{F} Cytology Laboratory", "{T} Pathology Partnership", "{F} Assay Service")
_WARDS = (
    "Ward {n}{A}", "Ward {n}", "Bramble Ward", "Heron Unit", "Level {n} South", "Pod {A}", "Tower {n}", "Kestrel Ward",
    "Renal Day Unit", "Foot Protection Clinic", "Ward {A}{n}", "Juniper Ward", "Short Stay Unit", "{n} North",
)  # fmt: skip
_JOBS = _TEXT.lines("jobs")


def say(c: Cast, template: str) -> Marked:
    """Fill a template with the fields of this module and the shared ones. Raises KeyError for an unknown field."""
    return fill_template(grammar.choose(c.rng, template), lambda name, spec: _field(c, name, spec))


def grown(c: Cast, low: int = 19, high: int = 88) -> None:
    """Settle the patient's age between two ages in years; nothing changes where it stands already."""
    c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(low * 365, high * 365)))


def _field(c: Cast, name: str, spec: str) -> Piece:
    if own := FIELDS.get(name):
        return own(c, spec)
    return c.say(f"{{{name}:{spec}}}" if spec else f"{{{name}}}")


def _day(c: Cast, shape: str, d: dt.date) -> str:
    name = MONTHS[d.month - 1]
    end = "th" if d.day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(d.day % 10, "th")
    return shape.format(
        d=d.day, dd=f"{d.day:02}", m=d.month, mm=f"{d.month:02}", y=d.year, yy=f"{d.year % 100:02}", month=name,
        mon=name[:3], Mon=name[:3].upper(), roman=_ROMAN[d.month - 1], o=f"{d.day}{end}",
    )  # fmt: skip


def _date(c: Cast, spec: str) -> Piece:
    """spec: days from the note's day, or "any" for a day within a fortnight."""
    shape = c.once("own date", lambda: c.pick(_DATES))
    if c.chance(0.3):
        shape = c.pick(_DATES)
    away = c.rng.randint(-14, 14) if spec == "any" else int(spec or 0)
    return mark(_day(c, shape, c.day + dt.timedelta(days=away)), Entity.DATE)


def _birth(c: Cast, _: str) -> Piece:
    return mark(_day(c, c.once("own birth", lambda: c.pick(_BIRTHS)), patient.birth(c)), Entity.BIRTH_DATE_TIME)


def _nth(c: Cast, spec: str) -> Piece:
    return mark(_day(c, "{o}", c.day + dt.timedelta(days=int(spec or 0))), Entity.DATE)


def _clock(c: Cast, _: str) -> Piece:
    h, m = c.rng.randrange(24), c.rng.randrange(60)
    shape = c.once(
        "own clock", lambda: c.pick(("{:02}{:02}h", "{:02}h{:02}", "{}.{:02}", "{:02}:{:02}h", "{:02}{:02}"))
    )
    return mark(shape.format(h, m), Near.CLOCK)


def _year(c: Cast, spec: str) -> Piece:
    return mark(str(c.day.year + int(spec or -c.rng.randint(1, 20))), Near.YEAR)


def _shape(c: Cast, shapes: tuple[str, ...]) -> str:
    digit, letter = "0123456789", _ALPHABET
    return "".join(c.pick(digit) if ch == "#" else c.pick(letter) if ch == "@" else ch for ch in c.pick(shapes))


def _code(key: str, shapes: tuple[str, ...], entity: Entity | Near) -> Field:
    """One value per note; the spec "new" gives another at each use."""
    return lambda c, spec: mark(
        _shape(c, shapes) if spec == "new" else c.once(f"own {key}", lambda: _shape(c, shapes)), entity
    )


def _plain(c: Cast, template: str) -> str:
    """The first ASCII value of a field in a few tries, without marks."""
    for _ in range(8):
        text = c.say(template).text
        if text.isascii():
            break
    return text


def _named(key: str, shapes: tuple[str, ...], entity: Entity) -> Field:
    """An organisation called after a town or a family. Specs: a number for another one; "abbr" for its capitals."""

    def name(c: Cast) -> str:
        town, family = _plain(c, "{town}"), _plain(c, "{newdr:family}")
        given = _plain(c, "{someone:given}")
        return c.pick(shapes).format(T=town, F=family, G=given)

    def field(c: Cast, spec: str) -> Piece:
        which = "" if spec == "abbr" else spec
        whole = name(c) if which == "new" else c.once(f"own {key} {which}", lambda: name(c))
        short = "".join(ch for ch in whole if ch.isupper() and ch.isascii())
        if spec == "abbr" and len(short) > 1:
            return mark(short, entity)
        if whole.startswith("the "):
            return join("the ", mark(whole[4:], entity))
        return mark(whole, entity)

    return field


def _ward(c: Cast, spec: str) -> Piece:
    def make() -> str:
        return c.pick(_WARDS).format(n=c.rng.randint(1, 14), A=c.pick("ABCDEF"))

    return mark(c.once(f"own ward {spec}", make), Near.DEPARTMENT)


def _name(c: Cast, spec: str) -> Piece:
    """Somebody (spec: their field) in a clerk's spelling: "DOE Ann", "Doe A", "Doe, A (Mrs)"."""
    who = people.person(c, spec or "pt")
    n = who.name
    if not n.given or not n.family or not (n.given + n.family).isascii():
        return c.say(f"{{{spec or 'pt'}:short}}") if spec not in ("someone", "newdr") else mark(n.family, who.entity)
    first = n.given[0].upper()
    key = c.once("own name form", lambda: c.rng.randrange(7))
    form = key if c.chance(0.7) else c.rng.randrange(7)
    text = (
        f"{n.family.upper()} {n.given}",
        f"{n.family} {first}",
        f"{n.family}, {first}.",
        f"{first} {n.family.upper()}",
        f"{n.family.upper()}, {n.given}",
        f"{n.family}/{n.given}",
        f"{n.given.lower()} {n.family.lower()}",
    )[form]
    title = f" ({who.title})" if form in (0, 2, 4) and who.title in ("Mr", "Mrs", "Ms", "Miss") else ""
    return join(mark(text, who.entity), title)


def _age(c: Cast, _: str) -> Piece:
    n = max(1, patient.age(c))
    return mark(c.pick((f"{n}-yr-old", f"{n} yr-old", f"{n}yo", f"{n} years old", f"{n} year old")), Entity.AGE)


def _agesex(c: Cast, _: str) -> Piece:
    n, f = str(max(1, patient.age(c))), patient.female(c)
    letter = "F" if f else "M"
    forms: tuple[Piece, ...] = (
        join(f"{letter}/", mark(n, Entity.AGE)),
        join(mark(n, Entity.AGE), "♀" if f else "♂"),
        join(mark(f"{n} yrs", Entity.AGE), f" {letter}"),
        join(f"{letter}, ", mark(f"{n}y", Entity.AGE)),
    )
    return c.pick(forms)


def _postcode(c: Cast, _: str) -> Piece:
    return mark(c.once("own postcode", lambda: _shape(c, ("@# #@@", "@@## #@@", "@## #@@", "@#@ #@@"))), Entity.ZIP)


def _job(c: Cast, _: str) -> Piece:
    return mark(c.once("own job", lambda: c.pick(_JOBS)), Entity.OCCUPATION)


FIELDS: Mapping[str, Field] = {
    "oday": _date,
    "obirth": _birth,
    "onth": _nth,
    "oclock": _clock,
    "oyear": _year,
    "oname": _name,
    "oage": _age,
    "oagesex": _agesex,
    "ojob": _job,
    "oward": _ward,
    "ozip": _postcode,
    "omrn": _code("mrn", _MRN, Entity.MEDICAL_RECORD_NUMBER),
    "ovisit": _code("visit", ("E-####-#####", "#####/#", "A####-##-###", "@########"), Entity.FIN),
    "oid": _code("id", _CASE, Entity.ID),
    "oplan": _code("plan", ("####-@@-####", "@@@ ### ### ##", "##-######-##"), Entity.HEALTH_PLAN_ID),
    "odevice": _code("device", ("@#@##-#####", "####.@@.###", "LOT@@####"), Entity.DEVICE_ID),
    "ophone": _code("phone", _PHONE, Entity.TELEPHONE_NUMBER),
    "oext": _code("ext", ("#-####", "####", "##-##"), Entity.TELEPHONE_NUMBER),
    "oroom": _code("room", ("B#/#", "#-@", "###", "@##", "#/##"), Near.ROOM),
    "osite": _named("site", _SITES, Entity.HOSPITAL),
    "ofirm": _named("firm", _FIRMS, Entity.ORGANIZATION),
    "ochemist": _named("chemist", _CHEMISTS, Entity.PHARMACY),
    "obench": _named("bench", _BENCHES, Entity.DIAGNOSTIC_LABS),
}


Part = Callable[[Cast], Marked]


def one(*templates: str) -> Part:
    """One of the templates."""
    return lambda c: say(c, c.pick(templates))


def maybe(p: float, *templates: str) -> Part:
    """One of the templates with probability p, else nothing."""
    return lambda c: say(c, c.pick(templates)) if c.chance(p) else Marked("")


def few(least: int, most: int, *templates: str, sep: str = " ", ordered: bool = False) -> Part:
    """Some of the templates, in a random order unless `ordered`."""

    def part(c: Cast) -> Marked:
        at = c.rng.sample(range(len(templates)), min(len(templates), c.rng.randint(least, most)))
        return join(*(say(c, templates[i]) for i in (sorted(at) if ordered else at)), sep=sep)

    return part


def rows(least: int, most: int, template: str, sep: str = "\n") -> Part:
    """The template several times: the lines of a table."""
    return lambda c: join(*(say(c, template) for _ in range(c.rng.randint(least, most))), sep=sep)


def stack(*parts: Part, sep: str = "\n", ages: tuple[int, int] | None = None) -> Part:
    """The parts one after another, the empty ones left out. ages: of the patient, in years."""

    def whole(c: Cast) -> Marked:
        if ages:
            grown(c, *ages)
        return join(*(piece for piece in (part(c) for part in parts) if piece.text), sep=sep)

    return whole


def either(*parts: Part) -> Part:
    """One of the parts."""
    return lambda c: c.pick(parts)(c)
