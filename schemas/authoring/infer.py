"""Proposes a schema for JSON records from samples, for a person to review and approve.

The document holds statistics but no values, except the recurring values of codes. Keys that look like data are left
out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from redactor.entities import Entity, Role
from redactor.errors import InferError
from schemas.authoring.code_columns import systems_of
from schemas.authoring.column_words import is_heading, words
from schemas.authoring.field_rules import Detect, field_schema
from schemas.authoring.id_classes import class_of_key
from schemas.authoring.measure_columns import is_measure
from schemas.authoring.path_statistics import MAX_KEYS, PathStatistics
from schemas.authoring.withheld_columns import column_meaning
from schemas.engine.compiled_schema import Rule
from schemas.engine.key_names import KeyCategory, KeyMeaning, key_words, looks_like_data
from schemas.engine.token_check import is_name

DRAFT_VERSION = "0.1.0"


def nothing_found(texts: Sequence[str]) -> list[bool]:
    """Find no PHI in any text, for a proposal from names and values only."""
    return [False] * len(texts)


def infer(samples: Iterable[Mapping[str, Any]], *, name: str, detector: Detect = nothing_found) -> dict[str, Any]:
    """Return a schema document for records like the samples, which compiles and is not approved.

    `name` is its title; the last part becomes the dataType where the records do not name theirs. Raises InferError
    without samples, for a sample that is not an object, and for samples of several resource or data types. Example:
    `infer([{"patient_id": "17", "note": "..."}], name="records/note")`.
    """
    root = PathStatistics()
    for sample in samples:
        if not isinstance(sample, Mapping):
            raise InferError("a sample is not a JSON object; give one record per line, or an array of records")
        root.add(sample)
    if not root.rows:
        raise InferError("no samples were given; name a file that holds at least one record")
    document: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
        "version": DRAFT_VERSION,
        "description": f"Proposed from {root.rows} samples. Review every rule, then approve it.",
    }
    document |= _selector(root, name)
    body = _object_schema(root, detector)
    if not _has_rule(body):
        raise InferError(_why_empty(root))
    for key in ("resourceType", "dataType"):
        if key in document and key in body["properties"]:
            # The value that selects the schema is public, even if it occurs once.
            body["properties"][key] = {
                "type": "string",
                "rule": Rule.PASS.value,
                "enum": [document[key]],
                "description": "Selects this schema.",
            }
    record_name = str(document.get("resourceType", document.get("dataType")))
    for key, prop in body["properties"].items():
        if prop.get("rule") == Rule.HASH.value:  # "id" alone names what the record is
            prop.setdefault("idClass", class_of_key(key, record_name) or "record")
    meanings = {k: column_meaning(k) for k in body["properties"]}
    document["subject"] = _subject(body)
    if (own := _record_id(body, root, document["subject"])) is not None:
        document["id"] = own
    document |= _note_paths(body, meanings)
    return document | {k: v for k, v in body.items() if k != "description" or root.hidden_keys}


def _has_rule(schema: Mapping[str, Any]) -> bool:
    """Tell whether a schema has a rule for any value; one without drops everything."""
    inner = schema["items"] if schema["type"] == "array" else schema
    return "rule" in inner or any(map(_has_rule, inner.get("properties", {}).values()))


def _why_empty(root: PathStatistics) -> str:
    if len(root.keys) > MAX_KEYS:
        return (
            f"the samples have no field that can be named: an object of more than {MAX_KEYS} keys is taken for a map"
            " whose keys are data; write the schema by hand, or split the table"
        )
    if root.hidden_keys:
        return (
            f"the samples name no field: their {root.hidden_keys} keys look like data (names, numbers, dates); give a"
            " table whose first row names its columns, or records whose keys are names of fields"
        )
    return "the samples hold no field with a value; give records with keys and values"


def _selector(root: PathStatistics, name: str) -> dict[str, str]:
    """Return the key and value that select the schema for a record: the samples' resourceType or dataType, else the
    schema's name.
    """
    for key in ("resourceType", "dataType"):
        stats = root.keys.get(key)
        if stats is None or not stats.types["string"]:
            continue
        if len(stats.values) > 1 or stats.rows < root.rows:
            raise InferError(f"the samples are of more than one {key}; infer each type from a file of its own")
        value = next(iter(stats.values))
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]{0,63}", value):
            raise InferError(f"the samples' {key} is not a plain word; name the schema's type in the records first")
        return {key: value}
    return {"dataType": name.rsplit("/", 1)[-1]}


# --- Objects and arrays ---------------------------------------------------------------------------------------------


def _named_keys(stats: PathStatistics, detector: Detect, nested: bool) -> list[str]:
    """Return the keys that name fields; the keys of a map (people, dates, ids) are data and stay out of the
    document.
    """
    keys = list(stats.keys)
    objects = stats.types["object"]
    rare = sum(1 for k in keys if stats.keys[k].rows * 10 < objects)
    if len(keys) > MAX_KEYS or (len(keys) > 20 and rare * 2 > len(keys)):
        named: list[str] = []
    else:
        # A key with spaces or other letters may be a field's name ("Chief Complaint", "Größe (cm)") or data ("John
        # Smith"). At the root, where it is the column of a table, the detectors decide; in a nested object it is data.
        plain = [k for k in keys if not looks_like_data(k) or (not nested and is_heading(k))]
        headings = [k for k in plain if is_heading(k) and not is_measure(k) and not systems_of(k)]
        unknown = [k for k in headings if column_meaning(k).category is KeyCategory.UNKNOWN]
        is_data = dict.fromkeys(unknown, True) if nested else dict(zip(unknown, detector(unknown), strict=True))
        is_data |= {k: True for k in headings if len(words(k)) > 1 and any(map(is_name, words(k)))}  # "Zebulon's phone"
        named = [k for k in plain if not is_data.get(k)]
    stats.hidden_keys = len(keys) - len(named)
    return named


def _object_schema(stats: PathStatistics, detector: Detect, key: str = "") -> dict[str, Any]:
    named = _named_keys(stats, detector, nested=bool(key))
    out: dict[str, Any] = {"type": "object"}
    if stats.hidden_keys:
        out["description"] = (
            f"{stats.hidden_keys} keys look like data and are not named here; their fields are dropped."
        )
    out["properties"] = {k: _property_schema(stats.keys[k], k, key, detector, stats.types["object"]) for k in named}
    return out


def _property_schema(stats: PathStatistics, key: str, parent: str, detector: Detect, rows: int) -> dict[str, Any]:
    shapes = {t for t in stats.types if t != "null"}
    if "object" in shapes or "array" in shapes:
        if len(shapes) > 1:
            return _dropped_schema("holds values of different shapes")
        if "object" in shapes:
            return _object_schema(stats, detector, key)
        return _array_schema(stats, key, parent, detector)
    return field_schema(stats, key, parent, detector, rows)


def _array_schema(stats: PathStatistics, key: str, parent: str, detector: Detect) -> dict[str, Any]:
    items = stats.items
    shapes = {t for t in items.types if t != "null"} if items else set()
    if items is None or not shapes:
        return _dropped_schema("holds only empty arrays")
    if "array" in shapes or ("object" in shapes and len(shapes) > 1):
        return _dropped_schema("holds arrays of different or nested shapes")
    inner = (
        _object_schema(items, detector, key)
        if "object" in shapes
        else field_schema(items, key, parent, detector, items.rows)
    )
    return {"type": "array", "items": inner}


def _dropped_schema(why: str) -> dict[str, Any]:
    return {"type": "string", "rule": Rule.DROP.value, "description": f"Dropped: {why}."}


# --- Whose record it is ---------------------------------------------------------------------------------------------


def _leaves(node: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterable[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield paths of single-valued fields, outer ones first, without keys that hold a dot, which a dotted path cannot
    hold.
    """
    inner = []
    for key, prop in node["properties"].items():
        if "." in key:
            continue
        if prop["type"] == "object":
            inner.append((key, prop))
        elif prop["type"] != "array":
            yield (*path, key), prop
    for key, prop in inner:
        yield from _leaves(prop, (*path, key))


# Keys that say nothing of what they identify: the object that holds them does.
_GENERIC_KEYS = frozenset({"id", "ids", "identifier", "reference", "ref", "value", "key", "uuid", "guid", "number"})
_SUBJECTS = ("patient", "subject", "person", "member", "participant", "beneficiary", "paciente", "pasient", "patienten")
# Somebody else, whose id stands in the record of a patient.
_OTHERS = frozenset(
    "mother father parent donor sibling child children spouse partner guardian related linked relative contact "  # noqa: SIM905
    "replaced merged previous provider doctor author practitioner".split()
)


def _subject(body: Mapping[str, Any]) -> list[str]:
    """Return the hashed field that most likely says whose record it is, or [] when each record is a scope by itself."""
    ranked: list[tuple[int, int, int, str]] = []
    for path, prop in _leaves(body):
        if prop["rule"] == Rule.HASH.value and (rank := _subject_rank(path, prop)) is not None:
            ranked.append((rank, len(path), len(ranked), ".".join(path)))
    return [min(ranked)[3]] if ranked else []


def _subject_rank(path: Sequence[str], prop: Mapping[str, Any]) -> int | None:
    """Return how surely a path names the patient, 0 the surest, or None if it names something else.

    "patient.id", "subject.reference" and "encounter.patient.mrn" name the patient; "patient.visit_id" and "mother.mrn"
    do not.
    """
    named = [key for key in path if key.lower() not in _GENERIC_KEYS] or [path[-1]]
    if any(_OTHERS.intersection(key_words(key)) for key in path):
        return None
    joined = "".join(key_words(named[-1]))
    is_own = path[-1] == named[-1]
    id_class = class_of_key(named[-1]) if is_own else None
    if prop.get("role") == Role.PATIENT.value or id_class == "Patient" or (not is_own and joined.startswith(_SUBJECTS)):
        return 1 if prop.get("entity") == Entity.MEDICAL_RECORD_NUMBER.value else 0
    if prop.get("entity") == Entity.MEDICAL_RECORD_NUMBER.value or id_class == "MRN":
        return 1
    # "member_id" of a payer, "study_subject": what the key alone says.
    return 2 if is_own and any(word in joined for word in (*_SUBJECTS, "mrn", "recordid")) else None


def _record_id(body: Mapping[str, Any], root: PathStatistics, subject: Sequence[str]) -> str | None:
    """Return the key of the record's id: a hashed top-level field, never null, with a distinct value in every
    sample.
    """
    for key, prop in body["properties"].items():
        stats = root.keys[key]
        # A hash of another entity, such as a medical record number, names a person.
        is_plain_id = prop.get("entity") in (
            Entity.ID.value,
            Entity.GUID.value,
        )
        if prop.get("rule") != Rule.HASH.value or not is_plain_id or key in subject or "." in key:
            continue
        if stats.distinct == 1.0 and stats.rows == root.rows and not stats.types["null"]:
            return str(key)
    return None


def _note_paths(body: Mapping[str, Any], meanings: Mapping[str, KeyMeaning]) -> dict[str, str]:
    """Return the fields of a free-text record that give its note type and date."""
    properties: Mapping[str, dict[str, Any]] = body["properties"]
    if not any(p.get("rule") == Rule.AUTODEID.value for p in properties.values()):
        return {}
    out: dict[str, str] = {}
    for key, prop in properties.items():
        if "." in key:
            continue
        if "type" in key_words(key) and meanings[key].category is KeyCategory.CODE and key != "dataType":
            out.setdefault("noteType", key)
        if prop.get("entity") == Entity.DATE.value:
            out.setdefault("noteDate", key)
    return out
