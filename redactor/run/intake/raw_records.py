"""This module reads one input file of any form as a stream of raw records; an unreadable record has an error."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import BinaryIO, Literal

import msgspec

from redactor.run.contracts import FileReason, RawRecord
from redactor.run.intake.bundles import may_be_bundle, split_bundle
from redactor.run.intake.files import ByteSource, InputFile, is_bomb, table_job
from redactor.run.intake.json_form import is_object, sniff
from redactor.run.intake.json_splitter import Cursor, Piece, array_values, values
from redactor.run.intake.kinds import DOCUMENTS
from redactor.run.intake.lines import lines
from redactor.run.intake.messages import messages
from redactor.run.intake.note_text import HEAD, foreign_format, read_note
from redactor.run.intake.parquet import read_rows
from redactor.run.intake.parsers import Job, Remark, ask
from redactor.run.intake.tables import Table, is_utf16
from redactor.run.intake.unread_suffixes import is_sound
from redactor.run.note_names import SCHEMA, TEXT
from schemas.documents.row_schemas import standard_table
from schemas.engine.records import Reason, RecordError
from schemas.exchange import cda_read, hl7v2_read

Form = Literal["ndjson", "array", "single", "csv", "parquet", "note", "hl7v2", "cda", "none"]
_UTF8_BOM = b"\xef\xbb\xbf"
_MARK_BYTES = 4  # show an encoding
_WHITE = b" \t\r\n"


class Reader:
    """A reader reads one file.

    form: the form of the file, known once records() has ended. consumed: bytes so far. has_guessed: whether rows of a
    table were read in the single-byte encoding that the settings name. content: as in `ByteSource`.
    oldest_first: as in `split_bundle`.
    """

    def __init__(
        self,
        file: InputFile,
        max_record_bytes: int,
        schema_name: str | None = None,
        content: BinaryIO | None = None,
        *,
        oldest_first: bool = False,
    ) -> None:
        self._file = file
        self._content = content
        self._limit = max_record_bytes
        self._schema = schema_name
        self._oldest_first = oldest_first
        self._table = standard_table(file.name) if file.kind in ("csv", "parquet", "table") else ""
        self.form: Form = "none"
        self.consumed = 0
        self.has_guessed = False

    def records(self) -> Iterator[RawRecord]:
        """Yield every record in order. Lazy: at most one record and one block are held at a time."""
        file = self._file
        if file.kind == "link":
            yield self._fault(FileReason.LINK, file.suffix)
            return
        if file.kind == "unreadable":
            yield self._fault(file.fault or _unread_format(file) or FileReason.UNREADABLE, file.suffix)
            return
        if file.kind == "container":
            yield self._fault(FileReason.CONTAINER, file.suffix)
            return
        if file.kind == "table":
            yield from self._rows_of_table()
            return
        if file.kind == "parquet":
            yield from self._parquet()
            return
        with ByteSource(file, self._content) as source:
            first = source.read()
            while len(first) < _MARK_BYTES and (more := source.read()):  # a pipe may return a byte at a time
                first += more
            source.push(first)
            if file.kind == "note":
                yield from self._note(source)
                self.consumed = source.consumed
                return
            first = source.read()
            foreign = foreign_format(first[:HEAD], file.suffix) if file.kind != "hl7v2" else None
            if file.kind == "cda" and foreign is FileReason.CDA:
                source.push(first)
                yield from self._cda(source)
                self.consumed = source.consumed
                return
            if foreign is not None or file.kind == "cda":
                yield self._fault(foreign or FileReason.XML, file.suffix)
                return
            if is_utf16(first) and file.kind != "csv":
                yield self._fault(Reason.BAD_ENCODING, "utf-16")
                return
            if not is_utf16(first) and first[:_MARK_BYTES].count(0) >= 2:  # a block that a crash left empty, say
                yield self._fault(Reason.BAD_ENCODING)
                return
            # A table reads the mark itself: rows of a table that says it is UTF-8 are in no other encoding.
            source.push(first if file.kind == "csv" else first.removeprefix(_UTF8_BOM))
            read = {"csv": self._csv, "hl7v2": self._hl7v2}.get(file.kind, self._json)
            for n, raw in enumerate(read(source), 1):
                self.consumed = source.consumed
                yield raw
                source.count_records(n)
            if source.fault is not None:
                yield self._fault(source.fault, file.suffix)
            self.consumed = source.consumed

    def _fault(self, reason: Reason | FileReason, where: str = "") -> RawRecord:
        return RawRecord(b"", f"{self._file.number}:end", self._schema, error=reason, where=where)

    def _raw(self, data: bytes, at: int) -> RawRecord:
        return RawRecord(data, f"{self._file.number}:{at}", self._schema, table=self._table)

    def _broken(self, data: bytes, at: int, reason: Reason, *, truncated: bool = False, where: str = "") -> RawRecord:
        position = f"{self._file.number}:{at}"
        if reason is Reason.TOO_LARGE and self._file.path is not None:
            data = b""  # the file still holds it; from a pipe, keep what was read
        return RawRecord(data, position, self._schema, error=reason, truncated=truncated, where=where)

    # -- JSON

    def _json(self, source: ByteSource) -> Iterator[RawRecord]:
        if self._file.kind == "ndjson":
            yield from self._ndjson(source)
            return
        sniffed = sniff(source.read, self._limit)
        source.push(sniffed.held)
        if sniffed.form == "array":
            self.form = "array"
            cursor = Cursor(source.read, self._limit)
            cursor.peek()
            yield from self._pieces(array_values(cursor))
        elif sniffed.form == "lines":
            yield from self._ndjson(source)
        else:
            self.form = "single"
            for n, raw in enumerate(self._pieces(self._values(source)), 1):
                if n > 1 and raw.part != "entry":
                    self.form = "ndjson"
                yield raw

    def _ndjson(self, source: ByteSource) -> Iterator[RawRecord]:
        self.form = "ndjson"
        for line in lines(source.read, self._limit, _WHITE):
            if line.oversize:
                yield self._broken(line.data, line.number, Reason.TOO_LARGE, truncated=True)
                continue
            data = line.data.strip(_WHITE)
            if data and may_be_bundle(data):
                yield from self._whole(data, line.number)
            elif data:
                yield self._raw(data, line.number)

    def _values(self, source: ByteSource) -> Iterator[Piece]:
        """Yield the values of a stream, one after another.

        A file that is one object needs no splitting, which is slow.
        """
        if self._file.path is not None and not self._file.packing and self._file.size <= self._limit:
            held = bytearray()
            while len(held) <= self._limit and (block := source.read()):
                held += block
            if len(held) <= self._limit and is_object(data := bytes(held).strip(_WHITE)):
                return iter((Piece(data),))
            source.push(bytes(held))
        return values(Cursor(source.read, self._limit))

    def _pieces(self, pieces: Iterator[Piece]) -> Iterator[RawRecord]:
        for n, piece in enumerate(pieces, 1):
            if piece.oversize:
                yield self._broken(piece.data, n, Reason.TOO_LARGE, truncated=True)
            elif not piece.data:
                yield self._fault(FileReason.TRUNCATED, self._file.suffix)
            else:
                yield from self._whole(piece.data, n)

    def _whole(self, data: bytes, at: int) -> Iterator[RawRecord]:
        bundle = split_bundle(data, f"{self._file.number}:{at}", self._schema, oldest_first=self._oldest_first)
        if bundle is None:
            yield self._raw(data, at)
        else:
            yield from bundle

    # -- notes

    def _note(self, source: ByteSource) -> Iterator[RawRecord]:
        """Yield the whole file as one record. A file without a byte holds none."""
        self.form = "note"
        content = source.content(self._limit)
        if not isinstance(content, bytes):
            yield self._unread_whole(content)
        elif content and self._file.suffix in DOCUMENTS:
            for item in ask(Job("document", self._file.suffix, self._limit, content, encoding=self._file.encoding)):
                if isinstance(item, Remark):
                    yield self._fault(item.reason, item.where or self._file.suffix)
                else:
                    yield self._note_record(item.decode())
        elif content:
            text = read_note(content, self._file.suffix, self._file.encoding)
            if isinstance(text, str):
                yield self._note_record(text)
            else:
                yield self._fault(*text)

    def _unread_whole(self, why: Reason | FileReason) -> RawRecord:
        if isinstance(why, FileReason):
            return self._fault(why, self._file.suffix)
        return self._broken(b"", 1, why, truncated=True)

    def _note_record(self, text: str) -> RawRecord:
        data = msgspec.json.encode({**self._file.fields, TEXT: text})
        return RawRecord(data, f"{self._file.number}:1", SCHEMA)

    # -- messages

    def _hl7v2(self, source: ByteSource) -> Iterator[RawRecord]:
        self.form = "hl7v2"
        for n, (found, data) in enumerate(messages(source, self._limit, self._file.encoding), 1):
            if isinstance(found, RecordError):
                truncated = found.reason is Reason.TOO_LARGE
                yield self._broken(data, n, found.reason, truncated=truncated, where=found.where)
            else:
                position = f"{self._file.number}:{n}"
                yield RawRecord(msgspec.json.encode(found), position, hl7v2_read.SCHEMA)

    def _cda(self, source: ByteSource) -> Iterator[RawRecord]:
        """Yield the whole file as one record."""
        self.form = "cda"
        content = source.content(self._limit)
        if not isinstance(content, bytes):
            yield self._unread_whole(content)
        else:
            try:
                data = msgspec.json.encode(cda_read.read_document(content))
            except RecordError as e:
                yield self._broken(content, 1, e.reason, where=e.where)
            else:
                yield RawRecord(data, f"{self._file.number}:1", cda_read.SCHEMA)

    # -- tables

    def _csv(self, source: ByteSource) -> Iterator[RawRecord]:
        self.form = "csv"
        table = Table(source, self._limit, self._file.encoding)
        if table.is_empty:
            return
        if not table.names:
            what = "separator" if table.is_ambiguous else "header"
            yield self._fault(Reason.MALFORMED_TABLE, f"{what} at line {table.header_line}")
            return
        given = 0
        for row in table.rows():
            if is_bomb(given, source.consumed):  # every row repeats the names of its columns
                source.fault = FileReason.BOMB
                return
            if row.oversize:
                yield self._broken(row.data, row.number, Reason.TOO_LARGE, truncated=True)
                continue
            try:
                cells = table.cells(row)
                self.has_guessed |= table.has_guessed
            except UnicodeDecodeError:
                yield self._broken(row.data, row.number, Reason.BAD_ENCODING)
                continue
            except csv.Error:
                yield self._broken(row.data, row.number, Reason.MALFORMED_TABLE, where=f"line {row.number}")
                continue
            if len(cells) != len(table.names):
                where = f"line {row.number}: {len(cells)} cells for {len(table.names)} columns"
                yield self._broken(row.data, row.number, Reason.MALFORMED_TABLE, where=where)
                continue
            data = msgspec.json.encode(dict(zip(table.names, cells, strict=True)))
            given += len(data)
            yield self._raw(data, row.number)
        if table.cut is not None:
            yield self._broken(table.cut.data, table.cut.number, Reason.BAD_ENCODING)
        if table.ends_badly:
            yield self._fault(Reason.BAD_ENCODING, "utf-16")

    def _rows_of_table(self) -> Iterator[RawRecord]:
        """Yield the rows of a sheet of a workbook or of a table of a database."""
        self.form = "csv"
        job = table_job(self._file, "rows", self._limit)
        if not isinstance(job, Job):
            yield self._fault(job, self._file.suffix)
            return
        names: list[str] = []
        for n, item in enumerate(ask(job)):
            if isinstance(item, Remark):
                yield self._fault(item.reason, item.where or self._file.suffix)
                return
            cells = msgspec.json.decode(item, type=list[str])
            if not n:
                names = cells
                continue
            data = msgspec.json.encode(dict(zip(names, cells, strict=False)))
            if len(cells) != len(names):
                yield self._broken(data, n, Reason.MALFORMED_TABLE)
            elif len(data) > self._limit:
                yield self._broken(b"", n, Reason.TOO_LARGE, truncated=True)
            else:
                yield self._raw(data, n)
        self.consumed = self._file.size

    def _parquet(self) -> Iterator[RawRecord]:
        self.form = "parquet"
        if self._file.path is None:
            return
        for n, data in enumerate(read_rows(self._file, self._limit), 1):
            if isinstance(data, FileReason):
                yield self._fault(data, self._file.suffix)
                return
            if data is Reason.MALFORMED_TABLE:
                yield self._fault(data, "header")
                return
            if isinstance(data, Reason):
                yield self._broken(b"", n, data, truncated=data is Reason.TOO_LARGE)
            else:
                yield self._raw(data, n)
        self.consumed = self._file.size


def _unread_format(file: InputFile) -> FileReason | None:
    """Return the format of an unsupported file if a person can convert it, or another command reads it, else None."""
    if file.path is None or not file.path.is_file():
        return None
    with ByteSource(file) as source:
        head = source.read()[:HEAD]
    if not file.packing and is_sound(head, file.suffix):
        return FileReason.AUDIO_INPUT
    return foreign_format(head, file.suffix)
