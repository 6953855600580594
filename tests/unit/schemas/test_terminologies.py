"""Codes pass only with a published system and in the form of its codes."""

from __future__ import annotations

import pytest

from schemas.engine.terminologies import is_known_host, is_known_system, plausible_code
from schemas.engine.ucum import is_ucum

LOINC, SNOMED = "http://loinc.org", "http://snomed.info/sct"


@pytest.mark.parametrize(
    "uri",
    [
        LOINC,
        SNOMED,
        "http://www.nlm.nih.gov/research/umls/rxnorm",
        "http://hl7.org/fhir/sid/cvx",
        "http://hl7.org/fhir/sid/icd-10-cm",
        "http://terminology.hl7.org/CodeSystem/v3-ActCode",
        "http://hl7.org/fhir/observation-status",
        "urn:oid:2.16.840.1.113883.6.238",
        "urn:iso:std:iso:4217",
        "urn:ietf:bcp:47",
        "http://snomed.info/sct/731000124108",
    ],
)
def test_published_systems(uri: str) -> None:
    assert is_known_system(uri)


@pytest.mark.parametrize(
    "uri",
    [
        "http://hl7.org/fhir/sid/us-ssn",
        "http://hl7.org/fhir/sid/us-npi",
        "urn:oid:2.16.840.1.113883.4.1",
        "urn:oid:1.2.3.4.5.6",
        "https://st-mary.example/codes",
        "http://loinc.org.st-mary.example",
        "http://loinc.orgs",
        "http://john:doe@loinc.org",
        "http://loinc.org?patient=John",
        "http://loinc.org#John Doe",
        "http://loinc.org/John Doe",
        "John Doe",
        "urn:ietf:rfc:3986",
        "",
    ],
)
def test_other_systems(uri: str) -> None:
    assert not is_known_system(uri)


def test_a_site_can_add_systems() -> None:
    assert is_known_system("urn:oid:1.2.3", extra=["urn:oid:1.2.3"])
    assert is_known_host("https://fhir.st-mary.example/StructureDefinition/x", extra=["st-mary.example"])


@pytest.mark.parametrize(
    ("system", "code"),
    [
        (LOINC, "8302-2"),
        (LOINC, "2339-0"),
        (LOINC, "LA6576-8"),
        (SNOMED, "44054006"),
        (SNOMED, "160903007"),
        ("http://www.nlm.nih.gov/research/umls/rxnorm", "314076"),
        ("http://hl7.org/fhir/sid/cvx", "140"),
        ("http://hl7.org/fhir/sid/ndc", "0002-8215-01"),
        ("http://hl7.org/fhir/sid/icd-10-cm", "E11.9"),
        ("http://hl7.org/fhir/sid/icd-9-cm", "250.00"),
        ("http://www.ama-assn.org/go/cpt", "99213"),
        ("http://unitsofmeasure.org", "mm[Hg]"),
        ("http://nucc.org/provider-taxonomy", "207Q00000X"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "AMB"),
        ("urn:oid:2.16.840.1.113883.6.238", "2106-3"),
        ("urn:ietf:bcp:47", "en-US"),
    ],
)
def test_codes_in_their_form(system: str, code: str) -> None:
    assert plausible_code(system, code)


@pytest.mark.parametrize(
    ("system", "code"),
    [
        (LOINC, "8302-3"),  # the check digit
        (LOINC, "John"),
        (SNOMED, "44054007"),
        (SNOMED, "6505551234"),
        ("http://www.nlm.nih.gov/research/umls/rxnorm", "6505551234"),
        ("http://hl7.org/fhir/sid/icd-10", "John"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "John Doe"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "123-45-6789"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "650-555-1234"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "john@example.org"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "1950-03-04"),
        ("http://terminology.hl7.org/CodeSystem/v3-ActCode", "123456789"),
        ("https://st-mary.example/codes", "x" * 65),
        ("https://st-mary.example/codes", "John Doe"),
    ],
)
def test_codes_without_the_form_of_their_system(system: str, code: str) -> None:
    assert not plausible_code(system, code)


@pytest.mark.parametrize(
    "unit", ["mg/dL", "10*3/uL", "mm[Hg]", "/min", "{score}", "kg/m2", "mL/min/{1.73_m2}", "%", "1", "[iU]/L", "a"]
)
def test_units(unit: str) -> None:
    assert is_ucum(unit)


@pytest.mark.parametrize(
    "unit", ["", "John", "Smith", "{Jones}", "mg/Doe", "mg dL", "6505551234", "mg" * 30, "mg{", "ü"]
)
def test_strings_that_are_not_units(unit: str) -> None:
    assert not is_ucum(unit)


@pytest.mark.parametrize(
    "uri",
    [
        "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race",
        "https://profiles.ihe.net/ITI/x",
        "http://hl7.org/fhir/StructureDefinition/Patient|4.0.1",
    ],
)
def test_publishers_hosts(uri: str) -> None:
    assert is_known_host(uri)


@pytest.mark.parametrize(
    "uri",
    [
        "http://fhir.st-mary.example/StructureDefinition/x",
        "http://evilhl7.org/x",
        "http://hl7.org.evil.example/x",
        "http://john@hl7.org/x",
        "http://hl7.org/x?name=John",
        "http://hl7.org/x#john",
        "http://hl7.org/John Doe",
        "urn:uuid:0b0b5c5e-0000-0000-0000-000000000000",
        "race",
        "",
    ],
)
def test_other_hosts(uri: str) -> None:
    assert not is_known_host(uri)
