"""The people, towns, courts and papers of one country for a whole text, as published prose names them.

A text draws a country once; whoever and whatever it names comes from there. Beside them stands what only looks like an
identifier in such prose: works and their heroes, cases cited, statutes, languages, eras, scores, sums.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names, written_days
from corpus.engine.fields.addresses import the
from corpus.engine.fields.id_shapes import one_of
from corpus.engine.fields.spellings import initial
from corpus.engine.words import sections, words
from redactor.entities import Entity
from redactor.lexicon.build import name_origins
from redactor.lexicon.build.name_origins import Origin
from redactor.sample.marked import Near, Piece, join, mark

_FILE = "public_life"
_CASES = (
    "<Y>/#{3}", "<Y>/#{3} E.", "II AKa #{3}/<y>", "IV K %#{2}/<y>", "<Y>/#{2}-#{4}", "T-#{4}/<Y>", "#-%#{3}/<y>",
    "UM #{4}-<y>", "HQ<y>X0#{4}", "PA/0#{4}/<Y>", "A#{3}-#{3}-#{3}", "CV-<Y>-#{5}", "S #{2}/#{3}", "R.G. %#{3}/<Y>",
    "%:<y>-cv-0#{4}", "SB<y>0%#{2}", "%#{2}/<y>.@@@@", "K-#{3}/<y>", "<Y>-%#{3}", "Case %#{3} of <Y>",
    "(%#) @ #{3}/<y>", "%#.P.#{3}.#{3}/<Y>", "%@ #{2}/<y>", "<Y>/%#{3}-B", "HU/#{5}/<Y>", "BC%#{5}", "[<Y>] %#{3}",
    "REF/<Y>/#{4}", "CA-@ #{3}/<y>", "W.P. %#{4}/<Y>", "%#-#{3}-#{2}", "Rol %#{3}-<Y>",
)  # fmt: skip
_APPS = ("%#{4}/#%", "%#{4}/<y>", "%#{3}/<y>", "%#{4}/<y>", "#%#{3}/%#")
_FULL: written_days.Shapes = {
    "{d} {B} {y}": 60, "{B} {d}, {y}": 14, "{o} {B} {y}": 6, "{d}.{m}.{y}": 5, "{d} {b} {y}": 3, "{dd}/{mm}/{y}": 3,
    "{o} of {B}, {y}": 3, "{B} {o}, {y}": 3, "{d}. {B} {y}": 1,
}  # fmt: skip
_DAY: written_days.Shapes = {"{d} {B}": 50, "{B} {d}": 18, "{o} {B}": 8, "{o} of {B}": 6, "{B} {o}": 8, "{w} of {B}": 4}
_MONTH: written_days.Shapes = {"{B} {y}": 30, "{B} of {y}": 3, "{B}, {y}": 2, "{b} {y}": 1}
# People who share a name with a well-known thing.
_TWINS = words("public_life", "twins")
_TITLES = ("Emma", "Matilda", "Rebecca", "Carmen", "Pamela", "Evelina", "Aida", "Tosca", "Clarissa", "Othello",
           "Macbeth", "Salome", "Heidi", "Pollyanna", "Shirley", "Kim", "Daisy Miller", "Tess", "Norma")  # fmt: skip
_VIRTUES = ("Grace", "Hope", "Faith", "Joy", "Mercy", "Patience", "Charity", "Prudence", "Rose", "Dawn", "Ivy", "Pearl")


@dataclass(frozen=True, slots=True)
class Land:
    """A country of `words/public_life.txt`. backwards: whether its people put the family name first."""

    key: str
    home: Origin
    name: str
    adjective: str
    backwards: bool


@dataclass(frozen=True, slots=True)
class _Who:
    given: str
    family: str
    female: bool
    backwards: bool


def _own(section: str) -> tuple[str, ...]:
    return words(_FILE, section) if section in sections(_FILE) else ()


@cache
def _lands() -> tuple[Land, ...]:
    by_key = {o.key: o for o in name_origins.blend()[0]}
    out: list[Land] = []
    for key in sections(_FILE):
        if f"{key} town" not in sections(_FILE):
            continue
        locale, name, adjective, backwards = words(_FILE, key)
        home = by_key[locale]
        female, male, family = (_own(f"{key} {part}") for part in ("female", "male", "family"))
        home = replace(home, female=female or home.female, male=male or home.male, family=family or home.family)
        out.append(Land(key, home, name, adjective, backwards == "1"))
    return tuple(out)


def _drawn_land(c: Cast) -> Land:
    if c.chance(0.12):
        return c.pick([x for x in _lands() if x.key in ("uk", "us", "ie", "au")])
    return c.pick(_lands())


def land(c: Cast) -> Land:
    """The country of the text."""
    return c.once("press land", lambda: _drawn_land(c))


def _far(c: Cast) -> Land:
    here = land(c)
    while (there := _drawn_land(c)).name == here.name:
        pass
    return there


def _person(c: Cast, where: Land, female: bool, family: str = "") -> _Who:
    home = where.home
    whole = names.name(c, names.Kin(home, family or names.family(c, home)), female)
    backwards = where.backwards and c.once("press backwards", lambda: c.chance(0.7))
    return _Who(names.given(c, home, female), whole.family if female else _manly(whole.family, home), female, backwards)


def _manly(family: str, home: Origin) -> str:
    """Novotná: Novotný; Ivanova: Ivanov."""
    if home.key not in ("ru_RU", "uk_UA", "bg_BG", "mk_MK", "cs_CZ", "sk_SK"):
        return family
    if family.endswith("ová"):
        return family[:-3]
    if family.endswith(("ova", "eva", "ina")):
        return family[:-1]
    return family[:-1] + "ý" if family.endswith("á") else family


def _cast(c: Cast, role: str) -> _Who:
    def make() -> _Who:
        where = land(c)
        if role == "zb":  # of the family of the first, and of the other sex
            return _person(c, where, not _cast(c, "za").female, _household(c))
        if role[:4] == "zkid":
            return _person(c, where, c.chance(0.5), _household(c))
        if role != "za" and c.chance(0.12):
            where = _far(c)  # people move
        return _person(c, where, c.chance(0.5), _household(c) if role == "za" else "")

    return c.once(f"press {role}", make)


def _household(c: Cast) -> str:
    return c.once("press household", lambda: names.family(c, land(c).home))


def _form(c: Cast, who: _Who, spec: str) -> str:
    given, family = who.given, who.family
    whole = " ".join(x for x in ((family, given) if who.backwards else (given, family)) if x)
    dots = c.once("press initials", lambda: c.pick(("{0}.{1}.", "{0}.{1}.", "{0}.{1}.", "{0}. {1}.", "{0}{1}")))
    letters = "-".join(initial(x) + "." for x in given.split("-")) if given else ""
    forms = {
        "full": whole,
        "family": family,
        "given": given or family,
        "init": dots.format(initial(given) or "X", initial(family)),
        "letter": f"{initial(family)}.",
        "last": f"{letters} {family}".strip(),
        "glued": f"{letters}{family}",
        "partial": f"{given} {initial(family)}.".strip(),
        "upper": whole.upper(),
        "fupper": family.upper(),
        "comma": f"{family}, {given}" if given else family,
        "formal": f"{given} {family.upper()}".strip(),
        "vancouver": f"{family} {''.join(initial(x) for x in given.replace('-', ' ').split())}".strip(),
    }
    return forms[spec or c.pick(("full", "full", "family", "family", "given", "last"))]


def _titled(c: Cast, who: _Who, spec: str, entity: Entity) -> Piece:
    dot = c.once("press dot", lambda: c.pick(("", "", ".")))
    title = "Dr" if entity is Entity.DOCTOR else c.pick(("Ms", "Mrs")) if who.female else "Mr"
    return join(f"{title}{dot} ", mark(_form(c, who, spec), entity))


def _people(role: str, entity: Entity = Entity.PERSON) -> Field:
    """spec: a form of the name, after "mr" ("mr_full") with a title before it.

    A role with "new" in it is somebody else each time.
    """

    def field(c: Cast, spec: str) -> Piece:
        who = _person(c, land(c), c.chance(0.5)) if "new" in role else _cast(c, role)
        if spec.startswith("mr"):
            return _titled(c, who, spec[2:].lstrip("_") or "family", entity)
        return mark(_form(c, who, spec), entity)

    return field


def _by_sex(role: str, woman: str, man: str) -> Field:
    return lambda c, _: woman if _cast(c, role).female else man


def _town_of(c: Cast, where: Land) -> str:
    return c.draw(lambda: c.pick(words(_FILE, f"{where.key} town")))


def _other_town(c: Cast) -> str:
    """A town that no key has yet, where the country has one left."""
    taken: list[str] = c.once("press towns", list)
    name = _town_of(c, land(c))
    for _ in range(20):
        if name not in taken:
            break
        name = _town_of(c, land(c))
    taken.append(name)
    return name


def _cased(text: str, spec: str) -> str:
    return text.upper() if spec == "upper" else text


def _town(key: str = "") -> Field:
    """A town of the country, the same each time where it has a key."""

    def field(c: Cast, spec: str) -> Piece:
        name = c.once(f"press town {key}", lambda: _other_town(c)) if key else _town_of(c, land(c))
        return mark(_cased(name, spec), Entity.CITY)

    return field


def _country(where: Callable[[Cast], Land]) -> Field:
    def field(c: Cast, spec: str) -> Piece:
        return the(_cased(where(c).name, spec), Entity.COUNTRY)

    return field


def _named(c: Cast, kind: str) -> str:
    where = land(c)
    own = f"{where.key} {kind}"
    if own in sections(_FILE) and c.chance(0.85):
        shape = c.pick(words(_FILE, own))
    else:
        shape = c.pick(words(_FILE, kind if kind in sections(_FILE) else f"any {kind}"))
    holds: dict[str, Callable[[], str]] = {
        "T": lambda: _town_of(c, where),
        "F": lambda: names.family(c, where.home),
        "F2": lambda: names.family(c, where.home),
        "S": lambda: c.pick(words(_FILE, "saint")),
        "N": lambda: str(c.rng.randint(2, 48)),
    }
    for key, make in holds.items():
        if f"{{{key}}}" in shape:
            shape = shape.replace(f"{{{key}}}", make())
    return shape


def _body(kind: str, entity: Entity = Entity.ORGANIZATION, key: str = "") -> Field:
    """An institution of a kind; its article is outside the mark. spec: "upper", or "bare" for no article."""

    def field(c: Cast, spec: str) -> Piece:
        name = c.once(f"press {kind} {key}", lambda: _named(c, kind)) if key else _named(c, kind)
        if spec == "bare" and name[:4].lower() == "the ":
            name = name[4:]
        return the(_cased(name, spec), entity)

    return field


def _list(section: str) -> Field:
    def field(c: Cast, spec: str) -> Piece:
        text = c.pick(words(_FILE, section))
        return (
            text[:1].upper() + text[1:]
            if spec == "Cap"
            else text[4:]
            if spec == "bare" and text[:4] == "the "
            else text
        )

    return field


def _day(key: str, shapes: written_days.Shapes) -> Field:
    """A day at a distance of spec days from the text's, mostly in the text's preferred form."""

    def field(c: Cast, spec: str) -> Piece:
        d = c.day + dt.timedelta(days=int(spec) if spec else 0)
        shape = c.once(f"press date {key}", lambda: written_days.choose(c, shapes))
        shape = written_days.choose(c, shapes) if c.chance(0.06) else shape
        held = mark(written_days.written(c, shape, d), Entity.DATE)
        return join("the ", held) if shape.startswith(("{o} of", "{w} of")) else held

    return field


def _age(c: Cast, spec: str = "") -> int:
    if spec == "old":
        return c.once("press old age", lambda: c.rng.randint(74, 97))
    return c.once("press age", lambda: c.rng.randint(19, 91)) - int(spec or 0)


def _born(c: Cast, spec: str) -> Piece:
    return mark(str(c.day.year - _age(c, spec)), Near.YEAR)


def _number(shapes: tuple[str, ...], entity: Entity = Entity.ID, key: str = "") -> Field:
    def field(c: Cast, _: str) -> Piece:
        return mark(c.once(f"press {key}", lambda: one_of(c, shapes)) if key else one_of(c, shapes), entity)

    return field


def _twin(section: tuple[str, ...], person: bool) -> Field:
    """Somebody, or the thinker or the book of the same name."""

    def field(c: Cast, spec: str) -> Piece:
        name = c.once(f"press twin {section[0]}", lambda: c.pick(section))
        if not person:
            return name.lower() if spec == "lower" else name
        return mark(f"{name} {names.family(c, land(c).home)}" if spec == "full" else name, Entity.PERSON)

    return field


_ORG, _HOSPITAL = Entity.ORGANIZATION, Entity.HOSPITAL
_KEYED: Mapping[str, tuple[str, Entity]] = MappingProxyType({
    "zcourt": ("court", _ORG), "zbody": ("body", _ORG), "zpaper": ("press", _ORG), "zhosp": ("hospital", _HOSPITAL),
    "zhome": ("home", _HOSPITAL), "zuni": ("university", _ORG), "zschool": ("school", _ORG), "zfirm": ("firm", _ORG),
    "zbank": ("bank", _ORG), "zpub": ("publisher", _ORG), "zngo": ("ngo", _ORG), "zparty": ("party", _ORG),
    "zmin": ("ministry", _ORG),
})  # fmt: skip
_PLAIN = {
    "zwork": "work", "zfic": "fiction", "zthink": "thinker", "zcited": "cited", "zlaw": "law", "zinst": "instrument",
    "zera": "era", "ztongue": "tongue", "zfaith": "faith", "zaward": "award", "zbeast": "creature", "zcash": "money",
    "zsport": "sport", "zsaying": "saying", "zconcept": "concept", "zsurnoun": "surnoun",
}  # fmt: skip

FIELDS: Mapping[str, Field] = MappingProxyType({
    **{role: _people(role) for role in ("za", "zb", "zc", "zd", "ze", "zf", "zg", "znew")},
    **{role: _people(role) for role in ("zkid1", "zkid2", "zkid3")},
    **{role: _people(role, Entity.DOCTOR) for role in ("zdr", "zdr2", "zdr3", "znewdr")},
    **{name: _body(kind, entity) for name, (kind, entity) in _KEYED.items()},
    **{f"{name}{i}": _body(kind, entity, i) for name, (kind, entity) in _KEYED.items() for i in "12"},
    **{name: _list(section) for name, section in _PLAIN.items()},
    **{
        f"{prefix}{name}": _by_sex(role, woman, man)
        for prefix, role in (("z", "za"), ("zb", "zb"), ("zc", "zc"), ("zd", "zd"), ("zk", "zkid1"))
        for name, woman, man in (
            ("he", "she", "he"), ("He", "She", "He"), ("his", "her", "his"), ("His", "Her", "His"),
            ("him", "her", "him"), ("man", "woman", "man"), ("son", "daughter", "son"), ("sib", "sister", "brother"),
            ("spouse", "wife", "husband"), ("parent", "mother", "father"), ("child", "girl", "boy"),
            ("mr", "Ms", "Mr"), ("self", "herself", "himself"),
        )
    },
    "zt": _town(),
    "zt1": _town("1"),
    "zt2": _town("2"),
    "zt3": _town("3"),
    "zland": _country(land),
    "zadj": lambda c, _: land(c).adjective,
    "zfar": lambda c, spec: mark(_cased(_town_of(c, _far(c)), spec), Entity.CITY),
    "zfarland": _country(_far),
    "zfaradj": lambda c, _: _far(c).adjective,
    "zday": _day("full", _FULL),
    "zdm": _day("day", _DAY),
    "zmy": _day("month", _MONTH),
    "zborn": _born,
    "zaage": lambda c, spec: mark(str(_age(c, spec)), Entity.AGE),
    "zage": lambda c, _: mark(str(c.rng.randint(21, 89)), Entity.AGE),
    "zold": lambda c, _: mark(f"{c.rng.randint(18, 93)}-year-old", Entity.AGE),
    "zkidage": lambda c, _: mark(str(c.rng.randint(2, 17)), Entity.AGE),
    "zcase": _number(_CASES),
    "zappno": _number(_APPS),
    "zappno1": _number(_APPS, key="application"),
    "ztwin": _twin(_TWINS, person=False),
    "ztwinp": _twin(_TWINS, person=True),
    "zvirtue": lambda c, spec: _twin(_VIRTUES, person=False)(c, "" if spec == "Cap" else "lower"),
    "zvirtuep": _twin(_VIRTUES, person=True),
    "ztitle": _twin(_TITLES, person=False),
    "ztitlep": _twin(_TITLES, person=True),
})  # fmt: skip
