"""When a stalled router is ended. Against a real Kafka: tests/integration/test_stream_router.py."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from aiokafka.errors import KafkaConnectionError

from redactor.errors import BrokerUnavailableError
from streams.watchdog import Watchdog


def is_ended(is_waiting: Callable[[], bool], work: Callable[[Watchdog], None] = lambda _: None) -> bool:
    """Whether the router is ended within six times the limit."""
    ended = threading.Event()
    with Watchdog(is_waiting, ended.set, 0.05) as watchdog:
        until = time.monotonic() + 0.3
        while time.monotonic() < until and not ended.is_set():
            work(watchdog)
            time.sleep(0.002)
    return ended.is_set()


def test_a_router_that_takes_nothing_while_messages_wait_is_ended() -> None:
    assert is_ended(lambda: True)


def test_progress_and_an_empty_topic_are_no_stall() -> None:
    assert not is_ended(lambda: True, Watchdog.progress)
    assert not is_ended(lambda: False)


def test_work_with_a_time_limit_of_its_own_is_no_stall_and_what_follows_is() -> None:
    ended = threading.Event()
    with Watchdog(lambda: True, ended.set, 0.05) as watchdog:
        with watchdog.paused():
            assert not ended.wait(0.3)
        assert ended.wait(5)


@pytest.mark.parametrize("error", [KafkaConnectionError(), BrokerUnavailableError("away"), OSError()])
def test_kafka_that_does_not_answer_is_no_stall(error: Exception) -> None:
    def away() -> bool:
        raise error

    assert not is_ended(away)


def test_a_message_has_to_wait_for_the_whole_time() -> None:
    """One that has just come to a topic that was empty for long does not end the router."""
    asked: list[float] = []

    def is_waiting() -> bool:
        asked.append(time.monotonic())
        return len(asked) % 3 != 0

    assert not is_ended(is_waiting) and len(asked) > 3
