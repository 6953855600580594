"""Rows of Parquet tables: what a row becomes, and what is refused before it is decoded."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactor.run.contracts import FileReason
from redactor.run.intake import files, parquet, parser_process
from redactor.run.intake.parquet_rows import read_rows
from schemas.engine.records import Reason
from tests.each_row import each_row

LIMIT = 1_000_000


def written(folder: Path, columns: dict[str, Any], **options: Any) -> Path:
    pq.write_table(pa.table(columns), folder / "a.parquet", **options)
    return folder / "a.parquet"


def test_large_dictionaries_give_the_same_rows_as_small_ones(tmp_path: Path) -> None:
    long = [f"{i % 7} " * 4_000 for i in range(300)]
    nested = pa.array([[{"b": "x"}]] * 300)
    repeated = pa.array(["u", None, "v"] * 100).dictionary_encode()
    path = written(tmp_path, {"a": long, "b": nested, "c": repeated, "d": [b"\xff"] * 300})
    got = [json.loads(row) for row in read_rows(path, LIMIT) if isinstance(row, bytes)]
    assert got == [
        {"a": text, "b": [{"b": "x"}], "c": ("u", None, "v")[i % 3], "d": "/w=="} for i, text in enumerate(long)
    ]


def test_only_rows_that_are_too_large_are_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, {"a": ["x", "y" * LIMIT, "z" * 9_000_000, '"' * 600_000, "x"]})
    got = [row if isinstance(row, bytes) else str(row) for row in read_rows(path, LIMIT)]
    assert got == [b'{"a":"x"}', "too-large", "too-large", "too-large", b'{"a":"x"}']


def test_more_values_than_the_file_can_honestly_hold_are_refused_before_the_first_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BOMB_FREE", 1_000_000)
    text = pa.DictionaryArray.from_arrays(pa.array([0] * 400, pa.int32()), ["x" * 50_000])
    path = written(tmp_path, {"a": text}, compression="zstd")
    assert list(read_rows(path, LIMIT)) == [FileReason.BOMB]


def test_more_rows_than_the_file_can_honestly_hold_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BOMB_FREE", 1_000_000)
    path = written(tmp_path, {"a": pa.nulls(50_000, pa.int8())})
    *rows, last = read_rows(path, LIMIT)
    assert last is FileReason.BOMB and len(rows) < 10_000


def test_an_ordinary_table_of_repeated_codes_is_no_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BOMB_FREE", 100_000)
    rows = 20_000
    path = written(tmp_path, {"id": list(range(rows)), "code": ["8480-6"] * rows, "empty": pa.nulls(rows, pa.string())})
    assert len([row for row in read_rows(path, LIMIT) if isinstance(row, bytes)]) == rows


@pytest.mark.parametrize("names", [[], ["a", "a"], ["a", ""]])
def test_columns_without_proper_names_give_no_row(tmp_path: Path, names: list[str]) -> None:
    pq.write_table(pa.Table.from_arrays([pa.array([1])] * len(names), names=names), tmp_path / "a.parquet")
    assert list(read_rows(tmp_path / "a.parquet", LIMIT)) == [Reason.MALFORMED_TABLE]


def test_the_process_is_kept_for_the_next_file_and_replaced_when_it_ends(tmp_path: Path) -> None:
    written(tmp_path, {"a": [1, 2]})
    (file,) = files.list_inputs(tmp_path)
    assert list(parquet.read_rows(file, LIMIT)) == [b'{"a":1}', b'{"a":2}']
    (worker,) = parquet.pool.idle
    assert len(list(parquet.read_rows(file, LIMIT))) == 2 and parquet.pool.idle == [worker]
    worker._process.kill()
    worker._process.wait()
    assert len(list(parquet.read_rows(file, LIMIT))) == 2
    rows = parquet.read_rows(file, LIMIT)
    assert next(rows) == b'{"a":1}'
    rows.close()
    assert parquet.pool.idle == []  # the process could still give rows of this file
    assert "REDACTOR_KEYRING" not in parser_process.environment({"REDACTOR_KEYRING": "secret", "PATH": "/bin"})


@each_row("kind", [pa.binary(), pa.large_binary(), pa.dictionary(pa.int32(), pa.binary())])
def test_texts_that_are_stored_as_bytes_are_refused_and_bytes_are_read(tmp_path: Path, kind: Any) -> None:
    text = "Zoë seen. " * 20
    for values, unread in (([text.encode(), None], True), ([b"\x00\xff", b"a"], False), ([None, b""], False)):
        path = written(tmp_path, {"a": ["x", "y"], "b": pa.array(values, kind)})
        assert (list(read_rows(path, LIMIT)) == [FileReason.UNMARKED_TEXT]) is unread


@each_row(
    ("values", "kind"),
    [
        ([("Müller seen. " * 20).encode("latin-1"), b"Zoe seen today"], pa.binary()),
        ([[b"Zoe seen today", b"again"], None], pa.list_(pa.binary())),
        ([{"t": b"Zoe seen today"}, None], pa.struct([("t", pa.binary())])),
        ([b"Zoe seen today", b"Max seen today"], pa.binary(14)),
    ],
)
def test_texts_in_any_column_of_bytes_are_refused(tmp_path: Path, values: list[Any], kind: Any) -> None:
    path = written(tmp_path, {"a": ["x", "y"], "b": pa.array(values, kind)})
    assert list(read_rows(path, LIMIT)) == [FileReason.UNMARKED_TEXT]


def test_numbers_of_bytes_are_read(tmp_path: Path) -> None:
    numbers = [uuid.UUID(int=n * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128).bytes for n in range(1, 60)]
    path = written(tmp_path, {"b": pa.array(numbers, pa.binary(16))})
    assert len(list(read_rows(path, LIMIT))) == 59
