"""Writes released records as a Parquet table, with the types the input had."""

from __future__ import annotations

import base64
import datetime as dt
import decimal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

_BATCH = 500
_Json = msgspec.json.Encoder(decimal_format="number")
_Parse = msgspec.json.Decoder(float_hook=decimal.Decimal)


def write_table(source: Path | None, records: Iterator[bytes], again: Iterator[bytes], target: Path) -> None:
    """Write released records as Parquet. source: the input, whose column order and types are kept where they fit.

    records and again: the same encoded records twice, since the type of a column is known only at the end: a date that
    became a year turns its column to text.
    """
    wanted = pq.read_schema(source) if source is not None else pa.schema([])
    order: dict[str, bool] = {}
    for data in records:
        for name, value in _Parse.decode(data).items():
            fits = name in wanted.names and _fits(value, wanted.field(name).type)
            order[name] = order.get(name, True) and fits
    names = [n for n in wanted.names if n in order] + [n for n in order if n not in wanted.names]
    schema = pa.schema([(n, wanted.field(n).type if order[n] else pa.string()) for n in names])
    with pq.ParquetWriter(target, schema) as out:
        rows: list[dict[str, Any]] = []
        for data in again:
            row = _Parse.decode(data)
            rows.append({n: _value(row.get(n), schema.field(n).type) for n in names})
            if len(rows) == _BATCH:
                out.write_table(pa.Table.from_pylist(rows, schema))
                rows = []
        if rows:
            out.write_table(pa.Table.from_pylist(rows, schema))


def _fits(value: Any, kind: Any) -> bool:
    if value is None:
        return True
    try:
        pa.scalar(_value(value, kind), kind)
    except (pa.ArrowException, ValueError, TypeError, OverflowError):
        return False
    return not isinstance(value, list | dict) or not pa.types.is_string(kind)


def _value(value: Any, kind: Any) -> Any:
    """A JSON value in the Python type that pyarrow takes for `kind`. Raises ValueError or TypeError if unfit."""
    if value is None:
        return None
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return value if isinstance(value, str) else _Json.encode(value).decode()
    if pa.types.is_timestamp(kind):
        return dt.datetime.fromisoformat(value)
    if pa.types.is_date(kind):
        return dt.date.fromisoformat(value)
    if pa.types.is_time(kind):
        return dt.time.fromisoformat(value)
    if pa.types.is_floating(kind) and isinstance(value, decimal.Decimal):
        return float(value)
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return base64.b64decode(value, validate=True)
    return value
