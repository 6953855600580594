"""Released records that a later day would have read otherwise: counted once each, whatever dies, and without a date."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from redactor.run.contracts import Processed
from redactor.run.state.as_of import open_as_of
from redactor.run.state.unchecked_journal import value_of
from schemas.engine.records import Outcome
from streams.export import Exporter, Message
from streams.turning import READ_OTHERWISE
from tests.audit_kit import audit_lines
from tests.unit.streams.export_kit import KEYRING, KilledError, config, feed, kill_at, message, messages, record
from tests.unit.streams.test_export_killed import STEPS

BIRTHDAY = dt.date(2028, 6, 15)
BEFORE = BIRTHDAY - dt.timedelta(1)


def judged(name: str, as_of: dt.date | None, turns: dt.date | None = BIRTHDAY, version: int = 1) -> Processed:
    return replace(record(name, version), as_of=as_of, turns=turns)


def export(folder: Path, sent: list[Message], size: int = 3) -> int:
    """Take the messages, and return the number that status shows."""
    with Exporter(config(folder)) as exporter:
        feed(exporter, sent, size)
    return turned(folder)


def turned(folder: Path) -> int:
    return int(value_of(folder / "state", READ_OTHERWISE) or 0)


def test_records_count_from_the_day_on_that_the_stream_reaches(tmp_path: Path) -> None:
    sent = messages([judged("a", BEFORE), judged("b", BEFORE, BIRTHDAY + dt.timedelta(1)), judged("c", BEFORE, None)])
    assert export(tmp_path, sent) == 0
    sent.append(message(3, judged("d", BIRTHDAY, None)))
    assert export(tmp_path, sent) == 1
    sent += [message(4, judged("e", BEFORE)), message(5, judged("f", None, None))]  # of a worker that is behind
    assert export(tmp_path, sent) == 2
    sent.append(message(6, judged("g", dt.date(2029, 1, 1), None)))
    assert export(tmp_path, sent) == export(tmp_path, sent) == 3


def test_only_what_leaves_counts_and_each_record_once(tmp_path: Path) -> None:
    gone = replace(judged("a", BEFORE), outcome=Outcome.DELETED, payload=b"{}", record_id="gone")
    held = replace(judged("q", BEFORE), outcome=Outcome.QUARANTINED, payload=None)
    head = replace(judged("h", BEFORE), payload=None)
    sent = messages([judged("a", BEFORE), judged("a", BEFORE), held, head, gone, judged("z", BIRTHDAY, None)])
    sent.append(message(0, judged("a", BIRTHDAY), partition=1))
    sent.append(message(1, judged("other", BEFORE), partition=1, fp="0" * 64))
    assert export(tmp_path, sent) == 1


def test_the_newest_day_is_that_of_any_record_and_stays(tmp_path: Path) -> None:
    held = replace(judged("q", BIRTHDAY, None), outcome=Outcome.QUARANTINED, payload=None)
    assert export(tmp_path, [*messages([judged("a", BEFORE), held]), message(2, judged("b", BEFORE))]) == 2
    assert open_as_of(KEYRING, value_of(tmp_path / "state", "as_of")) == BIRTHDAY


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("step", ["part", "commit", "finish", "manifest"])
def test_a_killed_exporter_counts_each_record_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str, turn: int, before: bool
) -> None:
    done = [judged(f"n{n}", BEFORE if n < 4 else BIRTHDAY, BIRTHDAY if n < 6 else None) for n in range(8)]
    small, sent = config(tmp_path, delivery_bytes=60), messages(done)
    with monkeypatch.context() as patched:
        kill_at(patched, STEPS[step], turn, before)
        with pytest.raises(KilledError), Exporter(small) as exporter:
            feed(exporter, sent)
            exporter.deliveries.finish()
    with Exporter(small) as exporter:
        feed(exporter, sent)
        exporter.deliveries.finish()
    assert turned(tmp_path) == 6


def test_a_record_that_a_killed_worker_has_sent_counts_as_its_first_envelope_says(tmp_path: Path) -> None:
    """Its successor sends it again, judged at a later day."""
    first, again = message(0, judged("a", BEFORE), read=0), message(0, judged("a", BIRTHDAY, None), read=1)
    assert export(tmp_path, [first, again]) == 0
    assert export(tmp_path, [first, again, message(1, judged("b", BIRTHDAY, None), read=2)]) == 1


def test_state_and_out_hold_no_day(tmp_path: Path) -> None:
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, messages([judged("a", BEFORE), judged("b", BEFORE, dt.date(2030, 2, 3))]))
        exporter.deliveries.finish()
    everything = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
    for day in (BEFORE, BIRTHDAY, dt.date(2030, 2, 3)):
        assert day.isoformat().encode() not in everything
        assert str(day.toordinal()).encode() not in everything
        assert day.toordinal().to_bytes(4, "big") not in everything
    (stated,) = {json.loads(line)["as_of"] for line in audit_lines(tmp_path / "state")}
    assert stated.startswith("derived:")
    assert json.loads((tmp_path / "out" / "manifest.json").read_bytes())["as_of"] == "derived"


def test_the_audit_tells_records_of_different_days_apart(tmp_path: Path) -> None:
    export(tmp_path, messages([judged("a", BEFORE), judged("b", BIRTHDAY), judged("c", BEFORE), judged("d", None)]))
    a, b, c, d = (json.loads(line)["as_of"] for line in audit_lines(tmp_path / "state"))
    assert a == c != b and d is None and {a[:8], b[:8]} == {"derived:"}


def test_the_days_of_a_large_hospital_take_a_bounded_place(tmp_path: Path) -> None:
    days = [dt.date(2027, 1, 1) + dt.timedelta(n % 8_000) for n in range(16_000)]
    with Exporter(config(tmp_path)) as exporter:
        for day in days:
            exporter._turning.note_released(day)
        kept = exporter._turning.changes()
    assert sum(map(len, kept.values())) < 150_000


def test_a_rotated_keyring_reads_the_days(tmp_path: Path) -> None:
    export(tmp_path, messages([judged("a", BEFORE)]))
    rotated = KEYRING.rotated()
    with Exporter(config(tmp_path, keyring=rotated)) as exporter:
        feed(exporter, [message(1, judged("b", BIRTHDAY, None))])
    assert turned(tmp_path) == 1
    with closing(sqlite3.connect(tmp_path / "state" / "journal.db")) as db:
        (kept,) = db.execute("SELECT value FROM meta WHERE key='as_of'").fetchone()
    assert open_as_of(rotated, kept) == BIRTHDAY
