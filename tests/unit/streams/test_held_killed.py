"""The exporter killed between any two steps of holding and sending again: no record is lost, doubled or forgotten."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from redactor.run.output.verification import verify
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.waiting import WaitingEntries
from schemas.engine.records import Outcome, Reason
from tests.unit.streams.export_kit import KEYRING, KilledError, delivered, kill_at
from tests.unit.streams.held_kit import Stream, stream

__all__ = ["stream"]


STEPS: dict[str, tuple[Any, str]] = {
    "quarantine": (QuarantineStore, "add"),
    "commit": (Journal, "commit"),
    "let-go": (QuarantineStore, "mark_released"),
    "superseded": (WaitingEntries, "mark_superseded"),
    "send": (Stream, "send_copy"),
    "sent": (WaitingEntries, "mark_sent"),
    "position": (Journal, "put"),
}


@pytest.mark.parametrize(("turn", "before"), [(1, False), (2, True)], ids=["after-first", "before-second"])
@pytest.mark.parametrize("step", STEPS)
def test_each_record_has_one_outcome(
    stream: Stream, monkeypatch: pytest.MonkeyPatch, step: str, turn: int, before: bool
) -> None:
    """Each phase is killed once, at this call of the step."""
    restart = kill_at(monkeypatch, STEPS[step], turn, before)

    def export() -> dict[str, int]:
        restart()
        with suppress(KilledError):
            return stream.export(delivery_bytes=60)
        return stream.export(delivery_bytes=60)

    stream.ingest("p", "a")
    stream.ingest("p", "b")
    stream.ingest("q", "c", partition=1)
    stream.ingest("p", "old", 1)
    stream.work()
    assert export() == {"quarantined": 4}
    stream.tell("p")
    stream.ingest("p", "old", 2)
    stream.ingest("q", "broken", partition=1)
    stream.work()
    export()
    stream.work()
    assert export() == {"quarantined": 3, "released": 3}  # c and broken have no values, old 1 is superseded
    stream.tell("q")
    export()
    stream.work(Outcome.QUARANTINED, Reason.DETECTOR_FAILED)
    assert export() == {"quarantined": 3, "released": 3}
    stream.ask(*(e.id for e in stream.entries() if e.reason == "detector-failed"))
    export()
    stream.work()
    assert export() == {"quarantined": 1, "released": 5}
    lines = Counter(line for lines in delivered(stream.folder).values() for line in lines)
    assert set(lines.values()) == {1} and len(lines) == 5
    assert Counter(stream.statuses().values())["superseded"] == 1
    assert set(stream.statuses().values()) == {"superseded", "released"}
    assert not verify(stream.folder / "out", KEYRING, None).faults
