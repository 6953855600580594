"""This module lets a worker read canaries with the engine that reads its records, while no record waits.

A canary never meets Kafka: it is drawn and read in a process of the pool, which returns how many of its identifiers
were found. Nothing is replaced, and nothing of it is stored: no stand-in, no known value, and no answer of an LLM,
which is not asked.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from redactor.errors import RedactorError, StoppedError
from redactor.sample.canaries import CanaryWindow, Tally, draw_canary, tally
from redactor.service_settings import CanarySettings
from redactor.text import Note
from streams.processes import CanaryStatus

if TYPE_CHECKING:
    from redactor.assemble.runs import StreamProcessor

LIMIT = 60.0
"""After this many seconds the process that reads a canary is ended. A note takes less than a second."""


def read_canary(seed: int, worker: object) -> Tally | None:
    """Draws the canary of a seed and reads it; returns None if it was not read in whole. worker: a StreamProcessor."""
    note = draw_canary(seed)
    (reading,) = cast("StreamProcessor", worker).texts.read([Note("canary", note.text)], asks=False)
    return tally(note, reading)


class Canaries:
    """Reads canaries one at a time, at the rate of the settings, while a worker is idle.

    read: reads the canary of a seed, as `read_canary` does. thread: has one thread, in which `read` may block. show: is
    given the status after each canary. alarm: is given the recall of entities that set off the alarm. failed: is given
    the reason, without values, of the first of consecutive failures.
    """

    def __init__(
        self,
        settings: CanarySettings,
        read: Callable[[int], Tally | None],
        thread: Executor,
        show: Callable[[CanaryStatus], None],
        alarm: Callable[[Mapping[str, float]], None],
        failed: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pause = 3600 / settings.rate if settings.rate else None
        self._read, self._thread, self._clock = read, thread, clock
        self._show, self._alarm, self._failed = show, alarm, failed
        self._window = CanaryWindow(settings)
        self._status = CanaryStatus()
        self._is_failing = False
        self._due = clock()
        self._reading: Future[None] | None = None

    def idle(self) -> None:
        """Begins the next canary if it is due and the last one is done. Returns at once."""
        now = self._clock()
        if self._pause is None or now < self._due or (self._reading is not None and not self._reading.done()):
            return
        self._due = now + self._pause
        self._reading = self._thread.submit(self._read_one)

    def _read_one(self) -> None:
        why = "it was not read in whole"
        try:
            one = self._read(secrets.randbits(64))
        except StoppedError:
            return
        except Exception as e:  # only the messages of our own errors are known to hold no values
            one, why = None, str(e) if isinstance(e, RedactorError) else type(e).__name__
        if one is None:
            self._status = replace(self._status, failed=self._status.failed + 1)
        else:
            alarm = self._window.add(one)
            low = tuple(sorted(self._window.low))
            self._status = replace(self._status, read=self._status.read + 1, recall=self._window.recall, alarm=low)
        self._show(self._status)
        if one is not None and alarm:
            self._alarm(alarm)
        if one is None and not self._is_failing:
            self._failed(why)
        self._is_failing = one is None
