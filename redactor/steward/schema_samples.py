"""This module reads samples of records, and reads their values with the detectors, for those who write schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from redactor.detect import Detector
from redactor.detect.resolver import resolve
from redactor.errors import RunError
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.text import Note, Reading
from schemas.engine.compiled_schema import CompiledSchema
from schemas.engine.json_codec import parse
from schemas.engine.records import RecordError

MAX_SAMPLES = 2000
_FORMS = "JSON, NDJSON, CSV, Parquet, .xlsx or SQLite"


@dataclass(frozen=True, slots=True)
class Samples:
    """At most MAX_SAMPLES records, and the number of records that could not be read."""

    records: list[dict[str, Any]]
    skipped: int

    def of_schema(self, schema: CompiledSchema) -> list[dict[str, Any]]:
        """Return the records of the schema's type; a folder may hold records of several types."""
        return [record for record in self.records if _is_of_schema(schema, record)]


def read_samples(source: Path, max_record_bytes: int) -> Samples:
    """Read the first records of a file or folder of any readable form. Raises RunError if there are none."""
    if not source.exists():
        raise RunError(f"SAMPLES is not a file or folder; give one that holds records ({_FORMS})")
    records: list[dict[str, Any]] = []
    skipped = 0
    for record in islice(_sample_records(source, max_record_bytes), MAX_SAMPLES):
        if record is None:
            skipped += 1
        else:
            records.append(record)
    if not records:
        raise RunError(f"SAMPLES holds no readable record; give {_FORMS} with a record")
    return Samples(records, skipped)


def _sample_records(source: Path, max_record_bytes: int) -> Iterator[dict[str, Any] | None]:
    """Yield the records, with None for each that cannot be read. A Bundle yields its entries; files of notes are
    left out.
    """
    for file in list_inputs(source):
        if file.kind == "note":
            continue
        for raw in Reader(file, max_record_bytes).records():
            if raw.error is not None:
                yield None
            elif raw.data and raw.part != "bundle":
                try:
                    yield parse(raw.data)
                except RecordError:
                    yield None


def _is_of_schema(schema: CompiledSchema, record: Mapping[str, Any]) -> bool:
    resource_type = record.get("resourceType")
    if schema.resource_type is not None:
        return resource_type == schema.resource_type
    return resource_type is None and record.get("dataType", schema.data_type) == schema.data_type


class DetectorReader:
    """This reader reads notes with all detectors and the resolver. It replaces nothing, so that it needs no keyring."""

    def __init__(self, detectors: Sequence[Detector]) -> None:
        self._detectors = detectors

    def read(self, notes: list[Note]) -> list[Reading]:
        """Return one resolved reading for each note, in order."""
        readings = [d.detect(notes) for d in self._detectors]
        return [
            Reading(
                resolve(note.text, [s for r in readings for s in r[i].spans]),
                complete=all(r[i].complete for r in readings),
            )
            for i, note in enumerate(notes)
        ]

    def finds_phi(self, texts: Sequence[str]) -> list[bool]:
        """Tell for each text whether it holds PHI or could not be read in whole."""
        readings = self.read([Note(str(i), text) for i, text in enumerate(texts)])
        return [bool(r.spans) or not r.complete for r in readings]
