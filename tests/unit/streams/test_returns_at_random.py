"""Random lives of versions that return, with holds, kills and redeliveries, against a model of what must leave."""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple

import pytest

from redactor.run.outcomes import place_of
from redactor.run.output.verification import verify
from schemas.engine.records import Outcome, Reason
from tests.unit.streams.export_kit import KEYRING
from tests.unit.streams.held_kit import Stream, stream
from tests.unit.streams.test_held_at_random import Killer
from tests.unit.streams.test_versions_at_random import PARTITIONS, RESOURCES, applied

__all__ = ["stream"]
GONE = 9  # the version that deletes


class Occurrence(NamedTuple):
    """A version of a resource, and how often it came before."""

    name: str
    version: int
    turn: int

    @property
    def place(self) -> int:
        return place_of(KEYRING.internal("journal"), f"1:{self.name}-{self.version}-{self.turn}")


class Source:
    """Publishes versions with few contents, so that contents return, and parts of what it published again."""

    def __init__(self, stream: Stream, rng: random.Random) -> None:
        self._stream, self._rng = stream, rng
        self.published: list[Occurrence] = []

    def publish(self) -> None:
        name, version = self._rng.choice(list(RESOURCES)), self._rng.choice([1, 1, 2, 2, 3, GONE])
        turn = sum((one.name, one.version) == (name, version) for one in self.published)
        self.published.append(Occurrence(name, version, turn))
        self._send(self.published[-1])

    def publish_again(self) -> None:
        """What a producer does that was killed: all from some place on, to some place."""
        first = self._rng.randrange(len(self.published) + 1)
        for one in self.published[first : first + self._rng.randrange(8)]:
            self._send(one)

    def publish_all_again(self) -> None:
        for one in self.published:
            self._send(one)

    def _send(self, one: Occurrence) -> None:
        patient = RESOURCES[one.name]
        send = self._stream.delete if one.version == GONE else self._stream.ingest
        send(patient, one.name, one.version, PARTITIONS[patient], turn=one.turn)

    def of(self, name: str) -> list[Occurrence]:
        return [one for one in self.published if one.name == name]


@pytest.mark.parametrize("seed", range(12))
def test_the_latest_line_is_the_latest_version_that_is_not_in_quarantine(
    stream: Stream, monkeypatch: pytest.MonkeyPatch, seed: int, steps: int = 40
) -> None:
    rng = random.Random(seed)
    killer = Killer(monkeypatch, rng)
    source = Source(stream, rng)

    def export() -> dict[str, int]:
        return killer.export(stream)

    def work() -> None:
        stream.work(*((Outcome.QUARANTINED, Reason.DETECTOR_FAILED) if rng.random() < 0.3 else ()))

    def ask() -> None:
        waiting = [e.id for e in stream.entries() if e.status == "held"]
        stream.ask(*rng.sample(waiting, min(2, len(waiting))))

    def settle(rounds: int = 4) -> dict[str, int]:
        for _ in range(rounds):
            stream.work()
            outcomes = export()
        return outcomes

    def check() -> None:
        entries = [e for e in stream.entries() if e.status != "released"]
        waiting = {(e.record_id, e.place) for e in entries}
        superseded = {(e.record_id, e.place) for e in entries if e.status == "superseded"}
        for name, left in applied(stream).items():
            came = source.of(name)
            genuine = [one for one in came if (f"id-{name}-{one.version}", one.place) not in waiting]
            assert left[-1:] == [one.version for one in genuine[-1:]]
            assert is_subsequence(left, [one.version for one in came])
            assert all(one != other for one, other in itertools.pairwise(left))
            assert not came or (f"id-{name}-{came[-1].version}", came[-1].place) not in superseded

    export()
    what = (source.publish, source.publish_again, lambda: stream.tell(rng.choice("pq")), work, ask, export)
    for _ in range(steps):
        rng.choices(what, (28, 12, 6, 20, 4, 20))[0]()
    for patient in PARTITIONS:
        stream.tell(patient)
    settle()
    check()
    stream.ask(*(e.id for e in stream.entries() if e.status == "held"))
    outcomes = settle()
    check()
    assert outcomes.get("quarantined", 0) == sum(e.status != "released" for e in stream.entries())
    before = applied(stream)
    source.publish_all_again()
    settle()
    assert applied(stream) == before
    check()
    assert not verify(stream.folder / "out", KEYRING, None).faults


def is_subsequence(some: list[int], of: list[int]) -> bool:
    rest = iter(of)
    return all(one in rest for one in some)
