"""No date whose place in the true calendar is known leaves shifted: its distance from that place is the shift.

Plan years, first days that stand for a month or a year, export times and expiry dates are such anchors (Hripcsak et al.
2016). Each alone gave the shifts of 50 to 100 % of patients.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.keys import Keyring
from redactor.sample import write_sink
from schemas.engine import json_codec
from schemas.engine.records import Outcome

Json = dict[str, Any]
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
PATIENT = {"reference": "Patient/p1"}


@pytest.fixture(scope="module", params=["hips", "hips-markov"])
def redactor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Redactor:
    folder = tmp_path_factory.mktemp("anchors")
    Keyring.generate().save(folder / "keys.json")
    return Redactor(
        request.param, keyring=folder / "keys.json", home=folder / "home", as_of=dt.date(2026, 1, 1),
        detectors=("patterns", "known"),
    )  # fmt: skip


def leaves(redactor: Redactor, record: Json) -> Json:
    (out,) = redactor.records([json_codec.parse(json.dumps(record).encode())])
    assert out.outcome is Outcome.RELEASED
    return dict(out.data or {})


def days(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(path, value) of every string that begins with a day."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from days(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from days(inner, path)
    elif isinstance(value, str) and DAY.match(value):
        yield path, value


BOOKKEEPING: list[Json] = [
    {"resourceType": "Coverage", "id": "1", "status": "active", "beneficiary": PATIENT, "payor": [PATIENT],
     "period": {"start": "2024-03-05", "end": "2025-03-04"}},
    {"resourceType": "Observation", "id": "2", "status": "final", "code": {"text": "Hb"}, "subject": PATIENT,
     "meta": {"lastUpdated": "2024-03-05T03:00:00Z"}, "issued": "2024-03-05T03:00:00Z"},
    {"resourceType": "Claim", "id": "3", "status": "active", "use": "claim", "patient": PATIENT,
     "created": "2024-03-05", "type": {"text": "x"}, "provider": {"reference": "Organization/o"},
     "priority": {"text": "x"}},
    {"resourceType": "ExplanationOfBenefit", "id": "4", "status": "active", "use": "claim", "patient": PATIENT,
     "created": "2024-03-05", "payment": {"date": "2024-03-09"}, "benefitPeriod": {"start": "2024-02-03"}},
    {"resourceType": "Immunization", "id": "5", "status": "completed", "patient": PATIENT,
     "expirationDate": "2024-12-30", "recorded": "2024-03-05", "vaccineCode": {"text": "x"},
     "occurrenceString": "once"},
    {"resourceType": "Device", "id": "6", "patient": PATIENT, "manufactureDate": "2024-03-05",
     "expirationDate": "2024-12-30"},
    {"resourceType": "Consent", "id": "7", "status": "active", "patient": PATIENT, "dateTime": "2024-03-05",
     "scope": {"text": "x"}, "category": [{"text": "x"}], "provision": {"period": {"start": "2024-03-05"}}},
    {"resourceType": "Account", "id": "8", "status": "active", "subject": [PATIENT],
     "servicePeriod": {"start": "2024-02-03"}},
    {"resourceType": "Patient", "id": "p1", "address": [{"city": "Tulsa", "period": {"start": "2024-02-03"}}]},
]  # fmt: skip


@pytest.mark.parametrize("record", BOOKKEEPING, ids=lambda r: r["resourceType"])
def test_bookkeeping_is_withheld(redactor: Redactor, record: Json) -> None:
    assert list(days(leaves(redactor, record))) == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("2019-01-01", 4), ("2019-07-01", 4), ("2019-03-01", 7), ("2019-01-01T00:00:00-05:00", 4),
        ("2019-03-01T00:00:00Z", 7), ("2019-03-02", 10), ("2019-01", 7), ("2019", 4),
    ],
)  # fmt: skip
def test_an_imputed_date_keeps_the_precision_that_it_has(redactor: Redactor, given: str, kept: int) -> None:
    record = {"resourceType": "Condition", "id": "c", "subject": PATIENT, "onsetDateTime": given, "code": {"text": "x"}}
    assert len(leaves(redactor, record)["onsetDateTime"]) == kept


def test_the_birth_of_a_patient_that_is_imputed_is_a_year(redactor: Redactor) -> None:
    out = leaves(redactor, {"resourceType": "Patient", "id": "p1", "birthDate": "1980-01-01"})
    assert re.fullmatch(r"19(79|80|81)", out["birthDate"])


FILLERS = """
1900-01-01 1950-01-01 1960-01-01 1970-01-01 1980-01-01 1999-09-09 2000-01-01 2049-12-31 2050-12-31 2078-12-31
2079-06-06 2099-12-31 9999-12-31 1900-01-01T00:00:00Z 1753-01-01 1899-12-30
"""


@pytest.mark.parametrize("filler", FILLERS.split())
def test_a_filler_leaves_as_nothing(redactor: Redactor, filler: str) -> None:
    record = {
        "resourceType": "Condition",
        "id": "c",
        "subject": PATIENT,
        "onsetDateTime": filler,
        "code": {"text": "x"},
    }
    assert "onsetDateTime" not in leaves(redactor, record)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Started 1/1/2019.", r"Started 20\d\d\."), ("Seen 3/1/2019.", r"Seen \d{1,2}/20\d\d\."),
        ("Seen January 1, 2019.", r"Seen 20\d\d\."), ("Seen March 1, 2019.", r"Seen [A-Z][a-z]+ 20\d\d\."),
        ("Seen 2019-07-01.", r"Seen 20\d\d\."), ("Seen 2019-03-01.", r"Seen 20\d\d-\d\d\."),
        ("Seen 01 Mar 2019.", r"Seen [A-Z][a-z]{2} 20\d\d\."), ("Seen 3/14/2019.", r"Seen \d+/\d+/20\d\d\."),
        ("Seen 03/01/2019 14:30.", r"Seen \d\d/\d\d/20\d\d 14:30\."),
        ("Plan 1/1/2019 - 12/31/2019.", r"Plan \[DATE\]\."),
    ],
)  # fmt: skip
def test_imputed_dates_of_a_text_are_months_and_years(redactor: Redactor, text: str, form: str) -> None:
    assert re.fullmatch(form, redactor.text(text, patient="p1").text)


def test_no_imputed_date_of_the_sample_leaves_with_its_day(redactor: Redactor, tmp_path: Path) -> None:
    write_sink(tmp_path, patients=12, seed=5)
    records = [
        json_codec.parse(line)
        for path in sorted((tmp_path / "records").rglob("*.ndjson"))
        for line in path.read_bytes().splitlines()
    ]
    anchored = []
    for record, out in zip(records, redactor.records(records), strict=True):
        if out.outcome is not Outcome.RELEASED or out.subject is None:
            continue
        given, got = dict(days(record)), dict(days(out.data))
        for path, value in given.items():
            if value[8:10] == "01" and (len(value) == 10 or "T00:00" in value):
                anchored.append(path)
                assert path not in got, (out.resource_type, path)
    assert anchored
