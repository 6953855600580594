"""Which records go into every partition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.packing import pack, unpack
from redactor.settings import Settings, StreamsSettings
from schemas.engine.records import Reason
from streams.deletions import goes_everywhere
from streams.publish import RecordMessages
from streams.sealed import partition_of
from tests.each_row import each_row


def deletion(url: object, **more: object) -> RawRecord:
    request = {"method": "DELETE", "url": url} | more
    return RawRecord(b"", "1:1/1", part="entry", entry=json.dumps({"request": request}).encode())


ALIASED = replace(deletion("urn:uuid:1"), aliases={"urn:uuid:1": "Observation/o1"})


@pytest.mark.parametrize("url", ["Observation/o1", "https://ehr.example/fhir/Observation/o1", "Organization/p1"])
def test_a_deletion_that_names_no_patient_goes_everywhere(url: str) -> None:
    assert goes_everywhere(deletion(url))
    assert goes_everywhere(unpack(pack(deletion(url))))


@each_row(
    "raw",
    [
        deletion("Patient/p1"),
        deletion("Observation?identifier=o1"),
        deletion("Observation"),
        deletion("?"),
        deletion(7),
        deletion("Observation/o1", method="PUT"),
        ALIASED,
        replace(deletion("Observation/o1"), data=b"{}"),
        replace(deletion("Observation/o1"), error=Reason.MALFORMED),
        RawRecord(b'{"request":{"method":"DELETE","url":"Observation/o1"}}', "1:1"),
        RawRecord(b"", "1:1", part="entry", entry=b"{"),
        RawRecord(b"", "1:1", part="entry", entry=b"[" * 100_000),
        RawRecord(b"", "1:1", part="entry", entry=b'"text"'),
        RawRecord(b"", "1:1", part="entry"),
    ],
)
def test_everything_else_goes_to_one_partition(raw: RawRecord) -> None:
    assert not goes_everywhere(raw)
    assert not goes_everywhere(unpack(pack(raw)))


def test_its_copies_are_the_same_message_and_the_order_of_the_others_stays(tmp_path: Path) -> None:
    keyring, settings = Keyring.generate(), Settings(home=tmp_path, streams=StreamsSettings(partitions=3))
    raws = [RawRecord(b"{}", "1:1"), deletion("Observation/o1"), RawRecord(b"{}", "1:2")]
    messages, unread = RecordMessages(settings, keyring).encode_all(raws, [b"a", b"b", b"c"], 0)
    assert [m.key for m in messages] == [b"a", b"b", b"b", b"b", b"c"] and unread == 0
    assert [m.partition for m in messages] == [partition_of(b"a", 3), 0, 1, 2, partition_of(b"c", 3)]
    assert len({m.value for m in messages}) == 3
