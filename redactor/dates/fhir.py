"""Shift FHIR dates, convert them to UTC, read their year or day, and find the newest date of a record
(https://hl7.org/fhir/R4/datatypes.html#dateTime).
"""

from __future__ import annotations

import contextlib
import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache

from redactor.dates.move import Move, constant_move

_FHIR = re.compile(
    r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})"
    r"(?:T([0-9]{2}):([0-9]{2}):([0-5][0-9]|60)(\.[0-9]+)?(?:Z|([+-])([0-9]{2}):([0-9]{2})))?)?)?"
)
EVENT_YEARS = range(1900, 2049)
"""An event of another year is a filler or a typing error, and would make every patient too old."""
_MAX_OFFSET = 14 * 60  # minutes; the widest zone in use, and the limit of FHIR's own regular expression


@dataclass(frozen=True, slots=True)
class _FhirDate:
    """A parsed FHIR date.

    moment: in UTC where the value has a time. tail: seconds and fraction as written, since zones are whole minutes.
    """

    written: dt.date
    moment: dt.datetime
    precision: int  # 1 year, 2 month, 3 day, 4 time
    tail: str


@lru_cache(maxsize=4096)  # callers ask for the day, the year and the shift of a value one after another
def _parsed(value: str) -> _FhirDate | None:
    found = _FHIR.fullmatch(value)
    if found is None:
        return None
    year, month, day, hour, minute, second, fraction, sign, off_hour, off_minute = found.groups()
    try:
        # A partial date is shifted as its middle, so that a shift by less than half of it mostly leaves it unchanged.
        written = dt.date(int(year), int(month or 7), int(day or (15 if month else 1)))
        moment = dt.datetime(written.year, written.month, written.day)
        if hour is None:
            return _FhirDate(written, moment, 3 if day else 2 if month else 1, "")
        moment = moment.replace(hour=int(hour), minute=int(minute))
        if sign:
            offset = int(off_hour) * 60 + int(off_minute)
            if offset > _MAX_OFFSET or int(off_minute) > 59:
                return None
            moment -= dt.timedelta(minutes=offset if sign == "+" else -offset)
    except (ValueError, OverflowError):
        return None
    return _FhirDate(written, moment, 4, f"{second}{fraction or ''}")


def shift_fhir(value: str, move: int | Move) -> str | None:
    """Move a FHIR date, dateTime or instant at its own precision; return None if that is impossible.

    move: as for `redactor.dates.shift_text`. A time keeps the clock of the place where it was written, with "Z" in
    place of the zone, because FHIR requires a zone: the zone of a place, and the hours of its days in UTC, would tell
    by daylight saving which half of the year it was. Fractions of a second are dropped. None is returned for a value
    that is no FHIR date (an impossible date, a time without a zone) and for a result outside the years 1 to 9999.
    """
    parsed = _parsed(value)
    if parsed is None:
        return None
    how = constant_move(move) if isinstance(move, int) else move
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
    """Return the value with its time in UTC, seconds and fraction as written; a value without a time is unchanged. None
    if the value is no FHIR date, or lies outside the years 1 to 9999 in UTC.
    """
    parsed = _parsed(value)
    if parsed is None:
        return None
    if parsed.precision < 4:
        return value
    return f"{parsed.moment.isoformat()[:16]}:{parsed.tail}Z"


def year_fhir(value: str) -> str | None:
    """Return the year as written, four digits; None if the value is no FHIR date."""
    parsed = _parsed(value)
    return None if parsed is None else f"{parsed.written.year:04d}"


def day_fhir(value: str) -> dt.date | None:
    """Return the day as written; None if the value is no FHIR date or is coarser than a day."""
    parsed = _parsed(value)
    return None if parsed is None or parsed.precision < 3 else parsed.written


# The keys of dates of recording, and the keys of dates of events. The end of a period, an expiry, a birth and an answer
# are not among them (a due date is a valueDateTime): the end of a coverage in 2099 does not date the data.
_RECORDED_KEYS = rb"lastUpdated|authoredOn|issued|recordedDate|assertedDate|created|sent|received|recorded"
_EVENT_KEYS = rb"date|start|effectiveInstant|(?!value|due|expir|end)[A-Za-z]{0,40}DateTime"
_EVENT_KEYS += rb"|(?:performed|occurrence|onset)[A-Za-z]{0,40}"
_RECORDED_KEY = re.compile(_RECORDED_KEYS)
_RECORDED_OR_EVENT_KEY = re.compile(_RECORDED_KEYS + rb"|" + _EVENT_KEYS)
_LONGEST_KEY = 50
_END = (b"%d" % EVENT_YEARS.stop,)
# The scan is for dates, of which there are few: a scan for keys takes four times as long.
_DATE_VALUE = re.compile(rb'"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}"([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?(?=["T])')
# Resources whose dates are those of plans and terms, and the states of what has not begun.
_IS_PLAN = re.compile(
    rb'"resourceType"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}"(?:Appointment|AppointmentResponse|CarePlan|CommunicationRequest|'
    rb"Consent|Contract|Coverage|CoverageEligibilityRe[a-z]+|DeviceRequest|EnrollmentRe[a-z]+|Goal|HealthcareService|"
    rb"ImmunizationRecommendation|InsurancePlan|MedicationRequest|NutritionOrder|RequestGroup|RequestOrchestration|"
    rb"Schedule|ServiceRequest|Slot|SupplyRequest|Task|Transport|VisionPrescription)\""
    rb'|"status"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}"(?:booked|draft|future|pending|planned|preparation|proposed|requested|'
    rb"scheduled|waitlist)\""
)


def latest_date(raw: bytes, after: dt.date | None = None) -> dt.date | None:
    """Find the newest plausible date of an event in a raw FHIR record by a scan of its bytes; None without such a date.

    after: a day, and only later ones count: of many records the newest is wanted, and few have one that is newer.

    Of a plan only the dates of its recording count. Impossible dates and years outside 1900 to 2048 are skipped. A
    month counts as its first day.
    """
    newest: dt.date | None = None
    latest: tuple[bytes, ...] = (b"%d" % EVENT_YEARS.start, b"", b"")
    if after is not None and after.year >= EVENT_YEARS.start:
        latest = tuple(after.isoformat().encode().split(b"-"))
    keys: re.Pattern[bytes] | None = None
    for found in _DATE_VALUE.finditer(raw):
        year, month, day = written = found.groups(b"01")
        if not latest < written < _END:
            continue
        keys = keys or (_RECORDED_KEY if _IS_PLAN.search(raw) else _RECORDED_OR_EVENT_KEY)
        end = found.start()
        quote = raw.rfind(b'"', max(0, end - _LONGEST_KEY - 1), end)
        if quote < 0 or not keys.fullmatch(raw, quote + 1, end):
            continue
        with contextlib.suppress(ValueError):
            newest, latest = dt.date(int(year), int(month), int(day)), written
    return newest
