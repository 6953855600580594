"""Finds out whose record a record is: its id, its patient, and the patient's token."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Any

from msgspec.structs import replace

from schemas.engine.compiled_schema import CompiledSchema, node_at
from schemas.engine.fhir_types import RESOURCE_TYPES
from schemas.engine.json_codec import objects_in, values_at
from schemas.engine.patient_identifiers import Number, PatientNumbers, changed_at, number_of, numbers_of
from schemas.engine.primitives import scalar_text, written_id
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Original, RecordIn, RecordOut
from schemas.engine.references import id_in_url, reference_target

# Types of which each resource belongs to a patient whom a reference to it does not name.
_TYPES_WITH_UNNAMED_PATIENT = frozenset(
    {"Group", "Encounter", "EpisodeOfCare", "RelatedPerson", "Person"}
    | {"DocumentReference", "DiagnosticReport", "Composition"}
)
# Elements that imply a patient where a record names none: of R4 and R5, and of the context of an R4 DocumentReference.
_VISITS = (
    ("encounter",), ("context",), ("episodeOfCare",), ("context", "encounter"), ("context", "sourcePatientInfo"),
)  # fmt: skip


Numbered = Callable[[Number], str | None]
"""Returns the id, after the crosswalk, of the one patient who has the identifier, or None."""

NOBODY = ("NULL", "\\N", "None", "N/A", "nan", "", "0", "-1")
"""The values that databases and data frames write into the id column of a table where there is no patient; in
any case.
"""
_NOBODY = frozenset(written.casefold() for written in NOBODY)


class _Named(Enum):
    """Tells how a Reference names the patient."""

    BY_ID = auto()
    UNRESOLVED = auto()
    OTHER = auto()


def _numbers_nobody(number: Number) -> str | None:
    return None


def own_id(schema: CompiledSchema | None, record: RecordIn) -> str | None:
    """Return the record's id as written, or None."""
    path = (schema.id_path if schema is not None else None) or ("id",)
    return _first_text(record.data, path) or None


def drop_nobody(schema: CompiledSchema, record: RecordIn, keys: RecordPseudonyms) -> RecordIn:
    """Return a table's row with null in patient columns that name nobody: a hash of NULL would look like a patient."""
    if schema.fhir is not None:
        return record
    ids = {path[0]: record.data.get(path[0]) for path in schema.subject if len(path) == 1}
    nobody = _nobody(keys)
    empty: dict[str, None] = {}
    for name, value in ids.items():
        text = scalar_text(value) or "-"
        if not nobody.isdisjoint((text.strip().casefold(), _written(schema, (name,), value, text).casefold())):
            empty[name] = None
    return replace(record, data=record.data | empty, canonical=b"") if empty else record


def _written(schema: CompiledSchema, path: tuple[str, ...], value: Any, text: str) -> str:
    """Return the id in a field of a table, in the form in which ids are compared."""
    return written_id(value, text, getattr(node_at(schema.root, path), "format", ""))


def _nobody(keys: RecordPseudonyms) -> frozenset[str]:
    return _NOBODY if keys.nobody is None else keys.nobody


def is_of_patient(schema: CompiledSchema) -> bool:
    """Tell whether records of the schema describe the patient: a Patient, a row of persons."""
    return schema.resource_type in ("Patient", "Person") or (schema.id_path or ("id",)) in schema.subject


def patient_of(schema: CompiledSchema, record: RecordIn, nobody: frozenset[str] = _NOBODY) -> str | None:
    """Return the id of the one patient whose record it is, as the source writes it, or None when it names none or
    several.

    `nobody` holds ids of tables that stand for no patient, casefolded: rows with such an id are of no one patient. A
    Person links records of one person only (R4, Person.link), so that any of its patients is the one.
    """
    for path in schema.subject:
        found = set(_patients(schema, record, path, nobody))
        if found:
            return min(found) if len(found) == 1 or schema.resource_type == "Person" else None
    if schema.resource_type == "Patient" and record.full_url:
        named = reference_target(record.full_url, record.aliases)
        return named[1] if named and named[1] else id_in_url(record.full_url)
    return None


def _patients(schema: CompiledSchema, record: RecordIn, path: tuple[str, ...], nobody: frozenset[str]) -> Iterator[str]:
    for value in values_at(record.data, path):
        text = scalar_text(value)
        if not text:
            continue
        if schema.fhir is None:
            plain = _written(schema, path, value, text)
            if plain and plain.casefold() not in nobody:
                yield _patient_id(plain, record) or plain  # a table may give a reference
            continue
        if schema.resource_type == "Patient" and path == ("id",):
            yield text
            continue
        if patient := _patient_id(text, record):
            yield patient


def _patient_id(reference: str, record: RecordIn) -> str | None:
    """Return the id of the Patient that a reference gives; a search gives an id by `_id` alone."""
    named = reference_target(reference, record.aliases)
    if named is None or named[0] != "Patient" or not named[1]:
        return None
    search = "" if reference in record.aliases else reference.partition("?")[2]
    return named[1] if not search or search.startswith("_id=") else None


def unresolved_patient(
    schema: CompiledSchema, record: RecordIn, crosswalk: Callable[[str], str], numbered: Numbered = _numbers_nobody
) -> str | None:
    """Return the path of the field by which a FHIR record refers to a patient without the id of a Patient, else None.

    Such references are an identifier or a search that neither the crosswalk nor `numbered` resolves, a display, a
    Group, a contained Patient, a URL or URN of no known form, and a visit. Known values cannot be joined to them.
    References to other types (a Device, a Location) do not count, nor do any where the record also names a Patient by
    id. A Binary without a security context counts: it is somebody's document, and nothing in it says whose.
    """
    if schema.fhir is None or not schema.subject or is_of_patient(schema):
        return None
    is_bare_binary = schema.resource_type == "Binary" and not record.data.get("securityContext")
    unresolved: tuple[str, ...] | None = ("securityContext",) if is_bare_binary else None
    for path in schema.subject:
        for field in values_at(record.data, path[:-1]):
            if field in (None, {}, ""):
                continue
            named = _patient_state(field, record, crosswalk, numbered)
            if named is _Named.BY_ID:
                return None
            if named is _Named.UNRESOLVED:
                unresolved = unresolved or path[:-1]
    unresolved = unresolved or next((path for path in _VISITS if _has_reference(record, path)), None)
    return ".".join((schema.resource_type or schema.name, *unresolved)) if unresolved else None


def _patient_state(field: Any, record: RecordIn, crosswalk: Callable[[str], str], numbered: Numbered) -> _Named:
    if not isinstance(field, dict):
        return _Named.UNRESOLVED
    if _patient_id(scalar_text(field.get("reference")) or "", record):
        return _Named.BY_ID
    kinds = _kinds(field, record)
    if kinds and all(k in RESOURCE_TYPES and k != "Patient" and k not in _TYPES_WITH_UNNAMED_PATIENT for k in kinds):
        return _Named.OTHER
    return _Named.BY_ID if _by_number(field, record, crosswalk, numbered) else _Named.UNRESOLVED


def _kinds(field: dict[str, Any], record: RecordIn) -> list[str | None]:
    """Return the types that a Reference names, as far as it tells; for a contained resource those of all with
    its id.
    """
    reference = scalar_text(field.get("reference")) or ""
    if reference.startswith("#"):
        return [scalar_text(c.get("resourceType")) for c in _contained(record, reference)]
    named = reference_target(reference, record.aliases)
    return [named[0] if named is not None else scalar_text(field.get("type"))]


def _by_number(
    field: dict[str, Any], record: RecordIn, crosswalk: Callable[[str], str], numbered: Numbered
) -> set[str]:
    """Return the patients whose numbers a Reference, or the contained Patient that it names, has; the crosswalk goes
    first.

    Identifiers of Patients say nothing of other resources, such as an Encounter or a Group.
    """
    may_be_patient = _may_be_patient(field, record)
    found: set[str] = set()
    for number in numbers_of_subject(field, record):
        listed = crosswalk(number[1])
        patient = listed if listed != number[1] else numbered(number) if may_be_patient else None
        found.update([] if patient is None else [patient])
    return found


def _may_be_patient(field: dict[str, Any], record: RecordIn) -> bool:
    kinds = _kinds(field, record)
    return not kinds or any(kind not in RESOURCE_TYPES or kind == "Patient" for kind in kinds)


def numbers_of_subject(field: dict[str, Any], record: RecordIn) -> Iterator[Number]:
    """Yield the numbers of a Reference and of the contained resources that it names."""
    for holder in (field, *_contained(record, scalar_text(field.get("reference")) or "")):
        yield from numbers_of(holder)


def patient_numbers(schema: CompiledSchema, record: RecordIn) -> list[Number]:
    """Return the numbers by which a FHIR record names its patient, sorted, or [] where it gives an id."""
    if schema.fhir is None or is_of_patient(schema):
        return []
    fields = [f for path in schema.subject for f in values_at(record.data, path[:-1]) if isinstance(f, dict)]
    if any(_patient_id(scalar_text(field.get("reference")) or "", record) for field in fields):
        return []
    of_patients = (field for field in fields if _may_be_patient(field, record))
    return sorted({number for field in of_patients for number in numbers_of_subject(field, record)})


def _patient_by_number(
    schema: CompiledSchema, record: RecordIn, crosswalk: Callable[[str], str], numbered: Numbered
) -> str | None:
    """Return the one patient whose numbers the subject of a FHIR record has, where that gives no id.

    A Patient without an id is the patient who has its identifiers.
    """
    if schema.fhir is None:
        return None
    found: set[str] = set()
    if schema.resource_type == "Patient":
        found.update(patient for number in numbers_of(record.data) if (patient := numbered(number)))
    elif not is_of_patient(schema):
        for path in schema.subject:
            for field in values_at(record.data, path[:-1]):
                if not isinstance(field, dict):
                    continue
                if _patient_id(scalar_text(field.get("reference")) or "", record):
                    return None  # several patients
                if _patient_state(field, record, crosswalk, numbered) is _Named.BY_ID:
                    found |= _by_number(field, record, crosswalk, numbered)
    return found.pop() if len(found) == 1 else None


def refer_by_id(schema: CompiledSchema, record: RecordIn, numbers: PatientNumbers) -> RecordIn:
    """Return the record with a reference to its Patient beside an identifier that alone names it, so that the release
    links.

    A search stays a search: in a transaction, the server that takes it gives the Patient its id.
    """
    if schema.fhir is None or is_of_patient(schema):
        return record

    def with_reference(field: dict[str, Any]) -> dict[str, Any]:
        number = number_of(field.get("identifier")) if _may_be_patient(field, record) else None
        reference = numbers.resource(number) if number is not None and not field.get("reference") else None
        return field if reference is None else {**field, "reference": reference}

    for path in schema.subject:
        fields = (field for field in values_at(record.data, path[:-1]) if isinstance(field, dict))
        if path[-1] == "reference" and any("identifier" in f and not f.get("reference") for f in fields):
            changed = changed_at(record.data, path[:-1], with_reference)
            record = replace(record, data=changed, canonical=b"")
    return record


def is_of_unknown_patient(schema: CompiledSchema, record: RecordIn) -> bool:
    """Tell whether a record without a subject is of some patient all the same: whom it names, or who has such records.

    Its schema says where it names its patient. It says nobody, several, or somebody whom nothing resolves. A record
    that is only of things or staff (a Device, a Location) is of no patient.
    """
    if not schema.subject or schema.fhir is None or is_of_patient(schema):
        return bool(schema.subject)
    fields = [f for path in schema.subject for f in values_at(record.data, path[:-1]) if f not in (None, {}, "")]
    states = {_patient_state(field, record, _unchanged, _numbers_nobody) for field in fields}
    visits = any(_has_reference(record, path) for path in _VISITS)
    return visits or states != {_Named.OTHER}


def _unchanged(patient: str) -> str:
    return patient


def _contained(record: RecordIn, reference: str) -> list[dict[str, Any]]:
    """Return the contained resources that "#id" names."""
    held = record.data.get("contained") if reference.startswith("#") else None
    held = held if isinstance(held, list) else []
    return [c for c in held if isinstance(c, dict) and scalar_text(c.get("id")) == reference[1:]]


def _has_reference(record: RecordIn, path: tuple[str, ...]) -> bool:
    fields = (field for field in values_at(record.data, path) if isinstance(field, dict))
    return any(not field.keys().isdisjoint(("reference", "identifier", "display")) for field in fields)


def patients_named(record: RecordIn) -> set[str]:
    """Return every patient that the record names anywhere, as the source writes them, by reference or by identifier.

    A reference that does not say its type counts.
    """
    found: set[str] = set()
    for node in objects_in(record.data):
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
    schema: CompiledSchema,
    record: RecordIn,
    keys: RecordPseudonyms,
    crosswalk: Callable[[str], str],
    numbered: Numbered = _numbers_nobody,
) -> str | None:
    """Return the token of the record's patient, or None for a record that is a scope by itself.

    The arguments are those of `named_subject`.
    """
    return named_subject(schema, record, keys, crosswalk, numbered)[1]


def named_subject(
    schema: CompiledSchema,
    record: RecordIn,
    keys: RecordPseudonyms,
    crosswalk: Callable[[str], str],
    numbered: Numbered = _numbers_nobody,
) -> tuple[str, str | None]:
    """Return the id and the token of the record's patient, or ("", None) for a record that is a scope by itself.

    `crosswalk` maps a source's patient id to the one id that all records of that patient share. The id that it, or
    `numbered`, maps an identifier to stands for a missing id.
    """
    patient = patient_of(schema, record, _nobody(keys))
    if patient:
        return patient, keys.subject(crosswalk(patient))
    patient = _patient_by_number(schema, record, crosswalk, numbered)
    return (patient, keys.subject(patient)) if patient else ("", None)


def original_of(schema: CompiledSchema, record: RecordIn, keys: RecordPseudonyms, out: RecordOut) -> Original:
    """Return the ids of a record before and after. `out` holds its patient, its subject and the record as it leaves."""
    patient, subject = out.patient, out.subject or ""
    leaves: dict[str, Any] = out.data or {}
    if schema.fhir is not None:
        name, released = record.data.get("id"), leaves.get("id")
        name = name if type(name) is str else record.full_url or ""
        released_patient = keys.id("Patient", patient) if patient else ""
        return Original(schema.resource_type or "", name, released or "", patient, released_patient, subject)
    name = own_id(schema, record) or ""
    released = _first_text(leaves, schema.id_path or ("id",))
    released_patient = next((text for path in schema.subject if (text := _first_text(leaves, path))), "")
    kind = schema.resource_type or schema.data_type or schema.name
    return Original(kind, name, released, patient, released_patient if patient else "", subject)


def _first_text(data: Any, path: tuple[str, ...]) -> str:
    return next((text for value in values_at(data, path) if (text := scalar_text(value))), "")
