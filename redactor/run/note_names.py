"""This module tells whose note a file holds: by a pattern over its name, or by a sidecar CSV that lists the files."""

from __future__ import annotations

import csv
import datetime as dt
import io
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath

import re2

from redactor.errors import RunError, SettingsError
from redactor.files.paths import read_regular
from redactor.keys import Keyring
from redactor.settings import NotesSettings
from schemas.engine.attachments import SEVEN_BIT, codec_of

SCHEMA = "noteFile"
NOTE_ID, PATIENT, SOURCE_PATIENT, TEXT = "note_id", "patient_id", "source_patient_id", "note_text"
_FILE, _DATE = "file", "note_date"
# Each group of a name pattern fills one field.
_GROUPS = {"patient": PATIENT, "note": NOTE_ID, "date": _DATE, "type": "note_type", "encounter": "encounter_id"}
_COMPACT_DATE = re.compile(r"(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})", re.ASCII)
_MAX_SIDECAR_BYTES = 1 << 30
_RESERVED = {TEXT, SOURCE_PATIENT, "dataType", "resourceType"}


@dataclass(frozen=True, slots=True)
class NoteNames:
    """A `NoteNames` tells what is known of a note's file beside its text.

    pattern: a compiled expression with named groups, over the whole name or the whole path. sidecar: fields by file.
    sidecar_path: a file of the input that is no record. date_format: the format of dates in names and sidecar, for
    `strptime`. encoding: the encoding of files that are not Unicode. canonical: the crosswalk, so that a note gets the
    id that the patient's other records have.
    """

    pattern: re2.Pattern | None = None
    sidecar: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    sidecar_path: Path | None = None
    date_format: str | None = None
    encoding: str = "windows-1252"
    canonical: Mapping[str, str] = field(default_factory=dict)

    def fields(self, name: str) -> dict[str, str]:
        """Return the fields of the note in this file, without its text. name: the path below IN, with "/".

        A field of the sidecar outranks the same field of the name. A note without an id is identified by its path.
        """
        path = _normalized(name)
        found = self._from_name(path)
        listed = self.sidecar.get(path) or self.sidecar.get(PurePosixPath(path).name) or {}
        found.update(listed)
        if _DATE in found:
            found[_DATE] = self._date(found[_DATE])
        patient = found.get(PATIENT)
        if patient is not None and self.canonical.get(patient, patient) != patient:
            found |= {PATIENT: self.canonical[patient], SOURCE_PATIENT: patient}
        return {NOTE_ID: path, **found}

    def _from_name(self, path: str) -> dict[str, str]:
        if self.pattern is None:
            return {}
        match = self.pattern.fullmatch(PurePosixPath(path).name) or self.pattern.fullmatch(path)
        if match is None:
            return {}
        return {_GROUPS[group]: value for group, value in match.groupdict().items() if value}

    def _date(self, written: str) -> str:
        """Return the date as FHIR writes it; an unreadable date stays as it is, for the schema to leave out."""
        if self.date_format is not None:
            try:
                return dt.datetime.strptime(written, self.date_format).date().isoformat()
            except ValueError:
                return written
        compact = _COMPACT_DATE.fullmatch(written)
        return "-".join(compact.groups()) if compact else written


def read_note_names(settings: NotesSettings, canonical: Mapping[str, str] | None = None) -> NoteNames:
    """Read the rules for names of notes from the settings. canonical: the crosswalk. Raises SettingsError."""
    pattern = None
    if settings.name_pattern is not None:
        options = re2.Options()
        options.log_errors = False  # re2 would print the pattern
        try:
            pattern = re2.compile(settings.name_pattern, options)
        except re2.error:
            raise SettingsError("notes.name_pattern: not a regular expression in re2 syntax") from None
        if unknown := pattern.groupindex.keys() - _GROUPS.keys():
            raise SettingsError(f"notes.name_pattern: {len(unknown)} groups have other names than {', '.join(_GROUPS)}")
        if "patient" not in pattern.groupindex:
            raise SettingsError("notes.name_pattern: needs a group (?P<patient>...)")
    if codec_of(settings.encoding) in (None, *SEVEN_BIT):
        raise SettingsError("notes.encoding: is not read; windows-1252, iso-8859-2 and shift_jis are, for example")
    sidecar = {} if settings.sidecar is None else _read_sidecar(settings.sidecar)
    return NoteNames(pattern, sidecar, settings.sidecar, settings.date_format, settings.encoding, canonical or {})


def _normalized(name: str) -> str:
    """Return a path in the form in which names are compared: composed Unicode, as a sidecar has it, and encodable."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return unicodedata.normalize("NFC", text.replace("\\", "/")).removeprefix("./")


def _read_sidecar(path: Path) -> dict[str, dict[str, str]]:
    """Return fields by file from a CSV whose header names `file`, and other fields as the schema does."""
    try:
        raw, _ = read_regular(path, _MAX_SIDECAR_BYTES)
        rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""), strict=True))
    except (OSError, UnicodeDecodeError, csv.Error):
        raise SettingsError("notes.sidecar: the file cannot be read as UTF-8 CSV") from None
    header = [name.strip() for name in rows[0]] if rows else []
    if _FILE not in header or PATIENT not in header or len(set(header)) != len(header) or _RESERVED & set(header):
        raise SettingsError(
            f"notes.sidecar: the header must name {_FILE} and {PATIENT}, each column once, and none of "
            f"{', '.join(sorted(_RESERVED))}"
        )
    found: dict[str, dict[str, str]] = {}
    for number, row in enumerate(rows[1:], 2):
        if not row:
            continue
        if len(row) != len(header):
            raise SettingsError(f"notes.sidecar: row {number} has another number of columns than the header")
        values = {name: value.strip() for name, value in zip(header, row, strict=True) if value.strip()}
        file = _normalized(values.pop(_FILE, ""))
        if not file or found.setdefault(file, values) != values:
            raise SettingsError(f"notes.sidecar: row {number} names no file, or one that another row describes")
    return found


def note_order(keyring: Keyring, recipient: str) -> Callable[[str], bytes]:
    """Return a function that gives the place of a note among others by the path of its file, as `list_inputs`
    takes it.
    """
    return partial(keyring.internal("note-order").digest, recipient)


def check_notes(names: NoteNames, notes: Mapping[str, Mapping[str, str]]) -> None:
    """Raise RunError if it is uncertain whose a note is, or which note is meant. notes: fields by path of the file.

    A bare name in the sidecar must mean one file. An id that notes of different patients share would stand for several
    notes in OUT.
    """
    bare = Counter(path.name for path in map(PurePosixPath, map(_normalized, notes)) if str(path) not in names.sidecar)
    if any(bare[name] > 1 for name in names.sidecar):
        raise RunError("notes.sidecar: a name without its folder means several files; give their paths below IN")
    owners: dict[str, str | None] = {}
    for note in notes.values():
        patient = note.get(PATIENT)
        if owners.setdefault(note[NOTE_ID], patient) != patient:
            raise RunError(
                "notes of different patients have the same id; in notes.name_pattern, put the patient into the group "
                "of the note, as in (?P<note>(?P<patient>[^_]+)_[0-9]+), or leave the group out"
            )


def count_without_patient(notes: Iterable[Mapping[str, str]]) -> int:
    """Return how many notes name no patient; each is searched without the known values of one."""
    return sum(PATIENT not in note for note in notes)
