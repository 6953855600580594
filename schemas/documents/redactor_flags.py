"""Converts schemas with RedactOR's flags (listing A.9.1 of its paper) to documents of this project.

shouldHash -> hash, shouldMask -> mask, autoDeId -> autoDeID, passThrough -> passThrough. Exactly one flag must be set.
A field with none or several is an error: choosing for the author would be a guess about PHI.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from redactor.entities import FROM_REDACTOR, Entity
from redactor.errors import SchemaError

_RULES = {
    "shouldMask": "mask",
    "shouldHash": "hash",
    "autoDeId": "autoDeID",
    "autoDeID": "autoDeID",
    "passThrough": "passThrough",
}
_COPIED_KEYWORDS = ("description", "format", "enum", "pattern")
_PATIENT_KEYS = ("patientid", "subjectid", "personid")


def has_flags(document: Mapping[str, Any]) -> bool:
    """Tell whether a document uses RedactOR's flags."""
    return any(flag in field for _, field in _fields(document, "") for flag in (*_RULES, "entity_type"))


def from_flags(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same schema as a document with rules. Raises SchemaError naming the field.

    Its title is "records/" and the dataType. The subject is what "subject" lists (an addition to RedactOR's form), else
    the property called PatientId, SubjectId or PersonId in any spelling, else empty: each record is a scope by itself.
    "idClass" is an addition too. Without it a hashed subject is a Patient id, and any other field is in the class of
    its name.
    """
    data_type = document.get("dataType")
    if not isinstance(data_type, str) or not data_type:
        raise SchemaError('document: "dataType" must name the records that the schema is for')
    out: dict[str, Any] = {
        "title": f"records/{data_type}",
        "version": str(document.get("recordVersion", "1.0")),
        "dataType": data_type,
        "subject": document.get("subject", _subject_property(document)),
        "type": "object",
        "properties": _converted_properties(document, ""),
    }
    return out | {key: document[key] for key in ("id", "noteType", "noteDate") if key in document}


def _subject_property(document: Mapping[str, Any]) -> list[str]:
    found = {name.lower().replace("_", "").replace("-", ""): name for name in document["properties"]}
    return [found[key] for key in _PATIENT_KEYS if key in found][:1]


def _converted_properties(schema: Mapping[str, Any], path: str) -> dict[str, Any]:
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        raise SchemaError(f'{path or "document"}: "properties" must be an object')
    return {name: _converted_property(field, f"{path}.{name}" if path else name) for name, field in properties.items()}


def _converted_property(field: Any, path: str) -> dict[str, Any]:
    if not isinstance(field, Mapping):
        raise SchemaError(f"{path}: a property must be described by an object")
    if "properties" in field:
        return {"type": "object", "properties": _converted_properties(field, path)}
    if isinstance(field.get("items"), Mapping):
        inner = {**field, **field["items"]}
        if inner["items"] is field["items"]:
            del inner["items"]
        if inner.get("type") == "array" and "items" not in inner:
            del inner["type"]
        return {"type": "array", "items": _converted_property(inner, path)}
    return _converted_leaf(field, path)


def _converted_leaf(field: Mapping[str, Any], path: str) -> dict[str, Any]:
    flags = [flag for flag in _RULES if _is_set(field, flag, path)]
    if not flags:
        raise SchemaError(f"{path}: no flag is set; set one of shouldMask, shouldHash, autoDeId, passThrough")
    if len({_RULES[flag] for flag in flags}) > 1:
        raise SchemaError(f"{path}: {' and '.join(flags)} contradict each other; set one")
    rule = _RULES[flags[0]]
    out: dict[str, Any] = {keyword: field[keyword] for keyword in _COPIED_KEYWORDS if keyword in field}
    out |= {"type": field.get("type", "string"), "rule": rule}
    entity = _entity_of_type(field.get("entity_type"), path)
    if rule == "mask":
        out["entity"] = (entity or Entity.ID).value
    elif entity is not None and rule == "hash":
        out["entity"] = entity.value
    if "idClass" in field:
        out["idClass"] = field["idClass"]
    return out


def _is_set(field: Mapping[str, Any], flag: str, path: str) -> bool:
    value = field.get(flag, False)
    if not isinstance(value, bool):
        raise SchemaError(f"{path}: {flag} must be true or false")
    return value


def _entity_of_type(written: Any, path: str) -> Entity | None:
    if written is None:
        return None
    name = str(written).strip().strip("[]")
    if name in FROM_REDACTOR:
        return FROM_REDACTOR[name]
    try:
        return Entity(name)
    except ValueError:
        known = ", ".join(FROM_REDACTOR)
        raise SchemaError(f"{path}: entity_type {written!r} is not one of RedactOR's types: {known}") from None


def _fields(schema: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the path and schema of all properties of a document, nested ones included."""
    below = [("", schema["items"])] if isinstance(schema.get("items"), Mapping) else []
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        below += [(name, field) for name, field in properties.items() if isinstance(field, Mapping)]
    for name, field in below:
        yield f"{path}.{name}", field
        yield from _fields(field, f"{path}.{name}")
