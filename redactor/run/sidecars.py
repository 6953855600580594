"""This module reads sidecars: NAME.json beside a recording says whose it is, when it was made, and who speaks.

A sidecar is a flat record under the schema `records/recording`. A faulty sidecar keeps its recording back: it may have
named a patient who opted out, or the names that are spoken.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs

from redactor.dates import parse_day
from redactor.files.paths import read_regular
from redactor.run.contracts import FileReason, Harvester, Processed, RawRecord
from redactor.run.sidecar_fields import is_empty, normal_fields
from redactor.run.state.known_store import KnownStore
from redactor.run.worker import RecordProcessor
from redactor.text import KnownValue
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.json_codec import values_at
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import Outcome, Reason, RecordError, RecordIn
from schemas.engine.subjects import own_id, patient_of
from schemas.harvest.known_values import own_values

SCHEMA = "recording"
"""This is the dataType of the schema; a site's document of this type takes the place of the shipped one."""
MAX_BYTES = 1024 * 1024
"""A sidecar may have this many bytes."""
RECORDING = "Recording"
"""This is the resource type in record ids and counts."""
_NAMES = ("patient_name", "clinician_name", "name")  # of a channel
_POSITION = "sidecar"


class Channel(NamedTuple):
    """A channel says who speaks on it.

    role: as the schema lists it. name: de-identified. Both are "" if the sidecar does not say.
    """

    role: str
    name: str


@dataclass(frozen=True, slots=True)
class NoteContext:
    """A `NoteContext` tells what is known of a recording.

    subject: the token of the patient, or of a scope of the recording alone. date: the date of the recording. known: the
    values to search its transcript for, beside those of the site. language: as the sidecar names it, in lower case and
    without region ("en"). channels: in their order.
    """

    subject: str
    date: dt.date | None = None
    known: Sequence[KnownValue] = ()
    language: str | None = None
    channels: tuple[Channel, ...] = ()

    def speakers(self, channels: int) -> tuple[Channel, ...]:
        """Return who speaks on each channel of a recording with this many, or () if the sidecar names more than there
        are.

        In that case the sidecar does not say which speakers share a channel.
        """
        return self.channels if len(self.channels) <= channels else ()


class Identity(NamedTuple):
    """An identity tells whose recording it is. resource_key: the same for all its versions. subject: as in
    NoteContext.
    """

    record_id: str
    resource_key: str
    subject: str


def read_sidecar(path: Path) -> RawRecord:
    """Return the file as a raw record, with an error if it cannot be read or is a link, which could lead anywhere."""
    try:
        data = b"" if path.is_symlink() else read_regular(path)[0] if path.stat().st_size <= MAX_BYTES else None
    except OSError:
        data = b""
    if data is None or len(data) > MAX_BYTES:
        return RawRecord(b"", _POSITION, SCHEMA, error=Reason.TOO_LARGE, where=_POSITION)
    if not data:
        return RawRecord(b"", _POSITION, SCHEMA, error=FileReason.UNREADABLE, where=_POSITION)
    return RawRecord(data, _POSITION, SCHEMA)


def learn(sidecars: Sequence[RawRecord], registry: Registry, harvester: Harvester, store: KnownStore) -> dt.date | None:
    """Store the known values of sidecars in this process, and return the newest date of an event.

    An unreadable sidecar gives no values; its recording is quarantined. Call `store.join` after the last of them.
    """
    raws = []
    for sidecar in sidecars:
        try:
            record = record_from_sidecar(sidecar)
            data = _with_scope(record, registry.select(record.data, SCHEMA))
        except RecordError:
            continue
        raws.append(structs.replace(sidecar, data=json_codec.encode(data)))
    found = harvester.harvest(raws)
    for scope, person, values, indexed in found.values:
        store.add(scope, values, person, indexed)
    store.add_clues(found.clues)
    store.flush()
    return found.newest


def parse_sidecar(sidecar: RawRecord) -> dict[str, Any]:
    """Return the fields of a sidecar under the names of the schema. Raises RecordError.

    Another kind of record (a FHIR resource that happens to have the recording's name) is refused as UNSUPPORTED_TYPE.
    """
    if isinstance(sidecar.error, Reason):
        raise RecordError(sidecar.error, sidecar.where)
    if sidecar.error is not None or not sidecar.data:
        raise RecordError(Reason.MALFORMED, sidecar.where)
    if len(sidecar.data) > MAX_BYTES:
        raise RecordError(Reason.TOO_LARGE, _POSITION)
    data = json_codec.parse(sidecar.data)
    if "resourceType" in data or data.get("dataType", SCHEMA) != SCHEMA:
        raise RecordError(Reason.UNSUPPORTED_TYPE, _POSITION)
    return normal_fields({key: value for key, value in data.items() if key != "dataType"})


def record_from_sidecar(sidecar: RawRecord) -> RecordIn:
    """Return the sidecar as a record for the record engine. Raises RecordError."""
    return RecordIn(parse_sidecar(sidecar), sidecar.position, SCHEMA)


def recording_scope(name: str) -> str:
    """Return the patient id that stands for the unknown patient of a recording; no source writes ids like it.

    name: the recording's id, which its versions share, or the record id.
    """
    return f"redactor:recording:{name}"


def _with_scope(record: RecordIn, schema: CompiledSchema, record_id: str = "") -> dict[str, Any]:
    """Return the fields, with the recording's own scope in place of a patient that they do not tell.

    The sidecar and the transcript thus share a scope, and a name gets the same stand-in in both.
    """
    name = own_id(schema, record) or record_id
    path = schema.subject[0] if schema.subject else ()
    if not name or len(path) != 1 or not is_empty(record.data.get(path[0])) or patient_of(schema, record):
        return record.data
    return record.data | {path[0]: recording_scope(name)}


class Identifier:
    """An `Identifier` tells whose recording it is, without reading texts. crosswalk: as in Applier."""

    def __init__(self, registry: Registry, keys: RecordPseudonyms, crosswalk: Callable[[str], str]) -> None:
        self._registry, self._keys, self._crosswalk = registry, keys, crosswalk

    def identify(self, sidecar: RawRecord | None, digest: str) -> Identity:
        """Return the identity of a recording. digest: SHA-256 of the sound, in hex.

        A sidecar that cannot be read counts as none: `process` refuses it. The record id is derived from the sidecar's
        id and the digest, so that a recording that is sent twice leaves once and a changed one supersedes it.
        """
        name, patient = self._read(sidecar)
        record_id = self._keys.record_id(RECORDING, name or digest, digest)
        subject = self._keys.subject(self._crosswalk(patient) if patient else recording_scope(name or record_id))
        return Identity(record_id, self._keys.resource_key(RECORDING, name or digest), subject)

    def names_patient(self, sidecar: RawRecord | None) -> bool:
        """Return whether a sidecar tells whose the recording is."""
        return self._read(sidecar)[1] is not None

    def names_another_patient(self, sidecar: RawRecord | None, digest: str, earlier: str) -> bool:
        """Return whether a recording names another patient than an earlier version of it, which had the subject
        `earlier`.

        A version that names no patient contradicts none.
        """
        name, patient = self._read(sidecar)
        now = self.identify(sidecar, digest)
        own = self._keys.subject(recording_scope(name or now.record_id))
        return patient is not None and earlier not in (now.subject, own)

    def _read(self, sidecar: RawRecord | None) -> tuple[str | None, str | None]:
        """Return the recording's id, and its patient."""
        if sidecar is None:
            return None, None
        try:
            record = record_from_sidecar(sidecar)
            schema = self._registry.select(record.data, SCHEMA)
        except RecordError:
            return None, None
        return own_id(schema, record), patient_of(schema, record)


class Sidecars:
    """A `Sidecars` processes sidecars in a worker: it returns their context and their de-identified form.

    processor: processes records. known: gives the known values of a subject. crosswalk: as in Applier.
    """

    def __init__(
        self,
        registry: Registry,
        keys: RecordPseudonyms,
        processor: RecordProcessor,
        known: Callable[[str], Sequence[KnownValue]],
        crosswalk: Callable[[str], str],
    ) -> None:
        self._registry, self._keys, self._processor = registry, keys, processor
        self._known, self._crosswalk = known, crosswalk

    def process(self, sidecar: RawRecord | None, record_id: str) -> tuple[NoteContext, Processed]:
        """Return the context of a recording and the outcome of its sidecar; only a released one lets the recording
        leave.

        payload: the de-identified sidecar as JSON, None without one. record_id: that of the recording.
        """
        own = NoteContext(self._keys.subject(recording_scope(record_id)))
        if sidecar is None:
            return own, Processed(Outcome.RELEASED, record_id, "")
        try:
            context, done = self._process(sidecar, record_id)
        except RecordError as e:
            reason = sidecar.error or e.reason
            return own, Processed(Outcome.QUARANTINED, record_id, "", reason=reason, where=e.where)
        return context, structs.replace(done, record_id=record_id)

    def _process(self, sidecar: RawRecord, record_id: str) -> tuple[NoteContext, Processed]:
        record = record_from_sidecar(sidecar)
        schema = self._registry.select(record.data, SCHEMA)
        if record.data and record.data.keys().isdisjoint(schema.root.children):
            raise RecordError(Reason.UNKNOWN_FIELD, schema.name)
        self._check_one_patient(record, schema)
        data = _with_scope(record, schema, record_id)
        scoped = structs.replace(record, data=data, canonical=b"")
        patient = patient_of(schema, scoped) or recording_scope(record_id)
        subject = self._keys.subject(self._crosswalk(patient))
        is_learnt = patient != recording_scope(record_id)
        known = self._known(subject) if is_learnt else own_values(record.data, schema)
        context = NoteContext(subject, _date(record, schema), known, _language(record))
        (done,) = self._processor.process([structs.replace(sidecar, data=json_codec.encode(data), position=record_id)])
        if done.payload is None:
            return context, done
        left = json_codec.parse(done.payload)
        if data is not record.data:
            del left[schema.subject[0][0]]
        return replace(context, channels=_channels_of(left)), structs.replace(done, payload=json_codec.encode(left))

    def _check_one_patient(self, record: RecordIn, schema: CompiledSchema) -> None:
        """Raise RecordError with OTHER_PATIENT if the crosswalk maps the ids of a sidecar to two patients."""
        found = set()
        for path in schema.subject:
            for patient in values_at(record.data, path):
                if (found_id := self._crosswalk(str(patient))) != str(patient) or path == schema.subject[0]:
                    found.add(found_id)
        if len(found) > 1:
            raise RecordError(Reason.OTHER_PATIENT, ".".join((SCHEMA, *schema.subject[0])))


def _date(record: RecordIn, schema: CompiledSchema) -> dt.date | None:
    found = values_at(record.data, schema.note_date) if schema.note_date else ()
    return next((day for v in found if isinstance(v, str) and (day := parse_day(v)) is not None), None)


def _language(record: RecordIn) -> str | None:
    found = record.data.get("language")
    return found.partition("-")[0].lower() or None if isinstance(found, str) else None


def _channels_of(left: dict[str, Any]) -> tuple[Channel, ...]:
    found = left.get("channels")
    held = [c for c in found if isinstance(c, dict)] if isinstance(found, list) else []
    return tuple(Channel(str(c.get("role") or ""), next((str(c[k]) for k in _NAMES if c.get(k)), "")) for c in held)
