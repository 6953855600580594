"""Build Organization, Location, Practitioner and PractitionerRole."""

from __future__ import annotations

import random
from collections.abc import Iterator

from redactor.entities import Entity
from redactor.sample.fhir import parts
from redactor.sample.fhir.parts import Tree
from redactor.sample.marked import join, mark
from redactor.sample.places import SPECIALTIES, Doctor, Site, World

_LAST_UPDATED = "2026-06-30T04:00:00.000Z"
_TYPES = {Entity.HOSPITAL: "prov", Entity.DIAGNOSTIC_LABS: "prov", Entity.PHARMACY: "prov", Entity.ORGANIZATION: "pay"}


def world_resources(rng: random.Random, world: World) -> Iterator[Tree]:
    """Yield the resources that belong to no patient."""
    for site in world.sites:
        yield build_organization(rng, site)
        if site.entity is not Entity.ORGANIZATION:
            yield build_location(rng, site)
    for staff in world.staff:
        for doctor in staff:
            yield build_practitioner(rng, doctor)
            yield build_role(rng, doctor)


def build_organization(rng: random.Random, site: Site) -> Tree:
    """Build the Organization of a site, with its other names and a contact."""
    return {
        **parts.build_head(rng, "Organization", site.id, site, _LAST_UPDATED, "us-core-organization"),
        "identifier": [parts.build_identifier(parts.NPI, site.npi, Entity.ID, site.subject, "NPI")],
        "active": True,
        "type": [{"coding": [parts.hl7_coding("organization-type", _TYPES[site.entity])]}],
        "name": mark(site.name, site.entity, site.subject),
        "alias": [mark(site.alias, site.entity, site.subject)],
        "telecom": [
            parts.phone_contact(rng, site.phone, site.subject, "work"),
            parts.phone_contact(rng, site.fax, site.subject, "work", "fax"),
            {"system": "url", "value": mark(f"https://www.{site.host.split('.', 1)[1]}", Entity.URL, site.subject)},
        ],
        "address": [parts.build_address(site.home, site.subject)],
    }


def build_location(rng: random.Random, site: Site) -> Tree:
    """Build the Location of a site, to the metre."""
    return {
        **parts.build_head(rng, "Location", site.location, site, _LAST_UPDATED, "us-core-location"),
        "status": "active",
        "name": join(mark(site.name, site.entity, site.subject), f" - Floor {rng.randrange(1, 9)}"),
        "alias": [mark(site.alias, site.entity, site.subject)],
        "telecom": [parts.phone_contact(rng, site.phone, site.subject, "work")],
        "address": parts.build_address(site.home, site.subject, geolocated=False),
        "position": {
            "longitude": parts.coordinate(site.home.longitude, site.subject),
            "latitude": parts.coordinate(site.home.latitude, site.subject),
        },
        "managingOrganization": parts.site_reference(site),
    }


def build_practitioner(rng: random.Random, doctor: Doctor) -> Tree:
    """Build the Practitioner of a clinician, with NPI and DEA number."""
    subject = doctor.subject
    return {
        **parts.build_head(rng, "Practitioner", doctor.id, doctor.site, _LAST_UPDATED, "us-core-practitioner"),
        "identifier": [
            parts.build_identifier(parts.NPI, doctor.npi, Entity.ID, subject, "NPI"),
            parts.build_identifier(
                "http://terminology.hl7.org/NamingSystem/usDEA", doctor.dea, Entity.CERTIFICATE_NUMBER, subject
            ),
        ],
        "active": True,
        "name": [parts.human_name(doctor.name, Entity.DOCTOR, subject, prefix=doctor.who.title)],
        "telecom": [
            parts.phone_contact(rng, doctor.phone, subject, "work"),
            parts.email_contact(doctor.email, subject, "work"),
        ],
        "address": [parts.build_address(doctor.site.home, doctor.site.subject, geolocated=False)],
        "gender": "female" if doctor.female else "male",
    }


def build_role(rng: random.Random, doctor: Doctor) -> Tree:
    """Build the PractitionerRole of a clinician at the site; the text of the specialty holds the name, as in
    directories.
    """
    code, display = SPECIALTIES[doctor.specialty]
    named = join(f"{display} (", doctor.who.short(), ")")
    return {
        **parts.build_head(rng, "PractitionerRole", doctor.role, doctor.site, _LAST_UPDATED),
        "active": True,
        "practitioner": {"reference": doctor.subject, "display": doctor.who.titled_full()},
        "organization": parts.site_reference(doctor.site),
        "code": [parts.concept("http://nucc.org/provider-taxonomy", code, display, named)],
        "location": [parts.location_reference(doctor.site)],
        "telecom": [{"system": "pager", "value": mark(doctor.pager, Entity.TELEPHONE_NUMBER, doctor.subject)}],
    }
