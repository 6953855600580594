"""Write a life as FHIR R4: encounters, conditions, measurements, prescriptions, vaccinations, coverages and notes.

The notes are short and hold dates as people write them: with weekdays, holidays, and numbers without zeros.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from decimal import Decimal

from redactor.entities import Entity
from redactor.lexicon import public_dates
from redactor.sample import calendar_life, numbers
from redactor.sample.calendar_life import ICD_9, Life, Shot, icd_10_on_day
from redactor.sample.course import LABS, Visit
from redactor.sample.fhir import parts, person
from redactor.sample.fhir.parts import Tree
from redactor.sample.fhir.person import patient_reference
from redactor.sample.forms import MONTHS, fhir_datetime, weekday_name
from redactor.sample.marked import Marked, Piece, encode, join, mark

_DATE_HABITS = ("bare", "bare", "bare", "padded", "named")


def progress_note(rng: random.Random, life: Life, visit: Visit) -> Marked:
    """Write a progress note. Each author writes dates in one way throughout the note."""
    who, subject, day = life.chart.who, life.chart.person.subject, visit.start.date()
    habit = _DATE_HABITS[stable_hash(visit.doctor.id) % len(_DATE_HABITS)]

    def date(moved: int) -> Marked:
        return mark(written_day(day + moved * calendar_life.DAY, habit), Entity.DATE, subject)

    lines: list[Piece] = [
        join("PROGRESS NOTE  ", date(0)),
        join("Patient: ", who.last_first()),
        join(who.titled(), f" is seen for {visit.problem.spoken}."),
    ]
    festive = _holiday_before(day)
    if festive is not None and rng.random() < 0.5:
        ending = rng.choice((" weekend", " dinner", ""))
        named = mark(festive.removeprefix("the "), Entity.DATE, subject)
        article = "the " if festive.startswith("the ") else ""
        lines.append(join(f"Symptoms began over {article}", named, f"{ending} and have improved since."))
    if rng.random() < 0.5:
        earlier = day - rng.randrange(3, 40) * calendar_life.DAY
        text = mark(written_day(earlier, habit), Entity.DATE, subject)
        lines.append(join(f"Last seen {weekday_name(earlier)} ", text, "."))
    if rng.random() < 0.6:
        lines.append(join("Labs of ", date(-rng.randrange(2, 30)), " reviewed, no acute change."))
    if rng.random() < 0.6:
        later = calendar_life.next_working_day(rng, day + rng.randrange(14, 120) * calendar_life.DAY)
        back = mark(written_day(later, habit), Entity.DATE, subject)
        lines.append(join("Return ", f"{weekday_name(later)}, " if rng.random() < 0.4 else "", back, "."))
    lines.append(join("Signed: ", visit.doctor.who.titled_full(), " ", date(0)))
    return join(*lines, sep="\n")


def written_day(day: dt.date, habit: str) -> str:
    """Return a day as an author writes it: 9/4/2019, 09/04/2019, or September 4, 2019."""
    if habit == "bare":
        return f"{day.month}/{day.day}/{day.year}"
    return f"{day:%m/%d/%Y}" if habit == "padded" else f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def stable_hash(text: str) -> int:
    """Return a number for a text that is the same in every process."""
    return sum(ord(c) * (i + 1) for i, c in enumerate(text))


def _holiday_before(day: dt.date) -> str | None:
    """Return the name of a holiday in the last twelve days; None if there was none."""
    found = [(d, name) for year in (day.year - 1, day.year) for d, name in public_dates.named_holidays(year).items()]
    recent = [(d, name) for d, name in found if dt.timedelta(0) <= day - d <= dt.timedelta(days=12)]
    return max(recent)[1] if recent else None


_ICD_9, _ICD_10 = "http://hl7.org/fhir/sid/icd-9-cm", "http://hl7.org/fhir/sid/icd-10-cm"


class LifeWriter:
    """This writer turns one life into resources. seed: that of the sample, whose nightly loads all lives share."""

    def __init__(self, rng: random.Random, life: Life, seed: int) -> None:
        self._rng, self._life, self._seed = rng, life, seed

    def resources(self) -> Iterator[Tree]:
        """Yield all of the patient's resources, the Patient first."""
        rng, chart = self._rng, self._life.chart
        yield person.build_patient(rng, chart)
        for tie in chart.ties:
            yield person.build_related_person(rng, chart, tie)
        for plan in self._life.plans:
            yield self._coverage(*plan)
        for shot in self._life.shots:
            yield self._immunization(shot)
        for visit in self._life.visits:
            yield self._encounter(visit)
            yield from self._findings(visit)

    def _when(self, moment: dt.datetime) -> Marked:
        zone = calendar_life.utc_offset(self._life.standard, moment.date())
        return mark(fhir_datetime(moment, zone), Entity.DATE, self._life.chart.person.subject)

    def _day(self, day: dt.date) -> Marked:
        return mark(day.isoformat(), Entity.DATE, self._life.chart.person.subject)

    def _head(self, kind: str, name: str, day: dt.date) -> Tree:
        loaded = calendar_life.load_time(self._seed, day, self._life.standard)
        site = self._life.chart.mrns[0][0]
        return parts.build_head(self._rng, kind, name, site, f"{loaded:%Y-%m-%dT%H:%M:%S}Z")

    def _subject(self, visit: Visit) -> Tree:
        return {
            "subject": patient_reference(self._rng, self._life.chart),
            "encounter": {"reference": f"Encounter/{visit.id}"},
        }

    def _coverage(self, begin: dt.date, end: dt.date | None) -> Tree:
        tree = person.build_coverage(self._rng, self._life.chart)
        tree["status"] = "active" if end is None else "cancelled"
        tree["period"] = {"start": self._day(begin)} | ({"end": self._day(end)} if end else {})
        return tree

    def _immunization(self, shot: Shot) -> Tree:
        at = dt.datetime.combine(shot.day, dt.time(self._rng.randrange(9, 17), self._rng.randrange(60)))
        return {
            **self._head("Immunization", numbers.random_uuid(self._rng), shot.day),
            "status": "completed",
            "vaccineCode": parts.concept("http://hl7.org/fhir/sid/cvx", shot.cvx, shot.name),
            "patient": patient_reference(self._rng, self._life.chart),
            "occurrenceDateTime": self._when(at),
            "lotNumber": mark(
                numbers.fill_pattern(self._rng, "@@####"), Entity.DEVICE_ID, self._life.chart.person.subject
            ),
            "expirationDate": self._day(calendar_life.lot_expiry(self._rng, shot.day)),
        }

    def _encounter(self, visit: Visit) -> Tree:
        code, display = ("AMB", "ambulatory")
        if visit.id in self._life.acute:
            code, display = ("IMP", "inpatient encounter") if visit.inpatient else ("EMER", "emergency")
        return {
            **self._head("Encounter", visit.id, visit.end.date()),
            "status": "finished",
            "class": parts.hl7_coding("v3-ActCode", code, display),
            "type": [parts.concept(parts.SNOMED, "185347001", "Encounter for problem")],
            "subject": patient_reference(self._rng, self._life.chart),
            "participant": [{"individual": parts.doctor_reference(self._rng, visit.doctor)}],
            "period": {"start": self._when(visit.start), "end": self._when(visit.end)},
            "serviceProvider": parts.site_reference(visit.site),
        }

    def _findings(self, visit: Visit) -> Iterator[Tree]:
        rng = self._rng
        if rng.random() < 0.5 or visit.problem not in self._life.chart.problems:
            yield self._condition(visit)
        for i, lab in enumerate(rng.sample(LABS, k=rng.choice((0, 1, 1, 2)))):
            at = visit.start + dt.timedelta(minutes=5 + 3 * i, seconds=rng.randrange(60))
            yield self._observation(visit, at, lab.loinc, lab.display, lab.unit, lab.draw(rng))
        if rng.random() < 0.25:
            yield self._medication(visit)
        if rng.random() < 0.35:
            yield self._document(visit)

    def _condition(self, visit: Visit) -> Tree:
        problem, day = visit.problem, visit.start.date()
        coding = [{"system": parts.SNOMED, "code": problem.snomed, "display": problem.display}]
        if day >= public_dates.ICD_10_SINCE:
            coding.append({"system": _ICD_10, "code": icd_10_on_day(problem.icd, day)})
        elif problem.icd in ICD_9:
            coding.append({"system": _ICD_9, "code": ICD_9[problem.icd]})
        tree: Tree = {
            **self._head("Condition", numbers.random_uuid(self._rng), day),
            "clinicalStatus": {"coding": [parts.hl7_coding("condition-clinical", "active")]},
            "verificationStatus": {"coding": [parts.hl7_coding("condition-ver-status", "confirmed")]},
            "category": [{"coding": [parts.hl7_coding("condition-category", "encounter-diagnosis")]}],
            "code": {"coding": coding, "text": problem.spoken},
            **self._subject(visit),
            "recordedDate": self._when(visit.start + dt.timedelta(minutes=12)),
        }
        if problem in self._life.chart.problems and self._rng.random() < 0.5:
            tree["onsetDateTime"] = self._day(self._remembered(day))
        return tree

    def _remembered(self, day: dt.date) -> dt.date:
        """Return an onset as a patient remembers it: a year, a month or a day, each of which the form records as a
        day.
        """
        then = day - self._rng.randrange(200, 2500) * calendar_life.DAY
        then = max(then, self._life.chart.person.birth)
        roll = self._rng.random()
        return then.replace(month=1, day=1) if roll < 0.4 else then.replace(day=1) if roll < 0.75 else then

    def _observation(self, visit: Visit, at: dt.datetime, loinc: str, display: str, unit: str, value: Decimal) -> Tree:
        quantity = {"value": value, "unit": unit, "system": "http://unitsofmeasure.org", "code": unit}
        category = "vital-signs" if loinc in {lab.loinc for lab in LABS[:4]} else "laboratory"
        return {
            **self._head("Observation", numbers.random_uuid(self._rng), at.date()),
            "status": "final",
            "category": [{"coding": [parts.hl7_coding("observation-category", category)]}],
            "code": parts.concept(parts.LOINC, loinc, display),
            **self._subject(visit),
            "effectiveDateTime": self._when(at),
            "issued": self._when(at + dt.timedelta(minutes=self._rng.randrange(20, 90))),
            "valueQuantity": quantity,
        }

    def _medication(self, visit: Visit) -> Tree:
        return {
            **self._head("MedicationRequest", numbers.random_uuid(self._rng), visit.start.date()),
            "status": "active",
            "intent": "order",
            "medicationCodeableConcept": parts.concept(parts.RXNORM, visit.problem.rxnorm, visit.problem.drug),
            **self._subject(visit),
            "authoredOn": self._when(visit.start + dt.timedelta(minutes=15)),
            "dosageInstruction": [{"text": "Take 1 tablet by mouth twice daily"}],
        }

    def _document(self, visit: Visit) -> Tree:
        text = progress_note(self._rng, self._life, visit)
        return {
            **self._head("DocumentReference", numbers.random_uuid(self._rng), visit.start.date()),
            "status": "current",
            "type": parts.concept(parts.LOINC, "11506-3", "Progress note"),
            "subject": patient_reference(self._rng, self._life.chart),
            "date": self._when(visit.start + dt.timedelta(minutes=25)),
            "author": [parts.doctor_reference(self._rng, visit.doctor)],
            "content": [{"attachment": {"contentType": "text/plain; charset=utf-8", "data": encode(text)}}],
            "context": {"encounter": [{"reference": f"Encounter/{visit.id}"}]},
        }
