"""Keys of the first pass come back for the records that they were found for, and for no other."""

from __future__ import annotations

from redactor.run.contracts import RawRecord
from streams.ingest import KeySpool

RAWS = [RawRecord(b"%d" % n, f"1:{n}", entry=None if n % 2 else b"{}") for n in range(40_000)]
KEYS = [b"%032d" % n for n in range(40_000)]


def test_keys_come_back_in_order_whatever_the_batches() -> None:
    with KeySpool() as spool:
        for begin in range(0, len(RAWS), 700):
            spool.add(RAWS[begin : begin + 700], KEYS[begin : begin + 700])
        taken = [key for begin in range(0, len(RAWS), 900) for key in spool.take(RAWS[begin : begin + 900])]
    assert taken == KEYS


def test_a_record_that_was_not_added_has_no_key() -> None:
    with KeySpool() as spool:
        spool.add(RAWS[:4], [KEYS[0], None, *KEYS[2:4]])
        changed = [RAWS[0], RAWS[1], RawRecord(b"2", "1:2", entry=b"{ }"), RawRecord(b"3", "1:4"), RAWS[4]]
        assert spool.take(changed) == [KEYS[0], None, None, None, None]
        assert spool.take(RAWS[:1]) == [None]
