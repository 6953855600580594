"""Records in, de-identified records out: the walk, one engine call a batch, the results back.

A record that fails is quarantined with a code and harms no other; what leaves is the same whatever the batch.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from redactor.engine import Redacted, ServiceUnavailableError
from redactor.text import KnownValue, Mention, Note
from schemas.engine import json_codec
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.datatype_handlers import handlers
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn, RecordOut
from schemas.engine.references import RecordKeys, References, own_id, patients_named, subject_of, values_at
from schemas.engine.slots import Walk, write_results
from schemas.engine.walk import Walker

__all__ = ["Applier", "ApplyOptions", "RecordKeys", "References", "deletion_entry"]

_NOTE_TYPES: tuple[tuple[str, ...], ...] = (
    ("type", "text"), ("type", "coding", "display"), ("code", "text"), ("code", "coding", "display"),
)  # fmt: skip
_DIGIT = re.compile(r"\d")
LABELS = "http://terminology.hl7.org/CodeSystem/v3-ObservationValue"


@dataclass(frozen=True, slots=True)
class ApplyOptions:
    """source, recipient: namespaces of the keys. unknown_fields: what a field that no rule names does to its record.

    withhold_labels: security codes that withhold a record. optout: subject tokens. known_hosts: publishers of
    extensions beside the shipped list. max_depth: of nested objects.
    """

    source: str = "default"
    recipient: str = "enclave"
    unknown_fields: Literal["drop", "quarantine"] = "drop"
    withhold_labels: frozenset[str] = frozenset({"R", "V", "42CFRPart2"})
    optout: frozenset[str] = frozenset()
    known_hosts: frozenset[str] = frozenset()
    max_depth: int = 200


class Selects(Protocol):
    """The registry of schemas."""

    def select(self, record: Mapping[str, Any], explicit: str | None = None) -> CompiledSchema:
        """Raises RecordError for a record without a schema that may run."""
        ...


class Processes(Protocol):
    """The engine."""

    def process(self, notes: Sequence[Note], values: Sequence[Mention]) -> tuple[list[Redacted], list[str]]: ...


def _same(value: str) -> str:
    return value


def _none(_: str) -> tuple[KnownValue, ...]:
    return ()


def deletion_entry(resource_type: str, hashed_id: str) -> dict[str, Any]:
    """The Bundle entry that deletes a resource by its pseudonym."""
    return {"request": {"method": "DELETE", "url": f"{resource_type}/{hashed_id}"}}


class Applier:
    """De-identifies batches of records.

    known: the known values of a subject token ("" for records of no single subject). canonical: the crosswalk from a
    source's patient id to the one that all its records share.
    """

    def __init__(
        self,
        registry: Selects,
        engine: Processes,
        keys: RecordKeys,
        options: ApplyOptions,
        known: Callable[[str], tuple[KnownValue, ...]] = _none,
        canonical: Callable[[str], str] = _same,
    ) -> None:
        self._registry, self._engine, self._keys, self._options = registry, engine, keys, options
        self._known, self._canonical = known, canonical
        made, host = handlers(options.known_hosts, self.restricted)
        self.references = References(keys, host)
        self._walker = Walker(
            self.references,
            made,
            self._schema_of,
            quarantine_unknown=options.unknown_fields == "quarantine",
            max_depth=options.max_depth,
        )

    def apply(self, records: Sequence[RecordIn]) -> list[RecordOut]:
        """One result a record, in order. It never raises for what a record holds."""
        jobs = [self._start(record) for record in records]
        self._process([job for job in jobs if job.walk is not None])
        return [self._finish(job) for job in jobs]

    # -- before the engine

    def _start(self, record: RecordIn) -> _Job:
        out = RecordOut(Outcome.QUARANTINED, "", "")
        job = _Job(out)
        schema = None
        digest = record.position  # of a record that cannot even be written
        try:
            digest = hashlib.sha256(json_codec.canonical(record.data)).hexdigest()
            schema = self._registry.select(record.data, record.schema_name)
            self._identify(record, schema, digest, out)
            self._begin(record, schema, job)
        except RecordError as e:
            _refuse(job, e.reason, e.where)
        except RecursionError:
            _refuse(job, Reason.TOO_DEEP)
        except Exception as e:
            # The message may quote the record; its type cannot.
            _refuse(job, Reason.INTERNAL, type(e).__name__)
        if not out.record_id:
            self._identify(record, schema, digest, out)
        return job

    def _identify(self, record: RecordIn, schema: CompiledSchema | None, digest: str, out: RecordOut) -> None:
        """Name the record; one without a schema too, so that the quarantine can."""
        if schema is not None:
            kind: Any = schema.resource_type or schema.data_type or schema.name
            out.schema, out.schema_version, out.schema_digest = schema.name, schema.version, schema.digest
            out.resource_type = schema.resource_type or ""
        else:
            kind = record.data.get("resourceType", record.data.get("dataType"))
        kind = kind if isinstance(kind, str) else ""
        name = own_id(schema, record) or record.full_url or record.position
        out.record_id = self._keys.record_id(kind, name, digest)
        out.resource_key = self._keys.resource_key(kind, name)

    def _begin(self, record: RecordIn, schema: CompiledSchema, job: _Job) -> None:
        out = job.out
        out.subject = subject_of(schema, record, self._keys, self._canonical)
        if self._opted_out(record, out.subject):
            _refuse(job, Reason.OPTED_OUT)
        elif self.restricted(record.data):
            _refuse(job, Reason.RESTRICTED)
        elif schema.fhir is not None and _in_error(record.data):
            named = own_id(schema, record)
            hashed = self._keys.id(named) if named else out.resource_key
            out.outcome, out.data = Outcome.DELETED, {"resourceType": schema.resource_type, "id": hashed}
        else:
            walk = Walk(record, schema, out.subject)
            out.data = self._walker.root(walk)
            job.walk = walk

    def _schema_of(self, data: dict[str, Any], w: Walk) -> CompiledSchema:
        if not isinstance(data.get("resourceType"), str):
            raise RecordError(Reason.NO_SCHEMA, w.schema.name)
        return self._registry.select(data)

    def restricted(self, data: Mapping[str, Any]) -> bool:
        """Whether a security label of the resource withholds it."""
        labels = self._options.withhold_labels
        if "meta" not in data and "securityLabel" not in data and "confidentiality" not in data:
            return False
        # Wherever a list stands for an object, or an object for a list: a label in a wrong place is a label.
        codes = [*values_at(data, ("meta", "security", "code")), *values_at(data, ("securityLabel", "coding", "code"))]
        codes.extend(values_at(data, ("confidentiality",)))
        return any(isinstance(code, str) and code.strip() in labels for code in codes)

    def _opted_out(self, record: RecordIn, subject: str | None) -> bool:
        """Whether the record is of, or names, a patient who opted out: also beside others, or where nobody looks."""
        optout = self._options.optout
        if not optout:
            return False
        if subject in optout:
            return True
        return any(self._keys.subject(self._canonical(name)) in optout for name in patients_named(record))

    # -- the engine

    def _process(self, jobs: Sequence[_Job]) -> None:
        """One call for all; should it fail, one for each, so that only what cannot be read stays behind."""
        if not jobs:
            return
        try:
            self._process_together(jobs)
        except ServiceUnavailableError:
            for job in jobs:
                _refuse(job, Reason.SERVICE_UNAVAILABLE)
        except Exception as e:
            if len(jobs) == 1:
                _refuse(jobs[0], Reason.DETECTOR_FAILED, type(e).__name__)
                return
            for job in jobs:
                self._process([job])

    def _process_together(self, jobs: Sequence[_Job]) -> None:
        note_at: dict[tuple[Any, ...], int] = {}
        value_at: dict[tuple[Any, ...], int] = {}
        notes: list[Note] = []
        known: dict[str, tuple[KnownValue, ...]] = {}
        for job in jobs:
            w = job.walk
            assert w is not None
            job.note_indices, job.value_indices = [], []
            subject = w.subject or ""
            if w.texts and subject not in known:
                known[subject] = self._known(subject)
            for slot in w.texts:
                # Displays recur without end; only a text with digits can hold a date that needs the record's.
                dated = w.date if _DIGIT.search(slot.text) else None
                kind = _note_type(w) if slot.long or w.loose else None
                key = (slot.text, w.subject, kind, dated)
                index = note_at.get(key)
                if index is None:
                    index = note_at[key] = len(notes)
                    name = f"{job.out.record_id}#{len(job.note_indices)}"
                    notes.append(Note(name, slot.text, w.subject, kind, dated, known[subject]))
                job.note_indices.append(index)
            for entry in w.values:
                job.value_indices.append(value_at.setdefault(entry[0], len(value_at)))
        if not notes and not value_at:
            for job in jobs:
                job.texts, job.values = [], []
            return
        mentions = [Mention(*key) for key in value_at]
        texts, values = self._engine.process(notes, mentions)
        if len(texts) != len(notes) or len(values) != len(mentions):
            raise RuntimeError("the engine lost a text or a value")
        for job in jobs:
            job.texts = [texts[i] for i in job.note_indices]
            job.values = [values[i] for i in job.value_indices]

    # -- after the engine

    def _finish(self, job: _Job) -> RecordOut:
        w, out = job.walk, job.out
        if w is None:
            return out
        try:
            if not all(text.complete for text in job.texts):
                raise RecordError(Reason.INCOMPLETE_READING)
            out.entities = write_results(w, job.values, job.texts)
            for rule, n in Counter(w.rules).items():
                out.rules[rule.value] = n
            out.omitted = w.omitted
            if not w.loose and out.data is not None:
                _label(out.data, w)
            out.outcome = Outcome.RELEASED
        except RecordError as e:
            _refuse(job, e.reason, e.where)
        except Exception as e:
            _refuse(job, Reason.INTERNAL, type(e).__name__)
        return out


class _Job:
    """A record on its way. walk: None once its outcome stands."""

    __slots__ = ("note_indices", "out", "texts", "value_indices", "values", "walk")

    def __init__(self, out: RecordOut) -> None:
        self.out = out
        self.walk: Walk | None = None
        self.note_indices: list[int] = []
        self.value_indices: list[int] = []
        self.texts: list[Redacted] = []
        self.values: list[str] = []


def _refuse(job: _Job, reason: Reason, where: str = "") -> None:
    withheld = reason in (Reason.OPTED_OUT, Reason.RESTRICTED)
    out = job.out
    out.outcome = Outcome.WITHHELD if withheld else Outcome.QUARANTINED
    out.reason, out.where, out.data = reason, where, None
    job.walk = None


def _in_error(data: Mapping[str, Any]) -> bool:
    if data.get("status") == "entered-in-error":
        return True
    status = data.get("verificationStatus")
    return status is not None and "entered-in-error" in list(values_at(status, ("coding", "code")))


def _note_type(w: Walk) -> str | None:
    named = w.schema.note_type
    paths = (named,) if named else () if w.loose else _NOTE_TYPES
    return next((v for path in paths for v in values_at(w.record.data, path) if isinstance(v, str)), None)


def _label(data: dict[str, Any], w: Walk) -> None:
    """Say in meta.security what was done (HL7 v3 ObservationValue), after the labels that came with the record."""
    codes = []
    if w.masked:
        codes.append("MASKED")
    if w.hashed:
        codes.append("PSEUDED")
    if w.redacted or w.omitted:
        codes.append("REDACTED")
    if not codes:
        return
    meta = data.get("meta")
    if not isinstance(meta, dict):
        meta = data["meta"] = {}
    held = meta.setdefault("security", [])
    there = {(c.get("system"), c.get("code")) for c in held if isinstance(c, dict)}
    held.extend({"system": LABELS, "code": code} for code in codes if (LABELS, code) not in there)
