"""Build DocumentReference, Appointment and Communication, which hold the free text."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator

from redactor.entities import Entity
from redactor.sample import numbers
from redactor.sample.course import Chart, Visit
from redactor.sample.fhir import parts
from redactor.sample.fhir.care import last_updated, moment_of_visit
from redactor.sample.fhir.parts import Tree
from redactor.sample.fhir.person import patient_reference
from redactor.sample.forms import fhir_datetime
from redactor.sample.marked import Encoded, Marked, encode, mark
from redactor.sample.notes import wrap
from redactor.sample.notes.kinds import INPATIENT, KINDS, OUTPATIENT
from redactor.sample.notes.writer import NoteKind, draw_scene, fill_phrase, write_note

_CONFIDENTIALITY = "v3-Confidentiality"


def draw_note_kind(rng: random.Random, visit: Visit, i: int) -> NoteKind:
    """Draw a type of note that suits the visit; every fourth note is of any type, so that small samples contain all
    types.
    """
    if i % 4 == 0:
        return KINDS[(i // 4 + rng.randrange(len(KINDS))) % len(KINDS)]
    return rng.choice(INPATIENT if visit.inpatient else OUTPATIENT)


def text_resources(rng: random.Random, chart: Chart, visit: Visit, i: int) -> Iterator[Tree]:
    """Yield the note of a visit, and sometimes an appointment before it and a message after it."""
    if rng.random() < 0.75:
        yield build_document(rng, chart, visit, draw_note_kind(rng, visit, i), i)
    if rng.random() < 0.35:
        yield build_appointment(rng, chart, visit)
    if rng.random() < 0.25:
        yield build_communication(rng, chart, visit)


def _encode_or_utf8(note: Marked, charset: str) -> tuple[Encoded, str]:
    try:
        return encode(note, charset), charset
    except UnicodeEncodeError:  # a name is outside of Latin-1, so that the source system wrote UTF-8
        return encode(note), "utf-8"


def build_attachment(rng: random.Random, note: Marked) -> Tree:
    """Build an attachment with the note in one of the notations and charsets that attachments use."""
    roll = rng.randrange(100)
    if roll < 55:
        data, kind = encode(note), "text/plain" if roll < 25 else "text/plain; charset=utf-8"
    elif roll < 75:
        data, kind = encode(wrap.to_xhtml(note)), "application/xhtml+xml"
    elif roll < 82:
        data, kind = encode(wrap.to_html(note)), "text/html; charset=utf-8"
    elif roll < 88:
        data, kind = encode(wrap.to_rtf(note), "ascii"), "text/rtf" if roll < 85 else "application/rtf"
    elif roll < 98:
        data, charset = _encode_or_utf8(note, "iso-8859-1" if roll < 93 else "windows-1252")
        kind = f"text/plain; charset={charset}"
    else:
        data, charset = _encode_or_utf8(wrap.to_pdf(note), "iso-8859-1")
        kind = "application/pdf" if charset == "iso-8859-1" else "text/plain"
    return {"contentType": kind, "data": data}


def build_document(rng: random.Random, chart: Chart, visit: Visit, kind: NoteKind, i: int) -> Tree:
    """Build the DocumentReference of a note. About one in a hundred is restricted (R, or 42 CFR Part 2)."""
    s = draw_scene(rng, chart, visit)
    doctor = visit.doctor
    content = build_attachment(rng, write_note(s, kind))
    if rng.random() < 0.4:
        content["title"] = fill_phrase(s, kind.display + " for {pt:full}, {fulldate}")
    content["creation"] = moment_of_visit(chart, visit, 60)
    name, updated = numbers.random_uuid(rng), last_updated(visit, 8)
    tree: Tree = parts.build_head(rng, "DocumentReference", name, visit.site, updated, "us-core-documentreference")
    restricted = (chart.person.ordinal * 7 + i) % 101
    if restricted == 11:
        tree["meta"]["security"] = [parts.hl7_coding(_CONFIDENTIALITY, "R", "restricted")]
    elif restricted == 58:
        tree["meta"]["security"] = [parts.hl7_coding("v3-ActCode", "42CFRPart2", "42 CFR Part2")]
    if rng.random() < 0.15:
        tree["contained"] = [
            {
                "resourceType": "RelatedPerson",
                "id": "kin",
                "patient": patient_reference(rng, chart),
                "name": [parts.human_name(s.relative.name, Entity.PERSON, s.relative.subject)],
                "telecom": [parts.phone_contact(rng, s.relative.mobile, s.relative.subject, "mobile")],
            }
        ]
    author = [parts.doctor_reference(rng, doctor)] + ([{"reference": "#kin"}] if "contained" in tree else [])
    tree |= {
        "identifier": [
            {
                "system": "urn:ietf:rfc:3986",
                "value": mark(f"urn:uuid:{numbers.random_uuid(rng)}", Entity.GUID, chart.person.subject),
            }
        ],
        "status": "entered-in-error" if visit.erroneous else "current",
        "docStatus": "final",
        "type": parts.concept(parts.LOINC, kind.loinc, kind.display),
        "category": [{"coding": [parts.hl7_coding("observation-category", "exam")], "text": "Clinical Note"}],
        "subject": patient_reference(rng, chart),
        "date": moment_of_visit(chart, visit, 61),
        "author": author,
        "custodian": parts.site_reference(visit.site),
        "description": fill_phrase(s, kind.display + " by {dr:short}"),
        "content": [{"attachment": content}],
        "context": {
            "encounter": [{"reference": f"Encounter/{visit.id}"}],
            "period": {"start": moment_of_visit(chart, visit), "end": moment_of_visit(chart, visit, 59)},
        },
    }
    return tree


def build_appointment(rng: random.Random, chart: Chart, visit: Visit) -> Tree:
    """Build the Appointment of a booking, with what the desk typed into the comment."""
    s = draw_scene(rng, chart, visit)
    made = visit.start - dt.timedelta(days=rng.randrange(2, 40))
    return {
        **parts.build_head(rng, "Appointment", numbers.random_uuid(rng), visit.site, last_updated(visit, 9)),
        "status": "fulfilled",
        "description": fill_phrase(s, "{symptom} - {pt:last_first}"),
        "start": moment_of_visit(chart, visit),
        "end": moment_of_visit(chart, visit, 20),
        "minutesDuration": 20,
        "created": mark(fhir_datetime(made, visit.offset), Entity.DATE, chart.person.subject),
        "comment": fill_phrase(
            s,
            rng.choice((
                "{word} {kin:given} will bring {pt:nick}; call {kinphone} first",
                "Pt {pt:family} DOB {dob} needs interpreter. Insurance {plan}.",
                "resched from {date:-7}, per {pcp:titled}. cell {mobile}",
            )),
        ),
        "patientInstruction": fill_phrase(s, "Please come to {site}, bring your card. Questions: {sitephone}."),
        "participant": [
            {"actor": patient_reference(rng, chart), "status": "accepted"},
            {"actor": parts.doctor_reference(rng, visit.doctor), "status": "accepted"},
            {"actor": parts.location_reference(visit.site), "status": "accepted"},
        ],
    }  # fmt: skip


def build_communication(rng: random.Random, chart: Chart, visit: Visit) -> Tree:
    """Build the Communication of a message between patient and clinic."""
    s = draw_scene(rng, chart, visit)
    text = rng.choice((
        "Hello {dr:titled}, this is {pt:short}. {symptom} again since {date:-1}. Please call {mobile}.",
        "{pt:given}, your results from {lab} are back ({labs}). Call {sitephone}. - {nurse:short}, RN",
        "My new address is {address}, and my {word} is {kin:full} ({kinphone}). {pt:initials}",
        "Fax from {pcpsite}: records of {pt:last_first}, {dob}, MRN {mrn}, to {sitefax}. Visit {portal}.",
    ))  # fmt: skip
    tree: Tree = {
        **parts.build_head(rng, "Communication", numbers.random_uuid(rng), visit.site, last_updated(visit, 10)),
        "status": "completed",
        "subject": patient_reference(rng, chart),
        "encounter": {"reference": f"Encounter/{visit.id}"},
        "sent": moment_of_visit(chart, visit, 300),
        "received": moment_of_visit(chart, visit, 301),
        "recipient": [parts.doctor_reference(rng, visit.doctor)],
        "sender": patient_reference(rng, chart),
        "payload": [{"contentString": fill_phrase(s, text)}],
    }
    if rng.random() < 0.2:
        note = fill_phrase(s, "Photo of rash sent by {pt:full}, {date}")
        tree["payload"].append(
            {"contentAttachment": {"contentType": "text/plain", "data": encode(note), "title": note}}
        )
    return tree
