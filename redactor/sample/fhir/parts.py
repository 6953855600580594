"""The datatypes that resources share: names, addresses, contact points, identifiers, references, codings."""

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
_HL7 = "http://terminology.hl7.org/CodeSystem/"
_CORE = "http://hl7.org/fhir/us/core/StructureDefinition/"
_EXT = "http://hl7.org/fhir/StructureDefinition/"


def hl7(system: str, code: str, display: str | None = None) -> Tree:
    """A Coding of a terminology.hl7.org system."""
    return {"system": _HL7 + system, "code": code} | ({"display": display} if display else {})


def concept(system: str, code: str, display: str, text: Piece | None = None) -> Tree:
    """A CodeableConcept with one coding."""
    return {"coding": [{"system": system, "code": code, "display": display}], "text": text or display}


def core(name: str) -> str:
    """The URL of a us-core extension or profile."""
    return _CORE + name


def ext(name: str) -> str:
    """The URL of an HL7 core extension."""
    return _EXT + name


def human_name(name: Name, entity: Entity, subject: str, *, use: str = "official", prefix: str = "") -> Tree:
    """A HumanName; a particle in the family name is repeated in the primitive's extension."""
    given = [mark(name.given, entity, subject)]
    if name.middle:
        given.append(mark(name.middle, entity, subject))
    tree: Tree = {"use": use, "family": mark(name.family, entity, subject), "given": given}
    if " " in name.family:
        own = {"url": ext("humanname-own-name"), "valueString": mark(name.family.split()[-1], entity, subject)}
        tree["_family"] = {"extension": [own]}
    if prefix:
        tree["prefix"] = [prefix]
    if name.suffix:
        tree["suffix"] = [name.suffix]
    return tree


def place(address: Address, subject: str, *, geolocated: bool = True, text: bool = False) -> Tree:
    """An Address, with the geolocation extension."""
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


def number(value: float, subject: str) -> MarkedNumber:
    """A coordinate as a JSON number with the given digits."""
    return MarkedNumber(Decimal(str(value)), Entity.LOCATION, subject)


def geolocation(address: Address, subject: str) -> Tree:
    """The geolocation extension."""
    return {
        "url": ext("geolocation"),
        "extension": [
            {"url": "latitude", "valueDecimal": number(address.latitude, subject)},
            {"url": "longitude", "valueDecimal": number(address.longitude, subject)},
        ],
    }


def phone(rng: random.Random, ten: str, subject: str, use: str = "home", system: str = "phone") -> Tree:
    """A ContactPoint for a telephone or fax."""
    entity = Entity.FAX_NUMBER if system == "fax" else Entity.TELEPHONE_NUMBER
    return {"system": system, "value": mark(phone_text(rng, ten), entity, subject), "use": use}


def email(address: str, subject: str, use: str = "home") -> Tree:
    """A ContactPoint for e-mail."""
    return {"system": "email", "value": mark(address, Entity.EMAIL, subject), "use": use}


def identifier(system: Piece, value: str, entity: Entity, subject: str, code: str = "", display: str = "") -> Tree:
    """An Identifier; code is from HL7 table 0203."""
    tree: Tree = {"type": {"coding": [hl7("v2-0203", code, display)]}} if code else {}
    return tree | {"system": system, "value": mark(value, entity, subject)}


def site_url(site: Site, path: str) -> Marked:
    """A URL on a site's host."""
    return mark(f"{site.base}/{path}", Entity.URL, site.subject)


def meta(rng: random.Random, site: Site, stamp: str, profile: str = "") -> Tree:
    """Resource.meta with the host that sent it."""
    tree: Tree = {"versionId": str(rng.randrange(1, 9)), "lastUpdated": mark(stamp, Entity.DATE, None)}
    if rng.random() < 0.3:
        tree["source"] = site_url(site, "export")
    if profile:
        tree["profile"] = [core(profile)]
    return tree


def doctor_ref(rng: random.Random, doctor: Doctor) -> Tree:
    """A reference to a clinician in one of the usual forms, mostly with the name as display."""
    form = rng.randrange(10)
    tree: Tree
    if form < 5:
        tree = {"reference": doctor.subject}
    elif form < 7:
        tree = {"reference": join(f"Practitioner?identifier={NPI}|", mark(doctor.npi, Entity.ID, doctor.subject))}
    elif form < 8:
        tree = {"identifier": identifier(NPI, doctor.npi, Entity.ID, doctor.subject)}
    else:
        base = mark(doctor.site.base, Entity.URL, doctor.site.subject)
        tree = {"reference": join(base, f"/{doctor.subject}")}
    if rng.random() < 0.7:
        tree["display"] = doctor.who.titled_full()
    return tree


def site_ref(site: Site) -> Tree:
    """A reference to an organisation, with its name as display."""
    return {"reference": site.subject, "display": mark(site.name, site.entity, site.subject)}


def location_ref(site: Site) -> Tree:
    """A reference to a site's Location, with its name as display."""
    return {"reference": f"Location/{site.location}", "display": mark(site.name, site.entity, site.subject)}


def narrative(*body: Piece) -> Tree:
    """A generated Narrative; the body is XHTML already."""
    return {"status": "generated", "div": join('<div xmlns="http://www.w3.org/1999/xhtml">', *body, "</div>")}
