"""This module runs worker processes for recordings, one file a process, and defines what they are told and tell.

A file that kills its process stops no other. Everything that processes exchange can be pickled.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Literal, Protocol, cast

from redactor.errors import DiskFullError, RedactorError, RunError, StoppedError
from redactor.run.contracts import OutputFile, Processed, RawRecord
from redactor.run.pool import build_frozen, start_worker, time_limit_of_process
from redactor.run.signals import STOPPED

Step = Literal["heard", "redacted", "verified"]
"""A worker has come so far with a recording."""
Note = Callable[[Step, bytes], None]
"""A worker calls this at each step, with the transcript for the journal at the step "heard", else with b""."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job is a recording to process. Only number and record_id may be logged.

    number: that of the recording in its journal, from 1. digest: SHA-256 of the file, in hex. sidecar: what is known of
    the recording. work: a folder of the state for this recording alone. heard: the encoded result of an earlier
    attempt.
    """

    number: int
    record_id: str
    resource_key: str
    size: int
    work: Path
    path: Path = field(repr=False)
    digest: str = field(repr=False)
    sidecar: RawRecord | None = field(default=None, repr=False)
    heard: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Result:
    """A result is the outcome of a recording. outputs: for a released one, the files in `staged(job)`, by name."""

    done: Processed
    outputs: tuple[OutputFile, ...] = ()


class RecordingProcessor(Protocol):
    """A recording processor is built in each worker; it holds a recogniser and an engine."""

    def process(self, job: Job, note: Note) -> Result:
        """Process a recording; everything that the file itself can do wrong is in the result.

        Raises RunError if no recording can be processed (a full disk, for example).
        """
        ...


def staged(job: Job) -> Path:
    """Return the folder in which the outputs of a recording grow. It moves into OUT as a whole."""
    return job.work / "out"


_POLL = 0.2  # seconds between looks at whether to stop
_ENDING = 10.0  # seconds that the kernel may need to end a process that has closed its files
_MIN_SECONDS = 3600.0
_MIN_BYTES_PER_SECOND = 50  # eight hours of AMR are 17 MB, and take no more than four days

Build = Callable[[], RecordingProcessor]
Take = Callable[[], Job | None]
"""This function returns the next job, or None while there is none."""
NoteStep = Callable[[Job, Step, bytes], None]


class Death(Enum):
    """Says of what a worker died: of its recording (a crash, its memory, its time limit), or of a signal from
    elsewhere.
    """

    OF_ITSELF = auto()
    FROM_OUTSIDE = auto()


Ended = tuple[Job, Result | Death]
"""A job with its result, or with the death of its process."""
_FROM_OUTSIDE = frozenset({-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP})
_GRACE = 1.0
"""Seconds after which this process lives on if a kill of its worker was not meant for both."""


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

        note: called when a worker has come to a step. take: asked when a process is free. alone: one job at a time,
        since others may have used up the memory. Raises StoppedError, and RunError if a worker cannot start or
        continue.
        """
        free = deque(self._processes[:1] if alone else self._processes)
        busy: dict[Connection, _Process] = {}
        while True:
            self._check_stop()
            while free and (job := take()) is not None:
                process = free.popleft()
                process.give(job)
                busy[process.connection] = process
            if not busy:
                return
            yield None
            for ready in wait(list(busy), _POLL):
                assert isinstance(ready, Connection)
                process = busy[ready]
                message = process.receive()
                if isinstance(message, tuple):
                    note(process.job, *message)
                    continue
                del busy[ready]
                free.append(process)
                yield process.job, self._death(process) if message is None else message

    def _death(self, process: _Process) -> Death:
        """Return of what a worker died.

        Nothing tells a kill for want of memory from a kill of the whole command, which may reach this process a moment
        later: only if it does not, the kill was for the worker. Raises StoppedError if a signal stops the command
        meanwhile.
        """
        code = process.exit_code()
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
    """This object is a worker process and its present job."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._running: BaseProcess | None = None
        self.connection: Connection
        self.job: Job

    def give(self, job: Job) -> None:
        if self._running is None or not self._running.is_alive():
            self._start()
        self.job = job
        with suppress(OSError):  # it has died: receive says so
            self.connection.send(job)

    def receive(self) -> tuple[Step, bytes] | Result | None:
        """Return the next message of the worker, or None if it has died. Raises RunError if it cannot continue."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(message, RunError):
            raise message
        received: tuple[Step, bytes] | Result = message
        return received

    def exit_code(self) -> int | None:
        """Return the exit code of a worker whose pipe has ended; -N if the signal N ended it."""
        assert self._running is not None
        self._running.join(_ENDING)  # a process that dies closes its files first
        code = self._running.exitcode
        self.kill()
        return code

    def kill(self) -> None:
        if self._running is not None:
            self._running.kill()
            self._running.join()
            self.connection.close()
            self._running = None

    def _start(self) -> None:
        self.kill()
        # spawn: no lock or descriptor of this process (journal, state lock) is inherited
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._running = context.Process(
            target=_serve, args=(pickle.dumps(self._build), theirs, os.getpid()), daemon=True
        )
        self._running.start()
        theirs.close()


def _serve(pickled: bytes, connection: Connection, parent: int) -> None:
    """Process jobs until the connection ends; this is the main function of a worker process."""
    start_worker(parent)
    try:
        build = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
        processor = cast(RecordingProcessor, build_frozen(build))
        while True:
            job = connection.recv()
            with time_limit_of_process(_MIN_SECONDS + job.size / _MIN_BYTES_PER_SECOND):
                result = processor.process(job, lambda step, content: connection.send((step, content)))
            connection.send(result)
    except EOFError:
        return
    except DiskFullError as e:
        connection.send(e)
    except Exception as e:
        # Only the messages of our own errors are known to hold nothing of the input.
        why = str(e) if isinstance(e, RedactorError) else type(e).__name__
        connection.send(RunError(f"a worker cannot go on: {why}"))
