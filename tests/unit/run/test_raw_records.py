"""Input of every form, intact and broken, as raw records."""

from __future__ import annotations

import gzip
import io
import json
import math
from pathlib import Path

import pytest
from backports import zstd
from hypothesis import example, given, settings
from hypothesis import strategies as st

from redactor.run.contracts import FileReason, RawRecord
from redactor.run.intake import files
from redactor.run.intake.bundles import split_bundle
from redactor.run.intake.files import ByteSource, list_inputs
from redactor.run.intake.json_splitter import Cursor, array_values, elements, members, value_end
from redactor.run.intake.lines import lines
from redactor.run.intake.raw_records import Reader
from redactor.run.output.folder import join_entry
from schemas.engine.records import Reason
from tests.each_row import each_row

LIMIT = 10_000
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


def blocks(data: bytes, size: int):  # type: ignore[no-untyped-def]
    stream = io.BytesIO(data)
    return lambda: stream.read(size)


def read(tmp_path: Path, name: str, data: bytes, limit: int = LIMIT) -> tuple[list[RawRecord], str]:
    (tmp_path / name).write_bytes(data)
    reader = Reader(list_inputs(tmp_path / name)[0], limit)
    return list(reader.records()), reader.form


def told(raws: list[RawRecord]) -> list[tuple[str, str, str | None]]:
    return [(r.position, r.data.decode("latin-1"), r.error.value if r.error else None) for r in raws]


@given(st.lists(_json), st.integers(1, 40), st.sampled_from([None, 2]), st.booleans())
@example([{"}": None}], 1, None, False)  # the end of a block within a string, which Python 3.11.2 reads otherwise
@example([["x" * 9] * 9_000], 1 << 20, None, False)
@settings(max_examples=150, deadline=None)
def test_any_array_splits_into_the_elements_that_a_parser_sees(
    value: list[object], size: int, indent: int | None, ascii_: bool
) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_).encode("utf-8", "surrogatepass")
    cursor = Cursor(blocks(data, size), 10**6)
    assert cursor.peek() == ord("[")
    got = [p.data for p in array_values(cursor)]
    assert [json.loads(g.decode("utf-8", "surrogatepass")) for g in got] == value
    assert [data[a:b] for a, b in elements(data, 0)] == got
    assert value_end(data, 0) == len(data)


@given(st.binary(max_size=60), st.integers(1, 7))
@settings(max_examples=200, deadline=None)
def test_no_byte_of_a_broken_array_is_lost(junk: bytes, size: int) -> None:
    data = b"[" + junk
    cursor = Cursor(blocks(data, size), 10**6)
    cursor.peek()
    got = b"".join(p.data for p in array_values(cursor))
    drop = b" \t\r\n,[]"
    assert got.translate(None, drop) == junk.translate(None, drop)


@given(st.dictionaries(st.text(), _json, max_size=5))
@settings(max_examples=80, deadline=None)
def test_members_are_those_that_a_parser_sees(value: dict[str, object]) -> None:
    data = json.dumps(value, indent=1).encode()
    assert {json.loads(k): json.loads(data[a:b]) for k, a, b in members(data, 0)} == value


@given(st.lists(st.binary(max_size=30).filter(lambda b: b"\n" not in b and not b.endswith(b"\r"))), st.integers(1, 9))
@settings(max_examples=100, deadline=None)
def test_lines_are_the_same_whatever_the_blocks(rows: list[bytes], size: int) -> None:
    data = b"".join(r + b"\n" for r in rows)
    found = [(x.number + i, x.data) for x in lines(blocks(data, size), 100) for i in range(x.repeats)]
    assert found == list(enumerate(rows, 1))


def test_bom_crlf_blank_lines_and_a_last_line_without_its_end(tmp_path: Path) -> None:
    raws, form = read(tmp_path, "a.ndjson", b'\xef\xbb\xbf{"a":1}\r\n\r\n  \n{"b":2}\r\n{"c":')
    assert form == "ndjson"
    assert told(raws) == [("1:1", '{"a":1}', None), ("1:4", '{"b":2}', None), ("1:5", '{"c":', None)]


@pytest.mark.parametrize("size", [LIMIT + 1, 3 * files.BLOCK])
def test_an_oversize_line_is_cut_and_line_numbers_stay_right(tmp_path: Path, size: int) -> None:
    raws, _ = read(tmp_path, "a.ndjson", b'{"a":1}\n' + b"x" * size + b'\n{"b":2}\n')
    assert told(raws) == [("1:1", '{"a":1}', None), ("1:2", "", "too-large"), ("1:3", '{"b":2}', None)]


def test_a_line_of_exactly_the_limit_passes(tmp_path: Path) -> None:
    raws, _ = read(tmp_path, "a.ndjson", b"x" * LIMIT + b"\n")
    assert raws[0].error is None and len(raws[0].data) == LIMIT


def test_an_oversize_element_is_skipped(tmp_path: Path) -> None:
    big = json.dumps({"x": '[}\\"' * 200_000}).encode()
    raws, form = read(tmp_path, "a.json", b'[{"a":1},' + big + b',{"b":2}]')
    assert form == "array"
    assert told(raws) == [("1:1", '{"a":1}', None), ("1:2", "", "too-large"), ("1:3", '{"b":2}', None)]


def test_an_array_cut_off_gives_what_it_held_and_says_so(tmp_path: Path) -> None:
    raws, _ = read(tmp_path, "a.json", b'[{"a":1}, {"b":')
    assert told(raws) == [("1:1", '{"a":1}', None), ("1:2", '{"b":', None), ("1:end", "", "truncated-input")]


@pytest.mark.parametrize(
    ("data", "form", "n"),
    [
        (b'{"a":\n 1}', "single", 1),
        (b'{"a":1}\n{"b":2}\n', "ndjson", 2),
        (b'{"a":1}{"b":2}', "ndjson", 2),
        (b'{\n"a":1}\n{"b":2}', "ndjson", 2),
        (b' [1, "a,]", null]', "array", 3),
        (b"[]", "array", 0),
        (b"", "single", 0),
        (b"  \n", "single", 0),
    ],
)
def test_the_form_of_json_is_detected_from_its_content(tmp_path: Path, data: bytes, form: str, n: int) -> None:
    raws, got = read(tmp_path, "a.json", data)
    assert (got, len(raws)) == (form, n)


def test_ten_thousand_levels_are_split_without_recursion(tmp_path: Path) -> None:
    deep = b'{"a":' * 10_000 + b"1" + b"}" * 10_000
    raws, _ = read(tmp_path, "a.json", b"[" + deep + b",2]", limit=10**6)
    assert [r.data for r in raws] == [deep, b"2"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_other_encodings_are_one_clear_error(tmp_path: Path, encoding: str) -> None:
    raws, _ = read(tmp_path, "a.ndjson", '{"a":1}\n{"b":2}\n'.encode(encoding))
    assert [r.error for r in raws] == [Reason.BAD_ENCODING]


@pytest.mark.parametrize("name", ["a.csv", "a.ndjson"])
@pytest.mark.parametrize("zeros", [2, 4, 4096])
def test_a_file_that_begins_with_zeros_is_an_error_and_no_empty_table(tmp_path: Path, name: str, zeros: int) -> None:
    raws, _ = read(tmp_path, name, b"\0" * zeros + b"person_id,note\n1,x\n2,y\n")
    assert [r.error for r in raws] == [Reason.BAD_ENCODING]


def packed(kind: str, data: bytes) -> bytes:
    return gzip.compress(data) if kind == "gz" else zstd.compress(data)


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_packed_files_of_several_members(tmp_path: Path, kind: str) -> None:
    raws, _ = read(tmp_path, f"a.ndjson.{kind}", packed(kind, b'{"a":1}\n') + packed(kind, b'{"b":2}\n'))
    assert told(raws) == [("1:1", '{"a":1}', None), ("1:2", '{"b":2}', None)]


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_a_packed_file_cut_off_says_so(tmp_path: Path, kind: str) -> None:
    whole = packed(kind, b'{"a":1}\n' * 5)
    raws, _ = read(tmp_path, f"a.ndjson.{kind}", whole[:-3])
    assert raws[-1].error is FileReason.TRUNCATED
    raws, _ = read(tmp_path, f"a.ndjson.{kind}", b"this is not packed at all, by no means")
    assert [r.error for r in raws] == [FileReason.UNREADABLE]


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_a_bomb_is_stopped_after_its_first_records(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BOMB_FREE", 1_000_000)
    raws, _ = read(tmp_path, f"a.ndjson.{kind}", packed(kind, b'{"a":1}\n' + b"\0" * 20_000_000))
    assert told(raws)[0] == ("1:1", '{"a":1}', None)
    assert raws[-1].error is FileReason.BOMB


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_unpacking_gives_small_blocks_however_much_is_packed(tmp_path: Path, kind: str) -> None:
    (tmp_path / f"a.ndjson.{kind}").write_bytes(packed(kind, b"\0" * 15_000_000))
    with ByteSource(list_inputs(tmp_path / f"a.ndjson.{kind}")[0]) as source:
        sizes = []
        while block := source.read():
            sizes.append(len(block))
    assert sum(sizes) == 15_000_000 and max(sizes) <= files.BLOCK


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_many_small_members_are_read_one_after_another(tmp_path: Path, kind: str) -> None:
    values = [b'{"n":%d}\n' % n for n in range(5_000)]
    raws, _ = read(tmp_path, f"a.ndjson.{kind}", b"".join(packed(kind, v) for v in [*values, b""]))
    assert [r.data + b"\n" for r in raws] == values


def test_zstd_that_asks_for_more_memory_than_a_run_grants_is_an_error(tmp_path: Path) -> None:
    options = {zstd.CompressionParameter.window_log: 28}
    compressor = zstd.ZstdCompressor(options=options)
    data = compressor.compress(b'{"a":1}\n') + compressor.flush()
    raws, _ = read(tmp_path, "a.ndjson.zst", data)
    assert [r.error for r in raws] == [FileReason.UNREADABLE]


def test_csv_rows_are_records_of_strings_numbered_by_line(tmp_path: Path) -> None:
    raws, form = read(tmp_path, "a.csv", b'\xef\xbb\xbfid,note\r\n007,"a ""b""\r\nc"\r\n\r\n8,d\r\n')
    assert form == "csv"
    assert [(r.position, json.loads(r.data)) for r in raws] == [
        ("1:2", {"id": "007", "note": 'a "b"\nc'}),
        ("1:5", {"id": "8", "note": "d"}),
    ]


def test_bad_csv_rows_are_kept_as_they_are_and_the_rest_goes_on(tmp_path: Path) -> None:
    raws, _ = read(tmp_path, "a.csv", b'id,v\n1\n\x81,2\n3,"x"y\n4,ok\n5,"open\n6,x\n')
    assert told(raws) == [
        ("1:2", "1", "malformed-table"),
        ("1:3", "\x81,2", "bad-encoding"),
        ("1:4", '3,"x"y', "malformed-table"),
        ("1:5", '{"id":"4","v":"ok"}', None),
        ("1:6", '5,"open\n6,x', "malformed-table"),
    ]


@pytest.mark.parametrize("header", [b"a,a\n1,2\n", b"a,\n1,2\n", b"\x81\n1\n"])
def test_a_csv_whose_header_names_no_columns_is_one_error(tmp_path: Path, header: bytes) -> None:
    raws, _ = read(tmp_path, "a.csv", header)
    assert [(r.error, r.where) for r in raws] == [(Reason.MALFORMED_TABLE, "header at line 1")]


def test_a_broken_parquet_file_is_one_error(tmp_path: Path) -> None:
    raws, _ = read(tmp_path, "a.parquet", b"PAR1 no more of it")
    assert [r.error for r in raws] == [FileReason.UNREADABLE]


def test_files_come_in_the_order_of_their_paths_and_none_is_left_out(tmp_path: Path) -> None:
    for name in ("b/z.ndjson", "a.JSON", "b/a.csv.gz", "john.Smith", "c.xls", ".hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    got = [(f.name, f.kind, f.suffix) for f in list_inputs(tmp_path)]
    assert got == [
        (".hidden", "unreadable", "(none)"),
        ("a.JSON", "json", ".json"),
        ("b/a.csv.gz", "csv", ".csv"),
        ("b/z.ndjson", "ndjson", ".ndjson"),
        ("c.xls", "unreadable", ".xls"),
        ("john.Smith", "unreadable", "(other)"),
    ]


def bundle(*entries: object, **more: object) -> bytes:
    return json.dumps({"resourceType": "Bundle", "entry": list(entries), **more}).encode()


def test_a_bundle_is_split_with_its_aliases() -> None:
    first = {"fullUrl": "urn:uuid:1", "resource": {"resourceType": "Patient", "id": "p"}, "request": {"url": "x"}}
    got = list(split_bundle(bundle(first, {"request": {"method": "DELETE"}}, id="b"), "1:1", "s") or [])
    head, entry, deleted = got
    assert json.loads(head.data) == {"resourceType": "Bundle", "id": "b"} and head.part == "bundle" and not head.last
    assert json.loads(entry.data) == first["resource"] and entry.full_url == "urn:uuid:1"
    assert json.loads(entry.entry or b"") == {"fullUrl": "urn:uuid:1", "request": {"url": "x"}}
    assert entry.aliases == {"urn:uuid:1": "Patient/p"} == deleted.aliases
    assert deleted.data == b"" and deleted.last and deleted.position == "1:1/2"
    assert json.loads(join_entry(entry.data, entry.entry)) == first


def test_a_bundle_without_entries_is_its_own_last_record() -> None:
    for data in (bundle(), b'{"resourceType":"Bundle"}'):
        assert [(r.part, r.last) for r in split_bundle(data, "1:1", None) or []] == [("bundle", True)]


def test_an_escaped_resource_type_is_still_a_bundle() -> None:
    data = bundle({"resource": {}}).replace(b'"Bundle"', b'"\\u0042undle"')
    assert [r.part for r in split_bundle(data, "1:1", None) or []] == ["bundle", "entry"]


@each_row(
    ("data", "errors"),
    [
        (bundle(3, {"resource": 4}), [None, Reason.WRONG_TYPE, Reason.WRONG_TYPE]),
        (b'{"resourceType":"Bundle","entry":[{"resource":{},"resource":{}}]}', [None, Reason.DUPLICATE_KEYS]),
        (b'{"resourceType":"Bundle","entry":{}}', [Reason.WRONG_TYPE]),
        (b'{"resourceType":"Bundle","entry":[{"a" 1}]}', [Reason.MALFORMED]),
    ],
)
def test_a_bundle_that_cannot_be_split_is_kept_with_an_error(data: bytes, errors: list[Reason | None]) -> None:
    assert [r.error for r in split_bundle(data, "1:1", None) or []] == errors


@pytest.mark.parametrize("data", [b'{"resourceType":"Patient","x":"Bundle"}', b'{"resourceType":"Bundle"', b"Bundle"])
def test_other_json_is_left_to_the_parser(data: bytes) -> None:
    assert split_bundle(data, "1:1", None) is None


def test_two_entry_arrays_do_not_lose_one() -> None:
    data = b'{"resourceType":"Bundle","entry":[{"resource":{}}],"entry":[]}'
    assert split_bundle(data, "1:1", None) is None  # passed on unchanged for the parser to reject: a duplicate key


def test_parquet_rows_keep_numbers(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(
        pa.table({"i": [1], "f": [0.5], "t": pa.array([1_700_000_000_000_000_001], pa.timestamp("ns"))}),
        tmp_path / "a.parquet",
    )
    raws = list(Reader(list_inputs(tmp_path / "a.parquet")[0], LIMIT).records())
    row = json.loads(raws[0].data)
    assert row["i"] == 1 and math.isclose(row["f"], 0.5) and row["t"].startswith("2023-11-14T22:13:20")


SOUND = b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.wav", SOUND), ("a.WAV", SOUND), ("a.mp3", b"\xff\xfb\x90\x00"), ("a.m4a", b"\0\0\0\x20ftyp"),
        ("a.mp3", b""),
        ("noname", SOUND), ("john.Smith", b"ID3\x04\x00"), ("a.bin", b"fLaC\x00"), ("a.dat", b"OggS\x00"),
        ("a.x", b"RF64\xff\xff\xff\xffWAVEds64"), ("a.amr", b"#!AMR\n"), ("a.opus", b"OggS"), ("a.dss", b"\x02dss"),
    ],
)  # fmt: skip
def test_a_recording_is_set_aside_with_a_reason_of_its_own(tmp_path: Path, name: str, data: bytes) -> None:
    (got,), _ = read(tmp_path, name, data)
    assert (got.error, got.data) == (FileReason.AUDIO_INPUT, b"")
    assert got.where in (".wav", ".mp3", ".m4a", ".amr", ".opus", ".dss", "(other)", "(none)")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.avi", b"RIFF\x24\x00\x00\x00AVI LIST"),
        ("a.pdf", b"%PDF"),
        ("a.wav.gz", gzip.compress(SOUND, mtime=0)),
        ("a.bin", b""),
    ],
    ids=lambda value: value if isinstance(value, str) else "",  # what gzip writes tells the time
)
def test_what_the_audio_command_does_not_take_is_no_audio_input(tmp_path: Path, name: str, data: bytes) -> None:
    (got,), _ = read(tmp_path, name, data)
    assert got.error is FileReason.UNREADABLE
