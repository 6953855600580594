"""An exporter whose disk is full ends, damages nothing, and the same command goes on once there is space."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest

from redactor.files.sqlite import is_of_the_system
from redactor.run.output.verification import verify
from schemas.engine.records import Outcome
from streams.export import Exporter
from tests.audit_kit import audit_lines
from tests.unit.run.test_disk_full import limited
from tests.unit.streams.export_kit import KEYRING, config, delivered, feed, message, messages, record

PADDING = b"x" * 2_000
RECORDS = [record(f"n{n:03d}", payload=b'{"n":%d,"text":"%s"}' % (n, PADDING)) for n in range(60)]
RECORDS[7] = record("gone", outcome=Outcome.DELETED, payload=b"{}")
SENT = [*messages(RECORDS), *(message(60 + n, record(f"q{n}"), fp="0" * 64) for n in range(5))]


@pytest.mark.parametrize("room", [0, 1_000, 5_000, 20_000, 40_000, 60_000, 100_000])
def test_an_exporter_that_found_no_space_goes_on_and_delivers_everything_once(tmp_path: Path, room: int) -> None:
    small = config(tmp_path, delivery_bytes=90_000)
    with Exporter(small) as exporter:
        feed(exporter, SENT[:10], size=5)
    largest = max(p.stat().st_size for p in (tmp_path / "state").iterdir() if p.is_file())
    for _ in range(2):  # repeating the command does not help, and harms nothing
        with (
            limited(largest + room),
            pytest.raises((OSError, sqlite3.OperationalError)) as full,
            Exporter(small) as exporter,
        ):
            feed(exporter, SENT, size=5)
            exporter.deliveries.finish()
            raise AssertionError("the disk was not full")
        e = full.value
        assert is_of_the_system(e) if isinstance(e, sqlite3.OperationalError) else e.errno == errno.EFBIG
        shown = {p.name for p in (tmp_path / "out").iterdir() if not p.name.startswith(".")}
        assert not shown or not verify(tmp_path / "out", KEYRING, None).faults
    with Exporter(small) as exporter:
        feed(exporter, SENT)
        exporter.deliveries.finish()
        assert exporter.outcomes() == {"deleted": 1, "quarantined": 5, "released": 59}
    left = [line for lines in delivered(tmp_path).values() for line in lines]
    assert sorted(left) == sorted(done.payload or b"" for done in RECORDS)
    assert not verify(tmp_path / "out", KEYRING, None).faults
    assert not [p for p in (tmp_path / "out").iterdir() if p.name.startswith(".")]
    audit = audit_lines(tmp_path / "state")
    assert len(audit) == len(set(audit)) == 65
