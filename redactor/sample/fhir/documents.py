"""DocumentReference, Appointment and Communication: where the free text is."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator

from redactor.entities import Entity
from redactor.sample import numbers
from redactor.sample.course import Chart, Visit
from redactor.sample.fhir import parts
from redactor.sample.fhir.care import stamp, when
from redactor.sample.fhir.parts import Tree
from redactor.sample.fhir.person import patient_ref
from redactor.sample.forms import instant
from redactor.sample.marked import Encoded, Marked, encode, mark
from redactor.sample.notes import wrap
from redactor.sample.notes.kinds import INPATIENT, KINDS, OUTPATIENT
from redactor.sample.notes.writer import Kind, phrase, scene, write

_CONFIDENTIALITY = "v3-Confidentiality"


def pick_kind(rng: random.Random, visit: Visit, i: int) -> Kind:
    """A type that suits the visit; every fourth is of any type, so that small samples contain all of them."""
    if i % 4 == 0:
        return KINDS[(i // 4 + rng.randrange(len(KINDS))) % len(KINDS)]
    return rng.choice(INPATIENT if visit.inpatient else OUTPATIENT)


def resources(rng: random.Random, chart: Chart, visit: Visit, i: int) -> Iterator[Tree]:
    """The note of a visit, and sometimes an appointment before and messages after it."""
    if rng.random() < 0.75:
        yield document(rng, chart, visit, pick_kind(rng, visit, i), i)
    if rng.random() < 0.35:
        yield appointment(rng, chart, visit)
    if rng.random() < 0.25:
        yield communication(rng, chart, visit)


def _in_charset(note: Marked, charset: str) -> tuple[Encoded, str]:
    try:
        return encode(note, charset), charset
    except UnicodeEncodeError:  # a name outside Latin-1: the source system wrote UTF-8
        return encode(note), "utf-8"


def attachment(rng: random.Random, note: Marked) -> Tree:
    """The note in one of the notations and charsets that attachments use."""
    roll = rng.randrange(100)
    if roll < 55:
        data, kind = encode(note), "text/plain" if roll < 25 else "text/plain; charset=utf-8"
    elif roll < 75:
        data, kind = encode(wrap.xhtml(note)), "application/xhtml+xml"
    elif roll < 82:
        data, kind = encode(wrap.html(note)), "text/html; charset=utf-8"
    elif roll < 88:
        data, kind = encode(wrap.rtf(note), "ascii"), "text/rtf" if roll < 85 else "application/rtf"
    elif roll < 98:
        data, charset = _in_charset(note, "iso-8859-1" if roll < 93 else "windows-1252")
        kind = f"text/plain; charset={charset}"
    else:
        data, charset = _in_charset(wrap.pdf(note), "iso-8859-1")
        kind = "application/pdf" if charset == "iso-8859-1" else "text/plain"
    return {"contentType": kind, "data": data}


def document(rng: random.Random, chart: Chart, visit: Visit, kind: Kind, i: int) -> Tree:
    """A note. One in about a hundred is restricted (R, or 42 CFR Part 2)."""
    s = scene(rng, chart, visit)
    doctor = visit.doctor
    content = attachment(rng, write(s, kind))
    if rng.random() < 0.4:
        content["title"] = phrase(s, kind.display + " for {pt:full}, {fulldate}")
    content["creation"] = when(chart, visit, 60)
    tree: Tree = {
        "resourceType": "DocumentReference",
        "id": numbers.uuid(rng),
        "meta": parts.meta(rng, visit.site, stamp(visit, 8), "us-core-documentreference"),
    }
    restricted = (chart.person.ordinal * 7 + i) % 101
    if restricted == 11:
        tree["meta"]["security"] = [parts.hl7(_CONFIDENTIALITY, "R", "restricted")]
    elif restricted == 58:
        tree["meta"]["security"] = [parts.hl7("v3-ActCode", "42CFRPart2", "42 CFR Part2")]
    if rng.random() < 0.15:
        tree["contained"] = [
            {
                "resourceType": "RelatedPerson",
                "id": "kin",
                "patient": patient_ref(rng, chart),
                "name": [parts.human_name(s.relative.name, Entity.PERSON, s.relative.subject)],
                "telecom": [parts.phone(rng, s.relative.mobile, s.relative.subject, "mobile")],
            }
        ]
    author = [parts.doctor_ref(rng, doctor)] + ([{"reference": "#kin"}] if "contained" in tree else [])
    tree |= {
        "identifier": [
            {
                "system": "urn:ietf:rfc:3986",
                "value": mark(f"urn:uuid:{numbers.uuid(rng)}", Entity.GUID, chart.person.subject),
            }
        ],
        "status": "entered-in-error" if visit.erroneous else "current",
        "docStatus": "final",
        "type": parts.concept(parts.LOINC, kind.loinc, kind.display),
        "category": [{"coding": [parts.hl7("observation-category", "exam")], "text": "Clinical Note"}],
        "subject": patient_ref(rng, chart),
        "date": when(chart, visit, 61),
        "author": author,
        "custodian": parts.site_ref(visit.site),
        "description": phrase(s, kind.display + " by {dr:short}"),
        "content": [{"attachment": content}],
        "context": {
            "encounter": [{"reference": f"Encounter/{visit.id}"}],
            "period": {"start": when(chart, visit), "end": when(chart, visit, 59)},
        },
    }
    return tree


def appointment(rng: random.Random, chart: Chart, visit: Visit) -> Tree:
    """The booking, with what the desk typed into the comment."""
    s = scene(rng, chart, visit)
    made = visit.start - dt.timedelta(days=rng.randrange(2, 40))
    return {
        "resourceType": "Appointment",
        "id": numbers.uuid(rng),
        "meta": parts.meta(rng, visit.site, stamp(visit, 9)),
        "status": "fulfilled",
        "description": phrase(s, "{symptom} - {pt:last_first}"),
        "start": when(chart, visit),
        "end": when(chart, visit, 20),
        "minutesDuration": 20,
        "created": mark(instant(made, visit.offset), Entity.DATE, chart.person.subject),
        "comment": phrase(
            s,
            rng.choice((
                "{word} {kin:given} will bring {pt:nick}; call {kinphone} first",
                "Pt {pt:family} DOB {dob} needs interpreter. Insurance {plan}.",
                "resched from {date:-7}, per {pcp:titled}. cell {mobile}",
            )),
        ),
        "patientInstruction": phrase(s, "Please come to {site}, bring your card. Questions: {sitephone}."),
        "participant": [
            {"actor": patient_ref(rng, chart), "status": "accepted"},
            {"actor": parts.doctor_ref(rng, visit.doctor), "status": "accepted"},
            {"actor": parts.location_ref(visit.site), "status": "accepted"},
        ],
    }  # fmt: skip


def communication(rng: random.Random, chart: Chart, visit: Visit) -> Tree:
    """A message between patient and clinic."""
    s = scene(rng, chart, visit)
    text = rng.choice((
        "Hello {dr:titled}, this is {pt:short}. {symptom} again since {date:-1}. Please call {mobile}.",
        "{pt:given}, your results from {lab} are back ({labs}). Call {sitephone}. - {nurse:short}, RN",
        "My new address is {address}, and my {word} is {kin:full} ({kinphone}). {pt:initials}",
        "Fax from {pcpsite}: records of {pt:last_first}, {dob}, MRN {mrn}, to {sitefax}. Visit {portal}.",
    ))  # fmt: skip
    tree: Tree = {
        "resourceType": "Communication",
        "id": numbers.uuid(rng),
        "meta": parts.meta(rng, visit.site, stamp(visit, 10)),
        "status": "completed",
        "subject": patient_ref(rng, chart),
        "encounter": {"reference": f"Encounter/{visit.id}"},
        "sent": when(chart, visit, 300),
        "received": when(chart, visit, 301),
        "recipient": [parts.doctor_ref(rng, visit.doctor)],
        "sender": patient_ref(rng, chart),
        "payload": [{"contentString": phrase(s, text)}],
    }
    if rng.random() < 0.2:
        note = phrase(s, "Photo of rash sent by {pt:full}, {date}")
        tree["payload"].append(
            {"contentAttachment": {"contentType": "text/plain", "data": encode(note), "title": note}}
        )
    return tree
