"""Records and lines that hold nothing: a file of them costs little more than its bytes, and none is silently lost."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactor.keys import Keyring
from redactor.run.contracts import FileReason, RawRecord
from redactor.run.intake.chunks import Chunk, ChunkSizes, chunks, extend_chain
from redactor.run.intake.empty_records import FREE, STORED_EACH
from redactor.run.intake.files import list_inputs
from redactor.run.intake.lines import lines, rows
from redactor.run.intake.raw_records import Reader
from redactor.run.runner import run
from redactor.run.state.quarantine import QuarantineStore
from tests.crash.crash_child import callbacks, config

KEYS = Keyring.generate()
SIZES = ChunkSizes(500, 1_000_000, 1_000_000)


def read(path: Path) -> list[RawRecord]:
    return [raw for chunk in chunks(list_inputs(path)[0], SIZES, None) for raw in chunk.raws]


def nulls(path: Path, rows: int, **more: object) -> Path:
    columns: dict[str, object] = {"a": pa.nulls(rows, pa.string()), "b": pa.nulls(rows, pa.int64()), **more}
    pq.write_table(pa.table(columns), path, compression="zstd", row_group_size=5_000)
    return path


def text(content: str) -> Callable[[Path], Path]:
    def write(path: Path) -> Path:
        path.write_text(content)
        return path

    return write


N = 20_000
FILES = {
    "nulls.parquet": lambda path: nulls(path, N),
    "lists.parquet": lambda path: nulls(path, N, c=pa.array([[]] * N, pa.list_(pa.int8()))),
    "cells.csv": text("a,b\n" + ",\n" * N),
    "quotes.csv": text("a,b\n" + '"",""\n' * N),
    "spaces.csv": text("a,b\n" + " , \n" * N),
    "objects.ndjson": text("{}\n" * N),
    "spaced.ndjson": text("{ }\n" * N),
    "nothing.ndjson": text("null\n" * N),
    "array.json": text("[" + ",".join(["{}"] * N) + "]"),
    "values.json": text("{} " * N),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_may_hold_few_empty_records_for_its_size_and_the_rest_are_counted(tmp_path: Path, name: str) -> None:
    path = FILES[name](tmp_path / name)
    *kept, last = read(path)
    allowed = max(FREE, path.stat().st_size // STORED_EACH)
    assert len(kept) == allowed and all(raw.error is None for raw in kept)
    assert (last.error, last.where, last.data) == (FileReason.EMPTY_RECORDS, str(N - allowed), b"")


@pytest.mark.parametrize("name", FILES)
def test_few_empty_records_are_records(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = FILES[name](tmp_path / name)
    monkeypatch.setattr("redactor.run.intake.empty_records.FREE", N)
    assert len(read(path)) == N and all(raw.error is None for raw in read(path))


FULL = [
    ("a.csv", "a,b\n" + "0,\n" * N),
    ("a.csv", "a,b\n" + ",0\n" * N),
    ("a.ndjson", '{"a":0}\n' * N),
    ("a.ndjson", '{"John Smith":null}\n' * N),
    ("a.ndjson", "0\n" * N),
    ("a.json", "[" + ",".join(["[0]"] * N) + "]"),
]


@pytest.mark.parametrize("name, content", FULL)
def test_whatever_holds_something_is_a_record(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    raws = read(tmp_path / name)
    assert len(raws) == N and all(raw.error is None and raw.data for raw in raws)


def test_what_stands_between_and_behind_empty_records_is_read_under_its_own_number(tmp_path: Path) -> None:
    filled = pa.array([None] * (N - 1) + ["last"])
    raws = read(nulls(tmp_path / "a.parquet", N, c=filled))
    assert [raw.position for raw in raws[-2:]] == [f"1:{N}", "1:empty"] and b"last" in raws[-2].data
    (tmp_path / "a.csv").write_text("a,b\n" + ",\n" * N + "1,2\n" + ",\n" * N)
    *_, full, last = read(tmp_path / "a.csv")
    assert full.position == f"1:{N + 2}" and last.where == str(2 * N - (4 * N + 8) // STORED_EACH)


def test_a_run_goes_on_behind_left_out_records_where_it_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b\n" + ",\n" * N + "1,2\n" * 700)
    file = list_inputs(path)[0]

    def taken(skip: int = 0, chain: bytes = b"", key: bytes = b"k") -> list[Chunk]:
        return list(chunks(file, SIZES, None, skip=skip, chain=chain, key=key))

    whole = [raw.position for chunk in taken() for raw in chunk.raws]
    for skip in (FREE, FREE + 300):
        chain = b""
        for raw in [raw for chunk in taken() for raw in chunk.raws][:skip]:
            chain = extend_chain(chain, b"k", raw)
        assert [raw.position for chunk in taken(skip, chain) for raw in chunk.raws] == whole[skip:]


def test_what_was_released_is_counted_whole(tmp_path: Path) -> None:
    """A release may hold many rows of which nothing was left: `redactor verify` counts them."""
    assert len(list(Reader(list_inputs(FILES["cells.csv"](tmp_path / "a.csv"))[0], 10_000).records())) == N


# -- what it costs


@pytest.mark.parametrize("name", ["nulls.parquet", "cells.csv", "objects.ndjson"])
def test_state_grows_with_the_bytes_of_the_input(tmp_path: Path, name: str) -> None:
    """A table of nulls took 872 bytes of state for a row of an eighth of a byte."""
    (tmp_path / "in").mkdir()
    path = FILES[name](tmp_path / "in" / name)
    run(config(tmp_path / "in", tmp_path / "out", tmp_path / "state", KEYS, max_record_bytes=1_000_000), callbacks())
    written = sum(p.stat().st_size for p in (*(tmp_path / "state").rglob("*"), *(tmp_path / "out").rglob("*")))
    assert written < 1_500 * FREE + 30 * path.stat().st_size
    store = QuarantineStore(tmp_path / "state", KEYS, create=False)
    (entry,) = [h for h in store.list() if h.reason == "empty-records"]
    store.close()
    assert int(entry.where) == N - FREE


def test_names_of_columns_count_for_every_row_of_a_table(tmp_path: Path) -> None:
    """A row is JSON with all names: 50 bits of a row became 50 KB."""
    names = [f"{i:0>1000}" for i in range(20)]
    columns = {name: pa.nulls(4_000, pa.int8()) for name in names} | {"full": pa.array([1] * 4_000)}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet", compression="zstd", write_statistics=False)
    (tmp_path / "a.csv").write_text(",".join(names) + "\n" + ("0" + "," * 19 + "\n") * 4_000)
    for name in ("a.parquet", "a.csv"):
        *kept, last = read(tmp_path / name)
        assert last.error is FileReason.BOMB
        given = sum(len(raw.data) for raw in kept)
        assert given < 18_000_000 + 310 * (tmp_path / name).stat().st_size
    assert len(read(tmp_path / "a.csv")) > 300


def test_a_wide_table_with_few_values_in_a_row_is_no_bomb(tmp_path: Path) -> None:
    columns = {f"registry_variable_{i}": pa.array([i * n if n % 40 == i % 40 else None for n in range(4_000)])
               for i in range(400)}  # fmt: skip
    pq.write_table(pa.table(columns), tmp_path / "a.parquet", compression="zstd")
    raws = read(tmp_path / "a.parquet")
    assert len(raws) == 4_000 and all(raw.error is None for raw in raws)


class Counted(io.BytesIO):
    """Counts blocks."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.blocks = 0

    def block(self) -> bytes:
        self.blocks += 1
        return self.read(1 << 16)


@pytest.mark.parametrize("end, white", [(b"\n", b""), (b"\r\n", b"\r"), (b" \t\r\n", b" \t\r\n")])
def test_blank_lines_cost_a_step_a_block_and_keep_the_numbers_right(end: bytes, white: bytes) -> None:
    source = Counted(b"x" + end + end * 1_000_000 + b"y" + end + end + b"z")
    found = list(lines(source.block, 100, white))
    full = [(line.number, line.data.strip()) for line in found if line.data.strip()]
    assert full == [(1, b"x"), (1_000_002, b"y"), (1_000_004, b"z")]
    assert len(found) <= 3 + 3 * source.blocks
    assert sum(line.repeats for line in found) == 1_000_004


def test_blank_lines_within_quotes_stay(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b'a,b\n1,"x\n\n\r\n\ny"\n\n\n\n2,z\n')
    raws = read(tmp_path / "a.csv")
    assert [json.loads(raw.data)["b"] for raw in raws] == ["x\n\n\n\ny", "z"]
    assert [raw.position for raw in raws] == ["1:2", "1:10"]


def test_blank_lines_within_an_open_quote_end_at_the_limit() -> None:
    source = Counted(b'1,"' + b"\n" * 1_000_000 + b"2,3\n")
    found = list(rows(lines(source.block, 1_000), 1_000))
    assert found[0].oversize and len(found[0].data) == 1_000
    assert found[-1].data == b"2,3" and len(found) == 2
