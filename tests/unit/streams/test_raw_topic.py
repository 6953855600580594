from __future__ import annotations

import pytest
from msgspec.structs import replace

from redactor.errors import ForgedMessageError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from schemas.engine.records import Reason
from streams.raw_topic import NO_POSITION, RawMessage, RawMessages
from tests.each_row import each_row

KEYRING = Keyring.generate()
RAW = RawRecord(b'{"resourceType":"Patient","id":"4711"}', "7:3", part="entry", entry=b"{}", blocked=("withheld", "x"))


def test_a_record_and_its_position_come_back() -> None:
    messages = RawMessages(KEYRING, "t", 1024)
    for known in (NO_POSITION, 0, 2**40):
        assert messages.decode(b"k", messages.encode(b"k", RAW, known)) == RawMessage(RAW, known)


def test_a_record_that_is_too_large_is_sent_without_its_content() -> None:
    messages = RawMessages(KEYRING, "t", 1024)
    large = RawRecord(b'"Featherstone' + b"x" * 2000 + b'"', "7:4", part="entry", entry=b"{}", last=True)
    found = messages.decode(b"k", messages.encode(b"k", large, 5)).raw
    assert found.error is Reason.TOO_LARGE and not found.data and found.entry is None
    assert (found.position, found.part, found.last) == ("7:4", "entry", True)


@each_row("change", ["key", "topic", "value", "nothing"])
def test_a_forged_message_is_refused(change: str) -> None:
    value = RawMessages(KEYRING, "other" if change == "topic" else "t", 1024).encode(b"k", RAW, 3)
    key = b"l" if change == "key" else b"k"
    sent = {"value": value[:-1] + bytes([value[-1] ^ 1]), "nothing": None}.get(change, value)
    with pytest.raises(ForgedMessageError):
        RawMessages(KEYRING, "t", 1024).decode(key, sent)


@pytest.mark.parametrize("may_be_unseen", [True, False])
def test_a_copy_says_where_the_record_stood_and_whether_its_patient_may_be_unseen(may_be_unseen: bool) -> None:
    messages = RawMessages(KEYRING, "t", 1024)
    raw = replace(RAW, may_be_unseen=may_be_unseen)
    for origin in (0, 2**40):
        assert messages.decode(b"k", messages.encode(b"k", raw, 9, origin)) == RawMessage(raw, 9, origin)


def test_only_a_copy_may_say_that_its_patient_may_be_unseen() -> None:
    messages = RawMessages(KEYRING, "t", 1024)
    raw = replace(RAW, may_be_unseen=True)
    assert messages.decode(b"k", messages.encode(b"k", raw, 9)) == RawMessage(RAW, 9)
