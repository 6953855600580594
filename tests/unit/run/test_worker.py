"""Workers: bytes in, bytes out; Bundles around their entries; deletions by pseudonym."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import make_harvester, make_processor
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.outcomes import inherited_outcome
from redactor.run.state.known_store import KnownStore
from redactor.run.worker import RecordProcessor
from redactor.settings import Settings, load_settings
from schemas.engine.records import Outcome, Reason


@pytest.fixture
def settings(tmp_path: Path, keyring_path: Path) -> Settings:
    made = load_settings(keyring=str(keyring_path), home=tmp_path)
    KnownStore.open(tmp_path / "known.db", Keyring.load(keyring_path)).close()
    return made


@pytest.fixture
def worker(settings: Settings) -> RecordProcessor:
    return make_processor(settings, None)


def raw(value: Any, position: str = "1:1", **more: Any) -> RawRecord:
    return RawRecord(json.dumps(value).encode() if value is not None else b"", position, **more)


def test_a_record_leaves_encoded_and_named(worker: RecordProcessor) -> None:
    (out,) = worker.process([raw({"resourceType": "Patient", "id": "p1", "active": True})])
    assert out.outcome is Outcome.RELEASED
    assert json.loads(out.payload or b"")["active"] is True
    assert out.record_id
    assert b"p1" not in (out.payload or b"")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"resourceType": "Patient", "id": ', Reason.MALFORMED),
        (b'["Smith"]', Reason.NOT_AN_OBJECT),
        (b'{"resourceType": "Patient", "id": "a", "id": "b"}', Reason.DUPLICATE_KEYS),
        (b"[" * 10_000, Reason.TOO_DEEP),
        (b'{"resourceType": "Smith"}', Reason.NO_SCHEMA),
        (b'{"resourceType": "MedicinalProduct"}', Reason.UNSUPPORTED_TYPE),
    ],
)
def test_a_bad_record_is_quarantined_and_its_neighbours_leave(
    worker: RecordProcessor, data: bytes, reason: Reason
) -> None:
    good = raw({"resourceType": "Patient", "id": "p1"})
    first, bad, last = worker.process([good, RawRecord(data, "1:2"), good])
    assert (bad.outcome, bad.reason, bad.payload) == (Outcome.QUARANTINED, reason, None)
    assert first.payload == last.payload
    assert first.outcome is Outcome.RELEASED


def test_the_head_of_a_bundle_keeps_its_kind_alone(worker: RecordProcessor) -> None:
    head = {"resourceType": "Bundle", "id": "john-smith", "type": "transaction", "timestamp": "2024-01-01T00:00:00Z"}
    (out,) = worker.process([raw(head, part="bundle")])
    kept = json.loads(out.payload or b"")
    assert set(kept) == {"resourceType", "type", "id"}
    assert kept["type"] == "transaction"
    assert kept["id"] != "john-smith"


def test_a_bundle_of_no_known_type_is_quarantined(worker: RecordProcessor) -> None:
    (out,) = worker.process([raw({"resourceType": "Bundle", "type": "John Smith"}, part="bundle")])
    assert out.outcome is Outcome.QUARANTINED


def test_an_entry_and_what_refers_to_it_change_alike(worker: RecordProcessor) -> None:
    url = "urn:uuid:8d1f2b9e-0000-4000-8000-000000000001"
    entry = {
        "fullUrl": url,
        "request": {
            "method": "POST",
            "url": "Patient",
            "ifNoneExist": "identifier=http://h.org/mrn|90017733",
            "ifMatch": 'W/"J"',
        },
        "search": {"mode": "match", "score": 0.5},
        "link": [{"url": "http://hospital.org"}],
    }
    patient = {"resourceType": "Patient", "identifier": [{"system": "http://h.org/mrn", "value": "90017733"}]}
    condition = {"resourceType": "Condition", "id": "c", "subject": {"reference": url}}
    first, second = worker.process(
        [
            raw(patient, part="entry", entry=json.dumps(entry).encode(), full_url=url, aliases={url: "Patient/"}),
            raw(condition, part="entry", entry=b"{}", aliases={url: "Patient/"}),
        ]
    )
    around, inner = json.loads(first.entry or b""), json.loads(first.payload or b"")
    assert around["fullUrl"] == json.loads(second.payload or b"")["subject"]["reference"] != url
    identifier = inner["identifier"][0]
    assert around["request"]["ifNoneExist"] == f"identifier={identifier['system']}|{identifier['value']}"
    assert set(around) == {"fullUrl", "request", "search"}
    assert set(around["request"]) == {"method", "url", "ifNoneExist"}
    assert b"90017733" not in (first.entry or b"")


def test_a_deletion_names_the_pseudonym(worker: RecordProcessor) -> None:
    entry = json.dumps({"request": {"method": "DELETE", "url": "Patient/p1"}}).encode()
    deleted, kept = worker.process([raw(None, part="entry", entry=entry), raw({"resourceType": "Patient", "id": "p1"})])
    notice = json.loads(deleted.payload or b"")
    assert deleted.outcome is Outcome.DELETED
    assert notice["entry"][0]["request"]["url"] == "Patient/" + json.loads(kept.payload or b"")["id"]


def test_the_head_of_a_bundle_says_what_becomes_of_its_entries(worker: RecordProcessor) -> None:
    label = {"system": "http://terminology.hl7.org/CodeSystem/v3-Confidentiality", "code": "R"}
    bundle: dict[str, object] = {"resourceType": "Bundle", "type": "batch", "id": "b"}
    heads = [bundle, {**bundle, "meta": {"security": [label]}}, {**bundle, "type": "parcel"}]
    raws = [raw(head, part="bundle") for head in heads] + [RawRecord(b"{", "1:1", part="bundle")]
    alone = [worker.head(r) for r in raws]
    assert alone == worker.process(raws)
    fates = [inherited_outcome(h) for h in alone]
    assert fates[:2] == [None, ("withheld", "restricted-by-label")]
    assert [f and f[0] for f in fates[2:]] == ["quarantined", "quarantined"], "a reason, and no exception"


@pytest.mark.parametrize("is_request", [True, False])
def test_a_deletion_has_the_key_of_what_it_deletes(worker: RecordProcessor, is_request: bool) -> None:
    def key(url: str, position: str) -> str:
        entry = json.dumps({"request": {"method": "DELETE", "url": url}}).encode()
        (out,) = worker.process([raw(None, position, part="entry", entry=entry, is_request=is_request)])
        assert out.outcome is Outcome.DELETED
        return out.resource_key

    (kept,) = worker.process([raw({"resourceType": "Patient", "id": "9", "active": True})])
    for url in ("Patient/9", "https://ehr.example/fhir/Patient/9", "Patient/9/_history/2"):
        assert key(url, "1:1/1") == key(url, "2:7/3") == kept.resource_key
    assert kept.resource_key not in (key("Patient/8", "1:1/1"), key("Observation/9", "1:1/1"))
    conditional = "Patient?identifier=http://x.test|9"
    assert key(conditional, "1:1/1") not in (kept.resource_key, key(conditional, "2:7/3")), "nothing says which"


def test_a_deletion_of_a_transaction_stays_in_it(worker: RecordProcessor) -> None:
    url = "https://ehr.example/fhir/Patient/p1"
    entry = {"fullUrl": url, "request": {"method": "DELETE", "url": "Patient/p1"}, "response": {"status": "204 Gone"}}
    wrong = {"resourceType": "Observation", "id": "o1", "status": "entered-in-error", "valueString": "John Smith"}
    put = {"fullUrl": "urn:uuid:1", "request": {"method": "PUT", "url": "Observation/o1", "ifMatch": "W/1"}}
    bare, written = worker.process(
        [
            raw(None, part="entry", entry=json.dumps(entry).encode(), is_request=True),
            raw(wrong, part="entry", entry=json.dumps(put).encode(), is_request=True),
        ]
    )
    patient, observation = worker._keys.id("Patient", "p1"), worker._keys.id("Observation", "o1")
    assert (bare.outcome, bare.payload) == (written.outcome, written.payload) == (Outcome.DELETED, None)
    kept = json.loads(bare.entry or b"")
    assert kept["request"] == {"method": "DELETE", "url": f"Patient/{patient}"}
    assert kept["fullUrl"].endswith(f"Patient/{patient}") and kept["response"] == {"status": "204"}
    assert json.loads(written.entry or b"")["request"] == {"method": "DELETE", "url": f"Observation/{observation}"}
    assert b"Smith" not in (written.entry or b"")


def test_an_if_none_exist_that_cannot_work_is_removed_with_a_reason(worker: RecordProcessor) -> None:
    request = {"method": "POST", "url": "Patient", "ifNoneExist": "family=Quimby&birthdate=1950-02-03"}
    entry = json.dumps({"request": request}).encode()
    (out,) = worker.process([raw({"resourceType": "Patient", "active": True}, part="entry", entry=entry)])
    kept = json.loads(out.entry or b"")["request"]
    assert set(kept) == {"method", "url", "_ifNoneExist"}
    assert kept["_ifNoneExist"]["extension"][0]["valueCode"] == "masked"
    assert out.omitted["if-none-exist"] == 1


def test_the_id_of_a_bundle_is_of_its_whole_content(worker: RecordProcessor) -> None:
    bundle = {"resourceType": "Bundle", "type": "batch", "id": "b"}
    named = [("1:1", "x"), ("2:7", "x"), ("1:1", "y")]
    first, again, other = worker.process([raw(bundle, at, part="bundle", digest=d) for at, d in named])
    assert first.record_id == again.record_id != other.record_id
    assert first.resource_key == other.resource_key


def test_a_record_entered_in_error_leaves_as_a_deletion(worker: RecordProcessor) -> None:
    record = {"resourceType": "Observation", "id": "o1", "status": "entered-in-error", "valueString": "John Smith"}
    (out,) = worker.process([raw(record)])
    assert out.outcome is Outcome.DELETED
    assert b"Smith" not in (out.payload or b"")
    assert json.loads(out.payload or b"")["entry"][0]["request"]["method"] == "DELETE"


def test_the_runs_schema_applies_to_records_that_name_none(worker: RecordProcessor) -> None:
    row = {"note_id": "1", "patient_id": "9", "note_date": "", "note_type": "x", "note_text": "Dr. Adam Wilson"}
    records = [raw({"resourceType": "Patient", "id": "p", "active": True}), raw(row), raw({**row, "more": 1})]
    named = [RawRecord(r.data, r.position, "records/notesTable") for r in records]
    outs = worker.process(named)
    assert [o.schema for o in outs] == ["fhir/r4/Patient", "records/notesTable", "records/notesTable"]
    assert [o.schema for o in worker.process(records[1:])] == ["records/notesTable", ""]


def test_the_first_pass_learns_and_finds_the_newest_date(settings: Settings) -> None:
    patient = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Quimby"}]}
    encounter = {"resourceType": "Encounter", "id": "e", "period": {"start": "2024-05-01"}}
    row = {"dataType": "clinicalRecord", "PatientId": "p1", "MRN": "A987654321", "AGE": "45 years", "note": "x"}
    batch = make_harvester(settings).harvest([raw(patient), raw(encounter), raw(row), RawRecord(b"{", "1:4")])
    values = {v.value for found in batch.values for v in found.values}
    assert {"Quimby", "A987654321"} <= values
    assert str(batch.newest) == "2024-05-01"
    assert batch.failed == 1


def test_a_record_without_any_known_field_is_not_released(worker: RecordProcessor) -> None:
    (out,) = worker.process([RawRecord(b'{"name": "Smith"}', "1:1", "records/notesTable")])
    assert (out.outcome, out.reason) == (Outcome.QUARANTINED, Reason.UNKNOWN_FIELD)


def test_a_released_flat_record_names_its_type(worker: RecordProcessor) -> None:
    record = {"dataType": "clinicalRecord", "PatientId": "9", "MRN": "A1", "AGE": "45", "note": "well"}
    (out,) = worker.process([raw(record)])
    assert json.loads(out.payload or b"")["dataType"] == "clinicalRecord"
    assert not out.omitted
