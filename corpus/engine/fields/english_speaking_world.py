"""People, addresses, practices, telephones and identity numbers of one English-speaking country a note.

A country of `words/english_speaking_world.txt` has a section for each part ("GB streets"). In its shapes {S} {A} {T}
{R} {Z} are street, area, town, region and code of an address, and {family}, {given}, {town}, {area}, {nature} are
filled as is usual there.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import names, patient, people, towns
from corpus.engine.fields.addresses import Spot, lower, upper
from corpus.engine.fields.facilities import named, spoken
from corpus.engine.fields.id_shapes import shaped
from corpus.engine.fields.spellings import FORMS, Person
from corpus.engine.words import sections, words
from redactor.entities import Entity
from redactor.lexicon.build import name_origins
from redactor.sample.forms import Name
from redactor.sample.marked import Marked, Near, Piece, fill_template, join, mark
from redactor.sample.people import ascii_letters_of

_FILE = "english_speaking_world"
_COMMON = ("GB", "GB", "GB", "GB", "IE", "AU", "AU", "NZ", "CA", "CA", "IN", "IN", "ZA", "NG", "KE", "SG", "HK", "PH",
           "CB", "MT", "AE", "EU", "US")  # fmt: skip
_COUNTRIES = frozenset({
    "UAE", "Qatar", "Kuwait", "KSA", "Oman", "Bahrain", "Malta", "Singapore", "S'pore", "Spain", "Portugal", "Italy",
    "Switzerland", "France", "Germany", "The Netherlands", "Jamaica", "Barbados", "St. Lucia", "Hong Kong",
})  # fmt: skip
_INNER = re.compile(r"\{(family|given|town|area)\}")


@cache
def _homes(code: str) -> tuple[name_origins.Origin, ...]:
    want = set(words(_FILE, f"{code} people"))
    listed = [o for o in name_origins.blend()[0] if o.key in want and not o.native]
    return tuple(o for o in listed for _ in range(words(_FILE, f"{code} people").count(o.key)))


def land(c: Cast) -> str:
    """The country of the note."""
    return c.once("abroad.land", lambda: c.pick(_COMMON))


def _own(c: Cast, code: str, part: str) -> str | None:
    """A name from the country's own list, two times in three if it has one."""
    section = f"{code} {part}"
    return c.draw(lambda: c.pick(words(_FILE, section))) if section in sections(_FILE) and c.chance(0.7) else None


def _kin(c: Cast) -> names.Kin:
    home = c.pick(_homes(land(c)))
    own = _own(c, land(c), "family")
    return names.Kin(home, own or names.family(c, home))


def _name(c: Cast, kin: names.Kin, female: bool, age: int) -> Name:
    made = names.name(c, kin, female, age)
    own = _own(c, land(c), "female" if female else "male")
    return Name(own, "", made.family, "", own.split()[0], made.maiden) if own else made


def set_land(c: Cast, spec: str) -> str:
    """Settles the country, its household and its home for the whole note.

    spec: codes to choose from, perhaps with what the patient is: child, woman, worker or adult.
    """
    codes = [code for code in spec.split() if code.isupper()]
    code = c.once("abroad.land", lambda: c.pick(codes or _COMMON))
    if "child" in spec:
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(400, 5600)))
    if "woman" in spec:
        c.once("patient female", lambda: True)
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(7000, 15500)))
    if "worker" in spec:
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(7300, 23300)))
    if "adult" in spec:
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(8000, 33000)))
    c.once("household", lambda: _kin(c))
    age, female = patient.age(c), patient.female(c)
    title = people._title(c, "", female, age)
    c.once(
        "person pt",
        lambda: Person(_name(c, c.once("household", lambda: _kin(c)), female, age), female, Entity.PATIENT, title, ""),
    )
    c.once("places.home", lambda: _spot(c, code))
    return ""


def _town(c: Cast) -> str:
    codes = words(_FILE, f"{land(c)} code")
    return "Singapore" if codes[0] == "SG" else towns.any_town(c, c.pick(codes)).name


def _filled(c: Cast, part: str) -> str:
    """One of the country's shapes of a part, filled."""
    shape = shaped(c, c.pick(words(_FILE, f"{land(c)} {part}")))
    return named(c, _INNER.sub(lambda found: _one(c, found[1]), shape))


def _one(c: Cast, kind: str) -> str:
    code = land(c)
    if kind == "town":
        return c.draw(lambda: c.pick(words(_FILE, "SG areas"))) if code == "SG" else _town(c)
    if kind == "area":
        return c.draw(lambda: c.pick(words(_FILE, f"{code} areas")))
    home = c.pick(_homes(code))
    if kind == "family":
        return _own(c, code, "family") or c.draw(lambda: name_origins.family(c.rng, home))
    return c.draw(lambda: name_origins.given(c.rng, home, c.chance(0.5)))


def _spot(c: Cast, code: str) -> Spot:
    area = c.draw(lambda: c.pick(words(_FILE, f"{code} areas")))
    region = c.pick(words(_FILE, f"{code} regions"))
    return Spot(
        _filled(c, "streets"), area, _town(c), "", region, _filled(c, "post"), c.pick(words(_FILE, f"{code} code"))
    )


def _region(name: str) -> Entity:
    return Entity.COUNTRY if name in _COUNTRIES else Entity.STATE


def _home(c: Cast, key: str) -> Spot:
    return c.once(f"abroad.{key}", lambda: _spot(c, land(c)))


def _address(key: str) -> Field:
    """spec: "short" (street and area), "block", "wrap" (broken badly), or nothing: one line."""

    def field(c: Cast, spec: str) -> Piece:
        at = _home(c, key) if key else _spot(c, land(c))
        pieces: Mapping[str, Piece] = {
            "S": mark(at.street, Entity.STREET), "A": mark(at.unit, Entity.CITY), "T": mark(at.town, Entity.CITY),
            "R": mark(at.state, _region(at.state)),
            "Z": mark(at.postcode, Entity.STREET if "Box" in at.postcode else Entity.ZIP),
        }  # fmt: skip
        layout = "{S}, {A}" if spec == "short" else c.pick(words(_FILE, f"{land(c)} layout"))
        if spec == "block":
            layout = (
                layout.replace(", ", c.pick((",\n", "\n", "\n"))) if "," in layout else layout.replace("} {", "}\n{")
            )
        elif spec == "wrap":
            at_break = c.rng.randint(1, max(1, layout.count("{") - 1))
            places = [m.start() for m in re.finditer(r"\{", layout)][at_break : at_break + 1]
            for i in places:
                layout = layout[:i].rstrip() + "\n" + c.pick(("", "", "    ")) + layout[i:]
        elif c.chance(0.15):
            layout = layout.replace(", ", c.pick((" • ", " · ", " | ", ",", "  ")))
        whole = fill_template(layout, lambda name, _: pieces[name])
        roll = c.rng.random()
        return upper(whole) if roll < 0.06 else lower(whole) if roll < 0.08 else whole

    return field


def _titles(c: Cast, female: bool) -> str:
    code = land(c)
    if code in ("GB", "IE", "AU", "NZ", "ZA", "MT") and c.chance(0.28):
        return c.pick(("Miss", "Ms", "Mrs")) if female else "Mr"
    return "Prof" if c.chance(0.06) else "Dr"


def _clinician(role: str, plain: bool = False) -> Field:
    def make(c: Cast) -> Person:
        female = c.chance(0.85 if plain else 0.45)
        kin = _kin(c)
        title = (
            c.pick(("Sr", "Sister", "Nurse", "Ms", "Mrs"))
            if plain and female
            else "Mr"
            if plain
            else _titles(c, female)
        )
        return Person(_name(c, kin, female, 40), female, Entity.DOCTOR, title, c.pick(words(_FILE, f"{land(c)} creds")))

    def field(c: Cast, spec: str) -> Piece:
        who = make(c) if role == "new" else c.once(f"abroad.{role}", lambda: make(c))
        if spec:
            return FORMS[spec](c, who)
        usual = ("short", "given", "short", "titled", "first_initial") if plain else ("titled",) * 6 + (
            "titled_full", "titled_full", "short", "initial_last")  # fmt: skip
        return FORMS[c.pick(usual)](c, who)

    return field


def _honoured(c: Cast, _: str) -> Marked:
    """The patient with the title used in the country."""
    female, age = patient.female(c), patient.age(c)
    by_land: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "IN": (("Smt.", "Smt", "Kum." if age < 25 else "Mrs."), ("Shri", "Sh.", "Mr.")),
        "SG": (("Mdm", "Mdm", "Mdm."), ("Mr", "Uncle", "Encik")),
        "HK": (("Madam", "Ms", "Mdm"), ("Mr", "Mr.")),
        "NG": (("Mrs.", "Alhaja", "Madam", "Mama"), ("Mr.", "Alhaji", "Chief", "Engr.", "Pa")),
        "KE": (("Mama", "Mrs.", "Ms"), ("Mzee", "Mr.", "Mr")),
        "ZA": (("Mev", "Mrs", "Gogo"), ("Mnr", "Mr", "Tata")),
        "PH": (("Gng.", "Ma'am", "Ms."), ("G.", "Mr.", "Mang")),
        "MT": (("Ms", "Mrs", "Sra"), ("Mr", "Sur")),
    }
    both = by_land.get(land(c), (("Mrs", "Ms", "Miss"), ("Mr", "Mr")))
    if age < 14:
        both = (("Miss", "Baby"), ("Master", "Mast."))
    form = c.pick(("short", "full", "family", "short", "given"))
    return join(c.pick(both[0] if female else both[1]), " ", FORMS[form](c, people.person(c, "pt")))


def _of(c: Cast, _: str) -> Marked:
    """S/o, D/o, W/o and the name after it."""
    house = c.once("household", lambda: _kin(c))
    who = c.once(
        "abroad.of",
        lambda: Person(_name(c, house, False, 60), False, Entity.PERSON, c.pick(("Sh", "Mr", "late Sh")), ""),
    )
    wife = patient.female(c) and patient.age(c) > 21 and c.chance(0.8)
    word = c.pick(("W/o", "w/o", "W/O.", "wife of")) if wife else c.pick(
        ("D/o", "d/o", "D/O.") if patient.female(c) else ("S/o", "s/o", "S/O.", "C/o", "son of"))  # fmt: skip
    title = c.pick(("", "", "Sh. ", "Shri ", "Mr. ", "late ", "Late Sri "))
    return join(f"{word} {title}", FORMS[c.pick(("given", "short", "full"))](c, who))


def _parts(part: str, entity: Entity) -> Field:
    """A label and its number: spec "bare" the number, "label" the label; else label and number somehow set off."""

    def field(c: Cast, spec: str) -> Piece:
        label, _, shape = c.pick(words(_FILE, f"{land(c)} {part}")).partition("|")
        value = mark(shaped(c, shape), entity)
        if spec == "bare":
            return value
        label = label.lower() if c.chance(0.12) else label.upper() if c.chance(0.08) else label
        joint = "" if label.endswith(("/", "-")) else c.pick((" ", " ", " ", ": ", ": ", ":", " - ", "\t"))
        return join(label.rstrip(":") if joint else label, joint, value)

    return field


def _said(part: str, entity: Entity, key: str = "") -> Field:
    """A name or a number of the country; key: the same one throughout the note. spec "short": the colloquial form."""

    def field(c: Cast, spec: str) -> Piece:
        text = c.once(f"abroad.{key}", lambda: _filled(c, part)) if key else _filled(c, part)
        if spec == "short":
            text = spoken(text)
        whole = mark(text.upper() if spec == "upper" else text.lower() if spec == "lower" else text, entity)
        if text.startswith("The ") and spec not in ("upper", "lower"):
            return join("the " if spec == "short" else "The ", mark(text[4:], entity))
        return whole

    return field


def _plain(part: str) -> Field:
    return lambda c, spec: c.pick(words(_FILE, f"{land(c)} {part}")).lower() if spec == "lower" else c.pick(
        words(_FILE, f"{land(c)} {part}"))  # fmt: skip


def _date(c: Cast, spec: str) -> Piece:
    """A date as the note's country writes it, the note's day or spec days after it."""
    day = c.day + dt.timedelta(days=int(spec or 0) + (c.rng.randint(-3, 3) if spec else 0))
    forms: tuple[str, ...] = (
        "{d:02}/{m:02}/{y:02}", "{d}/{m}/{Y}", "{d:02}/{m:02}/{Y}", "{d}.{m}.{y:02}", "{d:02}.{m:02}.{Y}",
        "{d} {M} {Y}",
        "{d}{o} {M} {Y}", "{d} {b} {Y}", "{d:02}-{b}-{Y}", "{d:02}-{m:02}-{Y}", "{d:02} {b} {y:02}",
    )  # fmt: skip
    if land(c) in ("US", "PH"):
        forms = ("{m}/{d}/{Y}", "{m:02}/{d:02}/{y:02}", "{M} {d}, {Y}", "{b}. {d}, {Y}", "{m}-{d}-{y:02}")
    elif land(c) == "CA":
        forms = ("{Y}-{m:02}-{d:02}", "{M} {d}, {Y}", "{d:02}-{b}-{Y}", "{Y}/{m:02}/{d:02}", "{b} {d} {Y}")
    form = c.once("abroad.day", lambda: c.pick(forms)) if c.chance(0.75) else c.pick(forms)
    o = "th" if 10 <= day.day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    text = form.format(d=day.day, m=day.month, y=day.year % 100, Y=day.year, M=f"{day:%B}", b=f"{day:%b}", o=o)
    return mark(text, Entity.DATE)


def _span(c: Cast, _: str) -> str:
    """A length of time in the shorthand of notes: 6/52 is six weeks, not a date."""
    return shaped(c, c.pick(("%/7", "%/52", "%/12", "10/7", "%/12", "%/52", "2/52", "6/12", "3/7", "2-3/52", "1/12")))


def _mail(role: str) -> Field:
    def field(c: Cast, _: str) -> Piece:
        if role == "desk":
            local = c.pick(
                ("appointments", "info", "referrals", "secretary", "reception", "pals", "records", "bookings")
            )
        else:
            n = people.person(c, "pt").name
            g, f = ascii_letters_of(n.given) or "x", ascii_letters_of(n.family) or "y"
            local = c.pick(
                (f"{g}.{f}", f"{g[0]}{f}", f"{g}{f}{shaped(c, '%#')}", f"{f}.{g[0]}", f"{g}_{f}", f"{f}family")
            )
        return mark(f"{local}@{c.pick(words(_FILE, f'{land(c)} mail'))}", Entity.EMAIL)

    return field


def _bay(c: Cast, _: str) -> Marked:
    return mark(
        shaped(c, c.pick(("Ward %", "Ward %#", "Ward @%", "Wd %", "ward %@", "Ward %[[A|B]]"))), Near.DEPARTMENT
    )


FIELDS: Mapping[str, Field] = MappingProxyType({
    "abin": set_land,
    "abdr": _clinician("dr"), "abdr2": _clinician("dr2"), "abgp": _clinician("gp"), "abnew": _clinician("new"),
    "abnu": _clinician("nu", True), "absec": _clinician("sec", True), "abnu2": _clinician("nu2", True),
    "abhon": _honoured, "abof": _of,
    "abcred": _plain("creds"), "abbody": _plain("bodies"), "abdrug": _plain("drugs"),
    "abaddr": _address("home"), "abaddr2": _address("second"), "abany": _address(""),
    "abtown": lambda c, _: mark(_home(c, "home").town, Entity.CITY),
    "abarea": lambda c, _: mark(_home(c, "home").unit, Entity.CITY),
    "abtown2": lambda c, _: mark(_one(c, "town"), Entity.CITY),
    "abarea2": lambda c, spec: mark(_one(c, "area").lower() if spec == "lower" else _one(c, "area"), Entity.CITY),
    "abzip": lambda c, _: mark(_home(c, "home").postcode, Entity.ZIP),
    "abstreet": lambda c, _: mark(_home(c, "home").street, Entity.STREET),
    "abregion": lambda c, _: mark(_home(c, "home").state, _region(_home(c, "home").state)),
    "abtel": _said("land", Entity.TELEPHONE_NUMBER), "abfax": _said("land", Entity.FAX_NUMBER),
    "abcell": _said("cell", Entity.TELEPHONE_NUMBER, "cell"), "abcell2": _said("cell", Entity.TELEPHONE_NUMBER),
    "abid": _parts("ids", Entity.ID), "abhno": _parts("hospno", Entity.MEDICAL_RECORD_NUMBER),
    "abreg": _parts("regs", Entity.CERTIFICATE_NUMBER),
    "abhosp": _said("hosps", Entity.HOSPITAL, "hosp"), "abhosp2": _said("hosps", Entity.HOSPITAL, "hosp2"),
    "abhosp3": _said("hosps", Entity.HOSPITAL), "absurg": _said("surgs", Entity.HOSPITAL, "surg"),
    "absurg2": _said("surgs", Entity.HOSPITAL), "abfirm": _said("firms", Entity.ORGANIZATION, "firm"),
    "abfirm2": _said("firms", Entity.ORGANIZATION), "abschool": _said("schools", Entity.ORGANIZATION, "school"),
    "abpayer": _said("payers", Entity.ORGANIZATION, "payer"),
    "abmail": _mail("pt"), "abdesk": _mail("desk"),
    "abd": _date, "abspan": _span, "abbay": _bay,
})  # fmt: skip
