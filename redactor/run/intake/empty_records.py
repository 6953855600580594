"""Records that hold nothing: rows of nulls, of empty cells, `{}`. Each costs a run hundreds of bytes of state, and a
table can claim millions in a few kilobytes. So a file may hold few for its size; the rest are left out and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from redactor.run.contracts import FileReason, RawRecord
from redactor.run.intake.files import InputFile

FREE = 1_000  # empty records of a file that are records like others, or one
STORED_EACH = 64  # bytes of the file, whichever are more
_NOTHING = frozenset({b"{}", b"[]", b"null", b'""'})
_SHORT = 64  # bytes
_WHITE = b" \t\r\n"
# Of a row that holds something, mostly the first cell does: it need not be parsed.
_FIRST_IS_EMPTY = re.compile(rb'\{"[^"\\]*+(?:\\.[^"\\]*+)*+":(?:null|\[|"[\s\\"])', re.DOTALL)


def without_most_empty(records: Iterator[RawRecord], file: InputFile) -> Iterator[RawRecord]:
    """The records but those that hold nothing beyond the bound; at the end an error that counts these.

    The same records are left out whenever the file is read.
    """
    allowed = max(FREE, file.size // STORED_EACH)
    is_table = file.kind in ("csv", "parquet")
    found = 0
    for raw in records:
        if raw.error is None and raw.part == "record" and _holds_nothing(raw.data, is_table=is_table):
            found += 1
            if found > allowed:
                continue
        yield raw
    if found > allowed:
        count = str(found - allowed)
        yield RawRecord(b"", f"{file.number}:empty", error=FileReason.EMPTY_RECORDS, where=count)


def _holds_nothing(data: bytes, *, is_table: bool) -> bool:
    """Whether there is no value in a record; of JSON, no name either, which may tell something."""
    if not is_table:
        return len(data) <= _SHORT and data.translate(None, _WHITE) in _NOTHING
    if not _FIRST_IS_EMPTY.match(data):
        return False
    try:
        cells = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return False
    return all(cell in (None, []) or (isinstance(cell, str) and not cell.strip()) for cell in cells.values())
