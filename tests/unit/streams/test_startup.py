"""What a process does that starts before Kafka."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from redactor.errors import BrokerUnavailableError, SettingsError
from redactor.settings import StreamsSettings
from streams import connection
from streams.connection import wait_for_kafka

STREAMS = StreamsSettings(servers="localhost:1")


class Broker:
    """Answers from the given try on. Pauses last for a moment."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answers_at: int, hangs: bool = False) -> None:
        self.asked, self.told, self.pauses = 0, 0, list[int]()
        self._answers_at, self._hangs = answers_at, hangs
        monkeypatch.setattr(connection, "admin", self._admin)
        monkeypatch.setattr(connection, "pause", self._pause)
        monkeypatch.setattr(connection, "ANSWER", 0.01)

    @asynccontextmanager
    async def _admin(self, streams: StreamsSettings) -> AsyncIterator[None]:
        self.asked += 1
        if self.asked < self._answers_at:
            if self._hangs:
                await asyncio.sleep(5)
            raise BrokerUnavailableError("away")
        yield

    async def _pause(self, stop: threading.Event, tries: int) -> None:
        self.pauses.append(tries)
        await asyncio.sleep(0.01)

    def away(self) -> None:
        self.told += 1


def test_kafka_that_answers_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    broker = Broker(monkeypatch, 1)
    assert asyncio.run(wait_for_kafka(STREAMS, threading.Event(), broker.away, 60.0))
    assert broker.asked == 1 and broker.told == 0


@pytest.mark.parametrize("hangs", [False, True])
def test_kafka_that_is_starting_is_waited_for(monkeypatch: pytest.MonkeyPatch, hangs: bool) -> None:
    broker = Broker(monkeypatch, 5, hangs)
    assert asyncio.run(wait_for_kafka(STREAMS, threading.Event(), broker.away, 60.0))
    assert broker.asked == 5 and broker.told == 1 and broker.pauses == [0, 1, 2, 2]


def test_the_wait_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    broker = Broker(monkeypatch, 10**9)
    assert asyncio.run(wait_for_kafka(STREAMS, threading.Event(), broker.away, 0.05))
    assert broker.told == 1


def test_a_signal_ends_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    Broker(monkeypatch, 10**9)
    assert not asyncio.run(wait_for_kafka(STREAMS, stop, stop.set, 60.0))


def test_settings_that_name_no_kafka_are_refused_at_once() -> None:
    with pytest.raises(SettingsError):
        asyncio.run(wait_for_kafka(StreamsSettings(), threading.Event(), lambda: None, 60.0))
