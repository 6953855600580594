"""Queries of conditional creates: they find the same resources after de-identification, or are removed."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import pytest

from redactor.keys import Keyring
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.references import BASE, References
from schemas.engine.search_queries import rewrite_query
from schemas.engine.urls import check_url
from tests.each_row import each_row

KEYS = RecordPseudonyms(Keyring.generate(), "enclave")
REFS = References(KEYS, check_url)
MRN = "http://h.example/mrn"
PATIENT = {"resourceType": "Patient", "identifier": [{"system": MRN, "value": "123"}, {"value": "77"}]}


def query(text: str, resource: dict[str, Any] = PATIENT) -> str | None:
    held = [{"value": REFS.identifier(i.get("system"), i["value"], "Patient")} for i in resource.get("identifier", ())]
    return rewrite_query(text, resource, {"identifier": held}, REFS)


@pytest.mark.parametrize(
    "written",
    [f"identifier={MRN}|123", "identifier=http%3A%2F%2Fh.example%2Fmrn%7C123", f"?identifier={MRN}%7C123"],
)
def test_an_identifier_is_hashed_as_in_the_resource(written: str) -> None:
    got = query(written)
    assert got is not None
    assert got.lstrip("?") == f"identifier={REFS.system(MRN)}|{REFS.identifier(MRN, '123', 'Patient')}"
    assert got.startswith("?") == written.startswith("?")


def test_an_identifier_without_its_system_is_looked_up_in_the_resource() -> None:
    assert query("identifier=123") == f"identifier={REFS.identifier(MRN, '123', 'Patient')}"
    assert query("identifier=77") == query("identifier=|77").replace("|", "")  # type: ignore[union-attr]
    assert query("identifier=99") is None
    assert query("identifier=123", {**PATIENT, "identifier": [{"system": s, "value": "123"} for s in "ab"]}) is None


@pytest.mark.parametrize("released", [{}, {"identifier": [{"value": "[ID]"}]}, {"identifier": [{"system": MRN}]}])
def test_an_identifier_that_the_schema_does_not_hash_is_no_criterion(released: dict[str, Any]) -> None:
    assert rewrite_query(f"identifier={MRN}|123", PATIENT, released, REFS) is None
    assert rewrite_query(f"identifier={MRN}|elsewhere", PATIENT, released, REFS) is not None


def test_several_criteria_and_values_all_stay() -> None:
    got = query(f"identifier={MRN}|123,{MRN}|456&active=true&_id=p1&organization=Organization/7")
    one, other = (REFS.identifier(MRN, n, "") for n in ("123", "456"))
    system, org = REFS.system(MRN), KEYS.id("Organization", "7")
    assert got == (
        f"identifier={system}|{one},{system}|{other}&active=true&_id={KEYS.id('Patient', 'p1')}"
        f"&organization=Organization/{org}"
    )


@each_row(
    ("written", "expected"),
    [
        ("patient=Patient/p1", f"patient=Patient/{KEYS.id('Patient', 'p1')}"),
        ("patient=p1", f"patient=Patient/{KEYS.id('Patient', 'p1')}"),
        ("subject:Patient=p1", f"subject:Patient=Patient/{KEYS.id('Patient', 'p1')}"),
        ("subject=https://ehr.example/fhir/Patient/p1", f"subject={BASE}Patient/{KEYS.id('Patient', 'p1')}"),
        (f"patient.identifier={MRN}|123", f"patient.identifier={REFS.system(MRN)}|{REFS.identifier(MRN, '123', '')}"),
        ("code=http://loinc.org|8480-6", "code=http://loinc.org|8480-6"),
        ("code=http://loinc.org%7C8480-6&status=final", "code=http://loinc.org|8480-6&status=final"),
        ("url=http://hl7.org/fhir/ValueSet/yes", "url=http://hl7.org/fhir/ValueSet/yes"),
    ],  # the values hold pseudonyms of a new keyring, which every process of the tests draws for itself
)
def test_criteria_that_the_resources_still_meet(written: str, expected: str) -> None:
    assert query(written, {"resourceType": "Observation"}) == expected


@each_row(
    "written",
    [
        "family=Quimby",
        "name=Quimby&birthdate=1950-02-03",
        f"identifier={MRN}|123&birthdate=1950-02-03",
        "birthdate=1950-02-03",
        "date=ge2024-03-05",
        "telecom=555-0101",
        "address-city=Springfield",
        "code=http://h.example/codes|QUIMBY",
        "code=QUIMBY",
        "status=Quimby",
        "active=Quimby",
        "subject=p1",
        "subject=Quimby/John",
        "patient.name=Quimby",
        "identifier:of-type=http://terminology.hl7.org/CodeSystem/v2-0203|MR|123",
        f"identifier={MRN}|",
        f"identifier:not={MRN}|123",
        "identifier=",
        "Quimby=1",
        "_id=John Quimby",
        "url=http://hl7.org/fhir/quimby-clinic/mrn",
        "identifier=http://hl7.org/fhir/quimby-clinic/mrn|123",
        "_has:Observation:patient:code=1234-5",
        "",
    ],
)
def test_a_query_that_would_not_find_the_same_is_removed_whole(written: str) -> None:
    assert query(written) is None


@each_row("number", ["A&B=C", "12,5", "a|b", "50%+1", "x y", "#1", "\\", "$", "ümlaut"])
def test_odd_identifiers_are_read_as_a_server_reads_them(number: str) -> None:
    from urllib.parse import quote

    escaped = number
    for mark in "\\,|$":
        escaped = escaped.replace(mark, "\\" + mark)
    got = query(f"identifier={MRN}|{quote(escaped, safe='')}")
    assert unquote(got or "") == f"identifier={REFS.system(MRN)}|{REFS.identifier(MRN, number, '')}"
