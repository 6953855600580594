"""Organization, Location, Practitioner and PractitionerRole."""

from __future__ import annotations

import random
from collections.abc import Iterator

from redactor.entities import Entity
from redactor.sample.fhir import parts
from redactor.sample.fhir.parts import Tree
from redactor.sample.marked import join, mark
from redactor.sample.places import SPECIALTIES, Doctor, Site, World

_STAMP = "2026-06-30T04:00:00.000Z"
_TYPES = {Entity.HOSPITAL: "prov", Entity.DIAGNOSTIC_LABS: "prov", Entity.PHARMACY: "prov", Entity.ORGANIZATION: "pay"}


def resources(rng: random.Random, world: World) -> Iterator[Tree]:
    """The resources that belong to no patient."""
    for site in world.sites:
        yield organization(rng, site)
        if site.entity is not Entity.ORGANIZATION:
            yield location(rng, site)
    for staff in world.staff:
        for doctor in staff:
            yield practitioner(rng, doctor)
            yield role(rng, doctor)


def organization(rng: random.Random, site: Site) -> Tree:
    """A site as an organisation, with its other names and a contact."""
    return {
        "resourceType": "Organization",
        "id": site.id,
        "meta": parts.meta(rng, site, _STAMP, "us-core-organization"),
        "identifier": [parts.identifier(parts.NPI, site.npi, Entity.ID, site.subject, "NPI")],
        "active": True,
        "type": [{"coding": [parts.hl7("organization-type", _TYPES[site.entity])]}],
        "name": mark(site.name, site.entity, site.subject),
        "alias": [mark(site.alias, site.entity, site.subject)],
        "telecom": [
            parts.phone(rng, site.phone, site.subject, "work"),
            parts.phone(rng, site.fax, site.subject, "work", "fax"),
            {"system": "url", "value": mark(f"https://www.{site.host.split('.', 1)[1]}", Entity.URL, site.subject)},
        ],
        "address": [parts.place(site.home, site.subject)],
    }


def location(rng: random.Random, site: Site) -> Tree:
    """The location of the site, to the metre."""
    return {
        "resourceType": "Location",
        "id": site.location,
        "meta": parts.meta(rng, site, _STAMP, "us-core-location"),
        "status": "active",
        "name": join(mark(site.name, site.entity, site.subject), f" - Floor {rng.randrange(1, 9)}"),
        "alias": [mark(site.alias, site.entity, site.subject)],
        "telecom": [parts.phone(rng, site.phone, site.subject, "work")],
        "address": parts.place(site.home, site.subject, geolocated=False),
        "position": {
            "longitude": parts.number(site.home.longitude, site.subject),
            "latitude": parts.number(site.home.latitude, site.subject),
        },
        "managingOrganization": parts.site_ref(site),
    }


def practitioner(rng: random.Random, doctor: Doctor) -> Tree:
    """A clinician with NPI and DEA number."""
    subject = doctor.subject
    return {
        "resourceType": "Practitioner",
        "id": doctor.id,
        "meta": parts.meta(rng, doctor.site, _STAMP, "us-core-practitioner"),
        "identifier": [
            parts.identifier(parts.NPI, doctor.npi, Entity.ID, subject, "NPI"),
            parts.identifier(
                "http://terminology.hl7.org/NamingSystem/usDEA", doctor.dea, Entity.CERTIFICATE_NUMBER, subject
            ),
        ],
        "active": True,
        "name": [parts.human_name(doctor.name, Entity.DOCTOR, subject, prefix=doctor.who.title)],
        "telecom": [
            parts.phone(rng, doctor.phone, subject, "work"),
            parts.email(doctor.email, subject, "work"),
        ],
        "address": [parts.place(doctor.site.home, doctor.site.subject, geolocated=False)],
        "gender": "female" if doctor.female else "male",
    }


def role(rng: random.Random, doctor: Doctor) -> Tree:
    """The clinician's role at the site; the text of the specialty contains the name, as in directories."""
    code, display = SPECIALTIES[doctor.specialty]
    named = join(f"{display} (", doctor.who.short(), ")")
    return {
        "resourceType": "PractitionerRole",
        "id": doctor.role,
        "meta": parts.meta(rng, doctor.site, _STAMP),
        "active": True,
        "practitioner": {"reference": doctor.subject, "display": doctor.who.titled_full()},
        "organization": parts.site_ref(doctor.site),
        "code": [parts.concept("http://nucc.org/provider-taxonomy", code, display, named)],
        "location": [parts.location_ref(doctor.site)],
        "telecom": [{"system": "pager", "value": mark(doctor.pager, Entity.TELEPHONE_NUMBER, doctor.subject)}],
    }
