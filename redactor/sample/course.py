"""Invent what happens to a patient: the conditions, the visits, and the people who treat the patient."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass
from decimal import Decimal

from redactor.entities import Entity
from redactor.sample import numbers
from redactor.sample.forms import Who
from redactor.sample.people import TODAY, Household, Person, Tie
from redactor.sample.places import Doctor, Site, World


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnosis: SNOMED CT and ICD-10-CM codes, its name in notes, and its drug with an RxNorm code."""

    snomed: str
    icd: str
    display: str
    spoken: str
    rxnorm: str
    drug: str


@dataclass(frozen=True, slots=True)
class Lab:
    """A kind of observation: its LOINC code, unit, range of plausible values and number of decimals."""

    loinc: str
    display: str
    unit: str
    low: int
    high: int
    places: int

    def draw(self, rng: random.Random) -> Decimal:
        """Draw a value. Trailing zeros are kept, as instruments print them."""
        return Decimal(rng.randrange(self.low, self.high)).scaleb(-self.places)


PROBLEMS = (
    Problem("38341003", "I10", "Hypertensive disorder", "hypertension", "314076", "lisinopril 10 MG Oral Tablet"),
    Problem(
        "44054006", "E11.9", "Diabetes mellitus type 2", "type 2 diabetes", "860975", "metformin 500 MG Oral Tablet"
    ),
    Problem(
        "49049000", "G20", "Parkinson's disease", "Parkinson disease", "197741", "carbidopa 25 MG / levodopa 100 MG"
    ),
    Problem("195967001", "J45.909", "Asthma", "asthma", "745679", "albuterol 90 MCG/ACTUAT inhaler"),
    Problem(
        "53741008", "I25.10", "Coronary arteriosclerosis", "CAD s/p stent to the LAD", "309362", "clopidogrel 75 MG"
    ),
    Problem(
        "13645005", "J44.9", "Chronic obstructive lung disease", "COPD", "896188", "fluticasone / salmeterol inhaler"
    ),
    Problem("34000006", "K50.90", "Crohn's disease", "Crohn's disease", "105585", "methotrexate 2.5 MG Oral Tablet"),
    Problem(
        "118599009", "C81.90", "Hodgkin's disease", "Hodgkin lymphoma in remission", "198440", "acetaminophen 500 MG"
    ),
    Problem("353295004", "E05.00", "Graves' disease", "Graves disease", "966222", "levothyroxine 0.1 MG Oral Tablet"),
    Problem("302914006", "K22.70", "Barrett's esophagus", "Barrett esophagus", "198051", "omeprazole 20 MG"),
    Problem("35489007", "F32.9", "Depressive disorder", "depression", "312940", "sertraline 50 MG Oral Tablet"),
    Problem(
        "26929004", "G30.9", "Alzheimer's disease", "Alzheimer's dementia", "997223", "donepezil 10 MG Oral Tablet"
    ),
    Problem("90708001", "N18.3", "Kidney disease", "CKD stage 3", "197417", "furosemide 40 MG Oral Tablet"),
    Problem("66071002", "B18.1", "Chronic type B viral hepatitis", "chronic hepatitis B", "485436", "entecavir 0.5 MG"),
)
LABS = (
    Lab("8480-6", "Systolic blood pressure", "mm[Hg]", 98, 172, 0),
    Lab("8867-4", "Heart rate", "/min", 52, 118, 0),
    Lab("8310-5", "Body temperature", "Cel", 360, 394, 1),
    Lab("29463-7", "Body weight", "kg", 450, 1320, 1),
    Lab("2160-0", "Creatinine [Mass/volume] in Serum or Plasma", "mg/dL", 50, 260, 2),
    Lab("4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood", "%", 480, 1100, 2),
    Lab("718-7", "Hemoglobin [Mass/volume] in Blood", "g/dL", 70, 172, 1),
    Lab("2823-3", "Potassium [Moles/volume] in Serum or Plasma", "mmol/L", 300, 560, 2),
    Lab("6690-2", "Leukocytes [#/volume] in Blood by Automated count", "10*3/uL", 300, 1900, 2),
    Lab("2339-0", "Glucose [Mass/volume] in Blood", "mg/dL", 62, 310, 0),
)


@dataclass(frozen=True, slots=True)
class Visit:
    """An encounter. start and end are local times; the site's clock is `offset` hours from UTC."""

    id: str
    start: dt.datetime
    end: dt.datetime
    site: Site
    doctor: Doctor
    other: Doctor
    nurse: Doctor
    inpatient: bool
    problem: Problem
    number: str
    erroneous: bool

    @property
    def offset(self) -> int:
        """Return the hours of the site from UTC."""
        return self.site.home.offset


@dataclass(frozen=True, slots=True)
class Chart:
    """A patient with everything that the record is built from. mrns: (site, number) pairs, the home site first."""

    person: Person
    household: Household
    ties: tuple[Tie, ...]
    mrns: tuple[tuple[Site, str], ...]
    pcp: Doctor
    pharmacy: Site
    lab: Site
    payer: Site
    problems: tuple[Problem, ...]
    visits: tuple[Visit, ...]
    vehicle: tuple[str, str]
    device: tuple[str, str]

    @property
    def who(self) -> Who:
        """Return the patient as the subject of the record."""
        return self.person.who(Entity.PATIENT)

    def mrn(self, site: Site) -> str:
        """Return the record number at a site, or that of the home site if the site has none."""
        return next((n for s, n in self.mrns if s is site), self.mrns[0][1])


def draw_chart(rng: random.Random, world: World, home: Household, person: Person) -> Chart:
    """Draw a patient's care over time: five to eleven visits over up to twelve years."""
    home_site = person.ordinal % len(world.care)
    other_site = rng.randrange(len(world.care))
    sites = [home_site] if other_site == home_site or rng.random() < 0.6 else [home_site, other_site]
    mrns = tuple((world.care[i], numbers.fill_pattern(rng, world.care[i].mrn_shape)) for i in sites)
    problems = tuple(rng.sample(PROBLEMS, k=rng.choice((1, 2, 2, 3))))
    last = person.death.date() if person.death else TODAY - dt.timedelta(days=rng.randrange(1, 300))
    first = max(person.birth, last - dt.timedelta(days=rng.randrange(400, 4400)))
    days = max(1, (last - first).days)
    starts = sorted(rng.randrange(days) for _ in range(rng.randrange(6, 11)))
    visits = []
    for i, day in enumerate(starts):
        site = rng.choice(sites)
        staff = world.staff[site]
        doctor, other = rng.sample([d for d in staff if d.is_physician], k=2)
        begin = dt.datetime.combine(first, dt.time(rng.randrange(7, 20), rng.randrange(60), rng.randrange(60)))
        begin += dt.timedelta(days=day)
        inpatient = rng.random() < 0.3
        length = dt.timedelta(days=rng.randrange(1, 9)) if inpatient else dt.timedelta(minutes=rng.randrange(12, 90))
        end = begin + length
        if person.death:
            end = min(end, max(begin + dt.timedelta(minutes=5), person.death))
        visits.append(
            Visit(
                id=numbers.random_uuid(rng),
                start=begin,
                end=end,
                site=world.care[site],
                doctor=doctor,
                other=other,
                nurse=next(d for d in staff if not d.is_physician),
                inpatient=inpatient,
                problem=rng.choice(problems),
                number=numbers.fill_pattern(rng, "V########"),
                erroneous=(person.ordinal + i) % 40 == 7,
            )
        )
    return Chart(
        person=person,
        household=home,
        ties=home.ties_of(person),
        mrns=mrns,
        pcp=rng.choice([d for d in world.staff[home_site] if d.specialty < 2]),
        pharmacy=rng.choice(world.pharmacies),
        lab=rng.choice(world.labs),
        payer=rng.choice(world.payers),
        problems=problems,
        visits=tuple(visits),
        vehicle=(numbers.fill_pattern(rng, rng.choice(("#@@@###", "@@@-####", "@@@ ###"))), numbers.vin(rng)),
        device=(
            numbers.device_identifier(rng),
            numbers.fill_pattern(rng, rng.choice(("SN-########", "@@#######", "PM########"))),
        ),
    )
