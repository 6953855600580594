"""This module does the first pass in a worker: it harvests known values by chart, and clues that tie charts
together.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from redactor.dates import latest_date
from redactor.detect.known.search_keys import indexed
from redactor.entities import Entity
from redactor.keys import DerivedKey, Keyring
from redactor.run.contracts import PATIENT, TIE, HarvestBatch, PersonClue, PersonValues, RawRecord
from redactor.run.intake.patient_lists import PatientLists
from redactor.run.note_names import SOURCE_PATIENT
from redactor.run.state.event_days import DAYS
from redactor.run.state.known_entries import SITE
from redactor.run.state.known_identifiers import holder
from redactor.text import KnownValue
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.patient_identifiers import numbers_in, numbers_of
from schemas.engine.pseudonyms import IDENTIFIER, RecordPseudonyms
from schemas.engine.records import RecordError, RecordIn
from schemas.engine.references import reference_target
from schemas.engine.subjects import (
    own_id,
    patient_numbers,
    patient_of,
    patients_named,
    subject_of,
    unresolved_patient,
)
from schemas.harvest.event_dates import event_days, newest_event
from schemas.harvest.fillers import without_filler
from schemas.harvest.known_values import (
    harvest,
    harvest_flat,
    harvest_flat_clues,
    identifying_fields,
    nested_values,
    site_fields,
)
from schemas.harvest.results import Clue, ClueKind, Harvest

_CACHE_SIZE = 4_096
_NO_LISTS = PatientLists()
_REFERENCE = "REFERENCE"
_KEY_BYTES, _PERSON_BYTES, _HALF_HINT_BYTES = 16, 8, 4  # of a clue's key, of a person's token, of each half of a hint


class _Found:
    """This object collects each value of a person and each clue of a batch once."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, bytes], dict[KnownValue, None]] = {}
        self.clues: dict[PersonClue, None] = {}
        self.newest: dt.date | None = None
        self.failed = 0
        self.unresolved = 0
        self.numbered: Counter[tuple[str, ...]] = Counter()
        self.opt_out: set[int] = set()
        self.crosswalk: set[int] = set()

    def add(self, scope: str, values: Iterable[KnownValue], person: bytes = PATIENT) -> None:
        self.values.setdefault((scope, person), {}).update(dict.fromkeys(values))

    def batch(self) -> HarvestBatch:
        values = [_indexed(scope, person, list(held)) for (scope, person), held in self.values.items()]
        lines = frozenset(self.opt_out), frozenset(self.crosswalk)
        counts = self.failed, self.unresolved, self.numbered
        return HarvestBatch(values, list(self.clues), self.newest, *counts, *lines)


def _indexed(scope: str, person: bytes, values: list[KnownValue]) -> PersonValues:
    """Return the values with their search keys, computed here because workers are many and the store has one writer."""
    is_searched = not scope.startswith((SITE, DAYS, IDENTIFIER))
    return PersonValues(scope, person, values, list(map(indexed, values)) if is_searched else None)


def parse_record(raw: RawRecord) -> RecordIn | None:
    """Return the record to harvest, or None if there is none. Raises RecordError."""
    if raw.error is not None or not raw.data or raw.part == "bundle":
        return None
    return raw.as_record(json_codec.parse(raw.data))


class RecordHarvester:
    """A `RecordHarvester` finds the identifiers in structured records by subject, and the clues that tie subjects
    together.
    """

    def __init__(
        self,
        registry: Registry,
        keys: RecordPseudonyms,
        site_scope: str,
        canonical: Callable[[str], str],
        digest: Callable[..., bytes],
        lists: PatientLists = _NO_LISTS,
        *,
        keeps_days: bool = False,
    ) -> None:
        """Prepare a harvester.

        digest: the keyed hash for clues, for the same recipient, epoch and source as keys; see `clue_digest`. lists:
        the patient lists whose lines are matched. keeps_days: whether dates are shifted, which needs the days of a
        subject's events.
        """
        self._keeps_days = keeps_days
        self._registry, self._keys, self._site, self._follow = registry, keys, site_scope, canonical
        self._lists = lists
        self._followed: set[int] = set()  # lines of the crosswalk
        self._digest = digest
        self._hint = lru_cache(maxsize=_CACHE_SIZE)(self._hint_of)
        # Rows of a table repeat what they say of a patient.
        self._flat_clues = lru_cache(maxsize=_CACHE_SIZE)(self._clues_of_row)

    def harvest(self, raws: Sequence[RawRecord]) -> HarvestBatch:
        """Return the values and clues of a batch.

        A record that cannot be read is counted; the second pass quarantines it.
        """
        failed = 0

        def records() -> Iterator[tuple[RecordIn, bytes]]:
            nonlocal failed
            for raw in raws:
                try:
                    record = parse_record(raw)
                except RecordError:
                    failed += 1
                    continue
                if record is not None:
                    yield record, raw.data

        found = self.harvest_records(records())
        return replace(found, failed=found.failed + failed)

    def harvest_identifiers(self, records: Iterable[RecordIn]) -> HarvestBatch:
        """Return the identifiers of the Patients among parsed records, and nothing else."""
        found = _Found()
        for record in records:
            with suppress(RecordError):
                schema = self._registry.select(record.data, record.schema_name, table=record.table)
                for scope, value in self._identifier_holders(schema, record):
                    found.add(scope, (value,))
        return found.batch()

    def harvest_records(self, records: Iterable[tuple[RecordIn, bytes]]) -> HarvestBatch:
        """Return the values and clues of parsed records, each with its JSON; b"" if the newest date is not wanted."""
        found = _Found()
        for record, data in records:
            try:
                schema = self._harvest_record(record, found)
            except RecordError:
                found.failed += 1
                continue
            is_fhir = schema.fhir is not None
            day = latest_date(data, found.newest) if is_fhir else newest_event(record.data, schema)
            if day is not None and (found.newest is None or day > found.newest):
                found.newest = day
        return found.batch()

    def _canonical(self, patient: str) -> str:
        self._followed.update(self._lists.crosswalk.get(patient, ()))
        return self._follow(patient)

    def _note_lines(self, record: RecordIn, subject: str | None, found: _Found) -> None:
        """Record the lines of the patient lists that name the record's patient or anyone it names, as `Applier`
        withholds them.
        """
        if opt_out := self._lists.opt_out:
            named = {self._keys.subject(self._canonical(name)) for name in patients_named(record)}
            named |= {self._keys.identifier_scope(*number) for number in numbers_in(record.data)}
            for token in named | {subject or ""}:
                found.opt_out.update(opt_out.get(token, ()))
        # Intake has followed the crosswalk for the name or the sidecar of a note.
        self._followed.update(self._lists.crosswalk.get(str(record.data.get(SOURCE_PATIENT)), ()))
        found.crosswalk |= self._followed
        self._followed.clear()

    def _harvest_record(self, record: RecordIn, found: _Found) -> CompiledSchema:
        schema = self._registry.select(record.data, record.schema_name, table=record.table)
        subject = subject_of(schema, record, self._keys, self._canonical)
        self._note_lines(record, subject, found)
        for scope, value in self._identifier_holders(schema, record):
            found.add(scope, (value,))
        if self._keeps_days:
            days = [KnownValue(day, Entity.DATE) for day in dict.fromkeys(event_days(record.data, schema))]
            for scope in self._scopes(schema, record) if subject is None else (subject,):
                found.add(DAYS + scope, days)
        if schema.fhir is None:
            if subject is not None:
                values = harvest_flat(identifying_fields(record.data, schema))
                found.add(subject, values)
                found.add(subject, nested_values(record.data, schema))
                found.clues.update(self._flat_clues(subject, tuple(values)))
            elif not schema.subject:
                found.add(self._site, harvest_flat(site_fields(record.data, schema)))
            return schema
        if unresolved_patient(schema, record, self._canonical):
            scopes = self._scopes(schema, record)
            found.unresolved += not scopes
            found.numbered.update([scopes] if scopes else [])
        harvested = harvest(record.data, _reference(record))
        found.add(self._site, harvested.site_values)
        if subject is None and harvested.ties and harvested.reference:
            subject = TIE + self._keys.subject(harvested.reference)
            harvested.subject.name = harvested.reference
        if subject is None:
            return schema
        if not (harvested.others or harvested.subject.clues or harvested.ties or harvested.subject.name):
            found.add(subject, harvested.subject.values)
            return schema
        for person in (harvested.subject, *harvested.others):
            token = self._person(subject, person.name)
            found.add(subject, person.values, token)
            found.clues.update((self._clue(subject, token, clue), None) for clue in person.clues)
        found.clues.update(dict.fromkeys(self._ties(subject, harvested, record.aliases)))
        return schema

    def _identifier_holders(self, schema: CompiledSchema, record: RecordIn) -> Iterator[tuple[str, KnownValue]]:
        """Yield the identifiers of a Patient, by their scopes. Placeholders ("UNKNOWN") are nobody's identifier."""
        patient = patient_of(schema, record) if schema.resource_type == "Patient" else None
        if patient:
            reference = f"Patient/{patient}" if own_id(schema, record) == patient else record.full_url or ""
            value = holder(reference, *map(self._keys.subject, (patient, self._follow(patient))))
            for number in numbers_of(record.data):
                if without_filler(KnownValue(number[1], Entity.ID)) is not None:
                    yield self._keys.identifier_scope(*number), value

    def _scopes(self, schema: CompiledSchema, record: RecordIn) -> tuple[str, ...]:
        """Return the scopes of the identifiers by which a record names its patient, if it gives no id."""
        return tuple(self._keys.identifier_scope(*number) for number in patient_numbers(schema, record))

    def _clues_of_row(self, subject: str, values: tuple[KnownValue, ...]) -> dict[PersonClue, None]:
        return dict.fromkeys(self._clue(subject, PATIENT, clue) for clue in harvest_flat_clues(values))

    def _person(self, scope: str, name: str) -> bytes:
        return self._digest("person", scope, name)[:_PERSON_BYTES] if name else PATIENT

    def _clue(self, scope: str, person: bytes, clue: Clue) -> PersonClue:
        space = _REFERENCE if clue.kind <= ClueKind.ACCOUNT else clue.kind.name
        key = self._digest(space, *clue.values)[:_KEY_BYTES]
        return PersonClue(scope, person, clue.kind, key, self._hint(clue.given, clue.born))

    def _hint_of(self, given: str, born: str) -> bytes:
        halves = (("given", given), ("born", born))
        return b"".join(
            self._digest(name, value)[:_HALF_HINT_BYTES] if value else bytes(_HALF_HINT_BYTES) for name, value in halves
        )

    def _ties(self, subject: str, harvested: Harvest, aliases: Mapping[str, str]) -> Iterator[PersonClue]:
        """Yield clues for references to people: the chart shares each with theirs, and with all that refer to them."""
        for tie in harvested.ties:
            named = reference_target(tie.reference, aliases)
            if named is None or not named[1] or named[0] not in ("Patient", "RelatedPerson", "Person"):
                continue
            kind, name = named
            theirs = None
            if kind == "Patient":
                name = self._canonical(name)
                theirs = self._keys.subject(name)
                if theirs == subject:
                    continue
            holder = next((p for p in harvested.others if p.name == tie.reference), harvested.subject)
            first = next(iter(holder.clues), Clue(tie.kind, ()))
            clue = Clue(tie.kind, (kind, name), first.given, first.born)
            yield self._clue(subject, self._person(subject, holder.name), clue)
            if theirs is not None:
                yield self._clue(theirs, PATIENT, Clue(tie.kind, clue.values))


def _reference(record: RecordIn) -> str:
    """Return the reference to a resource by its Bundle entry, or "" if the resource's id gives it."""
    named = reference_target(record.full_url, record.aliases) if record.full_url else None
    return "/".join(named) if named and all(named) else ""


def clue_digest(keyring: Keyring, recipient: str, source: str) -> Callable[..., bytes]:
    """Return the keyed hash of clues, which differs between recipients, epochs and sources."""
    return DerivedKey(keyring.internal("clue").digest(recipient, str(keyring.epoch), source)).digest


def patient_key(digest: Callable[..., bytes], patient: str) -> bytes:
    """Return the key of a clue that refers to a patient. patient: the id after the crosswalk."""
    return digest(_REFERENCE, "Patient", patient)[:_KEY_BYTES]
