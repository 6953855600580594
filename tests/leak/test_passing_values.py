"""Attacks through numbers and codes that pass: they are compared with what is known, and judged by their form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from schemas.engine import json_codec
from schemas.engine.apply import Applier
from tests.each_row import each_row
from tests.leak.passing import Json, observation, released, result, said, samples

RXNORM, CPT = "http://www.nlm.nih.gov/research/umls/rxnorm", "http://www.ama-assn.org/go/cpt"


def coding(system: str, code: str, display: str | None = None) -> Json:
    given = {"system": system, "code": code} | ({"display": display} if display else {})
    return {"valueCodeableConcept": {"coding": [given]}}


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
    "drug code of a record number": coding(RXNORM, "482133"),
    "drug code with a display that says nothing": coding(RXNORM, "482133", "x"),
    "procedure code of a ZIP code": coding(CPT, "97141"),
    "drug code above those of the system": coding(RXNORM, "4821390"),
    "provider's taxonomy": coding("http://nucc.org/provider-taxonomy", "482139071X"),
    "a longer number": {"valueQuantity": {"value": 155501470, "unit": "copies/mL"}},
    "somebody's birth date in cm": {"valueQuantity": {"value": 19480719, "unit": "cm"}},
    "somebody's birth date in copies": {"valueQuantity": {"value": 19480719, "unit": "copies/mL"}},
    "seven digits in cm": {"valueQuantity": {"value": 4821390, "unit": "cm"}},
    "eight digits in mg/dL": {"valueQuantity": {"value": 48213907, "code": "mg/dL"}},
    "hours of years": {"valueQuantity": {"value": 4821390, "unit": "days"}},
    "latitude": {"valueQuantity": {"value": 45.4562}},
    "latitude, unit 1": {"valueQuantity": {"value": 45.4562, "code": "1"}},
    "latitude as a score": {"valueQuantity": {"value": 45.4562, "code": "{score}"}},
    "longitude in m": {"valueQuantity": {"value": -123.8447, "code": "m"}},
    "position in mg/dL": {"component": [
        {"code": {"text": "a"}, "valueQuantity": {"value": 45.4562, "code": "mg/dL"}},
        {"code": {"text": "b"}, "valueQuantity": {"value": -123.8447, "code": "mg/dL"}},
    ]},
    "position in %": {"component": [
        {"code": {"text": "a"}, "valueQuantity": {"value": 45.4562, "code": "%"}},
        {"code": {"text": "b"}, "valueQuantity": {"value": -123.8447, "code": "%"}},
    ]},
    "position, longitude first, without a unit": {"component": [
        {"code": {"text": "a"}, "valueQuantity": {"value": -123.8447}},
        {"code": {"text": "b"}, "valueQuantity": {"value": 45.4562, "unit": "cm"}},
    ]},
}  # fmt: skip


@each_row("name", RAW)
def test_what_identifies_somebody_does_not_pass_as_a_number_or_code(applier: Applier, name: str) -> None:
    planted = set(re.findall(r"[0-9]{3,}", json.dumps(RAW[name])))
    kept = set(re.findall(r"[0-9]{3,}", said(released(applier, observation(**RAW[name])))))
    assert not planted & kept
    assert "quillfeather" not in said(released(applier, observation(**RAW[name])))


URL = "http://hl7.org/fhir/StructureDefinition/observation-specimenCode"
ORDINARY = [
    *({"valueQuantity": {"value": value, "unit": unit}} for value, unit in (
        (250000, "/uL"), (1500000, "copies/mL"), (1700000000, "IU/mL"), (250000000000, "/L"), (5.2e12, "/L"),
        (100000, "CFU/mL"), (370000000, "Bq"), (7200, "10*3/uL"), (4.5, "10^6/uL"), (120, "mmHg"), (72, "bpm"),
        (182.25, "lbs"), (170.18123456789012, "cm"), (16, "breaths/min"), (35, "IU/L"), (9.8, "K/uL"), (500, "mcg"),
        (2, "tablets"), (2, "puffs"), (0.012, "ng/mL"), (93, "mL/min/{1.73_m2}"), (1850, "mL/(24.h)"), (99, "%"),
        (1234567, "copies/mL"), (86400000, "ms"), (10000, "steps"), (48120, "/uL"), (89.9, "a"), (1060, "mo"),
        (98.6, "[degF]"), (45, "deg"), (42.5, "deg"), (7.41, "pH"), (1.0833333333333333, "{INR}"), (400, "N/A"),
        (1843200, "bytes"), (20990000, "copies/mL"), (19801350, "/uL"), (27.361834, "kg/m2"), (97.12345, "%"),
        (43.21987, "mg/dL"), (-2.53121, "mmol/L"), (-31, "dB"), (-80.5, "Cel"), (1.23456, "1"), (9.87654, "{score}"),
        (87.2345, "{percentile}"), (999999, "mg"),
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
    coding(RXNORM, "482133", "iron"), coding(RXNORM, "1661982"), coding(RXNORM, "5640"),
    coding(CPT, "97141", "manual therapy"), coding(CPT, "99213"),
    coding("http://nucc.org/provider-taxonomy", "207R00000X"),
    {"code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]}, "valueInteger": 72},
    {"extension": [{"url": URL, "valueMoney": {"value": 1234567.89, "currency": "USD"}}]},
    {"extension": [{"url": URL, "valueDuration": {"value": 86400, "code": "s"}}]},
]  # fmt: skip


@each_row("fields", ORDINARY)
def test_ordinary_values_pass_unchanged(applier: Applier, fields: Json) -> None:
    got = released(applier, observation(**fields))
    assert {key: got.get(key) for key in fields} == fields


NUMBERS = [
    ("VisionPrescription", lambda n: {"lensSpecification": [{"eye": "left", "power": n, "sphere": n, "diameter": n}]}),
    ("Claim", lambda n: {"item": [{"sequence": 1, "factor": n}]}),
    ("ExplanationOfBenefit", lambda n: {"item": [{"sequence": 1, "adjudication": [{"value": n}]}]}),
    ("MedicationRequest", lambda n: {"dosageInstruction": [{"timing": {"repeat": {"period": n, "duration": n}}}]}),
    ("MolecularSequence", lambda n: {"quality": [{"type": "snp", "precision": n, "truthTP": n}]}),
    ("Observation", lambda n: samples("1 2", period=n, factor=n, lowerLimit=n)),
    ("Observation", lambda n: samples(f"{n} 2 3")),
]


@each_row(("kind", "fields"), NUMBERS)
def test_a_number_without_a_unit_is_no_longitude(applier: Applier, kind: str, fields: Callable[[Any], Json]) -> None:
    record = {"resourceType": kind, "id": "r1", "status": "active"}
    assert "123.8447" not in said(released(applier, record | fields(-123.8447)))
    for ordinary in (-2.25, 0.123456, 1.5, 14.125):
        assert released(applier, record | fields(ordinary)).items() >= fields(ordinary).items()


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
