"""What a message of ehr.in.v1 is taken for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from redactor.cli.remedies import remedies
from redactor.keys import Keyring
from redactor.run.contracts import FileReason
from redactor.run.intake import raw_records
from redactor.settings import Settings, StreamsSettings
from schemas.engine.records import Reason
from streams.ehr_topic import EhrMessage, EhrMessages

PATIENT = {"resourceType": "Patient", "id": "p1"}
ROW = {"dataType": "clinicalRecord", "note": "seen"}
BUNDLE = {"resourceType": "Bundle", "type": "batch", "entry": [{"resource": PATIENT}, {"resource": PATIENT}]}


@pytest.fixture
def messages() -> EhrMessages:
    return EhrMessages(Settings(max_record_bytes=4096), Keyring.generate(), "own")


def told(messages: EhrMessages, value: object, offset: int = 0) -> list[tuple[str, str | None]]:
    value = json.dumps(value).encode() if isinstance(value, dict | list) else value
    assert value is None or isinstance(value, bytes)
    return [(raw.part, raw.error) for raw in messages.records(EhrMessage(0, offset, value))]


def test_resources_rows_and_bundles_are_split_as_files_are(messages: EhrMessages) -> None:
    assert told(messages, PATIENT) == told(messages, ROW) == [("record", None)]
    assert told(messages, b"\xef\xbb\xbf\r\n " + json.dumps(ROW, indent=2).encode()) == [("record", None)]
    assert told(messages, BUNDLE) == [("bundle", None), ("entry", None), ("entry", None)]
    assert told(messages, [PATIENT, ROW]) == [("record", None)] * 2
    lines = json.dumps(PATIENT).encode() + b"\n" + json.dumps(BUNDLE).encode()
    assert told(messages, lines) == [("record", None), ("bundle", None), ("entry", None), ("entry", None)]
    assert {raw.schema_name for raw in messages.records(EhrMessage(0, 0, lines))} == {"own"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, Reason.MALFORMED),
        (b"", Reason.MALFORMED),
        (b" \n\n ", Reason.MALFORMED),
        (b"[]", Reason.MALFORMED),
        (b"," * 3_000, Reason.MALFORMED),
        (b"[1,2,3]", Reason.MALFORMED),
        (b'{"a":1} and more', Reason.MALFORMED),
        (b"{" * 5_000, Reason.TOO_LARGE),
        (json.dumps({"note": "x" * 5_000}).encode(), Reason.TOO_LARGE),
        (b"<Patient xmlns='http://hl7.org/fhir'/>", FileReason.FHIR_XML),
        (b"<?xml version='1.0'?><a/>", FileReason.XML),
        (b"MSH|^~\\&|A|B|C|D|20250101||ADT^A01|1|P|2.3\rPID|1||7", FileReason.HL7_V2),
        (json.dumps(PATIENT).encode("utf-16"), Reason.BAD_ENCODING),
    ],
)
def test_what_cannot_be_read_is_one_record_that_says_why(
    messages: EhrMessages, value: bytes | None, reason: str
) -> None:
    assert told(messages, value) == [("record", reason)]


@pytest.mark.parametrize(
    "value",
    [
        b"MSH|^~\\&|A|B|C|D|20250101||ADT^A01|1|P|2.3\rPID|1||7",
        b"\x0bMSH|^~\\&|A|B|C|D|20250101||ADT^A01|1|P|2.3\rPID|1||7\x1c\r",
        b"<?xml version='1.0'?><a/>",
        b"<Patient xmlns='http://hl7.org/fhir'/>",
        json.dumps(PATIENT).encode("utf-16"),
        b"\x00\x00\x00\x00\x07" + json.dumps(PATIENT).encode(),
    ],
)
def test_a_message_of_another_format_keeps_its_content(messages: EhrMessages, value: bytes) -> None:
    # No file holds it besides: without content the quarantine could show nothing, when the topic has ended.
    assert [raw.data for raw in messages.records(EhrMessage(0, 0, value))] == [value]


@pytest.mark.parametrize(
    "value",
    [
        b"\x00\x00\x00\x00\x07" + json.dumps(PATIENT).encode(),  # JSON Schema
        b"\x00\x00\x01\x86\xa3" + json.dumps(BUNDLE, indent=1).encode(),
        b"\x00\x00\x00\x00\x07\x0cp1\x08Doe\n",  # Avro
        b"\x00\x00\x7b\x00\x07\x00\x12\x02p1",  # Protobuf, with its message indexes
        b"\x00\x00\x00\x00\x07{}\n" + json.dumps(PATIENT).encode(),
    ],
)
def test_the_format_of_a_schema_registry_has_a_reason_of_its_own(messages: EhrMessages, value: bytes) -> None:
    (raw,) = messages.records(EhrMessage(0, 0, value))
    assert raw.error is FileReason.SCHEMA_REGISTRY and raw.data == value
    assert "plain JSON" in remedies([raw.error.value])[0]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_other_encodings_are_no_format_of_a_schema_registry(messages: EhrMessages, encoding: str) -> None:
    assert told(messages, json.dumps(PATIENT).encode(encoding)) == [("record", Reason.BAD_ENCODING)]


@pytest.mark.parametrize("value", [b"{", b'"text"', b"5", b"\x80\x81\x82", b'{"a": 1', b"\x1f\x8b\x08\x00\x01"])
def test_what_the_record_engine_refuses_is_left_to_it(messages: EhrMessages, value: bytes) -> None:
    assert told(messages, value) == [("record", None)]


def test_a_message_of_too_many_values_is_one_record(messages: EhrMessages) -> None:
    assert told(messages, b"{}" * 100_001) == [("record", Reason.TOO_LARGE)]


def test_an_error_of_the_reader_is_a_record_with_its_type_alone(
    messages: EhrMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("Quillfeather")

    monkeypatch.setattr(raw_records, "sniff", broken)
    [raw] = messages.records(EhrMessage(0, 0, b"{}"))
    assert (raw.data, raw.error, raw.where) == (b"{}", Reason.INTERNAL, "ValueError")


def test_a_message_that_is_read_again_gives_the_same_positions_and_another_message_others(tmp_path: Path) -> None:
    keyring = Keyring.generate()
    keyring.save(tmp_path / "keys.json")
    value = json.dumps(BUNDLE).encode()

    def positions(partition: int, offset: int, value: bytes, keys: Keyring = keyring, prefix: str = "") -> list[str]:
        made = EhrMessages(Settings(streams=StreamsSettings(prefix=prefix)), keys)
        return [raw.position for raw in made.records(EhrMessage(partition, offset, value))]

    first = positions(1, 12, value)
    assert first == positions(1, 12, value, Keyring.load(str(tmp_path / "keys.json"))) and len(set(first)) == 3
    others = [
        positions(1, 13, value), positions(11, 2, value), positions(1, 12, value + b" "),
        positions(1, 12, value, Keyring.generate()), positions(1, 12, value, prefix="b."),
    ]  # fmt: skip
    assert len({first[0], *(other[0] for other in others)}) == 6


def test_versions_of_a_history_come_in_the_order_in_which_they_were_made(messages: EhrMessages) -> None:
    # A history lists the newest first. Published so, a deleted resource would leave again after its deletion.
    deleted = {"request": {"method": "DELETE", "url": "Observation/o1"}}
    versions = [{"resource": {"resourceType": "Observation", "id": "o1", "status": s}} for s in ("final", "registered")]

    def order(kind: str) -> list[tuple[str, bytes]]:
        bundle = {"resourceType": "Bundle", "type": kind, "entry": [deleted, *versions]}
        found = messages.records(EhrMessage(0, 0, json.dumps(bundle).encode()))
        return [(raw.position.partition("/")[2], raw.data[-13:]) for raw in found[1:]]

    assert [place for place, _ in order("history")] == ["3", "2", "1"]
    assert order("history")[2] == ("1", b"")
    assert [place for place, _ in order("batch")] == [place for place, _ in order("collection")] == ["1", "2", "3"]
    [head] = messages.records(EhrMessage(0, 0, b'{"resourceType":"Bundle","type":"history","entry":[]}'))
    assert head.part == "bundle" and head.last
