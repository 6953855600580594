"""This module reads Parquet tables, each row as a flat JSON record, in the process of `parquet_worker` alone.

A few bytes of Parquet can stand for terabytes: a dictionary's value is stored once and used in every row, runs are
stored as a count, pages are compressed. So the values of a batch are summed before they are decoded
(https://parquet.apache.org/docs/file-format/data-pages/encodings/).
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from redactor.run.contracts import FileReason
from redactor.run.intake.files import RECORD_WEIGHT, is_bomb
from schemas.engine.records import Reason

_BATCH = 2000
# A batch of the largest value that such a column can hold takes 64 MB. Larger ones are read as dictionaries, which is
# slower.
_SMALL_COLUMN = 32 * 1024
_SMALL_BATCH = 8 * 1024 * 1024  # bytes of values that are decoded at once
_STREAM = 64 * 1024
MAX_FOOTER = 16 * 1024 * 1024  # bytes; a thousand row groups of a hundred columns take about 10 MB
_MAX_LIST = 1_000_000  # elements of one list in the footer
_Json = msgspec.json.Encoder(decimal_format="number")

_SHOWN = 64  # bytes of a value that show whether it is text
_FLAG = 3  # bytes; so short a value may be anything
Row = bytes | Reason | FileReason


def read_rows(path: Path, limit: int) -> Iterator[Row]:
    """Yield each row as a JSON object of at most `limit` bytes, or why it is none; a FileReason is the last.

    A table without columns, or with empty or duplicate column names, yields MALFORMED_TABLE alone. Raises MemoryError.
    """
    try:
        stored = path.stat().st_size
        if _footer_size(path, stored) > MAX_FOOTER:
            yield FileReason.BOMB
            return
        with _open(path, []) as table:
            columns = _expandable(table)
            names = table.schema_arrow.names
        if not names or len(set(names)) != len(names) or "" in names:
            yield Reason.MALFORMED_TABLE
            return
        with _open(path, columns) as table:
            yield from _batches(table, stored, limit, len(_Json.encode(dict.fromkeys(names))))
    except MemoryError:  # pyarrow's is an ArrowException too
        raise
    except (OSError, ValueError, TypeError, pa.ArrowException):
        yield FileReason.UNREADABLE


def _footer_size(path: Path, stored: int) -> int:
    """Return the length of the footer as the last 8 bytes state it, or 0 if the file is no table."""
    with path.open("rb") as f:
        f.seek(max(0, stored - 8))
        length, mark = f.read(4), f.read(4)
        return int.from_bytes(length, "little") if mark == b"PAR1" else 0


def _open(path: Path, dictionaries: list[str]) -> Any:
    return pq.ParquetFile(
        path,
        read_dictionary=dictionaries,
        buffer_size=_STREAM,
        pre_buffer=False,
        thrift_string_size_limit=MAX_FOOTER,
        thrift_container_size_limit=_MAX_LIST,
    )


def _expandable(table: Any) -> list[str]:
    """Return the top-level columns of text or bytes whose dictionaries may hold values too large to repeat in 500
    rows.
    """
    meta = table.metadata
    found = set()
    for group in range(meta.num_row_groups):
        row_group = meta.row_group(group)
        for i in range(row_group.num_columns):
            chunk = row_group.column(i)
            if chunk.physical_type == "BYTE_ARRAY" and chunk.total_uncompressed_size > _SMALL_COLUMN:
                found.add(chunk.path_in_schema)
    return sorted(found & set(table.schema_arrow.names))


def _batches(table: Any, stored: int, limit: int, named: int) -> Iterator[Row]:
    """Yield the rows of all batches. named: bytes of a row of nulls, which names all columns."""
    total = 0
    for batch in table.iter_batches(batch_size=max(1, min(_BATCH, _SMALL_BATCH // named)), use_threads=False):
        size = sum(map(_size, batch.columns))
        total += size + max(RECORD_WEIGHT, named) * batch.num_rows
        if is_bomb(total, stored):
            yield FileReason.BOMB
            return
        if any(map(_is_unmarked_text, batch.columns)):
            yield FileReason.UNMARKED_TEXT
            return
        if size <= _SMALL_BATCH:
            yield from _rows(batch, limit)
        else:
            for i in range(batch.num_rows):
                row = batch.slice(i, 1)
                if sum(map(_size, row.columns)) > limit:
                    yield Reason.TOO_LARGE
                else:
                    yield from _rows(row, limit)


def _size(column: Any) -> int:
    """Return how many bytes a column's values take once decoded."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        if not pa.types.is_binary(kind.value_type) and not pa.types.is_string(kind.value_type):
            return int(column.dictionary.nbytes) * len(column)
        return int(pc.sum(pc.take(pc.binary_length(column.dictionary), column.indices)).as_py() or 0)
    return int(column.nbytes)


def _is_unmarked_text(column: Any) -> bool:
    """Return whether bytes of a column are texts, most of them. In JSON they would be base64, which no detector
    reads.
    """
    values = column.dictionary if pa.types.is_dictionary(column.type) else column
    kind = values.type
    if pa.types.is_struct(kind):
        return any(map(_is_unmarked_text, values.flatten()))
    if pa.types.is_map(kind):
        return _is_unmarked_text(values.keys) or _is_unmarked_text(values.items)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return _is_unmarked_text(values.flatten())
    if pa.types.is_fixed_size_binary(kind):
        values = values.cast(pa.binary())
    elif not pa.types.is_binary(kind) and not pa.types.is_large_binary(kind):
        return False
    shown = [value for value in pc.binary_slice(values, 0, _SHOWN).to_pylist() if value]
    return any(len(value) > _FLAG for value in shown) and 2 * sum(map(_begins_as_text, shown)) > len(shown)


def _begins_as_text(value: bytes) -> bool:
    """Return whether bytes are text in UTF-8, or in a single-byte encoding of mostly ASCII."""
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(value)  # the last letter may be cut
    except UnicodeDecodeError:
        text = value.decode("cp1252", "replace")
        if 4 * sum(sign > "\x7f" for sign in text) > len(text):
            return False
    return all(sign.isprintable() or sign.isspace() for sign in text)


def _rows(batch: Any, limit: int) -> Iterator[Row]:
    """Yield the rows of a batch; a value that Python or JSON cannot hold (a year past 9999) fails only its own row."""
    if all(column.null_count == batch.num_rows for column in batch.columns):
        yield from [_Json.encode(dict.fromkeys(batch.schema.names))] * batch.num_rows
        return
    try:
        done = [_Json.encode(row) for row in _plain(batch).to_pylist()]
    except MemoryError:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError, pa.ArrowException):
        if batch.num_rows == 1:
            yield Reason.WRONG_TYPE
            return
        for i in range(batch.num_rows):
            yield from _rows(batch.slice(i, 1), limit)
        return
    yield from (data if len(data) <= limit else Reason.TOO_LARGE for data in done)


def _plain(batch: Any) -> Any:
    """Decode dictionaries, and turn nanoseconds, which Python's types of time do not hold, into microseconds."""
    return pa.RecordBatch.from_arrays([_plain_column(c) for c in batch.columns], names=batch.schema.names)


def _plain_column(column: Any) -> Any:
    kind = column.type
    if pa.types.is_dictionary(kind):
        return column.dictionary_decode()
    if pa.types.is_timestamp(kind) and kind.unit == "ns":
        return column.cast(pa.timestamp("us", kind.tz), safe=False)
    if pa.types.is_time64(kind) and kind.unit == "ns":
        return column.cast(pa.time64("us"), safe=False)
    if pa.types.is_duration(kind) and kind.unit == "ns":
        return column.cast(pa.duration("us"), safe=False)
    return column
