"""Records of R5 leave valid, with their facts and without their identifiers."""

from __future__ import annotations

import json
from typing import Any

from fhir.resources import get_fhir_model_class

from tests.each_row import each_row
from tests.unit.record_kit import Words, released

SNOMED = {"coding": [{"system": "http://snomed.info/sct", "code": "22298006", "display": "Myocardial infarction"}]}
RXNORM = {"coding": [{"system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "197361"}], "text": "amlodipine"}
PATIENT = {"reference": "Patient/doe"}
DOCTOR = {"reference": "Practitioner/9", "display": "Dr. Quimby"}

RECORDS: dict[str, dict[str, Any]] = {
    "MedicationRequest": {
        "status": "active", "intent": "order", "subject": PATIENT, "medication": {"concept": RXNORM},
        "reason": [{"concept": SNOMED}], "requester": DOCTOR, "authoredOn": "2024-03-05", "reported": True,
        "dosageInstruction": [
            {"asNeeded": True, "doseAndRate": [{"doseQuantity": {
                "value": 5, "unit": "mg", "system": "http://unitsofmeasure.org", "code": "mg"}}]},
        ],
    },
    "Encounter": {
        "status": "completed", "class": [SNOMED], "subject": PATIENT,
        "participant": [{"actor": DOCTOR}], "actualPeriod": {"start": "2024-03-05", "end": "2024-03-07"},
        "reason": [{"use": [SNOMED], "value": [{"concept": SNOMED}]}],
        "diagnosis": [{"condition": [{"concept": SNOMED}], "use": [SNOMED]}],
        "admission": {"dischargeDisposition": SNOMED},
    },
    "ServiceRequest": {
        "status": "active", "intent": "order", "subject": PATIENT, "code": {"concept": SNOMED}, "requester": DOCTOR,
        "bodySite": [SNOMED], "patientInstruction": [{"instructionMarkdown": "Ask for Quimby"}],
    },
    "Procedure": {
        "status": "completed", "subject": PATIENT, "code": SNOMED, "occurrenceDateTime": "2024-03-05",
        "used": [{"concept": SNOMED}], "reason": [{"concept": SNOMED}],
        "performer": [{"actor": DOCTOR, "period": {"start": "2024-03-05"}}],
    },
    "Condition": {
        "clinicalStatus": {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/condition-clinical",
                                       "code": "active"}]},
        "subject": PATIENT, "code": SNOMED, "participant": [{"actor": DOCTOR}], "evidence": [{"concept": SNOMED}],
    },
    "AllergyIntolerance": {
        "patient": PATIENT, "code": RXNORM, "type": SNOMED,
        "reaction": [{"manifestation": [{"concept": SNOMED}], "severity": "mild"}],
    },
    "Immunization": {
        "status": "completed", "vaccineCode": SNOMED, "patient": PATIENT, "occurrenceDateTime": "2024-03-05",
        "lotNumber": "QUIMBY7", "reason": [{"concept": SNOMED}],
        "protocolApplied": [{"doseNumber": "2"}],
    },
    "DeviceUsage": {
        "status": "active", "patient": PATIENT, "device": {"concept": SNOMED}, "timingDateTime": "2024-03-05",
    },
    "Appointment": {
        "status": "booked", "subject": PATIENT, "start": "2024-03-05T10:00:00Z", "end": "2024-03-05T11:00:00Z",
        "participant": [{"actor": PATIENT, "status": "accepted"}], "reason": [{"concept": SNOMED}],
        "virtualService": [{"addressString": "quimby-room", "sessionKey": "quimby-key"}],
    },
    "Coverage": {
        "status": "active", "kind": "insurance", "beneficiary": PATIENT, "subscriberId": [{"value": "QUIMBY9"}],
        "class": [{"type": SNOMED, "value": {"value": "QUIMBY8"}, "name": "Quimby Plan"}],
    },
    "DocumentReference": {
        "status": "current", "subject": PATIENT, "author": [DOCTOR], "date": "2024-03-05T10:00:00Z",
        "attester": [{"mode": SNOMED, "party": DOCTOR}],
        "content": [{"attachment": {"contentType": "text/plain", "data": "UXVpbWJ5IGlzIHdlbGw=", "pages": 2}}],
    },
    "CarePlan": {
        "status": "active", "intent": "plan", "subject": PATIENT, "addresses": [{"concept": SNOMED}],
        "activity": [{"performedActivity": [{"concept": SNOMED}]}],
    },
    "Organization": {
        "name": "Quimby Clinic", "contact": [{"name": [{"family": "Quimby"}], "telecom": [{"value": "555-0101"}]}],
    },
}  # fmt: skip


@each_row("profile", ["hips", "hipaa-safe-harbor", "limited-dataset"])
@each_row("kind", sorted(RECORDS))
def test_a_record_of_r5_leaves_valid_and_without_its_identifiers(kind: str, profile: str) -> None:
    record = {"resourceType": kind, "id": "quimby-1", **RECORDS[kind]}
    model = get_fhir_model_class(kind)
    model.model_validate(record)  # the test's own data
    out = released(record, profile, detector=Words("Quimby"))
    model.model_validate(out)
    text = json.dumps(out)
    assert "quimby" not in text.lower() and "555-0101" not in text
    for fact in ("22298006", "197361", "Myocardial infarction"):
        assert text.count(fact) == json.dumps(record).count(fact), fact
