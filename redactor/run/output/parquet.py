"""Writes released records as a Parquet table, with the types the input had."""

from __future__ import annotations

import decimal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from redactor.run.output.arrow_types import Fitting, changed_types, to_arrow

_BATCH = 500
_Parse = msgspec.json.Decoder(float_hook=decimal.Decimal)


def write_table(source: Path | BinaryIO | None, records: Iterator[bytes], again: Iterator[bytes], target: Path) -> None:
    """Write released records as Parquet. source: the input, whose column order and types are kept where they fit.

    records and again: the same encoded records twice, since the type of a column is known only at the end: a date that
    became a year turns its column to text.
    """
    fitting = Fitting(pq.read_schema(source) if source is not None else pa.schema([]))
    for data in records:
        fitting.learn(_Parse.decode(data))
    schema = fitting.schema()
    with pq.ParquetWriter(target, schema) as out:
        rows: list[dict[str, Any]] = []
        for data in again:
            row = _Parse.decode(data)
            rows.append({f.name: to_arrow(row.get(f.name), f.type) for f in schema})
            if len(rows) == _BATCH:
                out.write_table(_table(rows, schema))
                rows = []
        if rows:
            out.write_table(_table(rows, schema))


def retyped_columns(path: Path) -> list[tuple[str, str, str]]:
    """Of a released table: (column, type in the input, type now) of each column whose type changed."""
    return list(changed_types(pq.read_schema(path)))


def _table(rows: list[dict[str, Any]], schema: Any) -> Any:
    columns = [pa.array([row[f.name] for row in rows], f.type) for f in schema]
    return pa.Table.from_arrays(columns, schema=schema)
