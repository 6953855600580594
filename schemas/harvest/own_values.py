"""The fields of a flat record that identify somebody, and the known values of a record that belongs to no chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from redactor.entities import Entity, Role
from redactor.text import KnownValue
from schemas.engine.compiled_schema import Branch, CompiledSchema, Kind, Leaf, Rule
from schemas.engine.date_parts import composed, fields_of_parts
from schemas.harvest.known_values import harvest, harvest_flat

_IDENTIFYING = frozenset({Rule.MASK, Rule.HASH})
_OF_SITE = frozenset({Role.CLINICIAN, Role.SITE})

Field = tuple[Entity, Role | None, object]
"""What a field holds, whose it is, and its value."""


def identifying_fields(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[Field]:
    """The columns of a flat record that identify somebody by its schema: those under mask or hash."""
    parts = fields_of_parts(schema.root, data) if schema.root.kind is Kind.DATE_PARTS else {}
    if parts and (date := composed(parts, data)):
        leaf = next(leaf for _, leaf in parts.values())
        yield leaf.entity or Entity.DATE, leaf.role, date
    done = {key for key, _ in parts.values()}
    for key, node in schema.root.children.items():
        if isinstance(node, Leaf) and node.rule in _IDENTIFYING and node.is_known and key in data and key not in done:
            yield node.entity or Entity.ID, node.role, data[key]


def site_fields(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[Field]:
    """The columns of a record of no subject that name the site or its people: a table of providers or of clinics."""
    return (field for field in identifying_fields(data, schema) if field[1] in _OF_SITE)


def nested_fields(data: Mapping[str, Any], schema: CompiledSchema) -> Iterator[Field]:
    """The identifying fields below the columns, of the patient or of anybody beside."""
    waiting: list[tuple[Branch, Any]] = [(schema.root, data)]
    while waiting:
        branch, value = waiting.pop()
        for item in value if isinstance(value, list) else [value]:
            if not isinstance(item, dict):
                continue
            for key, node in branch.children.items():
                found = item.get(key)
                if isinstance(node, Branch):
                    waiting.append((node, found))
                elif node.rule in _IDENTIFYING and node.is_known and (branch is not schema.root or node.is_array):
                    for one in found if isinstance(found, list) else [found]:
                        yield node.entity or Entity.ID, node.role, one


def own_values(data: Mapping[str, Any], schema: CompiledSchema) -> tuple[KnownValue, ...]:
    """The known values of a record without a single subject, for its own texts."""
    if schema.fhir is not None:
        return tuple(harvest(data).subject_values)
    return tuple(dict.fromkeys(harvest_flat((*identifying_fields(data, schema), *nested_fields(data, schema)))))
