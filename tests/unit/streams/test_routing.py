"""What a session of the router commits, what it takes for a loss, and when it begins again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from aiokafka.errors import KafkaConnectionError

from redactor.errors import RunError, TopicError
from redactor.settings import StreamsSettings
from streams import connection, routing, topic_ids
from streams.agents import Router
from streams.ehr_topic import EhrMessage
from streams.routing import BeginAgainError, RouterConfig, Source, route_topic


class Kafka:
    """ehr.in.v1 in memory: what it holds, and what sources of it hand over.

    sessions: what the source of each session hands over, by batch; a session without one is the last. None: a
    rebalance. fails: what the next commit raises.
    """

    def __init__(self, held: dict[int, list[int]], sessions: list[list[tuple[int, int] | None]]) -> None:
        self.held, self.sessions = held, sessions
        self.begin: dict[int, int] = {}
        self.commits: dict[int, int] = {}
        self.routed: list[tuple[int, int]] = []
        self.fails: Exception | None = None
        self.stop = threading.Event()
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


class FakeSource:
    assigned = (0,)

    def __init__(self, kafka: Kafka, handed: list[tuple[int, int] | None]) -> None:
        self._kafka, self._handed = kafka, handed
        self.generation = 3

    async def batch(self, most: int, most_bytes: int, wait: float) -> list[EhrMessage]:
        found: list[EhrMessage] = []
        while self._handed and len(found) < most:
            place = self._handed.pop(0)
            if place is None:
                self.generation += 1
                break
            found.append(EhrMessage(*place, b"{}"))
        return found

    async def commit(self, following: Mapping[int, int]) -> None:
        if self._kafka.fails is not None:
            failed, self._kafka.fails = self._kafka.fails, None
            raise failed
        for n, offset in following.items():
            new = range(self._kafka.commits.get(n, 0), offset)
            held = {(n, o) for o in self._kafka.held[n] if o in new}
            assert held <= set(self._kafka.routed), "a message was committed before it was published"
        self._kafka.commits.update(following)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "retry_pause", lambda _: 0.0)
    monkeypatch.setattr(routing, "_POLL", 0.01)


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
    monkeypatch.setattr(routing, "EhrOffsets", lambda _: FakeOffsets(kafka))

    @asynccontextmanager
    async def source() -> AsyncIterator[Source]:
        if not kafka.sessions:
            kafka.stop.set()
        yield FakeSource(kafka, list(kafka.sessions.pop(0)) if kafka.sessions else [])

    phases: list[str] = []
    streams = StreamsSettings(servers="localhost:1")
    config = RouterConfig(streams, source, batch, 1000, True, skip_lost, topics)
    router = cast(Router, SimpleNamespace(route=lambda messages: kafka.route(messages)))
    asyncio.run(route_topic(config, router, kafka.stop, phases.append, set()))
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
def test_what_a_source_has_left_out_comes_again(first: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1, 2, 3]}, [first, [(0, n) for n in range(4)]])
    assert run(kafka, monkeypatch) == ["routing", "beginning-again", "routing"]
    assert set(kafka.routed) == {(0, n) for n in range(4)} and kafka.commits == {0: 4}


def test_published_messages_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1, 2]}, [[(0, 0), (0, 1), (0, 2)]])
    kafka.commits = {0: 1}
    assert run(kafka, monkeypatch) == ["routing"]
    assert kafka.routed == [(0, 1), (0, 2)]


def test_after_a_rebalance_a_partition_goes_on_where_it_was_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another router has published what came meanwhile."""
    kafka = Kafka({0: [0, 1, 2]}, [[(0, 0), None, (0, 2)]])
    route = kafka.route

    def route_and_lose(messages: Sequence[EhrMessage]) -> None:
        route(messages)
        kafka.route = route
        kafka.routed.append((0, 1))
        kafka.commits = {0: 2}

    kafka.route = route_and_lose  # type: ignore[method-assign]
    commit = FakeSource.commit

    async def commit_what_is_assigned(source: FakeSource, following: Mapping[int, int]) -> None:
        if source.generation > 3:
            await commit(source, following)

    monkeypatch.setattr(FakeSource, "commit", commit_what_is_assigned)
    assert run(kafka, monkeypatch, batch=1) == ["routing"]
    assert kafka.routed == [(0, 0), (0, 1), (0, 2)]


def test_a_commit_that_fails_begins_again_at_the_committed_offsets(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0, 1]}, [[(0, 0), (0, 1)], [(0, 0), (0, 1)]])
    kafka.fails = KafkaConnectionError()
    assert run(kafka, monkeypatch) == ["routing", "kafka-away", "routing"]
    assert kafka.routed == [(0, 0), (0, 1)] * 2 and kafka.commits == {0: 2}


def test_a_source_that_has_stopped_begins_again_at_the_committed_offsets(monkeypatch: pytest.MonkeyPatch) -> None:
    kafka = Kafka({0: [0]}, [[(0, 0)], [(0, 0)]])
    kafka.fails = BeginAgainError()
    assert run(kafka, monkeypatch) == ["routing", "beginning-again", "routing"]
    assert kafka.routed == [(0, 0)] * 2 and kafka.commits == {0: 1}


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
