"""Purges a patient's records from a quarantine."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from redactor.errors import SchemaError
from redactor.run.contracts import RawRecord
from redactor.run.intake.files import is_note
from redactor.run.note_names import PATIENT, NoteNames
from redactor.run.state.quarantine import QuarantineStore
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.records import RecordError
from schemas.engine.subjects import patient_of


def purge_patient(
    store: QuarantineStore,
    registry: Registry,
    ids: Collection[str],
    is_patient: Callable[[str], bool],
    notes: NoteNames | None = None,
) -> tuple[int, list[str]]:
    """Purge the kept records of a patient. Returns how many, and the other entries that mention the patient.

    ids: of the patient in the source. is_patient: whether the patient id of a record is one of the patient's. notes:
    tell by its file whose note it was, where the record cannot be read.
    """
    words = b"|".join(re.escape(i.encode("utf-8", "surrogatepass")) for i in ids)
    named = re.compile(rb"(?<![A-Za-z0-9])(?:" + words + rb")(?![A-Za-z0-9])")
    theirs, mentions = [], []
    for header in store.kept():
        source = store.source(header.id)
        raw = store.raw(header.id) if header.bytes else RawRecord(b"", header.position)  # nothing of it was kept
        patient = _patient(registry, raw)
        if patient is None and notes is not None and is_note(source):
            patient = notes.fields(source).get(PATIENT)
        if patient is not None and is_patient(patient):
            theirs.append(header.id)
        elif any(map(named.search, (raw.data, raw.entry or b"", source.encode("utf-8", "surrogateescape")))):
            mentions.append(header.id)
    return store.purge(theirs), mentions


def _patient(registry: Registry, raw: RawRecord) -> str | None:
    """The patient id of the record; None where it cannot be read, or names no patient or several."""
    try:
        record = raw.as_record(json_codec.parse(raw.data))
        return patient_of(registry.select(record.data, record.schema_name, table=record.table), record)
    except (RecordError, SchemaError):
        return None
