"""The clinical facts of a record, each with its kind and the path of its field: what de-identification should keep.

FHIR resources are read by the shape of their datatypes (Coding, CodeableConcept, Quantity), other records by the names
of their columns. Free texts, attachments of plain text included, give the facts of `redactor.evaluate.utility`. What
identifies by its field (ids, names, addresses, dates) is no fact.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from redactor.evaluate.utility import KINDS as TEXT_KINDS
from schemas.authoring.code_columns import systems_of
from schemas.authoring.measure_columns import is_measure, is_unit
from schemas.engine.element_names import OTHER, element_names
from schemas.engine.fhir_types import RESOURCE_TYPES
from schemas.engine.primitives import scalar_text

DISPLAYS, CODES, UNITS = "displays and texts of concepts", "codes", "units"
DOSES, VALUES, NUMBERS = "doses", "laboratory values and measurements", "other numbers"
IN_TEXT = {kind: f"in texts: {kind}" for kind in TEXT_KINDS}
KINDS = (DISPLAYS, CODES, UNITS, DOSES, VALUES, NUMBERS, *IN_TEXT.values())
Fact = tuple[str, str, str]  # kind, path, value

_IDENTIFIES = frozenset(
    "id identifier meta name address telecom contact photo reference fullUrl birthDate implicitRules div url uri "  # noqa: SIM905
    "position subscriberId accessionIdentifier valueUri instantiatesUri hash size lotNumber serialNumber".split()
)
_CONCEPT = frozenset({"coding", "text", "id", "extension"})
_REFERENCE = frozenset({"display", "type", "identifier"})
_QUANTITY = frozenset({"unit", "code", "system", "comparator"})
_DOSE = re.compile(r"(?i)dos(?:e|age)|^Medication|rate(?:Quantity|Ratio)|strength|quantity\.|supply")
_FIELD = re.compile(r"[A-Za-z_][A-Za-z0-9_ .-]{0,63}")
_TAG = re.compile(r"\[[A-Z][A-Z_]+\]")  # that stands for an identifier, and has words
_MAX_DEPTH = 64


def facts_of(records: Sequence[Any]) -> Counter[Fact]:
    """The facts of a record, or of all resources of a Bundle, with their counts."""
    return Counter(fact for record in records for fact in _facts(record))


def shown_path(path: str, *, is_fhir: bool) -> str:
    """The path for a report. A key may be data: it is shown where it is an element of FHIR, or a column."""
    field, _, nested = path.partition(".")
    if is_fhir:
        names = [field if field in RESOURCE_TYPES else OTHER]
        names += [key if key.removeprefix("_") in element_names() else OTHER for key in nested.split(".") if key]
        return ".".join(names)
    return f"{field}.(nested)" if nested else field


def _facts(record: Any) -> Iterator[Fact]:
    if not isinstance(record, Mapping):
        return
    kind = record.get("resourceType")
    if isinstance(kind, str):
        yield from _of_object(record, kind, 0)
    else:
        for column, value in record.items():
            yield from _of_column(str(column), value)


# --- FHIR -------------------------------------------------------------------------------------------------------------


def _of_object(node: Mapping[str, Any], path: str, depth: int) -> Iterator[Fact]:
    if depth > _MAX_DEPTH:
        return
    if "value" in node and scalar_text(node["value"]) is not None and not _QUANTITY.isdisjoint(node):
        yield from _of_quantity(node, path)
        return
    if _is_coding(node, path):
        yield from _of_coding(node, path)
        return
    if "reference" in node or _REFERENCE.issuperset(node):
        return  # its display is a name
    if isinstance(node.get("data"), str) and str(node.get("contentType", "")).startswith("text/plain"):
        yield from _of_text(_decoded(node["data"]), f"{path}.data")
    is_concept = _CONCEPT.issuperset(node) and not path.endswith(".note")  # an Annotation has a text, too
    for key, value in node.items():
        at = f"{path}.{key}" if _FIELD.fullmatch(key) else f"{path}.(key)"
        if key in _IDENTIFIES or key in ("resourceType", "data"):
            continue
        if is_concept and key == "text" and isinstance(value, str):
            yield DISPLAYS, at, value
            continue
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, Mapping):
                yield from _of_object(item, _path_of(item, at), depth + 1)
            elif isinstance(item, str):
                yield from _of_text(item, at)
            elif not isinstance(item, bool) and (number := scalar_text(item)) is not None:
                yield NUMBERS, at, number


def _path_of(item: Mapping[str, Any], at: str) -> str:
    """An inner resource begins a path of its own."""
    kind = item.get("resourceType")
    return kind if isinstance(kind, str) and kind.isalpha() else at


def _is_coding(node: Mapping[str, Any], path: str) -> bool:
    return isinstance(node.get("code"), str) and ("system" in node or "display" in node or path.endswith(".coding"))


def _of_coding(node: Mapping[str, Any], path: str) -> Iterator[Fact]:
    yield CODES, path, f"{node.get('system', '')} {node['code']}"
    if isinstance(display := node.get("display"), str):
        yield DISPLAYS, f"{path}.display", display


def _of_quantity(node: Mapping[str, Any], path: str) -> Iterator[Fact]:
    kind = DOSES if _DOSE.search(path) else VALUES
    yield kind, path, f"{node.get('comparator', '')}{scalar_text(node['value'])}"
    for key in ("unit", "code"):
        if isinstance(unit := node.get(key), str):
            yield UNITS, f"{path}.{key}", unit


def _decoded(data: str) -> str:
    try:
        return base64.b64decode(data, validate=False).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _of_text(text: str, path: str) -> Iterator[Fact]:
    if any(map(str.isspace, text)):
        text = _TAG.sub(" ", text)
        for kind, find in TEXT_KINDS.items():
            for _, _, fact in find(text):
                yield IN_TEXT[kind], path, fact


# --- other records ----------------------------------------------------------------------------------------------------


def _of_column(column: str, value: Any) -> Iterator[Fact]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            for kind, path, fact in _of_column(str(key), inner):
                yield kind, f"{column}.{path}", fact
    elif isinstance(value, list):
        for item in value:
            yield from _of_column(column, item)
    elif (text := scalar_text(value)) is not None and text.strip():
        text = text.strip()
        if is_unit(column):
            yield UNITS, column, text
        elif is_measure(column):
            yield VALUES, column, text
        elif any(re.fullmatch(system.pattern, text) for system in systems_of(column)):
            yield CODES, column, text
        else:
            yield from _of_text(text, column)
