"""Known values harvested from structured records."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.known import Known
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note
from schemas.harvest.known_values import harvest, harvest_flat
from schemas.harvest.results import ClueKind, Tie

PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "p1",
    "extension": [
        {
            "url": "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName",
            "valueString": "Harold594 VonRueden376",
        },
        {
            "url": "http://hl7.org/fhir/StructureDefinition/patient-birthPlace",
            "valueAddress": {"city": "Olathe", "state": "Kansas"},
        },
    ],
    "identifier": [
        {"type": {"coding": [{"code": "MR"}]}, "value": "0012345"},
        {"system": "http://hl7.org/fhir/sid/us-ssn", "value": "999-94-5397"},
        {"type": {"coding": [{"code": "DL"}]}, "value": "S99940903"},
        {"type": {"coding": [{"code": "PPN"}]}, "value": "X53631011X"},
        {"type": {"coding": [{"code": "MB"}]}, "value": "MEM-1"},
        {"system": "urn:x", "value": "129c6ac7-8d06-89de-ad63-0204a93e76c3"},
    ],
    "name": [
        {"family": "Medhurst46", "given": ["Sumiko254", "Larue605"], "prefix": ["Mrs."]},
        {"text": "Cummerata, Sumi"},
    ],
    "telecom": [
        {"system": "phone", "value": "555-810-7203"},
        {"system": "fax", "value": "555-810-7204"},
        {"value": "s@x.org"},
    ],
    "birthDate": "1927-05-21",
    "deceasedDateTime": "1989-05-09T20:35:22-04:00",
    "address": [{"line": ["633 Abernathy Landing"], "city": "Emporia", "state": "KS", "postalCode": "66801"}],
    "contact": [
        {"name": {"family": "Roe", "given": ["Jane"]}, "telecom": [{"system": "phone", "value": "555-111-2222"}]}
    ],
    "generalPractitioner": [{"reference": "Practitioner/9", "display": "Dr. Irvin970 Emard19"}],
    "managingOrganization": {"reference": "Organization/1", "display": "Newman Regional Health"},
    "link": [{"other": {"reference": "Patient/p2"}, "type": "seealso"}],
}


def by_entity(values: list[KnownValue]) -> dict[Entity, set[str]]:
    out: dict[Entity, set[str]] = {}
    for v in values:
        out.setdefault(v.entity, set()).add(v.value)
    return out


def test_a_patient_gives_all_identifying_values() -> None:
    got = harvest(PATIENT)
    values = by_entity(got.subject_values)
    assert values == {
        Entity.PATIENT: {"Mrs. Sumiko254 Larue605 Medhurst46", "Cummerata, Sumi"},
        Entity.PERSON: {"Harold594 VonRueden376", "Jane Roe"},
        Entity.DOCTOR: {"Dr. Irvin970 Emard19"},
        Entity.MEDICAL_RECORD_NUMBER: {"0012345"},
        Entity.SSN_OR_TAXPAYER: {"999-94-5397"},
        Entity.DRIVER_ID_US: {"S99940903"},
        Entity.PASSPORT_NUMBER_US: {"X53631011X"},
        Entity.HEALTH_PLAN_ID: {"MEM-1"},
        Entity.GUID: {"129c6ac7-8d06-89de-ad63-0204a93e76c3"},
        Entity.TELEPHONE_NUMBER: {"555-810-7203", "555-111-2222"},
        Entity.FAX_NUMBER: {"555-810-7204"},
        Entity.EMAIL: {"s@x.org"},
        Entity.BIRTH_DATE_TIME: {"1927-05-21"},
        Entity.DEATH_DATE_TIME: {"1989-05-09"},
        Entity.ADDRESS: {"633 Abernathy Landing, Emporia, KS, 66801", "Olathe, Kansas"},
    }
    assert by_entity(got.site_values) == {
        Entity.DOCTOR: {"Dr. Irvin970 Emard19"},
        Entity.HOSPITAL: {"Newman Regional Health"},
    }
    assert got.ties == [Tie("Patient/p2", ClueKind.LINK)]
    named = {v.value: v for v in got.subject_values}
    assert named["Mrs. Sumiko254 Larue605 Medhurst46"].parts[1:] == (
        ("given", "Sumiko254"),
        ("given", "Larue605"),
        ("family", "Medhurst46"),
    )
    assert named["Cummerata, Sumi"].parts == (("given", "Sumi"), ("family", "Cummerata"))
    assert named["Jane Roe"].role is Role.RELATIVE


def test_references_give_the_names_in_their_display() -> None:
    got = harvest(
        {
            "resourceType": "Encounter",
            "identifier": [{"value": "CSN-778899"}, {"value": "129c6ac7-8d06-89de-ad63-0204a93e76c3"}],
            "subject": {"reference": "Patient/1", "display": "Mrs. Marine542 Ai120 Upton904"},
            "participant": [
                {
                    "individual": {
                        "reference": "Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|9999974493",
                        "display": "Dr. Chelsey293 Simonis280",
                    }
                }
            ],
            "location": [{"location": {"display": "Ward Seven"}}],
            "serviceProvider": {"identifier": {"value": "1"}, "display": "NEWMAN MEMORIAL COUNTY HOSPITAL"},
            "reasonCode": [{"coding": [{"code": "1", "display": "Fever"}]}],
        }
    )
    assert by_entity(got.subject_values) == {
        Entity.FIN: {"CSN-778899"},
        Entity.PATIENT: {"Mrs. Marine542 Ai120 Upton904"},
        Entity.DOCTOR: {"Dr. Chelsey293 Simonis280"},
    }
    assert by_entity(got.site_values) == {
        Entity.DOCTOR: {"Dr. Chelsey293 Simonis280"},
        Entity.ID: {"1"},
        Entity.LOCATION: {"Ward Seven"},
        Entity.HOSPITAL: {"NEWMAN MEMORIAL COUNTY HOSPITAL"},
    }


def test_sites_and_clinicians_give_values_of_the_site() -> None:
    for resource in (
        {
            "resourceType": "Organization",
            "name": "Quillback Pharmacy",
            "alias": ["QBP"],
            "telecom": [{"value": "6202982781"}],
        },
        {"resourceType": "Location", "name": "Quillback Lab", "address": {"line": ["1 Quay St"], "city": "Reading"}},
        {"resourceType": "Practitioner", "name": [{"family": "Emard19"}], "birthDate": "1960-01-01"},
        {"resourceType": "Endpoint", "address": "https://ehr.quillback.org/fhir"},
    ):
        got = harvest(resource)
        assert got.site_values and not got.subject_values
    assert got.site_values == [KnownValue("https://ehr.quillback.org/fhir", Entity.URL, Role.SITE)]


def test_plans_devices_relatives_and_contained_resources() -> None:
    coverage = harvest(
        {
            "resourceType": "Coverage",
            "subscriberId": "SUB123",
            "dependent": "02",
            "class": [{"value": "GRP-9"}],
            "contained": [{"resourceType": "Organization", "name": "Acme Payer"}],
        }
    )
    assert by_entity(coverage.subject_values) == {Entity.HEALTH_PLAN_ID: {"SUB123", "02", "GRP-9"}}
    assert by_entity(coverage.site_values) == {Entity.ORGANIZATION: {"Acme Payer"}}
    device = harvest({"resourceType": "Device", "serialNumber": "9866037", "udiCarrier": [{"carrierHRF": "(01)96"}]})
    assert by_entity(device.subject_values) == {Entity.DEVICE_ID: {"9866037", "(01)96"}}
    relative = harvest(
        {"resourceType": "RelatedPerson", "id": "r", "patient": {"reference": "Patient/1"}, "name": [{"family": "Roe"}]}
    )
    assert relative.ties == [Tie(to, ClueKind.LINK) for to in ("RelatedPerson/r", "Patient/1")]
    assert by_entity(relative.subject_values) == {Entity.PERSON: {"Roe"}}


def test_flat_records() -> None:
    values = harvest_flat(
        [
            (Entity.PATIENT, Role.PATIENT, "Doe, John"),
            ("MEDICAL_RECORD_NUMBER", None, 12345),
            ("EMAIL", "patient", " a@b.org "),
            ("nonsense", None, "x"),
            (Entity.CITY, None, None),
            (Entity.CITY, None, "  "),
            (Entity.CITY, None, ["Rome"]),
            (Entity.ID, None, True),
        ]
    )
    assert values == [
        KnownValue("Doe, John", Entity.PATIENT, Role.PATIENT, (("given", "John"), ("family", "Doe"))),
        KnownValue("12345", Entity.MEDICAL_RECORD_NUMBER),
        KnownValue("a@b.org", Entity.EMAIL, Role.PATIENT),
    ]


def test_a_contact_in_one_word_has_a_given_name_unless_it_is_rather_a_surname() -> None:
    contacts = [{"name": {"text": name}} for name in ("Lorraine", "Thomas", "Mr. Lorraine", "Kowalski")]
    got = harvest({"resourceType": "Patient", "id": "p", "contact": contacts})
    found = {v.value: v.parts for v in got.subject_values if v.role is Role.RELATIVE}
    assert found["Lorraine"] == (("given", "Lorraine"),)
    assert found["Thomas"] == (("family", "Thomas"),)
    assert found["Mr. Lorraine"] == (("family", "Lorraine"),)
    assert found["Kowalski"] == (("family", "Kowalski"),)
    author = {
        "resourceType": "Observation",
        "id": "o",
        "performer": [{"reference": "Practitioner/1", "display": "Lorraine"}],
    }
    assert {v.parts for v in harvest(author).site_values} == {(("family", "Lorraine"),)}


def test_the_words_behind_a_familys_name_are_no_names() -> None:
    account = {
        "resourceType": "Account",
        "id": "a",
        "subject": [{"reference": "Patient/p"}],
        "name": "Doe family account",
    }
    assert [v.parts for v in harvest(account).subject_values if v.value == "Doe family account"] == [
        (("family", "Doe"),)
    ]


def test_what_is_harvested_is_found() -> None:
    got = harvest(PATIENT)
    text = "Larue605, of 633 Abernathy Lndg in Emporia; mother VonRueden376; b. 21 May 1927; 5558107203; S 99940903"
    note = Note("n", text, known=tuple(got.subject_values))
    entities = {s.entity for s in Known().detect([note])[0].spans}
    assert entities >= {
        Entity.PATIENT,
        Entity.PERSON,
        Entity.STREET,
        Entity.CITY,
        Entity.BIRTH_DATE_TIME,
        Entity.TELEPHONE_NUMBER,
        Entity.DRIVER_ID_US,
    }


KEYS = ["resourceType", "name", "family", "given", "identifier", "type", "coding", "code", "system", "value", "telecom",
        "address", "line", "city", "link", "other", "patient", "contact", "extension", "url", "valueString", "class",
        "udiCarrier", "reference", "display", "text", "contained", "alias", "birthDate"]  # fmt: skip
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=8)
    | st.sampled_from(
        ["Patient", "Organization", "Coverage", "Device", "RelatedPerson", "Practitioner", "MR", "\ud800"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)


@given(json_values)
@settings(max_examples=300, deadline=None)
def test_harvest_never_raises_and_its_values_can_be_searched(resource: object) -> None:
    got = harvest(resource)
    known = tuple(got.subject_values + got.site_values)
    Known().detect([Note("n", "Any text at all, 12345678.", known=known)])


@pytest.mark.parametrize("deep", [70, 2000])
def test_depth_is_bounded(deep: int) -> None:
    node: dict[str, Any] = {"name": {"family": "Roe"}}
    for _ in range(deep):
        node = {"x": node, "contained": [{"resourceType": "Patient"}]}
    assert harvest({"resourceType": "Patient", "x": node}).subject_values == []
