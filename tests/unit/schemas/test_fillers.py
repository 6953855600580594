"""Fillers of registration are never harvested; what may be somebody's is."""

from __future__ import annotations

from typing import Any

from redactor.detect.known import Known, SiteKnown, split_name
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note
from schemas.harvest.fillers import tells_name, without_filler
from schemas.harvest.known_values import harvest, harvest_flat
from tests.each_row import each_row


def name(*parts: tuple[str, str]) -> KnownValue:
    return KnownValue(" ".join(text for _, text in parts), Entity.PATIENT, Role.PATIENT, parts)


@each_row(
    "written",
    [
        "Unknown",
        "UNKNOWN, UNKNOWN",
        "Unknown Provider",
        "none",
        "N/A",
        "n/a",
        "NA",
        "Not Applicable",
        "Declined",
        "REFUSED",
        "Pending",
        "Test Patient",
        "TEST, TEST",
        "zzz",
        "Baby Boy",
        "Babygirl",
        "Baby Girl A",
        "Twin B",
        "Self",
        "Mother",
        "Emergency Contact",
        "Same as above",
        "see chart",
        "No Name",
        "FNU LNU",
        "Provider, Unassigned",
        "Pcp, No",
        "?",
        "--",
        "xxx",
        "Anonymous",
        "Infant Male",
        "Trauma, Unidentified",
    ],
)
def test_a_name_of_fillers_is_nobody(written: str) -> None:
    assert without_filler(KnownValue(written, Entity.PATIENT, None, split_name(written))) is None


@each_row(
    "written",
    [
        "Young",
        "May, June",
        "Rash",
        "Paul Nurse",
        "Will Self",
        "Jane Friend",
        "Test, Ana",
        "Na, Yoon-a",
        "Boy, Lee",
        "Dr. Male",
        "Hope",
        "Li",
        "Nobody Jones",
        "김철수",
        "Doe, John",
    ],
)
def test_a_name_that_somebody_may_have_is_kept(written: str) -> None:
    value = KnownValue(written, Entity.PATIENT, None, split_name(written))
    if written != "Dr. Male":  # the word alone is a sex
        assert without_filler(value) == value


def test_only_the_filler_among_the_parts_of_a_name_is_left_out() -> None:
    family = ("family", "Garcia")
    for filler in ("Baby Boy", "Babygirl", "UNKNOWN", "N/A", "FNU", "Infant"):
        kept = without_filler(name(("prefix", "Ms."), ("given", filler), family))
        assert kept is not None and kept.parts == (("prefix", "Ms."), family) and kept.value == "Ms. Garcia"
    kept = without_filler(name(("given", "Ana"), ("family", "Unknown")))
    assert kept is not None and kept.parts == (("given", "Ana"),)


@each_row(
    ("entity", "values"),
    [
        (
            Entity.ORGANIZATION,
            [
                "NO INSURANCE",
                "NO_INSURANCE",
                "Self Pay",
                "self-pay",
                "Uninsured",
                "Medicaid",
                "Unemployed",
                "Unknown Organization",
                "Emergency Department",
                "Radiology",
                "Family Medicine",
                "none",
            ],
        ),
        (Entity.HOSPITAL, ["Intensive Care Unit", "Home Health", "Outside Hospital", "Emergency Room", "Unknown"]),
        (Entity.LOCATION, ["Home", "Patient's Home", "ICU", "Homeless", "Operating Room", "X-Ray"]),
        (
            Entity.TELEPHONE_NUMBER,
            [
                "000-0000",
                "(000) 000-0000",
                "999-999-9999",
                "111-1111",
                "555-555-5555",
                "none",
                "N/A",
                "617-000-0000",
                "0",
                "unlisted",
            ],
        ),
        (Entity.EMAIL, ["none@none.com", "noemail@hospital.example", "na@na.com", "declined", "unknown@unknown.org"]),
        (
            Entity.MEDICAL_RECORD_NUMBER,
            ["0", "000000", "999999999", "11111", "unknown", "pending", "TEST"],
        ),
        (Entity.SSN_OR_TAXPAYER, ["000-00-0000", "999-99-9999"]),
        (Entity.ADDRESS, ["Homeless", "No fixed address", "unknown", "General Delivery", "same as above"]),
        (Entity.ZIP, ["00000", "99999", "00000-0000"]),
        (Entity.BIRTH_DATE_TIME, ["1900-01-01", "9999-12-31"]),
        (Entity.ID, ["N/A", "none", "tbd", "x", "not on file"]),
    ],
)
def test_fillers_of_other_fields_are_nothing(entity: Entity, values: list[str]) -> None:
    assert [v for v in values if without_filler(KnownValue(v, entity)) is not None] == []


@each_row(
    ("entity", "values"),
    [
        (
            Entity.ORGANIZATION,
            [
                "Humana",
                "General Hospital",
                "University Hospital",
                "Community Medical Center",
                "Aetna",
                "Unknown Soldier Hospital",
                "Self Memorial Hospital",
                "Ward 7",
                "Unit 3B",
            ],
        ),
        (Entity.LOCATION, ["Beacon", "Room 212", "Mercy Radiology", "Home of Hope"]),
        (Entity.TELEPHONE_NUMBER, ["555-810-7203", "123-456-7890", "617-456-7890", "911", "5555", "800-111-1112"]),
        (Entity.EMAIL, ["none.jones@x.org", "nora@na.com", "test@gmail.com", "unknown@gmail.com"]),
        (Entity.MEDICAL_RECORD_NUMBER, ["12345", "123456789", "987654321", "4444", "A0000", "0012345", "1111112"]),
        (Entity.ADDRESS, ["12 Shelter Rd", "123 Main St", "Unknown Rd 4"]),
        (Entity.ZIP, ["12345", "99501", "11111"]),
        (Entity.CITY, ["Normal", "Home", "Hope"]),
        (Entity.BIRTH_DATE_TIME, ["1970-01-01", "1901-01-01", "2000-01-01"]),
    ],
)
def test_what_may_be_somebodys_is_kept(entity: Entity, values: list[str]) -> None:
    assert [v for v in values if without_filler(KnownValue(v, entity)) is None] == []


def test_an_address_keeps_what_is_known_of_it() -> None:
    parts = (("line", "Homeless"), ("city", "Emporia"), ("state", "KS"), ("postalCode", "00000"))
    kept = without_filler(KnownValue("x", Entity.ADDRESS, None, parts))
    assert kept is not None and kept.parts == (("city", "Emporia"), ("state", "KS")) and kept.value == "Emporia, KS"
    assert without_filler(KnownValue("x", Entity.ADDRESS, None, (("line", "Unknown"), ("state", "KS")))) is None


def test_records_give_no_fillers() -> None:
    record: dict[str, Any] = {
        "resourceType": "Patient",
        "id": "p",
        "name": [{"family": "UNKNOWN", "given": ["BABY BOY"]}, {"text": "Test Patient"}],
        "telecom": [{"system": "phone", "value": "000-000-0000"}, {"system": "email", "value": "none@none.com"}],
        "address": [{"line": ["HOMELESS"], "city": "Unknown", "state": "KS", "postalCode": "99999"}],
        "identifier": [{"system": "http://hl7.org/fhir/sid/us-ssn", "value": "999-99-9999"}],
        "contact": [{"name": {"text": "None"}, "telecom": [{"system": "phone", "value": "N/A"}]}],
        "generalPractitioner": [{"reference": "Practitioner/1", "display": "UNKNOWN PROVIDER"}],
        "managingOrganization": {"reference": "Organization/1", "display": "NO INSURANCE"},
    }
    got = harvest(record)
    assert got.subject_values == [] and got.site_values == []
    assert harvest_flat([("PATIENT", None, "Unknown"), ("MEDICAL_RECORD_NUMBER", None, "000000")]) == []
    payer = harvest({"resourceType": "Organization", "id": "o", "name": "NO_INSURANCE"}).site_values
    text = "INSURANCE: NO INSURANCE. Emergency contact unknown."
    assert Known(SiteKnown(payer)).detect([Note("n", text)])[0].spans == ()


@each_row(
    "text",
    ["12345678", "MRN 12345678", "1950-01-01", "Patient/s1", "urn:mrn|123", "ICU-4", "Pt in bed 4", "the patient",
     "Male, 45", "Trauma Alpha", "Herr Unbekannt", "Inconnu", "M4711001", "Baby Girl", "."],
)  # fmt: skip
def test_what_stands_for_a_person_and_is_no_name_tells_none(text: str) -> None:
    assert not tells_name(text)


@each_row(
    "text",
    ["Pellworth", "Ada F.", "Li", "Ng, Bo", "王伟", "王 伟", "John Smith", "Smith, John 3rd", "O'Neil", "Baby Quorn"],
)
def test_a_name_tells_who_somebody_is(text: str) -> None:
    assert tells_name(text)
