"""Known values out of structured records: whom and what a record names, for the detector to find in free text.

It reads parsed FHIR JSON by the shapes of its datatypes (a dict with `family` is a HumanName, wherever it stands), so
that contained resources, extensions and types it has not met give what they hold. It takes any JSON and never raises:
what is not shaped as FHIR says is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from redactor.detect.known import split_name
from redactor.entities import NAMES, Entity, Role
from redactor.text import KnownValue
from schemas.harvest.identifier_codes import BY_RESOURCE, BY_SYSTEM, BY_TYPE, FACILITY_SIGNS, TELECOM

_DEEP = 64
_CACHE = 8192  # names that references show: they recur from record to record
_E, _R = Entity, Role


@dataclass(frozen=True, slots=True)
class Link:
    """Two records about one person or one household.

    source, target: references ("Patient/1"). kind: as FHIR says ("replaces", "seealso", ...), or "related" for a
    relative.
    """

    source: str
    target: str
    kind: str


@dataclass(frozen=True, slots=True)
class Harvest:
    """What one resource gave: values of its subject, values of the site, and links between people."""

    subject_values: list[KnownValue] = field(default_factory=list)
    site_values: list[KnownValue] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Owner:
    """Whose values a resource holds."""

    name: Entity
    role: Role
    site: bool = False


_SUBJECT = _Owner(_E.PATIENT, _R.PATIENT)
_RELATIVE = _Owner(_E.PERSON, _R.RELATIVE)
_CLINICIAN = _Owner(_E.DOCTOR, _R.CLINICIAN, site=True)
_SITE = _Owner(_E.PERSON, _R.SITE, site=True)
_OTHER = _Owner(_E.PERSON, _R.OTHER)

_OWNERS = {
    "Patient": _SUBJECT,
    "Person": _SUBJECT,
    "RelatedPerson": _RELATIVE,
    "Practitioner": _CLINICIAN,
    "PractitionerRole": _CLINICIAN,
    "Organization": _SITE,
    "OrganizationAffiliation": _SITE,
    "Location": _SITE,
    "HealthcareService": _SITE,
    "Endpoint": _SITE,
    "CareTeam": _OTHER,
}
_PEOPLE = {"Patient": _SUBJECT, "Person": _SUBJECT, "RelatedPerson": _RELATIVE, "Practitioner": _CLINICIAN}
_PEOPLE["PractitionerRole"] = _CLINICIAN
_PLACES = {
    "Organization": _E.ORGANIZATION,
    "Location": _E.LOCATION,
    "HealthcareService": _E.ORGANIZATION,
    "Endpoint": _E.ORGANIZATION,
}
# Whom a reference without a type means, by the field it stands in.
_BY_FIELD = {
    "subject": "Patient", "patient": "Patient", "beneficiary": "Patient", "individual": "Practitioner",
    "author": "Practitioner", "performer": "Practitioner", "requester": "Practitioner", "recorder": "Practitioner",
    "asserter": "Practitioner", "practitioner": "Practitioner", "authenticator": "Practitioner",
    "generalPractitioner": "Practitioner", "participant": "Practitioner", "sender": "Practitioner",
    "serviceProvider": "Organization", "organization": "Organization", "custodian": "Organization",
    "managingOrganization": "Organization", "provider": "Organization", "payor": "Organization", "location": "Location",
}  # fmt: skip

_UUID = re.compile(r"(?:urn:uuid:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_REFERRED = re.compile(r"(?:^|/)([A-Z][A-Za-z]+)[/?]")
_PART_ORDER = ("prefix", "given", "family", "suffix")


def harvest(resource: object) -> Harvest:
    """The known values of one parsed FHIR resource. Never raises; anything but a resource gives nothing."""
    out = Harvest()
    if isinstance(resource, dict):
        _resource(resource, out, _OTHER, 0)
    for values in (out.subject_values, out.site_values):
        values[:] = dict.fromkeys(values)
    return out


def harvest_flat(pairs: Iterable[tuple[Any, Any, Any]]) -> list[KnownValue]:
    """Known values of a flat record, as (entity, role, value); names are split into parts, what is empty left out.

    entity and role may be members of Entity and Role or their labels. Whole numbers are taken as written.
    """
    out = []
    for entity, role, value in pairs:
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if isinstance(value, str) and value.strip() and isinstance(entity, str) and entity in _LABELS:
            kind = Entity(entity)
            parts = split_name(value) if kind in NAMES else ()
            who = Role(role) if isinstance(role, str) and role in _ROLES else None
            out.append(KnownValue(value.strip(), kind, who, parts))
    return list(dict.fromkeys(out))


_LABELS = frozenset(e.value for e in Entity)
_ROLES = frozenset(r.value for r in Role)


# --- Walking ----------------------------------------------------------------------------------------------------------


def _resource(node: dict[str, Any], out: Harvest, outer: _Owner, depth: int) -> None:
    kind = _text(node.get("resourceType"))
    owner = _OWNERS.get(kind, _SUBJECT if kind else outer)
    _SPECIAL.get(kind, _nothing)(node, out)
    _walk(node, kind, owner, out, depth)


def _walk(node: dict[str, Any], kind: str, owner: _Owner, out: Harvest, depth: int) -> None:
    if depth > _DEEP:
        return
    for key, value in node.items():
        if type(value) is str:
            continue
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, dict):
                _object(key, item, kind, owner, out, depth + 1)


def _object(key: str, node: dict[str, Any], kind: str, owner: _Owner, out: Harvest, depth: int) -> None:
    if "resourceType" in node:
        _resource(node, out, owner, depth)
        return
    into = out.site_values if owner.site else out.subject_values
    if key == "contact":
        owner = _Owner(_E.PERSON, _R.SITE if owner.site else _R.RELATIVE, owner.site)
    if "family" in node or "given" in node or (key in ("name", "valueHumanName") and "text" in node):
        into.extend(_name(node, owner))
    elif key in ("telecom", "valueContactPoint"):
        into.extend(_telecom(node, owner.role))
    elif key in ("address", "valueAddress") and ("line" in node or "city" in node or _ADDRESS_KEYS & node.keys()):
        into.extend(_address(node, owner.role))
    elif key in ("identifier", "valueIdentifier"):
        into.extend(_identifier(node, kind, owner.role))
    elif "reference" in node or "display" in node or ("identifier" in node and "type" in node):
        target = _reference(key, node, out)
        # The identifier in a reference is that of what it refers to.
        kind, owner = target or kind, _OWNERS.get(target, owner)
    _walk(node, kind, owner, out, depth)


_ADDRESS_KEYS = {"postalCode", "state", "district", "text"}


# --- Datatypes --------------------------------------------------------------------------------------------------------


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(value: object) -> list[str]:
    return [t for t in map(_text, value if isinstance(value, list) else [value]) if t]


def _name(node: dict[str, Any], owner: _Owner) -> Iterator[KnownValue]:
    parts = tuple((part, text) for part in _PART_ORDER for text in _texts(node.get(part)))
    whole = _text(node.get("text"))
    if parts:
        yield KnownValue(" ".join(text for _, text in parts), owner.name, owner.role, parts)
    if whole and (not parts or any(text not in whole for _, text in parts if _ != "prefix")):
        yield _person(whole, owner)


@lru_cache(maxsize=_CACHE)
def _person(text: str, owner: _Owner) -> KnownValue:
    return KnownValue(text, owner.name, owner.role, split_name(text))


def _telecom(node: dict[str, Any], role: Role) -> Iterator[KnownValue]:
    value = _text(node.get("value"))
    if value:
        entity = TELECOM.get(_text(node.get("system")))
        if entity is None:
            entity = _E.EMAIL if "@" in value else _E.URL if "://" in value else _E.TELEPHONE_NUMBER
        yield KnownValue(value, entity, role)


def _address(node: dict[str, Any], role: Role) -> Iterator[KnownValue]:
    keys = ("line", "city", "district", "state", "postalCode", "country")
    parts = tuple((key, text) for key in keys for text in _texts(node.get(key)))
    whole = _text(node.get("text"))
    if parts:
        yield KnownValue(whole or ", ".join(text for _, text in parts), _E.ADDRESS, role, parts)
    elif whole:
        yield KnownValue(whole, _E.ADDRESS, role)


def _identifier(node: dict[str, Any], kind: str, role: Role) -> Iterator[KnownValue]:
    value = _text(node.get("value"))
    if not value:
        return
    is_uuid = _UUID.fullmatch(value) is not None
    if is_uuid and kind not in ("Patient", "Person", "RelatedPerson"):
        return  # a UUID is found by its form; hundreds of them for each patient would be searched for nothing
    entity = _entity_of(node, kind)
    yield KnownValue(value, _E.GUID if is_uuid else entity, role)


def _entity_of(node: dict[str, Any], kind: str) -> Entity:
    coded = node.get("type")
    codings = coded.get("coding") if isinstance(coded, dict) else None
    for coding in codings if isinstance(codings, list) else ():
        code = coding.get("code") if isinstance(coding, dict) else None
        if isinstance(code, str) and code.upper() in BY_TYPE:
            return BY_TYPE[code.upper()]
    system = _text(node.get("system")).lower()
    for sign, entity in BY_SYSTEM:
        if system.endswith(sign) or (sign.isalpha() and sign in system):
            return entity
    return BY_RESOURCE.get(kind, _E.ID)


def _reference(key: str, node: dict[str, Any], out: Harvest) -> str:
    """Take the name that a reference shows; gives the type it refers to, "" if unknown or no reference."""
    display = _text(node.get("display"))
    if "code" in node:
        return ""
    target = _referred(key, node)
    if not display:
        return target
    who = _PEOPLE.get(target)
    if who is not None:
        value = _person(display, who)
        # A patient's own clinicians are searched for as closely as the patient: a lone surname counts.
        out.subject_values.append(value)
        if who.site:
            out.site_values.append(value)
    elif target in _PLACES:
        out.site_values.append(_facility(display, target))
    return target


def _referred(key: str, node: dict[str, Any]) -> str:
    found = _REFERRED.search(_text(node.get("reference")))
    if found:
        return found[1]
    identifier = node.get("identifier")
    if isinstance(identifier, dict) and _text(identifier.get("system")).endswith("us-npi"):
        return "Practitioner"
    return _text(node.get("type")).rpartition("/")[2] or _BY_FIELD.get(key, "")


@lru_cache(maxsize=_CACHE)
def _facility(name: str, kind: str) -> KnownValue:
    entity = next((e for sign, e in FACILITY_SIGNS if sign.search(name)), _PLACES.get(kind, _E.ORGANIZATION))
    return KnownValue(name, entity, Role.SITE)


# --- Resources --------------------------------------------------------------------------------------------------------


def _nothing(node: dict[str, Any], out: Harvest) -> None:
    """Most resources hold datatypes alone."""


def _patient(node: dict[str, Any], out: Harvest) -> None:
    _birth(node, out, _R.PATIENT)
    died = _text(node.get("deceasedDateTime"))
    if died:
        out.subject_values.append(KnownValue(died[:10], _E.DEATH_DATE_TIME, _R.PATIENT))
    for extension in _dicts(node.get("extension")):
        if _text(extension.get("url")).endswith("mothersMaidenName"):
            name = _text(extension.get("valueString"))
            if name:
                out.subject_values.append(_person(name, _RELATIVE))
    source = _self(node)
    for link in _dicts(node.get("link")):
        for key in ("other", "target"):
            target = link.get(key)
            reference = _text(target.get("reference")) if isinstance(target, dict) else ""
            if source and reference:
                out.links.append(Link(source, reference, _text(link.get("type")) or "seealso"))


def _relative(node: dict[str, Any], out: Harvest) -> None:
    _birth(node, out, _R.RELATIVE)
    patient = node.get("patient")
    reference = _text(patient.get("reference")) if isinstance(patient, dict) else ""
    if reference and _self(node):
        out.links.append(Link(_self(node), reference, "related"))


def _birth(node: dict[str, Any], out: Harvest, role: Role) -> None:
    born = _text(node.get("birthDate"))
    if born:
        out.subject_values.append(KnownValue(born, _E.BIRTH_DATE_TIME, role))


def _coverage(node: dict[str, Any], out: Harvest) -> None:
    values = [*_texts(node.get("subscriberId")), *_texts(node.get("dependent"))]
    for entry in _dicts(node.get("class")):
        values.extend(_texts(entry.get("value")))
    out.subject_values.extend(KnownValue(v, _E.HEALTH_PLAN_ID, _R.PATIENT) for v in values)


def _account(node: dict[str, Any], out: Harvest) -> None:
    name = _text(node.get("name"))
    if name:
        out.subject_values.append(_person(name, _SUBJECT))


def _device(node: dict[str, Any], out: Harvest) -> None:
    values = [*_texts(node.get("serialNumber")), *_texts(node.get("distinctIdentifier"))]
    for carrier in _dicts(node.get("udiCarrier")):
        values.extend(_texts(carrier.get("carrierHRF")))
    out.subject_values.extend(KnownValue(v, _E.DEVICE_ID, _R.PATIENT) for v in values)


def _clinician(node: dict[str, Any], out: Harvest) -> None:
    born = _text(node.get("birthDate"))
    if born:
        out.site_values.append(KnownValue(born, _E.BIRTH_DATE_TIME, _R.CLINICIAN))


def _organisation(node: dict[str, Any], out: Harvest) -> None:
    kind = _text(node.get("resourceType"))
    out.site_values.extend(_facility(name, kind) for key in ("name", "alias") for name in _texts(node.get(key)))


def _endpoint(node: dict[str, Any], out: Harvest) -> None:
    address = _text(node.get("address"))
    if address:
        out.site_values.append(KnownValue(address, _E.URL, _R.SITE))
    _organisation(node, out)


def _dicts(value: object) -> Iterator[dict[str, Any]]:
    yield from (item for item in (value if isinstance(value, list) else (value,)) if isinstance(item, dict))


def _self(node: dict[str, Any]) -> str:
    kind, own = _text(node.get("resourceType")), _text(node.get("id"))
    return f"{kind}/{own}" if kind and own else ""


_SPECIAL: dict[str, Callable[[dict[str, Any], Harvest], None]] = {
    "Patient": _patient,
    "Person": _patient,
    "RelatedPerson": _relative,
    "Coverage": _coverage,
    "Account": _account,
    "Device": _device,
    "Practitioner": _clinician,
    "Organization": _organisation,
    "Location": _organisation,
    "HealthcareService": _organisation,
    "Endpoint": _endpoint,
}
