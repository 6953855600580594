"""Ask an OpenAI-compatible endpoint. The requests run on an event loop in a thread of its own."""

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

from redactor.errors import EndpointRefusedError
from redactor.llm.completions import FORM
from redactor.llm.contract import Answer, Counts, Failure, Request
from redactor.llm.endpoints import Endpoint, endpoint_from_settings, require_openai
from redactor.llm.ledger import Ledger
from redactor.llm.retries import Pace
from redactor.settings import LlmSettings

if TYPE_CHECKING:
    from redactor.llm.exchange import Exchange

_CLOSING_SECONDS = 5.0


class Client:
    """A client is an `Llm` over HTTP. Threads may share it. A forked process opens its own connections.

    Example:

        with closing(Client(settings, MemoryLedger())) as client:
            [answer] = client.ask([request]).result()
    """

    def __init__(
        self, settings: LlmSettings, ledger: Ledger, pace: Pace | None = None, counts: Counts | None = None
    ) -> None:
        """Check the settings; nothing is sent yet.

        counts: are counted on; by default those of this client alone. Raises SettingsError for a host that is not
        allowed, a missing key or a missing openai package.
        """
        self.endpoint = endpoint_from_settings(settings)
        require_openai()
        import redactor.llm.exchange  # noqa: F401 - imported now, not while requests wait on the event loop

        self._settings = settings
        self._ledger = ledger
        self._pace = pace or Pace()
        self._counts = counts or Counts()
        self._lock = threading.Lock()
        self._running: _RequestThread | None = None
        self._closed = False

    @property
    def model(self) -> str:
        """Return the model, with the version of the form of requests."""
        return model_with_form(self._settings)

    def counts(self) -> Counts:
        """Return the counts of what this process sent so far."""
        counts = self._counts
        return replace(counts, failures=Counter(counts.failures), defects=Counter(counts.defects))

    def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
        """Send the requests as `Llm.ask` does. The future cannot be cancelled."""
        answers: Future[list[Answer]] = Future()
        answers.set_running_or_notify_cancel()
        with self._lock:
            if self._closed:
                answers.set_result(_failed_answers(requests, Failure.DOWN))
                return answers
            if self._running is None or self._running.pid != os.getpid():
                self._running = _RequestThread(self.endpoint, self._settings, self._ledger, self._pace, self._counts)
            self._running.begin(list(requests), answers)
        return answers

    def close(self) -> None:
        """Cancel the requests under way. They and all later requests are answered with DOWN."""
        with self._lock:
            self._closed = True
            running, self._running = self._running, None
        if running is not None and running.pid == os.getpid():
            running.close()


def model_with_form(settings: LlmSettings) -> str:
    """Return the model of the settings, with the version of the form of requests."""
    return f"{settings.model}/{FORM}"


class _RequestThread:
    """This thread runs the event loop of a process and holds the connections on it."""

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
            given = await asyncio.gather(*map(exchange.answer, requests), return_exceptions=True)
            for failure in given:
                if isinstance(failure, BaseException):
                    raise failure
            answers.set_result([one for one in given if isinstance(one, Answer)])
        except EndpointRefusedError as e:
            answers.set_exception(e)
        except (asyncio.CancelledError, OSError):
            answers.set_result(_failed_answers(requests, Failure.DOWN))
        except Exception as e:  # a defect, whose message may quote a text of a patient
            self._counts.defects[type(e).__name__] += 1
            answers.set_result(_failed_answers(requests, Failure.INTERNAL))

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


def _failed_answers(requests: Sequence[Request], failure: Failure) -> list[Answer]:
    return [Answer(None, failure) for _ in requests]
