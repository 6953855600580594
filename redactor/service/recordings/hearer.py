"""This module hears recordings in a process of its own, as `redactor audio` does: a file that kills it stops no other.

A short recording does not wait for a long one.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count

from redactor.errors import StoppedError
from redactor.run.contracts import Processed
from redactor.run.recordings.jobs import Job, Result, Step
from redactor.run.recordings.session import DIED
from redactor.run.recordings.workers import Build, Death, Workers
from redactor.run.sidecars import RECORDING
from schemas.engine.records import Outcome, Reason


class Hearer:
    """A hearer takes recordings to a worker process, which starts with the first of them and is kept.

    build: returns what builds the processor in the process. attempts: how often a recording is tried of which the
    process dies.
    """

    def __init__(self, build: Callable[[], Build], attempts: int) -> None:
        self._build, self._attempts = build, attempts
        self._waiting: deque[tuple[Job, Future[Result]]] = deque()
        self._given: dict[int, Future[Result]] = {}
        self._tries = Counter[int]()
        self._news, self._stop = threading.Condition(), threading.Event()
        self._thread: threading.Thread | None = None
        self.numbers = count(1)
        """These are numbers for jobs."""

    def hear(self, job: Job) -> Future[Result]:
        """Process a recording when its turn comes, unless the future is cancelled before.

        Its exceptions: RunError if no recording can be processed, and what `build` raises.
        """
        future: Future[Result] = Future()
        with self._news:
            self._waiting.append((job, future))
            self._news.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="recordings", daemon=True)
                self._thread.start()
        return future

    def close(self) -> None:
        """End the process; recordings that are not done fail."""
        self._stop.set()
        with self._news:
            self._news.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while self._has_work():
            try:
                with Workers(self._build(), 1, self._stop.is_set) as workers:
                    while self._has_work():
                        for ended in workers.run(self._take, _ignore):
                            if ended is not None:
                                self._end(*ended)
            except Exception as e:  # whoever waits gets it
                self._fail(e)
        self._fail(StoppedError("the service ends"))

    def _has_work(self) -> bool:
        """Wait for a recording; return False at the end."""
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._stop.is_set())
        return not self._stop.is_set()

    def _take(self) -> Job | None:
        with self._news:
            while self._waiting:
                job, future = self._waiting.popleft()
                if job.number in self._given or future.set_running_or_notify_cancel():
                    self._given[job.number] = future
                    return job
        return None

    def _end(self, job: Job, what: Result | Death) -> None:
        if isinstance(what, Death):
            self._tries[job.number] += what is Death.OF_ITSELF
            if self._tries[job.number] < self._attempts:
                with self._news:
                    self._waiting.append((job, self._given[job.number]))
                return
            died = Processed(
                Outcome.QUARANTINED, job.record_id, job.resource_key, reason=Reason.INTERNAL, where=DIED,
                resource_type=RECORDING,
            )  # fmt: skip
            what = Result(died)
        self._tries.pop(job.number, None)
        self._given.pop(job.number).set_result(what)

    def _fail(self, error: Exception) -> None:
        """Fail the recordings that are being heard or wait."""
        while self._take() is not None:
            pass
        for future in self._given.values():
            future.set_exception(error)
        self._given.clear()
        self._tries.clear()


def _ignore(job: Job, step: Step, content: bytes) -> None:
    """Keep nothing of a step: a recording that was interrupted is heard again."""
