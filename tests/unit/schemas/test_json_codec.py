"""Reading and writing JSON: digits, encodings, duplicate keys."""

from __future__ import annotations

import pytest

from schemas.engine import json_codec
from schemas.engine.records import Reason, RecordError
from tests.each_row import each_row


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1.00,"b":-0.0,"c":1e400,"d":0.10000000000000000000001,"e":12345678901234567890123}',
        '{"a":[1.50,{"b":2E-7}],"c":"é \\" : x","d":null,"e":true}',
        '{"a":"x\\":y","b":{"a":1}}',
    ],
)
def test_numbers_are_written_as_they_were_read(text: str) -> None:
    assert json_codec.encode(json_codec.parse(text.encode())) == text.encode()


def test_a_byte_order_mark_is_skipped() -> None:
    assert json_codec.parse(b'\xef\xbb\xbf{"a":1}') == {"a": 1}


@each_row(
    ("raw", "reason"),
    [
        (b"", Reason.MALFORMED),
        (b'{"a":1', Reason.MALFORMED),
        (b'{"a":NaN}', Reason.MALFORMED),
        (b'{"a":1}x', Reason.MALFORMED),
        (b'{"a":' + b"9" * 5000 + b"}", Reason.MALFORMED),
        (b"[1]", Reason.NOT_AN_OBJECT),
        (b'"Doe"', Reason.NOT_AN_OBJECT),
        (b'{"a":"\xff"}', Reason.BAD_ENCODING),
        (b'{"a":"\xed\xa0\x80"}', Reason.BAD_ENCODING),
        (b'{"a":"\\udc00"}', Reason.BAD_ENCODING),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, Reason.TOO_DEEP),
        (b'{"a":1,"a":2}', Reason.DUPLICATE_KEYS),
        (b'{"a" :1,"a":2}', Reason.DUPLICATE_KEYS),
        (b'{"a":1,"b":[{"x":1,"x":1}]}', Reason.DUPLICATE_KEYS),
        (b'{"\\u0061":1,"a":2}', Reason.DUPLICATE_KEYS),
        (b'{"a":1,"a":2,"b":"\\u0022:"}', Reason.DUPLICATE_KEYS),
        (b'{"a":1,"a":2,"b":"\\"\\u003a"}', Reason.DUPLICATE_KEYS),
        (b'{"a":1,"a"\n:2}', Reason.DUPLICATE_KEYS),
    ],
)
def test_bad_input_has_a_reason_and_its_error_shows_no_data(raw: bytes, reason: Reason) -> None:
    with pytest.raises(RecordError) as caught:
        json_codec.parse(raw)
    assert caught.value.reason is reason
    assert str(caught.value) == reason.value


@pytest.mark.parametrize(
    "raw", [b'{"a" : 1, "b" :2}', b'{"a":"\\u0022:","b":{"a":"\\":"}}', b'{\n "a": "x",\n "b": 1\n}']
)
def test_spaces_and_escapes_are_not_duplicate_keys(raw: bytes) -> None:
    assert set(json_codec.parse(raw)) == {"a", "b"}


def test_the_canonical_form_ignores_the_order_of_keys() -> None:
    a, b = json_codec.parse(b'{"a":1,"b":{"d":1.0,"c":2}}'), json_codec.parse(b'{"b":{"c":2,"d":1.0},"a":1}')
    assert json_codec.canonical(a) == json_codec.canonical(b)
    with pytest.raises(RecordError) as caught:
        json_codec.canonical({"a": "\ud800"})
    assert caught.value.reason is Reason.BAD_ENCODING
