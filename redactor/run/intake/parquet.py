"""Reads Parquet tables: each row as a flat JSON record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from redactor.run.contracts import FileReason
from redactor.run.intake.files import InputFile
from schemas.engine.records import Reason

_BATCH = 500
_Json = msgspec.json.Encoder(decimal_format="number")


def read_rows(file: InputFile) -> Iterator[bytes | Reason | FileReason]:
    """Each row as a JSON object, or why it cannot be one. A FileReason is the last: the rest cannot be read.

    A table with empty or duplicate column names yields MALFORMED and no row.
    """
    try:
        with pq.ParquetFile(file.path) as table:
            names = table.schema_arrow.names
            if len(set(names)) != len(names) or "" in names:
                yield Reason.MALFORMED
                return
            for batch in table.iter_batches(batch_size=_BATCH):
                yield from _rows(_plain_times(batch))
    except (OSError, ValueError, TypeError, pa.ArrowException):
        yield FileReason.UNREADABLE


def _rows(batch: Any) -> Iterator[bytes | Reason]:
    """A value that Python or JSON cannot hold (a year past 9999, text that is not UTF-8) fails only its own row."""
    try:
        done = [_Json.encode(row) for row in batch.to_pylist()]
    except (ValueError, TypeError, OverflowError, pa.ArrowException):
        for i in range(batch.num_rows):
            try:
                yield _Json.encode(batch.slice(i, 1).to_pylist()[0])
            except (ValueError, TypeError, OverflowError, pa.ArrowException):
                yield Reason.WRONG_TYPE
        return
    yield from done


def _plain_times(batch: Any) -> Any:
    """Nanoseconds, which Python's datetime does not hold, as microseconds."""
    columns = [
        c.cast(pa.timestamp("us", c.type.tz), safe=False)
        if pa.types.is_timestamp(c.type) and c.type.unit == "ns"
        else c
        for c in batch.columns
    ]
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)
