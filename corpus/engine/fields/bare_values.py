"""Values without a label or a title: bare initials and surnames, names that are words, odd numbers, short places.

What identifies is marked; {epo}, {stagename}, {bug} and {brand} are clinical words that look as if they did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names, towns
from corpus.engine.fields.addresses import box, military, spot, the
from corpus.engine.fields.facilities import invented, named
from corpus.engine.fields.id_shapes import one_of, shaped
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.forms import ordinal_text
from redactor.sample.marked import Marked, Piece, join, mark

_FILE = "bare_values"

# Identifiers as they occur in running text, without a label.
_RAW = (
    "#{4}/#{2}/@{2}", "#{5}:#{2}", "#{2}-@/#{4}", "#{4}.#{2}.@{2}", "#{3}/#{4}", "@#{3}/#{2}", "#{2}/#{5}",
    "#{6}/@", "@{2}.#{4}.#{2}", "#{3}:#{4}:@", "@-#{2}:#{3}", "#{2}.#{3}.#{3}", "#{7}", "#{8}", "@#{6}", "@{2}#{5}",
    "#{3}-#{2}-@{2}", "#{5}/<y>", "<y>/#{5}", "<y>-#{4}-@", "@{3}/<y>/#{3}", "#{4}-#{4}", "#{2}@#{4}", "@#@#{3}",
    "#{3}@{2}#{2}", "~{2}#{4}", "~{3}-#{3}", "#{4}_#{3}", "@{2}_#{4}", "#{2}:#{5}:#{2}", "@/#{5}", "#{5}/@{2}",
    "#{3} #{3} #{3}", "@{2} #{3} #{2} @", "#{10}", "0#{4}-#{2}", "#{1}/#{4}-@", "@{1}#{1}/#{4}/#{1}", "№#{5}",
    "#{4}:@{2}:#{2}", "#{6}.#{1}", "@{3}.#{5}", "#{5}-~", "(#{3}) #{5}", "#{2}+#{4}", "#{3}\\#{4}",
    "#{4}=#{2}", "@{4}#{4}", "$$$-$$$$", "$$$$-$$", "#{3}/@{3}/#{2}", "@<y>.#{4}", "<Y>/#{4}", "<Y>.#{3}.@", "#{9}",
)  # fmt: skip
_INITIALS = ("{a}{b}",) * 6 + ("{a}{m}{b}",) * 4 + (
    "{a}.{b}.", "{a}.{b}.", "{a}.{m}.{b}.", "{a}. {b}.", "{a}{b}.", "{a}.{b}", "{a} {b}", "{a}-{b}", "{a}{b}2",
)  # fmt: skip
_BLEEPS = (
    "%#-##", "%###", "%###", "0###", "%##", "%####", "%#.##", "%#-%#", "%##-#", "0%##", "%-###", "#%##", "%#", "7#-##",
    "%## ##", "%##/%",
)  # fmt: skip
_ROADS = (
    "A%", "A%#", "A%##", "M%", "M%#", "B%###", "N%#", "E%#", "I-%#", "I-%##", "I%#", "US-%#", "US %#",
    "Rt. %#", "SR %##",
    "I-%# exit %#", "I-%# Exit %##", "Exit %#", "I-%#/US-%#", "Junction %#", "J%# of the M%",
    "mile marker %##", "MM %##",
    "Hwy %#", "Highway %##", "County Rd. %#", "CR-%##", "FM %##", "State Rd. %#", "D%##", "R%#", "SH-%#", "Loop %##",
)  # fmt: skip
_UNITS = (
    "Suite %##", "Suite %#", "Ste %##", "Ste. @", "Apt. %##", "Apt %#", "Apt %@", "APT %##", "Unit %#",
    "Unit @%", "№%##",
    "№ %#", "Flat %", "Flat %@", "Floor %", "Fl. %", "%nd-%", "Bldg. %", "Bldg @, Apt %#", "Lot %#",
    "Trlr %#", "Rm. %##",
    "Room %##", "Space %#", "Unit %, Block @", "Penthouse %", "Basement flat", "Upper unit", "Rear",
    "Box %##", "Slip %#",
    "Mail stop %##", "c/o Box %#", "Dept. %##", "Level %", "Tower %, №%##", "Bsmt", "2R", "%L", "%F", "%@",
)  # fmt: skip
_MILITARY = (
    "PSC % Box %###", "PSC %##, Box %##", "PSC %#, BOX %###", "Unit %#### Box %##", "Unit %####, Box %#",
    "CMR %## Box %###",
    "CMR %##, BOX %##", "OMC Box %##", "UNIT %####", "Box %##, PSC %#",
)  # fmt: skip
_FAR = (
    "%#### Mellemvej %#", "%### Skovbrynet %#", "%# %## Norrgatan %#", "%#-%## Polna %/%", "%### Zürichstrasse %#",
    "%#### Via Pace %", "B-%### Rue Neuve %#", "D-%#### Gartenweg %#", "FI-00%## Puistotie % A",
)  # fmt: skip


def _family(c: Cast) -> str:
    return names.listed_family(c, 0.5)


def _given(c: Cast) -> str:
    return names.listed_given(c, 0.3)


def _listed(c: Cast, section: str) -> str:
    return c.draw(lambda: c.pick(words(_FILE, section)))


def _word(c: Cast) -> str:
    return _listed(c, "wordname")


def _epo_name(c: Cast) -> str:
    """A surname that is also the name of a sign or an operation."""
    while " " in (name := _listed(c, "eponym")) or "-" in name:
        pass
    return name


def _lone_name(c: Cast) -> str:
    """A single name: mostly a surname, sometimes with an initial or reversed."""
    roll = c.rng.random()
    family = _word(c) if roll < 0.22 else _epo_name(c) if roll < 0.32 else _family(c)
    roll = c.rng.random()
    if roll < 0.5:
        return family
    if roll < 0.68:
        return _given(c)
    given = _given(c)
    first = given[:1].upper()
    if roll < 0.84:
        return c.pick((f"{first} {family}", f"{first}{family[:1]} {family}", f"{family} {first}",
                      f"{family} {first}{first}",
                       f"{first}. {family}", f"{first}.{family}"))  # fmt: skip
    if roll < 0.94:
        return c.pick((f"{family} {given}", f"{given} {family}", f"{family.upper()} {given}", f"{family}, {given}"))
    return family.upper()


def _case(text: str, spec: str) -> str:
    return text.upper() if spec == "upper" else text.lower() if spec == "lower" else text


def _people(make: Callable[[Cast], str], entity: Entity) -> Field:
    """spec: "upper" or "lower", or the name as it is."""
    return lambda c, spec: mark(_case(make(c), spec), entity)


def _initials(c: Cast, spec: str) -> Piece:
    """The initials of a staff member, new at each use. spec: "plain" for two or three capitals."""
    a, m, b = (c.pick("ABCDEFGHJKLMNPRSTVWY") for _ in range(3))
    text = c.pick(_INITIALS[:10] if spec == "plain" else _INITIALS).format(a=a, m=m, b=b)
    roll = c.rng.random()
    if spec != "plain" and roll < 0.25:
        text = text.lower() if roll < 0.2 else text.capitalize()
    return mark(text, Entity.DOCTOR)


def _nth(c: Cast, spec: str) -> Piece:
    """A day of the month alone. spec: "pair" for two of them."""
    n = c.rng.randint(1, 30)
    if spec == "pair":
        later = c.rng.randint(n, 31)
        return join(mark(ordinal_text(n), Entity.DATE), c.pick((" and ", " to the ", " or ", " & the ")),
                    mark(ordinal_text(later), Entity.DATE))  # fmt: skip
    return mark(ordinal_text(n), Entity.DATE)


def _holiday(c: Cast, _: str) -> Piece:
    name = c.pick(words(_FILE, "holiday"))
    roll = c.rng.random()
    tail = f" {c.day.year}" if roll < 0.12 else f" of {c.day.year - 1}" if roll < 0.15 else ""
    name = name.upper() if 0.2 < roll < 0.23 else name.lower() if 0.23 < roll < 0.28 and not name.isupper() else name
    return the(name + tail, Entity.DATE)


def _age(c: Cast, _: str) -> Piece:
    """An age with the sex as a letter or a sign, glued or not; parts after a blank or a slash are outside the mark."""
    n = c.rng.choice((c.rng.randint(18, 99), c.rng.randint(1, 17), c.rng.randint(60, 104)))
    s, sign = c.pick((("F", "♀"), ("M", "♂"), ("f", "♀"), ("m", "♂"), ("F", "♀"), ("M", "♂")))
    roll = c.rng.random()
    if roll < 0.5:
        return mark(
            c.pick((f"{n}{sign}", f"{sign}{n}", f"{n}{s}", f"{n}{s}", f"{s}{n}", f"{n}y{s}", f"{n}yo{s}")), Entity.AGE
        )
    number = mark(f"{n}", Entity.AGE)
    if roll < 0.75:
        shapes: tuple[tuple[Piece, ...], ...] = (
            (f"{s}/", number), (number, f"/{s}"), ("(", number, f" {s})"), ("(", number, f"/{s})"),
            (f"({s} ", number, ")"),
            (number, f" {sign}"), (f"{sign} ", number), (f"{s}, ", number), (number, f" {s}"), (f"{s}-", number),
            (f"[{s}|", number, "]"), (number, f", {s}"),
        )  # fmt: skip
        return join(*c.pick(shapes))
    return join(c.pick(("turned ", "turns ", "now ", "is ", "was ", "hit ", "pushing ", "nearly ", "almost ", "just ",
                        "at ", "age ", "since ", "still driving at ", "not bad for ")), number)  # fmt: skip


def _user(c: Cast, _: str) -> Piece:
    """An online user name without the sign @."""
    first, second = (c.draw(lambda: c.pick(words("contacts", "word"))) for _ in range(2))
    given, family = _given(c).lower(), _family(c).lower()
    plain = given.isascii() and family.isascii() and given.isalpha() and family.isalpha()
    a, b = (given, family) if plain and c.chance(0.3) else (first, second)
    shape = c.pick(("{a}.{b}#", "{a}{b}_##", "{a}_{b}##", "{a}{b}", "{a}-{b}-#", "x{a}{b}x", "{a}.{b}", "{a}{b}####",
                    "the_{a}_{b}", "{a}s{b}##", "mr{a}##", "{b}of{a}", "{a}__{b}", "{a}4{b}", "real{a}{b}", "{a}{b}.##",
                    "its{a}", "{a}lover##", "{b}mom#", "{a}#{b}#"))  # fmt: skip
    name = shaped(c, shape).format(a=a, b=b)
    return mark(name.title() if c.chance(0.12) else name, Entity.USERNAME)


def _shapes(shapes: Sequence[str], entity: Entity) -> Field:
    return lambda c, spec: mark(_case(one_of(c, shapes), spec), entity)


def _place(c: Cast, _: str) -> Piece:
    """A hospital, a practice or a home by a short name that does not show its kind."""
    roll = c.rng.random()
    if roll < 0.22:
        text = _listed(c, "place")
    elif roll < 0.36:
        text = _listed(c, "saintly")
    elif roll < 0.5:
        text = shaped(c, c.pick(("@{3}", "@{3}", "@{4}", "@{2}H", "@{2}MC", "@{2}GH", "@{1}RMC", "@HC", "@@H")))
    else:
        text = named(c, c.pick(words(_FILE, "clinicish")))
    return the(text, Entity.HOSPITAL)


def _organisation(section: str) -> Field:
    def field(c: Cast, spec: str) -> Piece:
        name = named(c, c.pick(words(_FILE, section)))
        return the(_case(name, spec), Entity.ORGANIZATION)

    return field


def _military(c: Cast, spec: str) -> Marked:
    """A box by the military's post, on two lines or one; spec: "box" for the box alone."""
    held = mark(one_of(c, _MILITARY), Entity.STREET)
    if spec == "box":
        return held
    at = military(c)
    return join(held, c.pick(("\n", ", ", " ")), mark(at.town, Entity.CITY), c.pick((" ", ", ")),
                mark(at.state, Entity.STATE), " ", mark(at.postcode, Entity.ZIP))  # fmt: skip


def _foreign_street(c: Cast, _: str) -> Piece:
    if c.chance(0.15):
        return mark(one_of(c, _FAR), Entity.STREET)
    return mark(shaped(c, named(c, c.pick(words(_FILE, "foreignstreet")))), Entity.STREET)


def _road(c: Cast, _: str) -> Piece:
    if c.chance(0.25):
        return the(one_of(c, words("places", "road")), Entity.STREET)
    if c.chance(0.1):
        return the(c.pick(words(_FILE, "roadword")), Entity.STREET)
    return the(one_of(c, _ROADS), Entity.STREET)


def _foreign_town(c: Cast, _: str) -> Piece:
    return mark(c.draw(lambda: c.pick(words(_FILE, "foreigntown"))), Entity.CITY)


def _eponym(c: Cast, spec: str) -> Piece:
    """The name of a sign, an operation or a tool: plain. spec: a section of the list; none for any."""
    section = spec or c.pick(("eponym", "eponym", "sign", "tool", "operation", "fluid"))
    return _listed(c, section)


def _brand(c: Cast, spec: str) -> Piece:
    """A drug by its brand, alone. spec: "caps" or "lower"."""
    file, section = c.pick((("drugs", "brand"), (_FILE, "brandmore"), (_FILE, "brandmore")))
    name = c.draw(lambda: c.pick(words(file, section)))
    return name.upper() if spec == "caps" else name.lower() if spec == "lower" else name


FIELDS: Mapping[str, Field] = MappingProxyType({
    "lone": _people(_lone_name, Entity.PERSON),
    "lonedr": _people(_lone_name, Entity.DOCTOR),
    "wordname": _people(_word, Entity.PERSON),
    "worddr": _people(_word, Entity.DOCTOR),
    "eponame": _people(_epo_name, Entity.PERSON),
    "epodr": _people(_epo_name, Entity.DOCTOR),
    "caller": _people(lambda c: (_word(c) if c.chance(0.2) else _family(c) if c.chance(0.6) else _given(c)).upper(),
                      Entity.PERSON),
    "ini": _initials,
    "raw": _shapes(_RAW, Entity.ID),
    "nth": _nth,
    "hol": _holiday,
    "agemark": _age,
    "uname": _user,
    "bleep": _shapes(_BLEEPS, Entity.TELEPHONE_NUMBER),
    "fac": _place,
    "co": _organisation("company"),
    "charity": _organisation("charity"),
    "news": _organisation("news"),
    "made": lambda c, _: mark(invented(c), Entity.ORGANIZATION),
    "milbox": _military,
    "fstreet": _foreign_street,
    "ftown": _foreign_town,
    "roadname": _road,
    "anyunit": _shapes(_UNITS, Entity.STREET),
    "pobox": lambda c, _: mark(box(c), Entity.STREET),
    "otherstreet": lambda c, spec: mark(_case(spot(c, "US").street, spec), Entity.STREET),
    "capstown": lambda c, _: mark(towns.any_town(c).name.upper(), Entity.CITY),
    "shortzip": _shapes(("%##", "0###", "%###", "%#", "0%###", "%####"), Entity.ZIP),
    "epo": _eponym,
    "brand": _brand,
    "bug": lambda c, _: _listed(c, "organism"),
    "stagename": lambda c, _: c.say(c.pick(words(_FILE, "stage"))),
})  # fmt: skip
