"""Defines the state of one record's walk: what it gathered, and the slots that wait for results."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from redactor.engine import Redacted
from redactor.entities import Entity, Role
from redactor.policy.kept_dates import KeptDate
from redactor.text import Action, TextKind
from schemas.engine.compiled_schema import CompiledSchema, Leaf, Required, Rule
from schemas.engine.fhir_types import unknown_field
from schemas.engine.json_codec import values_at
from schemas.engine.number_rules import is_longitude
from schemas.engine.passed_values import PassedValue
from schemas.engine.questions import Question
from schemas.engine.records import RecordIn
from schemas.engine.subjects import is_of_unknown_patient

# Where a FHIR record says when it was written; the date closest to its text comes first.
_RECORD_DATES = (
    ("date",), ("effectiveDateTime",), ("issued",), ("authoredOn",), ("recordedDate",), ("sent",), ("created",),
    ("period", "start"), ("effectivePeriod", "start"), ("performedDateTime",), ("performedPeriod", "start"),
    ("occurrenceDateTime",), ("onsetDateTime",), ("start",), ("actualPeriod", "start"),
)  # fmt: skip

# https://hl7.org/fhir/R4/extension-data-absent-reason.html
DATA_ABSENT = {"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"}


class Omit:
    """The type of OMIT."""


OMIT: Final = Omit()
"""Stands for a field that is left out of the output."""

Parts = tuple[tuple[str, str], ...]
"""(part name, text) pairs of a HumanName or an Address, in the order of the record."""

MentionFields = tuple[str, Entity, str | None, Role | None, str, str | None, Parts, Action | None, dt.date | None, bool]
"""The fields of a `redactor.text.Mention`, in its order. A tuple hashes fast, and equal mentions are processed once."""


# Every field makes one of these slots. A Struct is made in a fifth of the time that a class with __init__ takes.
class TextSlot(msgspec.Struct, gc=False):
    """A text for the detectors, and the place in the output where its result goes.

    The place is `out[key]`, or `out[key][index]` in an array. `write` encodes the result in the field's form (XHTML,
    base64); None writes the redacted text as it is. `kind` is the kind of text. `by_llm` is that of its Leaf.
    """

    text: str
    out: dict[str, Any]
    key: str
    index: int | None
    write: Callable[[Redacted], str] | None = None
    kind: TextKind = TextKind.PROSE
    by_llm: bool = False

    @property
    def is_document(self) -> bool:
        """Tell whether it is the text of a narrative or an attachment rather than of a single string field."""
        return self.write is not None


class ValueSlot(msgspec.Struct, gc=False):
    """A sensitive structured value, and the place in the output where its replacement goes.

    `out`, `key` and `index` are as in TextSlot. `was_number` tells whether the input was a JSON number. `part_before`
    is, for a field that holds a part of the mentioned date, the part as the input has it.
    """

    mention: MentionFields
    out: dict[str, Any]
    key: str
    index: int | None
    leaf: Leaf
    was_number: bool
    part_before: str | None = None


class TokenSlot:
    """A code, a unit, a computable name or a url that is in the output already, and that may hold a name.

    `words` are those that the detectors read. `withhold` takes the token out again. `is_known` tells whether the words
    are known values of the subject, its household or the site.
    """

    __slots__ = ("is_known", "withhold", "words")

    def __init__(self, words: str, withhold: Callable[[], None]) -> None:
        self.words, self.withhold = words, withhold
        self.is_known = False


class WalkState:
    """What the walk of one record gathered.

    With `is_flat` the record is a table row or other flat JSON, not FHIR: numbers may be written as strings, and nulls
    and empty objects stay. `rules` has one entry per field that a rule was applied to. `omitted` counts fields left
    out, by cause, and `unknown` those that no rule names, by `unknown_field`.

    `absent` holds places of FHIR primitives that get a data-absent-reason, `choices` objects of the output with a
    required choice that came as a primitive, and `sparse_arrays` output arrays that hold OMIT. `passed` holds values
    that pass unless they are known, and `angles` numbers that may be half of a position, with their quantity in the
    output. `hashed`, `masked` and `redacted` tell what happened anywhere in the record, for its security labels. `kept`
    holds what the record releases of dates that a later day would leave out.

    The position of the walk is in `in_known_extension` (inside an extension with a publisher's url), `question` (what
    is asked there), `units` (those of the range around it) and `is_measured` (inside a quantity with a unit).

    `rewritten` maps ids and references of the record to their pseudonyms, and `identifiers` holds the values of
    identifiers. `owner` is "Type/id" of the resource that contains the target of "#id". `resource_type` is that of the
    resource that identifiers belong to: the resource that holds them, or that their reference names. `unresolved` is as
    in Mention.
    """

    __slots__ = (
        "_date", "absent", "angles", "choices", "hashed", "identifiers", "in_known_extension", "is_flat",
        "is_measured", "kept", "masked", "omitted", "owner", "passed", "question", "record", "redacted",
        "resource_type", "rewritten", "rules", "schema", "sparse_arrays", "subject", "texts", "tokens", "units",
        "unknown", "unresolved", "values",
    )  # fmt: skip

    def __init__(self, record: RecordIn, schema: CompiledSchema, subject: str | None, name: str) -> None:
        self.record, self.schema, self.subject = record, schema, subject
        self.unresolved = subject is None and is_of_unknown_patient(schema, record)
        self.owner = f"{schema.resource_type}/{name}"
        self.is_flat = schema.fhir is None
        self.rules: list[Rule] = []
        self.omitted: defaultdict[str, int] = defaultdict(int)
        self.unknown: defaultdict[str, int] = defaultdict(int)
        self.values: list[ValueSlot] = []
        self.texts: list[TextSlot] = []
        self.tokens: list[TokenSlot] = []
        self.angles: list[tuple[str, dict[str, Any]]] = []
        self.absent: list[tuple[dict[str, Any], str, int | None]] = []
        self.choices: list[tuple[dict[str, Any], Required]] = []
        self.sparse_arrays: list[list[Any]] = []
        self.rewritten: dict[str, str] = {}
        self.identifiers: list[str] = []
        self.hashed = self.masked = self.redacted = False
        self.passed: list[PassedValue] = []
        self.kept: list[KeptDate] = []
        self.in_known_extension = False
        self.question = Question.OTHER
        self.units: list[str] = []
        self.is_measured = False
        self.resource_type = schema.resource_type
        self._date: dt.date | Omit | None = OMIT

    def omit(self, cause: str) -> Omit:
        """Count a field that is left out."""
        self.omitted[cause] += 1
        return OMIT

    def omit_unknown(self, path: str, key: str) -> None:
        """Count a field that no rule names, by the path of the object that holds it."""
        self.omitted["unknown-field"] += 1
        self.unknown[unknown_field(path, key)] += 1

    def mark_absent(self, out: dict[str, Any], key: str, index: int | None) -> Omit | None:
        """Return the value that takes the place of a value left out: a null in a flat record, so that a table keeps its
        columns.

        A FHIR primitive gets the data-absent-reason `masked`, so that required elements stay valid.
        """
        if self.is_flat:
            return None if index is None else OMIT
        self.absent.append((out, key, index))
        return OMIT

    def withhold(self, out: dict[str, Any], key: str) -> None:
        """Leave out a value that must not pass, and say so."""
        out.pop(key, None)
        self.omit("not-allowed")
        self.mark_absent(out, key, None)
        if self.is_flat:
            out[key] = None
        else:
            out.setdefault("_" + key, {})  # holds the absent reason later; without it an empty object would be dropped

    def withhold_positions(self) -> None:
        """Withhold the record's numbers with four decimals where one of them has the form of a western longitude.

        It would give away the latitude in another quantity. One number of four decimals in a clinical unit is a
        measurement. A negative one below -30 is none.
        """
        if any(is_longitude(number) for number, _ in self.angles):
            for _, out in self.angles:
                if "value" in out:
                    self.withhold(out, "value")

    def read_token(self, words: str, out: dict[str, Any], key: str, index: int | None, hashed: str | None) -> None:
        """Have the words of a token in the output read; if they name somebody, `hashed` or nothing takes its place."""

        def withhold() -> None:
            if hashed is not None:
                self.hashed = True
                self.put(out, key, index, hashed)
            else:
                self.omitted["not-allowed"] += 1
                self.put(out, key, index, self.mark_absent(out, key, index))

        self.tokens.append(TokenSlot(words, withhold))

    def put(self, out: dict[str, Any], key: str, index: int | None, value: Any) -> None:
        """Write a result into the output, or take the value out again with OMIT."""
        if index is not None:
            out[key][index] = value if value is not OMIT or self.is_flat else None
            if value is OMIT and self.is_flat:
                self.sparse_arrays.append(out[key])
        elif value is OMIT:
            del out[key]
        else:
            out[key] = value

    @property
    def date(self) -> dt.date | None:
        """Return the record's date, which completes partial dates in its values and texts, or None when it
        gives none.
        """
        if isinstance(self._date, Omit):
            named = self.schema.note_date
            paths: Sequence[tuple[str, ...]] = (named,) if named else () if self.is_flat else _RECORD_DATES
            data = self.record.data
            found = (v for p in paths if p[0] in data for v in values_at(data, p) if isinstance(v, str))
            self._date = next((day for v in found if (day := _day(v)) is not None), None)
        return self._date


def _day(value: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value[:10])
    except ValueError:
        return None
