"""This module leaves out most empty records: rows of nulls or of empty cells, and `{}`.

Each record costs a run hundreds of bytes of state, and a table can claim millions in a few kilobytes. So a file may
hold few empty records for its size; the rest are left out and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from redactor.run.contracts import FileReason, RawRecord
from redactor.run.intake.files import InputFile

# A file may hold this many empty records, or one for this many bytes of its size, whichever are more.
FREE = 1_000
STORED_EACH = 64
_NOTHING = frozenset({b"{}", b"[]", b"null", b'""'})
_SHORT = 64  # bytes
_WHITE = b" \t\r\n"
# In most rows with a value the first cell has one: such a row need not be parsed.
_FIRST_IS_EMPTY = re.compile(rb'\{"[^"\\]*+(?:\\.[^"\\]*+)*+":(?:null|\[|"[\s\\"])', re.DOTALL)


def without_most_empty(records: Iterator[RawRecord], file: InputFile) -> Iterator[RawRecord]:
    """Yield the records without the empty ones beyond the limit, and at the end an error that counts those.

    The same records are left out whenever the file is read.
    """
    allowed = max(FREE, file.size // STORED_EACH)
    is_table = file.kind in ("csv", "parquet", "table")
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
    """Return whether a record holds no value; JSON that holds a name counts as a value, since names may tell
    something.
    """
    if not is_table:
        return len(data) <= _SHORT and data.translate(None, _WHITE) in _NOTHING
    if not _FIRST_IS_EMPTY.match(data):
        return False
    try:
        cells = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return False
    return all(cell in (None, []) or (isinstance(cell, str) and not cell.strip()) for cell in cells.values())
