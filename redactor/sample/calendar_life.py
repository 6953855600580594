"""Invent eight to fifteen years of a patient by a real US calendar: visits, stays, vaccinations, illnesses and plans.

Such lives are the sample that the attack on date shifts works on. Offices open, people fall ill and loads run on the
days and at the times of the calendar.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from redactor.lexicon import public_dates
from redactor.sample import numbers
from redactor.sample.course import Chart, Problem, Visit
from redactor.sample.people import TODAY
from redactor.sample.places import World

DAY = dt.timedelta(days=1)
_EXCEPTIONS = 0.03  # share of the usual visits that take place on days when offices are closed
_SATURDAY = 0.02  # visits on a Saturday as a share of those on a working day


def any_day(rng: random.Random, first: dt.date, last: dt.date) -> dt.date:
    """Draw any day from first to last."""
    return first + rng.randrange(max(1, (last - first).days)) * DAY


def working_day(rng: random.Random, first: dt.date, last: dt.date) -> dt.date:
    """Draw a day on which an office sees patients: hardly on weekends and holidays, seldom in the spring of 2020."""
    while True:
        day = any_day(rng, first, last)
        if rng.random() < visit_rate(day):
            return day


def visit_rate(day: dt.date) -> float:
    """Return the visits of a day as a share of those of a usual working day."""
    if day.weekday() == 6:
        return 0.005
    share = _SATURDAY if day.weekday() == 5 else 1.0
    share *= 1 - public_dates.closed_days(day.year).get(day, 0.0) * (1 - _EXCEPTIONS)
    begin, end = public_dates.LOCKDOWN
    return share * (public_dates.LOCKDOWN_VISITS if begin <= day < end else 1.0)


def next_working_day(rng: random.Random, day: dt.date) -> dt.date:
    """Return the day itself, or a later day on which the office is open."""
    while rng.random() >= visit_rate(day):
        day += DAY
    return day


def day_of_season(rng: random.Random, year: int, months: Sequence[float]) -> dt.date:
    """Draw a day of a year, with its month drawn by rates."""
    month = rng.choices(range(1, 13), weights=months)[0]
    return dt.date(year, month, rng.randrange(1, 29))


def day_of_months(rng: random.Random, since: dt.date, months: Sequence[float]) -> dt.date:
    """Draw a day of the months from `since` on, by rates."""
    at = since.month - 1 + rng.choices(range(len(months)), weights=months)[0]
    day = dt.date(since.year + at // 12, at % 12 + 1, rng.randrange(1, 29))
    return max(day, since)


def lot_expiry(rng: random.Random, day: dt.date) -> dt.date:
    """Draw the day on which a lot expires that is used on a day: mostly the end of a quarter, else of a month."""
    at = day.month - 1 + rng.randrange(3, 20)
    if rng.random() < 0.75:
        at += 2 - at % 3
    at += 1
    return dt.date(day.year + at // 12, at % 12 + 1, 1) - DAY


def utc_offset(standard: int, day: dt.date) -> int:
    """Return the hours from UTC on a day, if clocks follow daylight saving. standard: the hours in winter."""
    return standard + public_dates.is_daylight(day)


def load_time(seed: int, night: dt.date, standard: int) -> dt.datetime:
    """Return when the nightly load after a day ran, in UTC: at some second after 2:10 local time, the same for all
    records.
    """
    rng = random.Random(f"{seed}:load:{night}")
    local = dt.datetime.combine(night + DAY, dt.time(2, 10)) + dt.timedelta(seconds=rng.randrange(1500))
    return local - dt.timedelta(hours=utc_offset(standard, night + DAY))


VISITS_A_YEAR = 4.5
STAYS_A_YEAR = 0.25
EMERGENCIES_A_YEAR = 0.3
_COVID = Problem("840539006", "U07.1", "COVID-19", "COVID-19", "198440", "acetaminophen 500 MG")
_COLDS = (
    Problem("195662009", "J02.9", "Acute viral pharyngitis", "viral pharyngitis", "198440", "acetaminophen 500 MG"),
    Problem("10509002", "J20.9", "Acute bronchitis", "acute bronchitis", "745679", "albuterol 90 MCG/ACTUAT inhaler"),
    Problem("444814009", "J01.90", "Viral sinusitis", "sinusitis", "198440", "acetaminophen 500 MG"),
)
_FLU = Problem("6142004", "J11.1", "Influenza", "influenza", "261315", "oseltamivir 75 MG Oral Capsule")
ICD_9 = {
    "I10": "401.9", "E11.9": "250.00", "G20": "332.0", "J45.909": "493.90", "I25.10": "414.01", "J44.9": "496",
    "K50.90": "555.9", "C81.90": "201.90", "E05.00": "242.00", "K22.70": "530.85", "F32.9": "311", "G30.9": "331.0",
    "N18.3": "585.3", "B18.1": "070.32", "J02.9": "462", "J20.9": "466.0", "J01.90": "461.9", "J11.1": "487.1",
}  # fmt: skip
"""The ICD-9-CM code for each ICD-10-CM code of this sample."""
_SPLIT_CODES = {"N18.3": "N18.30", "G20": "G20.A1"}


def icd_10_on_day(code: str, day: dt.date) -> str:
    """Return the code that ICD-10-CM had on a day in place of a code that was split later."""
    until = public_dates.CODES_UNTIL.get(code)
    return _SPLIT_CODES.get(code, code) if until is not None and day >= until else code


@dataclass(frozen=True, slots=True)
class Shot:
    """A vaccination. cvx: the code of the vaccine."""

    day: dt.date
    cvx: str
    name: str


@dataclass(frozen=True, slots=True)
class Life:
    """A patient's calendar.

    standard: the hours from UTC in winter. visits: in order of time. plans: the first and last day of each coverage, of
    which the last one is open. acute: the ids of stays and emergencies.
    """

    chart: Chart
    standard: int
    visits: tuple[Visit, ...]
    shots: tuple[Shot, ...]
    plans: tuple[tuple[dt.date, dt.date | None], ...]
    acute: frozenset[str]


def draw_life(rng: random.Random, world: World, chart: Chart) -> Life:
    """Draw a life. It replaces the visits of the chart."""
    last = chart.person.death.date() if chart.person.death else TODAY - rng.randrange(1, 150) * DAY
    first = max(chart.person.birth, last - dt.timedelta(days=round(365.25 * rng.uniform(8, 15))))
    last = max(last, first + 30 * DAY)
    years = (last - first).days / 365.25
    site = chart.mrns[0][0]
    staff = world.staff[world.care.index(site)]
    visits: list[Visit] = []
    acute: set[str] = set()

    def add(day: dt.date, problem: Problem, kind: str = "office") -> None:
        if not first <= day <= last:
            return
        doctor, other = rng.sample([d for d in staff if d.is_physician], k=2)
        nurse = next(d for d in staff if not d.is_physician)
        begin = dt.datetime.combine(day, _draw_time(rng, kind))
        if kind == "stay":
            end = begin + dt.timedelta(days=rng.randrange(2, 7), minutes=rng.randrange(600))
        else:
            end = begin + dt.timedelta(minutes=rng.randrange(15, 240 if kind == "emergency" else 55))
        if chart.person.death:
            end = min(end, max(begin + dt.timedelta(minutes=5), chart.person.death))
        made = Visit(numbers.random_uuid(rng), begin, end, site, doctor, other, nurse, kind == "stay", problem,
                     numbers.fill_pattern(rng, "V########"), False)  # fmt: skip
        visits.append(made)
        if kind != "office":
            acute.add(made.id)

    for _ in range(_draw_count(rng, VISITS_A_YEAR * years)):
        add(working_day(rng, first, last), rng.choice(chart.problems))
    for _ in range(_draw_count(rng, STAYS_A_YEAR * years)):
        add(any_day(rng, first, last), rng.choice(chart.problems), "stay")
    for _ in range(_draw_count(rng, EMERGENCIES_A_YEAR * years)):
        add(any_day(rng, first, last), rng.choice(chart.problems), "emergency")
    for day, problem in _draw_illnesses(rng, first, last):
        add(next_working_day(rng, day), problem)
    visits.sort(key=lambda visit: visit.start)
    shots = tuple(
        shot for shot in sorted(_draw_shots(rng, first, last), key=lambda s: s.day) if first <= shot.day <= last
    )
    return Life(chart, site.home.offset, tuple(visits), shots, tuple(_draw_plans(rng, first, last)), frozenset(acute))


def _draw_count(rng: random.Random, expected: float) -> int:
    return max(0, round(rng.gauss(expected, expected**0.5)))


def _draw_time(rng: random.Random, kind: str) -> dt.time:
    """Draw the time of a visit. Offices see patients from 8:00 to 16:45, and not at noon; stays and emergencies
    begin at any time.
    """
    if kind != "office":
        return dt.time(rng.randrange(24), rng.randrange(60), rng.randrange(60))
    hour = rng.choices((8, 9, 10, 11, 13, 14, 15, 16), weights=(5, 7, 7, 5, 6, 7, 6, 3))[0]
    return dt.time(hour, rng.choice((0, 15, 30, 45)))


def _draw_illnesses(rng: random.Random, first: dt.date, last: dt.date) -> Iterator[tuple[dt.date, Problem]]:
    for year in range(first.year, last.year + 1):
        if rng.random() < 0.5:
            yield day_of_season(rng, year, public_dates.RESPIRATORY), rng.choice(_COLDS)
        if rng.random() < 0.15:
            yield day_of_season(rng, year, public_dates.FLU_ILLNESS), _FLU
    for _ in range(2):
        if rng.random() < 0.45:
            yield day_of_months(rng, public_dates.COVID_SINCE, public_dates.COVID_CASES), _COVID


def _draw_shots(rng: random.Random, first: dt.date, last: dt.date) -> Iterator[Shot]:
    habit = rng.random()  # the probability of a flu shot in a year
    for year in range(first.year, last.year + 1):
        if rng.random() < habit:
            day = next_working_day(rng, day_of_season(rng, year, public_dates.FLU_SHOTS))
            yield Shot(day, rng.choice(("140", "150", "158", "185")), "Influenza, seasonal, injectable")
    if rng.random() < 0.75:
        day = day_of_months(rng, public_dates.COVID_VACCINE_SINCE, public_dates.COVID_DOSES[:8])
        cvx = rng.choice(("207", "208"))
        for _ in range(2):
            yield Shot(next_working_day(rng, day), cvx, "COVID-19, mRNA")
            day += rng.randrange(21, 36) * DAY
        for since, cvx in ((dt.date(2022, 9, 1), "229"), (dt.date(2023, 9, 12), "309")):
            if rng.random() < 0.4:
                yield Shot(next_working_day(rng, any_day(rng, since, since + 90 * DAY)), cvx, "COVID-19, mRNA")
    for _ in range(_draw_count(rng, (last - first).days / 3650)):
        yield Shot(working_day(rng, first, last), "115", "Tdap")


def _draw_plans(rng: random.Random, first: dt.date, last: dt.date) -> Iterator[tuple[dt.date, dt.date | None]]:
    """Yield plans. They run from 1 January for some years; a few begin on 1 July, or on the first of a month with a
    new employer.
    """
    begin = dt.date(first.year, 1, 1)
    while True:
        year = begin.year + rng.randrange(1, 5)
        month = rng.choices((1, 7, rng.randrange(1, 13)), weights=(85, 6, 9))[0]
        following = dt.date(year, month, 1)
        if following > last:
            yield begin, None
            return
        yield begin, following - DAY
        begin = following
