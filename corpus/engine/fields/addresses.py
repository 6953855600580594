"""Addresses and their written forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from corpus.engine.cast import Cast
from corpus.engine.fields.id_shapes import one_of, shaped
from corpus.engine.fields.towns import Town, any_town, country_names, county, state_names
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.marked import Mark, Marked, Piece, escape, join, mark

_FILE = "places"
_ABROAD = ("GB", "GB", "GB", "CA", "CA", "CA", "AU", "AU", "DE", "DE", "FR", "ES", "IN", "IN", "IE", "NZ", "MX")
_DIRECTIONS = ("N", "S", "E", "W", "N.", "S.", "E.", "W.", "North", "South", "East", "West", "NE", "NW", "SE", "SW")
_ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Twelfth")
_KINDS = ("Street", "Street", "St", "St", "St.", "Avenue", "Avenue", "Ave", "Ave", "Ave.", "Road", "Rd", "Rd.", "Drive",
          "Dr",
          "Lane", "Ln", "Court", "Ct", "Place", "Pl", "Blvd", "Boulevard", "Way", "Circle", "Terrace")  # fmt: skip
_PROVINCE_LETTERS = {"NL": "A", "NS": "B", "PE": "C", "NB": "E", "QC": "GHJ", "ON": "KLMNP", "MB": "R", "SK": "S",
"AB": "T",
                     "BC": "V"}  # fmt: skip
_POST_LETTERS = "ABCEGHJKLMNPRSTVXY"
_AUSTRALIAN_DIGITS = {"NSW": "2", "ACT": "26", "VIC": "3", "QLD": "4", "SA": "5", "WA": "6", "TAS": "7", "NT": "08"}


@dataclass(frozen=True, slots=True)
class Spot:
    """An address in its parts. street: with its number. country: ISO code. county, state, unit: perhaps empty."""

    street: str
    unit: str
    town: str
    county: str
    state: str
    postcode: str
    country: str


def upper(source: Marked) -> Marked:
    """The source in capitals, including its marks."""
    return _recased(source, str.upper)


def lower(source: Marked) -> Marked:
    """The source in lower case, including its marks."""
    return _recased(source, str.lower)


def _recased(source: Marked, change: Callable[[str], str]) -> Marked:
    done = escape(source, change)
    return Marked(
        done.text, tuple(Mark(m.start, m.end, m.entity, m.subject, done.text[m.start : m.end]) for m in done.marks)
    )


def the(value: str, entity: Entity) -> Marked:
    """A place of that name; an article before it, capitalised or not, is outside the mark."""
    return join(value[:4], mark(value[4:], entity)) if value[:4].lower() == "the " else mark(value, entity)


def _us_zip(c: Cast, state: str) -> str:
    low, high = pools.postcodes().get(state, (10001, 99950))
    code = f"{c.rng.randint(low, high):05d}"
    return f"{code}-{c.rng.randrange(1, 10000):04d}" if c.chance(0.1) else code


def street_name(c: Cast) -> str:
    """A US street's name without a number: "W 14th St", "Quail Ridge Road"."""
    draw = c.rng.random()
    if draw < 0.16:
        n = c.rng.randint(1, 220 if c.chance(0.3) else 60)
        ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
        name = c.pick(_ORDINALS) if c.chance(0.2) else f"{n}{ending}"
    elif draw < 0.5:
        name = c.draw(lambda: pools.load_pools().family(c.rng, None))
    elif draw < 0.9:
        name = c.draw(lambda: c.pick(words(_FILE, "street")))
    elif draw < 0.93:
        return f"{c.pick(('Avenue', 'Ave', 'Street'))} {c.pick(tuple('ABCDHJKLMNPRSTUXYZ'))}"
    elif draw < 0.95:
        return f"{c.pick(('Avenue of the', 'Court of the', 'Calle de los', 'Via'))} {c.pick(words(_FILE, 'street'))}"
    else:
        return one_of(c, ("County Road %##", "CR %##", "Highway %#", "Hwy %##", "State Route %#", "US Highway %#",
        "Route %",
                          "FM %###", "Old Highway %#", "N %##0 E", "Ranch Road %##", "Private Drive %#",
                          "County Rd @@"))  # fmt: skip
    kind = c.pick(_KINDS if c.chance(0.6) else words(_FILE, "short" if c.chance(0.5) else "suffix"))
    if c.chance(0.03):
        return name if " " in name else f"The {name}"
    direction = c.rng.random()
    if direction < 0.13:
        return f"{c.pick(_DIRECTIONS)} {name} {kind}"
    return f"{name} {kind} {c.pick(_DIRECTIONS)}" if direction < 0.19 else f"{name} {kind}"


def _number(c: Cast) -> str:
    if c.chance(0.05):
        return one_of(
            c, ("%#-%#", "%##-%#", "%##@", "%# 1/2", "%##½", "One", "Two", "N%#W%####", "%####", "%##-@", "%#-A", "0%#")
        )
    return str(
        c.rng.choice((c.rng.randint(1, 99), c.rng.randint(1, 999), c.rng.randint(100, 9999), c.rng.randint(1, 19999)))
    )


def _us(c: Cast, town: Town) -> Spot:
    draw = c.rng.random()
    if draw < 0.9:
        street = f"{_number(c)} {street_name(c)}"
    elif draw < 0.96:
        street = box(c)
    else:
        street = one_of(c, ("RR % Box %##", "R.R. #%, Box %#", "RR% Box %#@", "Rural Route %", "HC %# Box %##",
        "HC-%# Box %#",
                            "Star Route % Box %#", "Route % Box %##", "RFD %", "Rt. %, Box %##"))  # fmt: skip
    unit = one_of(c, words(_FILE, "unit")) if draw < 0.9 and c.chance(0.3) else ""
    return Spot(street, unit, town.name, county(c, town.state), town.state, _us_zip(c, town.state), "US")


def box(c: Cast) -> str:
    """A post-office box."""
    return one_of(c, ("P.O. Box %{2,5}", "P.O. Box %##", "PO Box %###", "PO BOX %##", "P. O. Box %##", "POB %##",
    "Box %##",
                      "Post Office Box %##", "PO Box %####", "P O Box %##", "PO Drawer @", "GPO Box %###",
                      "PMB %##"))  # fmt: skip


def military(c: Cast) -> Spot:
    """A military post address."""
    street = one_of(
        c, ("PSC % Box %###", "PSC %##, Box %##", "Unit %#### Box %##", "CMR %## Box %###", "USS Nimitz FPO %##")
    )
    state, low = c.pick((("AE", "09"), ("AP", "96"), ("AA", "34")))
    return Spot(street, "", c.pick(("APO", "APO", "FPO", "DPO")), "", state, f"{low}{shaped(c, '###')}", "US")


def _british(c: Cast) -> tuple[str, str]:
    """A street and a postcode."""
    out = f"{c.pick(words(_FILE, 'gb_area'))}{shaped(c, c.pick(('%', '%', '%#', '%')))}"
    inner = f"{c.rng.randrange(10)}{c.pick('ABDEFGHJLNPQRSTUWXYZ')}{c.pick('ABDEFGHJLNPQRSTUWXYZ')}"
    return _numbered(c, words(_FILE, "gb_street")), f"{out}{'' if c.chance(0.15) else ' '}{inner}"


def _numbered(c: Cast, streets: tuple[str, ...]) -> str:
    return f"{c.rng.randint(1, 240)}{c.pick(('', '', '', '', 'a', 'B'))} {one_of(c, streets)}"


def _foreign(c: Cast, town: Town) -> Spot:
    """An address abroad. Countries without a form of their own use the most common one."""
    state, unit, district = town.state, "", ""
    if town.country in ("GB", "IE"):
        street, code = _british(c)
        unit = one_of(c, words(_FILE, "gb_house")) if c.chance(0.3) else ""
        district = c.pick(words(_FILE, "gb_county" if town.country == "GB" else "ie_county")) if c.chance(0.4) else ""
        if town.country == "IE":
            code = shaped(c, "[[D0#|T12|H91|V94|A65|F23]] [[@#@#|@##@|$$$$]]")
    elif town.country == "CA":
        street = _numbered(c, words(_FILE, "ca_street"))
        first = c.pick(_PROVINCE_LETTERS.get(state, "X"))
        joint = "" if c.chance(0.15) else " "
        middle, last = c.pick(_POST_LETTERS), c.pick(_POST_LETTERS)
        code = f"{first}{c.rng.randrange(10)}{middle}{joint}{c.rng.randrange(10)}{last}{c.rng.randrange(10)}"
        unit = one_of(c, ("Unit %#", "Apt %##", "№%##", "Suite %##", "app. %")) if c.chance(0.25) else ""
    elif town.country in ("AU", "NZ"):
        street = _numbered(c, words(_FILE, "au_street"))
        start = _AUSTRALIAN_DIGITS.get(state, "0")
        code = start + shaped(c, "#" * (4 - len(start)))
        street = f"{c.rng.randint(1, 40)}/{street}" if c.chance(0.2) else street
    elif town.country == "IN":
        street = f"{one_of(c, words(_FILE, 'in_house'))}, {one_of(c, words(_FILE, 'in_street'))}"
        state, code = c.pick(words(_FILE, "in_state")), shaped(c, "%##[[ |]]###")
    elif town.country in ("FR", "BE"):
        number = f"{c.rng.randint(1, 180)}{c.pick(('', '', ' bis', ','))}"
        street, code = f"{number} {c.pick(words(_FILE, 'fr_street'))}", shaped(c, "%####")
    elif town.country in ("ES", "MX", "CO", "AR", "PE"):
        number = f"{c.pick(('', 'No. ', '#'))}{c.rng.randint(1, 400)}"
        street, code = f"{c.pick(words(_FILE, 'es_street'))} {number}", shaped(c, "%####")
        unit = one_of(c, ("%º @", "% izq.", "Int. %", "Depto %##", "Col. Centro")) if c.chance(0.3) else ""
    else:
        streets = words(_FILE, "de_street" if town.country in ("DE", "AT", "CH") else "abroad_street")
        street, code = f"{c.pick(streets)} {c.rng.randint(1, 190)}{c.pick(('', '', '', 'a', ' b'))}", shaped(c, "%####")
    return Spot(street, unit, town.name, district, state, code, town.country)


def spot(c: Cast, country: str = "", state: str = "") -> Spot:
    """A new address: three in twenty abroad, unless a country is given; in the US state, if one is given."""
    where = country or (c.pick(_ABROAD) if c.chance(0.15) else "US")
    if where == "US":
        if not state and c.chance(0.01):
            return military(c)
        return _us(c, any_town(c, "US", state))
    return _foreign(c, any_town(c, where))


def home(c: Cast) -> Spot:
    """Where the patient lives."""
    return c.once("places.home", lambda: spot(c))


def near(c: Cast, of: Spot) -> Spot:
    """A new address in the same town, in the same state, or somewhere in the same country."""
    if of.country != "US" or of.state not in state_names():
        other = spot(c, of.country)
        return replace(other, town=of.town, state=of.state) if c.chance(0.5) else other
    draw = c.rng.random()
    other = spot(c, "US", of.state if draw < 0.85 else "")
    return replace(other, town=of.town, county=of.county) if draw < 0.45 else other


def country_name(c: Cast, code: str) -> str:
    """The name of a country as used in addresses."""
    if code == "US":
        return c.pick(("USA", "USA", "United States", "U.S.A.", "US"))
    if code == "GB":
        return c.pick(("UK", "UK", "United Kingdom", "England", "Scotland", "Great Britain"))
    return country_names()[code]


def state_of(c: Cast, at: Spot, *, spelt: float = 0.12) -> Marked:
    """The state of an address, in two letters or (with probability spelt) in full; empty if there is none."""
    full = state_names().get(at.state, at.state) if at.country == "US" else at.state
    return mark(full if c.chance(spelt) else at.state, Entity.STATE)


def last_line(c: Cast, at: Spot, *, code: bool = True) -> Marked:
    """Town, state and postcode in the order of the country; code: whether to include the postcode."""
    town = mark(at.town, Entity.CITY)
    behind: tuple[Piece, ...] = (" ", mark(at.postcode, Entity.ZIP)) if code else ()
    if at.country == "US":
        comma = ", " if c.chance(0.8) else c.pick((" ", " ", ",", "  "))
        if code and c.chance(0.06):
            behind = (c.pick((", ", "  ", " - ", ",")), *behind[1:])
        return join(town, comma, state_of(c, at), *behind)
    if at.country in ("CA", "AU"):
        return join(town, c.pick((", ", ", ", " ")), state_of(c, at), *behind)
    if at.country in ("GB", "IE"):
        district: tuple[Piece, ...] = (", ", mark(at.county, Entity.COUNTY)) if at.county else ()
        behind = (c.pick((", ", " ")), *behind[1:]) if code else ()
        return join(town, *district, *behind)
    if at.country == "IN":
        behind = (c.pick((" ", " - ", "-")), *behind[1:]) if code else ()
        return join(town, *behind, ", ", mark(at.state, Entity.STATE))
    return join(mark(at.postcode, Entity.ZIP), " ", town) if code and at.country != "NZ" else join(town, *behind)


def _first(c: Cast, at: Spot, sep: str) -> Marked:
    """Street and unit; a unit separated only by a blank belongs to the mark of the street."""
    if not at.unit:
        return mark(at.street, Entity.STREET)
    if at.country in ("GB", "IE"):
        return join(mark(at.unit, Entity.STREET), sep, mark(at.street, Entity.STREET))
    if sep != "\n" and c.chance(0.4):
        return mark(f"{at.street} {at.unit}", Entity.STREET)
    if c.chance(0.04):
        return join(mark(at.unit, Entity.STREET), sep, mark(at.street, Entity.STREET))
    return join(mark(at.street, Entity.STREET), sep, mark(at.unit, Entity.STREET))


def one_line(c: Cast, at: Spot, *, code: bool = True) -> Marked:
    """The whole address on one line, mostly with commas."""
    sep = ", " if c.chance(0.75) else c.pick((" ", " ", " ", "; ", " - ", ",", "  "))
    whole = join(_first(c, at, ", " if sep in (" - ", "; ") else sep), sep, last_line(c, at, code=code))
    if (at.country != "US" and c.chance(0.5)) or c.chance(0.04):
        whole = join(whole, ", ", mark(country_name(c, at.country), Entity.COUNTRY))
    draw = c.rng.random()
    return upper(whole) if draw < 0.07 else lower(whole) if draw < 0.1 else whole


def block(c: Cast, at: Spot) -> Marked:
    """The address as on an envelope."""
    whole = join(_first(c, at, c.pick(("\n", "\n", ", "))), "\n", last_line(c, at))
    if at.country != "US" and c.chance(0.5):
        whole = join(whole, "\n", mark(country_name(c, at.country), Entity.COUNTRY))
    return upper(whole) if c.chance(0.08) else whole
