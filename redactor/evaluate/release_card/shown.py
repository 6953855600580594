"""Read OUT as a recipient does: what it shows of each patient that outsiders may know, and a sample of its texts.

Memory grows with the number of patients, not with that of records: of a code only the first patients are kept, and of
texts a sample. Neither the order of files nor that of records changes the result.
"""

from __future__ import annotations

import csv
import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from redactor.evaluate.date_attack.release import column_name, subject_of_record
from redactor.run.intake.files import list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.intake.unread_suffixes import is_sound
from redactor.run.output.manifest import MANIFEST
from redactor.run.output.segments import is_segment_file
from schemas.engine.attachments import read as read_attachment

RARE = 11
"""A code of fewer patients is rare: the bound of the small cells of the Centers for Medicare and Medicaid Services."""
DRIFT_NOTES = 300
"""This is the number of texts in the sample."""
_LEAST_TEXT = 200  # characters; the student's profile judges no shorter text by its words
_MAX_DEPTH = 40
_MARKUP_KEYS = ("div",)
_CAPTIONS = (".vtt", ".srt")  # which repeat the transcript beside them
# The fields whose codes outsiders may know of a patient.
_CODED = {
    "Condition": "code", "Procedure": "code", "Encounter": "reasonCode", "Immunization": "vaccineCode",
    "MedicationRequest": "medicationCodeableConcept", "MedicationStatement": "medicationCodeableConcept",
    "MedicationAdministration": "medicationCodeableConcept",
}  # fmt: skip
_BIRTH = frozenset({"birthdate", "dateofbirth", "dob", "birthdatetime", "yearofbirth", "birthyear", "patientbirthdate"})
_SEX = frozenset({"sex", "gender", "patientsex", "patientgender", "gendersourcevalue", "genderconceptid"})
_ZIP = frozenset({"zip", "zipcode", "postalcode", "postcode", "patientzip"})
_STATE = frozenset({"state", "patientstate", "stateprovince"})
_GROUP = frozenset({"race", "ethnicity", "racesourcevalue", "ethnicitysourcevalue", "raceconceptid",
                    "ethnicityconceptid"})  # fmt: skip
_CODE_COLUMN = re.compile(
    r".*(?:icd|cpt|hcpcs|snomed).*|(?:condition|diagnosis|procedure|dx|px)(?:code|conceptid|sourcevalue)"
)
_YEAR = re.compile(r"[0-9]{4}")
_DIGITS = re.compile(r"[0-9]{5}")
_SYSTEMS = {
    "http://snomed.info/sct": "SNOMED CT",
    "http://hl7.org/fhir/sid/icd-10-cm": "ICD-10-CM",
    "http://hl7.org/fhir/sid/icd-10": "ICD-10",
    "http://hl7.org/fhir/sid/icd-9-cm": "ICD-9-CM",
    "http://www.cms.gov/medicare/coding/icd10": "ICD-10-PCS",
    "http://www.ama-assn.org/go/cpt": "CPT",
    "http://loinc.org": "LOINC",
}
Code = tuple[str, str]
"""The name of a published terminology, or "", and a code."""


@dataclass(slots=True)
class Person:
    """A patient as OUT shows it. Each set holds the values of all its records, and is empty if none is shown.

    births: years. birth_days: birth dates that are shown with their day. places: (state, first three digits of the ZIP
    code). zips: ZIP codes of which five digits are shown. groups: codes of race and ethnicity.
    """

    births: set[str] = field(default_factory=set)
    birth_days: set[str] = field(default_factory=set)
    sexes: set[str] = field(default_factory=set)
    places: set[tuple[str, str]] = field(default_factory=set)
    zips: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Shown:
    """What OUT shows.

    people: the patients of whom a record tells something, by subject. rare: the patients of each code that fewer than
    `RARE` have. codes: how many codes there are. texts: the sample. notes: how many texts are long enough for it.
    unread: how many records could not be read. of_nobody: how many rows of tables name no patient. not_read: the
    number of files of other forms, by their extension.
    """

    people: dict[str, Person] = field(default_factory=dict)
    rare: dict[Code, set[str]] = field(default_factory=dict)
    codes: int = 0
    texts: list[str] = field(default_factory=list)
    notes: int = 0
    unread: int = 0
    of_nobody: int = 0
    not_read: Counter[str] = field(default_factory=Counter)


def read_shown(out: Path, max_record_bytes: int) -> Shown:
    """Read every record, row and note of OUT."""
    found = Shown()
    codes: dict[Code, set[str] | None] = {}  # None: of many patients
    sample = _Sample()
    files = [f for f in list_inputs(out, whole=True) if f.name != MANIFEST and not is_segment_file(f.name)]
    for file in files:
        if file.path is None or file.path.is_symlink() or Path(file.name).name.startswith("deleted-"):
            continue
        if file.path.suffix == ".txt":
            sample.add(file.path.read_text("utf-8", "replace"))
            continue
        if file.kind not in ("ndjson", "json", "csv", "parquet"):
            if not is_sound(b"", file.path.suffix) and file.path.suffix not in _CAPTIONS:
                found.not_read[file.path.suffix.removeprefix(".")] += 1
            continue
        for record, bundle in _records(Reader(file, max_record_bytes)):
            if record is None:
                found.unread += 1
                continue
            found.of_nobody += _add(record, bundle, found.people, codes)
            for text in _texts(record, 0):
                sample.add(text)
    found.codes = len(codes)
    found.rare = {code: patients for code, patients in codes.items() if patients is not None}
    found.texts, found.notes = sample.texts(), sample.seen
    return found


def _records(reader: Reader) -> Iterator[tuple[Mapping[str, Any] | None, Mapping[str, str]]]:
    """Yield each record, and the patients of its Bundle by full URL; None for a record that cannot be read."""
    csv.field_size_limit(sys.maxsize)
    aliases: Mapping[str, str] = {}
    bundle: dict[str, str] = {}
    for raw in reader.records():
        if raw.part == "bundle" or not (raw.data or raw.error):
            continue
        if raw.aliases is not aliases:
            aliases = raw.aliases
            bundle = {url: reference for url, reference in aliases.items() if reference.startswith("Patient/")}
        try:
            record = msgspec.json.decode(raw.data) if raw.error is None else None
        except (msgspec.DecodeError, RecursionError):
            record = None
        yield record if isinstance(record, Mapping) else None, bundle


class _Sample:
    """A sample keeps the texts with the smallest digests, whatever their order."""

    def __init__(self) -> None:
        self._kept: dict[bytes, str] = {}
        self.seen = 0

    def add(self, text: str) -> None:
        if len(text) < _LEAST_TEXT:
            return
        self.seen += 1
        self._kept[hashlib.sha256(text.encode("utf-8", "replace")).digest()] = text
        if len(self._kept) >= 4 * DRIFT_NOTES:
            self._prune()

    def _prune(self) -> None:
        self._kept = {digest: self._kept[digest] for digest in sorted(self._kept)[:DRIFT_NOTES]}

    def texts(self) -> list[str]:
        self._prune()
        return list(self._kept.values())


def _add(
    record: Mapping[str, Any],
    bundle: Mapping[str, str],
    people: dict[str, Person],
    codes: dict[Code, set[str] | None],
) -> bool:
    """Add what a record shows; return whether it is a row of a table that names no patient."""
    kind = record.get("resourceType")
    if kind == "Patient":
        _add_patient(record, people.setdefault(f"Patient/{record.get('id')}", Person()))
        return False
    if isinstance(kind, str) and kind not in _CODED:
        return False
    subject = subject_of_record(record, bundle)
    if subject is None:
        return not isinstance(kind, str)
    person = people.setdefault(subject, Person())
    coded = _codings(record.get(_CODED[kind])) if isinstance(kind, str) else _add_row(record, person)
    for code in coded:
        patients = codes.setdefault(code, set())
        if patients is not None:
            patients.add(subject)
            if len(patients) >= RARE:
                codes[code] = None
    return False


def _add_patient(record: Mapping[str, Any], person: Person) -> None:
    _add_birth(record.get("birthDate"), person)
    if (sex := _plain(record.get("gender"))) is not None:
        person.sexes.add(sex.lower())
    for address in _objects(record.get("address")):
        _add_place(address.get("state"), address.get("postalCode"), person)
    for extension in _objects(record.get("extension")):
        url = extension.get("url")
        if isinstance(url, str) and url.endswith(("us-core-race", "us-core-ethnicity")):
            for part in _objects(extension.get("extension")):
                for coding in _objects([part.get("valueCoding")]):
                    if (code := _plain(coding.get("code"))) is not None:
                        person.groups.add(code)


def _add_row(row: Mapping[str, Any], person: Person) -> Iterator[Code]:
    """Add what a row of a table shows, and yield its codes."""
    state = postal = None
    for column, value in row.items():
        name = column_name(column)
        if name in _BIRTH:
            _add_birth(value, person)
        elif name in _SEX:
            person.sexes.update(v.lower() for v in [_plain(value)] if v is not None)
        elif name in _GROUP:
            person.groups.update(f"{name}={v}" for v in [_plain(value)] if v is not None)
        elif name in _STATE:
            state = value
        elif name in _ZIP:
            postal = value
        elif _CODE_COLUMN.fullmatch(name) and (code := _plain(value)) is not None:
            yield _system_of_column(name), code
    _add_place(state, postal, person)


def _add_birth(value: object, person: Person) -> None:
    born = _plain(value)
    if born is not None and (year := _YEAR.match(born)) is not None:
        person.births.add(year[0])
        if len(born) >= len("2001-02-03"):
            person.birth_days.add(born)


def _add_place(state: object, postal: object, person: Person) -> None:
    region, digits = _plain(state) or "", _plain(postal) or ""
    if region or digits:
        person.places.add((region.upper(), digits[:3]))
        if _DIGITS.match(digits):
            person.zips.add(digits)


def _codings(concept: object) -> Iterator[Code]:
    for code in _objects(concept):
        for coding in _objects(code.get("coding")):
            if (value := _plain(coding.get("code"))) is not None:
                yield _SYSTEMS.get(str(coding.get("system")).rstrip("/").lower(), ""), value


def _system_of_column(name: str) -> str:
    if "icd" in name:
        return "ICD-9" if "9" in name else "ICD-10"
    return next((system for system in ("CPT", "HCPCS", "SNOMED") if system.lower() in name), "")


def _objects(value: object) -> Iterator[Mapping[str, Any]]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, Mapping):
            yield item


def _plain(value: object) -> str | None:
    """Return a value as text; None for what shows nothing: no value, and a tag in its place."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    text = str(value).strip()
    return None if not text or text[0] in "[<*" else text


def _texts(node: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield the long texts of a record: notes, transcripts and attachments, but no narrative of other fields."""
    if depth > _MAX_DEPTH:
        return
    data = node.get("data")
    if isinstance(data, str) and isinstance(node.get("contentType"), str):
        readable = read_attachment(node["contentType"], data)
        if readable is not None:
            yield readable.text
        return
    for key, value in node.items():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, str):
                if len(item) >= _LEAST_TEXT and " " in item and key not in _MARKUP_KEYS:
                    yield item
            elif isinstance(item, Mapping):
                yield from _texts(item, depth + 1)
