"""Hospitals, homes, companies, schools, clubs and agencies with unusual names, many of them foreign."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields.addresses import the
from corpus.engine.fields.facilities import named
from corpus.engine.words import sections, words
from redactor.entities import Entity
from redactor.sample.marked import Piece

_FILE = "odd_places"
_FIELD = re.compile(r"\{(\w+)\}")

# field: (section of the list, entity)
_KINDS: Mapping[str, tuple[str, Entity]] = MappingProxyType({
    "oddsite": ("siteshape", Entity.HOSPITAL),
    "oddclinic": ("clinicshape", Entity.HOSPITAL),
    "oddhome": ("homeshape", Entity.HOSPITAL),
    "donor": ("donorshape", Entity.HOSPITAL),
    "oddpharm": ("pharmshape", Entity.PHARMACY),
    "oddlab": ("labshape", Entity.DIAGNOSTIC_LABS),
    "oddpayer": ("payershape", Entity.ORGANIZATION),
    "oddco": ("coshape", Entity.ORGANIZATION),
    "oddschool": ("schoolshape", Entity.ORGANIZATION),
    "oddclub": ("clubshape", Entity.ORGANIZATION),
    "oddagency": ("agencyshape", Entity.ORGANIZATION),
    "oddpolice": ("policeshape", Entity.ORGANIZATION),
    "oddcourt": ("courtshape", Entity.ORGANIZATION),
    "oddarmy": ("armyshape", Entity.ORGANIZATION),
    "oddcrew": ("crewshape", Entity.ORGANIZATION),
    "oddwelfare": ("welfareshape", Entity.ORGANIZATION),
    "oddjail": ("jailshape", Entity.ORGANIZATION),
    "oddbank": ("bankshape", Entity.ORGANIZATION),
    "oddbody": ("bodyshape", Entity.ORGANIZATION),
})  # fmt: skip


def _name(c: Cast, section: str) -> str:
    """A name from one of the section's shapes; fields missing here come from those of all organisations."""

    def inner(found: re.Match[str]) -> str:
        kind = found[1]
        if kind not in sections(_FILE):
            return found[0]
        # Names are held out, shapes are not.
        return c.pick(words(_FILE, kind)) if kind.endswith("shape") else c.draw(lambda: c.pick(words(_FILE, kind)))

    text = c.pick(words(_FILE, section))
    for _ in range(2):  # a title contains the name of a person
        text = _FIELD.sub(inner, text)
    return re.sub(r"^(the) the ", r"\1 ", named(c, text), flags=re.I)  # a town may have its own article


def _slip(c: Cast, name: str) -> str:
    """With one letter left out, doubled or changed with its neighbour, not the first nor the last."""
    if len(name) < 6:
        return name
    at = c.rng.randrange(2, len(name) - 2)
    if not (name[at].isalpha() and name[at + 1].isalpha()):
        return name
    return c.pick((
        name[:at] + name[at + 1 :],
        name[:at] + name[at] + name[at:],
        name[:at] + name[at + 1] + name[at] + name[at + 2 :],
    ))  # fmt: skip


def _field(section: str, entity: Entity) -> Field:
    """spec: "upper", "lower", "slip", "bare" (no article); none: in small letters or misspelt now and then."""

    def field(c: Cast, spec: str) -> Piece:
        name = _name(c, section)
        roll = c.rng.random() if not spec else 1.0
        if spec == "upper" or roll < 0.03:
            name = name.upper()
        elif spec == "lower" or roll < 0.09:
            name = name.lower()
        elif spec == "slip" or roll < 0.13:
            name = _slip(c, name)
        if spec == "bare":
            name = re.sub(r"^the ", "", name, flags=re.I)
        return the(name, entity)

    return field


FIELDS: Mapping[str, Field] = MappingProxyType({name: _field(*kind) for name, kind in _KINDS.items()})
