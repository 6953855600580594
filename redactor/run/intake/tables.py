"""This module reads tables of text: it finds the encoding of a file, the sign between its cells, and its rows.

No guess may garble a table without a word: a row that is neither Unicode nor clearly of the single-byte encoding that
the settings name is refused, and so is a table in which two signs could stand between the cells.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator
from itertools import chain

from redactor.run.intake.files import ByteSource
from redactor.run.intake.lines import Line, cells, lines, rows
from redactor.run.intake.note_text import decode

_SIGNS = (b",", b";", b"|")  # if two are equally frequent, the first counts
_ALL_SIGNS = (",", ";", "|", "\t")
_QUOTED_OR_BRACKETED = re.compile(
    rb'"[^"]*"|\([^)]*\)'
)  # parts of a column name that may hold a sign: "Name, first", "Diagnosis (ICD;SNOMED)"
_SIGN_LINE = re.compile(rb'"?sep=([,;\t|])"?')  # spreadsheets write it in front of the header
_UTF8_BOM = b"\xef\xbb\xbf"
_MARK_BYTES = 4  # show an encoding
_SAMPLE_ROWS = 50
_DATA = re.compile(r"[0-9]{4}|[@<>]")  # what stands in cells, and hardly in the name of a column
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_SAMPLE_BYTES = 64 * 1024
# Signs of Windows-1252 that do not stand within a word; in the code pages of DOS and of the Macintosh they are letters.
_WITHIN_A_WORD = re.compile(rb"[A-Za-z][\x80-\x89\x8b\x8d\x8f-\x91\x93-\x99\x9b\x9d][a-z]")


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
    may lack its end. UTF-16 becomes UTF-8. encoding: that of rows that are not Unicode. has_guessed: whether a row was
    read in it. is_ambiguous: two signs could stand between the cells, so that `names` is empty.

    The sign between cells is a tab if the header has one, else the most frequent one of comma, semicolon and bar, if
    the first rows have as many cells as the header then; otherwise the sign with which they have.
    """

    def __init__(self, source: ByteSource, limit: int, encoding: str = "") -> None:
        self._source = source
        self._utf16 = ""
        self._decoder: codecs.IncrementalDecoder | None = None
        self._single = encoding
        self._is_utf8 = False  # a row was UTF-8 and not ASCII
        self._ends_with_cr = False
        self.has_guessed = False
        self.ends_badly = False
        self.cut: Line | None = None
        self._begin()
        self._rows: Iterator[Line] = rows(lines(self._read, limit), limit)
        self._sign = ","
        self.is_empty = False
        self.is_ambiguous = False
        self.header_line = 1
        self.names = self._header()

    def rows(self) -> Iterator[Line]:
        """Yield the rows behind the header, as bytes of UTF-8 or of the single-byte encoding."""
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
        return cells(self._text(row.data), self._sign)

    def _text(self, data: bytes) -> str:
        """Decode a row. Raises UnicodeDecodeError if it is of no encoding for sure."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            guessed = self._guess(data)
            if guessed is None:
                raise
            self.has_guessed = True
            return guessed
        if not text.isascii():
            self._is_utf8 = True
        return text

    def _guess(self, data: bytes) -> str | None:
        """Decode a row in the single-byte encoding; None if a row of UTF-8 came before, or if it does not look so."""
        if not self._single or self._is_utf8 or self._decoder is not None:
            return None
        if _WITHIN_A_WORD.search(data) or is_utf16(data):
            return None
        return decode(data, self._single)

    def _begin(self) -> None:
        first = self._source.read()
        while len(first) < _MARK_BYTES and (more := self._source.read()):  # a pipe may return a byte at a time
            first += more
        self._ends_with_cr = b"\r" in first[:-1] and b"\n" not in first  # as programs of the Macintosh write
        if is_utf16(first):
            self._utf16 = "utf-16-be" if first[:1] == b"\0" or first[:2] == codecs.BOM_UTF16_BE else "utf-16-le"
            self._decoder = codecs.getincrementaldecoder(self._utf16)()
            first = first.removeprefix(codecs.BOM_UTF16_LE).removeprefix(codecs.BOM_UTF16_BE)
        self._is_utf8 = first.startswith(_UTF8_BOM)
        self._source.push(first.removeprefix(_UTF8_BOM))

    def _read(self) -> bytes:
        """Return the next block in UTF-8, or b"" at the end or where UTF-16 breaks off. Its lines end in LF or CRLF."""
        block = self._decoded()
        return block.replace(b"\r", b"\n") if self._ends_with_cr else block

    def _decoded(self) -> bytes:
        if self._decoder is None:
            return self._source.read()
        while not self.ends_badly:
            block = self._source.read()
            try:
                text = self._decoder.decode(block, final=not block)
            except UnicodeDecodeError as e:
                self.ends_badly = True
                text = e.object[: e.start].decode(self._utf16)
            if text or not block:
                return text.encode("utf-8")
        return b""

    def _header(self) -> list[str]:
        header = next(self._rows, None)
        told = _SIGN_LINE.fullmatch(header.data.strip()) if header is not None else None
        if told is not None:
            self._sign = told[1].decode()
            header = next(self._rows, None)
        self.is_empty = header is None
        if header is None or header.oversize:
            return []
        self.header_line = header.number
        sample = self._sample()
        self._settle_encoding([header, *sample])
        if told is None:
            self._sign = self._sign_of(header, sample)
        try:
            names = self.cells(header)
        except (UnicodeDecodeError, csv.Error):
            return []
        is_text = not _CONTROL.search("".join(names))  # a workbook or archive with the suffix of a table is none
        if not sample and any(map(_DATA.search, names)):
            return []  # a row without a header would be lost as one
        is_whole = is_text and len(set(names)) == len(names) and "" not in names
        return names if is_whole and not self.is_ambiguous else []

    def _sample(self) -> list[Line]:
        """Return the first rows behind the header, which `rows` yields all the same."""
        found: list[Line] = []
        size = 0
        for row in self._rows:
            found.append(row)
            size += len(row.data)
            if len(found) == _SAMPLE_ROWS or size >= _SAMPLE_BYTES:
                break
        self._rows = chain(found, self._rows)
        return found

    def _settle_encoding(self, sample: list[Line]) -> None:
        """Rule the single-byte encoding out if a row of the sample is not of it, or is of UTF-8."""
        try:
            for row in sample:
                if not row.oversize:
                    self._text(row.data)
        except UnicodeDecodeError:
            self._single = ""
        self.has_guessed = False

    def _sign_of(self, header: Line, sample: list[Line]) -> str:
        outside = _QUOTED_OR_BRACKETED.sub(b"", header.data)
        counts = {sign: outside.count(sign.encode()) for sign in _ALL_SIGNS}
        likely = "\t" if counts["\t"] else max(_SIGNS, key=outside.count).decode()
        fitting = [sign for sign in _ALL_SIGNS if counts[sign] and self._fits(header, sample, sign)]
        if not sample or not fitting:
            return likely
        if likely not in fitting:
            likely = max(fitting, key=counts.__getitem__)
        self.is_ambiguous = likely != "\t" and any(counts[s] == counts[likely] and s != likely for s in fitting)
        return likely

    def _fits(self, header: Line, sample: list[Line], sign: str) -> bool:
        """Tell whether the rows have as many cells as the header with this sign; one of ten may be broken."""
        wanted = self._width(header, sign)
        right = sum(self._width(row, sign) == wanted for row in sample)
        return wanted > 1 and 10 * right >= 9 * len(sample)

    def _width(self, row: Line, sign: str) -> int:
        try:
            return len(cells(self._text(row.data), sign))
        except (UnicodeDecodeError, csv.Error):
            return 0
