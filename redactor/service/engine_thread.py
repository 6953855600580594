"""This module runs the facade in the one thread that may use it, and lets requests wait for their turn.

It also tells how long a request would wait, so that one that would wait too long is refused before it costs anything,
and whether the engine takes longer for a piece of work than it may.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, TypeVar

from redactor.assemble.facade import Redactor
from redactor.assemble.runs import batch_seconds
from redactor.service.metrics import Metrics
from redactor.service.refusals import RefusedError
from redactor.service.telemetry import current

_LEAST_BYTES = 512  # as which a smaller request counts
_WEIGHT = 0.05  # of the last piece of work in the mean
_FIRST_RATE = 1e-6  # seconds a byte, before anything was measured
Result = TypeVar("Result")


class Kind(StrEnum):
    """What a piece of work reads; for a byte of each the engine takes another time."""

    TEXTS = "texts"
    RECORDS = "records"


class Load:
    """A load is the seconds that the engine will take for what has been accepted, by what it took before."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._rates = dict.fromkeys(Kind, _FIRST_RATE)  # seconds a byte

    @contextmanager
    def of(self, kind: Kind, size: int) -> Iterator[None]:
        """Count a request, or a batch of records, until it is answered. size: in bytes."""
        seconds = max(size, _LEAST_BYTES) * self._rates[kind]
        self.seconds += seconds
        try:
            yield
        finally:
            self.seconds -= seconds

    def measured(self, kind: Kind, size: int, seconds: float) -> None:
        """Take account of a piece of work that was done."""
        self._rates[kind] += _WEIGHT * (seconds / max(size, _LEAST_BYTES) - self._rates[kind])


class _Doing:
    """A piece of work that the engine does. seconds: that it may take; None: as long as a batch of a run."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds, self.took = seconds, 0.0


class EngineThread:
    """An engine thread builds a `Redactor` and does one piece of work at a time with it, in the order of arrival.

    build: is called in the thread; what it raises, the constructor raises. after: is called after each piece of work.
    """

    def __init__(
        self, build: Callable[[], Redactor], metrics: Metrics, after: Callable[[Redactor], None] = lambda _: None
    ) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="engine")
        self._metrics, self._after, self.load = metrics, after, Load()
        try:
            self._redactor = self._pool.submit(build).result()
        except BaseException:
            self._pool.shutdown()
            raise
        self.profile, self.settings = self._redactor.profile, self._redactor.settings
        self.is_closed = False
        self._last: Future[Any] | None = None  # the work that came last, after which the thread is idle
        self._doing: _Doing | None = None
        self.overdue = 0.0
        """By how many seconds the present work is over its time, as `beat` counted them."""

    async def run(
        self,
        work: Callable[[Redactor], Result],
        seconds: float | None = None,
        measured: tuple[Kind, int] | None = None,
    ) -> Result:
        """Return what the work returns.

        seconds: the longest wait for its turn and its end, after which work that has not begun is dropped, and
        else its result. measured: what is read, and how many bytes of it, if that tells how long the work takes. Raises
        RefusedError then, and what the work raises.
        """
        came, facts = time.perf_counter(), current.get()

        def timed() -> Result:
            began = time.perf_counter()
            self._metrics.begun(began - came)
            try:
                return self._do(work, seconds)
            finally:
                took = time.perf_counter() - began
                if measured is not None:
                    self.load.measured(*measured, took)
                if facts is not None:
                    facts.waited += began - came
                    facts.worked += took

        self._metrics.queue.inc()
        future = self._pool.submit(timed)
        future.add_done_callback(lambda _: self._metrics.queue.dec())
        self._last = future
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            raise RefusedError(503, "timed-out", {"Retry-After": "10"}) from None

    def call(self, work: Callable[[Redactor], Result]) -> Result:
        """Return what the work returns, from another thread than that of the requests.

        Raises what the work raises, and CancelledError or RuntimeError once the engine thread is closed.
        """
        future = self._pool.submit(self._do, work)
        self._last = future
        return future.result()

    def _do(self, work: Callable[[Redactor], Result], seconds: float | None = None) -> Result:
        self._doing = _Doing(seconds)
        try:
            return work(self._redactor)
        finally:
            self._doing = None
            self._after(self._redactor)

    def beat(self, seconds: float) -> None:
        """Count seconds that have passed as those of the present work."""
        doing, self.overdue = self._doing, 0.0
        if doing is not None:
            doing.took += seconds
            may_take = batch_seconds(self.settings) if doing.seconds is None else doing.seconds
            self.overdue = max(0.0, doing.took - may_take)

    @property
    def executor(self) -> Executor:
        """The thread itself, for work that has the `Redactor` already, and may take any time."""
        return self._pool

    def run_if_idle(self, work: Callable[[Redactor], Result]) -> Result | None:
        """Return what the work returns, or None if there is other work. This is for threads without an event loop.

        Raises CancelledError once the engine is closed, and what the work raises.
        """
        if self._last is not None and not self._last.done():
            return None
        try:
            future = self._pool.submit(self._do, work)
        except RuntimeError:  # only a pool that was shut down raises it
            raise CancelledError from None
        return future.result()

    def close(self) -> None:
        """Drop what has not begun. What has begun goes on."""
        self.is_closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
