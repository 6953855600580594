"""Raw records as bytes: every field comes back, and bytes of another version are refused."""

from __future__ import annotations

import pytest

from redactor.errors import RunError
from redactor.run.contracts import FileReason, RawRecord
from redactor.run.packing import pack, unpack
from schemas.engine.records import Reason

FULL = RawRecord(
    b'{"subject":{"reference":"urn:1"}}',
    "1:7/2",
    "person",
    part="entry",
    entry=b'{"fullUrl":"urn:2"}',
    full_url="urn:\ud800",
    aliases={"urn:1": "Patient/1", "urn:\ud800": "Patient/2"},
    last=True,
    error=FileReason.TRUNCATED,
    truncated=True,
    where="Bundle.entry",
    is_request=True,
    digest="ab",
    document_subject="Patient/1",
    table="person",
    blocked=("withheld", "restricted-by-label"),
    is_newest_first=True,
)


def test_every_field_comes_back() -> None:
    usual = RawRecord(b"not JSON \xff", "1:7")
    for field in set(RawRecord.__slots__) - {"may_be_unseen", "holds"}:  # phi.raw says the one beside the record
        assert getattr(FULL, field) != getattr(usual, field), f"{field} has its usual value here"
    assert unpack(pack(FULL)) == FULL
    assert unpack(pack(usual)) == usual
    assert unpack(pack(RawRecord(b"", "2", entry=b"", error=Reason.INTERNAL))).error is Reason.INTERNAL


def test_only_the_aliases_that_a_record_refers_to_are_packed() -> None:
    many = {f"urn:{i}": f"Patient/{i}" for i in range(1000)}
    packed = pack(RawRecord(b'{"a":"urn:7","b":"urn\\u003a8"}', "1", full_url="urn:9", aliases=many))
    assert set(unpack(packed).aliases) == {"urn:7", "urn:8", "urn:9"}


def test_equal_records_are_packed_into_equal_bytes() -> None:
    data = b'{"a":"urn:1","b":"urn:2"}'
    one, other = ({"urn:1": "A/1", "urn:2": "A/2"}, {"urn:2": "A/2", "urn:1": "A/1"})
    assert pack(RawRecord(data, "1", aliases=one)) == pack(RawRecord(data, "1", aliases=other))


def test_bytes_of_another_version_are_refused() -> None:
    with pytest.raises(RunError, match="another version"):
        unpack(b"\x93" + pack(FULL)[1:])
