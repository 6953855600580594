"""Trap records: synthetic records with identifiers where an attacker would hide them, and clinical values beside them.

They were written blind, before their first run: FHIR in all types, flat JSON, CSV and Parquet. `tests/leak/data/traps`:

- records.ndjson: [file, record], in the order of the files. {"$date": ...} is a date of Parquet.
- gold.ndjson: [file, path, entity, forms], what was planted and how it may be written. An empty path is any. A
  form with "~" before it counts within words, too.
- keep.ndjson: [file, id or row, path, value], clinical values that must come out as they went in.
- schemas.ndjson: the schemas of the flat records, as proposed by `schema infer` and reviewed.
"""

from __future__ import annotations

import csv
import datetime as dt
import json
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

DATA = Path(__file__).parent / "data" / "traps"
Json = dict[str, Any]


class Planted(NamedTuple):
    """An identifier. path: "" for any of the file. forms: in which it may be written."""

    file: str
    path: str
    entity: str
    forms: tuple[str, ...]


class Kept(NamedTuple):
    """A clinical value. record: an id or the number of a row, None for any."""

    file: str
    record: str | int | None
    path: str
    value: Any


def planted() -> list[Planted]:
    return [Planted(file, path, entity, tuple(forms)) for file, path, entity, forms in _lines("gold")]


def kept() -> list[Kept]:
    return [Kept(*line) for line in _lines("keep")]


def schemas() -> list[Json]:
    return _lines("schemas")


def write_records(root: Path) -> list[str]:
    """Write the files of the trap records. Returns their names, in the order in which a run reads them."""
    files: dict[str, list[Json]] = defaultdict(list)
    for name, record in _lines("records"):
        files[name].append(record)
    for name, records in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, records)
    return sorted(files)


def _write(path: Path, records: list[Json]) -> None:
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(records), path)
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as f:
            table = csv.DictWriter(f, records[0].keys())
            table.writeheader()
            table.writerows(records)
    elif path.suffix == ".ndjson":
        path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    else:
        path.write_text(json.dumps(records[0]), "utf-8")


def _lines(name: str) -> list[Any]:
    with (DATA / f"{name}.ndjson").open(encoding="utf-8") as f:
        return [json.loads(line, object_hook=_date) for line in f]


def _date(value: Json) -> Any:
    if value.keys() != {"$date"}:
        return value
    written = value["$date"]
    return dt.datetime.fromisoformat(written) if "T" in written else dt.date.fromisoformat(written)
