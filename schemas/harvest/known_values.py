"""Takes known values out of structured records: the people, places and numbers they name, to be found in free text.

FHIR JSON is read by the shapes of its datatypes: an object with `family` is a HumanName, wherever it stands. So
contained resources, extensions and unknown resource types are covered too. Any JSON is accepted without an error, and
what does not have the shape of a datatype is ignored. Flat records are read by their schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from redactor.dates import parse_day
from redactor.detect.known import split_name
from redactor.entities import NAMES, Entity, Role
from redactor.text import KnownValue
from schemas.engine.compiled_schema import Branch, CompiledSchema, Kind, Leaf, Rule
from schemas.engine.date_parts import compose_date, fields_of_parts
from schemas.harvest.clues import clues_of, clues_of_reference
from schemas.harvest.datatypes import (
    OTHER,
    OWNERS,
    PEOPLE,
    PERSON_FIELDS,
    SUBJECT,
    Owner,
    address_values,
    harvest_reference,
    identifier_values,
    name_values,
    objects_of,
    reference_type,
    string_of,
    strings_of,
    telecom_values,
)
from schemas.harvest.fillers import without_filler
from schemas.harvest.resources import HARVEST_BY_TYPE
from schemas.harvest.results import Clue, Harvest, PersonValues

_MAX_DEPTH = 64
_LABELS = frozenset(e.value for e in Entity)
_ROLES = frozenset(r.value for r in Role)
_PEOPLE = frozenset({"Patient", "Person", "RelatedPerson"})
_ADDRESS_KEYS = {"postalCode", "state", "district", "text"}


def harvest(resource: object, reference: str = "") -> Harvest:
    """Return the known values of one parsed FHIR resource; never raises, and other input gives an empty result.

    `reference` refers to the resource, where its Bundle entry gives its id.

    Example: `harvest({"resourceType": "Patient", "id": "1", "name": [{"family": "Roe"}]}).subject_values`.
    """
    if not isinstance(resource, dict):
        return Harvest()
    resource_type, own = string_of(resource.get("resourceType")), string_of(resource.get("id"))
    out = Harvest(reference or (f"{resource_type}/{own}" if resource_type and own else ""))
    _harvest_resource(resource, out.subject, out, OTHER, 0)
    for values in (out.site_values, out.subject.values, *(person.values for person in out.others)):
        if values:
            values[:] = dict.fromkeys(v for v in map(without_filler, values) if v is not None)
    return out


def harvest_flat(pairs: Iterable[tuple[Any, Any, Any]]) -> list[KnownValue]:
    """Return known values of a flat record.

    `pairs` holds (entity, role, value); entity and role are members of Entity and Role or their labels. Names are split
    into parts, whole numbers become strings, and empty or other values and fillers ("unknown") are left out.
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
    return list(dict.fromkeys(v for v in map(without_filler, out) if v is not None))


def harvest_flat_clues(values: Iterable[KnownValue]) -> list[Clue]:
    """Return the clues that the values of a flat record give to its patient, without those of relatives."""
    node: dict[str, Any] = {"name": [], "identifier": [], "telecom": []}
    for value in values:
        if value.role in (None, Role.PATIENT):
            day = parse_day(value.value) if value.entity is Entity.BIRTH_DATE_TIME else None
            if day is not None:
                node["birthDate"] = day.isoformat()
            elif value.entity in (Entity.PATIENT, Entity.PERSON):
                node["name"].append({"text": value.value})
            elif value.entity is Entity.SSN_OR_TAXPAYER:
                node["identifier"].append({"type": {"coding": [{"code": "SS"}]}, "value": value.value})
            elif value.entity in (Entity.TELEPHONE_NUMBER, Entity.EMAIL):
                node["telecom"].append({"value": value.value})
    return list(clues_of(node, "Patient"))


def _harvest_resource(node: dict[str, Any], person: PersonValues, out: Harvest, outer: Owner, depth: int) -> None:
    """Harvest a resource, contained or not, for its owner."""
    resource_type = string_of(node.get("resourceType"))
    owner = OWNERS.get(resource_type, SUBJECT if resource_type else outer)
    if resource_type in _PEOPLE:
        if depth or resource_type == "RelatedPerson":
            person = PersonValues(f"{out.reference}#{string_of(node.get('id'))}" if depth else out.reference)
            out.others.append(person)
        person.clues.extend(clues_of(node, resource_type))
    harvest_own = HARVEST_BY_TYPE.get(resource_type)
    if harvest_own is not None:
        harvest_own(node, person, out)
    _harvest_fields(node, resource_type, owner, person, out, depth)


def _harvest_fields(
    node: dict[str, Any], resource_type: str, owner: Owner, person: PersonValues, out: Harvest, depth: int
) -> None:
    """Harvest the objects in a resource's fields."""
    if depth > _MAX_DEPTH:
        return
    for key, value in node.items():
        if type(value) is str:
            continue
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, dict):
                _harvest_object(key, item, resource_type, owner, person, out, depth + 1)


def _harvest_object(
    key: str, node: dict[str, Any], resource_type: str, owner: Owner, person: PersonValues, out: Harvest, depth: int
) -> None:
    """Harvest an object by the shape of its datatype."""
    if "resourceType" in node:
        _harvest_resource(node, person, out, owner, depth)
        return
    if key == "contact":
        owner = Owner(Entity.PERSON, Role.SITE if owner.site else Role.RELATIVE, owner.site)
        if resource_type == "Patient":
            person = _other_person(key, _names_of_contact(node), clues_of(node, ""), out)
    into = out.site_values if owner.site else person.values
    if "family" in node or "given" in node or (key in ("name", "valueHumanName") and "text" in node):
        into.extend(name_values(node, owner))
    elif key in ("telecom", "valueContactPoint"):
        into.extend(telecom_values(node, owner.role))
    elif key in ("address", "valueAddress") and ("line" in node or "city" in node or _ADDRESS_KEYS & node.keys()):
        into.extend(address_values(node, owner.role))
    elif key in ("identifier", "valueIdentifier"):
        into.extend(identifier_values(node, resource_type, owner.role))
    elif "reference" in node or "display" in node or ("identifier" in node and "type" in node):
        if key in PERSON_FIELDS and resource_type in PERSON_FIELDS[key]:
            owner_of_target = PEOPLE.get(reference_type(key, node))
            if owner_of_target is not None and not owner_of_target.site:
                person = _other_person(key, _names_of_reference(node), clues_of_reference(node), out)
        target_type = harvest_reference(key, node, person, out)
        # An identifier within a reference belongs to the target.
        resource_type, owner = target_type or resource_type, OWNERS.get(target_type, owner)
    _harvest_fields(node, resource_type, owner, person, out, depth)


def _other_person(field: str, names: Iterable[str], clues: Iterator[Clue], out: Harvest) -> PersonValues:
    """Add another person whom a field names; equal `names` are one person."""
    person = PersonValues(" ".join((field, *names)), clues=list(clues))
    out.others.append(person)
    return person


def _names_of_contact(node: dict[str, Any]) -> Iterator[str]:
    yield from (value.value for name in objects_of(node.get("name")) for value in name_values(name, OTHER))


def _names_of_reference(node: dict[str, Any]) -> Iterator[str]:
    yield from (string_of(node.get(key)) for key in ("reference", "display"))
    yield from (string_of(identifier.get("value")) for identifier in objects_of(node.get("identifier")))


# --- Fields of flat records -------------------------------------------------------------------------------------------

_IDENTIFYING = frozenset({Rule.MASK, Rule.HASH})
_SITE_ROLES = frozenset({Role.CLINICIAN, Role.SITE})

Field = tuple[Entity, Role | None, object]
"""The entity that a field holds, the role of its owner, and its value."""


def identifying_fields(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[Field]:
    """Yield the columns of a flat record that identify somebody by its schema: those under mask or hash."""
    parts = fields_of_parts(schema.root, data) if schema.root.kind is Kind.DATE_PARTS else {}
    if parts and (date := compose_date(parts, data)):
        leaf = next(leaf for _, leaf in parts.values())
        yield leaf.entity or Entity.DATE, leaf.role, date
    done = {key for key, _ in parts.values()}
    for key, node in schema.root.children.items():
        if isinstance(node, Leaf) and node.rule in _IDENTIFYING and node.is_known and key in data and key not in done:
            yield node.entity or Entity.ID, node.role, data[key]


def site_fields(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[Field]:
    """Yield the columns of a record of no subject that name the site or its people: a table of providers or
    of clinics.
    """
    return (field for field in identifying_fields(data, schema) if field[1] in _SITE_ROLES)


_WHOLE = {Kind.HUMAN_NAME: " ", Kind.ADDRESS: ", "}  # datatypes that are searched for whole, and what joins their parts


def nested_values(data: Mapping[str, Any], schema: CompiledSchema) -> list[KnownValue]:
    """Return the known values below the columns: names and addresses with their parts, and identifying fields."""
    wholes = (without_filler(value) for value in _whole_values(data, schema))
    return list(dict.fromkeys([*(v for v in wholes if v is not None), *harvest_flat(nested_fields(data, schema))]))


def _whole_values(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[KnownValue]:
    for branch, item in _nested_objects(data, schema):
        joint = _WHOLE.get(branch.kind) if branch.kind is not None else None
        if joint is None:
            continue
        leaves = ((branch.children.get(key), value) for key, value in item.items())
        held = [
            (leaf, text)
            for leaf, value in leaves
            if isinstance(leaf, Leaf) and leaf.rule is Rule.MASK and leaf.is_known and _is_part(leaf)
            for text in strings_of(value)
        ]
        if held:
            # A given name is said first, wherever the record has it.
            held.sort(key=lambda pair: _NAME_ORDER.get(pair[0].part or "", 1))
            first = held[0][0]
            entity = Entity.ADDRESS if branch.kind is Kind.ADDRESS else first.entity or Entity.PERSON
            parts = tuple((n.part or "", value) for n, value in held)
            yield KnownValue(joint.join(value for _, value in held), entity, first.role, parts)


_NAME_ORDER = {"given": 0, "family": 2}


def _is_part(leaf: Leaf) -> bool:
    """Tell whether a field holds a part of a name or an address, and not all of it."""
    return leaf.part not in (None, "text")


def nested_fields(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[Field]:
    """Yield the identifying fields below the columns, of the patient or of other people, but for names and addresses
    that `nested_values` gives whole.
    """
    for branch, item in _nested_objects(data, schema):
        for key, node in branch.children.items():
            is_own = branch is not schema.root or node.is_array
            if not isinstance(node, Leaf) or node.rule not in _IDENTIFYING or not node.is_known or not is_own:
                continue
            if branch.kind in _WHOLE and _is_part(node):
                continue
            found = item.get(key)
            for one in found if isinstance(found, list) else [found]:
                yield node.entity or Entity.ID, node.role, one


def _nested_objects(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[tuple[Branch, dict[str, Any]]]:
    """Yield the objects of a record with their schemas, the record itself first."""
    waiting: list[tuple[Branch, Any]] = [(schema.root, data)]
    while waiting:
        branch, value = waiting.pop()
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield branch, item
                below = ((branch.children.get(key), found) for key, found in item.items())
                waiting.extend((node, found) for node, found in below if isinstance(node, Branch))


def own_values(data: Mapping[str, Any], schema: CompiledSchema) -> tuple[KnownValue, ...]:
    """Return the known values of a record without a single subject, for the texts of that record."""
    if schema.fhir is not None:
        return tuple(harvest(data).subject_values)
    return tuple(dict.fromkeys((*harvest_flat(identifying_fields(data, schema)), *nested_values(data, schema))))
