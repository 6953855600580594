"""Bundles are split alike by the decoder of JSON and by the splitter, whatever is wrong with them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.run.contracts import RawRecord
from redactor.run.intake import bundles

_PATIENT = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Smith", "given": ["Ann"]}]}
_RESULT = {"resourceType": "Observation", "id": "o/1", "note": [{"text": 'a "{[" \\ b'}], "x": 1.00}
_NOTE = {"resourceType": "Composition", "subject": {"identifier": {"system": "urn:x", "value": "17"}}}


def _bundle(kind: str, indent: int | None, resources: list[dict[str, object]]) -> bytes:
    entries = [{"fullUrl": f"urn:uuid:{i}", "resource": r, "request": {"url": "x"}} for i, r in enumerate(resources)]
    bundle = {"resourceType": "Bundle", "type": kind, "entry": entries}
    return json.dumps(bundle, indent=indent, ensure_ascii=False).encode()


_bundles = st.builds(
    _bundle,
    st.sampled_from(["transaction", "document", "history"]),
    st.sampled_from([None, 1]),
    st.lists(st.sampled_from([_PATIENT, _RESULT, _NOTE]), max_size=3),
)
_FRAGMENTS = (
    b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"\\u0065", b"\\ud83d", b"\xff", b"\x00", b"\x0b", b" ", b"\n",
    b"nul", b"01", b"1.2.3",
    b"NaN", b'"entry":[],', b'"resource":{},', b'"fullUrl":"x",', b'"id":"b",', b'"i\\u0064":"b",',
    b'"":1,', b'"type":[],', b"\xed\xa0\x80", b"[" * 1_500,
)  # fmt: skip
_damage = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from((b"", *_FRAGMENTS))), max_size=4)


def _damaged(data: bytes, damage: list[tuple[float, int, bytes]]) -> bytes:
    for where, lost, added in damage:
        at = int(where * len(data))
        data = data[:at] + added + data[at + lost :]
    return data


def _split(data: bytes) -> list[RawRecord] | None:
    records = bundles.split_bundle(data, "1:1", None, oldest_first=True)
    return None if records is None else list(records)


@settings(max_examples=300, deadline=None)
@given(bundle=_bundles, damage=_damage)
def test_decoder_and_splitter_give_the_same_records(bundle: bytes, damage: list[tuple[float, int, bytes]]) -> None:
    data = _damaged(bundle, damage)
    decoded = _split(data)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bundles, "_MAX_COMMAS", -1)  # nothing is decoded
        assert _split(data) == decoded
