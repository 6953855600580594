"""This module runs worker processes: chunks go out, results come back in order, and one bad record never fails
others.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from redactor.errors import DetectorBuildError, EndpointRefusedError, RedactorError, RunError, StoppedError
from redactor.run.contracts import BATCH_SECONDS, RawRecord
from redactor.run.signals import STOPPED, end_with_parent
from redactor.run.worker_processes import WorkerProcesses
from schemas.engine.records import Reason

if TYPE_CHECKING:
    from redactor.run.intake.chunks import Chunk

T = TypeVar("T")
Answer = TypeVar("Answer")
# work(worker, records) returns one T per record, or a str: the type of the exception that the record raised
Work = Callable[[object, Sequence[RawRecord]], list[T | str]]
_KILLED = "worker-died"
_MIN_BYTES_PER_SECOND = 1_000  # the student reads ten times as many on one core
_GC_THRESHOLD = 200_000  # containers, more than a batch holds: most batches are freed before a collection
_POLL = 0.2  # seconds between looks at the event that stops a run


@dataclass(frozen=True, slots=True)
class Stage(Generic[T]):
    """A stage is a pass over records.

    build: builds the worker; called once in each process. work: applies the worker to records.
    """

    build: Callable[[], object]
    work: Work[T]


def build_frozen(build: Callable[[], object]) -> object:
    """Return the result of `build`, frozen for the garbage collector.

    Schemas, lists of names and automata are many objects that live as long as the process. Searching them for cycles
    repeatedly takes a quarter of the time. Records form no cycles either, so that rare collections suffice.
    """
    worker = build()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD, 10, 10)
    return worker


class _StageRunner:
    """This object runs stages in one process, and keeps what the current stage has built."""

    def __init__(self) -> None:
        self._stage: Stage[Any] | None = None
        self.built: object = None

    def prepare(self, stage: Stage[Any]) -> None:
        if stage is not self._stage:
            self._stage, self.built = None, None  # what they leave in cycles stays frozen until the pool ends
            self.built = build_frozen(stage.build)
            self._stage = stage

    def call(self, stage: Stage[T], raws: Sequence[RawRecord]) -> list[T | str]:
        self.prepare(stage)
        return isolate_failures(stage.work, self.built, raws)


_worker = _StageRunner()


def start_worker(parent: int) -> None:
    """Set up a worker process, as its first call: it ends with its parent, which alone decides when to stop."""
    end_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    # A library may log what it reads; what failed, the results say.
    logging.getLogger().addHandler(logging.NullHandler())
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    # After a kill of the parent, workers would wait for ever on a queue whose other end they hold themselves.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def time_limit_of_process(seconds: float) -> Iterator[None]:
    """Let the kernel end this process if the block takes longer, even if a library never returns to the interpreter."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ask_pickled(pickled: bytes, question: Callable[[object], Answer], seconds: float) -> Answer:
    _worker.prepare(_unpickle(pickled))
    with time_limit_of_process(seconds):
        return question(_worker.built)


def _run_pickled(pickled: bytes, raws: Sequence[RawRecord], seconds: float) -> list[Any]:
    try:
        stage = _unpickle(pickled)
        _worker.prepare(stage)
        with time_limit_of_process(seconds):
            results = _worker.call(stage, raws)
    except EndpointRefusedError:
        raise
    except Exception as e:
        # Only the messages of our own errors are known to hold nothing of the input.
        raise RunError(f"a worker could not start: {e if isinstance(e, RedactorError) else type(e).__name__}") from None
    return results


@lru_cache(maxsize=1)
def _unpickle(pickled: bytes) -> Stage[Any]:
    stage: Stage[Any] = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
    return stage


def isolate_failures(work: Work[T], worker: object, raws: Sequence[RawRecord]) -> list[T | str]:
    """Return one result per record; if the batch fails, each record is tried alone, and only failing ones become a str.

    Raises DetectorBuildError and EndpointRefusedError, which are not the fault of a record.
    """
    try:
        return work(worker, raws)
    except (DetectorBuildError, EndpointRefusedError):
        raise
    except Exception as e:
        if len(raws) == 1:
            return [type(e).__name__]
    return [isolate_failures(work, worker, [raw])[0] for raw in raws]


class _Turns:
    """This lock lets threads run together, or one alone while the others wait."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._together = 0
        self._waiting_alone = 0
        self._is_alone = False

    @contextmanager
    def together(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: not self._is_alone and not self._waiting_alone)
            self._together += 1
        try:
            yield
        finally:
            with self._changed:
                self._together -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._changed:
            self._waiting_alone += 1
            self._changed.wait_for(lambda: not self._is_alone and not self._together)
            self._waiting_alone -= 1
            self._is_alone = True
        try:
            yield
        finally:
            with self._changed:
                self._is_alone = False
                self._changed.notify_all()


def window_of(workers: int, batch_bytes: int) -> int:
    """Return how many bytes of records are in flight at once, for `Pool.map` over chunks of batch_bytes."""
    return max(4, 2 * workers) * batch_bytes


class Pool:
    """A pool runs stages in worker processes, which live from stage to stage; with workers=1, `map` runs in this
    process.

    A pool is a context manager. stop: once it is set, results are no longer waited for: `map` and `call` raise
    StoppedError, and the workers are killed. time_limit: seconds that a worker process may take for a batch, beside
    those for its size at `slowest` bytes a second; then it is ended, and a record that also takes longer alone becomes
    the str "timed-out". Building the worker does not count.
    """

    def __init__(
        self,
        workers: int,
        window_bytes: int,
        stop: threading.Event,
        time_limit: float = BATCH_SECONDS,
        slowest: float = _MIN_BYTES_PER_SECOND,
    ) -> None:
        self._workers = workers
        self._window_bytes = window_bytes
        self._stop = stop
        self._time_limit, self._slowest = time_limit, slowest
        self._local = _StageRunner()
        self._executor: WorkerProcesses | None = None
        self._turns = _Turns()
        self._starting = threading.Lock()
        self._last: tuple[Stage[Any], bytes] | None = None  # of `call`, with its pickle
        self._closed = False
        self._collector = gc.get_threshold()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._closed = True
        if self._executor is not None:
            is_abandoned = kind is not None or self._stop.is_set()  # nobody waits for what they are doing
            self._executor.close(patiently=not is_abandoned)
        gc.set_threshold(*self._collector)
        gc.unfreeze()

    def _restart(self) -> WorkerProcesses:
        if self._executor is not None:
            self._executor.close(patiently=False)
        self._executor = WorkerProcesses(self._workers, partial(start_worker, os.getpid()))
        return self._executor

    def map(self, stage: Stage[T], chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, list[T | str]]]:
        """Yield each chunk, in order, with the results of those of its records that have no error.

        At most two chunks per worker, and about window_bytes of records, are in flight at once.
        """
        if self._workers == 1:
            for chunk in chunks:
                yield chunk, self._local.call(stage, _readable(chunk))
            return
        pickled = pickle.dumps(stage)
        waiting: deque[tuple[Chunk, Future[list[T | str]] | None]] = deque()
        held = 0
        for chunk in chunks:
            while waiting and (len(waiting) >= 2 * self._workers or held + chunk.size > self._window_bytes):
                held -= waiting[0][0].size
                yield self._next_result(pickled, waiting)
            held += chunk.size
            waiting.append((chunk, self._submit(pickled, chunk)))
        while waiting:
            yield self._next_result(pickled, waiting)

    def call(self, stage: Stage[T], raws: Sequence[RawRecord]) -> list[T | str]:
        """Return the results of one batch, as `map` gives them, from a worker process even if workers=1.

        The call blocks, and may be made by several threads at once: an event loop awaits it by `asyncio.to_thread`. The
        caller bounds the bytes in flight.
        """
        pickled = self._pickled(stage)
        with self._turns.together():
            self._check_stop()
            with self._starting:
                executor = self._executor or self._restart()
            try:
                return self._result(self._send(executor, pickled, raws))
            except BrokenProcessPool:
                pass
        # Any batch in flight may be the cause: each is tried alone.
        with self._turns.alone():
            self._check_stop()
            if self._executor is executor:
                self._restart()
            return self._retry_alone(pickled, raws)

    def ask(self, stage: Stage[Any], question: Callable[[object], Answer], seconds: float) -> Answer:
        """Return what a question that is no record gets from the worker that the stage has built, in its process.

        Its process is ended if it takes longer than `seconds`, building the worker aside; batches in flight are then
        tried again, as after any death, and the question is not. Raises what the question raises, RunError if its
        process ended, and StoppedError.
        """
        pickled = self._pickled(stage)
        with self._turns.together():
            self._check_stop()
            with self._starting:
                executor = self._executor
                if executor is None or executor.is_broken:
                    executor = self._restart()
            try:
                return self._result(executor.submit(_ask_pickled, pickled, question, seconds))
            except BrokenProcessPool:
                raise RunError(f"a worker process ended, or took more than {seconds:.0f} seconds") from None
            except RuntimeError:  # the pool was closed meanwhile, or it is the question's own
                self._check_stop()
                raise

    def _pickled(self, stage: Stage[Any]) -> bytes:
        last = self._last
        if last is None or last[0] is not stage:
            last = self._last = (stage, pickle.dumps(stage))
        return last[1]

    def _submit(self, pickled: bytes, chunk: Chunk) -> Future[list[T | str]] | None:
        try:
            return self._send(self._executor or self._restart(), pickled, _readable(chunk))
        except BrokenProcessPool:
            return None  # a worker died: _next_result finds out on which chunk

    def _send(self, executor: WorkerProcesses, pickled: bytes, raws: Sequence[RawRecord]) -> Future[list[T | str]]:
        try:
            return executor.submit(_run_pickled, pickled, raws, self._seconds_for(raws))
        except RuntimeError:  # it was closed, or a worker died
            self._check_stop()
            raise

    def _next_result(
        self, pickled: bytes, waiting: deque[tuple[Chunk, Future[list[T | str]] | None]]
    ) -> tuple[Chunk, list[T | str]]:
        chunk, future = waiting.popleft()
        try:
            if future is not None:
                return chunk, self._result(future)
        except BrokenProcessPool:
            pass
        # Any chunk in flight may be the cause. This one is tried alone; if it passes, the next one is.
        self._restart()
        result: list[T | str] = self._retry_alone(pickled, _readable(chunk))
        for i, (other, old) in enumerate(waiting):
            if old is None or not _finished(old):
                waiting[i] = (other, self._submit(pickled, other))
        return chunk, result

    def _result(self, future: Future[Answer]) -> Answer:
        """Return the result of a worker. Raises StoppedError instead of waiting for it any longer."""
        while not wait([future], _POLL).done:
            self._check_stop()
        try:
            return future.result()
        except CancelledError:
            raise StoppedError(STOPPED) from None  # the pool was closed
        except BrokenProcessPool:
            self._check_stop()  # the same signal may have ended the worker
            raise

    def _seconds_for(self, raws: Sequence[RawRecord]) -> float:
        return self._time_limit + sum(len(raw.data) for raw in raws) / self._slowest

    def _check_stop(self) -> None:
        if self._stop.is_set() or self._closed:
            raise StoppedError(STOPPED)

    def _retry_alone(self, pickled: bytes, raws: Sequence[RawRecord]) -> list[T | str]:
        seconds, begun = self._seconds_for(raws), time.monotonic()
        try:
            executor = self._executor or self._restart()
            return self._result(self._send(executor, pickled, raws))
        except BrokenProcessPool:
            self._restart()
            if len(raws) == 1:
                return [Reason.TIMED_OUT.value if time.monotonic() - begun >= seconds else _KILLED]
        return [result for raw in raws for result in self._retry_alone(pickled, [raw])[:1]]


def _finished(future: Future[list[T | str]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _readable(chunk: Chunk) -> list[RawRecord]:
    return [raw for raw in chunk.raws if raw.error is None]
