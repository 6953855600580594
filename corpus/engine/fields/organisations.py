"""Hospitals, practices, laboratories, pharmacies, payers, employers, schools and other organizations; wards."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import addresses
from corpus.engine.fields.addresses import home, the
from corpus.engine.fields.facilities import Organisation, organisation
from corpus.engine.fields.id_shapes import one_of
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample.marked import Marked, Near, join, mark

# field: (kinds in the list, entity)
_HELD: Mapping[str, tuple[tuple[str, ...], Entity]] = MappingProxyType({
    "site": (("hospital",), Entity.HOSPITAL),
    "site2": (("hospital", "hospital", "clinic"), Entity.HOSPITAL),
    "site3": (("hospital", "hospital", "clinic", "nursinghome"), Entity.HOSPITAL),
    "pcpsite": (("clinic",), Entity.HOSPITAL),
    "clinic": (("clinic",), Entity.HOSPITAL),
    "nursinghome": (("nursinghome",), Entity.HOSPITAL),
    "hospice": (("hospice",), Entity.HOSPITAL),
    "lab": (("lab",), Entity.DIAGNOSTIC_LABS),
    "pharmacy": (("pharmacy",), Entity.PHARMACY),
    "payer": (("payer",), Entity.ORGANIZATION),
    "employer": (("employer",), Entity.ORGANIZATION),
    "school": (("school",), Entity.ORGANIZATION),
    "agency": (("agency",), Entity.ORGANIZATION),
    "church": (("church",), Entity.ORGANIZATION),
    "firm": (("firm",), Entity.ORGANIZATION),
})  # fmt: skip
_SITES = ("hospital", "hospital", "hospital", "clinic", "clinic", "nursinghome", "hospice")


def held(c: Cast, field: str) -> Organisation:
    """The organisation that a field names throughout the note. Raises KeyError if the field names none."""
    kinds, entity = _HELD[field]
    return c.once(f"organisations.{field}", lambda: organisation(c, c.pick(kinds), entity, home(c)))


def written(c: Cast, o: Organisation, spec: str) -> Marked:
    """An organisation as a spec asks: alias, abbr, block (with its address), upper, name; any form without a spec."""
    if spec == "block":
        name = mark(o.name.upper() if c.chance(0.3) else o.name, o.entity)
        return join(name, "\n", addresses.block(c, o.home))
    if spec == "upper":
        return mark(o.name.upper(), o.entity)
    if spec == "abbr":
        return the(o.abbr, o.entity)
    if spec == "alias":
        return the(o.alias, o.entity)
    # Short forms of hospitals are what notes are full of; other organisations are called by their names mostly.
    draw = (1.0 if o.entity is Entity.HOSPITAL else 2.5) * c.rng.random() if not spec else 1.0
    return the(o.alias if draw < 0.13 else o.abbr if draw < 0.18 else o.name, o.entity)


def _field(name: str) -> Field:
    return lambda c, spec: written(c, held(c, name), spec)


def _new_site(c: Cast, spec: str) -> Marked:
    return written(c, organisation(c, c.pick(_SITES), Entity.HOSPITAL, home(c)), spec)


def _lab_site(c: Cast, spec: str) -> Marked:
    """The hospital's laboratory under the hospital's name, or an independent company."""
    if spec or not c.once("organisations.labsite", lambda: c.chance(0.5)):
        return written(c, held(c, "lab"), spec)
    o = held(c, "site")
    kind = c.pick(
        ("Laboratory", "Clinical Laboratory", "Lab", "Pathology Department", "Core Laboratory", "Outpatient Lab")
    )
    return mark(f"{o.name} {kind}", Entity.DIAGNOSTIC_LABS)


def _department(c: Cast, spec: str) -> Marked:
    name = c.pick(words("organisations", "dept")) if c.chance(0.6) else one_of(c, words("organisations", "ward"))
    return mark(
        name.upper() if spec == "upper" or c.chance(0.04) else name.lower() if c.chance(0.05) else name, Near.DEPARTMENT
    )


FIELDS: Mapping[str, Field] = MappingProxyType(
    {name: _field(name) for name in _HELD} | {"newsite": _new_site, "labsite": _lab_site, "dept": _department}
)
