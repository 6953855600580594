"""Workers and exporter that are restarted with another configuration in any order: every record leaves once."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import ExitStack

import pytest

from redactor.run.output.verification import verify
from streams.export import Exporter
from streams.resend import Resender
from tests.unit.streams.export_kit import KEYRING, config, delivered
from tests.unit.streams.held_kit import DOE, STREAMS, Stream, stream
from tests.unit.streams.test_configurations import CONFIGURATIONS, A, B

__all__ = ["stream"]


class Restarted:
    """A stream whose processes are restarted; each start of a worker has an id of its own."""

    def __init__(self, stream: Stream, chosen: random.Random) -> None:
        self.stream, self.chosen = stream, chosen
        self.records = self.starts = 0
        self._stack = ExitStack()
        stream.tell("p", DOE)
        self.start_exporter(A)
        for partition in stream.raw:
            self.start_worker(partition, A)

    def start_worker(self, partition: int, fingerprint: str) -> None:
        self.starts += 1
        self.stream.fingerprints[partition] = fingerprint
        self.stream.owners[partition] = f"worker-{self.starts}"

    def start_exporter(self, fingerprint: str) -> None:
        self._stack.close()
        made = config(self.stream.folder, fingerprint=fingerprint, metadata=CONFIGURATIONS[fingerprint])
        self.exporter = self._stack.enter_context(Exporter(made))
        self.resender = Resender(STREAMS, KEYRING, self.exporter.held)

    def step(self) -> None:
        act = self.chosen.choice((self.ingest, self.stream.work, self.export, self.export, self.restart))
        act()

    def ingest(self) -> None:
        self.records += 1
        self.stream.ingest("p", f"n{self.records}", partition=self.chosen.choice([*self.stream.raw]))

    def export(self) -> None:
        self.stream.take(self.exporter)
        asyncio.run(self.resender.step())
        if self.chosen.random() < 0.3:
            self.exporter.deliveries.deliver()

    def restart(self) -> None:
        fingerprint = self.chosen.choice((A, B))
        if self.chosen.random() < 0.3:
            self.start_exporter(fingerprint)
        else:
            self.start_worker(self.chosen.choice([*self.stream.raw]), fingerprint)

    def end(self) -> None:
        """Everything gets one configuration, in any order, and nothing more comes."""
        todo = [*(lambda n=n: self.start_worker(n, B) for n in self.stream.raw), lambda: self.start_exporter(B)]
        self.chosen.shuffle(todo)
        for start in todo:
            start()
            self.stream.work()
            self.export()
        for _ in range(3):
            self.stream.work()
            self.export()
        self.exporter.deliveries.finish()
        self._stack.close()


@pytest.mark.parametrize("seed", range(25))
def test_every_record_leaves_once_and_nothing_waits_for_another_configuration(stream: Stream, seed: int) -> None:
    run = Restarted(stream, random.Random(seed))
    for _ in range(40):
        run.step()
    run.end()
    left = [json.loads(line)["id"] for lines in delivered(stream.folder).values() for line in lines]
    assert sorted(left) == sorted(f"n{n + 1}" for n in range(run.records))
    assert not [e for e in stream.entries() if e.status not in ("released",)]
    assert sum(map(len, stream.raw.values())) <= run.records * (run.starts + 4), "records went round and round"
    assert not verify(stream.folder / "out", KEYRING, None).faults
