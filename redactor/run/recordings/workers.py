"""This module runs worker processes for recordings, one file a process, and defines what they are told and tell.

A file that kills its process stops no other. While a worker hears a long recording, it takes short ones in between, so
that a long one keeps none waiting, with one worker too. Everything that processes exchange can be pickled.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
import pickle
import resource
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, cast

from redactor.errors import NO_SPACE, DiskFullError, RedactorError, RunError, StoppedError
from redactor.run.contracts import OutputFile, Processed, RawRecord
from redactor.run.pool import build_frozen, start_worker
from redactor.run.signals import STOPPED

Step = Literal["heard", "redacted", "verified"]
"""A worker has come so far with a recording."""
Note = Callable[[Step, bytes], None]
"""A worker calls this at each step, with the transcript for the journal at the step "heard", else with b""."""
Pause = Callable[[float], None]
"""A worker calls this for each second of sound that it decodes and before each stretch that it hears, with the seconds
that are decoded so far. Time limits follow these seconds, and short recordings go first if the recording is long.
"""


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

    def process(self, job: Job, note: Note, pause: Pause) -> Result:
        """Process a recording; everything that the file itself can do wrong is in the result.

        Raises RunError if no recording can be processed (a full disk, for example), and what `pause` raises.
        """
        ...


def staged(job: Job) -> Path:
    """Return the folder in which the outputs of a recording grow. It moves into OUT as a whole."""
    return job.work / "out"


_LACKS = {
    errno.EMFILE: "this process may open no more files; raise its limit (ulimit -n), and repeat the command",
    errno.ENFILE: "the system can open no more files; end other processes, and repeat the command",
    errno.ENOMEM: "the system has no memory left; make room, and repeat the command",
    **dict.fromkeys(NO_SPACE, "the disk of the state is full; make room, and repeat the command"),
}


def check_cause(error: OSError) -> None:
    """Raise RunError if the machine or a limit of this process is the cause of an error, and not the file."""
    if (lack := _LACKS.get(error.errno or 0)) is not None:
        raise (DiskFullError if error.errno in NO_SPACE else RunError)(lack) from None


LONG = 600.0
"""Seconds of sound from which a recording gives way to shorter ones."""
_POLL = 0.2  # seconds between looks at whether to stop
_ENDING = 10.0  # seconds that the kernel may need to end a process that has closed its files
_LEAST_LIMIT = 1800.0
"""Seconds that a worker may take for any recording; an LLM may be asked."""
_LIMIT_OF_SECOND = 12.0
"""Seconds that it may take besides for each second of sound: slow recognisers take two, on a busy machine more."""

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


class _Mark(Enum):
    """Says of a job that it has begun, that it is long, or that it is long and must wait for another long one."""

    BEGUN = auto()
    LONG = auto()
    POSTPONED = auto()


class _Told(NamedTuple):
    """This message is what a worker tells of a job."""

    number: int
    what: Step | Result | _Mark
    content: bytes = b""


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
                    process.give(job)
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
                elif told.what is _Mark.POSTPONED:
                    postponed.append(process.end(told.number))
                elif isinstance(told.what, _Mark):
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
        if self._running is None or not self._running.is_alive():
            self._start()
        self.jobs[job.number] = job
        with suppress(OSError):  # it has died: receive says so
            self.connection.send(job)

    def receive(self) -> _Told | None:
        """Return the next message of the worker, or None if it has died. Raises RunError if it cannot continue."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(message, RunError):
            raise message
        return cast(_Told, message)

    def keep(self, number: int, mark: _Mark) -> None:
        """Keep what the worker says of a job."""
        if mark is _Mark.BEGUN:
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
            started = context.Process(target=_serve, args=(pickle.dumps(self._build), theirs, os.getpid()), daemon=True)
            started.start()
        except OSError as e:
            check_cause(e)
            raise
        self._running = started
        theirs.close()


def _serve(pickled: bytes, connection: Connection, parent: int) -> None:
    """Process jobs until the connection ends; this is the main function of a worker process."""
    start_worker(parent)
    _end_by_signal_at_cpu_limit()
    try:
        build = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
        processor = cast(RecordingProcessor, build_frozen(build))
        while True:
            _process(processor, connection, connection.recv(), beside_long=False)
    except EOFError:
        return
    except MemoryError:
        os._exit(1)  # as if the kernel had killed it: the recording is tried again alone
    except DiskFullError as e:
        connection.send(e)
    except Exception as e:
        # Only the messages of our own errors are known to hold nothing of the input.
        why = str(e) if isinstance(e, RedactorError) else type(e).__name__
        connection.send(RunError(f"a worker cannot go on: {why}"))


def _end_by_signal_at_cpu_limit() -> None:
    """Let the kernel end this process by SIGXCPU, which tells why, and not by SIGKILL."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if soft == hard != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_CPU, (max(hard - 1, 1), hard))


class _PostponedError(RunError):
    """A recording is long, and another long one waits for it."""


def _process(processor: RecordingProcessor, connection: Connection, job: Job, *, beside_long: bool) -> None:
    """Process a job and tell its result; while it is long, process others in between."""
    known = 0.0

    def pause(seconds: float) -> None:
        nonlocal known
        is_new = known <= LONG < seconds
        if is_new and beside_long:
            raise _PostponedError
        if is_new:
            connection.send(_Told(job.number, _Mark.LONG))
        if seconds > known:
            _set_limit(_limit() + (seconds - known) * _LIMIT_OF_SECOND)
            known = seconds
        if known > LONG and not beside_long and connection.poll():
            _process(processor, connection, connection.recv(), beside_long=True)

    connection.send(_Told(job.number, _Mark.BEGUN))
    with _limited():
        try:
            told: Result | _Mark = processor.process(
                job, lambda step, content: connection.send(_Told(job.number, step, content)), pause
            )
        except _PostponedError:
            told = _Mark.POSTPONED
    connection.send(_Told(job.number, told))


@contextmanager
def _limited() -> Iterator[None]:
    """Let the kernel end this process after the least limit, also if a library never returns to the interpreter.

    The limit of a recording that gives way stands still meanwhile.
    """
    before = _limit()
    _set_limit(_LEAST_LIMIT)
    try:
        yield
    finally:
        _set_limit(before)


def _limit() -> float:
    return signal.getitimer(signal.ITIMER_REAL)[0]


def _set_limit(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)
