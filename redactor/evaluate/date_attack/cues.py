"""Collect the events of a release that a public calendar speaks about, by regularity and group: unit and released
day.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from redactor.evaluate.date_attack import tables
from redactor.evaluate.date_attack.calendar import Mixture, possible_regularity, usual_regularity
from redactor.evaluate.date_attack.release import Entry, Life
from redactor.evaluate.date_attack.stamps import Stamp, is_birth
from redactor.evaluate.date_attack.texts import NoteDates
from redactor.evaluate.date_attack.units import Units
from redactor.lexicon import public_dates

Pairs = set[tuple[int, int]]

_PLAN_PATH = re.compile(
    r"(?:Coverage|InsurancePlan|Account|Contract)\.(?:.*\.)?(?:period|servicePeriod|applies)\b|benefitPeriod"
    r"|row\.(?:payer_plan|plan|coverage|policy)\w*(?:start|end)", re.IGNORECASE,
)  # fmt: skip
_LOT_PATH = re.compile(r"expir", re.IGNORECASE)
_END_PATH = re.compile(r"\.end$|_end\w*$")
# Elements that say when a patient was seen, the surest first.
_VISIT_PATHS = (
    re.compile(r"^Encounter\.period\.start$|^row\.(?:visit|encounter)_start\w*$"),
    re.compile(r"^(?:Immunization\.occurrence|Procedure\.performed)\w+(?:\.start)?$|^Appointment\.start$"),
    re.compile(
        r"^(?:Observation|DiagnosticReport)\.effective\w+(?:\.start)?$|^row\.(?:procedure|measurement)_date\w*$"
    ),
    re.compile(r"^MedicationRequest\.authoredOn$|^DocumentReference\.date$|^row\.\w*date(?:time)?$"),
)
_ICD_10_CODE = re.compile(r"10:[A-TV-Z][0-9][0-9AB]\.?[0-9A-Z]{0,4}|10:U[0-9]{2}\.?[0-9]?")


@dataclass(slots=True)
class Cues:
    """Groups of events by regularity, and the mixtures with which their days are compared."""

    units: Units
    groups: dict[str, dict[str, Pairs]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    mixtures: dict[tuple[str, str], Mixture] = field(default_factory=dict)

    def add(self, name: str, group: str, mixture: Mixture, subject: int, day: int) -> None:
        """Add an event of a subject to a group."""
        self.mixtures.setdefault((name, group), mixture)
        self.groups[name][group].add((self.units.of(subject, day), day))


def read_cues(lives: Sequence[Life], notes: Iterable[tuple[int, NoteDates]], units: Units) -> Cues:
    """Collect the events of all subjects. A mixture is made once, and a day counts for its month in one group only."""
    cues = Cues(units)
    clocked: Pairs = set()  # days with a known clock time, which were not imputed
    months: dict[tuple[int, int], str] = {}
    for subject, life in enumerate(lives):
        for entry in life.entries:
            for stamp in entry.stamps:
                if stamp.precision == 4:
                    clocked.add((subject, stamp.day))
                if (path := _add_stamp(cues, subject, stamp)) is not None:
                    months.setdefault((subject, stamp.day), path)
            if entry.day is not None:
                _add_codes(cues, subject, entry, entry.day)
    _add_visits(cues, lives)
    for subject, note in notes:
        _add_note_dates(cues, subject, note)
        for day in note.whole:
            months.setdefault((subject, day), "text")
    if any(_is_coarse_birth(s) for life in lives for entry in life.entries for s in entry.stamps):
        # A release that shortens births on firsts to the month or the year has no full birth date on a first.
        cues.groups.pop("births", None)
    for (subject, day), path in months.items():
        if (subject, day) not in clocked:
            cues.add("months", path, _imputed_days(), subject, day)
    return cues


# --- single dates -----------------------------------------------------------------------------------------------------


@cache
def _plan_starts() -> Mixture:
    return usual_regularity(
        tables.days_of_each_year((1, 1)),
        tables.days_of_each_year((7, 1)),
        tables.first_days(),
        shares=(0.75, 0.08, 0.12),
    )


@cache
def _plan_ends() -> Mixture:
    return usual_regularity(
        tables.days_of_each_year((12, 31)),
        tables.days_of_each_year((6, 30)),
        tables.last_days(),
        shares=(0.75, 0.08, 0.12),
    )


@cache
def _lot_expiries() -> Mixture:
    quarters = tables.days_of_each_year((3, 31), (6, 30), (9, 30), (12, 31))
    return usual_regularity(quarters, tables.last_days(), tables.first_days(), shares=(0.6, 0.2, 0.1), absent=0.2)


@cache
def _birth_dates() -> Mixture:
    return possible_regularity(tables.days_of_each_year((1, 1), (7, 1)), tables.first_days(), odds=(1, 1))


@cache
def _imputed_days() -> Mixture:
    every = (tables.days_of_each_year((1, 1), (7, 1)), tables.first_days(), tables.last_days(), tables.fifteenth_days())
    return possible_regularity(*every, odds=(4, 4, 2, 0.4))


@cache
def _utc_offsets() -> Mixture:
    ahead = tables.daylight_saving()
    summer, winter = ahead / ahead.mean(), (1 - ahead) / (1 - ahead).mean()
    return Mixture((summer, winter), ((0.2, (0.0, 0.0)), (0.4, (0.97, 0.0)), (0.4, (0.0, 0.97))))


@cache
def _seasonal(months: Sequence[float], share: float, habit: float = 0.0) -> Mixture:
    return usual_regularity(tables.monthly_rates(months), shares=(share,), habit=habit)


@cache
def _in_use_since(begin: dt.date, share: float) -> Mixture:
    return usual_regularity(tables.days_from(begin), shares=(share,), absent=0.5)


@cache
def _in_use_until(end: dt.date, share: float) -> Mixture:
    return usual_regularity(tables.days_until(end), shares=(share,), absent=0.5)


@cache
def _covid_doses(begin: dt.date) -> Mixture:
    return usual_regularity(tables.covid_doses(begin), shares=(0.98,))


@cache
def _office_days(rate: float) -> Mixture:
    return usual_regularity(tables.office_visits(rate), shares=(1.0,))


def _add_stamp(cues: Cues, subject: int, stamp: Stamp) -> str | None:
    """Add a single date to its group. Returns the group of a day that may stand for its month, else None."""
    if stamp.precision == 4 and stamp.offset is not None:
        cues.add("offsets", str(stamp.offset), _utc_offsets(), subject, stamp.day)
    if stamp.precision != 3:
        return None
    if is_birth(stamp.path):
        cues.add("births", stamp.path, _birth_dates(), subject, stamp.day)
    elif _PLAN_PATH.search(stamp.path):
        cues.add(
            "plan-years",
            stamp.path,
            _plan_ends() if _END_PATH.search(stamp.path) else _plan_starts(),
            subject,
            stamp.day,
        )
    elif _LOT_PATH.search(stamp.path):
        cues.add("lots", stamp.path, _lot_expiries(), subject, stamp.day)
    else:
        return stamp.path
    return None


@cache
def _lockdown() -> Mixture:
    return usual_regularity(tables.elective_visits(), shares=(0.95,))


@cache
def _beside_festive_words() -> Mixture:
    return usual_regularity(tables.named_holidays(), shares=(0.9,), absent=0.2)


@cache
def _possible_holidays() -> Mixture:
    return possible_regularity(tables.named_holidays())


@cache
def _kept_holiday(month: int, day: int) -> Mixture:
    return usual_regularity(tables.days_around(month, day, 14, 28), shares=(0.9,))


def _is_coarse_birth(stamp: Stamp) -> bool:
    return stamp.precision < 3 and is_birth(stamp.path)


# --- codes ------------------------------------------------------------------------------------------------------------


def _add_codes(cues: Cues, subject: int, entry: Entry, day: int) -> None:
    codes = entry.codes
    vaccines = {code[4:] for code in codes if code.startswith("cvx:")}
    if vaccines & public_dates.FLU_VACCINES:
        cues.add("flu-shots", "cvx", _seasonal(public_dates.FLU_SHOTS, 0.95, 0.3), subject, day)
    for code in vaccines & public_dates.COVID_VACCINES.keys():
        begin = public_dates.COVID_VACCINES[code]
        cues.add("covid", f"doses {begin}", _covid_doses(begin), subject, day)
    bare = {code.partition(":")[2] if code.startswith(("9:", "10:")) else code for code in codes}
    if bare & public_dates.COVID_DIAGNOSES:
        cues.add("covid", "cases", usual_regularity(tables.covid_cases(), shares=(0.95,)), subject, day)
    if bare & public_dates.COVID_TESTS:
        cues.add("covid", "tests", _in_use_since(public_dates.COVID_SINCE, 0.98), subject, day)
    if _has_any_code(codes, bare, public_dates.FLU_CODES, public_dates.FLU_ICD):
        cues.add("seasons", "influenza", _seasonal(public_dates.FLU_ILLNESS, 0.85), subject, day)
    if _has_any_code(codes, bare, public_dates.RESPIRATORY_CODES, public_dates.RESPIRATORY_ICD):
        cues.add("seasons", "respiratory", _seasonal(public_dates.RESPIRATORY, 0.8), subject, day)
    if _has_any_code(codes, bare, public_dates.POLLEN_CODES, public_dates.POLLEN_ICD):
        cues.add("seasons", "pollen", _seasonal(public_dates.POLLEN, 0.8), subject, day)
    _add_coding_systems(cues, subject, codes, bare, day)


def _add_coding_systems(cues: Cues, subject: int, codes: set[str], bare: set[str], day: int) -> None:
    nine = any(code.startswith("9:") for code in codes)
    if nine:
        cues.add("icd", "9", _in_use_until(public_dates.ICD_10_SINCE, 0.97), subject, day)
    elif any(_ICD_10_CODE.fullmatch(code) for code in codes):
        cues.add("icd", "10", _in_use_since(public_dates.ICD_10_SINCE, 0.97), subject, day)
    for code in bare & public_dates.CODES_SINCE.keys():
        begin = public_dates.CODES_SINCE[code]
        cues.add("icd", f"since {begin}", _in_use_since(begin, 0.98), subject, day)
    for code in bare & public_dates.CODES_UNTIL.keys():
        end = public_dates.CODES_UNTIL[code]
        cues.add("icd", f"until {end}", _in_use_until(end, 0.95), subject, day)


def _has_any_code(codes: set[str], bare: set[str], known: frozenset[str], prefixes: tuple[str, ...]) -> bool:
    if bare & known:
        return True
    return any(code.partition(":")[2].startswith(prefixes) for code in codes if code.startswith(("9:", "10:")))


# --- days on which offices work ---------------------------------------------------------------------------------------


def _add_visits(cues: Cues, lives: Sequence[Life]) -> None:
    """Add each day on which a subject was seen, once, by the surest record; days of acute stays are a group of their
    own.
    """
    seen: dict[str, Pairs] = defaultdict(set)
    for subject, life in enumerate(lives):
        acute = _acute_days(life)
        days: dict[int, int] = {}
        for entry in life.entries:
            for stamp in entry.stamps:
                rank = next((i for i, path in enumerate(_VISIT_PATHS) if path.search(stamp.path)), None)
                if rank is not None and stamp.precision > 2:
                    days[stamp.day] = min(rank, days.get(stamp.day, rank))
        for day, rank in days.items():
            seen["acute" if day in acute else f"elective {rank}"].add((subject, day))
    for name, pairs in seen.items():
        rate = _weekend_rate(pairs)
        for subject, day in pairs:
            if (day - 1) % 7 < 5:
                cues.add("holidays", name, _office_days(rate), subject, day)
                if name != "acute":
                    cues.add("covid", f"visits, {name}", _lockdown(), subject, day)


def _acute_days(life: Life) -> set[int]:
    days: set[int] = set()
    for entry in life.entries:
        if entry.acute:
            found = [s.day for s in entry.stamps if s.path in ("Encounter.period.start", "Encounter.period.end")]
            if found and max(found) - min(found) < 400:
                days.update(range(min(found), max(found) + 1))
    return days


def _weekend_rate(pairs: Pairs) -> float:
    """Return the visits of a weekend day as a share of those of a working day, in [0.02, 1]; a holiday is taken to be
    like it.

    Weekdays survive a shift of whole weeks, so that this is read from OUT. One visit is added to either side.
    """
    weekend = sum((day - 1) % 7 >= 5 for _, day in pairs)
    rate = ((weekend + 1) / 2) / ((len(pairs) - weekend + 1) / 5)
    return round(min(1.0, max(0.02, rate)), 2)


# --- texts ------------------------------------------------------------------------------------------------------------


def _add_note_dates(cues: Cues, subject: int, note: NoteDates) -> None:
    for day, festive in note.yearless:
        if festive:
            cues.add("named-holidays", "beside a festive word", _beside_festive_words(), subject, day)
        else:
            cues.add("named-holidays", "month and day", _possible_holidays(), subject, day)
    for named in note.named:
        date = dt.date.fromordinal(named)
        group = f"kept {date.month}-{date.day // 7}"
        cues.add("named-holidays", group, _kept_holiday(date.month, min(date.day, 28)), subject, note.day)
