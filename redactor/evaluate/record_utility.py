"""Facts of records."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from redactor.evaluate.spans import Figure, figures
from redactor.evaluate.utility import KINDS as TEXT_KINDS
from schemas.authoring.code_columns import systems_of
from schemas.authoring.measure_columns import is_measure, is_unit
from schemas.engine.fhir_types import OTHER, RESOURCE_TYPES, element_names
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


@dataclass(frozen=True, slots=True)
class RecordUnit:
    """A record, or a Bundle with its entries. at: "file:place" in the input. types: of its resources, in order.

    parts: the record, or the Bundle's entries, where they were asked for.
    """

    at: str
    facts: Counter[Fact]
    types: tuple[str, ...]
    is_fhir: bool
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordPair:
    """A record before and after; after is None where it was not released."""

    before: RecordUnit
    after: RecordUnit | None


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A field of a record of which facts are lost or new. at: its place in the input."""

    at: str
    kind: str
    path: str
    lost: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordUtility:
    """lost: by kind, the share of the facts before that are gone, with 95 % intervals over records. changed: how many
    of these have another in their place. fields: by kind and path, how many are lost, the most first.
    """

    records: int
    released: int
    lost: dict[str, Figure]
    changed: dict[str, int]
    fields: dict[tuple[str, str], int]
    changes: tuple[RecordChange, ...]


def record_utility(pairs: Iterable[RecordPair], most_changes: int = 0) -> RecordUtility:
    """Compare all records. most_changes: how many changes to keep; they hold values."""
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
        below, above = _by_kind(before), _by_kind(gone)
        rows.append([(above[kind], below[kind]) for kind in KINDS])
        for (kind, path), lost in _by_field(gone).items():
            made = _by_field(new).get((kind, path), [])
            changed[kind] += min(len(lost), len(made))
            fields[kind, shown_path(path, is_fhir=pair.before.is_fhir)] += len(lost)
            if len(changes) < most_changes:
                changes.append(RecordChange(pair.before.at, kind, path, tuple(lost), tuple(made)))
    counts = np.array(rows, dtype=np.float64).reshape(len(rows), len(KINDS), 2)
    lost_shares = figures(counts[:, :, 0], counts[:, :, 1], (1,) * len(KINDS)) if rows else []
    return RecordUtility(
        records,
        len(rows),
        dict(zip(KINDS, lost_shares, strict=False)),
        {kind: changed[kind] for kind in KINDS},
        dict(fields.most_common()),
        tuple(changes),
    )


def _by_kind(facts: Counter[Fact]) -> Counter[str]:
    out: Counter[str] = Counter()
    for (kind, _, _), n in facts.items():
        out[kind] += n
    return out


def _by_field(facts: Counter[Fact]) -> dict[tuple[str, str], list[str]]:
    out: dict[tuple[str, str], list[str]] = {}
    for (kind, path, value), n in facts.items():
        out.setdefault((kind, path), []).extend([value] * n)
    return out
