"""Takes known values out of FHIR datatypes: HumanName, ContactPoint, Address, Identifier, and the display of a
Reference.

Every function takes JSON of any shape and ignores what does not have the shape of the datatype. The tables tell whose
values a resource holds, by its type and by the field of a reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from redactor.detect.known import split_name
from redactor.entities import Entity, Role
from redactor.lexicon import names as name_lists
from redactor.lexicon.names import canonical
from redactor.text import KnownValue
from schemas.engine.datatype_handlers.name_address_contact import ENTITY_OF_SYSTEM
from schemas.harvest.results import Harvest, PersonValues

_E, _R = Entity, Role


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a resource's values: the entity of the owner's names, the role, and whether they belong to
    the site.
    """

    name: Entity
    role: Role
    site: bool = False


SUBJECT = Owner(_E.PATIENT, _R.PATIENT)
RELATIVE = Owner(_E.PERSON, _R.RELATIVE)
CLINICIAN = Owner(_E.DOCTOR, _R.CLINICIAN, site=True)
SITE = Owner(_E.PERSON, _R.SITE, site=True)
OTHER = Owner(_E.PERSON, _R.OTHER)

# Of types that are not listed the subject is the owner.
OWNERS = {
    "Patient": SUBJECT,
    "Person": SUBJECT,
    "RelatedPerson": RELATIVE,
    "Practitioner": CLINICIAN,
    "PractitionerRole": CLINICIAN,
    "Organization": SITE,
    "OrganizationAffiliation": SITE,
    "Location": SITE,
    "HealthcareService": SITE,
    "Endpoint": SITE,
    "CareTeam": OTHER,
}
# Types whose names are people's.
PEOPLE = {"Patient": SUBJECT, "Person": SUBJECT, "RelatedPerson": RELATIVE, "Practitioner": CLINICIAN}
PEOPLE["PractitionerRole"] = CLINICIAN
# Types whose names are organisations' or places'; the entity where the name itself does not tell.
PLACES = {
    "Organization": _E.ORGANIZATION,
    "Location": _E.LOCATION,
    "HealthcareService": _E.ORGANIZATION,
    "Endpoint": _E.ORGANIZATION,
}
# The type that a reference refers to, by its field, where the reference itself does not say.
TYPE_OF_FIELD = {
    "subject": "Patient", "patient": "Patient", "beneficiary": "Patient", "subscriber": "RelatedPerson",
    "individual": "Practitioner", "author": "Practitioner", "performer": "Practitioner",
    "requester": "Practitioner", "recorder": "Practitioner",
    "asserter": "Practitioner", "practitioner": "Practitioner", "authenticator": "Practitioner",
    "generalPractitioner": "Practitioner", "participant": "Practitioner", "sender": "Practitioner",
    "serviceProvider": "Organization", "organization": "Organization", "custodian": "Organization",
    "managingOrganization": "Organization", "provider": "Organization", "payor": "Organization", "location": "Location",
}  # fmt: skip
# Fields by which a resource refers to somebody else than its subject, with the types that have them.
PERSON_FIELDS = {
    "subscriber": frozenset({"Coverage"}),
    "policyHolder": frozenset({"Coverage"}),
    "party": frozenset({"Account"}),
}


# HL7 v2 table 0203 (identifier type), and codes that hospitals add to it.
IDENTIFIER_BY_TYPE = {
    "MR": _E.MEDICAL_RECORD_NUMBER, "MRN": _E.MEDICAL_RECORD_NUMBER, "PI": _E.MEDICAL_RECORD_NUMBER,
    "PT": _E.MEDICAL_RECORD_NUMBER, "MRT": _E.MEDICAL_RECORD_NUMBER, "SS": _E.SSN_OR_TAXPAYER, "SB": _E.SSN_OR_TAXPAYER,
    "TAX": _E.SSN_OR_TAXPAYER, "EN": _E.SSN_OR_TAXPAYER, "DL": _E.DRIVER_ID_US, "PPN": _E.PASSPORT_NUMBER_US,
    "MB": _E.HEALTH_PLAN_ID, "HC": _E.HEALTH_PLAN_ID, "MC": _E.HEALTH_PLAN_ID, "MA": _E.HEALTH_PLAN_ID,
    "MI": _E.HEALTH_PLAN_ID, "SN": _E.HEALTH_PLAN_ID, "NH": _E.HEALTH_PLAN_ID, "NIIP": _E.HEALTH_PLAN_ID,
    "AN": _E.FIN, "AC": _E.FIN, "VN": _E.FIN, "FIN": _E.FIN, "CSN": _E.FIN, "VISIT": _E.FIN,
    "NPI": _E.CERTIFICATE_NUMBER, "MD": _E.CERTIFICATE_NUMBER, "DEA": _E.CERTIFICATE_NUMBER,
    "LN": _E.CERTIFICATE_NUMBER, "SL": _E.CERTIFICATE_NUMBER, "RN": _E.CERTIFICATE_NUMBER,
    "UPIN": _E.CERTIFICATE_NUMBER,
    "BA": _E.BANK_ACCOUNT_NUMBER, "CC": _E.CREDIT_DEBIT_NUMBER, "SNO": _E.DEVICE_ID, "UDI": _E.DEVICE_ID,
    "LACSN": _E.ID, "ACSN": _E.ID,
}  # fmt: skip
# Parts of system URIs, looked for in this order.
IDENTIFIER_BY_SYSTEM = (
    ("us-ssn", _E.SSN_OR_TAXPAYER),
    ("2.16.840.1.113883.4.1", _E.SSN_OR_TAXPAYER),
    ("us-npi", _E.CERTIFICATE_NUMBER),
    ("2.16.840.1.113883.4.6", _E.CERTIFICATE_NUMBER),
    ("us-medicare", _E.HEALTH_PLAN_ID),
    ("us-mbi", _E.HEALTH_PLAN_ID),
    ("passport", _E.PASSPORT_NUMBER_US),
    ("driver", _E.DRIVER_ID_US),
    ("mrn", _E.MEDICAL_RECORD_NUMBER),
)
IDENTIFIER_BY_RESOURCE = {
    "Patient": _E.MEDICAL_RECORD_NUMBER,
    "Coverage": _E.HEALTH_PLAN_ID,
    "Account": _E.FIN,
    "Encounter": _E.FIN,
    "EpisodeOfCare": _E.FIN,
    "Device": _E.DEVICE_ID,
    "Practitioner": _E.CERTIFICATE_NUMBER,
}
# Patterns in the name of a facility, tried in this order.
FACILITY_BY_NAME = (
    (re.compile(r"(?i)pharma|drug|apothecary"), _E.PHARMACY),
    (re.compile(r"(?i)\blabs?\b|laborator|diagnostic|imaging"), _E.DIAGNOSTIC_LABS),
    (re.compile(r"(?i)hospital|medical|clinic|health|\bmed ctr\b|\bhosp\b|care|infirmary|hospice"), _E.HOSPITAL),
)


_CACHE = 8192  # names in references, which recur from record to record
_UUID = re.compile(r"(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_TYPE_IN_REFERENCE = re.compile(r"(?:^|/)([A-Z][A-Za-z]+)[/?]")
_NAME_PARTS = ("prefix", "given", "family", "suffix")
_MOSTLY_GIVEN = 10
_ADDRESS_PARTS = ("line", "city", "district", "state", "postalCode", "country")


def string_of(value: object) -> str:
    """Return a string without surrounding white space, or "" for any other value."""
    return value.strip() if isinstance(value, str) else ""


def strings_of(value: object) -> list[str]:
    """Return the strings in a value or array that are not blank."""
    return [t for t in map(string_of, value if isinstance(value, list) else [value]) if t]


def objects_of(value: object) -> Iterator[dict[str, Any]]:
    """Yield the objects in a value or array."""
    yield from (item for item in (value if isinstance(value, list) else (value,)) if isinstance(item, dict))


def name_values(node: dict[str, Any], owner: Owner) -> Iterator[KnownValue]:
    """Yield the values of a HumanName: its parts as one value, and its text where that says more than the parts."""
    parts = tuple((part, text) for part in _NAME_PARTS for text in strings_of(node.get(part)))
    whole = string_of(node.get("text"))
    if parts:
        yield KnownValue(" ".join(text for _, text in parts), owner.name, owner.role, parts)
    if whole and (not parts or any(text not in whole for part, text in parts if part != "prefix")):
        yield person_value(whole, owner)


@lru_cache(maxsize=_CACHE)
def person_value(name: str, owner: Owner) -> KnownValue:
    """Return the value of a person's name that is written in one string."""
    parts = split_name(name) if owner.role is Role.CLINICIAN else split_name_of_layperson(name)
    return KnownValue(name, owner.name, owner.role, parts)


def split_name_of_layperson(name: str) -> tuple[tuple[str, str], ...]:
    """Split the name of a patient, relative or contact as `split_name` does, but read a single word as a given name
    where few bear it as surname.

    Desks write "Lorraine" beside a phone number.
    """
    parts = split_name(name)
    if len(parts) == 1 and parts[0] == ("family", name):
        given, family = name_lists.shares(canonical(name))
        if given > _MOSTLY_GIVEN * family:
            return (("given", name),)
    return parts


def telecom_values(node: dict[str, Any], role: Role) -> Iterator[KnownValue]:
    """Yield the value of a ContactPoint."""
    value = string_of(node.get("value"))
    if value:
        entity = ENTITY_OF_SYSTEM.get(string_of(node.get("system")))
        if entity is None:
            entity = _E.EMAIL if "@" in value else _E.URL if "://" in value else _E.TELEPHONE_NUMBER
        yield KnownValue(value, entity, role)


def address_values(node: dict[str, Any], role: Role) -> Iterator[KnownValue]:
    """Yield the value of an Address: its text, or its parts in one line."""
    parts = tuple((part, text) for part in _ADDRESS_PARTS for text in strings_of(node.get(part)))
    whole = string_of(node.get("text"))
    if parts:
        yield KnownValue(whole or ", ".join(text for _, text in parts), _E.ADDRESS, role, parts)
    elif whole:
        yield KnownValue(whole, _E.ADDRESS, role)


def identifier_values(node: dict[str, Any], resource_type: str, role: Role) -> Iterator[KnownValue]:
    """Yield the value of an Identifier of a resource of the type."""
    value = string_of(node.get("value"))
    if not value:
        return
    is_uuid = _UUID.fullmatch(value) is not None
    if is_uuid and resource_type not in ("Patient", "Person", "RelatedPerson"):
        return  # patterns find UUIDs by their form, and a patient has hundreds
    entity = identifier_entity(node, resource_type)
    yield KnownValue(value, _E.GUID if is_uuid else entity, role)


def identifier_entity(node: dict[str, Any], resource_type: str) -> Entity:
    """Return the entity of an Identifier of a resource of the type."""
    coded = node.get("type")
    codings = coded.get("coding") if isinstance(coded, dict) else None
    for coding in codings if isinstance(codings, list) else ():
        code = coding.get("code") if isinstance(coding, dict) else None
        if isinstance(code, str) and code.upper() in IDENTIFIER_BY_TYPE:
            return IDENTIFIER_BY_TYPE[code.upper()]
    system = string_of(node.get("system")).lower()
    for part, entity in IDENTIFIER_BY_SYSTEM:
        if system.endswith(part) or (part.isalpha() and part in system):
            return entity
    return IDENTIFIER_BY_RESOURCE.get(resource_type, _E.ID)


def harvest_reference(field: str, node: dict[str, Any], person: PersonValues, out: Harvest) -> str:
    """Harvest the display of a Reference, and return the type that it refers to, or "" if that is unknown.

    `person` gets the name, if it is a person's.
    """
    if "code" in node:
        return ""  # a Coding
    target_type = reference_type(field, node)
    display = string_of(node.get("display"))
    if not display:
        return target_type
    owner = PEOPLE.get(target_type)
    if owner is not None:
        value = person_value(display, owner)
        # The patient's own clinicians are searched for as thoroughly as the patient: a surname alone is a match.
        person.values.append(value)
        if owner.site:
            out.site_values.append(value)
    elif target_type in PLACES:
        out.site_values.append(facility_value(display, target_type))
    return target_type


def reference_type(field: str, node: dict[str, Any]) -> str:
    """Return the resource type that a Reference refers to, or "" if that is unknown."""
    found = _TYPE_IN_REFERENCE.search(string_of(node.get("reference")))
    if found:
        return found[1]
    identifier = node.get("identifier")
    if isinstance(identifier, dict) and string_of(identifier.get("system")).endswith("us-npi"):
        return "Practitioner"
    return string_of(node.get("type")).rpartition("/")[2] or TYPE_OF_FIELD.get(field, "")


@lru_cache(maxsize=_CACHE)
def facility_value(name: str, resource_type: str) -> KnownValue:
    """Return the value of a facility's name, whose words decide its entity before its resource type does."""
    default = PLACES.get(resource_type, _E.ORGANIZATION)
    entity = next((e for pattern, e in FACILITY_BY_NAME if pattern.search(name)), default)
    return KnownValue(name, entity, Role.SITE)
