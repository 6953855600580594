"""This module defines what worker processes for recordings are told and tell, and is what runs in such a process.

A process has one recording at a time. While it hears a long one, it takes short ones in between, so that a long one
keeps none waiting, with one worker too. Everything that processes exchange can be pickled.
"""

from __future__ import annotations

import errno
import os
import pickle
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, cast

from redactor.errors import NO_SPACE, DiskFullError, RedactorError, RunError
from redactor.run.contracts import OutputFile, Processed, RawRecord
from redactor.run.pool import build_frozen, start_worker

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
_LEAST_LIMIT = 1800.0
"""Seconds that a worker may take for any recording; an LLM may be asked."""
_LIMIT_OF_SECOND = 12.0
"""Seconds that it may take besides for each second of sound: slow recognisers take two, on a busy machine more."""


class Mark(Enum):
    """Says of a job that it has begun, that it is long, or that it is long and must wait for another long one."""

    BEGUN = auto()
    LONG = auto()
    POSTPONED = auto()


class Told(NamedTuple):
    """This message is what a worker tells of a job."""

    number: int
    what: Step | Result | Mark
    content: bytes = b""


def serve(pickled: bytes, connection: Connection, parent: int) -> None:
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


class _Postponed(BaseException):
    """A recording is long, and another long one waits for it; no handler of errors may take it for one."""


def _process(processor: RecordingProcessor, connection: Connection, job: Job, *, beside_long: bool) -> None:
    """Process a job and tell its result; while it is long, process others in between."""
    known = 0.0

    def pause(seconds: float) -> None:
        nonlocal known
        is_new = known <= LONG < seconds
        if is_new and beside_long:
            raise _Postponed
        if is_new:
            connection.send(Told(job.number, Mark.LONG))
        if seconds > known:
            _set_limit(_limit() + (seconds - known) * _LIMIT_OF_SECOND)
            known = seconds
        if known > LONG and not beside_long and connection.poll():
            _process(processor, connection, connection.recv(), beside_long=True)

    connection.send(Told(job.number, Mark.BEGUN))
    with _limited():
        try:
            told: Result | Mark = processor.process(
                job, lambda step, content: connection.send(Told(job.number, step, content)), pause
            )
        except _Postponed:
            told = Mark.POSTPONED
    connection.send(Told(job.number, told))


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
