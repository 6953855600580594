"""What a record's walk gathers, and the way of the results back into the record."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from redactor.engine import Redacted
from redactor.entities import Entity, Role
from redactor.text import Action
from schemas.engine.compiled_schema import CompiledSchema, Leaf, Rule
from schemas.engine.primitives import fits, typed
from schemas.engine.records import RecordIn
from schemas.engine.references import values_at

ABSENT = {"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"}
_TIMES = frozenset({"date", "dateTime", "instant", "time"})
# Where a FHIR record says when it was written, nearest to the text first.
_DATES = (
    ("date",), ("effectiveDateTime",), ("issued",), ("authoredOn",), ("recordedDate",), ("sent",), ("created",),
    ("period", "start"), ("effectivePeriod", "start"), ("performedDateTime",), ("performedPeriod", "start"),
    ("occurrenceDateTime",), ("onsetDateTime",), ("start",),
)  # fmt: skip


class Omit:
    """The value of a field that does not leave."""


OMIT: Final = Omit()

Parts = tuple[tuple[str, str], ...]
ValueKey = tuple[str, Entity, str | None, Role | None, str, str | None, Parts, Action | None, dt.date | None]
"""The fields of a Mention, in its order."""


class TextSlot:
    """A text, and the place its result goes to. write: makes the place's value of the result; None: its text."""

    __slots__ = ("index", "key", "leaf", "long", "out", "text", "write")

    def __init__(
        self,
        text: str,
        out: dict[str, Any],
        key: str,
        index: int | None,
        leaf: Leaf,
        write: Callable[[Redacted], str] | None = None,
    ) -> None:
        self.text, self.out, self.key, self.index, self.leaf, self.write = text, out, key, index, leaf, write
        self.long = write is not None


class Walk:
    """What a record's walk has gathered. loose: a flat record, in which numbers may be written as strings."""

    __slots__ = (
        "_date",
        "absent",
        "extension_known",
        "gaps",
        "hashed",
        "loose",
        "masked",
        "of_age",
        "omitted",
        "record",
        "redacted",
        "rules",
        "schema",
        "subject",
        "texts",
        "values",
    )

    def __init__(self, record: RecordIn, schema: CompiledSchema, subject: str | None) -> None:
        self.record, self.schema, self.subject = record, schema, subject
        self.loose = schema.fhir is None
        self.rules: list[Rule] = []
        self.omitted: Counter[str] = Counter()
        self.values: list[tuple[ValueKey, dict[str, Any], str, int | None, Leaf, bool]] = []
        self.texts: list[TextSlot] = []
        self.absent: list[tuple[dict[str, Any], str, int | None]] = []
        self.gaps: list[list[Any]] = []
        self.hashed = self.masked = self.redacted = False
        self.extension_known = False
        self.of_age = False  # inside the answer to a question for an age
        self._date: dt.date | Omit | None = OMIT

    def omit(self, cause: str) -> Omit:
        """Count a field that does not leave."""
        self.omitted[cause] += 1
        return OMIT

    def miss(self, out: dict[str, Any], key: str, index: int | None) -> Omit:
        """Say of a FHIR primitive that it is masked, so that required elements stay valid."""
        if not self.loose:
            self.absent.append((out, key, index))
        return OMIT

    @property
    def date(self) -> dt.date | None:
        """Of the record, for partial dates in it."""
        if isinstance(self._date, Omit):
            named = self.schema.note_date
            paths: Sequence[tuple[str, ...]] = (named,) if named else () if self.loose else _DATES
            data = self.record.data
            found = (v for p in paths if p[0] in data for v in values_at(data, p) if isinstance(v, str))
            self._date = next((day for v in found if (day := _day(v)) is not None), None)
        return self._date


def _day(value: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value[:10])
    except ValueError:
        return None


def write_results(w: Walk, values: Sequence[str], texts: Sequence[Redacted]) -> Counter[str]:
    """Put the results into the places that the walk left for them. The counts of entities found."""
    found: dict[Entity, int] = {}
    for value in w.values:
        entity = value[0][1]
        found[entity] = found.get(entity, 0) + 1
    entities: Counter[str] = Counter()
    for entity, n in found.items():
        entities[entity.value] = n
    for (key, out, name, index, leaf, was_number), new in zip(w.values, values, strict=True):
        _put(w, out, name, index, leaf, new, key[0], was_number)
    for slot, redacted in zip(w.texts, texts, strict=True):
        if redacted.spans:
            entities.update(redacted.entities)
            _mark(w, redacted)
        new = slot.write(redacted) if slot.write is not None else redacted.text
        if slot.index is None:
            slot.out[slot.key] = new
        else:
            slot.out[slot.key][slot.index] = new
    for items in w.gaps:
        items[:] = [item for item in items if item is not OMIT]
    for out, name, index in w.absent:
        _say_absent(out, name, index)
    return entities


def _is_tag(text: str) -> bool:
    return text.startswith("[") and text.endswith("]")


def _put(
    w: Walk, out: dict[str, Any], key: str, index: int | None, leaf: Leaf, new: str, old: str, was_number: bool
) -> None:
    if not (fits(leaf.format, new) or (w.loose and leaf.format in _TIMES and not _is_tag(new))):
        w.omitted["masked"] += 1
        w.miss(out, key, index)
        if index is None:
            del out[key]
        elif w.loose:
            out[key][index] = OMIT
            w.gaps.append(out[key])
        return
    if new != old:
        if _is_tag(new) or old.startswith(new):
            w.masked = True
        else:
            w.hashed = True
    value = typed(leaf.format, new) if was_number or not w.loose else new
    if index is None:
        out[key] = value
    else:
        out[key][index] = value


def _mark(w: Walk, redacted: Redacted) -> None:
    for new in redacted.replacements:
        if _is_tag(new):
            w.redacted = True
        else:
            w.hashed = True


def _say_absent(out: dict[str, Any], key: str, index: int | None) -> None:
    """Add data-absent-reason `masked` to the element's `_key`; arrays stay parallel."""
    beside = "_" + key
    element: Any
    if index is None and "url" in out and key.startswith("value"):
        element = out  # an Extension without its value holds an extension instead
    elif index is None:
        element = out.setdefault(beside, {})
    else:
        elements = out.setdefault(beside, [])
        if not isinstance(elements, list):
            return
        elements.extend([None] * (len(out[key]) - len(elements)))
        element = elements[index] = elements[index] or {}
    if not isinstance(element, dict):
        return  # a schema that makes no element of `_key`
    held = element.setdefault("extension", [])
    if isinstance(held, list) and ABSENT not in held:
        held.append(dict(ABSENT))
