"""This module purges a patient's records from quarantines."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from redactor.errors import SchemaError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.intake.kinds import is_note
from redactor.run.note_names import PATIENT, NoteNames
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.recording_state import journal_value
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.patient_identifiers import Number
from schemas.engine.records import RecordError
from schemas.engine.subjects import patient_numbers, patient_of

Owners = Callable[[Number], Collection[str]]
"""This function returns the ids of the patients who have an identifier."""


def purge_patient(
    states: Sequence[Path],
    keyring: Keyring,
    registry: Registry,
    sources: Collection[str | None],
    ids: Collection[str],
    is_patient: Callable[[str], bool],
    owners: Owners,
    notes: NoteNames,
    *,
    purges: bool = True,
) -> tuple[int, list[tuple[Path, str]]]:
    """Purge the kept records of a patient; return how many, and the other entries that mention the patient.

    sources: sources whose states hold records of the patient; the same id at another source belongs to somebody else.
    ids: the patient's ids in the source. is_patient: whether the patient id of a record is one of the patient's. notes:
    tell by the file whose note it was, if the record cannot be read. purges: False only counts.
    """
    purged, look_at = 0, list[tuple[Path, str]]()
    for state in states:
        is_theirs = is_patient if journal_value(state, keyring, "source") in sources else _nobody
        store = QuarantineStore(state, keyring, create=False)
        try:
            entries_of_patient, mentions = _entries(store, registry, ids, is_theirs, owners, notes)
            purged += store.purge(entries_of_patient) if purges else len(entries_of_patient)
        finally:
            store.close()
        look_at += [(state, entry) for entry in mentions]
    return purged, look_at


def _nobody(patient: str) -> bool:
    return False


def _entries(
    store: QuarantineStore,
    registry: Registry,
    ids: Collection[str],
    is_patient: Callable[[str], bool],
    owners: Owners,
    notes: NoteNames,
) -> tuple[list[str], list[str]]:
    """Return the entries of the patient, and those that mention the patient or name an identifier of several
    patients.
    """
    words = b"|".join(re.escape(i.encode("utf-8", "surrogatepass")) for i in ids)
    named = re.compile(rb"(?<![A-Za-z0-9])(?:" + words + rb")(?![A-Za-z0-9])")
    entries_of_patient, mentions = [], []
    for header in store.kept():
        source = store.source(header.id)
        raw = store.raw(header.id) if header.bytes else RawRecord(b"", header.position)  # nothing of it was kept
        patients = _patients(registry, raw, owners)
        if not patients and is_note(source) and (told := notes.fields(source).get(PATIENT)):
            patients = {told}
        if patients and all(map(is_patient, patients)):
            entries_of_patient.append(header.id)
        elif any(map(is_patient, patients)) or any(
            map(named.search, (raw.data, raw.entry or b"", source.encode("utf-8", "surrogateescape")))
        ):
            mentions.append(header.id)
    return entries_of_patient, mentions


def _patients(registry: Registry, raw: RawRecord, owners: Owners) -> set[str]:
    """Return the patient id of the record, or those who have its identifier; {} if the record cannot be read."""
    try:
        record = raw.as_record(json_codec.parse(raw.data))
        schema = registry.select(record.data, record.schema_name, table=record.table)
    except (RecordError, SchemaError):
        return set()
    patient = patient_of(schema, record)
    return {patient} if patient else {p for number in patient_numbers(schema, record) for p in owners(number)}
