"""Parquet out: types and null columns of the input stay, and a column that changes its type changes it as a whole."""

from __future__ import annotations

import datetime as dt
import decimal
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactor.run.intake.parquet_rows import read_rows
from redactor.run.output.parquet_writer import retyped_columns, write_table

DAY = dt.date(2024, 3, 5)
NOON = dt.datetime(2024, 3, 5, 12, 30, 1, 250)
UTC = NOON.replace(tzinfo=dt.UTC)
PERSON = pa.struct([("name", pa.string()), ("born", pa.date32()), ("ids", pa.list_(pa.int64()))])
VALUES: list[tuple[Any, Any]] = [
    (pa.int8(), -5), (pa.uint16(), 65_535), (pa.int64(), 2**53 + 1), (pa.uint64(), 2**63), (pa.float32(), 0.5),
    (pa.float64(), 1e300), (pa.bool_(), False), (pa.string(), "é"), (pa.large_string(), "x"), (pa.string_view(), "x"),
    (pa.binary(), b"\x00\xff"), (pa.large_binary(), b"\x00"), (pa.binary(2), b"ab"),
    (pa.date32(), DAY), (pa.date64(), DAY), (pa.time32("s"), dt.time(1, 2, 3)), (pa.time64("us"), dt.time(1, 2, 3, 4)),
    (pa.timestamp("s"), NOON.replace(microsecond=0)), (pa.timestamp("ms"), NOON.replace(microsecond=250_000)),
    (pa.timestamp("us"), NOON), (pa.timestamp("ns"), NOON), (pa.timestamp("us", "UTC"), UTC),
    (pa.timestamp("ms", "America/New_York"), UTC.replace(microsecond=0)), (pa.duration("ms"), dt.timedelta(hours=30)),
    (pa.decimal128(12, 3), decimal.Decimal("1234.500")), (pa.decimal256(50, 2), decimal.Decimal("5.00")),
    (pa.dictionary(pa.int32(), pa.string()), "a"), (pa.dictionary(pa.int32(), pa.int64()), 7),
    (pa.list_(pa.date32()), [DAY, None]), (pa.large_list(pa.int16()), [1]), (pa.list_(pa.float64(), 2), [1.0, 2.5]),
    (PERSON, {"name": "x", "born": DAY, "ids": [1, None]}),
    (pa.list_(PERSON), [{"name": None, "born": DAY, "ids": []}]),
    (pa.null(), None),
]  # fmt: skip


def _through(folder: Path, table: Any, *changes: Any) -> Any:
    """The table as it leaves when each row gets the changes of the same place."""
    pq.write_table(table, folder / "in.parquet")
    rows = [json.loads(row) for row in read_rows(folder / "in.parquet", 1 << 20)]  # type: ignore[arg-type]
    raw = [row for row in read_rows(folder / "in.parquet", 1 << 20) if isinstance(row, bytes)]
    if changes:
        raw = [json.dumps({**row, **more}).encode() for row, more in zip(rows, changes, strict=True)]
    write_table(folder / "in.parquet", iter(raw), iter(raw), folder / "out.parquet")
    return pq.read_table(folder / "out.parquet")


@pytest.mark.parametrize(("kind", "value"), VALUES, ids=lambda x: str(x)[:40])
def test_a_column_keeps_its_type_and_values(tmp_path: Path, kind: Any, value: Any) -> None:
    table = pa.table({"c": pa.array([value, None, value], kind), "empty": pa.array([None] * 3, kind)})
    got = _through(tmp_path, table)
    assert got.schema.types == pq.read_table(tmp_path / "in.parquet").schema.types
    assert got.to_pylist() == table.to_pylist()
    assert retyped_columns(tmp_path / "out.parquet") == []


def test_a_column_whose_values_change_their_type_is_text_in_every_row_and_says_so(tmp_path: Path) -> None:
    table = pa.table({"id": pa.array([1, None, 3]), "born": pa.array([DAY, None, DAY]), "n": pa.array([1, 2, 3])})
    got = _through(tmp_path, table, {"id": "abc", "born": "2024"}, {}, {"id": 3})
    assert got.to_pylist() == [
        {"id": "abc", "born": "2024", "n": 1}, {"id": None, "born": None, "n": 2},
        {"id": "3", "born": "2024-03-05", "n": 3},
    ]  # fmt: skip
    assert retyped_columns(tmp_path / "out.parquet") == [("id", "int64", "string"), ("born", "date32[day]", "string")]


def test_only_the_changed_place_of_a_nested_column_becomes_text(tmp_path: Path) -> None:
    table = pa.table({"who": pa.array([[{"name": "a", "born": DAY, "ids": [1]}], None, []], pa.list_(PERSON))})
    got = _through(tmp_path, table, {"who": [{"born": "2024-04-01", "ids": ["x", None]}]}, {}, {})
    assert got.schema.field("who").type == pa.list_(pa.struct([("born", pa.date32()), ("ids", pa.list_(pa.string()))]))
    assert got.to_pylist()[0] == {"who": [{"born": dt.date(2024, 4, 1), "ids": ["x", None]}]}
    assert [name for name, _, _ in retyped_columns(tmp_path / "out.parquet")] == ["who"]


@pytest.mark.parametrize("wrong", [{"who": "x"}, {"who": {"unknown": 1}}, {"who": [1]}, {"who": {}}])
def test_what_has_not_the_shape_of_its_column_is_json_text(tmp_path: Path, wrong: dict[str, Any]) -> None:
    table = pa.table({"who": pa.array([{"name": "a"}], PERSON)})
    got = _through(tmp_path, table, wrong)
    assert got.schema.types == [pa.string()]
    as_text = "x" if wrong["who"] == "x" else json.dumps(wrong["who"]).replace(" ", "")
    assert got.to_pylist() == [{"who": as_text}]


@pytest.mark.parametrize(
    ("kind", "value", "new"),
    [
        (pa.timestamp("us"), NOON, "2024-03-05T12:30:01Z"),
        (pa.timestamp("us", "UTC"), UTC, "2024-03-05T12:30:01"),
        (pa.int64(), 1, True),
        (pa.float64(), 1.5, "1.5"),
        (pa.decimal128(5, 2), decimal.Decimal("1.50"), 1.123),
        (pa.bool_(), True, 1),
        (pa.date32(), DAY, "90+"),
        (pa.binary(), b"x", "[NAME]"),
        (pa.dictionary(pa.int32(), pa.int64()), 1, "a"),
        (pa.duration("ms"), dt.timedelta(1), "soon"),
        (pa.null(), None, "x"),
    ],
    ids=str,
)
def test_a_value_that_does_not_fit_is_never_bent_to_the_type(tmp_path: Path, kind: Any, value: Any, new: Any) -> None:
    got = _through(tmp_path, pa.table({"c": pa.array([value], kind)}), {"c": new})
    assert got.schema.types == [pa.string()]
    assert got.to_pylist() == [{"c": new if isinstance(new, str) else json.dumps(new)}]


def test_a_dictionary_holds_more_values_than_the_index_of_the_input_counts(tmp_path: Path) -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 300, pa.int8()), pa.array(["a"]))
    got = _through(tmp_path, pa.table({"c": column}), *({"c": f"v{i}"} for i in range(300)))
    assert [row["c"] for row in got.to_pylist()] == [f"v{i}" for i in range(300)]
    assert pa.types.is_dictionary(got.schema.field("c").type)
