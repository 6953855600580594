"""Known values of single resource types, beyond those of their datatypes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redactor.entities import Entity, Role
from redactor.text import KnownValue
from schemas.harvest.datatypes import facility_value, objects_of, person_value, string_of, strings_of
from schemas.harvest.owners import RELATIVE, SUBJECT
from schemas.harvest.results import Harvest, Link

_E, _R = Entity, Role


def _patient(node: dict[str, Any], out: Harvest) -> None:
    _birth(node, out, _R.PATIENT)
    died = string_of(node.get("deceasedDateTime"))
    if died:
        out.subject_values.append(KnownValue(died[:10], _E.DEATH_DATE_TIME, _R.PATIENT))
    for extension in objects_of(node.get("extension")):
        if string_of(extension.get("url")).endswith("mothersMaidenName"):
            name = string_of(extension.get("valueString"))
            if name:
                out.subject_values.append(person_value(name, RELATIVE))
    source = _own_reference(node)
    for link in objects_of(node.get("link")):
        for key in ("other", "target"):
            target = link.get(key)
            reference = string_of(target.get("reference")) if isinstance(target, dict) else ""
            if source and reference:
                out.links.append(Link(source, reference, string_of(link.get("type")) or "seealso"))


def _relative(node: dict[str, Any], out: Harvest) -> None:
    _birth(node, out, _R.RELATIVE)
    patient = node.get("patient")
    reference = string_of(patient.get("reference")) if isinstance(patient, dict) else ""
    if reference and _own_reference(node):
        out.links.append(Link(_own_reference(node), reference, "related"))


def _birth(node: dict[str, Any], out: Harvest, role: Role) -> None:
    born = string_of(node.get("birthDate"))
    if born:
        out.subject_values.append(KnownValue(born, _E.BIRTH_DATE_TIME, role))


def _coverage(node: dict[str, Any], out: Harvest) -> None:
    values = [*strings_of(node.get("subscriberId")), *strings_of(node.get("dependent"))]
    for entry in objects_of(node.get("class")):
        values.extend(strings_of(entry.get("value")))
    out.subject_values.extend(KnownValue(v, _E.HEALTH_PLAN_ID, _R.PATIENT) for v in values)


def _account(node: dict[str, Any], out: Harvest) -> None:
    name = string_of(node.get("name"))
    if name:
        out.subject_values.append(person_value(name, SUBJECT))


def _device(node: dict[str, Any], out: Harvest) -> None:
    values = [*strings_of(node.get("serialNumber")), *strings_of(node.get("distinctIdentifier"))]
    for carrier in objects_of(node.get("udiCarrier")):
        values.extend(strings_of(carrier.get("carrierHRF")))
    out.subject_values.extend(KnownValue(v, _E.DEVICE_ID, _R.PATIENT) for v in values)


def _clinician(node: dict[str, Any], out: Harvest) -> None:
    born = string_of(node.get("birthDate"))
    if born:
        out.site_values.append(KnownValue(born, _E.BIRTH_DATE_TIME, _R.CLINICIAN))


def _organization(node: dict[str, Any], out: Harvest) -> None:
    resource_type = string_of(node.get("resourceType"))
    names = [name for key in ("name", "alias") for name in strings_of(node.get(key))]
    out.site_values.extend(facility_value(name, resource_type) for name in names)


def _endpoint(node: dict[str, Any], out: Harvest) -> None:
    address = string_of(node.get("address"))
    if address:
        out.site_values.append(KnownValue(address, _E.URL, _R.SITE))
    _organization(node, out)


def _own_reference(node: dict[str, Any]) -> str:
    """The reference to a resource itself ("Patient/1"), or ""."""
    resource_type, own = string_of(node.get("resourceType")), string_of(node.get("id"))
    return f"{resource_type}/{own}" if resource_type and own else ""


HARVEST_BY_TYPE: dict[str, Callable[[dict[str, Any], Harvest], None]] = {
    "Patient": _patient,
    "Person": _patient,
    "RelatedPerson": _relative,
    "Coverage": _coverage,
    "Account": _account,
    "Device": _device,
    "Practitioner": _clinician,
    "Organization": _organization,
    "Location": _organization,
    "HealthcareService": _organization,
    "Endpoint": _endpoint,
}
