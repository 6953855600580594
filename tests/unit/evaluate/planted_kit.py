"""Records of subjects whose dates follow one regularity of the calendar and are random otherwise."""

from __future__ import annotations

import base64
import datetime as dt
import random
from collections.abc import Callable, Iterator
from typing import Any

from redactor.lexicon import public_dates
from redactor.sample import calendar_life
from redactor.sample.calendar_records import written_day

Json = dict[str, Any]
BEGIN, END = dt.date(2012, 1, 1), dt.date(2025, 12, 31)
_LOINC = {"code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]}}


def subject(name: str) -> Json:
    return {"subject": {"reference": f"Patient/{name}"}}


def any_day(rng: random.Random) -> dt.date:
    return calendar_life.any_day(rng, BEGIN, END)


def at(day: dt.date, clock: dt.time) -> str:
    """A moment in the US east, with its offset."""
    return f"{day}T{clock:%H:%M:%S}{calendar_life.utc_offset(-5, day):+03d}:00"


def observation(name: str, when: str, **more: Any) -> Json:
    return {
        "resourceType": "Observation",
        "status": "final",
        **_LOINC,
        **subject(name),
        "effectiveDateTime": when,
        **more,
    }


def encounter(name: str, when: str) -> Json:
    kind = {"system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "AMB"}
    return {
        "resourceType": "Encounter",
        "status": "finished",
        "class": kind,
        **subject(name),
        "period": {"start": when},
    }


def condition(name: str, when: str, system: str, code: str) -> Json:
    coded = {"coding": [{"system": system, "code": code}]}
    return {"resourceType": "Condition", "code": coded, **subject(name), "onsetDateTime": when}


def document(name: str, day: dt.date, text: str) -> Json:
    data = base64.b64encode(text.encode()).decode()
    content = [{"attachment": {"contentType": "text/plain", "data": data}}]
    return {
        "resourceType": "DocumentReference",
        "status": "current",
        **subject(name),
        "date": f"{day}",
        "content": content,
    }


def _immunization(name: str, day: dt.date, cvx: str, **more: Any) -> Json:
    code = {"coding": [{"system": "http://hl7.org/fhir/sid/cvx", "code": cvx}]}
    patient = {"patient": {"reference": f"Patient/{name}"}}
    return {"resourceType": "Immunization", "status": "completed", "vaccineCode": code, **patient,
            "occurrenceDateTime": at(day, dt.time(10, 5)), **more}  # fmt: skip


def plan_years(rng: random.Random, name: str) -> Iterator[Json]:
    for year in rng.sample(range(2012, 2026), k=5):
        period = {"start": f"{year}-01-01", "end": f"{year}-12-31"}
        yield {"resourceType": "Coverage", "beneficiary": {"reference": f"Patient/{name}"}, "period": period}


def months(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(12):
        day = any_day(rng)
        yield condition(name, f"{day.replace(day=1) if rng.random() < 0.7 else day}", "http://snomed.info/sct", "1")


def lots(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(12):
        day = any_day(rng)
        yield _immunization(name, day, "115", expirationDate=f"{calendar_life.lot_expiry(rng, day)}")


def births(rng: random.Random, name: str) -> Iterator[Json]:
    yield {"resourceType": "Patient", "id": name, "birthDate": f"{rng.randrange(1930, 2010)}-01-01"}


def holidays(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(150):
        yield encounter(name, at(calendar_life.working_day(rng, BEGIN, END), dt.time(9, 30)))


def covid(rng: random.Random, name: str) -> Iterator[Json]:
    first = calendar_life.day_of_months(rng, public_dates.COVID_VACCINE_SINCE, public_dates.COVID_DOSES[:5])
    yield _immunization(name, first, "208")
    yield _immunization(name, calendar_life.day_of_months(rng, dt.date(2022, 9, 1), (1, 4, 2)), "229")
    for _ in range(3):
        ill = calendar_life.day_of_months(rng, public_dates.COVID_SINCE, public_dates.COVID_CASES)
        yield condition(name, f"{ill}", "http://snomed.info/sct", "840539006")


def flu_shots(rng: random.Random, name: str) -> Iterator[Json]:
    for year in range(2012, 2026):
        yield _immunization(name, calendar_life.day_of_season(rng, year, public_dates.FLU_SHOTS), "150")


def seasons(rng: random.Random, name: str) -> Iterator[Json]:
    for year in range(2012, 2026):
        for _ in range(2):
            ill = calendar_life.day_of_season(rng, year, public_dates.FLU_ILLNESS)
            yield condition(name, f"{ill}", "http://snomed.info/sct", "6142004")


def icd(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(100):
        day = calendar_life.any_day(rng, dt.date(2014, 1, 1), dt.date(2017, 1, 1))
        new = day >= public_dates.ICD_10_SINCE
        system = f"http://hl7.org/fhir/sid/icd-{'10' if new else '9'}-cm"
        yield condition(name, f"{day}", system, "I10" if new else "401.9")


def named_holidays(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(6):
        named = rng.choice([*public_dates.named_holidays(rng.randrange(2012, 2025)).items()])
        yield document(name, named[0] + 5 * calendar_life.DAY, f"Fell ill over {named[1]} weekend, better since then.")


def load_hours(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(60):
        day = any_day(rng)
        loaded = at(day + calendar_life.DAY, dt.time(2, rng.randrange(10, 30), rng.randrange(60)))
        yield observation(name, f"{day}", meta={"lastUpdated": loaded})


def clock_hours(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(120):
        yield encounter(name, at(any_day(rng), dt.time(rng.choice((8, 9, 14)), rng.randrange(60), rng.randrange(60))))


def padding(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(25):
        told = [any_day(rng) for _ in range(6)]
        yield document(name, any_day(rng), " ".join(f"Seen {written_day(day, 'bare')}, stable." for day in told))


def last_days(rng: random.Random, name: str) -> Iterator[Json]:
    for _ in range(3):
        yield observation(name, f"{any_day(rng)}")
    yield observation(name, f"{END - rng.randrange(60) * calendar_life.DAY}")


def shared(rng: random.Random, name: str) -> Iterator[Json]:
    yield observation(name, at(any_day(rng), dt.time(10)), meta={"lastUpdated": "2025-12-31T22:14:05.120Z"})
    yield observation(name, at(END - rng.randrange(200) * calendar_life.DAY, dt.time(10)))


PLANTED: dict[str, tuple[Callable[[random.Random, str], Iterator[Json]], float]] = {
    "plan-years": (plan_years, 0.9),
    "months": (months, 0.9),
    "lots": (lots, 0.7),
    "births": (births, 0.25),
    "holidays": (holidays, 0.12),
    "covid": (covid, 0.08),
    "flu-shots": (flu_shots, 0.12),
    "seasons": (seasons, 0.12),
    "icd": (icd, 0.2),
    "named-holidays": (named_holidays, 0.7),
    "load-hours": (load_hours, 0.5),
    "clock-hours": (clock_hours, 0.2),
    "padding": (padding, 0.7),
    "shared": (shared, 0.12),
}
"""Evidence -> the records of a subject, and the least share of shifts that it must find alone. Chance finds 0.01."""
