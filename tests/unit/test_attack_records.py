"""What was once found to leak out of records, and must not again: each test is an attack that had worked."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.keys import Keyring
from schemas import jsonio
from schemas.records import Outcome, RecordOut

Json = dict[str, Any]
AS_OF = dt.date(2026, 1, 1)
PROFILES = ["hipaa-safe-harbor", "limited-dataset", "hips", "redactor"]
SAFE_HARBOR = "hipaa-safe-harbor"


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("attack")
    Keyring.generate().save(folder / "keys.json")
    return folder


@pytest.fixture(scope="module")
def engines(where: Path) -> dict[str, Redactor]:
    keys = where / "keys.json"
    return {p: Redactor(profile=p, keyring=keys, home=where / "home", as_of=AS_OF) for p in PROFILES}


def out(engine: Redactor, record: Json) -> RecordOut:
    return next(engine.records([jsonio.parse(json.dumps(record).encode())]))


def leaves(engine: Redactor, record: Json) -> Json:
    """The record as it leaves, through its JSON."""
    result = out(engine, record)
    assert result.outcome is Outcome.RELEASED, result.reason
    released: Json = json.loads(jsonio.encode(result.data))
    return released


def observation(**fields: Any) -> Json:
    code = {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]}
    return {
        "resourceType": "Observation", "id": "o1", "status": "final", "code": code,
        "subject": {"reference": "Patient/p1"},
    } | fields  # fmt: skip


def patient(**fields: Any) -> Json:
    return {"resourceType": "Patient", "id": "p1"} | fields


# -- what a profile keeps


@pytest.mark.parametrize("profile", PROFILES)
def test_a_place_field_is_kept_for_a_place_alone(engines: dict[str, Redactor], profile: str) -> None:
    wrong = {"state": "12 Elm Street", "country": "call 617-555-1234", "city": "5 Oak Rd", "postalCode": "John Smith"}
    text = json.dumps(leaves(engines[profile], patient(address=[wrong | {"district": "x@example.org"}])))
    assert not any(said in text for said in ("Elm", "555", "Oak", "Smith", "example"))


def test_real_places_are_still_kept(engines: dict[str, Redactor]) -> None:
    for state in ("MA", "Massachusetts", "US-MA", "Baden-Württemberg", "Newfoundland and Labrador", "महाराष्ट्र"):
        kept = leaves(engines[SAFE_HARBOR], patient(address=[{"state": state, "country": "Côte d'Ivoire"}]))
        assert kept["address"] == [{"state": state, "country": "Côte d'Ivoire"}]
    whole = {"city": "St. John's", "district": "Prince George's", "state": "MD", "postalCode": "20774-1234"}
    assert leaves(engines["limited-dataset"], patient(address=[whole]))["address"] == [whole]
    assert leaves(engines["limited-dataset"], patient(birthDate="1930-02"))["birthDate"] == "1930-02"
