"""This module reads the shown sheets of Excel workbooks (.xlsx) as tables of text, as CSV would hold them."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator, Sequence
from typing import Any

from redactor.run.contracts import FileReason
from redactor.run.intake.files import RECORD_WEIGHT, is_bomb
from redactor.run.intake.formats.office_package import Package
from redactor.run.intake.formats.refusals import RefusedError
from schemas.engine.records import Reason

MAX_COLUMNS = 16_384


def tables(data: bytes) -> list[str]:
    """Return the names of the shown sheets, in their order. Raises RefusedError."""
    with _Opened(data) as book:
        return [sheet.title for sheet in _shown(book)]


def rows(data: bytes, table: int) -> Iterator[list[str]]:
    """Yield the names of a sheet's columns, then its rows; an empty row is left out. Raises RefusedError.

    A cell holds what was calculated last, a date in the form 2025-03-04.
    """
    with _Opened(data) as book:
        sheet = _shown(book)[table]
        sheet.reset_dimensions()  # what the file says of its size may be wrong, or a bomb
        names: list[str] | None = None
        given = 0
        for cells in sheet.iter_rows(values_only=True):
            given += RECORD_WEIGHT * (1 + len(cells) // 64)
            if is_bomb(given, len(data)):
                raise RefusedError(FileReason.BOMB)
            row = [_shown_value(cell) for cell in cells]
            while row and not row[-1]:
                row.pop()
            if not row:
                continue
            if names is None:
                names = row
                check_names(names)
            yield row + [""] * (len(names) - len(row))


def check_names(names: Sequence[str]) -> None:
    """Raise RefusedError unless each column has a name of its own."""
    if not names or len(set(names)) != len(names) or "" in names or len(names) > MAX_COLUMNS:
        raise RefusedError(Reason.MALFORMED_TABLE, "header")


class _Opened:
    """This context gives a workbook whose parts have no DTD."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._book: Any = None

    def __enter__(self) -> Any:
        Package(self._data, FileReason.SPREADSHEET).check_xml()
        import openpyxl

        self._book = openpyxl.load_workbook(io.BytesIO(self._data), read_only=True, data_only=True, keep_links=False)
        return self._book

    def __exit__(self, *_: object) -> None:
        if self._book is not None:
            self._book.close()


def _shown(book: Any) -> list[Any]:
    """Return the sheets of cells that a reader sees; charts have none."""
    return [s for s in book.worksheets if s.sheet_state == "visible" and hasattr(s, "iter_rows")]


def _shown_value(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, dt.datetime):
        midnight = value.time() == dt.time()
        return value.date().isoformat() if midnight else value.isoformat(timespec="seconds")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value).strip()
