"""This module is the output of `redactor run`: parts grow in the state folder, and whole files move into OUT.

A part holds one record per line. A Bundle is one record; its entries are written one by one, so that it is never whole
in memory. Deletions have a part of their own, except those that are entries of a transaction, batch or history.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from redactor.errors import RunError
from redactor.run.contracts import OutputFile, Processed, RawRecord
from redactor.run.intake.files import InputFile
from redactor.run.intake.raw_records import Form
from redactor.run.output.durable_files import CHANGED, CheckedAppender, move, sha256
from redactor.run.output.forms import EXTENSIONS, NOTE_TEXT, convert, note_text
from redactor.run.state.progress import FolderMark, OpenBundle
from schemas.engine.records import Outcome

KINDS = ("records", "deleted")


@dataclass(frozen=True, slots=True)
class FolderBatch:
    """A `FolderBatch` holds consecutive records of one input file with their outcomes.

    Records that are not released are included, since they may end a Bundle. form: that of the input file, set on its
    last batch.
    """

    records: Sequence[tuple[RawRecord, Processed]]
    form: Form | None = None


class Parts:
    """The parts of an open unit, which grow in the state, and how many records each holds."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self._parts: dict[str, CheckedAppender] = {}
        self._counts = dict.fromkeys(KINDS, 0)

    def open(self, unit: int, mark: FolderMark) -> None:
        """Open the parts of a unit in place of those that are open, and cut them back to the mark."""
        self.close()
        kept = ((mark.records_at, mark.records_digest), (mark.deleted_at, mark.deleted_digest))
        for kind, (at, digest) in zip(KINDS, kept, strict=True):
            self._parts[kind] = CheckedAppender(part_path(self._state, kind, unit), at, digest)
        self._counts = {"records": mark.records_n, "deleted": mark.deleted_n}

    def write(self, kind: str, data: bytes, *, records: int = 0) -> None:
        """Append to a part what ends so many of its records."""
        self._parts[kind].write(data)
        self._counts[kind] += records

    def mark(self, form: Form, bundle: OpenBundle | None = None) -> FolderMark:
        """Return how far the parts have come, durable when this returns."""
        for part in self._parts.values():
            part.sync()
        records, deleted = (self._parts[kind] for kind in KINDS)
        return FolderMark(
            records_at=records.at,
            records_n=self._counts["records"],
            deleted_at=deleted.at,
            deleted_n=self._counts["deleted"],
            form=form,
            bundle=bundle,
            records_digest=records.digest(),
            deleted_digest=deleted.digest(),
        )

    def close(self) -> None:
        """Close the parts."""
        for part in self._parts.values():
            part.close()
        self._parts = {}


class FolderOutput:
    """A `FolderOutput` implements Output[FolderBatch, FolderMark]. A unit is an input file, by its number.

    number_of: returns the number under which the output of a unit leaves. It is asked when the unit is sealed.
    as_lines: records leave as lines of JSON, whatever the form of the input.
    """

    def __init__(
        self,
        state: Path,
        out: Path,
        files: Mapping[int, InputFile],
        number_of: Callable[[int], int] = int,
        *,
        as_lines: bool = False,
    ) -> None:
        self._as_lines = as_lines
        self._state = state
        self._out = out
        self._files = files
        self._number_of = number_of
        self._parts = Parts(state)
        self._form: Form = "none"
        self._bundle: OpenBundle | None = None

    def open(self, unit: int, mark: FolderMark) -> None:
        """See Output. Cuts the parts back to the mark."""
        self._parts.open(unit, mark)
        self._form, self._bundle = mark.form, mark.bundle

    def write(self, batch: FolderBatch) -> FolderMark:
        """See Output."""
        for raw, done in batch.records:
            self._write_one(raw, done)
        if batch.form is not None:
            self._form = batch.form
        return self._parts.mark(self._form, self._bundle)

    def seal(self, unit: int, mark: FolderMark) -> list[OutputFile]:
        """See Output. Converts the records to the form of the input and moves both parts into OUT."""
        self.abort()
        done: list[OutputFile] = []
        if not mark.records_n and not mark.deleted_n:
            return done
        number = self._number_of(unit)
        form: Form = "ndjson" if self._as_lines else mark.form
        if mark.records_n:
            target = self._out / f"records-{number:05d}.{EXTENSIONS[form]}"
            part, digest = part_path(self._state, "records", unit), mark.records_digest.hex()
            if _is_waiting(part, target, digest):
                if form == "note":
                    done.append(_place_text(part, target))
                whole = convert(part, self._files[unit], form)
                digest = digest if whole == part else sha256(whole)
                _place(whole, target, digest)
            done.append(_describe(target, digest, mark.records_n))
        if mark.deleted_n:
            target = self._out / f"deleted-{number:05d}.ndjson"
            part, digest = part_path(self._state, "deleted", unit), mark.deleted_digest.hex()
            if _is_waiting(part, target, digest):
                _place(part, target, digest)
            done.append(_describe(target, digest, mark.deleted_n))
        return done

    def discard(self, unit: int) -> None:
        """See Output. Empty parts, and parts that were converted."""
        for kind in KINDS:
            part = part_path(self._state, kind, unit)
            part.unlink(missing_ok=True)
            for converted in (".whole", f".{NOTE_TEXT}"):
                part.with_suffix(converted).unlink(missing_ok=True)

    def abort(self) -> None:
        """See Output."""
        self._parts.close()

    def _write_one(self, raw: RawRecord, done: Processed) -> None:
        if done.outcome is Outcome.DELETED and done.payload is not None:
            self._parts.write("deleted", one_line(done.payload) + b"\n", records=1)
        if raw.part == "record":
            if done.outcome is Outcome.RELEASED:
                self._parts.write("records", one_line(done.payload or b"{}") + b"\n", records=1)
            return
        if raw.part == "bundle":
            self._bundle = OpenBundle(opened=done.outcome is Outcome.RELEASED)
            if self._bundle.opened:
                self._parts.write("records", one_line(done.payload or b"{}").rstrip()[:-1])
        elif done.entry is not None and self._bundle is not None:
            self._bundle = self._add_entry(self._bundle, join_entry(done.payload, done.entry))
        if raw.last and self._bundle is not None:
            if self._bundle.opened:
                self._parts.write("records", b"]}\n" if self._bundle.entries else b"}\n", records=1)
            self._bundle = None

    def _add_entry(self, bundle: OpenBundle, entry: bytes) -> OpenBundle:
        if not bundle.opened:
            raise RuntimeError("an entry leaves without its Bundle")  # the committer gives entries its outcome
        self._parts.write("records", (b"," if bundle.entries else b',"entry":[') + one_line(entry))
        return OpenBundle(opened=True, entries=bundle.entries + 1)


def part_path(state: Path, kind: str, number: int) -> Path:
    """Return the path under which the records or the deletions of a unit grow in the state."""
    return state / f"{kind}-{number:05d}.part"


def _is_waiting(part: Path, target: Path, digest: str) -> bool:
    """Return whether the part is still to be moved.

    Raises RunError unless it, or the target in its place, has the digest.

    A part that is converted stays until its unit is discarded.
    """
    waiting = part.exists()
    found = part if waiting else target
    if found.is_file() and sha256(found) != digest:
        raise RunError(CHANGED)
    return waiting


def _place(whole: Path, target: Path, digest: str) -> None:
    """Move a file into OUT.

    Raises RunError if a different file of its name stands there, which belongs to another run.
    """
    if target.is_symlink() or (target.exists() and (not target.is_file() or sha256(target) != digest)):
        raise RunError(
            "OUT holds a file that is not this run's, or was changed; name the OUT it wrote, or an empty folder"
        )
    os.utime(whole)  # the time of the last record would tell the order in which files were read
    move(whole, target)


def _place_text(part: Path, target: Path) -> OutputFile:
    """Move the text of a note into OUT, beside the file of its fields, which counts as the record."""
    text = note_text(part)
    digest = sha256(text)
    _place(text, target.with_suffix(f".{NOTE_TEXT}"), digest)
    return _describe(target.with_suffix(f".{NOTE_TEXT}"), digest, 0)


def _describe(path: Path, digest: str, records: int) -> OutputFile:
    """Return the description of a file in OUT.

    digest: that of the file that was moved, not of what stands in OUT now: `redactor verify` finds later changes.
    """
    if not path.is_file():
        raise RunError("OUT lacks a file that this run has put there; name a new --state and an empty OUT")
    return OutputFile(path.name, digest, path.stat().st_size, records)


def one_line(payload: bytes) -> bytes:
    """Return the same JSON on one line. Line breaks occur only between tokens, since strings escape theirs."""
    return payload.replace(b"\n", b" ").replace(b"\r", b" ")


def join_entry(payload: bytes | None, entry: bytes | None) -> bytes:
    """Return one entry of a released Bundle as JSON: the rewritten entry around the de-identified resource.

    payload: the resource; None for an entry without one. entry: fullUrl, request and so on.
    """
    rest = (entry or b"{}").strip()
    if payload is None:
        return rest
    inner = rest[1:-1].strip()
    return b'{"resource":' + payload + (b"," + inner if inner else b"") + b"}"
