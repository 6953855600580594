"""Speech in a room: corrected days, ages and years in words, places by their short names.

{shea}, {sheb}, {shec}, {hea}, {heb}, {hec} are women and men of a tale, the same all over it; {spells:FIELD},
{letter:FIELD} and {broken:FIELD} change a name: "S M Y, T as in Tom", "Mrs. B", "Kara-"; FIELD has its spec, pt:family.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import addresses, ages, kin, names, patient, towns
from corpus.engine.fields import room_talk_words as words
from corpus.engine.fields.spellings import DOTTED, FORMS, Person, recase
from corpus.engine.fields.spoken_numbers import ordinal
from redactor.entities import Entity
from redactor.sample.forms import MONTHS
from redactor.sample.marked import Near, Piece, join, mark

_SUFFIXES = frozenset(("St", "Ave", "Rd", "Dr", "Ln", "Blvd", "Ct", "Pl", "Ter", "Cir", "Way", "Pkwy", "Trl", "Loop"))
_LONG = {
    "St": "Street", "Ave": "Avenue", "Rd": "Road", "Dr": "Drive", "Ln": "Lane", "Blvd": "Boulevard", "Ct": "Court",
    "Pl": "Place", "Ter": "Terrace", "Cir": "Circle", "Pkwy": "Parkway", "Trl": "Trail",
}  # fmt: skip


def _dashed(c: Cast, text: str) -> str:
    """With the hyphens of "twenty-first" or without them, the same all over a note."""
    return text if c.once("speak.dash", lambda: c.chance(0.6)) else text.replace("-", " ")


def _number(c: Cast, n: int) -> str:
    return _dashed(c, ages.words(n))


def _nth(c: Cast, day: int) -> str:
    if c.once("speak.digits", lambda: c.chance(0.15)):
        return f"{day}{'th' if 10 < day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"
    return _dashed(c, ordinal(day).replace(" ", "-"))


def _year(c: Cast, year: int) -> str:
    """oh-nine, sixty-three, nineteen sixty-three, twenty nineteen, two thousand and four, '98."""
    rest = year % 100
    short = _number(c, rest) if rest > 9 else f"oh{c.pick('- ')}{ages.words(rest)}" if rest else ""
    roll = c.rng.random()
    if rest == 0 or (roll < 0.4 and 2000 <= year < 2010):
        tail = c.pick((" ", " and ")) + ages.words(rest) if rest else ""
        return f"two thousand{tail}" if year >= 2000 else "nineteen hundred"
    if roll < 0.5:
        return short
    return f"'{rest:02d}" if roll > 0.92 else f"{'twenty' if year >= 2000 else 'nineteen'} {short}"


def _day(c: Cast, spec: str) -> dt.date:
    return c.day + dt.timedelta(days=int(spec) if spec else c.rng.randint(-30, 20))


def _said_day(c: Cast, spec: str) -> Piece:
    """A spoken day; spec: days from the note's day. Articles and weekdays are outside the mark."""
    day = _day(c, spec)
    month, nth = MONTHS[day.month - 1], _nth(c, day.day)
    shapes: tuple[Callable[[], Piece], ...] = (
        lambda: mark(f"{month} {nth}", Entity.DATE),
        lambda: mark(f"{month} {nth}", Entity.DATE),
        lambda: mark(f"{month} the {nth}", Entity.DATE),
        lambda: mark(f"{month} {_number(c, day.day)}", Entity.DATE),
        lambda: join("the ", mark(f"{nth} of {month}", Entity.DATE)),
        lambda: join("the ", mark(nth, Entity.DATE)),
        lambda: join("the ", mark(nth, Entity.DATE)),
        lambda: join(f"{day:%A} the ", mark(nth, Entity.DATE)),
        lambda: join(f"{day:%A}, the ", mark(nth, Entity.DATE)),
        lambda: join(f"{day:%A}, ", mark(f"{month} {nth}", Entity.DATE)),
    )  # fmt: skip
    return c.pick(shapes)()


def _fixed_day(c: Cast, spec: str) -> Piece:
    """A day that the speaker corrects: "the third, no, the thirteenth of May", "the fourth. Wait. The fifth"."""
    right = _day(c, spec)
    wrong = right + dt.timedelta(days=c.pick((-10, -7, -1, -1, 1, 1, 2, 7, 10)))
    month, first, last = MONTHS[right.month - 1], _nth(c, wrong.day), _nth(c, right.day)

    def date(text: str) -> Piece:
        return mark(text, Entity.DATE)

    shapes: tuple[Callable[[], Piece], ...] = (
        lambda: join("the ", date(first), c.pick((", no, the ", ", no wait, the ", ", I mean the ", ", sorry, the ")),
                     date(c.pick((f"{last} of {month}", last)))),
        lambda: join(f"{wrong:%A} the ", date(first), c.pick((". Wait. The ", ". No. The ", "? The ", "... the ")),
                     date(last)),
        lambda: join(date(f"{MONTHS[wrong.month - 1]} {first}"), c.pick(("? Or the ", ", or maybe the ", "? No, the ")),
                     date(last)),
        lambda: join("the ", date(first), c.pick((" or the ", " or ", ", ")), date(last)),
        lambda: join("the ", date(_nth(c, min(wrong, right).day)), c.pick((" to the ", " till the ")),
                     date(_nth(c, max(wrong, right).day))),
        lambda: join(date(f"{MONTHS[wrong.month - 1]} {first}"), "? ", date(last[0].upper() + last[1:])),
        lambda: join(date(MONTHS[right.month % 12]), c.pick((", no, ", " -- no -- ", ", I tell a lie, ")), date(month)),
    )  # fmt: skip
    return c.pick(shapes)()


def _said_month(c: Cast, _: str) -> Piece:
    """A month of some year: "June of oh-nine", "March", "June twenty nineteen"."""
    month = c.pick(MONTHS)
    roll = c.rng.random()
    if roll < 0.3:
        return mark(month, Entity.DATE)
    year = _year(c, c.day.year - c.rng.choice((1, 2, 3, 5, 8, 14, 22, 40)))
    return mark(f"{month}{c.pick((' of ', ' of ', ' ', ', '))}{year}", Entity.DATE)


def _said_year(c: Cast, _: str) -> Piece:
    return mark(_year(c, c.day.year - c.rng.choice((2, 3, 6, 9, 15, 21, 33, 46, 58))), Near.YEAR)


def _born(c: Cast, _: str) -> Piece:
    """The patient's spoken birthday; the article is outside the mark."""
    day = patient.birth(c)
    month, nth, year = MONTHS[day.month - 1], _nth(c, day.day), _year(c, day.year)
    lead, of = (f"{'oh ' if n < 10 and c.chance(0.4) else ''}{_number(c, n)}" for n in (day.month, day.day))
    gap = c.pick((", ", " ", ", "))

    def born(text: str) -> Piece:
        return mark(text, Entity.BIRTH_DATE_TIME)

    shapes: tuple[Callable[[], Piece], ...] = (
        lambda: born(f"{month} {nth}{gap}{year}"),
        lambda: born(f"{lead} {of}{gap}{_number(c, day.year % 100) if day.year % 100 > 9 else year}"),
        lambda: born(f"{lead}, {of}, {year}"),
        lambda: join("the ", born(f"{nth} of {month}{gap}{year}")),
        lambda: join("the ", born(f"{nth} of the {_nth(c, day.month)}{gap}{year}")),
        lambda: born(f"{nth} of the {_nth(c, day.month)}{gap}{year}"),
        lambda: born(f"{nth} {month}, {year}"),
        lambda: born(f"{month} {_number(c, day.day)}, {year}"),
    )  # fmt: skip
    return c.pick(shapes)()


def _age(years: Callable[[Cast, str], int]) -> Field:
    def field(c: Cast, spec: str) -> Piece:
        n = max(1, years(c, spec))
        text = str(n) if c.once("speak.age digits", lambda: c.chance(0.15)) else _number(c, n)
        return mark(text + c.pick(("-odd", " odd")) if n > 39 and c.chance(0.03) else text, Entity.AGE)

    return field


def _whose(c: Cast, spec: str) -> int:
    return kin.tie(c, spec).age if spec.startswith("kin") else patient.age(c)


def _old(c: Cast) -> int:
    return c.rng.randint(66, 95)


def _kid_age(c: Cast, _: str) -> Piece:
    n = c.rng.randint(2, 9)
    half = c.pick(("{} and a half", "{} and three quarters", "{}", "{}", "{}")).format(ages.words(n))
    return mark(c.pick((half, half, half, f"{_number(c, c.rng.randint(9, 23))} months")), Entity.AGE)


def _named_road(c: Cast, *, bare: float) -> str:
    while True:
        parts = c.draw(lambda: addresses.street_name(c)).split()
        if len(parts) > 1 and parts[-1].rstrip(".") in _SUFFIXES and parts[0].isalpha() and len(parts[0]) > 2:
            break
    base, end = " ".join(parts[:-1]), parts[-1].rstrip(".")
    return base if c.chance(bare) else f"{base} {_LONG.get(end, end)}"


def _road(c: Cast, _: str) -> Piece:
    if c.chance(0.14):
        return mark(c.pick(words.NUMBERED).format(n=c.rng.randint(2, 97)), Entity.STREET)
    text = _named_road(c, bare=0.5)
    return join("the ", mark(text, Entity.STREET)) if c.chance(0.1) else mark(text, Entity.STREET)


def _house(c: Cast, _: str) -> Piece:
    roll = c.rng.random()
    if roll < 0.45:
        n = _number(c, c.rng.randint(1, 99))
    elif roll < 0.75:
        tail = c.rng.randint(1, 99)
        low = f"oh {ages.words(tail)}" if tail < 10 else _number(c, tail)
        n = f"{_number(c, c.rng.randint(1, 89))} {low}"
    else:
        n = " ".join(ages.words(c.rng.randint(1, 9)) for _ in range(c.pick((3, 4))))
    text = n if c.chance(0.5) else n[0].upper() + n[1:]
    return mark(f"{text} {_named_road(c, bare=0.35)}", Entity.STREET)


def _filled(shapes: tuple[str, ...], entity: Entity) -> Field:
    """A place in one of the shapes; "the " before "~" is outside the mark. spec: a letter for one that recurs."""

    def field(c: Cast, spec: str) -> Piece:
        return c.once(f"speak {entity} {shapes[0]} {spec}", lambda: made(c)) if spec else made(c)

    def made(c: Cast) -> Piece:
        shape = c.pick(shapes)
        article, _tilde, body = shape.rpartition("~")
        town = towns.any_town(c, c.pick(("US", "US", "GB", "AU", "CA", "IE"))).name
        parts = {
            "town": town, "saint": c.pick(words.SAINTS), "family": _other(c, c.chance(0.5)).name.family,
            "given": _other(c, True).name.given or "Grace", "man": _other(c, False).name.given or "Henry",
            "n": c.rng.randint(2, 190), "road": _named_road(c, bare=1.0),
        }  # fmt: skip
        text = body.format(**parts)
        return join(article, mark(text, entity)) if article else mark(text, entity)

    return field


def _other(c: Cast, female: bool) -> Person:
    title = c.pick(("Mrs", "Mrs", "Ms", "Miss")) if female else "Mr"
    return Person(names.name(c, names.household(c), female, c.rng.randint(25, 75)), female, Entity.PERSON, title, "")


def _tale(role: str, female: bool) -> Field:
    """A person of a story, the same throughout the note."""

    def field(c: Cast, spec: str) -> Piece:
        who = c.once(f"speak {role}", lambda: _other(c, female))
        return FORMS[spec or "given"](c, who)

    return field


def _changed(change: Callable[[Cast, str], str]) -> Field:
    return lambda c, spec: recase(c.say(f"{{{spec}}}"), lambda text: change(c, text) or text)


def _spells(c: Cast, text: str) -> str:
    """A name spelled letter by letter, some letters doubled, some with a word."""
    letters = [ch for ch in text.upper() if ch.isalnum()]
    if c.chance(0.3):
        letters = [ch.lower() for ch in letters]
    sep = c.pick(("-", "-", ", ", ", ", " ", " ", ". "))
    if sep in (", ", " ") and c.chance(0.6):
        cued = set(c.rng.sample(range(len(letters)), min(len(letters), c.pick((1, 1, 2, 3)))))
        how = c.pick(("{0} as in {1}", "{0} for {1}", "{0} like {1}", "{0} -- {1} --", "{0}, {1},"))
        out: list[str] = []
        for i, ch in enumerate(letters):
            if i and ch == letters[i - 1] and c.chance(0.7):
                out[-1] = f"double {ch}"
            else:
                word = c.pick(words.CUES.get(ch.lower(), ("",)))
                out.append(how.format(ch, word).rstrip(" -,") if i in cued and word else ch)
        return sep.join(out)
    return sep.join(letters)


def _broken(c: Cast, text: str) -> str:
    return text[: min(len(text) - 1, c.rng.randint(2, 4))]


def _letter(c: Cast, text: str) -> str:
    return text[:1].upper() + c.once("speak.dot", lambda: c.pick(("", "", ".")))


def _area(c: Cast, _: str) -> Piece:
    said = " ".join(
        ages.words(n) if n else "oh" for n in (c.rng.randint(2, 9), c.rng.randint(0, 9), c.rng.randint(0, 9))
    )
    return mark(said[0].upper() + said[1:] if c.chance(0.4) else said, Entity.TELEPHONE_NUMBER)


def _word(options: tuple[str, ...]) -> Field:
    return lambda c, _: c.pick(options)


def _count(c: Cast, _: str) -> str:
    """A quantity, a score or a reading in words, not an age."""
    return _number(c, c.rng.choice((*range(2, 31), 40, 45, 60, 72, 88, 95, 110, 120)))


def _eyes(c: Cast, _: str) -> str:
    return c.pick((", ", " ", "... ", ", ")).join(c.rng.sample(words.EYES, c.rng.randint(4, 7)))


def _mr(c: Cast, _: str) -> str:
    own = "Mrs" if patient.female(c) else "Mr"
    return own + ("." if own in DOTTED and c.once("dotted titles", lambda: c.chance(0.72)) else "")


_TALE: Mapping[str, Field] = {
    **{f"she{x}": _tale(f"she{x}", True) for x in "abc"}, **{f"he{x}": _tale(f"he{x}", False) for x in "abc"}
}  # fmt: skip

FIELDS: Mapping[str, Field] = MappingProxyType({
    **_TALE,
    "saidday": _said_day,
    "fixday": _fixed_day,
    "saidmonth": _said_month,
    "saidyear": _said_year,
    "saidborn": _born,
    "agesaid": _age(_whose),
    "nextage": _age(lambda c, spec: _whose(c, spec) + 1),
    "someage": _age(lambda c, _: c.rng.randint(19, 96)),
    "oldage": _age(lambda c, spec: c.once(f"speak old {spec}", lambda: _old(c)) if spec else _old(c)),
    "midage": _age(lambda c, _: c.rng.randint(29, 59)),
    "smallage": _age(lambda c, _: c.rng.randint(4, 16)),
    "kidage": _kid_age,
    "roadsaid": _road,
    "housesaid": _house,
    "sitesaid": _filled(words.SITES, Entity.HOSPITAL),
    "homesaid": _filled(words.HOMES, Entity.HOSPITAL),
    "schoolsaid": _filled(words.SCHOOLS, Entity.ORGANIZATION),
    "nursery": _filled(words.KIDPLACES, Entity.ORGANIZATION),
    "churchsaid": _filled(words.CHURCHES, Entity.ORGANIZATION),
    "firmsaid": _filled(words.FIRMS, Entity.ORGANIZATION),
    "areasaid": _area,
    "spells": _changed(_spells),
    "broken": _changed(_broken),
    "letter": _changed(_letter),
    "oath": _word(words.OATHS),
    "huh": _word(words.HUHS),
    "sigh": _word(words.SIGHS),
    "teeth": _word(words.TEETH),
    "recall": _word(words.RECALL),
    "eyes": _eyes,
    "count": _count,
    "mrs": _mr,
})  # fmt: skip
