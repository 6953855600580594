"""FHIR documents: the timestamp that they must have, and the fate of a document as a whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fhir.resources.R4B.bundle import Bundle
from msgspec import structs

from redactor.keys import Keyring
from redactor.run.contracts import Processed
from redactor.run.intake.bundles import split_bundle
from redactor.run.output.folder import join_entry
from redactor.run.state.quarantine import Entry, QuarantineStore
from redactor.run.worker import RecordProcessor
from schemas.engine.records import Outcome, Reason
from tests.each_row import each_row
from tests.unit.record_kit import KEYS, make

PATIENT = "urn:uuid:8d1f2b9e-0000-4000-8000-000000000001"
DATE = "2024-03-05T23:30:00.5+02:00"


def document(timestamp: str = DATE, subject: Any = None, composed: str = DATE) -> dict[str, Any]:
    composition = {
        "resourceType": "Composition",
        "id": "c",
        "status": "final",
        "type": {"coding": [{"system": "http://loinc.org", "code": "34133-9"}]},
        "subject": subject or {"reference": PATIENT},
        "date": composed,
        "author": [{"reference": "Practitioner/9"}],
        "title": "Summary",
    }
    entries = [
        {"fullUrl": "urn:uuid:8d1f2b9e-0000-4000-8000-000000000002", "resource": composition},
        {"fullUrl": PATIENT, "resource": {"resourceType": "Patient", "id": "p1", "active": True}},
    ]
    identifier = {"system": "http://h.example/documents", "value": "90017733"}
    return {
        "resourceType": "Bundle", "type": "document", "identifier": identifier, "timestamp": timestamp,
        "entry": entries,
    }  # fmt: skip


def worker(profile: str, **options: Any) -> RecordProcessor:
    return RecordProcessor(make(profile, **options)[0], KEYS)


def process(worker: RecordProcessor, bundle: dict[str, Any]) -> list[Processed]:
    records = split_bundle(json.dumps(bundle).encode(), "1:1", None)
    assert records is not None
    return worker.process(list(records))


def released(worker: RecordProcessor, bundle: dict[str, Any]) -> dict[str, Any]:
    head, *entries = process(worker, bundle)
    assert {d.outcome for d in (head, *entries)} == {Outcome.RELEASED}
    out = json.loads(head.payload or b"")
    return {**out, "entry": [json.loads(join_entry(d.payload, d.entry)) for d in entries]}


@pytest.mark.parametrize(
    ("profile", "timestamp"),
    [
        ("hipaa-safe-harbor", "2024-01-01T00:00:00Z"),
        ("limited-dataset", "2024-03-05T21:30:00.5Z"),
        ("hips", None),
    ],
)
def test_a_document_keeps_its_timestamp(profile: str, timestamp: str | None) -> None:
    got = released(worker(profile), document())
    composition = got["entry"][0]["resource"]
    if timestamp is None:  # shifted with its patient
        assert got["timestamp"] == composition["date"] != "2024-03-05T21:30:00.5Z"
    else:
        assert got["timestamp"] == timestamp
    assert composition["subject"]["reference"] == got["entry"][1]["fullUrl"]
    Bundle.model_validate(got)


def test_under_a_profile_of_tags_a_document_says_that_its_timestamp_is_masked() -> None:
    got = released(worker("redactor"), document())
    assert "timestamp" not in got
    assert got["_timestamp"]["extension"][0]["valueCode"] == "masked"


@pytest.mark.parametrize("subject", [{"reference": "Group/1"}, {"display": "none"}, [{"reference": "Patient/1"}] * 2])
def test_a_timestamp_of_no_single_patient_is_withheld_where_dates_are_shifted(subject: Any) -> None:
    head, *_ = process(worker("hips"), document(subject=subject))
    got = json.loads(head.payload or b"")
    assert "timestamp" not in got and got["_timestamp"]["extension"][0]["valueCode"] == "masked"
    head, *_ = process(worker("hipaa-safe-harbor"), document(subject=subject))
    assert json.loads(head.payload or b"")["timestamp"] == "2024-01-01T00:00:00Z"


def test_the_subject_of_an_r5_document_is_found_in_its_array() -> None:
    made = worker("hips")
    one, other = (process(made, document(subject=s))[0] for s in ({"reference": PATIENT}, [{"reference": PATIENT}]))
    assert json.loads(one.payload or b"")["timestamp"] == json.loads(other.payload or b"")["timestamp"]


@each_row("timestamp", ["John Smith", "2024", "2024-13-41T00:00:00Z", ""])
def test_what_is_no_instant_never_stands_as_one(timestamp: str) -> None:
    head, *_ = process(worker("limited-dataset"), document(timestamp))
    kept = json.loads(head.payload or b"{}")
    assert kept.get("timestamp") in (None, "2024-01-01T00:00:00Z")
    assert "Smith" not in json.dumps(kept)


def test_a_document_of_a_patient_who_opted_out_is_withheld_with_its_head() -> None:
    made = worker("hipaa-safe-harbor", opt_out=frozenset({KEYS.subject("p1")}))
    head, *_ = process(made, document())
    assert (head.outcome, head.reason, head.payload) == (Outcome.WITHHELD, Reason.OPTED_OUT, None)


def test_a_quarantined_document_keeps_its_identity_and_subject(tmp_path: Path, keyring_path: Path) -> None:
    (tmp_path / "state").mkdir()
    store = QuarantineStore(tmp_path / "state", Keyring.load(keyring_path))
    records = split_bundle(json.dumps(document()).encode(), "1:1", None)
    head = next(iter(records or ()))
    store.add([Entry(1, 1, head, "id", "wrong-type", "")])
    again = store.raw("00001-00000001")
    store.close()
    made = worker("hips")
    assert again.digest == head.digest
    assert made.process([again]) == made.process([structs.replace(head, holds=())])  # which are not kept
