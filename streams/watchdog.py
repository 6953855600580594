"""This module ends a router that takes nothing although messages wait: a consumer of Faust can stop without an error.

It runs in a thread with a connection of its own, since the event loop may be what stalls.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from aiokafka.errors import KafkaError

from redactor.errors import RedactorError


class Watchdog:
    """Calls `end` once messages have waited for `seconds` without a call of `progress`; a context manager.

    is_waiting: asks Kafka whether messages wait; RedactorError, KafkaError and OSError mean that Kafka is away.
    """

    def __init__(self, is_waiting: Callable[[], bool], end: Callable[[], None], seconds: float) -> None:
        self._is_waiting, self._end, self._seconds = is_waiting, end, seconds
        self._count = 0
        self._is_paused = False
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def __enter__(self) -> Watchdog:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()

    def progress(self) -> None:
        """Notes that a message was taken or published, or is known to wait for Kafka."""
        self._count += 1

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pauses the watch for work that has a time limit. Not for several threads at a time."""
        self._is_paused = True
        try:
            yield
        finally:
            self._is_paused = False
            self.progress()

    def _watch(self) -> None:
        seen, since = self._count, None
        while not self._done.wait(self._seconds / 4):
            if self._is_paused or self._count != seen or not self._waits():
                seen, since = self._count, None
                continue
            now = time.monotonic()
            since = now if since is None else since
            is_working = self._is_paused or self._count != seen  # meanwhile
            if now - since >= self._seconds and not is_working and not self._done.is_set():
                self._end()
                return

    def _waits(self) -> bool:
        with suppress(RedactorError, KafkaError, OSError):
            return self._is_waiting()
        return False
