"""Waits for Kafka when a process starts: after a reboot, services come up in any order."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

from redactor.errors import BrokerUnavailableError
from redactor.settings import StreamsSettings
from streams.connection import ANSWER, admin, pause

WAIT = 60.0  # seconds; a wrong address or password looks the same as a broker that is starting
_MOST_TRIES = 2  # for the length of pauses


async def wait_for_kafka(
    streams: StreamsSettings, stop: threading.Event, is_away: Callable[[], None], seconds: float
) -> bool:
    """Wait until Kafka answers, or for some seconds: then the caller's own first question says what is wrong.

    is_away: called after the first try that failed. False where `stop` was set. Raises SettingsError.
    """
    until = time.monotonic() + seconds
    tries = 0
    while not stop.is_set():
        try:
            async with asyncio.timeout(ANSWER), admin(streams):
                return True
        except (BrokerUnavailableError, TimeoutError):
            if time.monotonic() >= until:
                return True
        if not tries:
            is_away()
        await pause(stop, min(tries, _MOST_TRIES))
        tries += 1
    return False
