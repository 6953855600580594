"""R4 or R5: told from settings, from what a record says of itself, and from its shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemas.documents.registry import Registry
from schemas.documents.releases import stated_release
from schemas.engine.records import Outcome, Reason, RecordError
from tests.each_row import each_row
from tests.unit.record_kit import REGISTRY, released, run

RXNORM = {"coding": [{"system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "197361"}]}
R5_PROFILE = "http://hl7.org/fhir/5.0/StructureDefinition/Observation"


def record(kind: str, **fields: Any) -> dict[str, Any]:
    return {"resourceType": kind, "id": "1", "subject": {"reference": "Patient/doe"}, **fields}


MEDICATION_R5 = record("MedicationRequest", status="active", intent="order", medication={"concept": RXNORM})
MEDICATION_R4 = record("MedicationRequest", status="active", intent="order", medicationCodeableConcept=RXNORM)


def release(data: dict[str, Any], registry: Registry = REGISTRY) -> str | None:
    return registry.select(data).fhir


@each_row(
    ("r4", "r5"),
    [
        (MEDICATION_R4, MEDICATION_R5),
        (record("Encounter", **{"class": {"code": "AMB"}}), record("Encounter", **{"class": [{"text": "x"}]})),
        (record("Encounter", period={"start": "2024"}), record("Encounter", actualPeriod={"start": "2024"})),
        (record("ServiceRequest", code=RXNORM), record("ServiceRequest", code={"concept": RXNORM})),
        (record("Condition", evidence=[{"code": [RXNORM]}]), record("Condition", evidence=[{"concept": RXNORM}])),
        (record("AllergyIntolerance", type="allergy"), record("AllergyIntolerance", type={"text": "allergy"})),
        (record("Procedure", performedDateTime="2024"), record("Procedure", occurrenceDateTime="2024")),
        (record("Composition"), record("Composition", subject=[{"reference": "Patient/doe"}])),
        (
            record("Encounter", participant=[{"individual": {"reference": "Practitioner/1"}}]),
            record("Encounter", participant=[{"actor": {"reference": "Practitioner/1"}}]),
        ),
        (
            record("MedicationStatement", dosage=[{"asNeededBoolean": True}]),
            record("MedicationStatement", dosage=[{"asNeeded": True}]),
        ),
        (record("ImagingStudy", modality=[{"code": "CT"}]), record("ImagingStudy", modality=[{"coding": []}])),
        (record("Encounter", status="finished"), record("Encounter", actualPeriod={}, status="completed")),
        (record("MedicationRequest", status="active"), record("MedicationRequest", status="ended")),
        (record("DeviceUseStatement"), record("DeviceUsage")),
    ],
)
def test_the_shape_tells(r4: dict[str, Any], r5: dict[str, Any]) -> None:
    assert (release(r4), release(r5)) == ("R4", "R5")


def test_a_drug_of_r5_leaves() -> None:
    out = released({**MEDICATION_R5, "reason": [{"concept": {"text": "pain"}}]})
    assert out["medication"]["concept"]["coding"] == RXNORM["coding"]
    assert out["reason"][0]["concept"]["text"] == "pain"
    assert not run(MEDICATION_R5).omitted


def test_the_name_of_a_referred_drug_is_a_clinical_text_and_of_a_person_is_not() -> None:
    named = {"reference": {"display": "Aspirin 81 mg"}}
    assert released({**MEDICATION_R5, "medication": named})["medication"]["reference"]["display"] == "Aspirin 81 mg"
    person = {"reference": "Practitioner/1", "display": "J. Quimby"}
    device = record("DeviceRequest", intent="order", code={"reference": {"display": "Pump"}}, requester=person)
    assert "Quimby" not in json.dumps(released(device))


@pytest.mark.parametrize("data", [MEDICATION_R4, record("Observation", valueString="x"), record("Encounter")])
def test_what_both_releases_share_is_r4(data: dict[str, Any]) -> None:
    assert release(data) == "R4"


@each_row(
    ("data", "expected"),
    [
        ({"resourceType": "CapabilityStatement", "fhirVersion": "5.0.0"}, "R5"),
        ({"resourceType": "CapabilityStatement", "fhirVersion": "4.0.1"}, "R4"),
        ({"resourceType": "ImplementationGuide", "fhirVersion": ["5.0.0"]}, "R5"),
        ({"resourceType": "ImplementationGuide", "fhirVersion": ["5.0.0", "4.0.1"]}, None),
        ({"resourceType": "Patient", "fhirVersion": "5.0.0"}, None),
        ({"meta": {"profile": [R5_PROFILE]}}, "R5"),
        ({"meta": {"profile": ["http://hl7.org/fhir/R4/StructureDefinition/Patient"]}}, "R4"),
        ({"meta": {"profile": ["http://hl7.org/fhir/R4B/StructureDefinition/Patient"]}}, "R4"),
        ({"meta": {"profile": ["http://hl7.org/fhir/StructureDefinition/Patient|5.0.0"]}}, "R5"),
        ({"meta": {"profile": ["http://hl7.org/fhir/StructureDefinition/Patient"]}}, None),
        ({"meta": {"profile": ["http://h.example/fhir/5.0/StructureDefinition/Patient"]}}, None),
        ({"meta": {"profile": [R5_PROFILE, "http://hl7.org/fhir/4.0/StructureDefinition/x"]}}, None),
        ({"meta": {"profile": "x"}}, None),
        ({"meta": []}, None),
    ],
)
def test_what_a_record_says_of_itself(data: dict[str, Any], expected: str | None) -> None:
    assert stated_release(data) == expected


def test_a_statement_decides_unless_the_shape_contradicts() -> None:
    meta = {"meta": {"profile": [R5_PROFILE]}}
    assert release(record("Observation", **meta)) == "R5"
    assert release({**MEDICATION_R4, **meta}) == "R4"
    assert release({**MEDICATION_R4, "medication": {"concept": RXNORM}, **meta}) == "R5"  # of both, one each


def test_settings_decide_over_everything() -> None:
    r4, r5 = (Registry(allow_unapproved=True, release=r) for r in ("R4", "R5"))
    assert (release(MEDICATION_R5, r4), release(MEDICATION_R4, r5)) == ("R4", "R5")
    for registry, kind in ((r4, "DeviceUsage"), (r5, "DeviceUseStatement")):
        with pytest.raises(RecordError) as e:
            registry.select(record(kind))
        assert (e.value.reason, e.value.where) == (Reason.UNSUPPORTED_TYPE, kind)


def test_a_contained_resource_is_of_the_release_of_what_holds_it() -> None:
    status = {"resourceType": "Medication", "id": "m", "ingredient": [{"item": {"concept": RXNORM}}]}
    out = released({**MEDICATION_R5, "contained": [status], "medication": {"reference": {"reference": "#m"}}})
    assert out["contained"][0]["ingredient"][0]["item"]["concept"]["coding"] == RXNORM["coding"]
    assert REGISTRY.select({"resourceType": "Medication"}, holder=REGISTRY.select(MEDICATION_R5)).fhir == "R5"


def test_a_sites_document_is_for_its_type_in_every_release(tmp_path: Path) -> None:
    document = json.loads(json.dumps(REGISTRY.document("fhir/r4/MedicationRequest")))
    document |= {"title": "ours/MedicationRequest", "version": "2.0"}
    (tmp_path / "one.json").write_text(json.dumps(document))
    ours = Registry([tmp_path], allow_unapproved=True)
    assert ours.select(MEDICATION_R5).name == ours.select(MEDICATION_R4).name == "ours/MedicationRequest"
    r5 = json.loads(json.dumps(REGISTRY.document("fhir/r5/MedicationRequest")))
    r5 |= {"title": "ours/r5/MedicationRequest", "version": "2.0"}
    (tmp_path / "two.json").write_text(json.dumps(r5))
    both = Registry([tmp_path], allow_unapproved=True)
    assert both.select(MEDICATION_R5).name == "ours/r5/MedicationRequest"
    assert both.select(MEDICATION_R4).name == "ours/MedicationRequest"
    assert both.select(MEDICATION_R5).root.children["medication"].path == "MedicationRequest.medication"


@each_row("value", [None, "John Doe", 7, [], {}, [None], [["x"]], {"medication": 1}])
def test_odd_shapes_break_nothing(value: Any) -> None:
    for key in ("medication", "dosageInstruction", "status", "performer", "meta", "fhirVersion"):
        assert run({**MEDICATION_R4, key: value}).outcome in (Outcome.RELEASED, Outcome.QUARANTINED)
