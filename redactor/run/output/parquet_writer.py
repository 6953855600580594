"""This module writes released records as a Parquet table, with the column types of the input if they still fit."""

from __future__ import annotations

import base64
import datetime as dt
import decimal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

Place = tuple[str, ...]
"""A place is a column, or a place inside of a nested one: fields of structs by name, items of lists as "[]"."""

CHANGED_FROM = b"redactor.changed_from"
"""This key of a field's metadata holds the type that its column had in the input."""

_Json = msgspec.json.Encoder(decimal_format="number")
_ITEMS = "[]"


class TypeFitter:
    """A `TypeFitter` learns from all released values which types of the input still hold them, then gives the output
    types.

    A place whose type does not hold each of its values becomes text in the whole column: an integer id that was hashed,
    a date that became a year.
    """

    def __init__(self, wanted: Any) -> None:
        """Prepare for a table. wanted: the Arrow schema of the input."""
        self._wanted = wanted
        self._columns: dict[str, None] = {}
        self._unfit: set[Place] = set()
        self._fields: dict[Place, dict[str, None]] = {}

    def learn(self, row: dict[str, Any]) -> None:
        """Learn from one released record."""
        for name, value in row.items():
            self._columns[name] = None
            if name in self._wanted.names:
                self._value(value, self._wanted.field(name).type, (name,))

    def schema(self) -> Any:
        """Return the Arrow schema of the output. A field with a changed type names the input's type in its metadata."""
        names = [n for n in self._wanted.names if n in self._columns]
        names += [n for n in self._columns if n not in self._wanted.names]
        return pa.schema([self._field(name) for name in names])

    def _field(self, name: str) -> Any:
        if name not in self._wanted.names:
            return pa.field(name, pa.string())
        old = self._wanted.field(name).type
        new = self._type(old, (name,))
        return pa.field(name, new, metadata=None if _same(old, new) else {CHANGED_FROM: str(old)})

    def _value(self, value: Any, kind: Any, at: Place) -> None:
        if value is None or at in self._unfit:
            return
        if pa.types.is_struct(kind):
            if isinstance(value, dict):
                self._struct(value, kind, at)
                return
        elif _is_list(kind):
            if isinstance(value, list):
                for item in value:
                    self._value(item, kind.value_type, (*at, _ITEMS))
                return
        elif _fits(value, kind):
            return
        self._unfit.add(at)

    def _struct(self, value: dict[str, Any], kind: Any, at: Place) -> None:
        held = {kind.field(i).name: kind.field(i).type for i in range(kind.num_fields)}
        if not value.keys() <= held.keys():
            self._unfit.add(at)
            return
        seen = self._fields.setdefault(at, {})
        for name, item in value.items():
            seen[name] = None
            self._value(item, held[name], (*at, name))

    def _type(self, kind: Any, at: Place) -> Any:
        if at in self._unfit:
            return pa.string()
        if pa.types.is_struct(kind):
            seen = self._fields.get(at)  # a field that no record holds is left out; in a column of nulls all stay
            fields = [kind.field(i) for i in range(kind.num_fields) if seen is None or kind.field(i).name in seen]
            made = [pa.field(f.name, self._type(f.type, (*at, f.name))) for f in fields]
            return pa.struct(made) if made else pa.string()
        if _is_list(kind):
            items = self._type(kind.value_type, (*at, _ITEMS))
            if pa.types.is_fixed_size_list(kind):
                return pa.list_(items, kind.list_size) if items == kind.value_type else pa.list_(items)
            return pa.large_list(items) if pa.types.is_large_list(kind) else pa.list_(items)
        if pa.types.is_dictionary(kind):
            # Released values can be more than the input's.
            return pa.dictionary(pa.int32(), kind.value_type, kind.ordered)
        return kind


def changed_types(schema: Any) -> Iterator[tuple[str, str, str]]:
    """Yield (column, type in the input, type now) of each column of a released table whose type changed."""
    for field in schema:
        before = (field.metadata or {}).get(CHANGED_FROM)
        if before is not None:
            yield field.name, before.decode("utf-8"), str(field.type)


def to_arrow(value: Any, kind: Any) -> Any:
    """Return a JSON value in the Python type that pyarrow takes for `kind`.

    Raises ValueError or TypeError if it does not fit.
    """
    if value is None:
        return None
    if pa.types.is_struct(kind):
        return {name: to_arrow(item, kind.field(name).type) for name, item in value.items()}
    if _is_list(kind):
        return [to_arrow(item, kind.value_type) for item in value]
    if pa.types.is_dictionary(kind):
        return to_arrow(value, kind.value_type)
    convert = next((convert for test, convert in _CONVERSIONS if test(kind)), None)
    return value if convert is None else convert(value, kind)


def _same(old: Any, new: Any) -> bool:
    if pa.types.is_dictionary(old) and pa.types.is_dictionary(new):
        return bool(old.value_type == new.value_type)
    return bool(old == new)


def _is_list(kind: Any) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def _fits(value: Any, kind: Any) -> bool:
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    try:
        pa.scalar(to_arrow(value, kind), kind)
    except (pa.ArrowException, ValueError, TypeError, OverflowError, decimal.DecimalException):
        return False
    return not isinstance(value, list | dict) or not _is_text(kind)


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _text(value: Any, kind: Any) -> str:
    return value if isinstance(value, str) else _Json.encode(value).decode()


def _timestamp(value: Any, kind: Any) -> dt.datetime:
    moment = dt.datetime.fromisoformat(value)
    if (moment.tzinfo is None) != (kind.tz is None):
        raise ValueError("a time with a zone in a column without one, or the reverse")
    return moment


def _float(value: Any, kind: Any) -> float:
    if not isinstance(value, int | float | decimal.Decimal) or isinstance(value, bool):
        raise TypeError("not a number")
    return float(value)


def _decimal(value: Any, kind: Any) -> decimal.Decimal:
    if not isinstance(value, int | decimal.Decimal) or isinstance(value, bool):
        raise TypeError("not a number")
    return decimal.Decimal(value)


_CONVERSIONS: tuple[tuple[Callable[[Any], bool], Callable[[Any, Any], Any]], ...] = (
    (_is_text, _text),
    (pa.types.is_timestamp, _timestamp),
    (pa.types.is_date, lambda value, kind: dt.date.fromisoformat(value)),
    (pa.types.is_time, lambda value, kind: dt.time.fromisoformat(value)),
    (pa.types.is_duration, lambda value, kind: msgspec.convert(value, dt.timedelta)),
    (pa.types.is_floating, _float),
    (pa.types.is_decimal, _decimal),
    (
        lambda kind: pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind),
        lambda value, kind: base64.b64decode(value, validate=True),
    ),
)  # fmt: skip


_BATCH = 500
_Parse = msgspec.json.Decoder(float_hook=decimal.Decimal)


def write_table(
    source: Path | BinaryIO | None, records: Iterator[bytes], records_again: Iterator[bytes], target: Path
) -> None:
    """Write released records as Parquet. source: the input, whose column order and types are kept if they fit.

    records and records_again: the same encoded records twice, since the type of a column is known only at the end: a
    date that became a year turns its column to text.
    """
    fitter = TypeFitter(pq.read_schema(source) if source is not None else pa.schema([]))
    for data in records:
        fitter.learn(_Parse.decode(data))
    schema = fitter.schema()
    with pq.ParquetWriter(target, schema) as out:
        rows: list[dict[str, Any]] = []
        for data in records_again:
            row = _Parse.decode(data)
            rows.append({f.name: to_arrow(row.get(f.name), f.type) for f in schema})
            if len(rows) == _BATCH:
                out.write_table(_table(rows, schema))
                rows = []
        if rows:
            out.write_table(_table(rows, schema))


def retyped_columns(path: Path) -> list[tuple[str, str, str]]:
    """Return (column, type in the input, type now) of each column of a released table whose type changed."""
    return list(changed_types(pq.read_schema(path)))


def _table(rows: list[dict[str, Any]], schema: Any) -> Any:
    columns = [pa.array([row[f.name] for row in rows], f.type) for f in schema]
    return pa.Table.from_arrays(columns, schema=schema)
