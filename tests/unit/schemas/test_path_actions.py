"""Actions that a profile gives to single paths: what they change, and what they may not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from redactor.engine import Engine
from redactor.errors import ProfileError
from redactor.policy.profiles import SHIPPED, Profile, parse_profile
from redactor.policy.tag_replacer import TagReplacer
from schemas.documents.registry import Registry
from schemas.engine import json_codec
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.path_actions import PathActions
from schemas.engine.records import RecordIn
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, RING, Words


def profile_with(paths: object, base: str = "hipaa-safe-harbor") -> Profile:
    return parse_profile({**json.loads((SHIPPED / f"{base}.json").read_text()), "paths": paths})


def registry_of(profile: Profile) -> Registry:
    return Registry(allow_unapproved=True, paths=PathActions(profile.paths, shifts=profile.shifts_dates))


def released(record: dict[str, Any], paths: dict[str, str], base: str = "hipaa-safe-harbor") -> dict[str, Any]:
    profile = profile_with(paths, base)
    engine = Engine([Words("Leeds", "Roe")], TagReplacer(profile, RING, "enclave"))
    out = Applier(registry_of(profile), engine, KEYS, ApplyOptions()).apply([RecordIn(record, "1:1")])[0]
    assert out.data is not None, out.reason
    data: dict[str, Any] = json.loads(json_codec.encode(out.data))
    return data


PATIENT = {
    "resourceType": "Patient", "id": "p1", "name": [{"family": "Roe"}], "birthDate": "1980-05-06",
    "address": [{"city": "Leeds", "state": "MA", "postalCode": "01053"}, {"city": "Hadley 7", "country": "US"}],
    "contact": [{"name": {"family": "Doe"}, "address": {"city": "Leeds"}}],
    "text": {"status": "generated", "div": '<div xmlns="http://www.w3.org/1999/xhtml">Roe of Leeds</div>'},
    "contained": [{"resourceType": "Organization", "id": "o", "name": "Mercy", "address": [{"city": "Leeds"}]}],
}  # fmt: skip


def test_a_path_keeps_its_field_alone() -> None:
    data = released(PATIENT, {"Patient.address.city": "keep"})
    assert [a["city"] for a in data["address"]] == ["Leeds", "[CITY]"]  # a city has no digits
    assert data["contact"][0]["address"]["city"] == data["contained"][0]["address"][0]["city"] == "[CITY]"
    assert "Leeds" not in data["text"]["div"]
    assert data["name"][0]["family"] == "[PERSON]"


def test_a_path_reaches_contained_resources_and_loosens_or_tightens() -> None:
    paths = {"Organization.name": "keep", "Patient.address.state": "tag", "Patient.address.postalCode": "hash"}
    data = released(PATIENT, {**paths, "Organization.address.city": "keep"})
    assert data["contained"][0]["name"] == "Mercy"
    assert data["contained"][0]["address"][0]["city"] == "Leeds"
    assert data["address"][0]["state"] == "[STATE]"
    assert data["address"][0]["postalCode"].startswith("[ZIP:")


def test_a_path_of_a_table_holds_in_any_letters() -> None:
    row = {"PERSON_ID": 7, "GENDER_CONCEPT_ID": 8507, "YEAR_OF_BIRTH": 1980, "MONTH_OF_BIRTH": 5, "DAY_OF_BIRTH": 6,
           "RACE_CONCEPT_ID": 8527, "ETHNICITY_CONCEPT_ID": 38003564}  # fmt: skip
    assert released(row, {}, "limited-dataset")["YEAR_OF_BIRTH"] == 1980
    tagged = released(row, {"omop_person.year_of_birth": "tag"}, "limited-dataset")
    assert tagged["YEAR_OF_BIRTH"] is None
    assert tagged["MONTH_OF_BIRTH"] == 5


def test_the_contact_point_of_a_site_may_stay_and_that_of_a_patient_may_not() -> None:
    site = {"resourceType": "Organization", "id": "o", "name": "Mercy", "telecom": [
        {"system": "email", "value": "a@mercy.example"}, {"system": "phone", "value": "617 555 0142"}]}  # fmt: skip
    kept = released(site, {"Organization.telecom.value": "keep"})
    assert [t["value"] for t in kept["telecom"]] == ["a@mercy.example", "617 555 0142"]


@each_row(
    ("path", "action", "base", "message"),
    [
        ("Patient.id", "keep", "hipaa-safe-harbor", "literal rule hash"),
        ("Patient.identifier.value", "keep", "hipaa-safe-harbor", "literal rule hash"),
        ("Patient.identifier.value", "tag", "hipaa-safe-harbor", "literal rule hash"),
        ("Patient.address.id", "keep", "limited-dataset", "literal rule drop"),
        ("Patient.gender", "tag", "hipaa-safe-harbor", "literal rule passThrough"),
        ("Patient.text.div", "keep", "hipaa-safe-harbor", "rule autoDeID"),
        ("Patient.name.family", "keep", "hipaa-safe-harbor", "identifies a patient"),
        ("Patient.telecom.value", "keep", "hipaa-safe-harbor", "identifies a patient"),
        ("Patient.address.line", "keep", "hipaa-safe-harbor", "identifies a patient"),
        ("Patient.contact.name.text", "keep", "hipaa-safe-harbor", "identifies a patient"),
        ("RelatedPerson.name.given", "keep", "hipaa-safe-harbor", "identifies a patient"),
        ("Encounter.subject.display", "keep", "hipaa-safe-harbor", "identifies a patient"),
        ("Patient.address", "keep", "hipaa-safe-harbor", "name the fields in it"),
        ("Patient.adress.city", "keep", "hipaa-safe-harbor", "no schema has the field"),
        ("Patient.address.city.x", "keep", "hipaa-safe-harbor", "no schema has the field"),
        ("Address.city", "keep", "hipaa-safe-harbor", "no schema has the field"),
        ("Patients.birthDate", "tag", "hipaa-safe-harbor", "no schema has the field"),
        ("Patient.birthDate", "keep", "hips", "would show the shift"),
        ("Encounter.period.start", "generalize", "hips", "would show the shift"),
        ("Coverage.period.start", "keep", "hips", "would show the shift"),
    ],
)
def test_a_path_that_loosens_too_much_stops_the_start(path: str, action: str, base: str, message: str) -> None:
    with pytest.raises(ProfileError, match=message):
        registry_of(profile_with({path: action}, base)).check()


@each_row(
    "paths",
    [
        None, [], "Patient.birthDate", {"Patient.birthDate": "shift"}, {"Patient.birthDate": "surrogate"},
        {"Patient.birthDate": "burn"}, {"Patient.birthDate": None}, {"Patient.birthDate": ["keep"]},
        {"Patient": "keep"},
        {"Patient.": "keep"}, {".": "keep"}, {"Patient..city": "keep"}, {"Patient.address[0].city": "keep"},
        {"": "keep"},
    ],
)  # fmt: skip
def test_paths_that_are_none_are_refused_at_load(paths: object) -> None:
    with pytest.raises(ProfileError):
        profile_with(paths)


def test_paths_change_no_schema_of_another_profile() -> None:
    released(PATIENT, {"Patient.address.city": "keep"})
    assert released(PATIENT, {})["address"][0]["city"] == "[CITY]"
    assert profile_with({"Patient.address.city": "keep"}).digest != profile_with({"Patient.address.city": "tag"}).digest
