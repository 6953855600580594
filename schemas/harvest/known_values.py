"""Known values of structured records: the people, places and numbers they name, to be found in free text.

FHIR JSON is read by the shapes of its datatypes: an object with `family` is a HumanName, wherever it stands. So
contained resources, extensions and unknown resource types are covered too. Any JSON is accepted without an error, and
what does not have the shape of a datatype is ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from redactor.detect.known import split_name
from redactor.entities import NAMES, Entity, Role
from redactor.text import KnownValue
from schemas.harvest.datatypes import (
    address_values,
    harvest_reference,
    identifier_values,
    name_values,
    string_of,
    telecom_values,
)
from schemas.harvest.owners import OTHER, OWNERS, SUBJECT, Owner
from schemas.harvest.resources import HARVEST_BY_TYPE
from schemas.harvest.results import Harvest

_MAX_DEPTH = 64
_LABELS = frozenset(e.value for e in Entity)
_ROLES = frozenset(r.value for r in Role)
_ADDRESS_KEYS = {"postalCode", "state", "district", "text"}


def harvest(resource: object) -> Harvest:
    """The known values of one parsed FHIR resource. Never raises; other input gives an empty result."""
    out = Harvest()
    if isinstance(resource, dict):
        _resource(resource, out, OTHER, 0)
    for values in (out.subject_values, out.site_values):
        values[:] = dict.fromkeys(values)
    return out


def harvest_flat(pairs: Iterable[tuple[Any, Any, Any]]) -> list[KnownValue]:
    """Known values of a flat record.

    pairs: (entity, role, value); entity and role are members of Entity and Role or their labels. Names are split into
    parts, whole numbers become strings, and empty or other values are left out.
    """
    out = []
    for entity, role, value in pairs:
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if isinstance(value, str) and value.strip() and isinstance(entity, str) and entity in _LABELS:
            known_entity = Entity(entity)
            parts = split_name(value) if known_entity in NAMES else ()
            known_role = Role(role) if isinstance(role, str) and role in _ROLES else None
            out.append(KnownValue(value.strip(), known_entity, known_role, parts))
    return list(dict.fromkeys(out))


def _resource(node: dict[str, Any], out: Harvest, outer: Owner, depth: int) -> None:
    resource_type = string_of(node.get("resourceType"))
    owner = OWNERS.get(resource_type, SUBJECT if resource_type else outer)
    harvest_own = HARVEST_BY_TYPE.get(resource_type)
    if harvest_own is not None:
        harvest_own(node, out)
    _walk(node, resource_type, owner, out, depth)


def _walk(node: dict[str, Any], resource_type: str, owner: Owner, out: Harvest, depth: int) -> None:
    if depth > _MAX_DEPTH:
        return
    for key, value in node.items():
        if type(value) is str:
            continue
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, dict):
                _object(key, item, resource_type, owner, out, depth + 1)


def _object(key: str, node: dict[str, Any], resource_type: str, owner: Owner, out: Harvest, depth: int) -> None:
    if "resourceType" in node:
        _resource(node, out, owner, depth)
        return
    into = out.site_values if owner.site else out.subject_values
    if key == "contact":
        owner = Owner(Entity.PERSON, Role.SITE if owner.site else Role.RELATIVE, owner.site)
    if "family" in node or "given" in node or (key in ("name", "valueHumanName") and "text" in node):
        into.extend(name_values(node, owner))
    elif key in ("telecom", "valueContactPoint"):
        into.extend(telecom_values(node, owner.role))
    elif key in ("address", "valueAddress") and ("line" in node or "city" in node or _ADDRESS_KEYS & node.keys()):
        into.extend(address_values(node, owner.role))
    elif key in ("identifier", "valueIdentifier"):
        into.extend(identifier_values(node, resource_type, owner.role))
    elif "reference" in node or "display" in node or ("identifier" in node and "type" in node):
        target_type = harvest_reference(key, node, out)
        # An identifier within a reference belongs to the target.
        resource_type, owner = target_type or resource_type, OWNERS.get(target_type, owner)
    _walk(node, resource_type, owner, out, depth)
