"""This module runs the facade in the one thread that may use it, and lets requests wait for their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Any, TypeVar

from redactor.assemble.facade import Redactor
from redactor.service.refusals import RefusedError

Result = TypeVar("Result")


class EngineThread:
    """An engine thread builds a `Redactor` and does one piece of work at a time with it, in the order of arrival.

    build: is called in the thread; what it raises, the constructor raises.
    """

    def __init__(self, build: Callable[[], Redactor]) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="engine")
        try:
            self._redactor = self._pool.submit(build).result()
        except BaseException:
            self._pool.shutdown()
            raise
        self.profile, self.settings = self._redactor.profile, self._redactor.settings
        self._last: Future[Any] | None = None  # the work that came last, after which the thread is idle

    async def run(self, work: Callable[[Redactor], Result], seconds: float | None = None) -> Result:
        """Return what the work returns.

        seconds: the longest wait for its turn and its end, after which work that has not begun is dropped, and
        else its result. Raises RefusedError then, and what the work raises.
        """
        future = self._pool.submit(work, self._redactor)
        self._last = future
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            raise RefusedError(503, "timed-out", {"Retry-After": "10"}) from None

    def run_if_idle(self, work: Callable[[Redactor], Result]) -> Result | None:
        """Return what the work returns, or None if there is other work. This is for threads without an event loop.

        Raises CancelledError once the engine is closed, and what the work raises.
        """
        if self._last is not None and not self._last.done():
            return None
        try:
            future = self._pool.submit(work, self._redactor)
        except RuntimeError:  # only a pool that was shut down raises it
            raise CancelledError from None
        return future.result()

    def close(self) -> None:
        """Drop what has not begun, and wait for the end of what has."""
        self._pool.shutdown(cancel_futures=True)
