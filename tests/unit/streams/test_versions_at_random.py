"""Random lives of versions, with holds, purges, kills and what is published again: none leaves behind a later one."""

from __future__ import annotations

import json
import random

import pytest

from schemas.engine.records import Outcome, Reason
from tests.unit.streams.export_kit import delivered
from tests.unit.streams.held_kit import Stream, stream
from tests.unit.streams.test_held_at_random import Killer

__all__ = ["stream"]
RESOURCES = {"a1": "p", "a2": "p", "b1": "q"}
PARTITIONS = {"p": 0, "q": 1}


def applied(stream: Stream) -> dict[str, list[int]]:
    """The versions of each resource in OUT, in the order in which a recipient applies them."""
    files = delivered(stream.folder)
    found: dict[str, list[int]] = {name: [] for name in RESOURCES}
    for name in sorted(files, key=lambda name: (name.split("-")[1], name.startswith("deleted"))):
        for one in map(json.loads, files[name]):
            found[one["id"]].append(one["v"])
    return found


class Producer:
    """Publishes versions, some of them again."""

    def __init__(self, stream: Stream, rng: random.Random) -> None:
        self._stream, self._rng = stream, rng
        self.published: dict[str, list[bool]] = {name: [] for name in RESOURCES}  # of each version: is a deletion

    def publish(self) -> None:
        name = self._rng.choice(list(RESOURCES))
        self.published[name].append(self._rng.random() < 0.25)
        self._send(name, len(self.published[name]))

    def publish_again(self) -> None:
        """A part of what there was of a resource, in its order."""
        name = self._rng.choice(list(RESOURCES))
        count = len(self.published[name])
        first = self._rng.randrange(count + 1)
        for version in range(first, min(count, first + self._rng.randrange(1, 5))):
            self._send(name, version + 1)

    def _send(self, name: str, version: int) -> None:
        patient = RESOURCES[name]
        send = self._stream.delete if self.published[name][version - 1] else self._stream.ingest
        send(patient, name, version, PARTITIONS[patient])


@pytest.mark.parametrize("seed", range(6))
def test_no_version_leaves_behind_a_later_one(
    stream: Stream, monkeypatch: pytest.MonkeyPatch, seed: int, steps: int = 40
) -> None:
    rng = random.Random(seed)
    killer = Killer(monkeypatch, rng)
    producer = Producer(stream, rng)

    def export() -> dict[str, int]:
        return killer.export(stream)

    def purge() -> None:
        kept = [e.id for e in stream.entries() if e.status not in ("released", "purged")]
        store = stream.store()
        store.purge(kept and [rng.choice(kept)])
        store.close()

    def work() -> None:
        stream.work(*((Outcome.QUARANTINED, Reason.DETECTOR_FAILED) if rng.random() < 0.3 else ()))

    export()
    for _ in range(steps):
        (what,) = rng.choices(
            (
                producer.publish,
                producer.publish_again,
                lambda: stream.tell(rng.choice("pq")),
                lambda: stream.forget(rng.choice("pq")),
                work,
                purge,
                export,
            ),
            (25, 20, 8, 6, 20, 4, 17),
        )
        what()
    for patient in PARTITIONS:
        stream.tell(patient)
    for _ in range(4):
        stream.work()
        export()
    outcomes = export()
    for name, left in applied(stream).items():
        assert left == sorted(set(left))
        latest = f"id-{name}-{len(producer.published[name])}"
        waits = any(e.record_id == latest and e.status != "released" for e in stream.entries())
        assert not producer.published[name] or waits or left[-1] == len(producer.published[name])
    statuses = [e.status for e in stream.entries()]
    assert outcomes.get("quarantined", 0) == sum(status != "released" for status in statuses)
    assert "sent" not in statuses and "asked" not in statuses
