"""FHIR dates (https://hl7.org/fhir/R4/datatypes.html#dateTime): shift, UTC, year; and a record's newest date."""

from __future__ import annotations

import contextlib
import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache

from redactor.dates.move import Move, by_days

_FHIR = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})"
    r"(?:T([0-9]{2}):([0-9]{2}):([0-5][0-9]|60)(\.[0-9]+)?(?:Z|([+-])([0-9]{2}):([0-9]{2})))?)?)?"
)
_MAX_OFFSET = 14 * 60  # minutes; the widest zone in use, and the limit of FHIR's own regular expression


@dataclass(frozen=True, slots=True)
class _Value:
    """moment: in UTC where the value has a time. tail: seconds and fraction as written (zones are whole minutes)."""

    written: dt.date
    moment: dt.datetime
    precision: int  # 1 year, 2 month, 3 day, 4 time
    tail: str


@lru_cache(maxsize=4096)  # day, year and shift of one value are requested in succession
def _parse(value: str) -> _Value | None:
    found = _FHIR.fullmatch(value)
    if found is None:
        return None
    year, month, day, hour, minute, second, fraction, sign, off_hour, off_minute = found.groups()
    try:
        # A partial date is shifted as its middle, so that a shift by less than half of it mostly leaves it unchanged.
        written = dt.date(int(year), int(month or 7), int(day or (15 if month else 1)))
        moment = dt.datetime(written.year, written.month, written.day)
        if hour is None:
            return _Value(written, moment, 3 if day else 2 if month else 1, "")
        moment = moment.replace(hour=int(hour), minute=int(minute))
        if sign:
            offset = int(off_hour) * 60 + int(off_minute)
            if offset > _MAX_OFFSET or int(off_minute) > 59:
                return None
            moment -= dt.timedelta(minutes=offset if sign == "+" else -offset)
    except (ValueError, OverflowError):
        return None
    return _Value(written, moment, 4, f"{second}{fraction or ''}")


def shift_fhir(value: str, move: int | Move) -> str | None:
    """Move a FHIR date, dateTime or instant at its own precision. move: as in `redactor.dates.shift_text`.

    The clock of a time stays that of the wall where it was written, with "Z" in the zone's place, which FHIR requires:
    the zone of a place, and the hours of its days in UTC, tell by daylight saving in which half of the year it was.
    Fractions of a second are dropped. None if the value is not a FHIR date (impossible, or a time without a zone) or
    the result is outside the years 1 to 9999.
    """
    parsed = _parse(value)
    if parsed is None:
        return None
    how = by_days(move) if isinstance(move, int) else move
    try:
        moved = how.day(parsed.written, is_whole=parsed.precision > 2)
    except OverflowError:
        return None
    text = moved.isoformat()
    if parsed.precision < 4:
        return text[: (4, 7, 10)[parsed.precision - 1]]
    hour, minute, second = int(value[11:13]), int(value[14:16]), min(int(parsed.tail[:2]), 59)
    clock = how.second_of_day(hour * 3600 + minute * 60 + second)
    return f"{text}T{clock // 3600:02d}:{clock // 60 % 60:02d}:{clock % 60:02d}Z"


def utc_fhir(value: str) -> str | None:
    """The value with its time in UTC, seconds and fraction as written; unchanged without a time. None if it is not a
    FHIR date, or outside the years 1 to 9999 in UTC.
    """
    parsed = _parse(value)
    if parsed is None:
        return None
    if parsed.precision < 4:
        return value
    return f"{parsed.moment.isoformat()[:16]}:{parsed.tail}Z"


def year_fhir(value: str) -> str | None:
    """The year as written, four digits; None if the value is not a FHIR date."""
    parsed = _parse(value)
    return None if parsed is None else f"{parsed.written.year:04d}"


def day_fhir(value: str) -> dt.date | None:
    """The day as written; None if the value is not a FHIR date, or coarser than a day."""
    parsed = _parse(value)
    return None if parsed is None or parsed.precision < 3 else parsed.written


# Keys that say when something was recorded, and keys of events. Not "end", expiry, birth or an answer (a due date is
# a valueDateTime): the end of a coverage in 2099 does not date the data.
_RECORDED = rb"lastUpdated|authoredOn|issued|recordedDate|assertedDate|created|sent|received|recorded"
_HAPPENED = rb"date|start|effectiveInstant|(?!value|due|expir|end)[A-Za-z]{0,40}DateTime"
_HAPPENED += rb"|(?:performed|occurrence|onset)[A-Za-z]{0,40}"
_RECORD = re.compile(_RECORDED)
_EVENT = re.compile(_RECORDED + rb"|" + _HAPPENED)
_LONGEST_KEY = 50
# Dates are few and keys many: a scan for keys takes four times as long.
_DATED = re.compile(rb'"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}"([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?(?=["T])')
# Resources whose own dates are of plans and terms, and the states of what has not begun.
_PLAN = re.compile(
    rb'"resourceType"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}"(?:Appointment|AppointmentResponse|CarePlan|CommunicationRequest|'
    rb"Consent|Contract|Coverage|CoverageEligibilityRe[a-z]+|DeviceRequest|EnrollmentRe[a-z]+|Goal|HealthcareService|"
    rb"ImmunizationRecommendation|InsurancePlan|MedicationRequest|NutritionOrder|RequestGroup|RequestOrchestration|"
    rb"Schedule|ServiceRequest|Slot|SupplyRequest|Task|Transport|VisionPrescription)\""
    rb'|"status"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}"(?:booked|draft|future|pending|planned|preparation|proposed|requested|'
    rb"scheduled|waitlist)\""
)


def latest_date(raw: bytes) -> dt.date | None:
    """The newest plausible date of an event in a raw FHIR record, by a scan of its bytes; None without one.

    Of a plan only the dates of its record count. Impossible dates and years outside 1900 to 2048 are skipped: later
    ones are fillers or typing errors, and would make everybody too old. A month counts as its first day.
    """
    newest: dt.date | None = None
    latest: tuple[bytes, ...] = (b"1900", b"", b"")
    keys = _RECORD if _PLAN.search(raw) else _EVENT
    for found in _DATED.finditer(raw):
        year, month, day = written = found.groups(b"01")
        if not latest < written < (b"2049",):
            continue
        end = found.start()
        quote = raw.rfind(b'"', max(0, end - _LONGEST_KEY - 1), end)
        if quote < 0 or not keys.fullmatch(raw, quote + 1, end):
            continue
        with contextlib.suppress(ValueError):
            newest, latest = dt.date(int(year), int(month), int(day)), written
    return newest
