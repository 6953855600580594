"""Asks an OpenAI-compatible endpoint. Requests fly on an event loop in a thread of their own."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from redactor.llm.completions import FORM
from redactor.llm.contract import Answer, Counts, Failure, Request
from redactor.llm.endpoints import Endpoint, endpoint, need_openai
from redactor.llm.ledger import Ledger
from redactor.llm.retries import Pace
from redactor.settings import LlmSettings

if TYPE_CHECKING:
    from redactor.llm.exchange import Exchange

_CLOSING_SECONDS = 5.0


class Client:
    """An `Llm` over HTTP. Threads may share it. A process that was forked opens connections of its own."""

    def __init__(self, settings: LlmSettings, ledger: Ledger, pace: Pace | None = None) -> None:
        """Nothing is sent yet. Raises SettingsError: a host that is not allowed, no key, or no openai package."""
        self.endpoint = endpoint(settings)
        need_openai()
        import redactor.llm.exchange  # noqa: F401 - here, not while requests wait on the event loop

        self._settings = settings
        self._ledger = ledger
        self._pace = pace or Pace()
        self._counts = Counts()
        self._lock = threading.Lock()
        self._running: _Running | None = None
        self._closed = False

    @property
    def model(self) -> str:
        """The model, and the form of requests to it."""
        return f"{self._settings.model}/{FORM}"

    def counts(self) -> Counts:
        """What was sent so far, by this process."""
        counts = self._counts
        return replace(counts, failures=Counter(counts.failures), defects=Counter(counts.defects))

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """One answer a request, in order. Returns at once. The future does not raise, and cannot be cancelled."""
        answers: Future[list[Answer]] = Future()
        answers.set_running_or_notify_cancel()
        with self._lock:
            if self._closed:
                answers.set_result(_all(requests, Failure.DOWN))
                return answers
            if self._running is None or self._running.pid != os.getpid():
                self._running = _Running(self.endpoint, self._settings, self._ledger, self._pace, self._counts)
            self._running.begin(list(requests), answers)
        return answers

    def close(self) -> None:
        """Give up what is under way: it is answered with DOWN. Later requests are, too."""
        with self._lock:
            self._closed = True
            running, self._running = self._running, None
        if running is not None and running.pid == os.getpid():
            running.close()


class _Running:
    """The event loop of a process, its thread, and the connections on it."""

    def __init__(self, where: Endpoint, settings: LlmSettings, ledger: Ledger, pace: Pace, counts: Counts) -> None:
        self.pid = os.getpid()
        self._made = (where, settings, ledger, pace)
        self._counts = counts
        self._exchange: Exchange | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="llm", daemon=True)
        self._thread.start()

    def begin(self, requests: list[Request], answers: Future[list[Answer]]) -> None:
        self._loop.call_soon_threadsafe(self._begin, requests, answers)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._begin_closing)
        self._thread.join(_CLOSING_SECONDS)

    def _run(self) -> None:
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    def _begin(self, requests: list[Request], answers: Future[list[Answer]]) -> None:
        task = self._loop.create_task(self._answer(requests, answers))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, requests: list[Request], answers: Future[list[Answer]]) -> None:
        try:
            exchange = self._exchange or self._open()
            answers.set_result(await asyncio.gather(*map(exchange.answer, requests)))
        except (asyncio.CancelledError, OSError):
            answers.set_result(_all(requests, Failure.DOWN))
        except Exception as e:  # a defect of ours. Its message may quote a text of a patient
            self._counts.defects[type(e).__name__] += 1
            answers.set_result(_all(requests, Failure.INTERNAL))

    def _open(self) -> Exchange:
        from redactor.llm.connection import Connection
        from redactor.llm.exchange import Exchange

        where, settings, ledger, pace = self._made
        self._exchange = Exchange(settings, Connection(where, settings), ledger, pace, self._counts)
        return self._exchange

    def _begin_closing(self) -> None:
        self._closing = self._loop.create_task(self._close())

    async def _close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            if self._exchange is not None:
                await self._exchange.close()
        self._loop.stop()


def _all(requests: Sequence[Request], failure: Failure) -> list[Answer]:
    return [Answer(None, failure) for _ in requests]
