"""FHIR dates, and the newest date of a record."""

from __future__ import annotations

import datetime as dt

from redactor.dates import latest_date, shift_fhir, utc_fhir, year_fhir
from tests.each_row import each_row


@each_row(
    ("value", "days", "expected"),
    [
        ("2024-03-04", 28, "2024-04-01"),
        ("2024-03", 28, "2024-04"),
        ("2024", 28, "2024"),
        ("2024", -364, "2023"),
        ("2024-03-04T14:30:00Z", -7, "2024-02-26T14:30:00Z"),
        ("2024-03-04T23:30:15.1200-05:00", 28, "2024-04-01T23:30:15Z"),
        ("2024-03-04T01:00:00+05:30", 7, "2024-03-11T01:00:00Z"),
        ("2016-12-31T23:59:60Z", 7, "2017-01-07T23:59:59Z"),
    ],
)
def test_shifted(value: str, days: int, expected: str) -> None:
    assert shift_fhir(value, days) == expected


@each_row(
    "value",
    [
        "", "garbage", "2023-02-30", "2023-13", "0000", "24-03-04", "2024-3-4", "2024-03-04 ", "2024-03-04\n", "٢٠٢٤",
        "2024-03-04T14:30:00", "2024-03-04T25:00:00Z", "2024-03-04T14:30Z", "2024-03-04T14:61:00Z",
        "2024-03-04T14:30:00+15:00", "2024-03-04T14:30:00+05:60",
    ],
)  # fmt: skip
def test_no_fhir_date(value: str) -> None:
    assert shift_fhir(value, 7) is None
    assert utc_fhir(value) is None
    assert year_fhir(value) is None


def test_results_outside_the_calendar_give_none() -> None:
    assert shift_fhir("9999-12-31", 7) is None
    assert shift_fhir("0001-01-01", -7) is None
    assert utc_fhir("0001-01-01T00:00:00+10:00") is None


def test_utc_and_year() -> None:
    assert utc_fhir("2024-03-04") == "2024-03-04"
    assert utc_fhir("2024-12-31T23:00:00-05:00") == "2025-01-01T04:00:00Z"
    assert year_fhir("2024-12-31T23:00:00-05:00") == "2024"


def test_newest_event() -> None:
    raw = b'{"birthDate":"2031-01-01","meta":{"lastUpdated" : "2021-03-04T00:00:00Z"},"issued":"2022-05-06",'
    raw += b'"period":{"start":"2022-06-01","end":"2050-01-01"},"date":"2022-02-31","effectiveDateTime":"2022-07",'
    raw += b'"expirationDate":"2040-01-01","created":"3022-01-01","sent":"last week"}'
    assert latest_date(raw) == dt.date(2022, 7, 1)
    assert latest_date(b'{"birthDate":"2001-01-01"}') is None
    assert latest_date(b"\xff not json") is None


@each_row(
    "raw",
    [
        b'{"resourceType":"Appointment","start":"2041-01-01T00:00:00Z","created":"2022-05-06"}',
        b'{"resourceType" : "ServiceRequest","occurrenceDateTime":"2041-01-01","authoredOn":"2022-05-06"}',
        b'{"resourceType":"Coverage","period":{"start":"2041-01-01"},"meta":{"lastUpdated":"2022-05-06T00:00:00Z"}}',
        b'{"resourceType":"Encounter","status":"planned","period":{"start":"2041-01-01"},"date":"x","sent":"2022-05-06"}',
        b'{"resourceType":"Observation","valueDateTime":"2041-01-01","effectiveDateTime":"2022-05-06"}',
        b'{"resourceType":"Observation","dueDateTime":"2041-01-01","expirationDateTime":"2041-01-01","issued":"2022-05-06"}',
        b'{"resourceType":"Procedure","contained":[{"resourceType":"Goal","start":"2041-01-01"}],"created":"2022-05-06"}',
    ],
)  # fmt: skip
def test_plans_terms_and_answers_do_not_date_the_data(raw: bytes) -> None:
    assert latest_date(raw) == dt.date(2022, 5, 6)


def test_only_days_after_the_given_one_count_as_the_latest() -> None:
    raw = b'{"resourceType":"Encounter","period":{"start":"2021-03-04","end":"2030-01-01"},"issued":"2020-05-06"}'
    assert latest_date(raw, dt.date(2021, 3, 3)) == dt.date(2021, 3, 4)
    assert latest_date(raw, dt.date(2021, 3, 4)) is None
