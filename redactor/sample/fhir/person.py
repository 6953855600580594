"""Build Patient, RelatedPerson, Coverage and the patient's Device."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from xml.sax.saxutils import escape as xml_escape

from redactor.entities import Entity
from redactor.sample import numbers
from redactor.sample.course import Chart
from redactor.sample.fhir import parts
from redactor.sample.fhir.parts import Tree
from redactor.sample.forms import date_text, fhir_datetime, phone_text
from redactor.sample.marked import escape, join, mark
from redactor.sample.people import Tie
from redactor.sample.pools import RACES

_JPEG = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffdb0043")
_ROLE_CODE_SYSTEM = "v3-RoleCode"


def person_resources(rng: random.Random, chart: Chart) -> Iterator[Tree]:
    """Yield all of a patient's person resources, the Patient first: conditional creation and the Bundles rely on
    that.
    """
    yield build_patient(rng, chart)
    for tie in chart.ties:
        yield build_related_person(rng, chart, tie)
    yield build_coverage(rng, chart)
    if chart.person.ordinal % 6 == 1:
        yield build_device(rng, chart)


def patient_reference(rng: random.Random, chart: Chart) -> Tree:
    """Return a reference to the patient, sometimes with the name or the record number as display."""
    tree: Tree = {"reference": chart.person.subject}
    if rng.random() < 0.35:
        tree["display"] = rng.choice((chart.who.full, chart.who.last_first, chart.who.upper))()
    if rng.random() < 0.1:
        site, number = chart.mrns[0]
        system = mark(site.mrn_system, Entity.URL, site.subject)
        tree["identifier"] = parts.build_identifier(
            system, number, Entity.MEDICAL_RECORD_NUMBER, chart.person.subject, "MR"
        )
    return tree


def _demographic_extensions(chart: Chart) -> list[Tree]:
    p, subject = chart.person, chart.person.subject
    hispanic = "Hispanic or Latino" if p.hispanic else "Not Hispanic or Latino"
    system = "urn:oid:2.16.840.1.113883.6.238"
    town, state, land = p.birthplace
    born = {"city": mark(town, Entity.CITY, subject), "country": mark(land, Entity.COUNTRY, subject)}
    if state:
        born["state"] = mark(state, Entity.STATE, subject)
    return [
        {
            "url": parts.us_core_url("us-core-race"),
            "extension": [
                {"url": "ombCategory", "valueCoding": {"system": system, "code": p.race, "display": RACES[p.race]}},
                {"url": "text", "valueString": mark(RACES[p.race], Entity.RACE, subject)},
            ],
        },
        {
            "url": parts.us_core_url("us-core-ethnicity"),
            "extension": [
                {
                    "url": "ombCategory",
                    "valueCoding": {
                        "system": system,
                        "code": "2135-2" if p.hispanic else "2186-5",
                        "display": hispanic,
                    },
                },
                {"url": "text", "valueString": mark(hispanic, Entity.ETHNICITY, subject)},
            ],
        },
        {"url": parts.us_core_url("us-core-birthsex"), "valueCode": "F" if p.female else "M"},
        {
            "url": parts.extension_url("patient-mothersMaidenName"),
            "valueString": mark(p.mothers_maiden, Entity.PERSON, subject),
        },
        {"url": parts.extension_url("patient-birthPlace"), "valueAddress": born},
    ]


def _site_extensions(rng: random.Random, chart: Chart) -> list[Tree]:
    """Return a site's own extensions, which no schema names, with a name, numbers and a code in them."""
    p, subject = chart.person, chart.person.subject
    tie = chart.ties[0]
    url = parts.site_url(chart.mrns[0][0], "StructureDefinition/registration")
    return [
        {
            "url": url,
            "extension": [
                {"url": "next-of-kin", "valueString": tie.relative.who(Entity.PERSON).full()},
                {"url": "callback", "valueString": mark(phone_text(rng, p.mobile), Entity.TELEPHONE_NUMBER, subject)},
                {"url": "locker", "valueInteger": rng.randrange(1, 900)},
                {"url": "guarantor-account", "valueCode": mark(f"G{p.account}", Entity.FIN, subject)},
                {
                    "url": "registrar-pc",
                    "valueUri": mark(f"https://{numbers.ip_address(rng)}/reg", Entity.URL, subject),
                },
            ],
        }
    ]


def build_patient(rng: random.Random, chart: Chart) -> Tree:
    """Build the Patient with everything that registration records."""
    p, subject, site = chart.person, chart.person.subject, chart.mrns[0][0]
    ids = [
        parts.build_identifier(
            mark(s.mrn_system, Entity.URL, s.subject),
            n,
            Entity.MEDICAL_RECORD_NUMBER,
            subject,
            "MR",
            "Medical Record Number",
        )
        for s, n in chart.mrns
    ]
    ids.append(parts.build_identifier("http://hl7.org/fhir/sid/us-ssn", p.ssn, Entity.SSN_OR_TAXPAYER, subject, "SS"))
    if rng.random() < 0.5:
        ids.append(
            parts.build_identifier("urn:oid:2.16.840.1.113883.4.3.25", p.license, Entity.DRIVER_ID_US, subject, "DL")
        )
    if rng.random() < 0.2:
        ids.append(
            parts.build_identifier(
                "http://hl7.org/fhir/sid/passport-USA", p.passport, Entity.PASSPORT_NUMBER_US, subject, "PPN"
            )
        )
    name = parts.human_name(p.name, Entity.PATIENT, subject, prefix=chart.who.honorific())
    if rng.random() < 0.3:
        name["text"] = chart.who.full()
    names = [name]
    if p.name.nick != p.name.given:
        names.append({"use": "nickname", "given": [chart.who.nick()]})
    if p.name.maiden:
        names.append({"use": "maiden", "family": mark(p.name.maiden, Entity.PATIENT, subject)})
    tree: Tree = {
        **parts.build_head(rng, "Patient", p.id, site, "2026-06-29T22:14:05.120Z", "us-core-patient"),
        "text": _patient_narrative(rng, chart),
        "extension": _demographic_extensions(chart) + (_site_extensions(rng, chart) if rng.random() < 0.4 else []),
        "identifier": ids,
        "active": p.death is None,
        "name": names,
        "telecom": [
            parts.phone_contact(rng, p.phone, subject),
            parts.phone_contact(rng, p.mobile, subject, "mobile"),
            parts.email_contact(p.email, subject),
        ],
        "gender": "female" if p.female else "male",
        "birthDate": mark(p.birth.isoformat(), Entity.BIRTH_DATE_TIME, subject),
    }
    if rng.random() < 0.2:
        moment = f"{p.birth.isoformat()}T{rng.randrange(24):02d}:{rng.randrange(60):02d}:00-05:00"
        born = {
            "url": parts.extension_url("patient-birthTime"),
            "valueDateTime": mark(moment, Entity.BIRTH_DATE_TIME, subject),
        }
        tree["_birthDate"] = {"extension": [born]}
    if p.death:
        tree["deceasedDateTime"] = mark(fhir_datetime(p.death, p.home.offset), Entity.DEATH_DATE_TIME, subject)
    tree["address"] = [parts.build_address(p.home, subject, text=rng.random() < 0.2)]
    married = ("M", "Married") if p.married else ("S", "Never Married")
    tree["maritalStatus"] = {"coding": [parts.hl7_coding("v3-MaritalStatus", *married)]}
    if p.ordinal % 30 == 4:
        picture = base64.b64encode(_JPEG + rng.randbytes(200)).decode("ascii")
        tree["photo"] = [
            {"contentType": "image/jpeg", "data": mark(picture, Entity.PHOTO, subject), "title": chart.who.full()}
        ]
    tree["contact"] = [_build_contact(rng, chart)]
    tree["generalPractitioner"] = [parts.doctor_reference(rng, chart.pcp)]
    tree["managingOrganization"] = parts.site_reference(site)
    links = [t for t in chart.household.ties if t.relative.id == p.id]
    if links:
        tree["link"] = [{"other": {"reference": f"RelatedPerson/{t.id}"}, "type": "seealso"} for t in links]
    return tree


def _build_contact(rng: random.Random, chart: Chart) -> Tree:
    tie = chart.ties[0]
    kin = tie.relative
    return {
        "relationship": [{"coding": [parts.hl7_coding("v2-0131", "C", "Emergency Contact")], "text": tie.word}],
        "name": parts.human_name(kin.name, Entity.PERSON, kin.subject),
        "telecom": [parts.phone_contact(rng, kin.mobile, kin.subject, "mobile")],
        "address": parts.build_address(kin.home, kin.subject, geolocated=False),
    }


def _patient_narrative(rng: random.Random, chart: Chart) -> Tree:
    p = chart.person
    born = mark(date_text(rng, p.birth, full=True), Entity.BIRTH_DATE_TIME, p.subject)
    home = escape(p.home.one_line(p.subject), xml_escape)
    name = escape(chart.who.full(), xml_escape)
    return parts.build_narrative("<p>", name, ", born ", born, "</p><p><i>", home, "</i></p>")


def build_related_person(rng: random.Random, chart: Chart, tie: Tie) -> Tree:
    """Build the RelatedPerson of a relative in the patient's record."""
    kin = tie.relative
    return {
        **parts.build_head(rng, "RelatedPerson", tie.id, chart.mrns[0][0], "2026-06-29T22:14:06.000Z"),
        "active": True,
        "patient": patient_reference(rng, chart),
        "relationship": [{"coding": [parts.hl7_coding(_ROLE_CODE_SYSTEM, tie.code)], "text": tie.word}],
        "name": [parts.human_name(kin.name, Entity.PERSON, kin.subject)],
        "telecom": [
            parts.phone_contact(rng, kin.mobile, kin.subject, "mobile"),
            parts.email_contact(kin.email, kin.subject),
        ],
        "gender": "female" if kin.female else "male",
        "birthDate": mark(kin.birth.isoformat(), Entity.BIRTH_DATE_TIME, kin.subject),
        "address": [parts.build_address(kin.home, kin.subject, geolocated=False)],
    }


def build_coverage(rng: random.Random, chart: Chart) -> Tree:
    """Build the Coverage of the plan that pays, with the employer's name for the group."""
    p = chart.person
    group = mark(p.employer, Entity.ORGANIZATION, p.subject) if p.employer else "Individual"
    kind = {"coding": [parts.hl7_coding("coverage-class", "group")]}
    start = mark(f"{2026 - rng.randrange(1, 6)}-01-01", Entity.DATE, p.subject)
    return {
        **parts.build_head(rng, "Coverage", numbers.random_uuid(rng), chart.mrns[0][0], "2026-06-29T22:14:07.000Z"),
        "identifier": [
            parts.build_identifier("urn:oid:2.16.840.1.113883.3.88", p.plan, Entity.HEALTH_PLAN_ID, p.subject, "MB")
        ],
        "status": "active",
        "subscriberId": mark(p.plan, Entity.HEALTH_PLAN_ID, p.subject),
        "beneficiary": patient_reference(rng, chart),
        "relationship": {"coding": [parts.hl7_coding("subscriber-relationship", "self")]},
        "period": {"start": start},
        "payor": [parts.site_reference(chart.payer)],
        "class": [{"type": kind, "value": numbers.fill_pattern(rng, "GRP-#####"), "name": join("Group: ", group)}],
    }


def build_device(rng: random.Random, chart: Chart) -> Tree:
    """Build the Device of an implanted pacemaker, whose carrier repeats the serial number."""
    gtin, serial = chart.device
    subject = chart.person.subject
    carrier = join(f"(01){gtin}(17)281231(21)", mark(serial, Entity.DEVICE_ID, subject))
    name, site = numbers.random_uuid(rng), chart.mrns[0][0]
    return {
        **parts.build_head(rng, "Device", name, site, "2026-06-29T22:14:08.000Z", "us-core-implantable-device"),
        "udiCarrier": [{"deviceIdentifier": gtin, "carrierHRF": carrier}],
        "status": "active",
        "serialNumber": mark(serial, Entity.DEVICE_ID, subject),
        "type": parts.concept(parts.SNOMED, "14106009", "Cardiac pacemaker"),
        "patient": patient_reference(rng, chart),
    }
