"""Hostile tables of Parquet: metadata, nesting and footers that lie."""

from __future__ import annotations

import io
import json
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tests.leak.hostile_tables.case import COLUMNS, Hostile, Person, hostile


def parquet(*people: Person, metadata: dict[str, str] | None = None, **more: Any) -> bytes:
    """Return the visits of people with further columns."""
    columns = {name: [person.row[n] for person in people] for n, name in enumerate(COLUMNS)}
    table = pa.table({**columns, **more})
    return written(table.replace_schema_metadata(metadata or {}))


def written(table: pa.Table, **options: Any) -> bytes:
    """Return a table as a file of Parquet."""
    out = io.BytesIO()
    pq.write_table(table, out, **options)
    return out.getvalue()


def _repeated(value: str, times: int) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.repeat(0, times), pa.array([value]))


def files() -> list[Hostile]:
    """Return the hostile tables of Parquet."""
    p = [Person(n) for n in range(700, 730)]
    f = [person.family for person in p]
    good = [parquet(person) for person in p]
    fields = [pa.field(name, pa.string(), metadata={"comment": p[2].note}) for name in COLUMNS]
    commented = pa.table([[value] for value in p[2].row], schema=pa.schema(fields))
    words = pa.DictionaryArray.from_arrays(pa.array([0]), pa.array([p[4].note, p[5].note]))

    def zeros() -> bytes:
        row = (*p[12].row[:5], "")
        return written(pa.table({name: _repeated(value, 1_000_000) for name, value in zip(COLUMNS, row, strict=True)}))

    def blank() -> bytes:
        row = (*p[13].row[:5], "a b " * (8 << 20))
        return written(pa.table({name: _repeated(value, 40) for name, value in zip(COLUMNS, row, strict=True)}))

    return [
        hostile("plain.parquet", good[0], p[0]),
        hostile(
            "metadata.parquet",
            parquet(p[1], metadata={"pandas": json.dumps({"columns": [p[1].note]}), f[1]: p[1].phone}),
            p[1],
        ),
        hostile("comments.parquet", written(commented), p[2]),
        hostile("column-is-a-patient.parquet", parquet(p[3], **{f"{p[3].given} {f[3]}": ["yes"]}), p[3], "either"),
        hostile(
            "unused-words.parquet",
            written(pa.table({**{name: [p[4].row[n]] for n, name in enumerate(COLUMNS[:5])}, "note": words})),
            p[4:6],
            facts=[p[4].fact],
        ),
        hostile("nested.parquet", parquet(p[6], more=[{f[6]: [p[6].note]}]), p[6], "either"),
        hostile(
            "bytes.parquet",
            written(pa.table({name: pa.array([p[7].row[n].encode()], pa.binary()) for n, name in enumerate(COLUMNS)})),
            p[7],
            "either",
        ),
        hostile("cut.parquet", good[8][:-20], p[8], "refused"),
        hostile("no-magic.parquet", good[9][:-4] + b"PARE", p[9], "refused"),
        hostile("footer-lies.parquet", good[10][:-8] + b"\xff\xff\xff\x7fPAR1", p[10], "refused"),
        hostile("corrupt.parquet", good[11][:60] + b"\xff" * 40 + good[11][100:], p[11], "either"),
        hostile("same-row-a-million-times.parquet", zeros, p[12], "either"),
        hostile("32-mb-cells.parquet", blank, p[13], "refused"),
        hostile("table.parquet", ",".join(COLUMNS) + "\n" + ",".join(p[14].row), p[14], "refused"),
        hostile("not-utf8.parquet", good[15].replace(b"was seen", b"was \xff\xfe\xfd\xfcn"), p[15], "either"),
        hostile(
            "types-lie.parquet",
            written(
                pa.table(
                    {
                        **{name: [p[16].row[n]] for n, name in enumerate(COLUMNS) if name not in ("mrn", "phone")},
                        "mrn": [7310592],
                        "phone": [6175550716],
                    }
                )
            ),
            p[16],
            planted=["6175550716", "7310592"],
        ),
    ]
