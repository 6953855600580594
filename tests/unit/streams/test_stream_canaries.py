"""Canaries of a worker: when they are read, what they show, and what they do not touch."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from redactor.assemble.home import known_head_path, known_values_path
from redactor.assemble.runs import build_stream
from redactor.errors import RunError, StoppedError
from redactor.keys import Keyring
from redactor.run.state.known_store import KnownStore
from redactor.sample.canaries import LEAST_MISSED, Tally
from redactor.service_settings import CanarySettings
from redactor.settings import Settings, StreamsSettings
from streams.batches import BatchProcessor
from streams.canaries import Canaries, read_canary
from streams.processes import CanaryStatus
from streams.worker import work
from tests.unit.streams.worker_kit import CONFIG, KEYRING, Broker, Replica, broker, released, run

__all__ = ["broker"]
FOUND, LOST = Tally({"PATIENT": 1}, {}), Tally({"PATIENT": 1}, {"PATIENT": 1})


class Now(Executor):
    """A thread that is done at once."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(function(*args))
        return done


class Desk:
    """Canaries whose readings are given, and a clock that a test moves. hangs: readings wait for this event."""

    def __init__(self, thread: Executor | None = None, hangs: threading.Event | None = None, **settings: float) -> None:
        self.now, self.reads, self.hangs = 0.0, list[Tally | Exception | None](), hangs
        self.seeds, self.shown = list[int](), list[CanaryStatus]()
        self.alarms, self.failures = list[Mapping[str, float]](), list[str]()
        self.canaries = Canaries(
            CanarySettings(**settings), self._read, thread or Now(), self.shown.append, self.alarms.append,
            self.failures.append, lambda: self.now,
        )  # fmt: skip

    def _read(self, seed: int) -> Tally | None:
        self.seeds.append(seed)
        if self.hangs is not None:
            self.hangs.wait(60)
        result = self.reads.pop(0) if self.reads else FOUND
        if isinstance(result, Exception):
            raise result
        return result

    def gives(self, *readings: Tally | Exception | None) -> None:
        self.reads = list(readings)
        for _ in readings:
            self.now += 3600
            self.canaries.idle()


def test_without_a_rate_nothing_is_read() -> None:
    desk = Desk()
    desk.gives(FOUND)
    assert not desk.seeds and not desk.shown


def test_canaries_come_at_the_rate_however_often_a_worker_is_idle() -> None:
    desk, ticks = Desk(rate=60), range(0, 601, 10)
    for desk.now in ticks:
        desk.canaries.idle()
    assert len(desk.seeds) == 11 == len(set(desk.seeds))
    desk.now += 36_000
    for _ in range(5):
        desk.canaries.idle()
    assert len(desk.seeds) == 12, "what was left out under load is not made up for"


def test_the_next_canary_waits_for_one_that_hangs() -> None:
    go = threading.Event()
    with ThreadPoolExecutor(1) as thread:
        desk = Desk(thread, go, rate=3600)
        for desk.now in (1, 2, 3):
            desk.canaries.idle()  # returns at once
        go.set()
    assert [s.read for s in desk.shown] == [1]


def test_recall_and_alarm_are_shown_and_told_once() -> None:
    desk = Desk(rate=1, window=50)
    desk.gives(FOUND, *[LOST] * LEAST_MISSED, LOST)
    assert desk.shown[-1] == CanaryStatus(7, 0, {"PATIENT": 1 - 6 / 7}, ("PATIENT",))
    assert desk.alarms == [{"PATIENT": 1 - 5 / 6}] and not desk.failures
    desk.gives(*[FOUND] * 53)
    assert desk.shown[-1].alarm == ()


def test_failures_are_counted_and_told_once_until_one_is_read() -> None:
    desk = Desk(rate=1)
    desk.gives(ValueError("Vexholm"), None, RunError("a worker process ended"), FOUND, None, StoppedError("stopped"))
    assert desk.failures == ["ValueError", "it was not read in whole"]
    assert desk.shown[-1] == CanaryStatus(1, 4, {"PATIENT": 1.0}) and len(desk.shown) == 5


# -- when a worker is idle


def idles(broker: Broker, replica: Replica) -> list[int]:
    """What was in flight or waiting each time the worker said that it was idle; it is stopped after some."""
    stop, seen = threading.Event(), list[int]()

    def idle() -> None:
        assert replica.is_readable
        waiting = sum(map(len, broker.messages.values())) - sum(broker.committed.values())
        seen.append(waiting)
        if len(seen) > 20:
            stop.set()

    async def bounded() -> None:
        async with asyncio.timeout(20):
            made: Any = replica
            config = replace(CONFIG, drain=False, idle=idle)
            await work(config, BatchProcessor(released, KEYRING, "f"), made, stop, lambda phase: None)

    asyncio.run(bounded())
    return seen


def test_a_worker_is_not_idle_while_a_record_waits_or_is_processed(broker: Broker) -> None:
    broker.add(7)
    broker.add(5, partition=1)

    async def acknowledge(partition: int, offset: int) -> None:
        await asyncio.sleep(0.03)  # in which a worker polls often

    broker.ack = acknowledge
    assert set(idles(broker, Replica())) == {0}
    assert len(broker.sent) == 12


def test_a_worker_that_drains_and_one_without_known_values_read_no_canary(broker: Broker) -> None:
    broker.messages[0] = []
    called = list[bool]()
    run(config=replace(CONFIG, idle=lambda: called.append(True)))
    assert not called
    replica = Replica()
    replica.is_readable = False
    threading.Timer(0.2, lambda: setattr(replica, "is_readable", True)).start()
    assert idles(broker, replica)


def test_a_canary_that_hangs_keeps_no_record_back(broker: Broker) -> None:
    go, stop = threading.Event(), threading.Event()
    broker.messages[0] = []
    with ThreadPoolExecutor(1) as thread:
        desk = Desk(thread, go, rate=3600)
        desk.now = 1

        def idle() -> None:
            desk.canaries.idle()
            if not broker.messages[0]:
                broker.add(4)
            elif broker.committed.get(0) == 4:
                stop.set()

        async def bounded() -> None:
            made: Any = Replica()
            async with asyncio.timeout(20):
                config = replace(CONFIG, drain=False, idle=idle)
                await work(config, BatchProcessor(released, KEYRING, "f"), made, stop, lambda phase: None)

        asyncio.run(bounded())
        assert broker.committed[0] == 4 and len(desk.seeds) == 1 and not desk.shown
        go.set()


# -- the engine of a stream


@dataclass
class Host:
    settings: Settings

    def contents(self) -> dict[str, bytes]:
        return {str(p): p.read_bytes() for p in sorted(self.settings.home.rglob("*")) if p.is_file()}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    Keyring.generate().save(tmp_path / "keys.json")
    settings = Settings(
        home=tmp_path / "home", keyring=str(tmp_path / "keys.json"), profile="hips", detectors=("patterns", "known"),
        streams=StreamsSettings(one_host=True),
    )  # fmt: skip
    settings.home.mkdir()
    keyring = Keyring.load(settings.keyring)
    with KnownStore.open(known_values_path(settings), keyring, head_file=known_head_path(settings)):
        yield Host(settings)


def test_a_canary_is_read_and_leaves_nothing(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    processor = build_stream(host.settings).processor()

    class Second:
        """A reader as one that asks an LLM."""

        name = version = "second"

        def begin(self, *_: object) -> Any:
            raise AssertionError("a canary must not be asked about")

    def replaces(*_: object) -> Any:
        raise AssertionError("a canary must not be replaced")

    processor.texts.second = Second()
    monkeypatch.setattr(type(processor.texts.replacer), "replace", replaces)
    before = host.contents()
    one = read_canary(7, processor)
    assert one is not None and one.planted["PATIENT"] and one == read_canary(7, processor)
    assert sum(one.missed.values()) < sum(one.planted.values())
    assert host.contents() == before


def test_a_detector_that_misses_is_seen(host: Host) -> None:
    blind = host.settings.model_copy(update={"detectors": ("known",)})
    one = read_canary(7, build_stream(blind).processor())
    assert one is not None and one.missed == one.planted


def test_a_note_that_is_not_read_in_whole_has_no_tally(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    processor = build_stream(host.settings).processor()
    real = type(processor.texts).read

    def read(*given: Any, **more: Any) -> Any:
        (reading,) = real(*given, **more)
        return [reading.__class__(reading.spans, complete=False)]

    monkeypatch.setattr(type(processor.texts), "read", read)
    assert read_canary(7, processor) is None
