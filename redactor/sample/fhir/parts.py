"""Build the datatypes that resources share: names, addresses, contact points, identifiers, references, codings."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

from redactor.entities import Entity
from redactor.sample.forms import Address, Name, phone_text
from redactor.sample.marked import Marked, MarkedNumber, Piece, join, mark
from redactor.sample.places import Doctor, Site

Tree = dict[str, Any]

NPI = "http://hl7.org/fhir/sid/us-npi"
SNOMED, LOINC, RXNORM = "http://snomed.info/sct", "http://loinc.org", "http://www.nlm.nih.gov/research/umls/rxnorm"
_HL7_SYSTEM = "http://terminology.hl7.org/CodeSystem/"
_US_CORE = "http://hl7.org/fhir/us/core/StructureDefinition/"
_HL7_EXTENSION = "http://hl7.org/fhir/StructureDefinition/"


def hl7_coding(system: str, code: str, display: str | None = None) -> Tree:
    """Return a Coding of a terminology.hl7.org system."""
    return {"system": _HL7_SYSTEM + system, "code": code} | ({"display": display} if display else {})


def concept(system: str, code: str, display: str, text: Piece | None = None) -> Tree:
    """Return a CodeableConcept with one coding."""
    return {"coding": [{"system": system, "code": code, "display": display}], "text": text or display}


def us_core_url(name: str) -> str:
    """Return the URL of a us-core extension or profile."""
    return _US_CORE + name


def extension_url(name: str) -> str:
    """Return the URL of an HL7 core extension."""
    return _HL7_EXTENSION + name


def human_name(name: Name, entity: Entity, subject: str, *, prefix: str = "") -> Tree:
    """Return a HumanName; a particle in the family name is repeated in the primitive's extension."""
    given = [mark(name.given, entity, subject)]
    if name.middle:
        given.append(mark(name.middle, entity, subject))
    tree: Tree = {"use": "official", "family": mark(name.family, entity, subject), "given": given}
    if " " in name.family:
        own_name = {
            "url": extension_url("humanname-own-name"),
            "valueString": mark(name.family.split()[-1], entity, subject),
        }
        tree["_family"] = {"extension": [own_name]}
    if prefix:
        tree["prefix"] = [prefix]
    if name.suffix:
        tree["suffix"] = [name.suffix]
    return tree


def build_address(address: Address, subject: str, *, geolocated: bool = True, text: bool = False) -> Tree:
    """Return an Address, with the geolocation extension."""
    lines = [mark(x, Entity.STREET, subject) for x in (address.line, address.unit) if x]
    tree: Tree = {"extension": [geolocation(address, subject)]} if geolocated else {}
    if text:
        tree["text"] = address.one_line(subject)
    return tree | {
        "line": lines,
        "city": mark(address.city, Entity.CITY, subject),
        "district": mark(address.county, Entity.COUNTY, subject),
        "state": mark(address.state, Entity.STATE, subject),
        "postalCode": mark(address.zip, Entity.ZIP, subject),
        "country": "US",
    }


def coordinate(value: float, subject: str) -> MarkedNumber:
    """Return a coordinate as a JSON number with the given digits."""
    return MarkedNumber(Decimal(str(value)), Entity.LOCATION, subject)


def geolocation(address: Address, subject: str) -> Tree:
    """Return the geolocation extension."""
    return {
        "url": extension_url("geolocation"),
        "extension": [
            {"url": "latitude", "valueDecimal": coordinate(address.latitude, subject)},
            {"url": "longitude", "valueDecimal": coordinate(address.longitude, subject)},
        ],
    }


def phone_contact(rng: random.Random, ten: str, subject: str, use: str = "home", system: str = "phone") -> Tree:
    """Return a ContactPoint for a telephone or a fax."""
    entity = Entity.FAX_NUMBER if system == "fax" else Entity.TELEPHONE_NUMBER
    return {"system": system, "value": mark(phone_text(rng, ten), entity, subject), "use": use}


def email_contact(address: str, subject: str, use: str = "home") -> Tree:
    """Return a ContactPoint for e-mail."""
    return {"system": "email", "value": mark(address, Entity.EMAIL, subject), "use": use}


def build_identifier(
    system: Piece, value: str, entity: Entity, subject: str, code: str = "", display: str = ""
) -> Tree:
    """Return an Identifier. code: a type of HL7 table 0203."""
    tree: Tree = {"type": {"coding": [hl7_coding("v2-0203", code, display)]}} if code else {}
    return tree | {"system": system, "value": mark(value, entity, subject)}


def site_url(site: Site, path: str) -> Marked:
    """Return a URL on a site's host."""
    return mark(f"{site.base}/{path}", Entity.URL, site.subject)


def build_head(rng: random.Random, kind: str, name: str, site: Site, stamp: str, profile: str = "") -> Tree:
    """Return what each resource begins with: its type, its id, and the meta with the host that sent it."""
    meta: Tree = {"versionId": str(rng.randrange(1, 9)), "lastUpdated": mark(stamp, Entity.DATE, None)}
    if rng.random() < 0.3:
        meta["source"] = site_url(site, "export")
    if profile:
        meta["profile"] = [us_core_url(profile)]
    return {"resourceType": kind, "id": name, "meta": meta}


def doctor_reference(rng: random.Random, doctor: Doctor) -> Tree:
    """Return a reference to a clinician in one of the usual forms, mostly with the name as display."""
    form = rng.randrange(10)
    tree: Tree
    if form < 5:
        tree = {"reference": doctor.subject}
    elif form < 7:
        tree = {"reference": join(f"Practitioner?identifier={NPI}|", mark(doctor.npi, Entity.ID, doctor.subject))}
    elif form < 8:
        tree = {"identifier": build_identifier(NPI, doctor.npi, Entity.ID, doctor.subject)}
    else:
        base = mark(doctor.site.base, Entity.URL, doctor.site.subject)
        tree = {"reference": join(base, f"/{doctor.subject}")}
    if rng.random() < 0.7:
        tree["display"] = doctor.who.titled_full()
    return tree


def site_reference(site: Site) -> Tree:
    """Return a reference to an organisation, with its name as display."""
    return {"reference": site.subject, "display": mark(site.name, site.entity, site.subject)}


def location_reference(site: Site) -> Tree:
    """Return a reference to a site's Location, with its name as display."""
    return {"reference": f"Location/{site.location}", "display": mark(site.name, site.entity, site.subject)}


def build_narrative(*body: Piece) -> Tree:
    """Return a generated Narrative; the body is XHTML already."""
    return {"status": "generated", "div": join('<div xmlns="http://www.w3.org/1999/xhtml">', *body, "</div>")}
