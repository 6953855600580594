"""HumanName of clinicians with one given name and the class of role, where the profile wants names simple."""

from __future__ import annotations

from typing import Any

import pytest

from redactor.entities import Entity
from tests.each_row import each_row
from tests.unit.record_kit import patient, released

_NAME = {
    "family": "van den Berg-Smith",
    "given": ["Mary-Ann", "K."],
    "_given": [None, {"extension": [{"url": "http://hl7.org/fhir/StructureDefinition/x", "valueCode": "y"}]}],
    "prefix": ["Dr."],
    "suffix": ["MD", "FACS", "III"],
}


def name_of(resource: str, name: dict[str, Any], **options: Any) -> dict[str, Any]:
    made = released({"resourceType": resource, "id": "a", "name": [name]}, **options)
    return dict(made["name"][0])


def test_a_clinician_has_one_given_name_and_the_class_of_role() -> None:
    got = name_of("Practitioner", _NAME, simple_names=True)
    tag = Entity.DOCTOR.tag
    assert got == {"family": tag, "given": [tag], "prefix": ["Dr."], "suffix": ["MD"]}


@each_row(
    ("suffix", "left"),
    [
        (["DO", "MPH"], ["MD"]),
        (["MD, PhD"], ["MD"]),
        (["M.D."], ["MD"]),
        (["BSN", "RN"], ["RN"]),
        (["FNP-BC"], ["NP"]),
        (["PA-C"], ["PA"]),
        (["III"], None),
        (["FACS", "MBA"], None),
        ([], None),
    ],
)
def test_degrees_leave_as_one_class(suffix: list[str], left: list[str] | None) -> None:
    got = name_of("Practitioner", {"family": "Doe", "suffix": suffix}, simple_names=True)
    assert got.get("suffix") == left and "_suffix" not in got


def test_the_whole_given_name_stays_before_an_initial() -> None:
    got = name_of("Practitioner", {"family": "Doe", "given": ["J.", "Robert"]}, simple_names=True)
    assert len(got["given"]) == 1


def test_patients_and_clinicians_under_other_profiles_keep_their_names() -> None:
    family = {"family": "Doe", "given": ["Jane", "Q."], "suffix": ["MD", "MPH"]}
    assert name_of("Practitioner", family)["suffix"] == ["MD", "MPH"]
    assert len(name_of("Practitioner", family)["given"]) == 2
    kept = released(patient(name=[family]), simple_names=True)["name"][0]
    assert len(kept["given"]) == 2 and kept["suffix"] == ["MD", "MPH"]


@pytest.mark.parametrize("name", [{"given": [], "suffix": [None]}, {"given": [None, "A"], "family": "Doe"}, {}])
def test_odd_names_pass_the_handler(name: dict[str, Any]) -> None:
    released({"resourceType": "Practitioner", "id": "a", "active": True, "name": [name]}, simple_names=True)
