"""De-identifies batches of records: walks each, processes all texts and values in one engine call, writes the results.

A record that fails is quarantined with a reason code and does not affect the others. The output of a record does not
depend on its batch.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Protocol

from redactor.detect.known.value_index import SiteIndex, ValueIndexes
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.errors import DetectorBuildError, EndpointRefusedError, NotInForceError, ServiceUnavailableError
from redactor.policy.kept_dates import first_turn
from redactor.record_texts import RecordTexts
from redactor.text import BY_LLM, NO_HINTS, KnownValue, Mention, Note, Reading
from schemas.engine import json_codec, subjects
from schemas.engine.compiled_schema import CompiledSchema, Rule
from schemas.engine.datatype_handlers import build_handlers
from schemas.engine.jobs import Job, refuse
from schemas.engine.kept_values import kept_slots, tag_people
from schemas.engine.note_types import check_text_lengths, is_note, note_types_of
from schemas.engine.patient_identifiers import Holders, PatientNumbers
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.quoted_ids import QuotedIds
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn, RecordOut
from schemas.engine.references import References
from schemas.engine.required_elements import fill_choices
from schemas.engine.token_check import TokenReader, Verdict
from schemas.engine.urls import check_url
from schemas.engine.walk import Walker
from schemas.engine.walk_state import WalkState
from schemas.engine.withheld_records import has_label, is_entered_in_error, names_opted_out
from schemas.engine.write_results import add_security_labels, emptied_fields, withhold_known, write_results

_DIGIT = re.compile(r"\d")
_NAME_OF_RULE = {rule: rule.value for rule in Rule}  # Python 3.11 looks `value` up in Python code


@dataclass(frozen=True, slots=True)
class ApplyOptions:
    """Options of the record engine.

    `unknown_fields` says whether a field without a rule is dropped or quarantines its record. Records with a security
    code in `withhold_labels`, or of a subject or identifier whose token is in `opt_out`, are withheld. `known_hosts`
    are publishers of extensions beside the shipped list. `max_depth` limits nested objects, and `max_text_chars` a
    single text; a longer text quarantines its record. With `simple_names` clinicians' names are released as one given
    and one family name. The profile keeps values of the entities in `held` that share nothing with
    what is known of a patient or a relative, and with `keeps_paths` fields by their paths.
    """

    unknown_fields: Literal["drop", "quarantine"] = "drop"
    withhold_labels: frozenset[str] = frozenset({"R", "V", "42CFRPart2"})
    opt_out: Container[str] = frozenset()
    known_hosts: frozenset[str] = frozenset()
    max_depth: int = 200
    max_text_chars: int = 2_000_000
    simple_names: bool = False
    held: frozenset[Entity] = frozenset()
    keeps_paths: bool = False


class SchemaSelector(Protocol):
    """Selects the schema of a record; `schemas.documents.registry.Registry` implements it."""

    def select(
        self,
        record: Mapping[str, Any],
        explicit: str | None = None,
        holder: CompiledSchema | None = None,
        table: str = "",
    ) -> CompiledSchema:
        """Return the schema of a record, or of a resource in it. Raises RecordError when no approved schema fits.

        `holder` is the schema of the record that contains it, and `table` is as in RecordIn.
        """
        ...


class BatchProcessor(Protocol):
    """De-identifies texts and values; `redactor.engine.Engine` implements it."""

    def read(self, notes: Sequence[Note]) -> list[Reading]:
        """Return the resolved reading of each note."""
        ...

    def process_records(
        self, notes: Sequence[Note], values: Sequence[Mention], records: Sequence[RecordTexts]
    ) -> tuple[list[list[Redacted]], list[str]]:
        """Return for each record one result for each of its notes, and one for each value, in order."""
        ...


def _nothing(*_: object) -> tuple[()]:
    return ()


class Applier:
    """De-identifies batches of records, for example `Applier(...).apply([RecordIn(data, "patients.json#1")])`.

    `known` gives the known values of a subject token ("" for records of no single subject). `site` gives those of the
    site, the same object while nothing changes, or their index. `crosswalk` maps a source's patient id to the one id
    that all records of that patient share. `holders` gives the patients who have an identifier. `own_values` gives the
    known values in a record itself, for a record that gives its patient no id. `is_seen` tells whether known values
    tell who a subject is; where it is given, a record with a text is quarantined until they do. A record that refers to
    its patient by no id, and by no identifier of one Patient, is quarantined as well.
    """

    def __init__(
        self,
        registry: SchemaSelector,
        engine: BatchProcessor,
        keys: RecordPseudonyms,
        options: ApplyOptions,
        known: Callable[[str], Sequence[KnownValue]] = _nothing,
        crosswalk: Callable[[str], str] = str,
        site: Callable[[], Sequence[KnownValue] | SiteIndex] = _nothing,
        own_values: Callable[[Mapping[str, Any], CompiledSchema], tuple[KnownValue, ...]] = _nothing,
        is_seen: Callable[[str], bool] | None = None,
        holders: Holders = _nothing,
    ) -> None:
        self._registry, self._engine, self._keys, self._options = registry, engine, keys, options
        self._known, self._site, self._crosswalk, self._own_values = known, site, crosswalk, own_values
        self._is_seen, self._opt_out = is_seen, options.opt_out
        self._checks_kept = bool(options.held) or options.keeps_paths
        self._numbers, self._indexes = PatientNumbers(keys, crosswalk, holders), ValueIndexes()
        extra_hosts = tuple(sorted(options.known_hosts))
        self._tokens = TokenReader(engine.read)

        def may_stay(url: str) -> Verdict:
            return check_url(url, extra_hosts)

        self.references = References(keys, may_stay)
        self._quoted = QuotedIds(self.references)
        self._walker = Walker(
            self.references,
            build_handlers(may_stay, self.is_restricted, simple_names=options.simple_names),
            self._schema_of,
            quarantine_unknown=options.unknown_fields == "quarantine",
            max_depth=options.max_depth,
        )

    def apply(self, records: Sequence[RecordIn]) -> list[RecordOut]:
        """Return one result per record, in order; no content of a record makes it raise.

        Raises NotInForceError.
        """
        self._opt_out = self._options.opt_out or ()  # whether there is any is a query of a database
        jobs = [self._start(record) for record in records]
        self._process([job for job in jobs if job.state is not None])
        return [self._finish(job) for job in jobs]

    # -- before the engine

    def _start(self, record: RecordIn) -> Job:
        out = RecordOut(Outcome.QUARANTINED, "", "")
        job = Job(out)
        schema = None
        digest = record.position  # for a record that cannot be encoded
        try:
            encoded = record.canonical or json_codec.canonical(record.data)
            digest = hashlib.sha256(encoded).hexdigest()
            schema = self._registry.select(record.data, record.schema_name, table=record.table)
            name = self._identify(record, schema, digest, out)
            self._walk(record, schema, name, job, len(encoded))
        except RecordError as e:
            refuse(job, e.reason, e.where)
        except RecursionError:
            refuse(job, Reason.TOO_DEEP)
        except NotInForceError:
            raise  # it is so for every record
        except Exception as e:
            # The message may quote the record; its type cannot.
            refuse(job, Reason.INTERNAL, type(e).__name__)
        if not out.record_id:
            self._identify(record, schema, digest, out)
        return job

    def _identify(self, record: RecordIn, schema: CompiledSchema | None, digest: str, out: RecordOut) -> str:
        """Set the record's ids, and return the id or position that names the record in its source.

        A record without a schema gets ids too, for the quarantine.
        """
        if schema is not None:
            record_type: Any = schema.resource_type or schema.data_type or schema.name
            out.schema, out.schema_version, out.schema_digest = schema.name, schema.version, schema.digest
            out.resource_type = schema.resource_type or ""
        else:
            record_type = record.data.get("resourceType", record.data.get("dataType"))
        record_type = record_type if isinstance(record_type, str) else ""
        name = subjects.own_id(schema, record) or record.full_url or record.position
        out.record_id = self._keys.record_id(record_type, name, digest)
        out.resource_key = self._keys.resource_key(record_type, name)
        return name

    def _walk(self, record: RecordIn, schema: CompiledSchema, name: str, job: Job, size: int) -> None:
        out = job.out
        out.patient, out.subject = subjects.named_subject(schema, record, self._keys, self._crosswalk)
        job.is_named_late = out.subject is None
        # One answer to all of this, whatever is stored meanwhile.
        numbered = cache(self._numbers.patient) if job.is_named_late or self._is_seen else self._numbers.patient
        if job.is_named_late:
            out.patient, out.subject = subjects.named_subject(schema, record, self._keys, self._crosswalk, numbered)
        if self._opted_out(record, out.subject):
            refuse(job, Reason.OPTED_OUT)
        elif self.is_restricted(record.data):
            refuse(job, Reason.RESTRICTED)
        elif schema.fhir is not None and is_entered_in_error(record.data):
            named = subjects.own_id(schema, record)
            hashed = self._keys.id(schema.resource_type or "", named) if named else out.resource_key
            out.outcome, out.data = Outcome.DELETED, {"resourceType": schema.resource_type, "id": hashed}
            out.original = subjects.original_of(schema, record, self._keys, out)
        else:
            told = subjects.drop_nobody(schema, record, self._keys)
            if out.subject is not None:
                told = subjects.refer_by_id(schema, told, self._numbers)
            state = WalkState(told, schema, out.subject, name)
            out.data = self._walker.walk(state)
            check_text_lengths(state, size, self._options.max_text_chars)
            if state.texts:
                self._check_seen(state, numbered)
            job.state = state

    def _check_seen(self, state: WalkState, numbered: subjects.Numbered) -> None:
        """Raise PATIENT_UNSEEN where the record must wait for its patient; `where` is the field that no value resolves.

        The patient's record itself never waits: it says who the patient is.
        """
        if self._is_seen is None or state.record.may_be_unseen or subjects.is_of_patient(state.schema):
            return
        unresolved = subjects.unresolved_patient(state.schema, state.record, self._crosswalk, numbered)
        if unresolved or (state.subject is not None and not self._is_seen(state.subject)):
            raise RecordError(Reason.PATIENT_UNSEEN, unresolved or "")

    def _schema_of(self, data: dict[str, Any], state: WalkState) -> CompiledSchema:
        if not isinstance(data.get("resourceType"), str):
            raise RecordError(Reason.NO_SCHEMA, state.schema.name)
        return self._registry.select(data, holder=state.schema)

    def is_restricted(self, data: Mapping[str, Any]) -> bool:
        """Tell whether a security label of the resource withholds it."""
        return has_label(data, self._options.withhold_labels)

    def _opted_out(self, record: RecordIn, subject: str | None) -> bool:
        """Tell whether the record belongs to, or names anywhere, a patient who opted out."""
        if not (opt_out := self._opt_out):
            return False
        return subject in opt_out or names_opted_out(record, opt_out, self._keys, self._crosswalk, self._numbers)

    # -- the engine

    def _process(self, jobs: Sequence[Job]) -> None:
        """Process all jobs in one call; if it fails, process each alone, so that only the failing record is refused."""
        if not jobs:
            return
        try:
            self._process_together(jobs)
        except (DetectorBuildError, EndpointRefusedError):
            raise  # they fail for every record
        except ServiceUnavailableError:
            for job in jobs:
                refuse(job, Reason.SERVICE_UNAVAILABLE)
        except Exception as e:
            if len(jobs) == 1:
                refuse(jobs[0], Reason.DETECTOR_FAILED, type(e).__name__)
                return
            for job in jobs:
                self._process([job])

    def _process_together(self, jobs: Sequence[Job]) -> None:
        self._tokens.read(slot.words for job in jobs if job.state is not None for slot in job.state.tokens)
        note_at: dict[tuple[Any, ...], int] = {}
        value_at: dict[tuple[Any, ...], int] = {}
        notes: list[Note] = []
        known: dict[str, Sequence[KnownValue]] = {}
        of_site = self._site()
        site = of_site if isinstance(of_site, SiteIndex) else self._indexes.site(of_site)
        for job in jobs:
            state = job.state
            assert state is not None
            job.note_indices, job.value_indices = [], []
            subject = state.subject or ""
            passing = state.passed or state.tokens
            kept = kept_slots(state, self._options.held) if self._checks_kept else []
            if (state.texts or passing or kept) and subject not in known:
                known[subject] = self._known(subject)
            if passing:
                held = known[subject]
                withhold_known(state, self._indexes.subject(subject, held) if subject else None, site)
            is_read_late = bool(state.texts) and job.is_named_late
            own_values = self._own_values(state.record.data, state.schema) if kept or is_read_late else ()
            if kept:
                tag_people(kept, (*own_values, *known[subject]), unresolved=state.unresolved)
            named = own_values if is_read_late else ()
            record = state.record.data
            has_type = state.is_flat or is_note(record) or any(slot.is_document for slot in state.texts)
            types = note_types_of(record, state.schema.note_type, state.is_flat) if has_type else ()
            for slot in state.texts:
                # Displays recur often and are processed once. Only a text with digits may need the record's date.
                date = state.date if _DIGIT.search(slot.text) else None
                note_type = next(iter(types), None) if slot.is_document or state.is_flat else None
                of = (slot.kind, types, state.unresolved)
                key = (slot.text, state.subject, note_type, date, named, slot.by_llm, of)
                index = note_at.get(key)
                if index is None:
                    index = note_at[key] = len(notes)
                    name = f"{job.out.record_id}#{len(job.note_indices)}"
                    people = (*named, *known[subject]) if named and subject else named or known[subject]
                    hints = BY_LLM if slot.by_llm else NO_HINTS
                    notes.append(Note(name, slot.text, state.subject, note_type, date, people, hints, *of))
                job.note_indices.append(index)
            for value_slot in state.values:
                job.value_indices.append(value_at.setdefault(value_slot.mention, len(value_at)))
        if not notes and not value_at:
            for job in jobs:
                job.texts, job.values = [], []
            return
        mentions = [Mention(*key) for key in value_at]
        records = [self._texts_of(job) for job in jobs]
        texts, values = self._engine.process_records(notes, mentions, records)
        if len(texts) != len(jobs) or len(values) != len(mentions):
            raise RuntimeError("the engine lost a text or a value")
        for job, own in zip(jobs, texts, strict=True):
            job.texts = own
            job.values = [values[i] for i in job.value_indices]

    def _texts_of(self, job: Job) -> RecordTexts:
        """Return the texts of a record, with the ids and references that they quote."""
        state = job.state
        assert state is not None
        notes, values, record_id = tuple(job.note_indices), tuple(job.value_indices), job.out.record_id
        if not notes:
            return RecordTexts((), values, record_id=record_id)
        rewrites, terms = self._quoted.find(state)
        return RecordTexts(notes, values, rewrites, terms, record_id)

    # -- after the engine

    def _finish(self, job: Job) -> RecordOut:
        state, out = job.state, job.out
        if state is None:
            return out
        try:
            out.doubts, out.strange = sum(len(t.doubts) for t in job.texts), sum(t.strange for t in job.texts)
            unread = [text for text in job.texts if not text.complete]
            why = [text.why for text in unread if text.why]
            told = [text.second for text in job.texts if text.second]
            if told or why:
                out.second = second = Counter({"records": 1})
                for counts in told:
                    second.update(counts)
                second.update(why)
                if unread:
                    del second["redacted"]  # no text of it leaves
            if unread:
                raise RecordError(Reason.INCOMPLETE_READING, next(iter(why), ""))
            for slot in state.tokens:
                if slot.is_known or self._tokens.is_name(slot.words):
                    slot.withhold()
            out.entities = write_results(state, job.values, job.texts)
            out.turns = first_turn(state.kept)
            fill_choices(state)
            out.rules = {_NAME_OF_RULE[rule]: n for rule, n in Counter(state.rules).items()}
            out.omitted, out.unknown = state.omitted, state.unknown
            if out.data is not None and state.is_flat:
                out.emptied = emptied_fields(state.schema.root, state.record.data, out.data)
            elif out.data is not None:
                add_security_labels(out.data, state)
            out.outcome = Outcome.RELEASED
            out.original = subjects.original_of(state.schema, state.record, self._keys, out)
        except RecordError as e:
            refuse(job, e.reason, e.where)
        except Exception as e:
            refuse(job, Reason.INTERNAL, type(e).__name__)
        return out
