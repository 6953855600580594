"""Samples for `schema infer` and `schema lint`: the first records of a file or folder of any readable form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from redactor.cli.messages import fail
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from schemas.engine.json_codec import parse
from schemas.engine.records import RecordError

MAX_SAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Samples:
    """At most MAX_SAMPLES records. skipped: the number that could not be read."""

    records: list[dict[str, Any]]
    skipped: int


def read_samples(source: Path, max_record_bytes: int) -> Samples:
    """Read the first records. Exits 2 when there are none."""
    if not source.exists():
        fail("SAMPLES is not a file or folder; give one that holds records (JSON, NDJSON, CSV or Parquet)")
    records: list[dict[str, Any]] = []
    skipped = 0
    for record in islice(_records(source, max_record_bytes), MAX_SAMPLES):
        if record is None:
            skipped += 1
        else:
            records.append(record)
    if not records:
        fail("SAMPLES holds no readable record; give JSON, NDJSON, CSV or Parquet with at least one record")
    return Samples(records, skipped)


def _records(source: Path, max_record_bytes: int) -> Iterator[dict[str, Any] | None]:
    """Records, with None for each that cannot be read. A Bundle yields its entries. Files of notes are left out."""
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
