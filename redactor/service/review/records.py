"""This module finds the records of a sample: as IN holds them, and as OUT holds what left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from redactor.errors import RunError
from redactor.run.contracts import OutputFile, RawRecord
from redactor.run.intake.empty_records import without_most_empty
from redactor.run.intake.files import InputFile, list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.note_names import TEXT
from redactor.run.output.forms import NOTE_TEXT
from redactor.service.review.sample import Drawn, Place
from schemas.engine import json_codec

Json = dict[str, Any]


def originals(
    files: Sequence[InputFile], drawn: Sequence[Drawn], max_record_bytes: int, schema_name: str | None
) -> dict[str, RawRecord]:
    """Return the raw records of a sample by their positions. What cannot be read is missing or holds an error."""
    wanted: dict[int, set[str]] = {}
    for one in drawn:
        wanted.setdefault(one.file, set()).add(one.position)
    found: dict[str, RawRecord] = {}
    for file in files:
        left = wanted.get(file.number, set())
        if not left:
            continue
        for raw in without_most_empty(Reader(file, max_record_bytes, schema_name).records(), file):
            if raw.position in left:
                found[raw.position] = raw
                left.discard(raw.position)
                if not left:
                    break
    return found


class ReleasedRecord:
    """A `ReleasedRecord` is a record of OUT, parsed: a resource or a row, or a Bundle with its entries.

    name: the file in OUT. data: the record; of a Bundle, what stands beside its entries. entries: the resources of its
    entries, or entries without one.
    """

    def __init__(self, name: str, data: Json) -> None:
        self.name, self.data = name, data
        self.entries: list[Json] = []

    def entry(self, like: Json) -> Json | None:
        """Return the resource of the entry that equals this one, or else that has its type and id."""
        if like in self.entries:
            return self.entries[self.entries.index(like)]
        named = (like.get("resourceType"), like.get("id"))
        return next((e for e in self.entries if (e.get("resourceType"), e.get("id")) == named), None)


def released(
    out: Path, outputs: Sequence[tuple[int, OutputFile]], drawn: Sequence[Drawn]
) -> dict[Place, ReleasedRecord]:
    """Return the records of OUT that lie at the places of a sample.

    outputs: the files of OUT with the numbers of their input files. Raises RunError for a file that is missing.
    """
    wanted: dict[int, set[int]] = {}
    for one in drawn:
        if one.place is not None:
            wanted.setdefault(one.place.file, set()).add(one.place.ordinal)
    found: dict[Place, ReleasedRecord] = {}
    for number, output in outputs:
        if output.name.startswith("deleted-") or output.name.endswith(f".{NOTE_TEXT}"):
            continue
        left = wanted.pop(number, set())
        for ordinal, record in enumerate(_records_of(out / output.name) if left else ()):
            if ordinal in left:
                found[Place(number, ordinal)] = record
                left.discard(ordinal)
            elif not left:
                break
    return found


def _records_of(path: Path) -> Iterator[ReleasedRecord]:
    """Yield the records of a file of OUT."""
    if not path.is_file():
        raise RunError("OUT lacks a file that its run has put there; see: redactor verify OUT")
    (file,) = list_inputs(path)
    open_bundle: ReleasedRecord | None = None
    for raw in Reader(file, max(file.size, 1)).records():
        if raw.part == "entry":
            if open_bundle is not None:
                open_bundle.entries.append(json_codec.parse(raw.data or raw.entry or b"{}"))
            continue
        if open_bundle is not None:
            yield open_bundle
            open_bundle = None
        record = ReleasedRecord(path.name, json_codec.parse(raw.data or b"{}"))
        if raw.part == "bundle":
            open_bundle = record
            continue
        if (text := path.with_suffix(f".{NOTE_TEXT}")).is_file():
            record.data[TEXT] = text.read_text("utf-8")
        yield record
    if open_bundle is not None:
        yield open_bundle


def same_record(recomputed: Mapping[str, Any], left: Mapping[str, Any], *, is_table: bool) -> bool:
    """Return whether a record that was de-identified again equals what left.

    is_table: compare cells as texts, without those that hold nothing, since tables write types in their own ways.
    """
    if not is_table:
        return json_codec.canonical(recomputed) == json_codec.canonical(left)
    return _cells(recomputed) == _cells(left)


def _cells(row: Mapping[str, Any]) -> dict[str, str]:
    filled = {name: value for name, value in row.items() if value not in (None, "")}
    return {name: v if isinstance(v, str) else json_codec.encode(v).decode() for name, v in filled.items()}
