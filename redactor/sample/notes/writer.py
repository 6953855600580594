"""Write a note: fill the templates of a kind with the contents of the chart, and mark every identifier."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from redactor.entities import Entity
from redactor.sample import numbers, pools
from redactor.sample.course import LABS, Chart, Visit
from redactor.sample.forms import MONTHS, Who, date_text, holiday_name, phone_text, weekday_name
from redactor.sample.marked import Marked, Piece, fill_template, join, mark
from redactor.sample.people import Person
from redactor.sample.places import Site


@dataclass(frozen=True, slots=True)
class NoteKind:
    """A type of note. sections: one template of each tuple is chosen. sep: separates the sections."""

    name: str
    loinc: str
    display: str
    sections: tuple[tuple[str, ...], ...]
    sep: str = "\n\n"


@dataclass(frozen=True, slots=True)
class Scene:
    """The values for the fields of templates: a chart, a visit, and the choices of the writer. word: the relative's
    relation.
    """

    rng: random.Random
    chart: Chart
    visit: Visit
    relative: Person
    word: str

    @property
    def person(self) -> Person:
        """Return the patient."""
        return self.chart.person

    @property
    def kin(self) -> Who:
        """Return the relative as a text refers to the relative."""
        return self.relative.who(Entity.PERSON)


TemplateField = Callable[[Scene, str], Piece]


def _choice_field(values: tuple[str, ...]) -> TemplateField:
    return lambda s, _: s.rng.choice(values)


def _person_field(pick: Callable[[Scene], Who]) -> TemplateField:
    """Return a field for a person. Its spec names the form ("family", "last_first"); without one any form is used."""

    def field(s: Scene, spec: str) -> Piece:
        who = pick(s)
        made: Marked = getattr(who, spec)() if spec else who.anyhow(s.rng)
        return made

    return field


def _moved_day(s: Scene, spec: str) -> dt.date:
    """Return the day of the visit, moved by the days in the spec: {date:-3}."""
    moved = s.visit.start.date() + dt.timedelta(days=int(spec) if spec else 0)
    return max(moved, s.person.birth) if spec.startswith("-") else moved


def _date_field(s: Scene, spec: str) -> Piece:
    d = _moved_day(s, spec)
    name = holiday_name(d)
    if name and s.rng.random() < 0.4:
        return mark(name, Entity.DATE, s.person.subject)
    text = mark(date_text(s.rng, d), Entity.DATE, s.person.subject)
    return join(f"{weekday_name(d)}, ", text) if s.rng.random() < 0.08 else text


def _full_date_field(s: Scene, spec: str) -> Piece:
    return mark(date_text(s.rng, _moved_day(s, spec), full=True), Entity.DATE, s.person.subject)


def _month_field(s: Scene, spec: str) -> Piece:
    d = _moved_day(s, spec)
    return mark(f"{MONTHS[d.month - 1]} {d.year}", Entity.DATE, s.person.subject)


def _birth_date_field(s: Scene, _: str) -> Piece:
    return mark(date_text(s.rng, s.person.birth, full=True), Entity.BIRTH_DATE_TIME, s.person.subject)


def _phone_field(ten: Callable[[Scene], tuple[str, str]], entity: Entity = Entity.TELEPHONE_NUMBER) -> TemplateField:
    def field(s: Scene, _: str) -> Piece:
        number, subject = ten(s)
        return mark(phone_text(s.rng, number), entity, subject)

    return field


def _patient_field(value: Callable[[Person], str], entity: Entity) -> TemplateField:
    return lambda s, _: mark(value(s.person), entity, s.person.subject)


def _site_field(pick: Callable[[Scene], Site]) -> TemplateField:
    """Return a field for a place. Its spec may be "alias" or "block" (letterhead: name and postal address)."""

    def field(s: Scene, spec: str) -> Piece:
        site = pick(s)
        if spec == "alias":
            return mark(site.alias, site.entity, site.subject)
        name = mark(site.name, site.entity, site.subject)
        return join(name, "\n", site.home.block(site.subject)) if spec == "block" else name

    return field


def _home_field(part: str, entity: Entity) -> TemplateField:
    return lambda s, _: mark(getattr(s.person.home, part), entity, s.person.subject)


def _age_field(s: Scene, _: str) -> Piece:
    return mark(str(s.person.age(s.visit.start.date())), Entity.AGE, s.person.subject)


def _kin_age_field(s: Scene, _: str) -> Piece:
    years = s.relative.age(s.visit.start.date())
    return mark(str(max(0, years)), Entity.AGE, s.relative.subject)


def _gendered_field(female: str, male: str) -> TemplateField:
    return lambda s, _: female if s.person.female else male


def _vitals_field(s: Scene, _: str) -> Piece:
    r = s.rng
    return (
        f"BP {r.randrange(98, 178)}/{r.randrange(54, 98)}, HR {r.randrange(52, 120)}, RR {r.randrange(12, 26)}, "
        f"T {r.randrange(970, 1025) / 10:.1f} F, SpO2 {r.randrange(89, 100)}% on {r.choice(('RA', '2L NC', '4 L'))}"
    )


def _labs_field(s: Scene, _: str) -> Piece:
    labs = s.rng.sample(LABS[4:], k=3)
    return "; ".join(f"{x.display.split(' [')[0].split('/')[0]} {x.draw(s.rng)} {x.unit}" for x in labs)


def _random_id_field(shape: str, entity: Entity) -> TemplateField:
    return lambda s, _: mark(numbers.fill_pattern(s.rng, shape), entity, s.person.subject)


def _employer_field(s: Scene, _: str) -> Piece:
    return mark(s.person.employer, Entity.ORGANIZATION, s.person.subject) if s.person.employer else "no employer"


def _diagnosis_field(s: Scene, _: str) -> Piece:
    return s.visit.problem.spoken


_SENTENCES_WITHOUT_IDENTIFIERS = (
    "Parkinson disease is stable on carbidopa/levodopa 25/100.", "GCS 15, A&O x3.",
    "EF 55-60%, grade 1 diastolic dysfunction.",
    "Pain 7/10, down from 9/10.", "Foley catheter in place.", "WBC 4.5-11.0, Plt 150-400 K.", "Apgar 8/9.",
    "Wells score 3, Geneva score 5.", "Heparin 5000 units SQ q8h.", "St. Jude valve seated well.", "Babinski negative.",
    "C5-C6 disc bulge, L4/5 stenosis.", "Pap smear 2 years ago was normal.", "Murphy sign negative.",
    "ICD-10 E11.9, CPT 99214.",
    "Child-Pugh B, MELD 14.", "Metformin 500 mg PO BID x 90 days, 3 refills.", "Gleason 3+4=7.", "Epworth score 12/24.",
    "Virchow node not palpable.", "MRSA swab 1/2 positive.", "CN II-XII intact, strength 5/5.", "Braden score 18.",
    "May shower after 48 hours; will follow up as needed.", "ABG 7.38/42/88 on 2 L.",
    "Trendelenburg positioning tolerated.",
    "Lasix 40 mg IV x1, KCl 20 mEq.", "INR 2.5 (goal 2-3).", "PHQ-9 score 11, GAD-7 6.", "Kerlix and Coban applied.",
)  # fmt: skip

FIELDS: Mapping[str, TemplateField] = {
    "pt": _person_field(lambda s: s.chart.who),
    "kin": _person_field(lambda s: s.kin),
    "dr": _person_field(lambda s: s.visit.doctor.who),
    "other": _person_field(lambda s: s.visit.other.who),
    "pcp": _person_field(lambda s: s.chart.pcp.who),
    "nurse": _person_field(lambda s: s.visit.nurse.who),
    "cred": lambda s, _: s.visit.doctor.credentials,
    "word": lambda s, _: s.word,
    "kinphone": _phone_field(lambda s: (s.relative.mobile, s.relative.subject)),
    "kinage": _kin_age_field,
    "age": _age_field,
    "he": _gendered_field("she", "he"),
    "He": _gendered_field("She", "He"),
    "his": _gendered_field("her", "his"),
    "His": _gendered_field("Her", "His"),
    "him": _gendered_field("her", "him"),
    "man": _gendered_field("woman", "man"),
    "sex": _gendered_field("F", "M"),
    "gender": _gendered_field("female", "male"),
    "dob": _birth_date_field,
    "mrn": lambda s, _: mark(s.chart.mrn(s.visit.site), Entity.MEDICAL_RECORD_NUMBER, s.person.subject),
    "visit": lambda s, _: mark(s.visit.number, Entity.ID, s.person.subject),
    "ssn": _patient_field(lambda p: p.ssn, Entity.SSN_OR_TAXPAYER),
    "ssn4": _patient_field(lambda p: p.ssn[-4:], Entity.SSN_OR_TAXPAYER),
    "license": _patient_field(lambda p: p.license, Entity.DRIVER_ID_US),
    "plan": _patient_field(lambda p: p.plan, Entity.HEALTH_PLAN_ID),
    "account": _patient_field(lambda p: p.account, Entity.FIN),
    "email": _patient_field(lambda p: p.email, Entity.EMAIL),
    "username": _patient_field(lambda p: p.username, Entity.USERNAME),
    "job": _patient_field(lambda p: p.job, Entity.OCCUPATION),
    "employer": _employer_field,
    "phone": _phone_field(lambda s: (s.person.phone, s.person.subject)),
    "mobile": _phone_field(lambda s: (s.person.mobile, s.person.subject)),
    "address": lambda s, _: s.person.home.one_line(s.person.subject),
    "city": _home_field("city", Entity.CITY),
    "county": _home_field("county", Entity.COUNTY),
    "state": _home_field("state", Entity.STATE),
    "zip": _home_field("zip", Entity.ZIP),
    "hometown": lambda s, _: mark(s.person.birthplace[0], Entity.CITY, s.person.subject),
    "site": _site_field(lambda s: s.visit.site),
    "lab": _site_field(lambda s: s.chart.lab),
    "pharmacy": _site_field(lambda s: s.chart.pharmacy),
    "payer": _site_field(lambda s: s.chart.payer),
    "pcpsite": _site_field(lambda s: s.chart.pcp.site),
    "sitephone": _phone_field(lambda s: (s.visit.site.phone, s.visit.site.subject)),
    "sitefax": _phone_field(lambda s: (s.visit.site.fax, s.visit.site.subject), Entity.FAX_NUMBER),
    "drphone": _phone_field(lambda s: (s.visit.doctor.phone, s.visit.doctor.subject)),
    "dremail": lambda s, _: mark(s.visit.doctor.email, Entity.EMAIL, s.visit.doctor.subject),
    "pager": lambda s, _: mark(s.visit.doctor.pager, Entity.TELEPHONE_NUMBER, s.visit.doctor.subject),
    "npi": lambda s, _: mark(s.visit.doctor.npi, Entity.ID, s.visit.doctor.subject),
    "portal": lambda s, _: mark(f"https://{s.visit.site.host}/mychart", Entity.URL, s.visit.site.subject),
    "ip": lambda s, _: mark(numbers.ip_address(s.rng), Entity.IP_ADDRESS, s.person.subject),
    "plate": lambda s, _: mark(s.chart.vehicle[0], Entity.VEHICLE_LICENSE_PLATE_US, s.person.subject),
    "vin": lambda s, _: mark(s.chart.vehicle[1], Entity.VEHICLE_IDENTIFIER_US, s.person.subject),
    "device": lambda s, _: mark(s.chart.device[1], Entity.DEVICE_ID, s.person.subject),
    "card": lambda s, _: mark(numbers.card_number(s.rng), Entity.CREDIT_DEBIT_NUMBER, s.person.subject),
    "accession": _random_id_field("S##-#####", Entity.ID),
    "mac": _random_id_field("0#:1A:2B:3#:4C:#D", Entity.MAC_ADDRESS),
    "date": _date_field,
    "fulldate": _full_date_field,
    "month": _month_field,
    "time": lambda s, _: f"{s.rng.randrange(24):02d}:{s.rng.randrange(60):02d}",
    "dx": _diagnosis_field,
    "drug": lambda s, _: s.visit.problem.drug,
    "vitals": _vitals_field,
    "labs": _labs_field,
    "neg": _choice_field(_SENTENCES_WITHOUT_IDENTIFIERS),
    "race": lambda s, _: mark(pools.RACES[s.person.race].lower(), Entity.RACE, s.person.subject),
    "symptom": _choice_field(
        ("chest pain", "shortness of breath", "worsening tremor", "right lower quadrant pain", "a productive cough",
         "dizziness", "low back pain", "fever and chills", "palpitations", "a fall at home")
    ),
    "days": lambda s, _: str(s.rng.randrange(2, 14)),
}  # fmt: skip


def draw_scene(rng: random.Random, chart: Chart, visit: Visit) -> Scene:
    """Draw the setting of a note. Its relative is one of the patient's ties and stays the same throughout."""
    tie = rng.choice(chart.ties)
    return Scene(rng, chart, visit, tie.relative, tie.word)


def fill_phrase(s: Scene, template: str) -> Marked:
    """Fill a template. Raises KeyError for a field that FIELDS lacks."""
    return fill_template(template, lambda name, spec: FIELDS[name](s, spec))


def write_note(s: Scene, kind: NoteKind) -> Marked:
    """Write a whole note of the kind."""
    return join(*(fill_phrase(s, s.rng.choice(section)) for section in kind.sections), sep=kind.sep)
