"""The rule of each element of FHIR: by its path where `fhir_paths` and `fhir_codes` name it, else by its datatype.

What the datatype gives is the safe side: text is read by the detectors, dates are masked, ids and canonical uris are
hashed; codes without a required binding, numbers, other addresses and binary data are dropped.
"""

from __future__ import annotations

from typing import Any

from schemas.fhir_build import element_paths as paths
from schemas.fhir_build.codes import PASSING
from schemas.fhir_build.models import Field, Type

Json = dict[str, Any]

_JSON_TYPE = {
    "boolean": "boolean",
    "integer": "integer",
    "positiveInt": "integer",
    "unsignedInt": "integer",
    "decimal": "number",
}
_FORMAT = {"positiveInt": "integer", "unsignedInt": "integer", "integer64": "string"}
_INTEGERS = frozenset({"integer", "positiveInt", "unsignedInt"})
_DATES = frozenset({"date", "dateTime", "instant"})
_HASHED = frozenset({"uri", "canonical", "id"})
_TEXTS = frozenset({"string", "markdown", "xhtml"})
_TIME = r"([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)(\.[0-9]{1,9})?)?"
_SMALL = "-?[0-9]{1,6}"
_MEASURE = r"-?[0-9]{1,6}(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,2})?"
_LARGE = r"-?[0-9]{1,9}(\.[0-9]{1,9})?"
_ANSWER = r"-?[0-9]{1,3}(\.[0-9]{1,4})?"

_DROP: Json = {"rule": "drop"}

# An extension of a url that nobody knows may hold anything: of its values only these leave by their own datatype.
_OPEN = frozenset({"boolean", "time"}) | _DATES | _TEXTS

_KIND_NAMES = (
    "HumanName Address ContactPoint Identifier Reference Coding Age Quantity Attachment Narrative Extension Meta"
)
_KINDS = frozenset(_KIND_NAMES.split())
_DEFAULT_ENTITY = {"HumanName": "PERSON", "Identifier": "ID"}

_ASKING = frozenset(
    "Observation Observation.component QuestionnaireResponse.item QuestionnaireResponse.item.answer".split()  # noqa: SIM905
)

# Datatypes whose parts are sensitive: element -> entity (None: the one of the datatype, or of who refers to it).
_PARTS: dict[str, str | None] = {
    "HumanName.family": None,
    "HumanName.given": None,
    "HumanName.text": None,
    "Address.line": "STREET",
    "Address.city": "CITY",
    "Address.district": "COUNTY",
    "Address.state": "STATE",
    "Address.postalCode": "ZIP",
    "Address.country": "COUNTRY",
    "Address.text": "ADDRESS",
    "ContactPoint.value": "TELEPHONE_NUMBER",
    "Reference.display": "PERSON",
    "Age.value": "AGE",
}


def _marks() -> dict[str, tuple[str | None, str | None]]:
    found: dict[str, tuple[str | None, str | None]] = {}
    for line in paths.MARKS.strip().splitlines():
        entity, role, *elements = line.split()
        for element in elements:
            found.setdefault(element, (None if entity == "-" else entity, None if role == "-" else role))
    return found


MARKS = _marks()
DROPPED = frozenset(paths.DROPPED.split())
LINKS = frozenset(paths.LINKS.split())
NUMBERS = frozenset(paths.NUMBERS.split())
MEASURES = frozenset(paths.MEASURES.split())
ANSWERS = frozenset(paths.ANSWERS.split())
AGE_RANGES = frozenset(paths.AGE_RANGES.split())

NAMED = (frozenset(MARKS), DROPPED, LINKS, NUMBERS, MEASURES, ANSWERS, AGE_RANGES, frozenset(PASSING))
"""Every path that a table names; tests hold them against the models."""


def is_dropped(path: str) -> bool:
    """Whether the element leaves in no form, whatever its type."""
    return _in(DROPPED, path)


def primitive(path: str, field: Field) -> Json:
    """The schema of a primitive element, arrays aside."""
    base = _base(field)
    if is_dropped(path):
        return base | _DROP
    marked = MARKS.get(path) or MARKS.get(_anywhere(path))
    if marked is not None and marked[0] is not None:
        return base | {"rule": "mask", "entity": marked[0]} | ({"role": marked[1]} if marked[1] else {})
    if path in _PARTS:
        entity = _PARTS[path]
        return base | {"rule": "mask"} | ({"entity": entity} if entity else {})
    special = _special(path)
    if special is not None:
        return base | special
    if path.startswith("Extension.") and field.type not in _OPEN:
        return base | _DROP
    return base | _by_datatype(path, field)


def composite(path: str, field: Field) -> Json:
    """What stands beside the $ref of an element that holds a datatype."""
    out: Json = {}
    entity, role = MARKS.get(path) or MARKS.get(_anywhere(path)) or (None, None)
    if entity:
        out["entity"] = entity
    if role:
        out["role"] = role
    if field.type == "Reference" and field.targets and "Resource" not in field.targets:
        out["targets"] = list(field.targets)
    return out


def describe(name: str) -> Json:
    """The keywords of a datatype's or resource type's own definition: its kind and its entity."""
    out: Json = {}
    if name in _KINDS:
        out["kind"] = name
    if name in _DEFAULT_ENTITY:
        out["entity"] = _DEFAULT_ENTITY[name]
    if name in _ASKING:
        out["kind"] = "Answer"
    if name == "Binary":
        out["kind"] = "Binary"
    return out


def subject(kind: Type) -> list[str]:
    """The paths that name whose record a resource is; empty when it is of nobody or of many."""
    fields = {f.name: f for f in kind.fields}
    if kind.name in paths.SUBJECT_PATHS:
        return [p for p in paths.SUBJECT_PATHS[kind.name] if p.split(".")[0] in fields]
    return [
        f"{name}.reference"
        for name in paths.SUBJECTS
        if name in fields
        and fields[name].type == "Reference"
        and (not fields[name].targets or {"Patient", "Resource"} & set(fields[name].targets))
    ]


def _base(field: Field) -> Json:
    fmt = _FORMAT.get(field.type, field.type)
    json_type = _JSON_TYPE.get(field.type, "string")
    return {"type": json_type} if fmt == json_type else {"type": json_type, "format": fmt}


def _special(path: str) -> Json | None:
    if path == "Meta.versionId":
        return {"rule": "hash"}
    if path == "Identifier.value":
        return {"rule": "hash"}
    if path == "Identifier.system" or path == "Reference.reference":
        return {"rule": "hash", "format": "uri"}
    if path in ("Attachment.data", "Binary.data"):
        return {"rule": "autoDeID"}
    if _in(LINKS, path):
        return {"rule": "hash"}
    passing = PASSING.get(path, PASSING.get(_anywhere(path)))
    return None if passing is None else {"rule": "passThrough"} | passing


def _by_datatype(path: str, field: Field) -> Json:
    kind = field.type
    if kind == "boolean":
        return {"rule": "passThrough"}
    if kind == "time":
        return {"rule": "passThrough", "pattern": _TIME}
    if kind in _DATES:
        return {"rule": "mask", "entity": "DATE"}
    if kind in _TEXTS:
        return {"rule": "autoDeID"}
    if kind in _HASHED:
        return {"rule": "hash"}
    if kind == "code" and field.enum and "+" not in field.enum:
        return {"rule": "passThrough", "enum": list(field.enum)}
    if _in(ANSWERS, path):
        return {"rule": "passThrough", "pattern": _ANSWER}
    if kind in _INTEGERS and _in(NUMBERS, path):
        return {"rule": "passThrough", "pattern": _SMALL}
    if (kind in _INTEGERS or kind == "decimal") and _in(MEASURES, path):
        return {"rule": "passThrough"} | ({} if path == "Quantity.value" else {"pattern": _measure(path)})
    return _DROP


def _measure(path: str) -> str:
    """What a measure may look like: a telephone or record number has more digits before its point."""
    if path.startswith("MolecularSequence.") or path == "Money.value":
        return _LARGE
    return _MEASURE


def _in(table: frozenset[str], path: str) -> bool:
    return path in table or _anywhere(path) in table


def _anywhere(path: str) -> str:
    return "*." + path.rsplit(".", 1)[-1]
