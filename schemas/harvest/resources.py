"""Takes known values out of single resource types, beyond those of their datatypes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from redactor.entities import Entity, Role
from redactor.text import KnownValue
from schemas.harvest.clues import clues_of_reference
from schemas.harvest.datatypes import RELATIVE, SUBJECT, facility_value, objects_of, person_value, string_of, strings_of
from schemas.harvest.results import ClueKind, Harvest, PersonValues, Tie

_E, _R = Entity, Role
# Words, and SNOMED CT's code of a family.
_FAMILY = re.compile(r"(?i)\bfamil(?:y|ia|ie|le)\b|\bhousehold\b|\b35359004\b")


def _harvest_patient(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    _harvest_birth(node, person, _R.PATIENT)
    died = string_of(node.get("deceasedDateTime"))
    if died:
        person.values.append(KnownValue(died[:10], _E.DEATH_DATE_TIME, _R.PATIENT))
    for extension in objects_of(node.get("extension")):
        if string_of(extension.get("url")).endswith("mothersMaidenName"):
            name = string_of(extension.get("valueString"))
            if name:
                person.values.append(person_value(name, RELATIVE))
    for link in objects_of(node.get("link")):
        _tie(link.get("other") or link.get("target"), out, ClueKind.LINK)


def _harvest_relative(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    _harvest_birth(node, person, _R.RELATIVE)
    if out.reference and person.name == out.reference:
        out.ties.append(Tie(out.reference, ClueKind.LINK))
        _tie(node.get("patient"), out, ClueKind.LINK)


def _tie(target: object, out: Harvest, kind: ClueKind) -> None:
    """Add a tie to the target of a Reference, by its reference or by an identifier."""
    if not isinstance(target, dict):
        return
    reference = string_of(target.get("reference"))
    if reference and not reference.startswith("#"):
        out.ties.append(Tie(reference, kind))
    elif not reference and (clues := list(clues_of_reference(target))):
        out.others.append(PersonValues(" ".join(clues[0].values), clues=clues))


def _harvest_birth(node: dict[str, Any], person: PersonValues, role: Role) -> None:
    born = string_of(node.get("birthDate"))
    if born:
        person.values.append(KnownValue(born, _E.BIRTH_DATE_TIME, role))


def _harvest_coverage(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    values = [*strings_of(node.get("subscriberId")), *strings_of(node.get("dependent"))]
    for entry in objects_of(node.get("class")):
        values.extend(strings_of(entry.get("value")))
    person.values.extend(KnownValue(v, _E.HEALTH_PLAN_ID, _R.PATIENT) for v in values)
    for key in ("beneficiary", "subscriber", "policyHolder"):
        _tie(node.get(key), out, ClueKind.ACCOUNT)


def _harvest_account(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    name = string_of(node.get("name"))
    if name:
        person.values.append(person_value(name, SUBJECT))
    for reference in objects_of(node.get("subject")):
        _tie(reference, out, ClueKind.ACCOUNT)
    for guarantor in objects_of(node.get("guarantor")):
        _tie(guarantor.get("party"), out, ClueKind.ACCOUNT)


def _harvest_group(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    """Tie the members of a group that calls itself a family; a cohort of a study is no household."""
    if any(_FAMILY.search(text) for text in _texts_of_group(node)):
        for member in objects_of(node.get("member")):
            _tie(member.get("entity"), out, ClueKind.LINK)


def _texts_of_group(node: dict[str, Any]) -> Iterator[str]:
    yield string_of(node.get("name"))
    for concept in objects_of(node.get("code")):
        yield string_of(concept.get("text"))
        for coding in objects_of(concept.get("coding")):
            yield string_of(coding.get("display"))
            yield string_of(coding.get("code"))


def _harvest_device(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    values = [*strings_of(node.get("serialNumber")), *strings_of(node.get("distinctIdentifier"))]
    for carrier in objects_of(node.get("udiCarrier")):
        values.extend(strings_of(carrier.get("carrierHRF")))
    person.values.extend(KnownValue(v, _E.DEVICE_ID, _R.PATIENT) for v in values)


def _harvest_clinician(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    born = string_of(node.get("birthDate"))
    if born:
        out.site_values.append(KnownValue(born, _E.BIRTH_DATE_TIME, _R.CLINICIAN))


def _harvest_organization(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    resource_type = string_of(node.get("resourceType"))
    names = [name for key in ("name", "alias") for name in strings_of(node.get(key))]
    out.site_values.extend(facility_value(name, resource_type) for name in names)


def _harvest_endpoint(node: dict[str, Any], person: PersonValues, out: Harvest) -> None:
    address = string_of(node.get("address"))
    if address:
        out.site_values.append(KnownValue(address, _E.URL, _R.SITE))
    _harvest_organization(node, person, out)


HARVEST_BY_TYPE: dict[str, Callable[[dict[str, Any], PersonValues, Harvest], None]] = {
    "Patient": _harvest_patient,
    "Person": _harvest_patient,
    "RelatedPerson": _harvest_relative,
    "Coverage": _harvest_coverage,
    "Account": _harvest_account,
    "Group": _harvest_group,
    "Device": _harvest_device,
    "Practitioner": _harvest_clinician,
    "Organization": _harvest_organization,
    "Location": _harvest_organization,
    "HealthcareService": _harvest_organization,
    "Endpoint": _harvest_endpoint,
}
