"""A hand-made source of two patients that exercises each invariant and runs in a second."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from tests.leak.reading import Gold

Json = dict[str, Any]

# A site's own schema that passes everything and that nobody approved.
OPEN_SCHEMA = {
    "title": "records/openRecord",
    "version": "1",
    "dataType": "openRecord",
    "subject": [],
    "type": "object",
    "properties": {name: {"type": "string", "rule": "passThrough"} for name in ("dataType", "who")},
}  # fmt: skip

NOTE = (
    "Seen 03/04/2024 and on March 7, 2024; a 98-year-old woman. quillfeather came alone, blennerhasset will call.\n"
    "Per quillfeather-xylobrandt the line is ２０６‑５５５‑０１４７, seen again 05.04.2024."
)
_IN_NOTE = [
    ("98-year-old", "AGE"), ("03/04/2024", "DATE"), ("March 7, 2024", "DATE"), ("quillfeather", "PATIENT"),
    ("blennerhasset", "DOCTOR"), ("xylobrandt", "PATIENT"), ("２０６‑５５５‑０１４７", "TELEPHONE_NUMBER"),
    ("05.04.2024", "DATE"),
]  # fmt: skip
RESTRICTED = "Condition/c-r"


def _person(kind: str, id_: str, given: str, family: str, phone: str, **more: Any) -> Json:
    return {
        "resourceType": kind,
        "id": id_,
        "name": [{"family": family, "given": [given]}],
        "telecom": [{"system": "phone", "value": phone}],
        "identifier": [{"system": "https://ehr.quillfeather.example/ids", "value": f"{id_}-77120"}],
        **more,
    }


def _records() -> list[Json]:
    first = _person(
        "Patient", "a1926", "Theodora", "Quillfeather", "206-555-0147", birthDate="1926-02-07",
        nickNameAtWork="Rumpelstilzkin", address=[{"line": ["77 Squalicum Parkway"], "city": "Tillamook"}],
    )  # fmt: skip
    second = _person("Patient", "b1970", "Ingmar", "Vossbrink", "206-555-0188", birthDate="1970-06-01")
    doctor = _person("Practitioner", "pr4471", "Osric", "Blennerhasset", "206-555-0199")
    visits = [
        _visit("en4401", "a1926", "2024-03-04"),
        _visit("en4402", "a1926", "2024-03-07"),
        _visit("en4403", "b1970", "2023-12-30"),
    ]
    note: Json = {
        "resourceType": "DocumentReference", "id": "dr9001", "status": "current", "date": "2024-03-07T12:00:00Z",
        "subject": {"reference": "Patient/a1926"},
        "content": [{"attachment": {"contentType": "text/plain; charset=utf-8",
                                    "data": base64.b64encode(NOTE.encode()).decode()}}],
    }  # fmt: skip
    restricted = {
        "resourceType": "Condition", "id": "c-r", "subject": {"reference": "Patient/b1970"},
        "meta": {"security": [{"system": "http://terminology.hl7.org/CodeSystem/v3-Confidentiality", "code": "R"}]},
    }  # fmt: skip
    return [first, second, doctor, *visits, note, restricted, {"dataType": "openRecord", "who": "Perpetua Zanzibarski"}]


def _visit(id_: str, patient: str, day: str) -> Json:
    return {
        "resourceType": "Encounter", "id": id_, "status": "finished",
        "class": {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "AMB"},
        "subject": {"reference": f"Patient/{patient}"},
        "participant": [{"individual": {"reference": "Practitioner/pr4471", "display": "Dr. Osric Blennerhasset"}}],
        "period": {"start": f"{day}T09:00:00-08:00", "end": f"{day}T10:30:00-08:00"},
    }  # fmt: skip


# Values at paths with these prefixes are identifiers of these entities.
_PLANTED = {
    "id": "ID", "name[0].family": "PERSON", "name[0].given[0]": "PERSON", "telecom[0].value": "TELEPHONE_NUMBER",
    "identifier[0].value": "ID", "identifier[0].system": "URL", "birthDate": "BIRTH_DATE_TIME",
    "nickNameAtWork": "PERSON", "address[0].line[0]": "STREET", "address[0].city": "CITY", "who": "PERSON",
    "participant[0].individual.display": "DOCTOR",
}  # fmt: skip


def write(root: Path) -> list[Gold]:
    """Write the source under root/records and the open schema under root/schemas. Returns the gold."""
    (root / "records").mkdir(parents=True)
    (root / "schemas").mkdir()
    (root / "schemas" / "open.json").write_text(json.dumps(OPEN_SCHEMA), "utf-8")
    lines = _records()
    (root / "records" / "all.ndjson").write_text("".join(json.dumps(r) + "\n" for r in lines), "utf-8")
    gold: list[Gold] = []
    for row, record in enumerate(lines, 1):
        name = f"{record['resourceType']}/{record['id']}" if "resourceType" in record else str(row)
        for path, entity in _PLANTED.items():
            value = _at(record, path)
            if value is not None:
                gold.append(Gold("records/all.ndjson", name, path, None, None, value, entity, None))
    for value, entity in _IN_NOTE:
        start, path = NOTE.index(value), "content[0].attachment.data"
        end = start + len(value)
        gold.append(
            Gold("records/all.ndjson", "DocumentReference/dr9001", path, start, end, value, entity, "Patient/a1926")
        )
    return gold


def _at(record: Any, path: str) -> str | None:
    for key in path.replace("]", "").replace("[", ".").split("."):
        if isinstance(record, list):
            record = record[int(key)]
        elif isinstance(record, dict) and key in record:
            record = record[key]
        else:
            return None
    return str(record)
