from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.records import build_registry
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.settings import Settings
from schemas.engine.records import Reason
from streams.publish import RecordKeys, build_record_keys
from tests.each_row import each_row


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> RecordKeys:
    home: Path = tmp_path_factory.mktemp("home")
    settings, keyring = Settings(home=home), Keyring.generate()
    return build_record_keys(settings, keyring, build_registry(settings, keyring))


def _raw(data: Any, position: str = "1:1", **more: Any) -> RawRecord:
    return RawRecord(json.dumps(data).encode(), position, **more)


def _deletion(url: str, position: str = "3:1/1") -> RawRecord:
    entry = json.dumps({"request": {"method": "DELETE", "url": url}}).encode()
    return RawRecord(b"", position, part="entry", entry=entry, is_request=True)


PATIENT = {"resourceType": "Patient", "id": "p1"}
OBSERVATION = {"resourceType": "Observation", "id": "o1", "subject": {"reference": "Patient/p1"}}


def test_records_of_a_patient_share_a_key(keys: RecordKeys) -> None:
    row = {"dataType": "clinicalRecord", "patientId": "p1"}
    assert keys.key_of(_raw(PATIENT)) == keys.key_of(_raw(OBSERVATION, "2:9")) == keys.key_of(_deletion("Patient/p1"))
    assert keys.key_of(_raw(row)) != keys.key_of(_raw(PATIENT | {"id": "p2"}))


def test_a_resource_without_a_patient_keeps_its_key_wherever_it_stands(keys: RecordKeys) -> None:
    place = {"resourceType": "Location", "id": "l1", "name": "Ward 3"}
    renamed = place | {"name": "Ward 4"}
    assert keys.key_of(_raw(place, "1:1")) == keys.key_of(_raw(renamed, "2:5")) == keys.key_of(_deletion("Location/l1"))
    assert keys.key_of(_raw(place)) != keys.key_of(_raw(place | {"id": "l2"}))
    conditional = "Location?identifier=l1"
    assert (
        keys.key_of(_deletion(conditional)) != keys.key_of(_deletion(conditional, "4:1/1")) != keys.key_of(_raw(place))
    )


def test_a_bundle_has_the_key_of_its_id_or_content(keys: RecordKeys) -> None:
    head = {"resourceType": "Bundle", "type": "batch"}
    named = head | {"id": "b1"}
    assert keys.key_of(_raw(named, "1:1", part="bundle")) == keys.key_of(_raw(named, "2:1", part="bundle"))
    first, again, other = (
        _raw(head, position, part="bundle", digest=digest)
        for position, digest in (("1:1", "a"), ("2:1", "a"), ("1:1", "b"))
    )
    assert keys.key_of(first) == keys.key_of(again) != keys.key_of(other)


@each_row(
    "raw",
    [
        RawRecord(b"", "5:end", error=Reason.TOO_LARGE),
        RawRecord(b"{", "5:1"),
        RawRecord(b"[" * 100_000, "5:2"),
        RawRecord(b'"text"', "5:3"),
        RawRecord(b"\xff", "5:4"),
        RawRecord(b'{"resourceType": 7, "id": {"a": 1}}', "5:5"),
        RawRecord(b'{"resourceType": "Patient", "id": "\\ud800"}', "5:6"),
        RawRecord(b"", "5:7", part="entry", entry=b"{"),
        RawRecord(b"", "5:8", part="entry", entry=b'{"request": {"method": "DELETE", "url": "?"}}'),
        RawRecord(b"[]", "5:9", part="bundle"),
    ],
)
def test_what_cannot_be_read_has_a_key_all_the_same(keys: RecordKeys, raw: RawRecord) -> None:
    assert keys.key_of(raw) == keys.key_of(raw)
    assert len(keys.key_of(raw)) == 32
