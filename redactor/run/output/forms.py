"""This module converts a part of released records, one per line, to the form of the input: JSON array, CSV, Parquet,
HL7 v2 or CDA.

Output is never compressed, since the bytes of a compressor change with its version.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec

from redactor.files.atomic_file import sync
from redactor.run.intake.files import ByteSource, InputFile, table_job
from redactor.run.intake.parsers import Job, ask
from redactor.run.intake.raw_records import Form
from redactor.run.intake.tables import Table
from redactor.run.note_names import TEXT
from schemas.exchange.cda_write import write_document
from schemas.exchange.hl7v2_write import write_message

EXTENSIONS = {
    "ndjson": "ndjson", "array": "json", "single": "json", "csv": "csv", "parquet": "parquet", "note": "json",
    "hl7v2": "hl7",
    "cda": "xml",
}  # fmt: skip
NOTE_TEXT = "txt"  # the extension of the file of a note's text, beside the file of its other fields
_LARGEST_HEADER = 1 << 24  # bytes
_Parse = msgspec.json.Decoder()
_Raw = msgspec.json.Decoder(dict[str, msgspec.Raw])


def convert(part: Path, file: InputFile, form: Form) -> Path:
    """Convert a part, and return the part itself, or a synced file beside it. It can be repeated.

    file: the input, whose columns a table keeps.
    """
    if form in ("ndjson", "single"):
        return part
    # The part stays until the journal has the file as done, so that the conversion can be repeated.
    target = part.with_suffix(".whole")
    target.touch(mode=0o600)
    if form == "note":
        _write_note_fields(part, target)
    elif form == "array":
        _write_array(_records(part), target)
    elif form == "csv":
        _write_csv(_header(file), part, target)
    elif form == "hl7v2":
        _write_messages(_records(part), target)
    elif form == "cda":
        (record,) = _records(part)
        target.write_text(write_document(_Parse.decode(record)), "utf-8", newline="")
    else:
        from redactor.run.output.parquet_writer import write_table

        with file.open() if file.path is not None else nullcontext() as table:
            write_table(table, _records(part), _records(part), target)
    sync(target)
    return target


def note_text(part: Path) -> Path:
    """Write the text of the note in a part to a synced file beside it, and return its path. It can be repeated."""
    target = part.with_suffix(f".{NOTE_TEXT}")
    target.touch(mode=0o600)
    (record,) = _records(part)
    text: Any = _Parse.decode(record).get(TEXT)
    target.write_bytes(text.encode("utf-8") if isinstance(text, str) else b"")
    sync(target)
    return target


def _write_note_fields(part: Path, target: Path) -> None:
    (record,) = _records(part)
    fields = _Raw.decode(record)
    fields.pop(TEXT, None)
    target.write_bytes(msgspec.json.encode(fields) + b"\n")


def _records(part: Path) -> Iterator[bytes]:
    with part.open("rb") as f:
        for line in f:
            yield line[:-1]


def _write_array(records: Iterator[bytes], target: Path) -> None:
    with target.open("wb") as f:
        f.write(b"[")
        for i, record in enumerate(records):
            f.write((b",\n" if i else b"\n") + record)
        f.write(b"\n]\n")


def _write_messages(records: Iterator[bytes], target: Path) -> None:
    """Write HL7 v2 messages one after another; segments end with CR, so that the next message begins a line."""
    with target.open("w", encoding="utf-8", newline="") as f:
        f.writelines(write_message(_Parse.decode(record)) for record in records)


def _header(file: InputFile) -> list[str]:
    """Return the columns of a CSV input, or [] if they cannot be read again (a pipe)."""
    if file.path is None:
        return []
    if file.kind == "table":
        job = table_job(file, "header", _LARGEST_HEADER)
        found = list(ask(job)) if isinstance(job, Job) else []  # to the end: the process is kept for the next table
        return msgspec.json.decode(found[0], type=list[str]) if found and isinstance(found[0], bytes) else []
    with ByteSource(file) as source:
        return Table(source, _LARGEST_HEADER, file.encoding).names


def _write_csv(header: list[str], part: Path, target: Path) -> None:
    """Write a CSV without the columns that have no value in any row; the others keep the order of the input."""
    used: dict[str, None] = {}
    for record in _records(part):
        used.update(dict.fromkeys(_Raw.decode(record)))
    columns = [c for c in header if c in used] + [c for c in used if c not in set(header)]
    with target.open("w", encoding="utf-8", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(columns)
        for record in _records(part):
            row = _Raw.decode(record)
            out.writerow([_cell(row.get(c)) for c in columns])


def _cell(value: msgspec.Raw | None) -> str:
    if value is None:
        return ""
    text = bytes(value)
    if text[:1] == b'"':
        parsed: Any = _Parse.decode(text)
        return str(parsed)
    return "" if text == b"null" else text.decode("utf-8")
