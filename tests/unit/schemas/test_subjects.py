"""Whether a FHIR record names its patient by an id, and what waits in a stream where it does not."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from redactor.engine import Engine
from redactor.text import KnownValue
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.records import Outcome, Reason, RecordIn
from schemas.engine.subjects import subject_of, unresolved_patient
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, REGISTRY, SYNTHEA, Words, make, run

MRN = {"system": "http://hospital.example/mrn", "value": "MRN78"}
LISTED = {"system": "http://hospital.example/mrn", "value": "MRN77"}
SEARCH = "Patient?identifier=http://hospital.example/mrn|MRN77"


def crosswalk(patient: str) -> str:
    return {"MRN77": "p1", "MRN79": "p2"}.get(patient, patient)


def note(**fields: Any) -> dict[str, Any]:
    return {
        "resourceType": "DocumentReference",
        "status": "current",
        "description": "grumblewick Xandoracov stable",
        "content": [{"attachment": {"contentType": "text/plain"}}],
        **fields,
    }


def field(data: dict[str, Any], **more: Any) -> str | None:
    record = RecordIn(data, "1:0", **more)
    return unresolved_patient(REGISTRY.select(data), record, crosswalk)


@each_row(
    "subject",
    [
        {"identifier": MRN},
        {"type": "Patient", "identifier": MRN},
        {"type": "http://hl7.org/fhir/StructureDefinition/Patient", "identifier": MRN},
        {"type": "Unknown", "identifier": MRN},
        {"display": "DOE, JOHN"},
        {"reference": None, "display": "DOE, JOHN"},
        {"_reference": {"extension": [{"url": "http://x.example", "valueString": "p"}]}},
        {"reference": "Patient?identifier=http://hospital.example/mrn|MRN78"},
        {"reference": "Patient?identifier=MRN78"},
        {"reference": "https://ehr.example/fhir/Patient?identifier=a|MRN78"},
        {"reference": "Patient?identifier=a|b?_id=|MRN78"},
        {"reference": "Patient?name=doe"},
        {"reference": "Patient/"},
        {"reference": "#"},
        {"reference": "#p"},
        {"reference": "#gone"},
        {"reference": "Group/g1"},
        {"reference": "https://ehr.example/fhir/Group/g1"},
        {"type": "Group", "identifier": MRN},
        {"reference": "Encounter/e1"},
        {"reference": "p1"},
        {"reference": "urn:uuid:5f4cbb0e-6a23-4e5c-9a3c-2f1d0a1c7b11"},
        {"reference": "https://ehr.example/patients/view.php?id=9"},
        [{"identifier": MRN}],
    ],
)
def test_a_patient_without_an_id_is_unresolved(subject: Any) -> None:
    contained = [{"resourceType": "Patient", "id": "p", "name": [{"family": "Doe"}]}]
    assert field(note(subject=subject, contained=contained)) == "DocumentReference.subject"


@each_row(
    "subject",
    [
        {"reference": "Patient/p1"},
        {"reference": "Patient/p1", "identifier": MRN},
        {"reference": "https://ehr.example/fhir/Patient/p1/_history/3"},
        {"reference": "Patient?_id=p1"},
        {"reference": SEARCH},  # the crosswalk has it
        {"identifier": LISTED},
        {"type": "Patient", "identifier": LISTED, "display": "DOE, JOHN"},
        {"reference": "Device/d1"},
        {"reference": "#d"},
        {"type": "Location", "identifier": MRN},
        {},
        None,
    ],
)
def test_an_id_or_another_type_is_resolved(subject: Any) -> None:
    assert field(note(subject=subject, contained=[{"resourceType": "Device", "id": "d"}])) is None


def test_entries_of_a_bundle_resolve_its_urns() -> None:
    urn = "urn:uuid:5f4cbb0e-6a23-4e5c-9a3c-2f1d0a1c7b11"
    data = note(subject={"reference": urn})
    assert field(data, aliases={urn: "Patient/p1"}) is None and field(data, aliases={urn: "Patient/"}) is None
    assert field(data, aliases={urn: "Group/g1"}) == "DocumentReference.subject"


@each_row(
    ("fields", "where"),
    [
        ({"context": {"encounter": [{"reference": "Encounter/e1"}]}}, "context.encounter"),
        ({"context": {"sourcePatientInfo": {"reference": "Patient/p1"}}}, "context.sourcePatientInfo"),
        ({"context": [{"reference": "Encounter/e1"}]}, "context"),  # R5
        ({"subject": {"reference": "Device/d"}, "context": {"encounter": [{"identifier": MRN}]}}, "context.encounter"),
        ({"context": {"period": {"start": "2020-01-01"}}}, None),
        ({"subject": {"reference": "Patient/p1"}, "context": {"encounter": [{"reference": "Encounter/e"}]}}, None),
        ({}, None),
    ],
)
def test_a_visit_implies_a_patient(fields: dict[str, Any], where: str | None) -> None:
    assert field(note(**fields)) == (f"DocumentReference.{where}" if where else None)


@each_row(
    ("data", "where"),
    [
        ({"resourceType": "AllergyIntolerance", "patient": {"identifier": MRN}}, "AllergyIntolerance.patient"),
        ({"resourceType": "Observation", "encounter": {"reference": "Encounter/e"}}, "Observation.encounter"),
        (
            {"resourceType": "MedicationStatement", "context": {"reference": "Encounter/e"}},
            "MedicationStatement.context",
        ),
        ({"resourceType": "RelatedPerson", "patient": {"identifier": MRN}}, "RelatedPerson.patient"),
        ({"resourceType": "Coverage", "beneficiary": {"display": "Doe"}}, "Coverage.beneficiary"),
        ({"resourceType": "Task", "for": {"reference": "EpisodeOfCare/e"}}, "Task.for"),
        ({"resourceType": "Account", "subject": [{"reference": "Patient/a"}, {"reference": "Patient/b"}]}, None),
        (
            {"resourceType": "Appointment", "participant": [{"actor": {"identifier": MRN}}]},
            "Appointment.participant.actor",
        ),
        (
            {
                "resourceType": "Appointment",
                "participant": [{"actor": {"display": "Dr. Roe"}}, {"actor": {"reference": "Patient/p1"}}],
            },
            None,
        ),
        ({"resourceType": "Binary", "securityContext": {"reference": "Patient/p1"}}, None),
        ({"resourceType": "Binary", "securityContext": {"reference": "Device/d"}}, None),
        ({"resourceType": "Binary", "contentType": "text/plain"}, "Binary.securityContext"),
        ({"resourceType": "Binary", "securityContext": {"identifier": MRN}}, "Binary.securityContext"),
        ({"resourceType": "Binary", "securityContext": {"reference": "DocumentReference/d"}}, "Binary.securityContext"),
        ({"resourceType": "Practitioner", "name": [{"family": "Roe"}]}, None),
    ],
)
def test_the_field_is_that_of_the_resource_type(data: dict[str, Any], where: str | None) -> None:
    assert field(data) == where


def subject(data: dict[str, Any]) -> str | None:
    return subject_of(REGISTRY.select(data), RecordIn(data, "1:0"), KEYS, crosswalk)


def test_the_crosswalk_gives_a_record_the_patient_of_its_identifier() -> None:
    ours = KEYS.subject("p1")
    person = {"resourceType": "Patient", "id": "p", "identifier": [MRN, LISTED]}
    assert subject(note(subject={"reference": "Patient/p1"})) == ours
    assert subject(note(subject={"identifier": LISTED})) == ours
    assert subject(note(subject={"reference": "urn:oid:1.2.3", "identifier": LISTED})) == ours
    assert subject(note(subject={"reference": "#p"}, contained=[person])) == ours
    assert field(note(subject={"reference": "#p"}, contained=[person])) is None
    actors = [{"actor": {"type": "Practitioner", "identifier": MRN}}, {"actor": {"identifier": LISTED}}]
    assert subject({"resourceType": "Appointment", "participant": actors}) == ours


def test_a_binary_is_of_the_patient_of_its_security_context() -> None:
    binary = {"resourceType": "Binary", "contentType": "text/plain", "securityContext": {"reference": "Patient/p1"}}
    assert subject(binary) == KEYS.subject("p1")
    assert subject({**binary, "securityContext": {"identifier": LISTED}}) == KEYS.subject("p1")
    assert subject({**binary, "securityContext": {"reference": "DocumentReference/d"}}) is None


@each_row(
    "data",
    [
        note(subject={"identifier": MRN}),
        note(subject={"type": "Device", "identifier": LISTED}),
        note(subject={"reference": "#d"}, contained=[{"resourceType": "Device", "id": "d", "identifier": [LISTED]}]),
        note(subject={"identifier": {"value": None}}),
        note(subject={"identifier": "MRN77"}),
        note(identifier=[LISTED]),
        {"resourceType": "Patient", "identifier": [LISTED]},
        {"resourceType": "Account", "subject": [{"identifier": LISTED}, {"identifier": {"value": "MRN79"}}]},
        {
            "resourceType": "Account",
            "subject": [{"reference": "Patient/a"}, {"reference": "Patient/b"}, {"identifier": LISTED}],
        },
    ],
)
def test_what_the_crosswalk_maps_to_nobody_or_to_several_is_nobodys(data: dict[str, Any]) -> None:
    assert subject(data) is None


def test_an_opt_out_and_known_values_reach_a_record_through_the_crosswalk() -> None:
    ours, asked = KEYS.subject("p1"), []

    def known(scope: str) -> list[KnownValue]:
        asked.append(scope)
        return []

    data = note(subject={"identifier": LISTED})
    engine = Engine([Words()], make()[1])
    applier = Applier(REGISTRY, engine, KEYS, ApplyOptions(), known, crosswalk, is_seen=lambda scope: scope == ours)
    (out,) = applier.apply([RecordIn(data, "1:0")])
    assert (out.outcome, out.subject, asked) == (Outcome.RELEASED, ours, [ours])
    applier = Applier(REGISTRY, engine, KEYS, ApplyOptions(opt_out=frozenset({ours})), known, crosswalk)
    assert applier.apply([RecordIn(data, "1:0")])[0].reason is Reason.OPTED_OUT


def applied(data: dict[str, Any], **more: Any) -> tuple[Outcome, Reason | None, str]:
    """A record where every patient is seen."""
    spy = Words()
    applier = Applier(REGISTRY, Engine([spy], make()[1]), KEYS, ApplyOptions(), is_seen=lambda _: True)
    (out,) = applier.apply([RecordIn(data, "1:0", **more)])
    assert bool(spy.seen) == (out.outcome is Outcome.RELEASED)  # what is held is not read
    return out.outcome, out.reason, out.where


def test_a_record_with_a_text_is_held_whoever_is_seen() -> None:
    held = (Outcome.QUARANTINED, Reason.PATIENT_UNSEEN)
    for subject in (
        {"identifier": MRN},
        {"identifier": MRN, "display": "Doe"},
        {"reference": SEARCH, "display": "Doe"},
    ):
        data = note(subject=subject)
        assert applied(data) == (*held, "DocumentReference.subject")
        assert applied(data, may_be_unseen=True) == (Outcome.RELEASED, None, "")
        assert run(data).outcome is Outcome.RELEASED  # outside of streams
    assert applied(note(subject={"reference": "Patient/p1"})) == (Outcome.RELEASED, None, "")


def test_a_record_without_a_text_is_not_held() -> None:
    code = {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}
    plain = {"resourceType": "Observation", "status": "final", "code": code, "subject": {"identifier": MRN}}
    applier = Applier(REGISTRY, Engine([Words()], make()[1]), KEYS, ApplyOptions(), is_seen=lambda _: False)
    assert [out.outcome for out in applier.apply([RecordIn(plain, "1:0")])] == [Outcome.RELEASED]


@pytest.mark.skipif(not SYNTHEA.is_dir(), reason="no Synthea data")
def test_every_ordinary_record_names_its_patient_by_id() -> None:
    for file in sorted(SYNTHEA.glob("*.ndjson")):
        with file.open("rb") as lines:
            found = {field(json_codec.parse(line)) for line in islice(lines, 200)}
        assert found == {None}, file.name
