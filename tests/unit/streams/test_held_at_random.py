"""Random lives of a quarantine, with kills: each record has one outcome, and leaves once at most."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from redactor.run.output.verification import verify
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import QuarantineStore
from redactor.run.state.waiting import WaitingEntries
from schemas.engine.records import Outcome, Reason
from streams.raw_topic import NO_ORIGIN
from tests.unit.streams.export_kit import KEYRING, KilledError, delivered
from tests.unit.streams.held_kit import Stream, stream

__all__ = ["stream"]
PATIENTS = ("p", "q", "r")


class Killer:
    """Kills a process before or after one of its durable steps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, rng: random.Random) -> None:
        self.left, self._rng = -1, rng  # steps
        for owner, name in (
            (QuarantineStore, "add"), (QuarantineStore, "mark_released"), (Journal, "commit"), (Journal, "put"),
            (WaitingEntries, "mark_sent"), (WaitingEntries, "mark_superseded"), (Stream, "send_copy"),
        ):  # fmt: skip
            monkeypatch.setattr(owner, name, self._dying(getattr(owner, name), rng))

    def _dying(self, real: Any, rng: random.Random) -> Any:
        def step(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            after = rng.random() < 0.5
            if self.left == 0 and not after:
                raise KilledError
            result = real(*args, **kwargs)
            if self.left == 0:
                raise KilledError
            return result

        return step

    def export(self, stream: Stream) -> dict[str, int]:
        """Export with deliveries of two sizes; half of the exporters are killed, and others go on."""
        if self._rng.random() < 0.5:
            self.left = self._rng.randrange(1, 25)
            with suppress(KilledError):
                return stream.export(delivery_bytes=60)
        self.left = -1
        return stream.export(delivery_bytes=self._rng.choice([60, 1 << 20]))


@pytest.mark.parametrize("seed", range(6))
def test_each_record_has_one_outcome(stream: Stream, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = random.Random(seed)
    killer = Killer(monkeypatch, rng)

    def export() -> dict[str, int]:
        killer.left = rng.randrange(1, 25)
        with suppress(KilledError):
            return stream.export(delivery_bytes=200)
        killer.left = -1
        return stream.export(delivery_bytes=200)

    def ingest() -> None:
        patient = rng.choice(PATIENTS)
        partition = PATIENTS.index(patient) % 2
        stream.ingest(patient, f"{patient}{rng.randrange(3)}", rng.randrange(3), partition)

    def work() -> None:
        fails = rng.random() < 0.2
        stream.work(*((Outcome.QUARANTINED, Reason.DETECTOR_FAILED) if fails else ()))

    def ask_or_purge() -> None:
        kept = [e for e in stream.entries() if e.status not in ("released", "purged")]
        if not kept:
            return
        entry = rng.choice(kept)
        if rng.random() < 0.6:
            stream.ask(entry.id)
            return
        store = stream.store()
        store.purge([entry.id])
        store.close()

    export()
    for _ in range(30):
        what = rng.random()
        if what < 0.35:
            ingest()
        elif what < 0.5:
            stream.tell(rng.choice(PATIENTS))
        elif what < 0.6:
            stream.forget(rng.choice(PATIENTS))
        elif what < 0.75:
            work()
        elif what < 0.85:
            ask_or_purge()
        else:
            export()
    for patient in PATIENTS:
        stream.tell(patient)
    for _ in range(4):
        stream.work()
        export()
    stream.ask(*(e.id for e in stream.entries() if e.status in ("held", "superseded")))
    for _ in range(4):
        export()
        stream.work()
    outcomes = export()
    firsts = [raw for records in stream.raw.values() for raw in records if stream.origin_of(raw) == NO_ORIGIN]
    assert sum(outcomes.values()) == len(firsts)  # copies count nowhere
    left = Counter(line for lines in delivered(stream.folder).values() for line in lines)
    assert set(left.values()) <= {1} and sum(left.values()) == outcomes.get("released", 0)
    statuses = Counter(stream.statuses().values())
    assert outcomes.get("quarantined", 0) == statuses["purged"] + statuses["superseded"] + statuses["held"]
    ids = Counter(e.record_id for e in stream.entries() if e.status in ("held", "superseded"))
    gone = {f"id-{data[7:9].decode()}-{data[15:16].decode()}" for data in left}
    assert not ids.keys() & gone  # no entry of what has left
    assert not verify(stream.folder / "out", KEYRING, None).faults
