"""Build the structured resources of a visit: Encounter, Condition, Observation, MedicationRequest, DiagnosticReport."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator

from redactor.entities import Entity
from redactor.sample import numbers
from redactor.sample.course import LABS, Chart, Lab, Visit
from redactor.sample.fhir import parts
from redactor.sample.fhir.parts import Tree
from redactor.sample.fhir.person import patient_reference
from redactor.sample.forms import fhir_datetime
from redactor.sample.marked import Marked, encode, mark
from redactor.sample.notes import wrap
from redactor.sample.notes.kinds import REPORTS
from redactor.sample.notes.writer import draw_scene, fill_phrase, write_note


def moment_of_visit(chart: Chart, visit: Visit, minutes: int = 0) -> Marked:
    """Return a moment of the visit as a FHIR dateTime. minutes: those after its start."""
    return mark(
        fhir_datetime(visit.start + dt.timedelta(minutes=minutes), visit.offset), Entity.DATE, chart.person.subject
    )


def last_updated(visit: Visit, minutes: int = 0) -> str:
    """Return meta.lastUpdated: an instant in UTC some hours after the visit."""
    utc = visit.end + dt.timedelta(hours=3 - visit.offset, minutes=minutes)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{minutes * 37 % 1000:03d}Z"


def visit_resources(rng: random.Random, chart: Chart, visit: Visit) -> Iterator[Tree]:
    """Yield the visit itself, and its findings, measurements and prescriptions."""
    yield build_encounter(rng, chart, visit)
    yield build_condition(rng, chart, visit)
    panel = rng.sample(LABS, k=rng.randrange(2, 4))
    results = [build_observation(rng, chart, visit, lab, i) for i, lab in enumerate(panel)]
    yield from results
    if rng.random() < 0.5:
        yield build_medication(rng, chart, visit)
    if rng.random() < 0.4:
        yield build_report(rng, chart, visit, [f"Observation/{r['id']}" for r in results])


def _subject_and_encounter(rng: random.Random, chart: Chart, visit: Visit) -> Tree:
    return {"subject": patient_reference(rng, chart), "encounter": {"reference": f"Encounter/{visit.id}"}}


def build_encounter(rng: random.Random, chart: Chart, visit: Visit) -> Tree:
    """Build the Encounter of a stay or an appointment."""
    subject = chart.person.subject
    end = mark(fhir_datetime(visit.end, visit.offset), Entity.DATE, subject)
    code, display = ("IMP", "inpatient encounter") if visit.inpatient else ("AMB", "ambulatory")
    system = parts.site_url(visit.site, "visit")
    tree: Tree = {
        **parts.build_head(rng, "Encounter", visit.id, visit.site, last_updated(visit), "us-core-encounter"),
        "identifier": [parts.build_identifier(system, visit.number, Entity.ID, subject, "VN")],
        "status": "finished",
        "class": parts.hl7_coding("v3-ActCode", code, display),
        "type": [parts.concept(parts.SNOMED, "185347001", "Encounter for problem")],
        "subject": patient_reference(rng, chart),
        "participant": [
            {
                "type": [{"coding": [parts.hl7_coding("v3-ParticipationType", "PPRF", "primary performer")]}],
                "individual": parts.doctor_reference(rng, visit.doctor),
            }
        ],
        "period": {"start": moment_of_visit(chart, visit), "end": end},
        "reasonCode": [
            {"text": fill_phrase(draw_scene(rng, chart, visit), "{symptom}; brought by {word} {kin:short}")}
        ],
        "location": [{"location": parts.location_reference(visit.site)}],
        "serviceProvider": parts.site_reference(visit.site),
    }
    if rng.random() < 0.1:
        tree["meta"]["tag"] = [
            {"system": parts.site_url(visit.site, "panel"), "code": "panel", "display": visit.doctor.who.titled_full()}
        ]
    return tree


def build_condition(rng: random.Random, chart: Chart, visit: Visit) -> Tree:
    """Build the Condition of a diagnosis; an erroneous one has no clinical status (con-5)."""
    problem = visit.problem
    tree: Tree = parts.build_head(rng, "Condition", numbers.random_uuid(rng), visit.site, last_updated(visit, 1))
    if not visit.erroneous:
        tree["clinicalStatus"] = {"coding": [parts.hl7_coding("condition-clinical", "active")]}
    status = "entered-in-error" if visit.erroneous else "confirmed"
    coding = [
        {"system": parts.SNOMED, "code": problem.snomed, "display": problem.display},
        {"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": problem.icd},
    ]
    tree |= {
        "verificationStatus": {"coding": [parts.hl7_coding("condition-ver-status", status)]},
        "category": [{"coding": [parts.hl7_coding("condition-category", "encounter-diagnosis")]}],
        "code": {"coding": coding, "text": problem.spoken},
        **_subject_and_encounter(rng, chart, visit),
        "onsetDateTime": mark(f"{visit.start:%Y-%m}", Entity.DATE, chart.person.subject)
        if rng.random() < 0.2
        else moment_of_visit(chart, visit, -1000),
        "recordedDate": moment_of_visit(chart, visit, 5),
    }
    if rng.random() < 0.35:
        text = fill_phrase(
            draw_scene(rng, chart, visit), "Per {dr:titled}: {dx} discussed with {pt} and {word} {kin:given} on {date}."
        )
        tree["note"] = [
            {"authorString": visit.doctor.who.short(), "time": moment_of_visit(chart, visit, 9), "text": text}
        ]
    return tree


def build_observation(rng: random.Random, chart: Chart, visit: Visit, lab: Lab, i: int) -> Tree:
    """Build the Observation of a measurement, with the digits that the instrument gave."""
    tree: Tree = parts.build_head(rng, "Observation", numbers.random_uuid(rng), visit.site, last_updated(visit, 2 + i))
    if rng.random() < 0.1:
        doctor = visit.nurse
        tree["contained"] = [
            {
                "resourceType": "Practitioner",
                "id": "performer",
                "name": [parts.human_name(doctor.name, Entity.DOCTOR, doctor.subject)],
                "telecom": [parts.phone_contact(rng, doctor.phone, doctor.subject, "work")],
            }
        ]
    category = "vital-signs" if lab in LABS[:4] else "laboratory"
    quantity = {"value": lab.draw(rng), "unit": lab.unit, "system": "http://unitsofmeasure.org", "code": lab.unit}
    tree |= {
        "status": "entered-in-error" if visit.erroneous and i == 0 else "final",
        "category": [{"coding": [parts.hl7_coding("observation-category", category)]}],
        "code": parts.concept(parts.LOINC, lab.loinc, lab.display),
        **_subject_and_encounter(rng, chart, visit),
        "effectiveDateTime": moment_of_visit(chart, visit, 10 + i),
        "issued": moment_of_visit(chart, visit, 40 + i),
        "performer": [
            {"reference": "#performer"} if "contained" in tree else parts.doctor_reference(rng, visit.doctor)
        ],
        "valueQuantity": quantity,
    }
    if rng.random() < 0.08:
        tree["note"] = [
            {
                "text": fill_phrase(
                    draw_scene(rng, chart, visit),
                    "Critical value called to {nurse:short} RN at {time} for {pt:family}.",
                )
            }
        ]
    return tree


def build_medication(rng: random.Random, chart: Chart, visit: Visit) -> Tree:
    """Build the MedicationRequest of a prescription, with the pharmacy's name in the note."""
    s = draw_scene(rng, chart, visit)
    tree: Tree = {
        **parts.build_head(rng, "MedicationRequest", numbers.random_uuid(rng), visit.site, last_updated(visit, 6)),
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": parts.concept(parts.RXNORM, visit.problem.rxnorm, visit.problem.drug),
        **_subject_and_encounter(rng, chart, visit),
        "authoredOn": moment_of_visit(chart, visit, 20),
        "requester": parts.doctor_reference(rng, visit.doctor),
        "dosageInstruction": [{"text": "Take 1 tablet by mouth twice daily", "patientInstruction": "Take with food."}],
        "dispenseRequest": {"performer": parts.site_reference(chart.pharmacy)},
    }
    if rng.random() < 0.4:
        tree["note"] = [
            {"text": fill_phrase(s, "Sent to {pharmacy}; {pt:given} will pick up {date:1}. Call {mobile}.")}
        ]
    return tree


def build_report(rng: random.Random, chart: Chart, visit: Visit, results: list[str]) -> Tree:
    """Build a DiagnosticReport with the text of a laboratory, imaging or pathology report."""
    kind = rng.choice(REPORTS)
    s = draw_scene(rng, chart, visit)
    tree: Tree = {
        **parts.build_head(rng, "DiagnosticReport", numbers.random_uuid(rng), visit.site, last_updated(visit, 7)),
        "identifier": [
            parts.build_identifier(parts.site_url(visit.site, "accession"), numbers.fill_pattern(rng, "ACC########"),
                                   Entity.ID, chart.person.subject)
        ],
        "status": "final",
        "category": [{"coding": [parts.hl7_coding("v2-0074", "RAD" if kind.name == "radiology" else "LAB")]}],
        "code": parts.concept(parts.LOINC, kind.loinc, kind.display),
        **_subject_and_encounter(rng, chart, visit),
        "effectiveDateTime": moment_of_visit(chart, visit, 30),
        "issued": moment_of_visit(chart, visit, 90),
        "performer": [parts.site_reference(chart.lab)],
        "resultsInterpreter": [parts.doctor_reference(rng, visit.other)],
        "result": [{"reference": r} for r in results],
        "conclusion": fill_phrase(s, "{dx}: no change since {date:-100}. Discussed with {dr:titled} on {date}."),
    }  # fmt: skip
    if rng.random() < 0.5:
        note = write_note(s, kind)
        title = fill_phrase(s, "{pt:full} " + kind.name)
        tree["presentedForm"] = [
            {"contentType": "text/html", "data": encode(wrap.to_html(note)), "title": title}
            if rng.random() < 0.3
            else {"contentType": "text/plain", "data": encode(note), "title": kind.display}
        ]
    return tree
