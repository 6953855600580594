"""Worker processes for recordings: a file a process. A file that kills its process stops no other."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Literal, Protocol, cast

from redactor.errors import DiskFullError, RedactorError, RunError, StoppedError
from redactor.run.contracts import OutputFile, Processed, RawRecord
from redactor.run.pool import build_frozen, ended_after, start_worker
from redactor.run.signals import STOPPED

Step = Literal["heard", "redacted", "verified"]
"""How far a worker has come with a recording."""
Note = Callable[[Step, bytes], None]
"""Called at each step, with what the journal keeps of it: what was heard, else nothing."""


@dataclass(frozen=True, slots=True)
class Job:
    """A recording to process. Only number and record_id may be logged.

    number: of the recording in its journal, from 1. digest: SHA-256 of the file, in hex. sidecar: what is known of it.
    work: a folder of the state for this recording alone. heard: of an earlier attempt, as it was noted.
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
    """What became of a recording. outputs: of a released one, the files in `staged(job)`, by name."""

    done: Processed
    outputs: tuple[OutputFile, ...] = ()


class RecordingProcessor(Protocol):
    """Built in each worker; holds a recogniser and an engine."""

    def process(self, job: Job, note: Note) -> Result:
        """Everything that the file itself can do wrong is in the result. Raises RunError where no recording can be
        processed (a full disk, for example)."""
        ...


def staged(job: Job) -> Path:
    """The folder in which the outputs of a recording grow. It moves into OUT as a whole."""
    return job.work / "out"


_POLL = 0.2  # seconds between looks at whether to stop
_LEAST_SECONDS = 3600.0
_SLOWEST = 50  # bytes a second: eight hours of AMR are 17 MB, and take no more than four days

Build = Callable[[], RecordingProcessor]
Take = Callable[[], Job | None]
"""Gives the next job; None while there is none."""
NoteStep = Callable[[Job, Step, bytes], None]
Ended = tuple[Job, Result | None]
"""A job with its result; None where it has killed its process."""


class Workers:
    """`number` processes. Closed by its context.

    build: pickled to the workers, and called once in each. is_stopped: asked several times a second. One worker has a
    process of its own, too: neither a signal nor the time limit waits for a library that does not return.
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
        """Jobs with their results as they come, and now and then None, while there are any. Raises StoppedError, and
        RunError where a worker cannot start or go on.

        note: called when a worker has come to a step. take: asked when a process is free. alone: one at a time, since
        others may have taken the memory.
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
                yield process.job, message

    def _check_stop(self) -> None:
        if self._is_stopped():
            raise StoppedError(STOPPED)


class _Process:
    """A worker process and the job that it has."""

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
        """The next message of the worker; None where it has died. Raises RunError where it cannot go on."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            self.kill()
            return None
        if isinstance(message, RunError):
            raise message
        received: tuple[Step, bytes] | Result = message
        return received

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
    """The life of a worker process."""
    start_worker(parent)
    try:
        build = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
        processor = cast(RecordingProcessor, build_frozen(build))
        while True:
            job = connection.recv()
            with ended_after(_LEAST_SECONDS + job.size / _SLOWEST):
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
