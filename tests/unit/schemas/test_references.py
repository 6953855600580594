"""References, ids and URIs: what resolved before resolves afterwards, and identifies nobody."""

from __future__ import annotations

import re
from typing import Any

from redactor.keys import Keyring
from schemas.engine.compiled_schema import Branch, CompiledSchema
from schemas.engine.pseudonyms import RecordPseudonyms
from schemas.engine.records import RecordIn
from schemas.engine.references import BASE, References, reference_target
from schemas.engine.subjects import patient_of, subject_of
from tests.each_row import each_row

RING = Keyring.generate()
KEYS = RecordPseudonyms(RING, "enclave")
REFS = References(KEYS, lambda uri: uri.startswith("http://hl7.org/"))
UUID = "urn:uuid:3FA85F64-5717-4562-b3fc-2c963f66afa6"


def test_a_reference_is_rewritten_with_the_id_it_names() -> None:
    doe = KEYS.id("Patient", "doe-1950")
    assert re.fullmatch(r"[a-z2-7]{32}", doe)
    assert REFS.reference("Patient/doe-1950") == f"Patient/{doe}"
    assert (
        REFS.reference("Patient/doe-1950/_history/4")
        == f"Patient/{doe}/_history/{KEYS.version('Patient/doe-1950', '4')}"
    )
    assert REFS.reference("https://ehr.example/base/Patient/doe-1950") == f"{BASE}Patient/{doe}"
    assert REFS.contained("#doe-1950", "List/1") == f"#{KEYS.fragment('List/1', 'doe-1950')}"
    assert REFS.contained("#", "List/1") == "#"


def test_uuids_stay_uuids_whatever_their_case() -> None:
    hashed = REFS.reference(UUID)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", hashed)
    assert hashed == REFS.reference(UUID.lower()) == REFS.uri(UUID) == REFS.canonical(UUID)
    assert hashed == REFS.identifier("urn:ietf:rfc:3986", UUID, "Patient")
    assert REFS.reference("urn:oid:1.2.3").startswith("urn:uuid:")


def test_a_conditional_reference_holds_the_rewritten_identifier() -> None:
    system, npi = "http://hospital.example/mrn", "http://hl7.org/fhir/sid/us-npi"
    number, local = KEYS.identifier(system, "123", ""), REFS.system(system)
    assert REFS.reference(f"Practitioner?identifier={system}|123") == f"Practitioner?identifier={local}|{number}"
    assert REFS.reference("Patient?identifier=http%3A%2F%2Fhospital.example%2Fmrn%7C123").endswith(f"{local}|{number}")
    assert REFS.reference(f"Practitioner?identifier={npi}|9").startswith(f"Practitioner?identifier={npi}|")
    assert REFS.query(f"identifier={system}|123", "Practitioner") == f"identifier={local}|{number}"
    assert REFS.query("identifier=123", "Patient") == f"identifier={KEYS.identifier(None, '123', 'Patient')}"
    named = REFS.query("?family=Doe&Doe=1&_id=doe&subject=Patient/doe", "Patient")
    assert "Doe" not in named
    assert named.endswith(f"&_id={KEYS.id('Patient', 'doe')}&subject=Patient/{KEYS.id('Patient', 'doe')}")


def test_what_a_search_returns_stays() -> None:
    query = "?_sort=-date&_count=20&_summary=count"
    assert REFS.query(query, "Observation") == query
    assert "Doe" not in REFS.query("_count=Doe&_sort=Doe&_format=Doe", "Observation")


@each_row(
    "criterion", ["Doe=1", "subject.name=Doe", "birthdate=1950-03-04", "date=ge1950", "active=true", "_count=12345"]
)
def test_a_criterion_that_a_server_may_not_read_finds_nothing(criterion: str) -> None:
    name, _, token = REFS.query(criterion, "Patient").partition("=")
    assert name == "_id"
    assert KEYS.id("search", criterion) == token
    kept, added = REFS.reference(f"Observation?identifier=http://x.example|1&{criterion}").split("&")
    assert kept == REFS.reference("Observation?identifier=http://x.example|1")
    assert added == f"_id={token}"


def test_identifiers_of_two_systems_and_ids_of_two_sources_stay_apart() -> None:
    assert KEYS.identifier("a", "1", "") != KEYS.identifier("b", "1", "") != KEYS.identifier(None, "1", "")
    other = RecordPseudonyms(RING, "enclave", source="north")
    assert other.id("Patient", "1") != KEYS.id("Patient", "1")
    assert other.subject("1") != KEYS.subject("1")
    assert other.identifier("a", "1", "") == KEYS.identifier("a", "1", "")


def test_two_recipients_share_no_pseudonym() -> None:
    there = RecordPseudonyms(RING, "elsewhere")
    for name in ("uri", "system", "subject"):
        assert getattr(there, name)("1") != getattr(KEYS, name)("1")
    for name in ("id", "uuid", "code"):
        assert getattr(there, name)("x", "1") != getattr(KEYS, name)("x", "1")


def test_publishers_urls_stay_and_others_do_not() -> None:
    profile = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient"
    assert REFS.canonical(profile) == profile
    assert REFS.canonical(f"{profile}|3.1.1") == f"{profile}|3.1.1"
    own = REFS.canonical("http://doe-clinic.example/Questionnaire/1|2.0#x")
    assert own == f"{REFS.uri('http://doe-clinic.example/Questionnaire/1')}|2.0#{KEYS.fragment('Questionnaire/1', 'x')}"
    assert "Doe" not in REFS.canonical(f"{profile}|Doe")
    for version in ("1948", "1948-07", "1948.7", "1899"):
        assert version not in REFS.canonical(f"{profile}|{version}")
    assert REFS.canonical(f"{profile}|2024") == f"{profile}|2024"
    assert REFS.canonical("Questionnaire/7") == f"Questionnaire/{KEYS.id('Questionnaire', '7')}"
    assert REFS.system("http://doe-clinic.example").startswith("urn:redactor:system:")


@each_row(
    "value", ["John Doe", "Smith/John", "Patient/John Doe", "Doe?name=x", "http://ehr.example/~doe", "doe@example.com"]
)
def test_an_unknown_form_of_reference_becomes_opaque(value: str) -> None:
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", REFS.reference(value))


def schema(kind: str | None, *paths: str, fhir: str | None = "R4") -> CompiledSchema:
    return CompiledSchema("t", "1", "0", Branch("T"), tuple(tuple(p.split(".")) for p in paths), kind, None, fhir)


CONDITION = schema("Condition", "subject.reference", "participant.actor.reference")


@each_row(
    ("data", "aliases", "patient"),
    [
        ({"subject": {"reference": "Patient/1"}}, {}, "1"),
        ({"subject": {"reference": "https://x.example/fhir/Patient/1/_history/2"}}, {}, "1"),
        ({"subject": {"reference": "Group/1"}}, {}, None),
        ({"subject": {"reference": UUID}}, {UUID: "Patient/1"}, "1"),
        ({"subject": {"reference": UUID}}, {}, None),
        ({"subject": {"reference": "Patient?identifier=http://x|77"}}, {}, None),
        ({"subject": {"reference": "Patient?_id=77"}}, {}, "77"),
        ({"participant": [{"actor": {"reference": "Practitioner/9"}}, {"actor": {"reference": "Patient/1"}}]}, {}, "1"),
        ({"participant": [{"actor": {"reference": "Patient/2"}}, {"actor": {"reference": "Patient/1"}}]}, {}, None),
        ({"subject": "Patient/1"}, {}, None),
        ({}, {}, None),
    ],
)
def test_the_subject_of_a_record(data: dict[str, Any], aliases: dict[str, str], patient: str | None) -> None:
    assert patient_of(CONDITION, RecordIn(data, "1", aliases=aliases)) == patient


def test_a_patient_is_its_own_subject_with_or_without_an_id() -> None:
    patient = schema("Patient", "id")
    assert patient_of(patient, RecordIn({"id": "1"}, "1")) == "1"
    assert patient_of(patient, RecordIn({}, "1", full_url=UUID)) == UUID[9:]
    assert patient_of(patient, RecordIn({}, "1", full_url=UUID, aliases={UUID: "Patient/5"})) == "5"
    assert patient_of(patient, RecordIn({}, "1")) is None


def test_flat_records_and_the_crosswalk() -> None:
    flat = schema(None, "patient_id", fhir=None)
    assert patient_of(flat, RecordIn({"patient_id": 7}, "1")) == "7"
    token = subject_of(flat, RecordIn({"patient_id": 7}, "1"), KEYS, {"7": "main"}.__getitem__)
    assert token == KEYS.subject("main")
    assert subject_of(flat, RecordIn({}, "1"), KEYS, str) is None


def test_targets_of_references() -> None:
    assert reference_target("Practitioner/3", {}) == ("Practitioner", "3")
    assert reference_target("http://x/Doe/3", {}) is None
