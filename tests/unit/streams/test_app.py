"""How Faust is set up and read, and what its log may show."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from redactor.settings import StreamsSettings
from streams.agents import Router
from streams.app import FaustSource, faust_source, log_by_type_and_place
from streams.ehr_topic import EhrMessage
from streams.routing import RouterConfig, route_topic


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


async def of_faust(streams: StreamsSettings, folder: Path) -> FaustSource:
    """Faust is not started."""
    return FaustSource(streams, "instance", folder)


def test_the_app_creates_nothing_and_serves_nothing(tmp_path: Path) -> None:
    tls = StreamsSettings(servers="a.example:1, b.example:2", tls=True, prefix="p.", in_flight_bytes=1 << 23)
    app = asyncio.run(of_faust(tls, tmp_path / "faust")).app
    conf = app.conf
    assert [str(url) for url in conf.broker] == ["kafka://a.example:1", "kafka://b.example:2"]
    assert (conf.topic_allow_declare, conf.topic_disable_leader, conf.web_enabled) == (False, True, False)
    assert (conf.id, conf.processing_guarantee.value) == ("p.routers.v1", "at_least_once")
    assert conf.consumer_group_instance_id == "instance" and conf.broker_credentials.protocol.value == "SSL"
    assert not list(app.tables) and not (tmp_path / "faust").exists()
    [agent] = app.agents.values()
    assert agent.concurrency == 1 and not agent.channel.acks
    login = StreamsSettings(servers="localhost:1", mechanism="SCRAM-SHA-512", user="u", password="p")
    found = asyncio.run(of_faust(login, tmp_path)).app.conf.broker_credentials
    assert (found.username, found.password, found.mechanism.value) == ("u", "p", "SCRAM-SHA-512")


def event(offset: int, value: bytes | None = b"{}", generation: int = 1) -> Any:
    found = SimpleNamespace(partition=0, offset=offset, value=value, generation_id=generation)
    return SimpleNamespace(message=found)


class Stream:
    """What Faust gives its agent."""

    def __init__(self, *events: Any) -> None:
        self._events = events

    def noack(self) -> Stream:
        return self

    async def events(self) -> AsyncIterator[Any]:
        for one in self._events:
            yield one


async def inbox(tmp_path: Path, most_bytes: int, *, generation: int = 1) -> FaustSource:
    source = await of_faust(StreamsSettings(servers="localhost:1"), tmp_path)
    source._most_bytes, source.app.consumer_generation_id = most_bytes, generation
    return source


def test_messages_are_handed_over_in_order_and_batches_end_at_a_limit(tmp_path: Path) -> None:
    async def run() -> list[list[EhrMessage]]:
        source = await inbox(tmp_path, 1000)
        await source.take(Stream(event(0), event(1, None), event(2, b"x" * 50), event(3)))
        return [await source.batch(3, 10, 0.01), await source.batch(9, 9, 0.01), await source.batch(9, 9, 0.01)]

    first, second, third = asyncio.run(run())
    assert [m.offset for m in first] == [0, 1, 2] and first[1].value is None
    assert [m.offset for m in second] == [3] and third == []


def test_messages_of_an_earlier_generation_are_left_out(tmp_path: Path) -> None:
    async def run() -> list[EhrMessage]:
        source = await inbox(tmp_path, 1000, generation=2)
        await source.take(Stream(event(5), event(2, generation=2), event(3, generation=2)))
        return await source.batch(9, 99, 0.01)

    assert [m.offset for m in asyncio.run(run())] == [2, 3]


def test_a_full_inbox_holds_the_agent_and_loses_nothing_if_it_is_cancelled(tmp_path: Path) -> None:
    async def run() -> tuple[list[int], list[int]]:
        source = await inbox(tmp_path, 10)
        agent = asyncio.create_task(source.take(Stream(*(event(n, b"12345") for n in range(5)))))
        await asyncio.sleep(0.01)
        agent.cancel()
        first = [m.offset for m in await source.batch(9, 99, 0.01)]
        agent = asyncio.create_task(source.take(Stream(event(7, b"x" * 99), event(8))))
        await asyncio.sleep(0.01)
        second = [m.offset for _ in range(2) for m in await source.batch(9, 99, 0.1)]
        await agent
        return first, second

    assert asyncio.run(run()) == ([0, 1], [7, 8])


def test_faust_loads_with_the_router_alone() -> None:
    code = (
        "import sys, streams.agents, streams.routing, streams.ingest, streams.worker, redactor.cli.streams\n"
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

    streams = StreamsSettings(servers="127.0.0.1:9")
    config = RouterConfig(streams, partial(faust_source, streams, "i", tmp_path), 1, 1)
    asyncio.run(route_topic(config, cast(Router, None), stop, report, set()))
    assert phases == ["kafka-away"] * 2
