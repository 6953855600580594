"""What people type to each other: bare and clipped names, sign-offs, handles, casual days, telephones, nicknames.

{chum}, {chumdr} and {chumpt} are somebody by one name, in small letters as often as not, new at each use; {bye:role}
and {chat:role} are a person of the note (nurse, kin, ...) as they sign and as they are called online. {mw:given},
{mw:family} and {mw:site} take a word out of words/typed_messages.txt and give a plain phrase with it; {mwsame:kind}
gives another phrase with that word, and {mwname:kind}, {mwdr:kind}, {mwpt:kind} the word as somebody's name,
{mwplace} as a hospital's; ".lower" or ".upper" after the kind sets its case.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import people, towns
from corpus.engine.fields.addresses import the
from corpus.engine.fields.id_shapes import one_of, shaped
from corpus.engine.fields.spellings import initial
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.forms import MONTHS, Name, ordinal_text
from redactor.sample.marked import Marked, Piece, join, mark
from redactor.sample.people import ascii_letters_of

_FILE = "typed_messages"
_FIELD = re.compile(r"\{(\w+)\}")
_LETTERS = "ABCDEFGHJKLMNPRSTVW"
_WEEK = ("mon", "tues", "weds", "thurs", "fri", "sat", "sun")

_NO_INITIALS = frozenset(
    ("MD", "RN", "NP", "PA", "DO", "OK", "PT", "TX", "RX", "DX", "HX", "OT", "RT", "SW", "CM", "PM", "AM", "ED")
)
_PHONES = (
    "555 0%##", "555-0%##", "555.0%##", "5550%##", "%## %###", "%##-####", "%##.####", "%##%###", "%## ### ####",
    "%##.###.####", "%##%##%###", "%## ### ## ##", "(%##)%##%###", "%##/%##-%###", "07%## ######", "07### ### ###",
    "08% ### ####", "04## ### ###", "0%## ### ####", "%##-%##-%###",
)  # fmt: skip
_LINES = (
    "x%###",
    "x%##",
    "x%####",
    "*%###",
    "%-%###",
    "%###",
    "%####",
    "#%###",
    "x %###",
    "X%###",
    "ext%###",
    "%-####",
)
_TICKETS = (
    "INC0######", "INC######", "RITM00#####", "REQ0######", "CHG00#####", "SR-#####", "SR######", "CS00#####",
    "№#####", "№####", "TKT-#####", "HD-<y>-####", "@{3}-####", "@{4}-###", "T<Y>####", "IT#######", "PRB00####",
    "@{2}#{5}", "<y><md>-###", "#{7}", "HELP-####", "WO-#####", "WO#######",
)  # fmt: skip
_TAGS = (
    "C0####",
    "%#####",
    "BME-#####",
    "@{2}-#####",
    "0######",
    "@#####",
    "%###-@",
    "A<y>####",
    "SN@{2}#{6}",
    "5CG#{3}@{3}#",
)
_HANDLES = (
    "{g}{a}", "{i}{f}", "{i}{f}#", "{g}.{f}", "{g}_{f}", "{g}", "{g}_rn", "dr_{b}", "dr{g}", "{g}{f}", "{f}{i}",
    "{g}##", "{i}.{f}", "{n}_np", "nurse{n}", "{n}md", "{g}-{a}", "{f}_{i}", "{i}{i}{f}%", "{n}.{f}", "{n}19%#",
    "real{n}", "{n}xo", "its_{n}", "{f}.{g}", "{i}{f}_em", "the{n}", "{n}_{a}_##", "{n}s_mom", "mrs{f}", "{f}##",
)  # fmt: skip
_TITLES = (
    "Dr. ",
    "Dr ",
    "dr ",
    "Doc ",
    "doc ",
    "Doctor ",
    "doctor ",
    "DR ",
    "Prof ",
    "Sr ",
    "Sister ",
    "nurse ",
    "Nurse ",
    "Miss ",
)
_KIN = (
    "uncle", "Uncle", "auntie", "Auntie", "aunt", "nan", "Nan", "Nana", "grandma", "Grandpa", "cousin", "Granny",
    "Papa", "Tío", "Tía", "grandad", "Pop", "Mama", "big", "little", "lil", "Gramma", "cuz", "sis", "bro",
)  # fmt: skip


def _lowered(c: Cast, text: str, share: float = 0.5) -> str:
    return text.lower() if c.chance(share) else text


def _two(given: str, family: str) -> str:
    """The two initials; nothing if they are not letters or mean something else in a chart."""
    pair = initial(given) + initial(family)
    return "" if pair in _NO_INITIALS or len(pair) < 2 else pair


def _casual(c: Cast, name: Name) -> str:
    """A single name as colleagues type it."""
    roll = c.rng.random()
    given, nick = name.given or name.family, name.nick or name.family
    if roll < 0.4:
        text = nick
    elif roll < 0.72:
        text = given
    elif roll < 0.88:
        text = name.family
    elif roll < 0.96:
        text = f"{nick} {name.family[:1]}{c.pick(('', '.'))}"
    else:
        text = _two(given, name.family) or nick
    return _lowered(c, text)


def _chum(entity: Entity) -> Field:
    """spec: "cap" as the name is, "given" or "nick" or "family" in small letters."""

    def field(c: Cast, spec: str) -> Piece:
        name = people.person(c, "newdr" if entity is Entity.DOCTOR else "someone").name
        if spec in ("given", "nick", "family"):
            return mark((getattr(name, spec) or name.family).lower(), entity)
        text = _casual(c, name)
        return mark(name.nick or name.family if spec == "cap" else text, entity)

    return field


def _bye(c: Cast, spec: str) -> Piece:
    """A sign-off: T, T., jo, Jo, jm, JM, Cc."""
    who = people.person(c, spec)
    given, family = who.name.given or who.name.family, who.name.family
    a, b = initial(given), initial(family)
    roll = c.rng.random()
    if roll < 0.2:
        text = c.pick((a, a, f"{a}.", a.lower()))
    elif roll < 0.4 and _two(given, family):
        text = c.pick((a + b, f"{a}.{b}.", (a + b).lower(), a + b.lower(), f"{a}{b}", f"{a} {b}"))
    elif roll < 0.75:
        text = _lowered(c, who.name.nick or given, 0.45)
    elif roll < 0.92:
        text = _lowered(c, given, 0.3)
    else:
        text = f"{given} {b}{c.pick(('', '.'))}"
    return mark(text, who.entity)


def _handle(c: Cast, spec: str) -> Piece:
    """A chat name of a person of the note, the same throughout it, without the sign @."""
    name = people.person(c, spec).name
    given, family, nick = (re.sub(r"[^a-z]", "", ascii_letters_of(x or name.family).lower()) or "sam"
                           for x in (name.given, name.family, name.nick))  # fmt: skip
    shape = c.once(f"sent.handle {spec}", lambda: shaped(c, c.pick(_HANDLES)))
    text = shape.format(g=given, f=family, n=nick, i=given[0], a=family[0], b=family[:1])
    return mark(text, Entity.USERNAME)


def _title_pet(c: Cast, _: str) -> Piece:
    """Dr. P, dr bob, nurse jo, Doctor Patty: the title is outside the mark."""
    name = people.person(c, "newdr").name
    title = c.pick(_TITLES)
    roll = c.rng.random()
    text = name.nick or name.family
    if roll < 0.35:
        text = name.family[:1].upper() + c.pick(("", "", "."))
    elif roll < 0.45:
        text = name.given or name.family
    elif roll < 0.55:
        text = name.family
    return join(title, mark(text.lower() if title.islower() and c.chance(0.8) else text, Entity.DOCTOR))


def _kin_pet(c: Cast, _: str) -> Piece:
    name = people.person(c, "someone").name
    word = c.pick(_KIN)
    text = name.nick or name.given or name.family
    return join(f"{word} ", mark(text.lower() if word.islower() and c.chance(0.6) else text, Entity.PERSON))


def _day(c: Cast, spec: str) -> Piece:
    """the 3rd, tues 4/2, Sun the 5th, mid Oct, end of june, 4/2 or 4/3, wk of 3/4; articles and week days outside."""
    day = c.day + dt.timedelta(days=int(spec) if spec else c.rng.randint(-6, 20))
    later = day + dt.timedelta(days=c.rng.randint(1, 4))
    week = _lowered(c, _WEEK[day.weekday()].capitalize(), 0.6)
    month = _lowered(c, c.pick((MONTHS[day.month - 1], MONTHS[day.month - 1][:3])), 0.5)
    nth, next_nth = ordinal_text(day.day), ordinal_text(later.day)
    short, next_short = f"{day.month}/{day.day}", f"{later.month}/{later.day}"

    def date(text: str) -> Marked:
        return mark(text, Entity.DATE)

    shapes: tuple[Callable[[], Marked], ...] = (
        lambda: join("the ", date(nth)),
        lambda: join("the ", date(nth)),
        lambda: join(f"{week} the ", date(nth)),
        lambda: join(f"{week} ", date(nth)),
        lambda: join(f"{week} ", date(short)),
        lambda: join(f"{week} ", date(short)),
        lambda: join(f"{week} (", date(short), ")"),
        lambda: join("the ", date(nth), c.pick((" or ", " or the ", " and ")), date(next_nth)),
        lambda: join(date(short), c.pick((" or ", " & ", " and ")), date(next_short)),
        lambda: join(c.pick(("wk of ", "week of ", "w/c ", "w/e ")), date(short)),
        lambda: join(c.pick(("mid ", "early ", "late ", "end of ", "sometime in ", "til ")), date(month)),
        lambda: date(f"{month} {day.day}"),
        lambda: date(f"{day.day} {month}"),
        lambda: date(f"{month} {nth}"),
        lambda: join("the ", date(f"{nth} of {month}")),
        lambda: date(f"{day.day:02d}/{day.month:02d}"),
        lambda: date(f"{day.month}-{day.day}"),
        lambda: join(f"{week} ", date(f"{month} {day.day}")),
    )
    return c.pick(shapes)()


def _shapes(shapes: tuple[str, ...], entity: Entity) -> Field:
    return lambda c, _: mark(one_of(c, shapes), entity)


def _filled(c: Cast, shape: str) -> str:
    pool = pools.load_pools()
    made: Mapping[str, Callable[[], str]] = {
        "saint": lambda: c.pick(words(_FILE, "saint")),
        "letter": lambda: c.pick("ABCEFHJLMNPRTV"),
        "town": lambda: c.draw(lambda: towns.any_town(c).name),
        "family": lambda: c.draw(lambda: pool.family(c.rng, None)),
        "tree": lambda: c.pick(words(_FILE, "tree")),
        "house": lambda: c.pick(words(_FILE, "house")),
        "abbr": lambda: shaped(c, c.pick(("@{3}", "@{3}", "@{2}H", "@{2}MC", "@GH", "@{4}", "@{2}"))),
        "number": lambda: str(c.rng.randint(12, 2400)),
        "street": lambda: "Main",
    }
    return _FIELD.sub(lambda found: made[found[1]](), shape)


def _nicknamed(section: str, entity: Entity, lower: float = 0.3) -> Field:
    """A place by its staff nickname; the article is not part of the name. spec: "cap" keeps its capitals."""

    def field(c: Cast, spec: str) -> Piece:
        text = _filled(c, c.pick(words(_FILE, section)))
        return the(text if spec == "cap" else _lowered(c, text, lower), entity)

    return field


@cache
def _phrases(kind: str) -> Mapping[str, tuple[str, ...]]:
    pairs = (entry.partition(": ") for entry in words(_FILE, kind))
    return MappingProxyType({word: tuple(p.strip() for p in said.split("|")) for word, _, said in pairs})


def _fresh(c: Cast, kind: str) -> str:
    word = c.draw(lambda: c.pick(tuple(_phrases(kind))))
    c.once("sent.twins", dict[str, str])[kind] = word
    return word


def _held(c: Cast, kind: str) -> str:
    return c.once("sent.twins", dict[str, str]).get(kind) or _fresh(c, kind)


def _plain(c: Cast, spec: str) -> Piece:
    return c.pick(_phrases(spec)[_fresh(c, spec)])


def _again(c: Cast, spec: str) -> Piece:
    return c.pick(_phrases(spec)[_held(c, spec)])


def _word_name(entity: Entity) -> Field:
    """spec: kind, kind.lower, kind.upper; kind+ for a word not used before."""

    def field(c: Cast, spec: str) -> Piece:
        kind, _, case = spec.partition(".")
        word = _fresh(c, kind[:-1]) if kind.endswith("+") else _held(c, kind)
        text = word.lower() if case == "lower" else word.upper() if case == "upper" else word
        return mark(text if case else _lowered(c, text, 0.25), entity)

    return field


FIELDS: Mapping[str, Field] = MappingProxyType({
    "chum": _chum(Entity.PERSON),
    "chumdr": _chum(Entity.DOCTOR),
    "chumpt": _chum(Entity.PATIENT),
    "bye": _bye,
    "chat": _handle,
    "petdr": _title_pet,
    "petkin": _kin_pet,
    "looseday": _day,
    "loosephone": _shapes(_PHONES, Entity.TELEPHONE_NUMBER),
    "looseline": _shapes(_LINES, Entity.TELEPHONE_NUMBER),
    "ticket": _shapes(_TICKETS, Entity.ID),
    "assettag": _shapes(_TAGS, Entity.ID),
    "shorty": _nicknamed("shorty", Entity.HOSPITAL),
    "shortpharm": _nicknamed("pharm", Entity.PHARMACY),
    "shortpayer": _nicknamed("payer", Entity.ORGANIZATION, 0.15),
    "shortwork": _nicknamed("work", Entity.ORGANIZATION),
    "mw": _plain,
    "mwsame": _again,
    "mwname": _word_name(Entity.PERSON),
    "mwdr": _word_name(Entity.DOCTOR),
    "mwpt": _word_name(Entity.PATIENT),
    "mwplace": _word_name(Entity.HOSPITAL),
})  # fmt: skip
