"""The events of a release that a public calendar speaks of, by regularity and group: unit and day, as released."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from redactor.evaluate.date_attack import tables
from redactor.evaluate.date_attack.calendar import Mixture, mostly, perhaps
from redactor.evaluate.date_attack.release import Entry, Life
from redactor.evaluate.date_attack.stamps import Stamp, is_birth
from redactor.evaluate.date_attack.texts import Note
from redactor.evaluate.date_attack.units import Units
from redactor.lexicon import public_dates

Pairs = set[tuple[int, int]]

_PLAN = re.compile(
    r"(?:Coverage|InsurancePlan|Account|Contract)\.(?:.*\.)?(?:period|servicePeriod|applies)\b|benefitPeriod"
    r"|row\.(?:payer_plan|plan|coverage|policy)\w*(?:start|end)", re.IGNORECASE,
)  # fmt: skip
_LOT = re.compile(r"expir", re.IGNORECASE)
_END = re.compile(r"\.end$|_end\w*$")
# Days on which a patient was seen, the surest first.
_SEEN = (
    re.compile(r"^Encounter\.period\.start$|^row\.(?:visit|encounter)_start\w*$"),
    re.compile(r"^(?:Immunization\.occurrence|Procedure\.performed)\w+(?:\.start)?$|^Appointment\.start$"),
    re.compile(
        r"^(?:Observation|DiagnosticReport)\.effective\w+(?:\.start)?$|^row\.(?:procedure|measurement)_date\w*$"
    ),
    re.compile(r"^MedicationRequest\.authoredOn$|^DocumentReference\.date$|^row\.\w*date(?:time)?$"),
)
_ICD_10 = re.compile(r"10:[A-TV-Z][0-9][0-9AB]\.?[0-9A-Z]{0,4}|10:U[0-9]{2}\.?[0-9]?")


@dataclass(slots=True)
class Cues:
    """Groups of events by regularity, and what their days are compared with."""

    units: Units
    groups: dict[str, dict[str, Pairs]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    mixtures: dict[tuple[str, str], Mixture] = field(default_factory=dict)

    def add(self, name: str, group: str, mixture: Mixture, subject: int, day: int) -> None:
        self.mixtures.setdefault((name, group), mixture)
        self.groups[name][group].add((self.units.of(subject, day), day))


def read_cues(lives: Sequence[Life], notes: Iterable[tuple[int, Note]], units: Units) -> Cues:
    """All events of all subjects. A mixture is made once, and a day speaks of its month in one group alone."""
    cues = Cues(units)
    clocked: Pairs = set()  # days of which a clock time is known were not imputed
    months: dict[tuple[int, int], str] = {}
    for subject, life in enumerate(lives):
        for entry in life.entries:
            for stamp in entry.stamps:
                if stamp.precision == 4:
                    clocked.add((subject, stamp.day))
                if (path := _stamp(cues, subject, stamp)) is not None:
                    months.setdefault((subject, stamp.day), path)
            if entry.day is not None:
                _codes(cues, subject, entry, entry.day)
    _visits(cues, lives)
    for subject, note in notes:
        _note(cues, subject, note)
        for day in note.whole:
            months.setdefault((subject, day), "text")
    if any(_is_coarse_birth(s) for life in lives for entry in life.entries for s in entry.stamps):
        # Who shortens births on firsts to the month or the year leaves a day to none of them.
        cues.groups.pop("births", None)
    for (subject, day), path in months.items():
        if (subject, day) not in clocked:
            cues.add("months", path, _months(), subject, day)
    return cues


# --- single dates -----------------------------------------------------------------------------------------------------


@cache
def _starts() -> Mixture:
    return mostly(tables.yearly((1, 1)), tables.yearly((7, 1)), tables.firsts(), shares=(0.75, 0.08, 0.12))


@cache
def _ends() -> Mixture:
    return mostly(tables.yearly((12, 31)), tables.yearly((6, 30)), tables.lasts(), shares=(0.75, 0.08, 0.12))


@cache
def _lots() -> Mixture:
    quarters = tables.yearly((3, 31), (6, 30), (9, 30), (12, 31))
    return mostly(quarters, tables.lasts(), tables.firsts(), shares=(0.6, 0.2, 0.1), absent=0.2)


@cache
def _births() -> Mixture:
    return perhaps(tables.yearly((1, 1), (7, 1)), tables.firsts(), odds=(1, 1))


@cache
def _months() -> Mixture:
    every = (tables.yearly((1, 1), (7, 1)), tables.firsts(), tables.lasts(), tables.middles())
    return perhaps(*every, odds=(4, 4, 2, 0.4))


@cache
def _offset() -> Mixture:
    ahead = tables.daylight()
    summer, winter = ahead / ahead.mean(), (1 - ahead) / (1 - ahead).mean()
    return Mixture((summer, winter), ((0.2, (0.0, 0.0)), (0.4, (0.97, 0.0)), (0.4, (0.0, 0.97))))


@cache
def _season(months: Sequence[float], share: float, habit: float = 0.0) -> Mixture:
    return mostly(tables.season(months), shares=(share,), habit=habit)


@cache
def _since(begin: dt.date, share: float) -> Mixture:
    return mostly(tables.from_day(begin), shares=(share,), absent=0.5)


@cache
def _until(end: dt.date, share: float) -> Mixture:
    return mostly(tables.until_day(end), shares=(share,), absent=0.5)


@cache
def _doses(begin: dt.date) -> Mixture:
    return mostly(tables.covid_doses(begin), shares=(0.98,))


@cache
def _offices(rate: float) -> Mixture:
    return mostly(tables.offices(rate), shares=(1.0,))


def _stamp(cues: Cues, subject: int, stamp: Stamp) -> str | None:
    """The group of a day that may stand for its month."""
    if stamp.precision == 4 and stamp.offset is not None:
        cues.add("offsets", str(stamp.offset), _offset(), subject, stamp.day)
    if stamp.precision != 3:
        return None
    if is_birth(stamp.path):
        cues.add("births", stamp.path, _births(), subject, stamp.day)
    elif _PLAN.search(stamp.path):
        cues.add("plan-years", stamp.path, _ends() if _END.search(stamp.path) else _starts(), subject, stamp.day)
    elif _LOT.search(stamp.path):
        cues.add("lots", stamp.path, _lots(), subject, stamp.day)
    else:
        return stamp.path
    return None


@cache
def _lockdown() -> Mixture:
    return mostly(tables.lockdown(), shares=(0.95,))


@cache
def _festive() -> Mixture:
    return mostly(tables.named_holidays(), shares=(0.9,), absent=0.2)


@cache
def _perhaps_festive() -> Mixture:
    return perhaps(tables.named_holidays())


@cache
def _around(month: int, day: int) -> Mixture:
    return mostly(tables.around(month, day, 14, 28), shares=(0.9,))


def _is_coarse_birth(stamp: Stamp) -> bool:
    return stamp.precision < 3 and is_birth(stamp.path)


# --- codes ------------------------------------------------------------------------------------------------------------


def _codes(cues: Cues, subject: int, entry: Entry, day: int) -> None:
    codes = entry.codes
    vaccines = {code[4:] for code in codes if code.startswith("cvx:")}
    if vaccines & public_dates.FLU_VACCINES:
        cues.add("flu-shots", "cvx", _season(public_dates.FLU_SHOTS, 0.95, 0.3), subject, day)
    for code in vaccines & public_dates.COVID_VACCINES.keys():
        begin = public_dates.COVID_VACCINES[code]
        cues.add("covid", f"doses {begin}", _doses(begin), subject, day)
    bare = {code.partition(":")[2] if code.startswith(("9:", "10:")) else code for code in codes}
    if bare & public_dates.COVID_DIAGNOSES:
        cues.add("covid", "cases", mostly(tables.covid_cases(), shares=(0.95,)), subject, day)
    if bare & public_dates.COVID_TESTS:
        cues.add("covid", "tests", _since(public_dates.COVID_SINCE, 0.98), subject, day)
    if _is_any(codes, bare, public_dates.FLU_CODES, public_dates.FLU_ICD):
        cues.add("seasons", "influenza", _season(public_dates.FLU_ILLNESS, 0.85), subject, day)
    if _is_any(codes, bare, public_dates.RESPIRATORY_CODES, public_dates.RESPIRATORY_ICD):
        cues.add("seasons", "respiratory", _season(public_dates.RESPIRATORY, 0.8), subject, day)
    if _is_any(codes, bare, public_dates.POLLEN_CODES, public_dates.POLLEN_ICD):
        cues.add("seasons", "pollen", _season(public_dates.POLLEN, 0.8), subject, day)
    _coding_systems(cues, subject, codes, bare, day)


def _coding_systems(cues: Cues, subject: int, codes: set[str], bare: set[str], day: int) -> None:
    nine = any(code.startswith("9:") for code in codes)
    if nine:
        cues.add("icd", "9", _until(public_dates.ICD_10_SINCE, 0.97), subject, day)
    elif any(_ICD_10.fullmatch(code) for code in codes):
        cues.add("icd", "10", _since(public_dates.ICD_10_SINCE, 0.97), subject, day)
    for code in bare & public_dates.CODES_SINCE.keys():
        begin = public_dates.CODES_SINCE[code]
        cues.add("icd", f"since {begin}", _since(begin, 0.98), subject, day)
    for code in bare & public_dates.CODES_UNTIL.keys():
        end = public_dates.CODES_UNTIL[code]
        cues.add("icd", f"until {end}", _until(end, 0.95), subject, day)


def _is_any(codes: set[str], bare: set[str], known: frozenset[str], prefixes: tuple[str, ...]) -> bool:
    if bare & known:
        return True
    return any(code.partition(":")[2].startswith(prefixes) for code in codes if code.startswith(("9:", "10:")))


# --- days on which offices work ---------------------------------------------------------------------------------------


def _visits(cues: Cues, lives: Sequence[Life]) -> None:
    """Each day on which a subject was seen, once, by the surest record; days of acute stays apart."""
    seen: dict[str, Pairs] = defaultdict(set)
    for subject, life in enumerate(lives):
        acute = _acute(life)
        days: dict[int, int] = {}
        for entry in life.entries:
            for stamp in entry.stamps:
                rank = next((i for i, path in enumerate(_SEEN) if path.search(stamp.path)), None)
                if rank is not None and stamp.precision > 2:
                    days[stamp.day] = min(rank, days.get(stamp.day, rank))
        for day, rank in days.items():
            seen["acute" if day in acute else f"elective {rank}"].add((subject, day))
    for name, pairs in seen.items():
        rate = _on_weekends(pairs)
        for subject, day in pairs:
            if (day - 1) % 7 < 5:
                cues.add("holidays", name, _offices(rate), subject, day)
                if name != "acute":
                    cues.add("covid", f"visits, {name}", _lockdown(), subject, day)


def _acute(life: Life) -> set[int]:
    days: set[int] = set()
    for entry in life.entries:
        if entry.acute:
            found = [s.day for s in entry.stamps if s.path in ("Encounter.period.start", "Encounter.period.end")]
            if found and max(found) - min(found) < 400:
                days.update(range(min(found), max(found) + 1))
    return days


def _on_weekends(pairs: Pairs) -> float:
    """How many visits a day of a weekend has beside a working day, in [0.02, 1]: a holiday is taken to be like it.

    Weekdays survive a shift of whole weeks, so this is read from OUT. One visit is added to either side.
    """
    weekend = sum((day - 1) % 7 >= 5 for _, day in pairs)
    rate = ((weekend + 1) / 2) / ((len(pairs) - weekend + 1) / 5)
    return round(min(1.0, max(0.02, rate)), 2)


# --- texts ------------------------------------------------------------------------------------------------------------


def _note(cues: Cues, subject: int, note: Note) -> None:
    for day, festive in note.yearless:
        if festive:
            cues.add("named-holidays", "beside a festive word", _festive(), subject, day)
        else:
            cues.add("named-holidays", "month and day", _perhaps_festive(), subject, day)
    for named in note.named:
        date = dt.date.fromordinal(named)
        group = f"kept {date.month}-{date.day // 7}"
        cues.add("named-holidays", group, _around(date.month, min(date.day, 28)), subject, note.day)
