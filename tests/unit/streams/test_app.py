"""What a session commits, what it takes for a loss, and what Faust's log may show."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiokafka.errors import KafkaConnectionError

from redactor.errors import RunError, TopicError
from redactor.settings import StreamsSettings
from streams import app as router_app
from streams import connection, topic_ids
from streams.agents import Arrived, Inbox, Router
from streams.app import RouterConfig, build_app, log_by_type_and_place, route_topic
from streams.ehr_topic import EhrMessage


class Kafka:
    """ehr.in.v1 in memory, with Faust on top: what it holds, and what sessions of Faust hand over.

    sessions: what Faust hands over in each session; a session without one is the last. refused: whether commits fail.
    """

    def __init__(self, held: dict[int, list[int]], sessions: list[list[tuple[int, int]]]) -> None:
        self.held, self.sessions = held, sessions
        self.begin: dict[int, int] = {}
        self.commits: dict[int, int] = {}
        self.routed: list[tuple[int, int]] = []
        self.fails: Exception | None = None
        self.stop = threading.Event()
        self.generation = 3
        self.ids: dict[str, str] = {}

    async def described(self, _: object, names: Sequence[str]) -> dict[str, tuple[str, int]]:
        return {name: (self.ids.get(name, "1"), 1) for name in names}

    def route(self, messages: Sequence[EhrMessage]) -> None:
        self.routed += [(m.partition, m.offset) for m in messages]


class FakeOffsets:
    client = None

    def __init__(self, kafka: Kafka) -> None:
        self._kafka = kafka

    async def __aenter__(self) -> FakeOffsets:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def begins(self) -> dict[int, int]:
        return {n: self._kafka.begin.get(n, 0) for n in self._kafka.held}

    async def ends(self) -> dict[int, int]:
        return {n: offsets[-1] + 1 for n, offsets in self._kafka.held.items()}

    async def following(self) -> dict[int, int]:
        return {n: self._kafka.commits.get(n, begin) for n, begin in (await self.begins()).items()}

    async def held(self, partition: int, start: int, end: int) -> list[int]:
        return [n for n in self._kafka.held[partition] if start <= n < end]

    async def waiting(self, ends: dict[int, int]) -> list[int]:
        return [n for n in ends if any(o >= self._kafka.commits.get(n, 0) for o in self._kafka.held[n])]


class FakeApp:
    crash_reason: Exception | None = None

    def __init__(self, kafka: Kafka, inbox: Inbox) -> None:
        self._kafka, self._inbox = kafka, inbox
        self.consumer_generation_id = kafka.generation
        self.should_stop = False
        self.consumer = SimpleNamespace(assignment=lambda: [SimpleNamespace(partition=0)], _commit=self._commit)

    async def start(self) -> None:
        if not self._kafka.sessions:
            self._kafka.stop.set()
            return
        for partition, offset in self._kafka.sessions.pop(0):
            generation = self._kafka.generation if offset >= 0 else self._kafka.generation - 1
            self._inbox._held.append(Arrived(EhrMessage(partition, abs(offset), b"{}"), generation))

    async def stop(self) -> None:
        return None

    async def _commit(self, offsets: dict[Any, int]) -> bool:
        if self._kafka.fails is not None:
            self.should_stop, self.crash_reason, self._kafka.fails = True, self._kafka.fails, None
            return False
        for place, offset in offsets.items():
            new = range(self._kafka.commits.get(place.partition, 0), offset)
            held = {(place.partition, n) for n in self._kafka.held[place.partition] if n in new}
            assert held <= set(self._kafka.routed), "a message was committed before it was published"
        self._kafka.commits.update({place.partition: offset for place, offset in offsets.items()})
        return True


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "retry_pause", lambda _: 0.0)
    monkeypatch.setattr(router_app, "_POLL", 0.01)


def run(
    kafka: Kafka,
    monkeypatch: pytest.MonkeyPatch,
    *,
    skip_lost: bool = False,
    topics: Path | None = None,
    batch: int = 3,
) -> list[str]:
    """The phases of a router that drains. Each session begins with "routing", also while nothing comes."""
    monkeypatch.setattr(topic_ids, "described", kafka.described)
    monkeypatch.setattr(router_app, "EhrOffsets", lambda _: FakeOffsets(kafka))
    monkeypatch.setattr(router_app, "build_app", lambda _, inbox: FakeApp(kafka, inbox))
    phases: list[str] = []
    streams = StreamsSettings(servers="localhost:1")
    config = RouterConfig(streams, "i", Path(), batch, 1000, True, skip_lost, topics)
    router = cast(Router, SimpleNamespace(route=kafka.route))
    asyncio.run(route_topic(config, router, kafka.stop, phases.append, lambda: None, set()))
    return phases


def test_every_message_is_routed_once_and_then_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1, 2, 3], 1: [0]}, [[(0, 0), (0, 1), (1, 0), (0, 2), (0, 3)]])
    assert run(kafka, monkeypatch) == ["routing"]
    assert sorted(kafka.routed) == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)] and kafka.commits == {0: 4, 1: 1}


def test_topics_that_were_created_again_stop_the_router_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    topics = tmp_path / "home" / "topics.json"
    first = Kafka({0: [0]}, [[(0, 0)]])
    run(first, monkeypatch, topics=topics)
    for changed in ("phi.raw.v1", "phi.known.v1"):
        second = Kafka({0: [0, 1]}, [[(0, 0), (0, 1)]])
        second.ids = {changed: "2"}
        with pytest.raises(TopicError, match=rf"{changed} is not the topic.*--to-earliest.*topics\.json"):
            run(second, monkeypatch, topics=topics)
        assert not second.routed
    run(first, monkeypatch, topics=topics)


def test_nothing_is_committed_of_what_went_to_a_topic_that_was_created_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1]}, [[(0, 0), (0, 1)]])
    route = kafka.route

    def route_and_replace(messages: Sequence[EhrMessage]) -> None:
        route(messages)
        kafka.ids = {"phi.raw.v1": "2"}

    monkeypatch.setattr(kafka, "route", route_and_replace)
    with pytest.raises(TopicError):
        run(kafka, monkeypatch)
    assert kafka.routed and not kafka.commits


def test_nothing_is_committed_to_another_ehr_topic_than_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1]}, [[(0, 0), (0, 1)], [(0, 0), (0, 1)]])
    route = kafka.route

    def route_and_replace(messages: Sequence[EhrMessage]) -> None:
        assert not kafka.commits
        route(messages)
        kafka.ids = {"ehr.in.v1": "2"}

    monkeypatch.setattr(kafka, "route", route_and_replace)
    assert run(kafka, monkeypatch) == ["routing", "beginning-again", "routing"]
    assert kafka.routed == [(0, 0), (0, 1)] * 2 and kafka.commits == {0: 2}


def test_gaps_of_transactions_are_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [1, 3, 4, 8]}, [[(0, 1), (0, 3), (0, 4), (0, 8)]])
    assert run(kafka, monkeypatch) == ["routing"]
    assert len(kafka.routed) == 4 and kafka.commits == {0: 9}


@pytest.mark.parametrize("first", [[(0, 0), (0, 2)], [(0, 1), (0, 2)], [(0, 2), (0, 3)]])
def test_what_faust_has_left_out_comes_again(first: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1, 2, 3]}, [first, [(0, n) for n in range(4)]])
    assert run(kafka, monkeypatch) == ["routing", "beginning-again", "routing"]
    assert set(kafka.routed) == {(0, n) for n in range(4)} and kafka.commits == {0: 4}


def test_messages_of_an_earlier_generation_and_published_ones_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1, 2]}, [[(0, -1), (0, 0), (0, 1), (0, 2)]])
    kafka.commits = {0: 1}
    assert run(kafka, monkeypatch) == ["routing"]
    assert kafka.routed == [(0, 1), (0, 2)]


def test_a_commit_that_fails_begins_again_at_the_committed_offsets(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1]}, [[(0, 0), (0, 1)], [(0, 0), (0, 1)]])
    kafka.fails = KafkaConnectionError()
    assert run(kafka, monkeypatch) == ["routing", "kafka-away", "routing"]
    assert kafka.routed == [(0, 0), (0, 1)] * 2 and kafka.commits == {0: 2}


def test_what_cannot_be_published_is_not_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0]}, [[(0, 0)]])

    def refused(_: object) -> None:
        raise TopicError("no right to write")

    kafka.route = refused  # type: ignore[method-assign]
    with pytest.raises(TopicError):
        run(kafka, monkeypatch)
    assert kafka.commits == {}


def test_messages_that_kafka_deleted_unread_end_the_router(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [7, 8]}, [[(0, 7), (0, 8)]] * 2)
    kafka.begin, kafka.commits = {0: 7}, {0: 4}
    with pytest.raises(RunError, match="up to 3"):
        run(kafka, monkeypatch)
    assert kafka.routed == []
    run(kafka, monkeypatch, skip_lost=True)
    assert kafka.routed == [(0, 7), (0, 8)]


def test_messages_that_kafka_deleted_with_all_behind_them_end_the_router(monkeypatch: pytest.MonkeyPatch) -> None:
    """No message comes that would show the gap."""
    kafka = Kafka({0: [8]}, [[]] * 2)
    kafka.begin, kafka.commits = {0: 9}, {0: 4}
    with pytest.raises(RunError, match="up to 5"):
        run(kafka, monkeypatch)
    kafka.routed = [(0, 8)]  # deleted, so that nothing of it is missing
    run(kafka, monkeypatch, skip_lost=True)
    assert kafka.commits == {0: 9}


def test_messages_that_kafka_deleted_while_the_router_runs_are_no_gap_of_a_transaction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kafka = Kafka({0: [0, 7]}, [[(0, 0), (0, 7)]])
    route = kafka.route

    def routed(messages: Sequence[EhrMessage]) -> None:
        route(messages)
        kafka.begin = {0: 7}

    kafka.route = routed  # type: ignore[method-assign]
    with pytest.raises(RunError, match="up to 6"):
        run(kafka, monkeypatch, batch=1)


def test_a_router_that_never_read_before_begins_at_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [7, 8]}, [[(0, 7), (0, 8)]])
    kafka.begin = {0: 7}
    assert run(kafka, monkeypatch) == ["routing"] and kafka.commits == {0: 9}


def test_a_partition_that_was_added_meanwhile_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0]}, [[(0, 0), (1, 0)], [(0, 0), (1, 0)]])
    monkeypatch.setattr(connection, "retry_pause", lambda _: kafka.held.update({1: [0]}) or 0.0)
    assert run(kafka, monkeypatch) == ["routing", "beginning-again", "routing"]
    assert sorted(kafka.routed) == [(0, 0), (1, 0)]


# -- Faust


@contextmanager
def shown_log() -> Iterator[list[str]]:
    """What is shown of the log. No fixture, since pytest adds handlers of its own before it calls a test."""
    names = ("faust", "mode", "aiokafka", "asyncio")
    before = {name: (logging.getLogger(name).handlers[:], logging.getLogger(name).propagate) for name in names}
    hook = threading.excepthook
    shown: list[str] = []
    log_by_type_and_place(shown.append)
    try:
        yield shown
    finally:
        threading.excepthook = hook
        for name, (handlers, propagate) in before.items():
            logging.getLogger(name).handlers[:] = handlers
            logging.getLogger(name).propagate = propagate


def test_the_log_shows_type_and_place_of_errors_alone_and_once(capfd: pytest.CaptureFixture[str]) -> None:
    with shown_log() as shown:
        for _ in range(2):
            try:
                raise ValueError("Quillfeather")
            except ValueError:
                logging.getLogger("faust.transport.consumer").exception("Quillfeather")
        logging.getLogger("mode.services").warning("Quillfeather")
        logging.getLogger("aiokafka.consumer").error("Quillfeather %d", "not a number")
        logging.getLogger("asyncio").error("Task exception was never retrieved: Quillfeather")
        thread = threading.Thread(target=lambda: json.loads("Quillfeather"))
        thread.start()
        thread.join()
    assert [line.partition(" at test_app:")[0] for line in shown] == [
        "ValueError", "error", "error", "JSONDecodeError in a thread",
    ]  # fmt: skip
    assert capfd.readouterr() == ("", "")


def test_the_app_creates_nothing_and_serves_nothing(tmp_path: Path) -> None:
    tls = StreamsSettings(servers="a.example:1, b.example:2", tls=True, prefix="p.", in_flight_bytes=1 << 23)
    config = RouterConfig(tls, "instance", tmp_path / "faust", 1, 1)
    app = build_app(config, cast(Inbox, SimpleNamespace()))
    conf = app.conf
    assert [str(url) for url in conf.broker] == ["kafka://a.example:1", "kafka://b.example:2"]
    assert (conf.topic_allow_declare, conf.topic_disable_leader, conf.web_enabled) == (False, True, False)
    assert (conf.id, conf.processing_guarantee.value) == ("p.routers.v1", "at_least_once")
    assert conf.consumer_group_instance_id == "instance" and conf.broker_credentials.protocol.value == "SSL"
    assert not list(app.tables) and not (tmp_path / "faust").exists()
    [agent] = app.agents.values()
    assert agent.concurrency == 1 and not agent.channel.acks
    login = StreamsSettings(servers="localhost:1", mechanism="SCRAM-SHA-512", user="u", password="p")
    found = build_app(RouterConfig(login, "i", tmp_path, 1, 1), cast(Inbox, SimpleNamespace())).conf.broker_credentials
    assert (found.username, found.password, found.mechanism.value) == ("u", "p", "SCRAM-SHA-512")


def test_faust_loads_with_the_router_alone() -> None:
    code = (
        "import sys, streams.agents, streams.ingest, streams.worker, redactor.cli.streams\n"
        "assert not {'faust', 'mode'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_broker_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    phases: list[str] = []
    stop = threading.Event()

    def report(phase: str) -> None:
        phases.append(phase)
        if len(phases) == 2:
            stop.set()

    config = RouterConfig(StreamsSettings(servers="127.0.0.1:9"), "i", tmp_path, 1, 1)
    asyncio.run(route_topic(config, cast(Router, None), stop, report, lambda: None, set()))
    assert phases == ["kafka-away"] * 2
