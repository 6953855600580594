"""Addresses whole and in parts, towns, states, countries, and places that texts mention by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import addresses, towns
from corpus.engine.fields.addresses import Spot, box, home, street_name, the
from corpus.engine.fields.id_shapes import one_of
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import pools
from redactor.sample.marked import Marked, join, mark

_FILE = "places"


def _address(c: Cast, spec: str) -> Marked:
    at = home(c)
    if spec == "block":
        return addresses.block(c, at)
    return addresses.one_line(c, at, code=spec != "nozip")


def _street(c: Cast, spec: str) -> Marked:
    at = home(c)
    if spec == "name" and at.country == "US":
        return mark(street_name(c), Entity.STREET)
    return mark(at.street, Entity.STREET)


def _unit(c: Cast, spec: str) -> Marked:
    return mark(home(c).unit or c.once("places.unit", lambda: one_of(c, words(_FILE, "unit"))), Entity.STREET)


def _state(c: Cast, spec: str) -> Marked:
    at = home(c)
    if at.country == "US":
        return addresses.state_of(c, at, spelt=1)
    return mark(towns.state_names()[any_state(c)], Entity.STATE)


def any_state(c: Cast) -> str:
    """Two letters of a US state, the same all over the note."""
    return c.once("places.state", lambda: c.pick(tuple(towns.state_names())))


def _stateab(c: Cast, spec: str) -> Marked:
    at = home(c)
    if at.country == "US" and not c.chance(0.06):
        return addresses.state_of(c, at, spelt=0)
    return mark(c.pick(words(_FILE, "stateab")), Entity.STATE)


def _county(c: Cast, spec: str) -> Marked:
    at = home(c)
    name = at.county or c.once("places.county", lambda: towns.county(c, any_state(c)))
    kind = name.rsplit(" ", 1)[-1]
    return mark(name.rsplit(" ", 1)[0] if kind in ("County", "Parish") and c.chance(0.2) else name, Entity.COUNTY)


def _with_state(c: Cast, at: Spot) -> Marked:
    """Dayton, OH"""
    if at.country == "US":
        return addresses.last_line(c, at, code=False)
    behind = at.state if at.country in ("CA", "AU", "IN") and c.chance(0.6) else ""
    entity = Entity.STATE if behind else Entity.COUNTRY
    return join(mark(at.town, Entity.CITY), ", ", mark(behind or addresses.country_name(c, at.country), entity))


def _hometown(c: Cast, spec: str) -> Marked:
    at = c.once("places.hometown", lambda: _from_anywhere(c))
    return mark(at.town, Entity.CITY) if spec == "plain" or c.chance(0.65) else _with_state(c, at)


def _from_anywhere(c: Cast) -> Spot:
    town = towns.abroad(c) if c.chance(0.3) else towns.any_town(c)
    return Spot("", "", town.name, "", town.state, "", town.country)


def _country(c: Cast, spec: str) -> Marked:
    if c.chance(0.2):
        name = c.pick(tuple(towns.country_names().values()))
    else:
        name = c.pick(words(_FILE, "country"))
    return the(name, Entity.COUNTRY)


def _abroad(c: Cast, spec: str) -> Marked:
    draw = c.rng.random()
    if draw < 0.35:
        return _country(c, "")
    town = towns.abroad(c)
    if draw < 0.7:
        return mark(town.name, Entity.CITY)
    country = mark(towns.country_names()[town.country], Entity.COUNTRY)
    return join(mark(town.name, Entity.CITY), c.pick((", ", ", ", ", ", " in ", " - ")), country)


def _named(c: Cast) -> str:
    """A word or a family that places are named after."""
    draw = c.rng.random()
    if draw < 0.4:
        return c.draw(lambda: pools.load_pools().family(c.rng, None))
    if draw < 0.75:
        return c.draw(lambda: c.pick(words(_FILE, "street")))
    return towns.any_town(c).name


def _listed(name: str, entity: Entity = Entity.LOCATION) -> Callable[[Cast], Marked]:
    def make(c: Cast) -> Marked:
        return the(c.draw(lambda: one_of(c, words(_FILE, name))), entity)

    return make


def _kind(name: str, share_first: float = 0.0) -> Callable[[Cast], Marked]:
    """A place called after somebody or something, with its kind: "Hickory Pond", "Dover Correctional Facility"."""

    def make(c: Cast) -> Marked:
        kind = c.pick(words(_FILE, name))
        if kind in ("Lake", "Mountain") and c.chance(share_first):
            return mark(f"{'Mt.' if kind == 'Mountain' else kind} {_named(c)}", Entity.LOCATION)
        return mark(f"{_named(c)} {kind}", Entity.LOCATION)

    return make


def _bare(street: str) -> str:
    """A street without its kind, as people name corners: "5th" for "5th Street"."""
    start, _, last = street.rpartition(" ")
    return start if start not in ("", "The", "Avenue", "Ave", "Street") and not last[0].isdigit() else street


def _intersection(c: Cast) -> Marked:
    first, second = street_name(c), street_name(c)
    if c.chance(0.5):
        first, second = _bare(first), _bare(second)
    return mark(f"{first}{c.pick((' and ', ' & ', ' and ', ' at ', '/', ' @ '))}{second}", Entity.STREET)


def _base(c: Cast) -> Marked:
    if c.chance(0.6):
        return _listed("base")(c)
    family = c.draw(lambda: pools.load_pools().family(c.rng, None))
    return mark(c.pick((f"Fort {family}", f"Camp {family}", f"{family} AFB", f"{family} Air Force Base",
    f"Ft. {family}",
                        f"Naval Station {family}", f"{family} Army Depot", f"FOB {family}")),
                        Entity.LOCATION)  # fmt: skip


def _reservation(c: Cast) -> Marked:
    name = c.draw(lambda: c.pick(words(_FILE, "reservation")))
    kind = c.pick(
        (" Reservation", " Reservation", " Indian Reservation", " Nation", " Rez", "", " Pueblo", " Tribal Lands")
    )
    return mark(name + kind, Entity.LOCATION)


def _airport(c: Cast) -> Marked:
    if c.chance(0.6):
        return _listed("airport")(c)
    return mark(
        f"{_named(c)} {c.pick(('Airport', 'International Airport', 'Regional Airport', 'Municipal'))}", Entity.LOCATION
    )


def _neighbourhood(c: Cast) -> Marked:
    draw = c.rng.random()
    if draw < 0.5:
        return _listed("hood")(c)
    if draw < 0.85:
        return mark(f"{_named(c)} {c.pick(words(_FILE, 'hoodword'))}", Entity.LOCATION)
    side = c.pick(("East", "West", "North", "South", "Downtown", "Old", "Upper", "Lower", "Central", "Greater"))
    return mark(f"{side} {towns.any_town(c).name}", Entity.LOCATION)


def _shop(c: Cast) -> Marked:
    shop = c.pick(words(_FILE, "shop"))
    where = c.pick((street_name(c), one_of(c, words(_FILE, "road")), towns.any_town(c).name))
    entity = Entity.STREET if c.chance(0.4) else Entity.LOCATION
    return join(mark(shop, Entity.ORGANIZATION), c.pick((" on ", " in ", " off ", " at ")), the(where, entity))


_PLACES: tuple[Callable[[Cast], Marked], ...] = (
    _listed("landmark"), _listed("landmark"), _listed("region"), _listed("region"), _listed("road"), _listed("road"),
    _neighbourhood, _neighbourhood, _neighbourhood, _kind("naturekind", 0.6), _kind("naturekind", 0.6),
    _kind("shelterkind"),
    _kind("jailkind"), _intersection, _intersection, _base, _reservation, _airport, _shop,
    lambda c: mark(box(c), Entity.STREET), lambda c: mark(street_name(c), Entity.STREET),
    lambda c: mark(addresses.spot(c, "US").street, Entity.STREET),
)  # fmt: skip


def _place(c: Cast, spec: str) -> Marked:
    return c.pick(_PLACES)(c)


FIELDS: Mapping[str, Field] = MappingProxyType({
    "address": _address,
    "street": _street,
    "unit": _unit,
    "city": lambda c, _: mark(home(c).town, Entity.CITY),
    "town": lambda c, _: mark(towns.any_town(c).name, Entity.CITY),
    "county": _county,
    "state": _state,
    "stateab": _stateab,
    "zip": lambda c, _: mark(home(c).postcode, Entity.ZIP),
    "country": _country,
    "hometown": _hometown,
    "citystate": lambda c, _: _with_state(c, home(c)),
    "abroad": _abroad,
    "place": _place,
})  # fmt: skip
