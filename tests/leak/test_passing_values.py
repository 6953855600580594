"""Attacks through values that pass: numbers, codes and strings that a schema lets through without reading them."""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any

import pytest

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


@pytest.fixture(scope="module")
def applier(tmp_path_factory: pytest.TempPathFactory) -> Applier:
    """A record engine whose detectors find nothing, so that only what passes is on trial, with two records learnt."""
    folder: Path = tmp_path_factory.mktemp("schemas")
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


RAW = {
    "quantity without a unit": {"valueQuantity": {"value": 2065550147}},
    "unit N/A": {"valueQuantity": {"value": 2065550147, "unit": "N/A"}},
    "unit 1": {"valueQuantity": {"value": 2065550147, "unit": "1", "code": "1", "system": "http://unitsofmeasure.org"}},
    "unit none": {"valueQuantity": {"value": 5550147, "unit": "none"}},
    "unit in braces": {"valueQuantity": {"value": 5550147, "code": "{phone}"}},
    "unit %": {"valueQuantity": {"value": 2065550147, "code": "%"}},
    "ten digits with a unit": {"valueQuantity": {"value": 3105550123, "unit": "mg"}},
    "mobile telephone": {"valueQuantity": {"value": 3105550123, "unit": "cell"}},
    "country code": {"valueQuantity": {"value": 12065550147, "unit": "copies/mL"}},
    "local number": {"valueQuantity": {"value": 5550147, "unit": "copies/mL"}},
    "with a point": {"valueQuantity": {"value": 206555.0147, "unit": "mg"}},
    "behind the point": {"valueQuantity": {"value": 0.2065550147, "unit": "mg"}},
    "exponent": {"valueQuantity": {"value": 2.065550147e9, "unit": "mg"}},
    "social security": {"valueQuantity": {"value": 987654321, "unit": "mg"}},
    "record number": {"valueQuantity": {"value": 482133}},
    "record number with a unit": {"valueQuantity": {"value": 482133, "unit": "/uL"}},
    "record number as integer": {"valueInteger": 482133},
    "negative": {"valueInteger": -482133},
    "plan": {"valueQuantity": {"value": 2210048871, "unit": "mg"}},
    "ZIP+4": {"valueQuantity": {"value": 971412208, "unit": "mg"}},
    "ZIP": {"valueInteger": 97141},
    "site": {"valueQuantity": {"value": 1234567893, "unit": "mg"}},
    "in a component": {"component": [{"code": {"text": "y"}, "valueInteger": 482133}]},
    "in an extension": {"extension": [{"url": "http://x", "valueQuantity": {"value": 482133}}]},
    "in a range": {"valueRange": {"low": {"value": 206555}, "high": {"value": 147, "unit": "mg"}}},
    "in a reference range": {"referenceRange": [{"low": {"value": 206555}, "high": {"value": 147}}]},
    "UCUM": {"valueQuantity": {"value": 1, "code": "206555.0147"}},
    "UCUM comment": {"valueQuantity": {"value": 5, "code": "{quillfeather}"}},
    "drug code": {
        "valueCodeableConcept": {"coding": [{"system": "http://hl7.org/fhir/sid/ndc", "code": "12065550147"}]}
    },
    "over a ratio": {"valueRatio": {"numerator": {"value": 206555}, "denominator": {"value": 147}}},
    "over samples": samples("0 206 555 0147 9"),
    "samples of one digit": samples("30 9 8 7 6 5 4 3 2 1 700"),
    "site over samples": samples("7 123 456 7893"),
    "sample limits": samples("1 2", lowerLimit=482133),
    "birth date": {"valueQuantity": {"value": 19520314, "unit": "mg"}},
    "birth date in six digits": {"valueInteger": 520314},
    "birth date, American": {"valueInteger": 31452},
    "birth date, American, long": {"valueQuantity": {"value": 3141952, "unit": "mg"}},
    "spreadsheet day": {"valueInteger": 19067},
    "epoch": {"valueQuantity": {"value": -561600000}},
    "epoch with a unit": {"valueQuantity": {"value": -561600000, "unit": "s"}},
    "epoch, local midnight": {"valueQuantity": {"value": -561571200, "unit": "s"}},
    "epoch in ms": {"valueQuantity": {"value": -561600000000, "unit": "ms"}},
    "a visit's epoch": {"valueQuantity": {"value": 1700000000, "unit": "s"}},
    "a visit's epoch in ms": {"valueQuantity": {"value": 1700000000000, "code": "ms"}},
    "another date": {"valueQuantity": {"value": 20240307}},
    "code": {"valueCodeableConcept": {"coding": [{"system": "http://snomed.info/sct", "code": "987654321"}]}},
    "money": {"extension": [{"url": "http://x", "valueMoney": {"value": 987654321, "currency": "USD"}}]},
    "money without currency": {"extension": [{"url": "http://x", "valueMoney": {"value": 5551234}}]},
    "duration": {"extension": [{"url": "http://x", "valueDuration": {"value": 482133, "code": "s"}}]},
}  # fmt: skip


@pytest.mark.parametrize("name", RAW)
def test_what_identifies_somebody_does_not_pass_as_a_number_or_code(applier: Applier, name: str) -> None:
    planted = set(re.findall(r"[0-9]{3,}", json.dumps(RAW[name])))
    kept = set(re.findall(r"[0-9]{3,}", said(released(applier, observation(**RAW[name])))))
    assert not planted & kept
    assert "quillfeather" not in said(released(applier, observation(**RAW[name])))


QUESTIONS = {
    "latitude": {"code": {"text": "Latitude"}, "valueQuantity": {"value": 45.456}},
    "longitude by code": {
        "code": {"coding": [{"system": "http://loinc.org", "code": "42131-3"}]}, "valueQuantity": {"value": -123.844}
    },
    "latitude by display": {
        "code": {"coding": [{"system": "http://loinc.org", "code": "42130-5", "display": "Latitude"}]},
        "component": [{"code": {"text": "x"}, "valueInteger": 454}, {"valueString": "45.456"}],
    },
    "coordinates as a ratio": {"valueRatio": {"numerator": {"value": 45.4562}, "denominator": {"value": -123.8440}}},
    "coordinates as a range": {"valueRange": {"low": {"value": 45.4562}, "high": {"value": -123.8447}}},
    "a track": samples("45.4562 -123.8444 45.4563 -123.8445", dimensions=2),
    "in degrees": {"valueQuantity": {"value": 45.45623, "unit": "deg"}},
    "an extension": {
        "extension": [{"url": "https://x.example/geo", "extension": [
            {"url": "latitude", "valueQuantity": {"value": 45.456}},
            {"url": "longitude", "valueQuantity": {"value": 123.844}},
        ]}]
    },
    "a date as integer": {"code": {"text": "Date of last visit"}, "valueInteger": 240307},
    "a date as quantity": {"code": {"text": "Date of last visit"}, "valueQuantity": {"value": 240307}},
    "a birth date as quantity": {"code": {"text": "Date of birth"}, "valueQuantity": {"value": 600101}},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_asked_decides_what_a_number_is(applier: Applier, name: str) -> None:
    planted = set(re.findall(r"[0-9]{3,}", said({k: v for k, v in QUESTIONS[name].items() if k != "code"})))
    kept = set(
        re.findall(
            r"[0-9]{3,}",
            said({k: v for k, v in released(applier, observation(**QUESTIONS[name])).items() if k != "code"}),
        )
    )
    assert planted
    assert not planted & kept


def test_a_year_of_birth_that_implies_more_than_89_years_is_withheld(applier: Applier) -> None:
    old = TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave", as_of=dt.date(2026, 1, 1))
    safe = Applier(applier._registry, Engine([Words()], old), KEYS, ApplyOptions())
    asked = {"code": {"text": "Year of birth"}}
    for answer in (
        {"valueInteger": 1930}, {"valueString": "1930"}, {"valueQuantity": {"value": 1930, "unit": "year"}},
        {"valueInteger": 300203}, {"valueString": "19300203"},
    ):  # fmt: skip
        text = said(released(safe, observation(**asked, **answer)))
        assert "1930" not in text
        assert "300203" not in text
    assert released(safe, observation(**asked, valueInteger=1960))["valueInteger"] == 1960


def test_the_age_of_a_child_in_months_stays(applier: Applier) -> None:
    safe = TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave")
    engine = Applier(applier._registry, Engine([Words()], safe), KEYS, ApplyOptions())
    assert released(engine, observation(code={"text": "Age in months"}, valueInteger=100))["valueInteger"] == 100
    got = released(engine, observation(code={"text": "Age"}, valueQuantity={"value": 100, "unit": "months"}))
    assert got["valueQuantity"]["value"] == 100


def test_answers_with_a_position_are_withheld(applier: Applier) -> None:
    record = {
        "resourceType": "QuestionnaireResponse", "id": "q1", "status": "completed",
        "item": [
            {"linkId": "1", "text": "GPS coordinates of home",
             "answer": [{"valueDecimal": 45.4562}, {"valueString": "-123.8"}]},
            {"linkId": "/42130-5", "answer": [{"valueDecimal": 45.4562}]},
        ],
    }  # fmt: skip
    text = said(released(applier, record))
    assert "45.4" not in text
    assert "123.8" not in text


AGES = [
    {"valueRange": {"low": {"value": 92}, "high": {"value": 95, "unit": "years"}}},
    {"valueRange": {"low": {"value": 1092, "code": "mo"}, "high": {"value": 1099}}},
    {"valueRatio": {"numerator": {"value": 92, "code": "a"}, "denominator": {"value": 1}}},
    {"valueQuantity": {"value": 1092, "unit": "mo"}},
    {"valueQuantity": {"value": 1092, "unit": "Months of age"}},
    {"valueQuantity": {"value": 4745, "unit": "wks"}},
    {"valueQuantity": {"value": 33100, "code": "d"}},
    {"valueQuantity": {"value": 47500000, "code": "min"}},
    {"valueQuantity": {"value": 9.2e1, "unit": "years old"}},
    {"valueQuantity": {"value": 920e-1, "unit": "y/o"}},
    {"valueQuantity": {"value": 92, "unit": "years", "code": "mo"}},
    {"valueQuantity": {"value": 92, "code": "a{age}"}},
    {"valueQuantity": {"value": 92.5, "unit": "yr(s)"}},
    {"extension": [{"url": "http://x", "valueDuration": {"value": 92, "code": "a"}}]},
    {"extension": [{"url": "http://x/age", "valueQuantity": {"value": 92}}]},
    {"extension": [{"url": "http://x", "valueRange": {"low": {"value": 92, "unit": "jaar"}}}]},
    {"referenceRange": [{"low": {"value": 92}, "high": {"value": 99, "unit": "years"}}]},
    {"code": {"text": "Age in months"}, "valueInteger": 1092},
    {"valueQuantity": {"value": 92, "unit": "歳"}},
    {"code": {"text": "Age"}, "valueInteger": 92},
    {"code": {"text": "Age"}, "valueQuantity": {"value": 92.5}},
    {"code": {"text": "Patient age"}, "valueString": "92"},
    {"code": {"coding": [{"code": "30525-0"}]}, "valueString": "1092 mo"},
    {"code": {"coding": [{"code": "30525-0"}]}, "valueString": "1,092 months"},
    {"code": {"text": "Age at death"}, "valueRange": {"low": {"value": 92}, "high": {"value": 95}}},
    {"code": {"text": "Age"}, "valueRatio": {"numerator": {"value": 92}, "denominator": {"value": 1}}},
    {"code": {"text": "Age"}} | samples("92 93"),
    samples("92 93", origin={"value": 0, "unit": "years"}),
    samples("1 92.5", origin={"value": 0, "code": "a"}),
]  # fmt: skip


@pytest.mark.parametrize("fields", AGES)
def test_an_age_over_89_is_withheld_in_any_shape(applier: Applier, fields: Json) -> None:
    safe = Applier(
        applier._registry,
        Engine([Words()], TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave")),
        KEYS,
        ApplyOptions(),
    )
    got = said(released(safe, observation(**fields)))
    assert not any(form in got for form in ("92", "95", "93", "99", "4745", "33100", "475000", "109"))


ROWS = [
    {"result_value": 2065550147},
    {"result_value": 2065550147.0},
    {"result_value": 206555.0147},
    {"result_value": 482133},
    {"count": 482133},
    {"count": 3105550123},
    {"count": -561600000},
    {"count": 20240307},
    {"written": "482133"},
    {"written": "3105550123"},
    {"panel": "482133"},
    {"panel": "MRN 00482133 / HB"},
    {"panel": "(206) 555-0147"},
    {"panel": "206.555.0147"},
    {"panel": "310-555-0123"},
    {"panel": "３１０５５５０１２３"},
    {"panel": "QUILLFEATHER"},
    {"panel": "theodora"},
    {"panel": "Blennerhasset, Osric"},
    {"panel": "reviewed by Osric Blennerhasset"},
    {"panel": "Tillamook"},
    {"panel": "1952-03-14"},
    {"panel": "03/14/1952"},
    {"panel": "520314"},
    {"panel": "seen 14-MAR-1952"},
    {"panel": "3/14/52"},
    {"panel": "4-8-2-1-3-3"},
    {"panel": "٤٨٢١٣٣"},
    {"panel": "4\u200b82133"},
    {"panel": "1(206)5550147"},
    {"panel": "tquillfeather"},
    {"panel": "Quill-feather"},
    {"panel": "Dr. O. Blennerhasset"},
    {"panel": "theodora@mail.example"},
    {"panel": "10.1.2.3"},
    {"panel": "POINT(-123.8447 45.4562)"},
    {"panel": "45°27'22\"N"},
    {"result_value": 482133.5},
    {"result_value": 1952.0314},
    {"panel": "45.4562, -123.8447"},
    {"panels": ["HB", "QUILLFEATHER", "482133"]},
    {"form": "MRN482133"},
    {"form": "12065550147"},
    {"form": "NPI1234567893"},
    {"form": "19520314"},
    {"concept_id": 987654321},
    {"latitude": 45.4562},
    {"lon": "-123.8447"},
    {"lon": -1238447},
    {"age_months": 1092},
    {"admit_date": 240307},
    {"admit_date": 20240307},
    {"birth_year": 1952},
]


@pytest.mark.parametrize("fields", ROWS)
def test_what_identifies_somebody_does_not_pass_in_a_column(applier: Applier, fields: Json) -> None:
    out = result(applier, ROW | fields)
    assert out.outcome is Outcome.RELEASED and out.data is not None
    (key,) = fields
    assert out.data.get(key) in (None, ["HB"])
    assert sum(out.omitted.values()) == (2 if key == "panels" else 1)


ORDINARY_ROWS = [
    {"result_value": 110000}, {"result_value": 13.456789012345678}, {"result_value": -0.5}, {"result_value": 482134},
    {"count": 250000}, {"count": 1}, {"written": "250000"}, {"panel": "Complete blood count (WBC, Hb)"},
    {"panel": "Hope lodge"}, {"panel": "1.5-2.0 mg/dL"}, {"panel": "10/12"}, {"panels": ["HB", "NA"]},
    {"form": "A1234"}, {"form": "3105550123"}, {"concept_id": 40213154}, {"concept_id": 482133},
    {"age_months": 1060}, {"admit_date": 5},
    {"birth_weight": 3200}, {"birth_weight": 13200}, {"panel": "48120"}, {"panel": "Osric"},
]  # fmt: skip


@pytest.mark.parametrize("fields", ORDINARY_ROWS)
def test_ordinary_columns_pass(applier: Applier, fields: Json) -> None:
    out = result(applier, ROW | fields)
    assert out.data is not None
    ((key, value),) = fields.items()
    assert json.loads(json_codec.encode(out.data))[key] == value
    assert not out.omitted


URL = "http://hl7.org/fhir/StructureDefinition/observation-specimenCode"
ORDINARY = [
    *({"valueQuantity": {"value": value, "unit": unit}} for value, unit in (
        (250000, "/uL"), (1500000, "copies/mL"), (1700000000, "IU/mL"), (250000000000, "/L"), (5.2e12, "/L"),
        (100000, "CFU/mL"), (370000000, "Bq"), (7200, "10*3/uL"), (4.5, "10^6/uL"), (120, "mmHg"), (72, "bpm"),
        (182.25, "lbs"), (170.18123456789012, "cm"), (16, "breaths/min"), (35, "IU/L"), (9.8, "K/uL"), (500, "mcg"),
        (2, "tablets"), (2, "puffs"), (0.012, "ng/mL"), (93, "mL/min/{1.73_m2}"), (1850, "mL/(24.h)"), (99, "%"),
        (1234567, "copies/mL"), (86400000, "ms"), (10000, "steps"), (48120, "/uL"), (89.9, "a"), (1060, "mo"),
        (98.6, "[degF]"), (45, "deg"), (42.5, "deg"), (7.41, "pH"), (1.0833333333333333, "{INR}"), (400, "N/A"),
    )),
    {"valueQuantity": {"value": 110000}}, {"valueQuantity": {"value": 1.08}}, {"valueInteger": 12345},
    {"valueInteger": 3},
    {"valueRatio": {"numerator": {"value": 1}, "denominator": {"value": 128}}},
    {"valueRange": {"low": {"value": 0.1234}, "high": {"value": 0.5678}}},
    {"valueRange": {"low": {"value": 60, "unit": "bpm"}, "high": {"value": 100, "unit": "bpm"}}},
    {"valueRange": {"low": {"value": 18, "unit": "years"}, "high": {"value": 65}}},
    samples("12.1 -3.25 0.001 482 133 E", origin={"value": 2048, "unit": "mV"}),
    {"code": {"text": "Body mass index percentile per age and sex"}, "valueQuantity": {"value": 97, "code": "%"}},
    {"code": {"text": "Age"}, "valueQuantity": {"value": 45, "unit": "years"}},
    {"code": {"text": "Birth weight"}, "valueQuantity": {"value": 3200, "unit": "g"}},
    {"code": {"text": "Glasgow Prognostic Score (mGPS)"}, "valueInteger": 2},
    {"valueCodeableConcept": {"coding": [{"system": "http://snomed.info/sct", "code": "271649006"}]}},
    {"valueCodeableConcept": {"coding": [{"system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "482133"}]}},
    {"code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]}, "valueInteger": 72},
    {"extension": [{"url": URL, "valueMoney": {"value": 1234567.89, "currency": "USD"}}]},
    {"extension": [{"url": URL, "valueDuration": {"value": 86400, "code": "s"}}]},
]  # fmt: skip


@pytest.mark.parametrize("fields", ORDINARY)
def test_ordinary_values_pass_unchanged(applier: Applier, fields: Json) -> None:
    got = released(applier, observation(**fields))
    assert {key: got.get(key) for key in fields} == fields


def test_a_withheld_value_says_so_and_is_counted(applier: Applier) -> None:
    out = result(applier, observation(valueInteger=482133, component=[{"code": {"text": "y"}, "valueInteger": 5}]))
    data = json.loads(json_codec.encode(out.data))
    absent = {
        "extension": [{"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"}]
    }
    assert data["_valueInteger"] == absent
    assert out.omitted == {"known-value": 1}
    assert "482133" not in repr(out)


def test_known_values_of_others_do_not_matter(applier: Applier) -> None:
    other = observation(subject={"reference": "Patient/p2"}, valueInteger=482133)
    assert released(applier, other)["valueInteger"] == 482133
    site = observation(subject={"reference": "Patient/p2"}, valueQuantity={"value": 1234567893, "unit": "mg"})
    assert "value" not in released(applier, site)["valueQuantity"]
