"""Laws of envelopes: what is encoded comes back, and nothing else is accepted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.errors import ForgedMessageError
from redactor.keys import Keyring
from redactor.run.contracts import FileReason, Processed
from schemas.engine.records import Outcome, Reason
from streams.envelope import Envelope, Envelopes

KEYRING, OTHER = Keyring.generate(), Keyring.generate()
TOPIC = "deid.v1"
FORMATS = Envelopes(KEYRING, TOPIC)

texts = st.text(max_size=40)
counts = st.dictionaries(texts, st.integers(0, 2**62), max_size=4)
maybe_bytes = st.none() | st.binary(max_size=300)
processed = st.builds(
    Processed, st.sampled_from(Outcome), texts, texts, maybe_bytes, maybe_bytes,
    st.none() | st.sampled_from([*Reason, *FileReason]), texts, texts, texts, texts, texts, counts, counts, counts,
    counts, counts, counts, texts, st.just(()), st.none(), st.none() | st.dates(), st.none() | st.dates(),
)  # fmt: skip
numbers = st.integers(0, 2**62)
envelopes = st.builds(
    Envelope, st.integers(0, 9999), numbers, st.integers(-1, 2**62), texts, processed, place=st.integers(0, 2**62 - 1)
)
keys = st.binary(max_size=40)


@given(keys, envelopes)
def test_an_envelope_comes_back_as_it_was(key: bytes, envelope: Envelope) -> None:
    found = Envelopes(KEYRING, TOPIC).decode(key, FORMATS.encode(key, envelope))
    assert found == envelope
    reason = found.processed.reason
    assert reason is None or reason is envelope.processed.reason


@given(keys, envelopes, st.data())
def test_any_flipped_bit_is_refused(key: bytes, envelope: Envelope, data: st.DataObject) -> None:
    value = bytearray(FORMATS.encode(key, envelope))
    value[data.draw(st.integers(0, len(value) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(ForgedMessageError):
        FORMATS.decode(key, bytes(value))


@given(keys, envelopes, st.data())
def test_any_cut_or_addition_is_refused(key: bytes, envelope: Envelope, data: st.DataObject) -> None:
    value = FORMATS.encode(key, envelope)
    cut = value[: data.draw(st.integers(0, len(value) - 1))]
    for forged in (cut, value + data.draw(st.binary(min_size=1, max_size=8))):
        with pytest.raises(ForgedMessageError):
            FORMATS.decode(key, forged)


@given(keys, envelopes, keys)
def test_another_key_topic_or_keyring_is_refused(key: bytes, envelope: Envelope, other: bytes) -> None:
    value = FORMATS.encode(key, envelope)
    attempts = [(Envelopes(OTHER, TOPIC), key), (Envelopes(KEYRING, "north.deid.v1"), key)]
    if other != key:
        attempts.append((FORMATS, other))
    for decoder, given_key in attempts:
        with pytest.raises(ForgedMessageError):
            decoder.decode(given_key, value)


@given(st.binary(max_size=400))
@settings(max_examples=50)
def test_bytes_of_others_are_refused(value: bytes) -> None:
    with pytest.raises(ForgedMessageError):
        FORMATS.decode(b"key", value)
