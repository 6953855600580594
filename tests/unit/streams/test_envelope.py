"""Envelopes: what they tell, and who can make one."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields, replace

import pytest
import zstandard
from msgspec import structs

from redactor.errors import ForgedMessageError
from redactor.keys import Keyring
from redactor.run.contracts import FileReason, Processed
from schemas.engine.records import Outcome, Reason
from streams.envelope import Envelope, Envelopes, _Body
from streams.sealed import Sealer
from tests.each_row import each_row

TOPIC, KEY = "deid.v1", b"k" * 32
DONE = Processed(
    Outcome.RELEASED, "record", "resource", b'{"resourceType":"Patient"}', b'{"fullUrl":"urn:uuid:1"}',
    resource_type="Patient", schema="fhir/r4/Patient", schema_version="1", schema_digest="ab", rules={"mask": 2},
    entities={"PATIENT": 1}, omitted={"known-value": 1}, emptied={"x": 1}, unknown={"y": 2}, second={"asked": 3},
    kernels="x86_64 AVX2", as_of=dt.date(2028, 6, 14), turns=dt.date(2028, 6, 15),
)  # fmt: skip
ENVELOPE = Envelope(3, 41, 7, "fingerprint", DONE, origin=17, place=19, everywhere=True)


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return Keyring.generate()


def test_all_that_became_of_a_record_comes_back(keyring: Keyring) -> None:
    assert Envelopes(keyring, TOPIC).decode(KEY, Envelopes(keyring, TOPIC).encode(KEY, ENVELOPE)) == ENVELOPE


def test_every_field_of_a_result_travels() -> None:
    """A field that `Processed` gains must join the envelope, under a new format byte.

    A stream has no lookups, and no Bundles.
    """
    own = {"partition", "offset", "known", "fingerprint", "origin", "place", "everywhere"}
    sealed, left_out = {"as_of", "turns"}, {"original", "holds"}
    assert set(Processed.__struct_fields__) - left_out - sealed == set(_Body.__struct_fields__) - own - {"judged"}
    assert {f.name for f in fields(Envelope)} == own | {"processed"}


@each_row("reason", [*Reason, *FileReason])
def test_every_reason_comes_back_as_itself(keyring: Keyring, reason: Reason | FileReason) -> None:
    done = Processed(Outcome.QUARANTINED, "record", "resource", reason=reason, where="Patient.name")
    formats = Envelopes(keyring, TOPIC)
    assert formats.decode(KEY, formats.encode(KEY, Envelope(0, 0, -1, "f", done))).processed.reason is reason


def test_the_payload_is_compressed(keyring: Keyring) -> None:
    done = Processed(Outcome.RELEASED, "record", "resource", b"0123456789" * 10_000)
    assert len(Envelopes(keyring, TOPIC).encode(KEY, Envelope(0, 0, -1, "f", done))) < 1000


def test_days_are_sealed_and_neither_equal_nor_missing_ones_show(keyring: Keyring) -> None:
    """Envelopes are not encrypted: a birthday, and whether anybody has one, must not be read from them."""
    formats = Envelopes(keyring, TOPIC)
    days = [(DONE.as_of, DONE.turns)] * 2 + [(DONE.as_of, None), (None, None)]
    encoded = [formats.encode(KEY, replace(ENVELOPE, processed=changed(DONE, a, t))) for a, t in days]
    bodies = [formats._decode(formats._decompress(value[33:])) for value in encoded]
    assert len({body.judged for body in bodies}) == 4
    assert len({len(body.judged) for body in bodies}) == 1
    found = [formats.decode(KEY, value).processed for value in encoded]
    assert [(done.as_of, done.turns) for done in found] == days
    assert not any(day.toordinal().to_bytes(4, "big") in value for value in encoded for day in days[0] if day)


def changed(done: Processed, as_of: dt.date | None, turns: dt.date | None) -> Processed:
    return structs.replace(done, as_of=as_of, turns=turns)


def test_who_writes_the_topic_without_the_keyring_releases_nothing(keyring: Keyring) -> None:
    """Swapping a body, or the MAC of another envelope, makes none that counts."""
    formats = Envelopes(keyring, TOPIC)
    one = formats.encode(KEY, ENVELOPE)
    two = formats.encode(KEY, Envelope(3, 42, 7, "fingerprint", DONE))
    unsigned = one[:1] + bytes(32) + one[33:]
    for forged in (one[:33] + two[33:], two[:33] + one[33:], unsigned, one[33:], b"", None):
        with pytest.raises(ForgedMessageError, match="keyring"):
            formats.decode(KEY, forged)
    with pytest.raises(ForgedMessageError):
        formats.decode(None, one)


def test_an_authentic_body_of_another_shape_is_refused(keyring: Keyring) -> None:
    """What a later version writes is not read as if it were this one's."""
    formats = Envelopes(keyring, TOPIC)
    for body in (b"\x93\x01\x02\x03", b"\xc1", formats._encode([*range(20), "more"])):
        packed = zstandard.ZstdCompressor().compress(body)
        value = b"\x01" + formats._mac(formats._authenticated(KEY, packed)) + packed
        with pytest.raises(ForgedMessageError):
            formats.decode(KEY, value)


def test_a_sealed_value_is_no_envelope(keyring: Keyring) -> None:
    with pytest.raises(ForgedMessageError):
        Envelopes(keyring, TOPIC).decode(KEY, Sealer(keyring).seal(TOPIC, KEY, b"x" * 100))
