"""This module reads the shown sheets of Excel workbooks (.xlsx) as tables of text, as CSV would hold them."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

from redactor.run.contracts import FileReason
from redactor.run.intake.files import RECORD_WEIGHT, is_bomb
from redactor.run.intake.formats.office_package import Package, scan
from redactor.run.intake.formats.refusals import RefusedError
from schemas.engine.records import Reason

MAX_COLUMNS = 16_384
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main "
_ROW, _CELL = f"{_MAIN}row", f"{_MAIN}c"
# How Excel writes a character that XML cannot hold, and its own underscore; openpyxl leaves it. Not half a surrogate.
_ESCAPE = re.compile(r"_x((?![dD][89a-fA-F])[0-9a-fA-F]{4})_")
_kept: list[tuple[bytes, Any, Package]] = []


def tables(data: bytes) -> list[str]:
    """Return the names of the shown sheets, in their order. Raises RefusedError."""
    return [sheet.title for sheet in _shown(_opened(data)[0])]


def rows(data: bytes, table: int) -> Iterator[list[str]]:
    """Yield the names of a sheet's columns, then its rows; an empty row is left out. Raises RefusedError.

    A cell holds what was calculated last, a date in the form 2025-03-04.
    """
    book, package = _opened(data)
    sheet = _shown(book)[table]
    _check_order(package.read(sheet._worksheet_path))
    sheet.reset_dimensions()  # what the file says of its size may be wrong, or a bomb
    names: list[str] | None = None
    given = 0
    for cells in sheet.iter_rows(values_only=True):
        row = [_shown_value(cell) for cell in cells]
        # A row that the file leaves out costs little: one cell far below a table is no bomb.
        given += RECORD_WEIGHT * (1 + len(row) // 64) + sum(map(len, row)) if row else 1
        if is_bomb(given, len(data)):
            raise RefusedError(FileReason.BOMB)
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


def forget() -> None:
    """Free the workbook that is kept open."""
    _kept.clear()


def _opened(data: bytes) -> tuple[Any, Package]:
    """Return a workbook whose parts have no DTD. It is kept for its next sheet: opening reads all of its sheets."""
    if not _kept or _kept[0][0] != data:
        forget()
        package = Package(data, FileReason.SPREADSHEET)
        package.check_xml()
        import openpyxl

        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        _kept.append((data, book, package))
    return _kept[0][1:]


def _check_order(sheet: bytes) -> None:
    """Raise RefusedError for a sheet of which openpyxl would leave rows or cells out without a word: those that stand
    behind later ones, and all of a sheet in the strict form of Office Open XML.
    """
    row = column = 0
    is_first = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal row, column, is_first
        if is_first and not tag.startswith(_MAIN):
            raise RefusedError(FileReason.SPREADSHEET)
        is_first = False
        if tag == _ROW:
            number = int(attributes.get("r", row + 1))
            in_order = number > row
            row, column = number, 0
        elif tag == _CELL:
            number = _column_of(attributes["r"]) if "r" in attributes else column + 1
            in_order = number > column
            column = number
        else:
            return
        if not in_order:
            raise RefusedError(FileReason.SPREADSHEET)

    scan(sheet, start)


def _column_of(place: str) -> int:
    """Return the number of a column, from 1, by the place of a cell such as AB12."""
    number = 0
    for letter in place.rstrip("0123456789"):
        number = 26 * number + int(letter, 36) - 9
    return number


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
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), str(value)).strip()
