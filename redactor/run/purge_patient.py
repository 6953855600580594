"""Purges a patient's records from a quarantine."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from redactor.errors import SchemaError
from redactor.run.contracts import RawRecord
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.worker import record_in
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.records import RecordError
from schemas.engine.subjects import patient_of


def purge_patient(
    store: QuarantineStore, registry: Registry, ids: Collection[str], is_hers: Callable[[str], bool]
) -> tuple[int, list[str]]:
    """Purge the held records that are a patient's. How many, and the entries that name the patient in another way.

    ids: what the source calls the patient. is_hers: whether the patient id of a record means the patient.
    """
    words = b"|".join(re.escape(i.encode("utf-8", "surrogatepass")) for i in ids)
    named = re.compile(rb"(?<![A-Za-z0-9])(?:" + words + rb")(?![A-Za-z0-9])")
    hers, look_at = [], []
    for header in store.list("held"):
        if not header.bytes:  # nothing was kept
            continue
        raw = store.raw(header.id)
        patient = _patient(registry, raw)
        if patient is not None and is_hers(patient):
            hers.append(header.id)
        elif named.search(raw.data) or named.search(raw.entry or b""):
            look_at.append(header.id)
    return store.purge(hers), look_at


def _patient(registry: Registry, raw: RawRecord) -> str | None:
    """Whose record it is; None where it cannot be read, or names nobody or several."""
    try:
        record = record_in(json_codec.parse(raw.data), raw)
        return patient_of(registry.select(record.data, record.schema_name), record)
    except (RecordError, SchemaError):
        return None
