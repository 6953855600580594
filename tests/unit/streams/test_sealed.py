"""What a broker, or who writes to its topics, can do with sealed values: read their length and nothing else."""

from __future__ import annotations

import os

import pytest

from redactor.errors import ForgedMessageError, MissingKeyError, OtherKeyringError
from redactor.keys import Keyring
from streams.sealed import Sealer, _context, purpose_of
from tests.each_row import each_row

TOPIC, KEY = "phi.raw.v1", b"k" * 32
VALUE = b'{"resourceType":"Patient","name":[{"family":"Featherstone"}]}'


@pytest.fixture(scope="module")
def keyring() -> Keyring:
    return Keyring.generate()


@pytest.mark.parametrize("value", [b"", VALUE, VALUE * 5000, os.urandom(9999)], ids=["empty", "one", "long", "noise"])
def test_a_value_comes_back_as_it_was(keyring: Keyring, value: bytes) -> None:
    assert Sealer(keyring).open(TOPIC, KEY, Sealer(keyring).seal(TOPIC, KEY, value)) == value


def test_a_broker_sees_no_text_and_no_repetition(keyring: Keyring) -> None:
    sealer = Sealer(keyring)
    one, two = (sealer.seal(TOPIC, KEY, VALUE) for _ in range(2))
    assert one != two and b"Featherstone" not in one + two and b"resourceType" not in one + two


def test_values_are_compressed_before_they_are_encrypted(keyring: Keyring) -> None:
    assert len(Sealer(keyring).seal(TOPIC, KEY, VALUE * 100)) < len(VALUE) * 5


@each_row(
    ("topic", "key"),
    [
        ("deid.v1", KEY),
        ("phi.row.v1", KEY),
        ("site.phi.raw.v1", KEY),
        ("phi.raw.v", b"1" + KEY),
        (TOPIC, b"j" + KEY[1:]),
        (TOPIC, KEY[:-1]),
        (TOPIC, b""),
        (TOPIC, None),
    ],
)
def test_a_value_counts_only_under_its_own_topic_and_key(keyring: Keyring, topic: str, key: bytes | None) -> None:
    sealed = Sealer(keyring).seal(TOPIC, KEY, VALUE)
    with pytest.raises(ForgedMessageError, match="keyring"):
        Sealer(keyring).open(topic, key, sealed)


def test_keys_that_share_an_aes_key_are_told_apart(keyring: Keyring) -> None:
    sealer = Sealer(keyring)
    other = next(k for n in range(1 << 20) if purpose_of(k := str(n).encode()) == purpose_of(KEY))
    with pytest.raises(ForgedMessageError):
        sealer.open(TOPIC, other, sealer.seal(TOPIC, KEY, VALUE))


def test_the_end_of_a_topic_is_no_beginning_of_a_key() -> None:
    assert _context("raw.v1", b"1a") != _context("raw.v11", b"a")


@each_row("value", [None, b"", b"\x01", b"\x02", VALUE, b"\x02%16de-00000000\0" % 0 + b"x" * 40, b"\x02" * 60])
def test_what_was_never_sealed_is_refused(keyring: Keyring, value: bytes | None) -> None:
    with pytest.raises(ForgedMessageError):
        Sealer(keyring).open(TOPIC, KEY, value)


def test_every_changed_or_missing_byte_is_refused(keyring: Keyring) -> None:
    sealer = Sealer(keyring)
    sealed = sealer.seal(TOPIC, KEY, VALUE)
    for at in range(len(sealed)):
        for forged in (sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :], sealed[:at], sealed[at + 1 :]):
            with pytest.raises(ForgedMessageError):
                sealer.open(TOPIC, KEY, forged)


def test_what_is_encrypted_for_the_state_is_no_message(keyring: Keyring) -> None:
    """The same keyring encrypts quarantined records: none of them can be sent as a message."""
    for purpose in ("quarantine", "stream"):
        with pytest.raises(ForgedMessageError):
            Sealer(keyring).open(TOPIC, KEY, b"\x02" + bytes(16) + keyring.encrypt(purpose, VALUE))


def test_another_keyring_opens_nothing_and_a_rotated_one_everything(keyring: Keyring) -> None:
    sealed = Sealer(keyring).seal(TOPIC, KEY, VALUE)
    with pytest.raises(ForgedMessageError):
        Sealer(Keyring.generate()).open(TOPIC, KEY, sealed)
    assert Sealer(keyring.rotated()).open(TOPIC, KEY, sealed) == VALUE
    assert Sealer(keyring.next_epoch()).open(TOPIC, KEY, sealed) == VALUE


def test_the_error_shows_nothing_of_the_message(keyring: Keyring) -> None:
    with pytest.raises(ForgedMessageError) as caught:
        Sealer(keyring).open(TOPIC, KEY, VALUE)
    assert "Featherstone" not in str(caught.value) and KEY.decode() not in str(caught.value)
    assert caught.value.__cause__ is None


def test_forged_messages_leave_no_keys_in_memory(keyring: Keyring) -> None:
    sealer = Sealer(keyring)
    for n in range(3000):
        with pytest.raises(ForgedMessageError):
            sealer.open(TOPIC, n.to_bytes(4, "big"), b"\x02" + bytes(16) + b"e-%08x\0" % n + b"x" * 40)
    assert len(keyring._ciphers) <= 2 * 256


def test_a_value_under_a_key_that_the_keyring_lacks_is_told_from_a_forged_one(keyring: Keyring) -> None:
    """A host whose keyring was not rotated must stop: what it cannot open is missing."""
    genuine = Sealer(keyring.rotated()).seal(TOPIC, KEY, VALUE)
    with pytest.raises(MissingKeyError, match="present keyring"):
        Sealer(keyring).open(TOPIC, KEY, genuine)
    for forged in (genuine[:5] + bytes([genuine[5] ^ 1]) + genuine[6:], genuine[:20]):
        with pytest.raises(ForgedMessageError):
            Sealer(keyring).open(TOPIC, KEY, forged)
    for topic, key in (("phi.known.v1", KEY), (TOPIC, b"another key")):
        with pytest.raises(OtherKeyringError):
            Sealer(keyring).open(topic, key, genuine)


def test_what_another_keyring_or_version_may_have_sealed_is_told_from_other_bytes(keyring: Keyring) -> None:
    other = Sealer(Keyring.generate()).seal(TOPIC, KEY, VALUE)
    for like in (other, b"\x01" + other[17:], b"\x03more" + other[1:]):
        with pytest.raises(OtherKeyringError):
            Sealer(keyring).open(TOPIC, KEY, like)
    own = Sealer(keyring).seal(TOPIC, KEY, VALUE)
    for unlike in (VALUE, b"", own[:-1], own[:-1] + bytes([own[-1] ^ 1]), b"\x02" + bytes(90)):
        with pytest.raises(ForgedMessageError) as told:
            Sealer(keyring).open(TOPIC, KEY, unlike)
        assert type(told.value) is ForgedMessageError
