"""A stream whose configuration changes, over a real Kafka: the same OUT, every record once, none left in quarantine."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.runs import StreamParts, build_stream
from redactor.keys import Keyring
from redactor.run.output.verification import verify
from redactor.run.pool import Pool, Stage
from redactor.run.runner import process_work
from redactor.run.state.quarantine import QuarantineStore
from redactor.settings import StreamsSettings
from streams.batches import BatchLimits, BatchProcessor
from streams.deliveries import ExportConfig
from streams.export import Exporter
from streams.export_topics import export
from streams.known_replica import KnownReplica
from streams.topics import DEID, RAW, name_of
from streams.worker import WorkerConfig, work
from tests.crash.stream_harness import Fault, Role, Stream, run_until
from tests.integration.stream_kit import read_all
from tests.integration.test_stream_hold import Bench

pytestmark = [pytest.mark.services, pytest.mark.slow]
SECONDS = 120


def patient(name: str) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": name, "gender": "female", "active": True}


class Changing(Bench):
    """A bench with configurations by name: the settings of the first, and what others change."""

    def __init__(self, streams: StreamsSettings, folder: Path) -> None:
        super().__init__(streams, folder)
        self.of = {"a": self.parts}
        self.change("b", detectors=("patterns",))

    def change(self, name: str, **more: object) -> None:
        self.of[name] = build_stream(self.settings.model_copy(update=more))

    def use(self, name: str) -> None:
        self.parts = self.of[name]

    def reasons(self) -> Counter[str]:
        store = QuarantineStore(self.folder / "state", self.keyring, create=False)
        found = Counter(e.reason for e in store.kept())
        store.close()
        return found

    def ids(self) -> int:
        """How many records left; each leaves once."""
        lines = [line for path in (self.folder / "out").glob("records-*") for line in path.read_bytes().splitlines()]
        assert len(lines) == len(set(lines))
        return len(lines)

    def manifests(self) -> list[dict[str, Any]]:
        found = sorted((self.folder / "out").glob("manifest*.json"), key=lambda p: (p.name == "manifest.json", p.name))
        return [json.loads(path.read_bytes()) for path in found]

    # -- processes that run until they are ended

    @contextmanager
    def working(self, name: str, instance: str) -> Iterator[None]:
        parts, streams, stop = self.of[name], self.settings.streams, threading.Event()
        config = WorkerConfig(streams, self.keyring, instance, BatchLimits(20, 1 << 20), 1)

        def run() -> None:
            with Pool(1, streams.in_flight_bytes, stop) as pool:
                processor = BatchProcessor(
                    partial(pool.call, Stage(parts.processor, process_work)), self.keyring, parts.fingerprint
                )
                asyncio.run(work(config, processor, KnownReplica(self.settings, self.keyring), stop, lambda _: None))

        with _running(run, stop):
            yield

    @contextmanager
    def exporting(self, name: str) -> Iterator[None]:
        parts, streams, stop = self.of[name], self.settings.streams, threading.Event()

        def run() -> None:
            with Exporter(self.config(parts)) as exporter:
                asyncio.run(export(streams, self.keyring, exporter, stop))

        with _running(run, stop):
            yield

    def config(self, parts: StreamParts) -> ExportConfig:
        streams = self.settings.streams
        return ExportConfig(
            self.folder / "out", self.folder / "state", self.settings.home, self.keyring, parts.metadata,
            parts.fingerprint, name_of(streams, DEID), streams.partitions, 1 << 20, 0.5,
        )  # fmt: skip

    def published(self) -> int:
        streams = self.settings.streams
        return len(asyncio.run(read_all(streams, RAW, streams.partitions)))


@contextmanager
def _running(run: Callable[[], None], stop: threading.Event) -> Iterator[None]:
    failed: list[BaseException] = []

    def guarded() -> None:
        try:
            run()
        except BaseException as e:
            failed.append(e)

    thread = threading.Thread(target=guarded)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(SECONDS)
    if failed:
        raise failed[0]


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.2)


@pytest.mark.parametrize("first", ["exporter", "workers"])
def test_every_record_leaves_once_whoever_is_restarted_first(
    streams: StreamsSettings, tmp_path: Path, first: str
) -> None:
    bench = Changing(streams, tmp_path)
    bench.ingest(patient("p0"), patient("p1"))
    bench.work()
    assert bench.export() == {"released": 2}
    bench.ingest(*(patient(f"p{n}") for n in range(2, 8)))
    if first == "workers":
        bench.use("b")
        bench.work()
        bench.use("a")
    else:
        bench.work()
        bench.use("b")
    assert bench.export() == {"quarantined": 6, "released": 2}
    assert bench.reasons() == {"other-configuration": 6}
    bench.use("b")
    bench.work()
    assert bench.export() == {"released": 8}
    assert not bench.reasons() and bench.ids() == 8
    assert not verify(tmp_path / "out", bench.keyring, None).faults
    told = bench.manifests()
    assert [sorted(one["detectors"]) for one in told] == [
        sorted(bench.of[name].metadata.detectors) for name in ("a", "b")
    ]  # fmt: skip
    assert [sum(f["records"] for f in one["files"]) for one in told] == [2, 6]


def test_a_to_b_to_a_with_a_new_epoch_in_between(streams: StreamsSettings, tmp_path: Path) -> None:
    bench = Changing(streams, tmp_path)
    keys = tmp_path / "later.json"
    bench.keyring.next_epoch().save(keys)
    bench.change("epoch", keyring=str(keys))
    first = bench.keyring
    for n, name in enumerate(("a", "epoch", "a")):
        bench.use(name)
        bench.keyring = Keyring.load(str(keys)) if name == "epoch" else first
        bench.ingest(patient(f"p{n}"))
        bench.work()
        assert bench.export() == {"released": n + 1}
    told = bench.manifests()
    assert [one["key"] for one in told] == [bench.of[name].metadata.key_id for name in ("a", "epoch", "a")]
    assert len({one["source"] for one in told}) == 1
    assert [one["segment"] for one in told] == [1, 2, 3]
    assert not verify(tmp_path / "out", first, None, home=tmp_path / "verifier").faults


def test_old_workers_get_a_record_twice_at_most_and_a_new_one_gets_it_without_further_traffic(
    streams: StreamsSettings, tmp_path: Path
) -> None:
    bench = Changing(streams, tmp_path)
    with bench.exporting("b"):
        with bench.working("a", "old"):
            bench.ingest(*(patient(f"p{n}") for n in range(6)))
            until((tmp_path / "state" / "quarantine.db").is_file)
            until(lambda: bench.reasons() == {"other-configuration": 6})
            time.sleep(5)  # for rounds that would never end
            published = bench.published()
            assert published <= 12 and bench.reasons() == {"other-configuration": 6}
        with bench.working("b", "new"):
            until(lambda: bench.ids() == 6)
    assert not bench.reasons() and bench.published() <= published + 6


def test_an_exporter_that_is_killed_while_it_changes_segments_goes_on(streams: StreamsSettings, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    Keyring.generate().save(keys)
    first = Stream(tmp_path, keys, streams)
    first.create()
    second = replace(first, env={"REDACTOR_DETECTORS": '["patterns"]'})
    drain = first.export_args("--drain")
    for n, of in enumerate((first, first)):
        source = tmp_path / f"in-{n}"
        source.mkdir()
        (source / "x.ndjson").write_text("".join(json.dumps(patient(f"p{n}{i}")) + "\n" for i in range(5)))
        of.run("ingest", "home-ingest", ("ingest", source))
        of.run("worker", "home", ("worker", "--drain"))
        if n == 0:
            of.run("exporter", "home-exporter", drain)
    points = ("create-segment", "journal-segment", "change-configuration", "write-manifest")
    exporter = Role(
        second, "exporter", "home-exporter", drain, deque(Fault("kill", point) for point in points), frozenset({0, 1})
    )
    run_until([exporter], lambda: exporter.done, 600)
    assert [fault.point for fault in exporter.hit] == list(points)
    second.run("worker", "home", ("worker", "--drain"))
    second.run("exporter", "home-exporter", drain)
    found = verify(tmp_path / "out", Keyring.load(keys), None)
    assert not found.faults and (found.files, found.records) == (2, 10)
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [
        "manifest-00001.json", "manifest.json", "records-00001.ndjson", "records-00002.ndjson",
    ]  # fmt: skip
