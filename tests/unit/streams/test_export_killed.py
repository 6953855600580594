"""The exporter killed between any two of its durable steps: the next process completes them, nothing leaves twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from redactor.errors import RunError
from redactor.run.output import delivery, manifest, segments
from redactor.run.output.delivery import DeliveryOutput
from redactor.run.output.verification import verify
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.segments import Segments
from schemas.engine.records import Outcome
from streams.export import Exporter, Message
from tests.audit_kit import audit_lines
from tests.unit.streams.export_kit import (
    KEYRING,
    KilledError,
    config,
    delivered,
    feed,
    kill_at,
    message,
    messages,
    record,
)

RECORDS = [record(f"n{n}") for n in range(9)]
RECORDS[4] = record("gone", outcome=Outcome.DELETED, payload=b"{}")
SENT: list[Message] = [*messages(RECORDS), message(9, record("q"), fp="0" * 64)]
STEPS: dict[str, tuple[Any, str]] = {
    "part": (DeliveryOutput, "write"),
    "quarantine": (QuarantineStore, "add"),
    "commit": (Journal, "commit"),
    "order": (delivery, "_write_ordered"),
    "create": (delivery, "create_new"),
    "create-segment": (segments, "create_new"),
    "seal": (DeliveryOutput, "seal"),
    "finish": (Journal, "finish_file"),
    "discard": (DeliveryOutput, "discard"),
    "manifest": (manifest, "overwrite_head"),
    "closing": (Segments, "begin_closing"),
    "close": (Segments, "close"),
    "closed": (segments, "discard"),
}


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("step", STEPS)
def test_nothing_is_lost_or_doubled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str, turn: int, before: bool
) -> None:
    monkeypatch.setattr("redactor.run.state.segments.MOST_FILES", 1)
    small = config(tmp_path, delivery_bytes=90)
    with monkeypatch.context() as patched:
        kill_at(patched, STEPS[step], turn, before)
        try:
            with Exporter(small) as exporter:
                feed(exporter, SENT)
                exporter.deliveries.finish()
        except KilledError:
            pass
    with Exporter(small) as exporter:
        feed(exporter, SENT)
        exporter.deliveries.finish()
        assert exporter.outcomes() == {"deleted": 1, "quarantined": 1, "released": 8}
    left = [line for lines in delivered(tmp_path).values() for line in lines]
    assert sorted(left) == sorted(done.payload or b"" for done in RECORDS)
    assert not verify(tmp_path / "out", KEYRING, None).faults
    assert not [p for p in (tmp_path / "out").iterdir() if p.name.startswith(".")]
    audit = audit_lines(tmp_path / "state")
    assert len(audit) == len(set(audit)) == 10
    store = QuarantineStore(tmp_path / "state", KEYRING, create=False)
    assert len(store.list()) == 1
    store.close()


def test_a_number_that_another_state_took_stops_the_exporter(tmp_path: Path) -> None:
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, SENT[:3])
        exporter.deliveries.deliver()
        feed(exporter, SENT)
        foreign = tmp_path / "out" / "records-00002.ndjson"
        foreign.write_bytes(b"theirs")
        with pytest.raises(RunError, match="another state"):
            exporter.deliveries.finish()
    for _ in range(2):  # it stays so, however often it is tried
        with pytest.raises(RunError, match="another state"), Exporter(config(tmp_path)):
            pass
    assert foreign.read_bytes() == b"theirs"
    assert not [p for p in (tmp_path / "out").iterdir() if p.name.startswith(".")]
    foreign.unlink()
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, SENT)
    assert sorted(delivered(tmp_path)) == ["deleted-00002.ndjson", "records-00001.ndjson", "records-00002.ndjson"]


def test_a_manifest_that_another_state_wrote_is_not_replaced(tmp_path: Path) -> None:
    held = message(0, record("q"), fp="0" * 64)
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, [held])  # nothing to deliver, so that no number is taken
        (tmp_path / "out" / "manifest.json").write_text("theirs")
        with pytest.raises(RunError, match="another state"):
            exporter.deliveries.finish()
    assert (tmp_path / "out" / "manifest.json").read_text() == "theirs"


def test_a_link_with_the_name_of_a_delivery_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    with Exporter(config(tmp_path)) as exporter:
        (tmp_path / "out" / "records-00001.ndjson").symlink_to(victim)
        feed(exporter, SENT)
        with pytest.raises(RunError, match="another state"):
            exporter.deliveries.finish()
    assert not victim.exists()


def test_a_part_that_was_changed_between_two_processes_does_not_leave(tmp_path: Path) -> None:
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, SENT)
    part = tmp_path / "state" / "records-00001.part"
    part.write_bytes(part.read_bytes().replace(b"n1", b"n7", 1))
    with pytest.raises(RunError, match="were changed"), Exporter(config(tmp_path)):
        pass


def test_a_process_that_was_killed_in_between_creates_half_a_file_anew(tmp_path: Path) -> None:
    """The hidden name in OUT is of no record that left."""
    (tmp_path / "out").mkdir()
    with Exporter(config(tmp_path)) as exporter:
        feed(exporter, SENT)
        (tmp_path / "out" / ".records-00001.ndjson.part").write_bytes(b'{"ha')
        exporter.deliveries.finish()
    assert len(delivered(tmp_path)["records-00001.ndjson"]) == 8


def test_an_entry_of_a_commit_that_did_not_happen_is_gone_after_a_restart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as patched:
        kill_at(patched, STEPS["quarantine"], 1, before=False)
        with pytest.raises(KilledError), Exporter(config(tmp_path)) as exporter:
            feed(exporter, SENT)
    with Exporter(config(tmp_path)):
        store = QuarantineStore(tmp_path / "state", KEYRING, create=False)
        assert store.list() == []
        store.close()
