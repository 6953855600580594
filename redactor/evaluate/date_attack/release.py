"""Read OUT as a recipient does: whose record it is, and every date in it with its place, its time and its codes.

Only the files of OUT are used. A record belongs to the patient to whom it refers, or whom a column of a table names;
records of nobody and of several patients are left out.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from redactor.errors import EvaluationError
from redactor.evaluate.date_attack.stamps import Stamp, read_stamp, with_written_day
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.output.manifest import MANIFEST
from redactor.run.output.segments import is_segment_file
from schemas.engine.attachments import read as read_attachment

_SUBJECT_KEYS = ("subject", "patient", "beneficiary", "individual", "for")
_SUBJECT_COLUMNS = ("patientid", "personid", "subjectid", "patient", "person", "subject", "pid", "mrn", "patientmrn")
_PATIENT = re.compile(r"(?:^|/)(Patient/[A-Za-z0-9.-]{1,64})(?:/|$)|^(Patient\?.+)$")
_SITE = re.compile(r"Organization/[A-Za-z0-9.-]{1,64}")
_NOT_TEXT = frozenset({"display", "unit", "system", "url", "reference", "code", "id", "fullUrl", "profile", "family"})
_MAY_HOLD_DATE = re.compile(r"[0-9]|holiday|christmas|thanksgiving|easter|hallowe", re.IGNORECASE)
_MARKUP_TAG = re.compile(r"<[^>]{0,200}>")
_ACUTE = frozenset({"IMP", "ACUTE", "NONAC", "EMER", "OBSENC", "SS"})
_MAX_DEPTH = 40
_MAX_CELL = 1 << 27
# The elements that say when the event of a record happened, the surest first.
_EVENT_DAY_PATHS = """
onsetDateTime onsetPeriod.start occurrenceDateTime performedDateTime performedPeriod.start effectiveDateTime
effectivePeriod.start period.start start authoredOn date sent recordedDate
""".split()  # noqa: SIM905
_EVENT_DAY_COLUMN = re.compile(r"^row\.(?:[a-z_]+_)?(?:start_?)?date(?:time)?$")


@dataclass(slots=True)
class Entry:
    """A record of a subject.

    at: file and line in OUT. codes: with a prefix for ICD and CVX ("10:U07.1", "9:486", "cvx:208"), else bare. acute:
    whether it is an encounter at a time that no calendar decides. day: the released day of its event. site: the
    organisation that it names first.
    """

    kind: str
    at: tuple[int, int]
    stamps: list[Stamp] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    acute: bool = False
    day: int | None = None
    site: str = ""


@dataclass(slots=True)
class Life:
    """A subject of OUT with its records. kin: (name, day of birth) of people whom these records name with both."""

    subject: str
    entries: list[Entry] = field(default_factory=list)
    kin: list[tuple[str, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Release:
    """The content of OUT. dates: the date policy that the manifest states. as_of: the day that it states, if any.

    A release that states a date policy keeps clock times of the place, with "Z" for the zone.
    """

    lives: tuple[Life, ...]
    dates: Mapping[str, Any]
    as_of: str


def read_release(out: Path, max_record_bytes: int, most: int | None = None) -> Release:
    """Read every subject of OUT that has a date. Raises EvaluationError if there is none.

    most: how many subjects are kept at most, those with the first ids, which are drawn by key; None keeps all.
    """
    if not out.is_dir():
        raise EvaluationError("OUT is no folder; give the folder OUT of a run")
    manifest = _read_manifest(out)
    lives: dict[str, Life] = {}
    kinds = ("ndjson", "json", "csv", "parquet")
    files = [f for f in list_inputs(out) if f.kind in kinds and f.name != MANIFEST and not is_segment_file(f.name)]
    for file in files:
        bundle: dict[str, str] = {}
        if file.kind == "json":
            assert file.path is not None
            bundle = _patients_by_full_url(file.path)
        for line, record in enumerate(_read_records(Reader(file, max_record_bytes))):
            if isinstance(record, Mapping):
                _add_record(record, (file.number, line), bundle, lives)
                if most is not None and len(lives) >= 2 * most + 2:
                    _keep_first(lives, most)
    if most is not None:
        _keep_first(lives, most)
    found = tuple(life for life in lives.values() if any(e.stamps or e.texts for e in life.entries))
    if not found:
        raise EvaluationError("OUT holds no dates of subjects; give the folder OUT of a run whose profile shifts dates")
    dates = manifest.get("dates")
    if isinstance(dates, Mapping):
        for life in found:
            for entry in life.entries:
                entry.stamps = [with_written_day(stamp) for stamp in entry.stamps]
                _set_event_day(entry)
    as_of = manifest.get("as_of")
    return Release(found, dates if isinstance(dates, Mapping) else {}, as_of if isinstance(as_of, str) else "")


def _keep_first(lives: dict[str, Life], most: int) -> None:
    for subject in sorted(lives)[most:]:
        del lives[subject]


def _read_manifest(out: Path) -> Mapping[str, Any]:
    try:
        read = msgspec.json.decode((out / MANIFEST).read_bytes())
    except (OSError, msgspec.DecodeError):
        return {}
    return read if isinstance(read, Mapping) else {}


def _read_records(reader: Reader) -> Iterator[Any]:
    csv.field_size_limit(min(sys.maxsize, _MAX_CELL))
    for raw in reader.records():
        if raw.error is None and raw.data and raw.part != "bundle":
            try:
                yield msgspec.json.decode(raw.data)
            except (msgspec.DecodeError, RecursionError):
                yield None


def _patients_by_full_url(path: Path) -> dict[str, str]:
    """Return Patient/id by the full URL of each entry of a Bundle."""
    try:
        read = msgspec.json.decode(path.read_bytes())
    except (msgspec.DecodeError, RecursionError):
        return {}
    entries = read.get("entry") if isinstance(read, Mapping) else None
    found = {}
    for entry in entries if isinstance(entries, list) else ():
        resource = entry.get("resource") if isinstance(entry, Mapping) else None
        if isinstance(resource, Mapping) and resource.get("resourceType") == "Patient":
            found[str(entry.get("fullUrl"))] = f"Patient/{resource.get('id')}"
    return found


def _add_record(
    record: Mapping[str, Any], at: tuple[int, int], bundle: Mapping[str, str], lives: dict[str, Life]
) -> None:
    kind = record.get("resourceType")
    if not isinstance(kind, str):
        _add_row(record, at, lives)
        return
    entry = Entry(kind, at)
    patients: set[str] = set()
    _collect(record, kind, entry, patients, bundle, 0)
    subject = _subject_of_resource(record, kind, patients, bundle)
    if subject is None:
        return
    cls = record.get("class")
    entry.acute = kind == "Encounter" and isinstance(cls, Mapping) and cls.get("code") in _ACUTE
    _set_event_day(entry)
    life = lives.setdefault(subject, Life(subject))
    life.entries.append(entry)
    if kind in ("Patient", "RelatedPerson"):
        life.kin.extend(_named_births(record, entry))


def subject_of_record(record: Mapping[str, Any], bundle: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """Return the subject of a FHIR record or of a table's row, as `read_release` names it; None for a record of
    nobody.
    """
    kind = record.get("resourceType")
    if not isinstance(kind, str):
        return _subject_of_row(record)
    patients: set[str] = set()
    _collect(record, kind, Entry(kind, (0, 0)), patients, bundle, 0)
    return _subject_of_resource(record, kind, patients, bundle)


def _subject_of_resource(
    record: Mapping[str, Any], kind: str, patients: set[str], bundle: Mapping[str, str]
) -> str | None:
    if kind == "Patient":
        return f"Patient/{record.get('id')}"
    for key in _SUBJECT_KEYS:
        named = record.get(key)
        for one in named if isinstance(named, list) else (named,):
            reference = one.get("reference") if isinstance(one, Mapping) else None
            if isinstance(reference, str) and (patient := _patient_of_reference(reference, bundle)) is not None:
                return patient
    return next(iter(patients)) if len(patients) == 1 else None


def _patient_of_reference(reference: str, bundle: Mapping[str, str]) -> str | None:
    found = _PATIENT.search(reference)
    return (found[1] or found[2]) if found else bundle.get(reference)


def _set_event_day(entry: Entry) -> None:
    best = len(_EVENT_DAY_PATHS) + 1
    for stamp in entry.stamps:
        if stamp.precision > 2 and (rank := _path_rank(stamp.path)) < best:
            best, entry.day = rank, stamp.day


def _path_rank(path: str) -> int:
    own = path.partition(".")[2]
    if own in _EVENT_DAY_PATHS:
        return _EVENT_DAY_PATHS.index(own)
    return len(_EVENT_DAY_PATHS) + (_EVENT_DAY_COLUMN.match(path) is None)


def _collect(
    node: Mapping[str, Any], path: str, entry: Entry, patients: set[str], bundle: Mapping[str, str], depth: int
) -> None:
    if depth > _MAX_DEPTH:
        return
    code = node.get("code")
    if isinstance(code, str):
        entry.codes.add(_prefixed_code(node.get("system"), code))
    data = node.get("data")
    if isinstance(data, str) and isinstance(node.get("contentType"), str):
        readable = read_attachment(node["contentType"], data)
        if readable is not None:
            entry.texts.append(readable.text)
    for key, value in node.items():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, str):
                _collect_leaf(item, key, path, entry, patients, bundle)
            elif isinstance(item, Mapping):
                _collect(item, f"{path}.{key}", entry, patients, bundle, depth + 1)


def _collect_leaf(value: str, key: str, path: str, entry: Entry, patients: set[str], bundle: Mapping[str, str]) -> None:
    if key == "reference":
        patient = _patient_of_reference(value, bundle)
        if patient is not None:
            patients.add(patient)
        elif not entry.site and (site := _SITE.search(value)) is not None:
            entry.site = site[0]
    elif value[:4].isdigit() and (stamp := read_stamp(value, f"{path}.{key}")) is not None:
        entry.stamps.append(stamp)
    elif len(value) > 7 and " " in value and key not in _NOT_TEXT and _MAY_HOLD_DATE.search(value):
        entry.texts.append(_MARKUP_TAG.sub(" ", value) if key == "div" else value)


def _prefixed_code(system: object, code: str) -> str:
    system = system.lower() if isinstance(system, str) else ""
    if "icd-10" in system or "icd10" in system or "6.90" in system:
        return f"10:{code}"
    if "icd-9" in system or "icd9" in system or "6.103" in system:
        return f"9:{code}"
    return f"cvx:{code}" if "cvx" in system else code


def _named_births(record: Mapping[str, Any], entry: Entry) -> Iterator[tuple[str, int]]:
    births = [s.day for s in entry.stamps if s.path.endswith(".birthDate") and s.precision == 3]
    names = record.get("name")
    for name in names if isinstance(names, list) else ():
        if births and isinstance(name, Mapping) and name.get("family") and name.get("given"):
            yield f"{name['family']}, {name['given'][0]}", births[0]


# --- tables -----------------------------------------------------------------------------------------------------------


def column_name(column: str) -> str:
    """Return the name of a column in small letters and digits alone."""
    return "".join(c for c in column.lower() if c.isalnum())


def _subject_of_row(row: Mapping[str, Any]) -> str | None:
    columns = {column_name(name): value for name, value in row.items()}
    for name in _SUBJECT_COLUMNS:
        if (value := columns.get(name)) not in (None, ""):
            return f"Patient/{value}"
    return None


def _add_row(row: Mapping[str, Any], at: tuple[int, int], lives: dict[str, Life]) -> None:
    subject = _subject_of_row(row)
    if subject is None:
        return
    entry = Entry("row", at)
    for column, value in row.items():
        if not isinstance(value, str):
            continue
        if (stamp := read_stamp(value, f"row.{column.lower()}")) is not None:
            entry.stamps.append(stamp)
        elif len(value) < 16 and (system := _code_system(column)):
            entry.codes.add(_prefixed_code(system, value))
        elif " " in value and _MAY_HOLD_DATE.search(value):
            entry.texts.append(value)
    _set_event_day(entry)
    lives.setdefault(subject, Life(subject)).entries.append(entry)


def _code_system(column: str) -> str:
    name = column.lower()
    if "cvx" in name or "vaccine" in name:
        return "cvx"
    if "icd" in name:
        return "icd-9" if "9" in name else "icd-10"
    return "code" if "code" in name or "source_value" in name else ""
