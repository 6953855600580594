"""A worker's batches without a broker: one envelope for each record, in order, whatever becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from redactor.errors import ServiceUnavailableError
from redactor.keys import Keyring
from redactor.run.contracts import FileReason, Processed, RawRecord
from schemas.engine.records import Outcome, Reason
from streams.batches import BatchLimits, BatchProcessor, SourceRecord, cut_batches, read_record
from streams.raw_topic import NO_POSITION, RawMessages

KEYRING = Keyring.generate()
TOPIC = "phi.raw.v1"


def source(n: int, raw: RawRecord | None = None, size: int = 10, known: int = NO_POSITION) -> SourceRecord:
    return SourceRecord(2, n, b"k", size, raw or RawRecord(b"{}", f"1:{n}"), known)


def released(raws: Sequence[RawRecord]) -> list[Processed | str]:
    return [Processed(Outcome.RELEASED, raw.position, "r", payload=b"{}", entry=raw.entry) for raw in raws]


def process(records: Sequence[SourceRecord], reached: int = 7) -> list[Processed]:
    envelopes = BatchProcessor(released, KEYRING, "f").process(records, reached)
    assert [(e.partition, e.offset) for e in envelopes] == [(r.partition, r.offset) for r in records]
    assert {e.fingerprint for e in envelopes} <= {"f"}
    return [e.processed for e in envelopes]


def test_each_record_has_one_envelope_in_order() -> None:
    unread = RawRecord(b"", "1:1", error=FileReason.TRUNCATED)
    found = process([source(0), source(1, unread), source(2)])
    assert [d.outcome for d in found] == [Outcome.RELEASED, Outcome.QUARANTINED, Outcome.RELEASED]
    assert [d.record_id for d in found][::2] == ["1:0", "1:2"] and found[1].reason is FileReason.TRUNCATED
    assert process([]) == []


def test_a_record_that_breaks_the_processor_is_quarantined() -> None:
    envelopes = BatchProcessor(lambda raws: ["ValueError"], KEYRING, "f").process([source(0)])
    assert envelopes[0].processed.reason is Reason.INTERNAL and envelopes[0].processed.where == "ValueError"


def test_a_service_that_is_away_is_no_outcome() -> None:
    def away(raws: Sequence[RawRecord]) -> list[Processed | str]:
        refused = Processed(Outcome.QUARANTINED, "x", "r", reason=Reason.SERVICE_UNAVAILABLE)
        return [*released(raws[1:]), refused]

    with pytest.raises(ServiceUnavailableError):
        BatchProcessor(away, KEYRING, "f").process([source(0), source(1)])


def test_bundles_leave_by_entry() -> None:
    head = RawRecord(b"{}", "1:1", part="bundle")
    entry = RawRecord(b"{}", "1:1/1", part="entry", entry=b'{"fullUrl":"urn:x"}', last=True, is_request=True)
    found = process([source(0, head), source(1, entry)])
    assert found[0].outcome is Outcome.RELEASED and found[0].payload is None
    assert found[1].payload == b"{}" and found[1].entry is None


def test_an_entry_is_processed_apart_so_that_deletions_are_notices() -> None:
    seen: list[RawRecord] = []

    def look(raws: Sequence[RawRecord]) -> list[Processed | str]:
        seen.extend(raws)
        return released(raws)

    entry = RawRecord(b"", "1:1/1", part="entry", entry=b"{}", last=True, is_request=True)
    BatchProcessor(look, KEYRING, "f").process([source(0, entry)])
    assert not seen[0].is_request and not seen[0].last


def test_an_entry_shares_the_fate_of_its_bundle() -> None:
    entry = RawRecord(b"{}", "1:1/1", part="entry", entry=b"{}", blocked=("withheld", "restricted-by-label"))
    (found,) = process([source(0, entry)])
    assert found.outcome is Outcome.WITHHELD and found.reason is Reason.RESTRICTED and found.payload is None


def test_the_position_of_known_values_is_told_where_the_record_needs_one() -> None:
    envelopes = BatchProcessor(released, KEYRING, "f").process([source(0), source(1, known=3)], reached=7)
    assert [e.known for e in envelopes] == [NO_POSITION, 7]


def test_messages_are_read_and_one_that_is_not_authentic_has_an_envelope_too() -> None:
    messages = RawMessages(KEYRING, TOPIC, 1000)
    value = messages.encode(b"k", RawRecord(b"{}", "1:1"), 4)
    record, authentic = read_record(messages, 2, 5, b"k", value)
    assert authentic and record.raw == RawRecord(b"{}", "1:1") and record.known == 4 and record.size == len(value)
    large = RawRecord(b'{"a":"%s"}' % (b"x" * 500), "1:1")  # which zstd makes small
    record, _ = read_record(messages, 2, 5, b"k", messages.encode(b"k", large, 4))
    assert record.size == len(large.data)
    for key, forged in ((b"other", value), (b"k", value[:-1]), (None, None), (b"k", b"PHI of John")):
        record, authentic = read_record(messages, 2, 5, key, forged)
        assert not authentic and record.key == b""  # what anybody writes there goes nowhere
        (found,) = process([record])
        assert found.outcome is Outcome.QUARANTINED and found.reason is Reason.FORGED


def test_batches_end_at_each_limit() -> None:
    limits = BatchLimits(records=3, size=100, text=200)

    def sizes(records: Sequence[SourceRecord]) -> list[int]:
        batches = list(cut_batches(records, limits))
        assert [r for b in batches for r in b] == list(records)
        return [len(b) for b in batches]

    assert sizes([source(n) for n in range(7)]) == [3, 3, 1]
    assert sizes([source(0, size=60), source(1, size=60), source(2, size=500), source(3)]) == [1, 1, 1, 1]
    note = RawRecord(b'{"text":"%s"}' % (b"x" * 150), "1:1")
    assert sizes([source(0, note), source(1, note), source(2), source(3)]) == [1, 3]
    assert sizes([replace(source(n), raw=RawRecord(b'{"a":"b"}' * 100, "1:1")) for n in range(3)]) == [3]
    assert sizes([]) == []
