"""Small files that unpack, nest or expand without end: each costs only its own file or record."""

from __future__ import annotations

import base64
import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from backports import zstd

from redactor.keys import Keyring

MEGABYTE = 1024 * 1024
CHILD = Path(__file__).with_name("bombs_child.py")
pytestmark = pytest.mark.slow


def varint(number: int) -> bytes:
    """A whole number as the footer of Parquet holds it (Thrift's compact protocol: zigzag, seven bits a byte)."""
    return seven_bits(2 * number)


def seven_bits(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def footer(path: Path, change: Any) -> None:
    """Replace the footer of a table by `change` of it."""
    data = path.read_bytes()
    at = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    new = change(data[at:-8])
    path.write_bytes(data[:at] + new + len(new).to_bytes(4, "little") + b"PAR1")


def lie(number: int, claim: int) -> Any:
    assert len(varint(number)) == len(varint(claim))
    return lambda old: old.replace(varint(number), varint(claim))


def deep_schema(depth: int) -> bytes:
    """The footer of a table whose one column lies in `depth` groups of one child each."""
    group = b"\x35\x02\x18\x01a\x15\x02\x00"
    size = b"\xfc" + seven_bits(depth + 1)
    leaf = b"\x15\x02\x25\x02\x18\x01a\x00"
    return b"\x15\x04\x19" + size + group * depth + leaf + b"\x16\x00\x19\x0c\x00"


def in_one_list(values: Any) -> Any:
    return pa.ListArray.from_arrays(pa.array([0, len(values)], pa.int32()), values)


def tables(folder: Path) -> None:
    def write(name: str, column: Any, **options: Any) -> Path:
        pq.write_table(
            pa.table({"a": column}), folder / name, **{"compression": "zstd", "write_statistics": False, **options}
        )
        return folder / name

    repeated = pa.DictionaryArray.from_arrays(pa.array([0] * 500, pa.int32()), ["x" * 20_000_000])
    write("dictionary.parquet", repeated)
    write(
        "in-lists.parquet",
        in_one_list(pa.DictionaryArray.from_arrays(pa.array([0] * 2000, pa.int32()), ["x" * 1_000_000])),
    )
    write("list-of-nulls.parquet", in_one_list(pa.nulls(60_000_000, pa.int8())))
    write("page-zstd.parquet", ["x" * 80_000_000], use_dictionary=False)
    write("page-snappy.parquet", ["x" * 80_000_000], use_dictionary=False, compression="snappy")
    footer(write("claims-rows.parquet", pa.nulls(8_200, pa.int8())), lie(8_200, 1_000_000))
    footer(write("metadata.parquet", [1]), lambda old: old + bytes(40 * MEGABYTE))
    footer(write("deep.parquet", [1]), lambda _: deep_schema(200_000))


def binary(number: int, content_type: str, data: str) -> bytes:
    packed = base64.b64encode(data.encode()).decode()
    row = {"resourceType": "Binary", "id": f"b{number}", "contentType": content_type, "data": packed}
    return json.dumps(row).encode() + b"\n"


ATTACHMENTS = (
    ("text/rtf", "{\\rtf1" + "{" * 500_000 + "}" * 500_000 + "}"),
    ("text/rtf", "{\\rtf1" + "".join(f"\\ansicpg{i}" for i in range(20_000)) + "}"),
    ("text/html", "<div>" * 20_000),
    ("text/html", "<html>" + "&amp;&#0;&#x110000;" * 1000),
    ("text/html", "<html>&#" + "9" * 300_000),
    ("text/html", ("<a " + "'\"" * 9000) * 10),
    ("text/plain", "x " * 5_000_000),
)
PATIENT = b'{"resourceType":"Patient","id":"p%d","gender":"other"}\n'


def others(folder: Path) -> None:
    def write(name: str, *parts: bytes) -> None:
        (folder / name).write_bytes(b"".join(parts))

    good = PATIENT % 1
    endless = b'{"resourceType":"Patient","id":"' + b"0" * 100_000_000
    write("endless.ndjson.gz", gzip.compress(good + endless, 6))
    write("endless.ndjson.zst", zstd.compress(good + endless))
    write("many.ndjson.gz", gzip.compress(good + (b"0" * 2047 + b"\n") * 2_500, 6))
    write("depth.ndjson", b'{"a":' + b"[" * 4_000_000 + b"\n", b'{"a":' * 200_000 + b"\n", good)
    write("depth.json", b'[{"a":' + b"[" * 50_000 + b"]" * 50_000 + b"},", good, b"]")
    write("breadth.ndjson", b'{"a":[' + b"[]," * 8_000_000 + b"0]}\n", good)
    write("numbers.ndjson", b'{"a":' + b"9" * 3_000_000 + b"}\n", b'{"a":1e' + b"9" * 3_000_000 + b"}\n", good)
    write("entries.json", b'{"resourceType":"Bundle","entry":[' + b"{}," * 60_000 + b"{}]}")
    write("members.json", b'{"resourceType":"Bundle",' + b",".join(b'"%d":0' % i for i in range(100_001)) + b"}")
    write("field.csv", b'a,b\n1,"' + b"x" * 80_000_000)
    write("lines.csv", b'a,b\n1,"' + b"x\n" * 100_000)
    write("fields.csv", b"a,b\n" + b"," * 20_000_000 + b"\n")
    write("attachments.ndjson", *(binary(i, *a) for i, a in enumerate(ATTACHMENTS)), good)
    narrative = {"resourceType": "Patient", "id": "p2", "text": {"div": "<" * 9 * MEGABYTE}}
    write("narrative.ndjson", json.dumps(narrative).encode() + b"\n", good)
    write("good.ndjson", *(PATIENT % i for i in range(10, 20)))


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    root = tmp_path_factory.mktemp("bombs")
    (root / "in").mkdir()
    tables(root / "in")
    others(root / "in")
    Keyring.generate().save(root / "keys.json")
    done = subprocess.run([sys.executable, str(CHILD), str(root)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


BOMB = {"decompression-bomb": 1}
EXPECTED = {
    "dictionary.parquet": BOMB,
    "in-lists.parquet": BOMB,
    "list-of-nulls.parquet": BOMB,
    "page-zstd.parquet": BOMB,
    "page-snappy.parquet": {"too-large": 1},
    "claims-rows.parquet": {"no-schema": 1_000, "empty-records": 1},  # not as many as it claims
    "metadata.parquet": BOMB,
    "deep.parquet": {"unreadable-input": 1},
    "endless.ndjson.gz": {"kept": 1, "malformed-json": 1, **BOMB},
    "endless.ndjson.zst": {"kept": 1, "malformed-json": 1, **BOMB},
    "depth.ndjson": {"kept": 1, "too-large": 1, "too-deep": 1},
    "depth.json": {"kept": 1, "too-deep": 1},
    "breadth.ndjson": {"kept": 1, "too-large": 1},
    "numbers.ndjson": {"kept": 1, "malformed-json": 1, "no-schema": 1},
    "entries.json": {"too-large": 1},
    "members.json": {"too-large": 1},
    "field.csv": {"too-large": 1},
    "lines.csv": {"malformed-table": 1},
    "fields.csv": {"malformed-table": 1},
    "attachments.ndjson": {"kept": len(ATTACHMENTS) + 1},
    "narrative.ndjson": {"kept": 1, "too-large": 1},
    "good.ndjson": {"kept": 10},
}


def test_each_bomb_costs_its_own_file_or_record(ran: dict[str, Any]) -> None:
    many = ran["files"].pop("many.ndjson.gz")
    assert many["decompression-bomb"] == 1 and many["malformed-json"] < 1_875
    assert ran["files"] == EXPECTED


def test_bombs_take_little_memory(ran: dict[str, Any]) -> None:
    """Before these bounds the table `dictionary` alone took 12.9 GB."""
    assert ran["peak"] < 1_000_000_000
