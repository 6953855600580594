"""Measure what de-identification takes away from records, or makes up, by the clinical facts of records before and
after.

A fact has a kind, the path of its field and a value. FHIR resources are read by the shape of their datatypes (Coding,
CodeableConcept, Quantity), other records by the names of their columns; free texts, attachments of plain text included,
give the facts of `redactor.evaluate.utility`. Fields that identify (ids, names, addresses, dates) give no facts.

Facts are compared as counted sets of a record. A lost fact counts as changed if another fact of its kind is new at the
same field. Records that were not released are counted without their facts.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from redactor.evaluate.figures import Figure, ratio_figures
from redactor.evaluate.utility import KINDS as TEXT_KINDS
from schemas.authoring.code_columns import systems_of
from schemas.authoring.measure_columns import is_measure, is_unit
from schemas.engine.fhir_types import OTHER, RESOURCE_TYPES, element_names
from schemas.engine.primitives import scalar_text

DISPLAYS, CODES, UNITS = "displays and texts of concepts", "codes", "units"
DOSES, VALUES, NUMBERS = "doses", "laboratory values and measurements", "other numbers"
TEXT_KIND_NAMES = {kind: f"in texts: {kind}" for kind in TEXT_KINDS}
KINDS = (DISPLAYS, CODES, UNITS, DOSES, VALUES, NUMBERS, *TEXT_KIND_NAMES.values())
Fact = tuple[str, str, str]
"""The kind, the path and the value of a fact."""

_IDENTIFYING_KEYS = frozenset(
    "id identifier meta name address telecom contact photo reference fullUrl birthDate implicitRules div url uri "  # noqa: SIM905
    "position subscriberId accessionIdentifier valueUri instantiatesUri hash size lotNumber serialNumber".split()
)
_CONCEPT_KEYS = frozenset({"coding", "text", "id", "extension"})
_REFERENCE_KEYS = frozenset({"display", "type", "identifier"})
_QUANTITY_KEYS = frozenset({"unit", "code", "system", "comparator"})
_DOSE_PATH = re.compile(r"(?i)dos(?:e|age)|^Medication|rate(?:Quantity|Ratio)|strength|quantity\.|supply")
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_ .-]{0,63}")
_TAG = re.compile(r"\[[A-Z][A-Z_]+\]")  # a tag in the place of an identifier, whose words are no facts
_MAX_DEPTH = 64


def count_facts(records: Sequence[Any]) -> Counter[Fact]:
    """Return the facts of a record, or of all resources of a Bundle, with their counts."""
    return Counter(fact for record in records for fact in _record_facts(record))


def shown_path(path: str, *, is_fhir: bool) -> str:
    """Return a path for a report. A key may be data, so that it is shown only if it is an element of FHIR or a
    column.
    """
    field, _, nested = path.partition(".")
    if is_fhir:
        names = [field if field in RESOURCE_TYPES else OTHER]
        names += [key if key.removeprefix("_") in element_names() else OTHER for key in nested.split(".") if key]
        return ".".join(names)
    return f"{field}.(nested)" if nested else field


def _record_facts(record: Any) -> Iterator[Fact]:
    if not isinstance(record, Mapping):
        return
    kind = record.get("resourceType")
    if isinstance(kind, str):
        yield from _object_facts(record, kind, 0)
    else:
        for column, value in record.items():
            yield from _column_facts(str(column), value)


# --- FHIR -------------------------------------------------------------------------------------------------------------


def _object_facts(node: Mapping[str, Any], path: str, depth: int) -> Iterator[Fact]:
    if depth > _MAX_DEPTH:
        return
    if "value" in node and scalar_text(node["value"]) is not None and not _QUANTITY_KEYS.isdisjoint(node):
        yield from _quantity_facts(node, path)
        return
    if _is_coding(node, path):
        yield from _coding_facts(node, path)
        return
    if "reference" in node or _REFERENCE_KEYS.issuperset(node):
        return  # the display of a reference is a name
    if isinstance(node.get("data"), str) and str(node.get("contentType", "")).startswith("text/plain"):
        yield from _text_facts(_decode_attachment(node["data"]), f"{path}.data")
    # An Annotation, whose text is no concept.
    is_concept = _CONCEPT_KEYS.issuperset(node) and not path.endswith(".note")
    for key, value in node.items():
        at = f"{path}.{key}" if _PLAIN_KEY.fullmatch(key) else f"{path}.(key)"
        if key in _IDENTIFYING_KEYS or key in ("resourceType", "data"):
            continue
        if is_concept and key == "text" and isinstance(value, str):
            yield DISPLAYS, at, value
            continue
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, Mapping):
                yield from _object_facts(item, _path_of_item(item, at), depth + 1)
            elif isinstance(item, str):
                yield from _text_facts(item, at)
            elif not isinstance(item, bool) and (number := scalar_text(item)) is not None:
                yield NUMBERS, at, number


def _path_of_item(item: Mapping[str, Any], at: str) -> str:
    """Return the path of an item. An inner resource begins a new path."""
    kind = item.get("resourceType")
    return kind if isinstance(kind, str) and kind.isalpha() else at


def _is_coding(node: Mapping[str, Any], path: str) -> bool:
    return isinstance(node.get("code"), str) and ("system" in node or "display" in node or path.endswith(".coding"))


def _coding_facts(node: Mapping[str, Any], path: str) -> Iterator[Fact]:
    yield CODES, path, f"{node.get('system', '')} {node['code']}"
    if isinstance(display := node.get("display"), str):
        yield DISPLAYS, f"{path}.display", display


def _quantity_facts(node: Mapping[str, Any], path: str) -> Iterator[Fact]:
    kind = DOSES if _DOSE_PATH.search(path) else VALUES
    yield kind, path, f"{node.get('comparator', '')}{scalar_text(node['value'])}"
    for key in ("unit", "code"):
        if isinstance(unit := node.get(key), str):
            yield UNITS, f"{path}.{key}", unit


def _decode_attachment(data: str) -> str:
    try:
        return base64.b64decode(data, validate=False).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _text_facts(text: str, path: str) -> Iterator[Fact]:
    if any(map(str.isspace, text)):
        text = _TAG.sub(" ", text)
        for kind, find in TEXT_KINDS.items():
            for _, _, fact in find(text):
                yield TEXT_KIND_NAMES[kind], path, fact


# --- other records ----------------------------------------------------------------------------------------------------


def _column_facts(column: str, value: Any) -> Iterator[Fact]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            for kind, path, fact in _column_facts(str(key), inner):
                yield kind, f"{column}.{path}", fact
    elif isinstance(value, list):
        for item in value:
            yield from _column_facts(column, item)
    elif (text := scalar_text(value)) is not None and text.strip():
        text = text.strip()
        if is_unit(column):
            yield UNITS, column, text
        elif is_measure(column):
            yield VALUES, column, text
        elif any(re.fullmatch(system.pattern, text) for system in systems_of(column)):
            yield CODES, column, text
        else:
            yield from _text_facts(text, column)


@dataclass(frozen=True, slots=True)
class RecordUnit:
    """A record, or a Bundle with its entries.

    at: "file:place" in the input. types: the types of its resources, in order. parts: the record, or the entries of the
    Bundle, if the caller asked for them.
    """

    at: str
    facts: Counter[Fact]
    types: tuple[str, ...]
    is_fhir: bool
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordPair:
    """A record before and after de-identification; `after` is None if it was not released."""

    before: RecordUnit
    after: RecordUnit | None


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A field of a record in which facts are lost or new. at: the record's place in the input."""

    at: str
    kind: str
    path: str
    lost: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordUtility:
    """The facts that records lost.

    lost: by kind the share of the facts before that are gone, with 95 % intervals over records. changed: by kind the
    number of lost facts with another in their place. fields: by kind and path the number of lost facts, the most first.
    """

    records: int
    released: int
    lost: dict[str, Figure]
    changed: dict[str, int]
    fields: dict[tuple[str, str], int]
    changes: tuple[RecordChange, ...]


def compare_records(pairs: Iterable[RecordPair], most_changes: int = 0) -> RecordUtility:
    """Compare all records. most_changes: the number of changes to keep, which hold values of records."""
    rows: list[list[tuple[int, int]]] = []
    changed: Counter[str] = Counter()
    fields: Counter[tuple[str, str]] = Counter()
    changes: list[RecordChange] = []
    records = 0
    for pair in pairs:
        records += 1
        if pair.after is None:
            continue
        before, after = pair.before.facts, pair.after.facts
        gone, new = before - after, after - before
        below, above = _count_by_kind(before), _count_by_kind(gone)
        rows.append([(above[kind], below[kind]) for kind in KINDS])
        for (kind, path), lost in _values_by_field(gone).items():
            made = _values_by_field(new).get((kind, path), [])
            changed[kind] += min(len(lost), len(made))
            fields[kind, shown_path(path, is_fhir=pair.before.is_fhir)] += len(lost)
            if len(changes) < most_changes:
                changes.append(RecordChange(pair.before.at, kind, path, tuple(lost), tuple(made)))
    counts = np.array(rows, dtype=np.float64).reshape(len(rows), len(KINDS), 2)
    lost_shares = ratio_figures(counts[:, :, 0], counts[:, :, 1], (1,) * len(KINDS)) if rows else []
    return RecordUtility(
        records,
        len(rows),
        dict(zip(KINDS, lost_shares, strict=False)),
        {kind: changed[kind] for kind in KINDS},
        dict(fields.most_common()),
        tuple(changes),
    )


def _count_by_kind(facts: Counter[Fact]) -> Counter[str]:
    out: Counter[str] = Counter()
    for (kind, _, _), n in facts.items():
        out[kind] += n
    return out


def _values_by_field(facts: Counter[Fact]) -> dict[tuple[str, str], list[str]]:
    out: dict[tuple[str, str], list[str]] = {}
    for (kind, path, value), n in facts.items():
        out.setdefault((kind, path), []).extend([value] * n)
    return out
