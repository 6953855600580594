"""A record engine whose detectors find nothing: only what passes is on trial. It has learnt two records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from redactor.engine import Engine
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.records import Outcome, RecordIn, RecordOut
from schemas.harvest.known_values import harvest, harvest_flat
from tests.unit.record_kit import KEYS, RING, Words

Json = dict[str, Any]

PATIENT: Json = {
    "resourceType": "Patient", "id": "p1", "birthDate": "1952-03-14",
    "name": [{"family": "Quillfeather", "given": ["Theodora"]}],
    "telecom": [{"system": "phone", "value": "(206) 555-0147"}],
    "address": [{"line": ["48120 Squalicum Parkway"], "city": "Tillamook", "state": "OR", "postalCode": "97141-2208"}],
    "identifier": [
        {"type": {"coding": [{"code": "MR"}]}, "system": "https://ehr.example/mrn", "value": "MRN-00482133"},
        {"system": "http://hl7.org/fhir/sid/us-ssn", "value": "987-65-4321"},
        {"type": {"coding": [{"code": "MB"}]}, "value": "W2210048871"},
    ],
}  # fmt: skip
DOCTOR: Json = {
    "resourceType": "Practitioner", "id": "d1", "name": [{"family": "Blennerhasset", "given": ["Osric"]}],
    "identifier": [{"system": "http://hl7.org/fhir/sid/us-npi", "value": "1234567893"}],
    "telecom": [{"system": "phone", "value": "425-555-0188"}],
}  # fmt: skip
FLAT = {
    "title": "records/labRow", "version": "1", "dataType": "labRow", "subject": ["patient_id"], "type": "object",
    "properties": {
        "patient_id": {"type": "string", "rule": "hash", "entity": "ID", "role": "patient"},
        "mrn": {"type": "string", "rule": "hash", "entity": "MEDICAL_RECORD_NUMBER"},
        "dob": {"type": "string", "rule": "mask", "entity": "BIRTH_DATE_TIME"},
        "name": {"type": "string", "rule": "mask", "entity": "PATIENT"},
        "result_value": {"type": "number", "rule": "passThrough"},
        "count": {"type": "integer", "rule": "passThrough"},
        "written": {"type": "integer", "rule": "passThrough"},
        "panel": {"type": "string", "rule": "passThrough"},
        "panels": {"type": "array", "items": {"type": "string", "rule": "passThrough"}},
        "form": {"type": "string", "rule": "passThrough", "pattern": "[A-Z]{0,3}[0-9]{1,12}"},
        "concept_id": {"type": "integer", "rule": "passThrough", "pattern": "[0-9]{1,9}"},
        "latitude": {"type": "number", "rule": "passThrough"},
        "lon": {"type": "number", "rule": "passThrough"},
        "age_months": {"type": "integer", "rule": "passThrough"},
        "admit_date": {"type": "integer", "rule": "passThrough"},
        "birth_year": {"type": "integer", "rule": "passThrough"},
        "birth_weight": {"type": "integer", "rule": "passThrough"},
    },
}  # fmt: skip
ROW = {"dataType": "labRow", "patient_id": "p1", "mrn": "482133", "dob": "1952-03-14", "name": "Theodora Quillfeather"}


def passing_applier(folder: Path) -> Applier:
    """folder: for the schema of the flat record."""
    (folder / "lab.json").write_text(json.dumps(FLAT), "utf-8")
    registry = Registry([folder], allow_unapproved=True)
    doe, staff = harvest(PATIENT), harvest(DOCTOR).site_values
    columns = [("MEDICAL_RECORD_NUMBER", None, ROW["mrn"])]
    known = {KEYS.subject("p1"): (*doe.subject_values, *harvest_flat(columns))}
    engine = Engine([Words()], TagReplacer(load_profile("limited-dataset"), RING, "enclave"))
    return Applier(registry, engine, KEYS, ApplyOptions(), known=lambda s: known.get(s, ()), site=lambda: staff)


def result(applier: Applier, record: Json) -> RecordOut:
    return applier.apply([RecordIn(json_codec.parse(json.dumps(record).encode()), "1:1")])[0]


def released(applier: Applier, record: Json) -> Json:
    out = result(applier, record)
    assert out.outcome is Outcome.RELEASED, (out.reason, out.where)
    data: Json = json.loads(json_codec.encode(out.data))
    return data


def observation(**fields: Any) -> Json:
    return {
        "resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "x"},
        "subject": {"reference": "Patient/p1"},
    } | fields  # fmt: skip


def said(record: Json) -> str:
    """What is released, without the hashes of ids and references."""
    return json.dumps({k: v for k, v in record.items() if k not in ("id", "subject", "meta")})


def samples(data: str, **fields: Any) -> Json:
    return {"valueSampledData": {"origin": {"value": 0}, "period": 1, "dimensions": 1, "data": data} | fields}
