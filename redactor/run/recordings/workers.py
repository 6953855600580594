"""This module runs worker processes for recordings: a file that kills its process stops no other."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum, auto
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from redactor.errors import RunError, StoppedError
from redactor.run.recordings.jobs import Job, Mark, RecordingProcessor, Result, Step, Told, check_cause, serve
from redactor.run.signals import STOPPED

_POLL = 0.2  # seconds between looks at whether to stop
_ENDING = 10.0  # seconds that the kernel may need to end a process that has closed its files

Build = Callable[[], RecordingProcessor]
Take = Callable[[], Job | None]
"""This function returns the next job, or None while there is none."""
NoteStep = Callable[[Job, Step, bytes], None]


class Death(Enum):
    """Says of what a worker died: of its recording (a crash, its memory, its time limit), or of something else."""

    OF_ITSELF = auto()
    FROM_OUTSIDE = auto()


Ended = tuple[Job, Result | Death]
"""A job with its result, or with the death of its process."""
_FROM_OUTSIDE = frozenset({-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP})
_GRACE = 1.0
"""Seconds after which this process lives on if a kill of its worker was not meant for both."""
_NO_TIME = "a limit on CPU time ended a worker; raise it (ulimit -t), and repeat the command"
_DIED_EARLY = "a worker ended before it began a recording; see whether the machine has memory for its models"


_MOST_BYTES = 32_000
"""Bytes that a pipe takes although its reader is busy. A larger job would block this process while the worker, which
may tell of what it has heard, waits for it.
"""


def _message_bytes(job: Job) -> int:
    return len(job.heard or b"") + (len(job.sidecar.data) if job.sidecar is not None else 0)


class Workers:
    """A `Workers` runs `number` worker processes, and ends them when its context ends.

    build: pickled to the workers, and called once in each. is_stopped: asked several times a second. Even a single
    worker is a process of its own: neither a signal nor the time limit waits for a library that does not return.
    """

    def __init__(self, build: Build, number: int, is_stopped: Callable[[], bool]) -> None:
        self._is_stopped = is_stopped
        self._processes = [_Process(build) for _ in range(number)]

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()

    def run(self, take: Take, note: NoteStep, *, alone: bool = False) -> Iterator[Ended | None]:
        """Yield jobs with their results as they come, and now and then None, until `take` gives no job and none is
        running.

        note: called when a worker has come to a step. take: asked when a process is free, or can take a short recording
        beside its long one. alone: one job at a time, since others may have used up the memory. Raises StoppedError,
        and RunError if a worker cannot start or continue.
        """
        processes = self._processes[:1] if alone else self._processes
        postponed: deque[Job] = deque()
        while True:
            self._check_stop()
            for process in processes:
                if not process.jobs and (job := postponed.popleft() if postponed else take()) is not None:
                    process.give(job)
            for process in processes if not alone else ():
                if process.has_long_alone and (job := take()) is not None:
                    if _message_bytes(job) < _MOST_BYTES:
                        process.give(job)
                    else:
                        postponed.append(job)
            busy = {process.connection: process for process in processes if process.jobs}
            if not busy:
                return
            yield None
            for ready in wait(list(busy), _POLL):
                assert isinstance(ready, Connection)
                process = busy[ready]
                told = process.receive()
                if told is None:
                    yield from self._dead(process)
                elif isinstance(told.what, Result):
                    yield process.end(told.number), told.what
                elif told.what is Mark.POSTPONED:
                    postponed.append(process.end(told.number))
                elif isinstance(told.what, Mark):
                    process.keep(told.number, told.what)
                else:
                    note(process.jobs[told.number], told.what, told.content)

    def _dead(self, process: _Process) -> Iterator[Ended]:
        """Yield the jobs of a worker that has died. Only the one that it was at can be the cause."""
        at, jobs, code = process.at, list(process.jobs.values()), process.exit_code()
        death = self._death(code)
        if at is None and death is Death.OF_ITSELF:
            raise RunError(_DIED_EARLY)
        for job in jobs:
            yield job, death if job.number == at else Death.FROM_OUTSIDE

    def _death(self, code: int | None) -> Death:
        """Return of what a worker died by its exit code.

        Nothing tells a kill for want of memory from a kill of the whole command, which may reach this process a moment
        later: only if it does not, the kill was for the worker. Raises StoppedError if a signal stops the command
        meanwhile.
        """
        if code == -signal.SIGXCPU:
            raise RunError(_NO_TIME)
        if code == -signal.SIGKILL:
            until = time.monotonic() + _GRACE
            while time.monotonic() < until:
                time.sleep(_POLL)
                self._check_stop()
        return Death.FROM_OUTSIDE if code in _FROM_OUTSIDE else Death.OF_ITSELF

    def _check_stop(self) -> None:
        if self._is_stopped():
            raise StoppedError(STOPPED)


class _Process:
    """This object is a worker process and its present jobs: none, one, or a long one and a short one."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._running: BaseProcess | None = None
        self._begun: list[int] = []
        self._long: set[int] = set()
        self.connection: Connection
        self.jobs: dict[int, Job] = {}

    @property
    def at(self) -> int | None:
        """The number of the job that the worker began last."""
        return self._begun[-1] if self._begun else None

    @property
    def has_long_alone(self) -> bool:
        """Whether its only job is long, so that it takes another one."""
        return len(self.jobs) == 1 and self._long >= set(self.jobs)

    def give(self, job: Job) -> None:
        if not self.jobs and (self._running is None or not self._running.is_alive()):
            self._start()
        self.jobs[job.number] = job
        with suppress(OSError):  # it has died: receive says so
            self.connection.send(job)

    def receive(self) -> Told | None:
        """Return the next message of the worker, or None if it has died. Raises RunError if it cannot continue."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(message, RunError):
            raise message
        return cast(Told, message)

    def keep(self, number: int, mark: Mark) -> None:
        """Keep what the worker says of a job."""
        if mark is Mark.BEGUN:
            self._begun.append(number)
        else:
            self._long.add(number)

    def end(self, number: int) -> Job:
        self._begun.remove(number)
        self._long.discard(number)
        return self.jobs.pop(number)

    def exit_code(self) -> int | None:
        """Return the exit code of a worker whose pipe has ended; -N if the signal N ended it."""
        assert self._running is not None
        self._running.join(_ENDING)  # a process that dies closes its files first
        code = self._running.exitcode
        self.kill()
        return code

    def kill(self) -> None:
        self._begun, self._long, self.jobs = [], set(), {}
        if self._running is not None:
            self._running.kill()
            self._running.join()
            self.connection.close()
            self._running = None

    def _start(self) -> None:
        self.kill()
        # spawn: no lock or descriptor of this process (journal, state lock) is inherited
        context = multiprocessing.get_context("spawn")
        try:
            self.connection, theirs = context.Pipe()
            started = context.Process(target=serve, args=(pickle.dumps(self._build), theirs, os.getpid()), daemon=True)
            started.start()
        except OSError as e:
            check_cause(e)
            raise
        self._running = started
        theirs.close()
