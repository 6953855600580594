"""Which texts of a record are clinical texts, which are other phrases, and which are prose."""

from __future__ import annotations

from typing import Any

import pytest

from redactor.text import TextKind
from tests.each_row import each_row
from tests.unit.record_kit import Words, patient, released

SNOMED = "http://snomed.info/sct"


def kinds(record: dict[str, Any]) -> dict[str, TextKind]:
    detector = Words()
    released(record, detector=detector)
    return {note.text: note.kind for note in detector.seen}


def condition(**fields: Any) -> dict[str, Any]:
    return {"resourceType": "Condition", "subject": {"reference": "Patient/1"}, **fields}


def coded(system: str, code: str | None) -> dict[str, Any]:
    coding = {"system": system, "code": code, "display": "quux zyzzyva"}
    return condition(code={"coding": [{k: v for k, v in coding.items() if v is not None}]})


@each_row(
    "record",
    [
        {"resourceType": "Device", "modelNumber": "quux"},
        {"resourceType": "QuestionnaireResponse", "status": "completed", "item": [{"linkId": "1", "text": "quux"}]},
        {"resourceType": "MedicationAdministration", "status": "completed", "dosage": {"text": "quux"}},
        {"resourceType": "Observation", "status": "final", "referenceRange": [{"text": "quux"}]},
    ],
)
def test_names_of_things_and_what_a_form_asks_are_clinical(record: dict[str, Any]) -> None:
    assert kinds(record) == {"quux": TextKind.CLINICAL}


@pytest.mark.parametrize(
    "record",
    [
        {"resourceType": "Device", "deviceName": [{"name": "quux"}]},
        {"resourceType": "ImagingStudy", "status": "available", "series": [{"uid": "1", "description": "quux"}]},
        {"resourceType": "CarePlan", "status": "active", "intent": "plan", "title": "quux"},
    ],
    ids=lambda record: record["resourceType"],
)
def test_what_people_call_a_thing_is_a_phrase(record: dict[str, Any]) -> None:
    assert kinds(record) == {"quux": TextKind.PHRASE}


def test_what_a_reference_calls_a_device_is_a_phrase() -> None:
    """A scrambled display would be a made-up device: "EDTA tube" became "IMTA uvdb"."""
    device = {"reference": "Device/1", "display": "EDTA tube"}
    record = {"resourceType": "Observation", "status": "final", "device": device}
    assert kinds(record) == {"EDTA tube": TextKind.PHRASE}
    assert released(record)["device"]["display"] == "EDTA tube"


def test_what_a_form_answers_is_a_phrase() -> None:
    item = {"linkId": "1", "answer": [{"valueString": "quux"}]}
    response = {"resourceType": "QuestionnaireResponse", "status": "completed", "item": [item]}
    assert kinds(response) == {"quux": TextKind.PHRASE}


def test_concepts_and_dosages_of_care_are_clinical() -> None:
    record = {
        "resourceType": "MedicationRequest",
        "medicationCodeableConcept": {"text": "drug"},
        "reasonCode": [{"text": "reason"}],
        "dosageInstruction": [{"text": "dose", "patientInstruction": "instruction"}],
        "note": [{"text": "note"}],
    }
    clinical = {"drug", "reason", "dose", "instruction"}
    assert kinds(record) == dict.fromkeys(clinical, TextKind.CLINICAL) | {"note": TextKind.PROSE}


def test_texts_about_people_are_phrases_and_notes_are_prose() -> None:
    records = [
        patient(contact=[{"relationship": [{"text": "relation"}]}]),
        {"resourceType": "PractitionerRole", "specialty": [{"text": "specialty"}]},
        {"resourceType": "DocumentReference", "type": {"text": "title"}, "description": "about"},
        condition(code={"extension": [{"url": "http://x.example", "valueString": "said"}]}),
        {"resourceType": "Observation", "valueString": "answer"},
    ]
    for record in records:
        assert set(kinds(record).values()) == {TextKind.PHRASE}, record
    noted = condition(note=[{"text": "note"}], text={"status": "additional", "div": "<div>told</div>"})
    assert set(kinds(noted).values()) == {TextKind.PROSE}


@each_row(
    ("system", "code"),
    [
        (SNOMED, "38341003"),
        ("http://loinc.org", "4548-4"),
        ("http://www.nlm.nih.gov/research/umls/rxnorm", "617314"),
        ("http://hl7.org/fhir/sid/icd-10-cm", "I10"),
        ("http://hl7.org/fhir/sid/cvx", "140"),
        ("http://www.ama-assn.org/go/cpt", "99213"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "AMB"),
    ],
)
def test_the_display_of_a_published_code_is_clinical(system: str, code: str) -> None:
    assert kinds(coded(system, code)) == {"quux zyzzyva": TextKind.CLINICAL}


@each_row(
    ("system", "code"),
    [
        (SNOMED, "38341004"),  # its check digit is wrong
        (SNOMED, None),
        ("https://codes.example", "38341003"),
        ("http://snomed.info.example/sct", "38341003"),
        ("http://terminology.hl7.org/CodeSystem/v3-Forged", "condition"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "forged-code"),
        ("http://hl7.org/fhir/us/core/CodeSystem/forged", "sdoh"),
        ("http://www.cms.gov/forged", "Zyzzyva"),
    ],
)
def test_the_display_of_any_other_code_is_a_phrase(system: str, code: str | None) -> None:
    assert kinds(coded(system, code))["quux zyzzyva"] is TextKind.PHRASE
