"""The Patient of a member, and the ways in which records say that charts are of one household."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.household_members import Family, Json, Member, human_name, role_of
from redactor.sample import numbers

_MRN = "http://hospital.example/mrn"
_SSN = "http://hl7.org/fhir/sid/us-ssn"
_PLACEHOLDERS = ("000-00-0000", "999-99-9999", "123-45-6789", "111-11-1111")
_ROLES = {"spouse": "SPS", "parent": "PRN", "child": "CHILD", "sibling": "SIB"}


def add_patient(family: Family, chart: Member, *, placeholder: bool) -> None:
    """The Patient of a member. Contacts name others without anything that decides who they are."""
    name = family.patient_id(chart)
    names = [human_name(chart)]
    if chart.former and family.rng.random() < 0.5:
        names.append({"use": "maiden", "family": chart.former, "given": [chart.given]})
    ssn = family.rng.choice(_PLACEHOLDERS) if placeholder else chart.ssn
    record: Json = {
        "resourceType": "Patient", "id": name, "name": names, "birthDate": chart.born,
        "identifier": [{"system": _MRN, "value": chart.mrn}, {"system": _SSN, "value": ssn}],
        "telecom": [{"system": "phone", "value": chart.phone}], "address": [family.home],
        "gender": "female" if chart.female else "male",
    }  # fmt: skip
    others = [m for m in family.members if m is not chart]
    record["contact"] = [
        {"relationship": [{"text": role_of(chart, m)}], "name": human_name(m, family.rng)} for m in others[:2]
    ]
    reference = family.add(record)
    for i, human in enumerate(names):
        family.names(reference, f"name[{i}]", chart, human)
    for i, m in enumerate(others[:2]):
        family.names(reference, f"contact[{i}].name", m, record["contact"][i]["name"])


def _related(family: Family, chart: Member, other: Member, **more: Any) -> str:
    """A RelatedPerson in a chart, with a name and what is given besides."""
    human = more.pop("human", None) or human_name(other, family.rng)
    coding = [{"system": "http://terminology.hl7.org/CodeSystem/v3-RoleCode", "code": _ROLES[role_of(chart, other)]}]
    record = {
        "resourceType": "RelatedPerson", "id": f"{family.patient_id(chart)}-r-{other.id}",
        "patient": {"reference": f"Patient/{family.patient_id(chart)}"},
        "relationship": [{"coding": coding}], "name": [human], **more,
    }  # fmt: skip
    reference = family.add(record)
    family.names(reference, "name[0]", other, human)
    return reference


def _patient(family: Family, member: Member) -> Json:
    return next(r for r in family.records if r["resourceType"] == "Patient" and r["id"] == family.patient_id(member))


def _pairs(family: Family) -> list[tuple[Member, Member]]:
    """The first chart with each other one."""
    return [(family.charts[0], other) for other in family.charts[1:]]


def _link_to_related_person(family: Family) -> None:
    for chart, other in _pairs(family):
        reference = _related(family, chart, other)
        _patient(family, other).setdefault("link", []).append({"other": {"reference": reference}, "type": "seealso"})


def _person(family: Family) -> None:
    for chart, other in _pairs(family):
        targets = [_related(family, chart, other), f"Patient/{family.patient_id(other)}"]
        human = human_name(other)
        record = {
            "resourceType": "Person", "id": f"{family.id}-p-{other.id}", "name": [human],
            "link": [{"target": {"reference": t}, "assurance": "level3"} for t in targets],
        }  # fmt: skip
        family.names(family.add(record), "name[0]", other, human)


def _same_mrn(family: Family) -> None:
    for chart, other in _pairs(family):
        _related(family, chart, other, identifier=[{"system": _MRN, "value": other.mrn}])


def _same_ssn(family: Family) -> None:
    for chart, other in _pairs(family):
        _patient(family, other)["identifier"][1]["value"] = other.ssn
        _related(family, chart, other, identifier=[{"system": _SSN, "value": other.ssn.replace("-", "")}])


def _same_birth_date(family: Family) -> None:
    for chart, other in _pairs(family):
        _related(family, other, chart, birthDate=chart.born)


def _maiden_name(family: Family) -> None:
    """A relative's record has the surname of before, her own chart both."""
    for chart, other in _pairs(family):
        mother = _patient(family, chart)
        if len(mother["name"]) == 1:
            mother["name"].append({"use": "old", "family": chart.former})
            family.names(f"Patient/{mother['id']}", "name[1]", chart, mother["name"][1])
        human = {"text": f"{chart.given} {chart.former}", "family": chart.former, "given": [chart.given]}
        _related(family, other, chart, human=human, birthDate=chart.born)


def _contact_with_phone(family: Family) -> None:
    for chart, other in _pairs(family):
        _contact(family, other, chart, telecom=[{"system": "phone", "value": f"({chart.phone[:3]}) {chart.phone[4:]}"}])


def _contact_with_address(family: Family) -> None:
    for chart, other in _pairs(family):
        _contact(family, other, chart, address=family.home)


def _contact(family: Family, chart: Member, other: Member, **more: Any) -> None:
    record = _patient(family, chart)
    human = human_name(other, family.rng)
    record["contact"].append({"relationship": [{"text": "emergency contact"}], "name": human, **more})
    family.names(f"Patient/{record['id']}", f"contact[{len(record['contact']) - 1}].name", other, human)


def _mutual_contacts(family: Family) -> None:
    for chart, other in _pairs(family):
        _contact(family, chart, other)
        _contact(family, other, chart)


def _subscriber(family: Family) -> None:
    for chart, other in _pairs(family):
        family.add({
            "resourceType": "Coverage", "id": f"{family.patient_id(other)}-c", "status": "active",
            "beneficiary": {"reference": f"Patient/{family.patient_id(other)}"},
            "subscriber": {"reference": f"Patient/{family.patient_id(chart)}"},
            "subscriberId": numbers.random_digits(family.rng, 9), "payor": [{"display": "Blue Plan"}],
            "class": [{"type": {"text": "group"}, "value": "GRP-77120"}],
        })  # fmt: skip


def _contained_subscriber(family: Family) -> None:
    for chart, other in _pairs(family):
        human = human_name(chart)
        reference = {"reference": f"Patient/{family.patient_id(other)}"}
        held = {"resourceType": "RelatedPerson", "id": "s", "patient": reference, "name": [human]}
        record = {
            "resourceType": "Coverage", "id": f"{family.patient_id(other)}-c", "status": "active",
            "contained": [{**held, "identifier": [{"system": _MRN, "value": chart.mrn}]}],
            "beneficiary": reference, "subscriber": {"reference": "#s"}, "payor": [{"display": "Blue Plan"}],
        }  # fmt: skip
        family.names(family.add(record), "contained[0].name[0]", chart, human)


def _guarantor(family: Family) -> None:
    for chart, other in _pairs(family):
        family.add({
            "resourceType": "Account", "id": f"{family.patient_id(other)}-a", "status": "active",
            "subject": [{"reference": f"Patient/{family.patient_id(other)}"}],
            "guarantor": [{"party": {"reference": f"Patient/{family.patient_id(chart)}"}}],
        })  # fmt: skip


def _group(family: Family) -> None:
    if len(family.charts) > 1:
        family.add({
            "resourceType": "Group", "id": f"{family.id}-g", "type": "person", "actual": True,
            "code": {"text": "Family"}, "member": [
                {"entity": {"reference": f"Patient/{family.patient_id(m)}"}} for m in family.charts
            ],
        })  # fmt: skip


def _second_chart(family: Family) -> None:
    """The mother's chart of before her marriage, replaced by the one of today; contacts of children link to it."""
    mother = family.charts[0]
    old = {"use": "official", "family": mother.former, "given": [mother.given]}
    link = [{"other": {"reference": f"Patient/{family.patient_id(mother)}"}, "type": "replaced-by"}]
    record = {"resourceType": "Patient", "id": f"{family.id}-old", "name": [old], "link": link, "active": False}
    family.names(family.add(record), "name[0]", mother, old)
    for _, other in _pairs(family):
        _related(family, other, mother, identifier=[{"system": _MRN, "value": mother.mrn}])


TIES: tuple[Callable[[Family], None], ...] = (
    _link_to_related_person, _person, _same_mrn, _same_ssn, _same_birth_date, _maiden_name, _contact_with_phone,
    _contact_with_address, _mutual_contacts, _subscriber, _contained_subscriber, _guarantor, _group, _second_chart,
)  # fmt: skip
