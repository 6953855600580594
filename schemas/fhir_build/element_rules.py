"""Derives the rule of each FHIR element: by its path where `element_paths` or `codes` names it, else by its datatype.

The defaults by datatype are safe: text is read by the detectors, dates are masked, ids and canonical uris are hashed;
codes without a required binding, numbers, other addresses and binary data are dropped.
"""

from __future__ import annotations

from typing import Any

from schemas.fhir_build import element_paths as paths
from schemas.fhir_build.codes import PASSING
from schemas.fhir_build.models import Element, FhirType

Json = dict[str, Any]

_JSON_TYPE = {
    "boolean": "boolean",
    "integer": "integer",
    "positiveInt": "integer",
    "unsignedInt": "integer",
    "decimal": "number",
}
_FORMAT = {"positiveInt": "integer", "unsignedInt": "integer", "integer64": "string"}
_INTEGER_TYPES = frozenset({"integer", "positiveInt", "unsignedInt"})
_DATE_TYPES = frozenset({"date", "dateTime", "instant"})
_HASHED_TYPES = frozenset({"uri", "canonical", "id"})
_TEXT_TYPES = frozenset({"string", "markdown", "xhtml"})
_TIME = r"([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)(\.[0-9]{1,9})?)?"
_SMALL = "-?[0-9]{1,6}"
_MEASURE = r"-?[0-9]{1,6}(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,2})?"
_AMOUNT = r"-?[0-9]{1,9}(\.[0-9]{1,9})?"
# Without a unit two digits and four decimals may be half of a position.
_FACTOR = r"-?[0-9](\.[0-9]{1,15})?([eE][+-]?[0-9]{1,2})?|-?[0-9]{2,6}(\.[0-9]{1,3})?"
_LARGE = r"-?[0-9](\.[0-9]{1,15})?|-?[0-9]{2,9}(\.[0-9]{1,3})?"
_SHARE = r"[0-9]{1,6}(\.[0-9]{1,15})?([eE][+-]?[0-9]{1,2})?"
_WITH_UNIT = frozenset({"Count.value", "Distance.value", "Duration.value"})
_SHARES = frozenset(
    {
        "Media.duration",
        "Attachment.duration",
        "RiskAssessment.prediction.relativeRisk",
        "RiskAssessment.prediction.probabilityDecimal",
    }
)
_ANSWER = r"-?[0-9]{1,3}(\.[0-9]{1,4})?"

_DROP: Json = {"rule": "drop"}

# An extension with an unknown url may hold anything. Only values of these datatypes get the rule of their datatype.
_EXTENSION_VALUES = frozenset({"boolean", "time"}) | _DATE_TYPES | _TEXT_TYPES

_KIND_NAMES = (
    "HumanName Address ContactPoint Identifier Reference Coding Age Quantity Money Range Ratio RatioRange SampledData "
    "Attachment Narrative Extension Meta"
)
_KINDS = {name: name for name in _KIND_NAMES.split()} | dict.fromkeys(("Count", "Distance", "Duration"), "Quantity")
_DEFAULT_ENTITY = {"HumanName": "PERSON", "Identifier": "ID", "Period": "DATE"}

_QUESTIONS = frozenset(
    "Observation Observation.component QuestionnaireResponse.item QuestionnaireResponse.item.answer Goal.target "  # noqa: SIM905
    "Group.characteristic Task.input Task.output Transport.input Transport.output Parameters.parameter "
    "Claim.supportingInfo ExplanationOfBenefit.supportingInfo".split()
)

# Sensitive parts of datatypes: element -> entity. None inherits the entity of the datatype or of its use.
_PARTS: dict[str, str | None] = {
    "HumanName.family": None,
    "HumanName.given": None,
    "HumanName.text": None,
    "Period.start": None,
    "Period.end": None,
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


def _sensitive_by_path() -> dict[str, tuple[str | None, str | None]]:
    """Parse the table of sensitive elements into entity and role by path."""
    found: dict[str, tuple[str | None, str | None]] = {}
    for line in paths.SENSITIVE.strip().splitlines():
        entity, role, *element_paths = line.split()
        for path in element_paths:
            found.setdefault(path, (None if entity == "-" else entity, None if role == "-" else role))
    return found


SENSITIVE = _sensitive_by_path()
DROPPED = frozenset(paths.DROPPED.split())
LINK_IDS = frozenset(paths.LINK_IDS.split())
ID_CLASSES = {
    path: id_class for id_class, *found in map(str.split, paths.ID_CLASSES.strip().splitlines()) for path in found
}
INTEGERS = frozenset(paths.INTEGERS.split())
DECIMALS = frozenset(paths.DECIMALS.split())
ANSWERS = frozenset(paths.ANSWERS.split())
AGE_RANGES = frozenset(paths.AGE_RANGES.split())
COMPUTABLE_NAMES = frozenset(paths.COMPUTABLE_NAMES.split())

PATH_TABLES = (
    *(frozenset(SENSITIVE), DROPPED, LINK_IDS, INTEGERS, DECIMALS, ANSWERS, AGE_RANGES),
    *(COMPUTABLE_NAMES, frozenset(PASSING), frozenset(ID_CLASSES)),
)
"""The tables of paths, which a test compares with the models."""


def is_dropped(path: str) -> bool:
    """Tell whether the element is always dropped, whatever its type."""
    return _names_path(DROPPED, path)


def primitive_schema(path: str, element: Element) -> Json:
    """Return the schema of a primitive element, or of one item if it repeats."""
    base = _type_keywords(element)
    if is_dropped(path):
        return base | _DROP
    entity, role = SENSITIVE.get(path) or SENSITIVE.get(_wildcard(path)) or (None, None)
    if entity is not None:
        return base | {"rule": "mask", "entity": entity} | ({"role": role} if role else {})
    if path in _PARTS:
        part_entity = _PARTS[path]
        return base | {"rule": "mask"} | ({"entity": part_entity} if part_entity else {})
    if path.startswith("Extension.") and element.type not in _EXTENSION_VALUES and _rule_by_path(path) is None:
        return base | _DROP
    out = base | (_rule_by_path(path) or _rule_by_datatype(path, element))
    id_class = ID_CLASSES.get(path) or ID_CLASSES.get(_wildcard(path))
    return out | {"idClass": id_class} if id_class and out["rule"] == "hash" else out


def reference_keywords(path: str, element: Element) -> Json:
    """Return the keywords beside the $ref of an element that holds a datatype: entity, role, targets."""
    out: Json = {}
    entity, role = SENSITIVE.get(path) or SENSITIVE.get(_wildcard(path)) or (None, None)
    if entity:
        out["entity"] = entity
    if role:
        out["role"] = role
    return out | (reference_targets(element) if element.type == "Reference" else {})


def reference_targets(element: Element) -> Json:
    """Return the keyword "targets" of a Reference, or of the reference in a CodeableReference."""
    return {"targets": list(element.targets)} if element.targets and "Resource" not in element.targets else {}


def definition_keywords(name: str) -> Json:
    """Return the keywords in the definition of a datatype or resource type: its kind and its entity."""
    out: Json = {}
    if name in _KINDS:
        out["kind"] = _KINDS[name]
    if name in _DEFAULT_ENTITY:
        out["entity"] = _DEFAULT_ENTITY[name]
    if name in _QUESTIONS:
        out["kind"] = "Answer"
    if name == "Binary":
        out["kind"] = "Binary"
    if name == "Observation.referenceRange":
        out["kind"] = "Range"  # its ends are its own elements
    return out


def subject_paths(fhir_type: FhirType) -> list[str]:
    """Return the paths that say whose record a resource is, or [] when no single subject owns it."""
    fields = {f.name: f for f in fhir_type.elements}
    if fhir_type.name in paths.SUBJECT_PATHS:
        return [p for p in paths.SUBJECT_PATHS[fhir_type.name] if p.split(".")[0] in fields]
    return [
        f"{name}.reference"
        for name in paths.SUBJECTS
        if name in fields
        and fields[name].type == "Reference"
        and (not fields[name].targets or {"Patient", "Resource"} & set(fields[name].targets))
    ]


def _type_keywords(element: Element) -> Json:
    """Return the keywords for the JSON type and format of a primitive."""
    fmt = _FORMAT.get(element.type, element.type)
    json_type = _JSON_TYPE.get(element.type, "string")
    return {"type": json_type} if fmt == json_type else {"type": json_type, "format": fmt}


def _rule_by_path(path: str) -> Json | None:
    """Return the rule that a table gives an element's path, or None."""
    if path == "Meta.versionId":
        return {"rule": "hash"}
    if path == "Identifier.value":
        return {"rule": "hash"}
    if path == "Identifier.system" or path == "Reference.reference":
        return {"rule": "hash", "format": "uri"}
    if path in ("Attachment.data", "Binary.data"):
        return {"rule": "autoDeID"}
    if path in COMPUTABLE_NAMES:
        return {"rule": "autoDeID", "format": "code"}
    if _names_path(LINK_IDS, path):
        return {"rule": "hash"}
    passing = PASSING.get(path, PASSING.get(_wildcard(path)))
    return None if passing is None else {"rule": "passThrough"} | passing


def _rule_by_datatype(path: str, element: Element) -> Json:
    """Return the default rule of an element's datatype."""
    datatype = element.type
    if datatype == "boolean":
        return {"rule": "passThrough"}
    if datatype == "time":
        return {"rule": "passThrough", "pattern": _TIME}
    if datatype in _DATE_TYPES:
        return {"rule": "mask", "entity": "DATE"}
    if datatype in _TEXT_TYPES:
        return {"rule": "autoDeID"}
    if datatype in _HASHED_TYPES:
        return {"rule": "hash"}
    if datatype == "code" and element.enum and "+" not in element.enum:
        return {"rule": "passThrough", "enum": list(element.enum)}
    if _names_path(ANSWERS, path):
        return {"rule": "passThrough", "pattern": _ANSWER}
    if datatype in _INTEGER_TYPES and _names_path(INTEGERS, path):
        return {"rule": "passThrough", "pattern": _SMALL}
    if (datatype in _INTEGER_TYPES or datatype == "decimal") and _names_path(DECIMALS, path):
        return {"rule": "passThrough"} | ({} if path == "Quantity.value" else {"pattern": _measure(path)})
    return _DROP


def _measure(path: str) -> str:
    """Return the pattern of a measurement, with fewer digits before the point than a telephone or record number has."""
    if path == "Money.value":
        return _AMOUNT
    if path.startswith("MolecularSequence."):
        return _LARGE
    if path in _SHARES:
        return _SHARE
    return _MEASURE if path in _WITH_UNIT else _FACTOR


def _names_path(table: frozenset[str], path: str) -> bool:
    """Tell whether a table names a path, or its wildcard."""
    return path in table or _wildcard(path) in table


def _wildcard(path: str) -> str:
    return "*." + path.rsplit(".", 1)[-1]
