"""This module reads tables of text: it finds the encoding of a file, the sign between its cells, and its rows."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator

from redactor.run.intake.files import ByteSource
from redactor.run.intake.lines import Line, cells, lines, rows

_SIGNS = (b",", b";", b"|")  # if two are equally frequent, the first counts
_QUOTED_OR_BRACKETED = re.compile(
    rb'"[^"]*"|\([^)]*\)'
)  # parts of a column name that may hold a sign: "Name, first", "Diagnosis (ICD;SNOMED)"
_SIGN_LINE = re.compile(rb'"?sep=([,;\t|])"?')  # spreadsheets write it in front of the header
_UTF8_BOM = b"\xef\xbb\xbf"
_MARK_BYTES = 4  # show an encoding


def is_utf16(block: bytes) -> bool:
    """Return whether a file that begins so is UTF-16: by its mark, or because every other one of its first bytes
    is zero.
    """
    zeros = [byte == 0 for byte in block[:4]]
    return block[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) or zeros in (
        [True, False, True, False],
        [False, True, False, True],
    )


class Table:
    """A table gives the rows and cells of a text file.

    names: its columns; empty if the header names none. ends_badly: its UTF-16 breaks off. cut: the last row then, which
    may lack its end. UTF-16 becomes UTF-8. The sign between cells is a tab if the header has one, else the most
    frequent one of comma, semicolon and bar.
    """

    def __init__(self, source: ByteSource, limit: int) -> None:
        self._source = source
        self._encoding = ""
        self._decoder: codecs.IncrementalDecoder | None = None
        self.ends_badly = False
        self.cut: Line | None = None
        self._begin()
        self._rows = rows(lines(self._read, limit), limit)
        self._sign = ","
        self.is_empty = False
        self.names = self._header()

    def rows(self) -> Iterator[Line]:
        """Yield the rows behind the header, as bytes of UTF-8."""
        last: Line | None = None
        for row in self._rows:
            if last is not None:
                yield last
            last = row
        if self.ends_badly:
            self.cut = last
        elif last is not None:
            yield last

    def cells(self, row: Line) -> list[str]:
        """Return the cells of a row. Raises UnicodeDecodeError or csv.Error."""
        return cells(row.data, self._sign)

    def _begin(self) -> None:
        first = self._source.read()
        while len(first) < _MARK_BYTES and (more := self._source.read()):  # a pipe may return a byte at a time
            first += more
        if is_utf16(first):
            self._encoding = "utf-16-be" if first[:1] == b"\0" or first[:2] == codecs.BOM_UTF16_BE else "utf-16-le"
            self._decoder = codecs.getincrementaldecoder(self._encoding)()
            first = first.removeprefix(codecs.BOM_UTF16_LE).removeprefix(codecs.BOM_UTF16_BE)
        self._source.push(first.removeprefix(_UTF8_BOM))

    def _read(self) -> bytes:
        """Return the next block in UTF-8, or b"" at the end or where UTF-16 breaks off."""
        if self._decoder is None:
            return self._source.read()
        while not self.ends_badly:
            block = self._source.read()
            try:
                text = self._decoder.decode(block, final=not block)
            except UnicodeDecodeError as e:
                self.ends_badly = True
                text = e.object[: e.start].decode(self._encoding)
            if text or not block:
                return text.encode("utf-8")
        return b""

    def _header(self) -> list[str]:
        header = next(self._rows, None)
        if header is not None and (told := _SIGN_LINE.fullmatch(header.data.strip())):
            self._sign = told[1].decode()
            header = next(self._rows, None)
        elif header is not None:
            outside = _QUOTED_OR_BRACKETED.sub(b"", header.data)
            self._sign = "\t" if b"\t" in outside else max(_SIGNS, key=outside.count).decode()
        self.is_empty = header is None
        if header is None or header.oversize:
            return []
        try:
            names = self.cells(header)
        except (UnicodeDecodeError, csv.Error):
            return []
        return names if len(set(names)) == len(names) and "" not in names else []
