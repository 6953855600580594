"""Whose record it is: the record's own id, its patient, and the patient's token."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from schemas.engine.compiled_schema import CompiledSchema, node_at
from schemas.engine.paths import values_at
from schemas.engine.primitives import scalar_text, written_id
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import RecordIn
from schemas.engine.references import id_in_url, reference_target


def own_id(schema: CompiledSchema | None, record: RecordIn) -> str | None:
    """The record's own id as written, or None."""
    path = (schema.id_path if schema is not None else None) or ("id",)
    return next((text for v in values_at(record.data, path) if (text := scalar_text(v))), None)


def is_of_patient(schema: CompiledSchema) -> bool:
    """Whether a record of the schema is the patient's own: a Patient, a row of persons."""
    return schema.resource_type in ("Patient", "Person") or (schema.id_path or ("id",)) in schema.subject


def patient_of(schema: CompiledSchema, record: RecordIn) -> str | None:
    """The id of the one patient whose record it is, as the source writes it. None when it names none or several.

    A Person links records of one person only (R4, Person.link), so that any of its patients is the one.
    """
    for path in schema.subject:
        found = set(_patients(schema, record, path))
        if found:
            return min(found) if len(found) == 1 or schema.resource_type == "Person" else None
    if schema.resource_type == "Patient" and record.full_url:
        named = reference_target(record.full_url, record.aliases)
        return named[1] if named and named[1] else id_in_url(record.full_url)
    return None


def _patients(schema: CompiledSchema, record: RecordIn, path: tuple[str, ...]) -> Iterator[str]:
    for value in values_at(record.data, path):
        text = scalar_text(value)
        if not text:
            continue
        if schema.fhir is None:
            if plain := written_id(value, text, getattr(node_at(schema.root, path), "format", "")):
                yield plain
            continue
        if schema.resource_type == "Patient" and path == ("id",):
            yield text
            continue
        named = reference_target(text, record.aliases)
        if named and named[0] == "Patient" and named[1]:
            yield named[1]


def patients_named(record: RecordIn) -> set[str]:
    """Every patient that the record names anywhere, as the source writes them: by reference or by identifier.

    A reference that does not say its type counts.
    """
    found: set[str] = set()
    waiting: list[Any] = [record.data]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
            continue
        if not isinstance(node, dict):
            continue
        waiting.extend(node.values())
        reference = node.get("reference")
        if isinstance(reference, str):
            named = reference_target(reference, record.aliases)
            if named is None:
                found.add(id_in_url(reference))  # it may name a patient: a bare id, a URN, an unknown URL
            elif named[0] == "Patient":
                found.add(named[1])
        if node.get("resourceType") == "Patient":
            found.add(scalar_text(node.get("id")) or "")
        found.update(text for value in values_at(node, ("identifier", "value")) if (text := scalar_text(value)))
    return found - {""}


def subject_of(
    schema: CompiledSchema, record: RecordIn, keys: RecordPseudonyms, crosswalk: Callable[[str], str]
) -> str | None:
    """The token of the record's patient, or None for a record that is a scope of its own.

    crosswalk: maps a source's patient id to the one id that all records of that patient share.
    """
    patient = patient_of(schema, record)
    return keys.subject(crosswalk(patient)) if patient else None
