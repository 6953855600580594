"""Worker processes: chunks go out, results come back in order, and one bad record never fails others."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from redactor.errors import DetectorBuildError, RedactorError, RunError
from redactor.run.contracts import RawRecord
from redactor.run.intake.chunks import Chunk

T = TypeVar("T")
# work(worker, records) -> one T per record, or a str: the type of the exception that the record raised
Work = Callable[[object, Sequence[RawRecord]], list[T | str]]
_KILLED = "worker-died"
_GC_THRESHOLD = 50_000


@dataclass(frozen=True, slots=True)
class Stage(Generic[T]):
    """A pass over records. build: builds the worker; called once in each process. work: applies it to records."""

    build: Callable[[], object]
    work: Work[T]


def build_frozen(build: Callable[[], object]) -> object:
    """The result of `build`, frozen for the garbage collector.

    Schemas, lists of names and automata are many objects that live as long as the process. Searching them for cycles
    again and again takes a quarter of the time. Records form no cycles either, so that rare collections suffice.
    """
    worker = build()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD, 10, 10)
    return worker


class _StageRunner:
    """Runs stages in one process, and keeps what the current stage has built."""

    def __init__(self) -> None:
        self._stage: Stage[Any] | None = None
        self._built: object = None

    def call(self, stage: Stage[T], raws: Sequence[RawRecord]) -> list[T | str]:
        if stage is not self._stage:
            self._stage, self._built = None, None
            gc.unfreeze()
            self._built = build_frozen(stage.build)
            self._stage = stage
        return isolate_failures(stage.work, self._built, raws)


_worker = _StageRunner()


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process decides when to stop
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    # After a kill of the parent, workers would wait for ever on a queue whose other end they hold themselves.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run_pickled(pickled: bytes, raws: Sequence[RawRecord]) -> list[Any]:
    try:
        stage = _unpickle(pickled)
        results = _worker.call(stage, raws)
    except Exception as e:
        # Only the messages of our own errors are known to hold nothing of the input.
        raise RunError(f"a worker could not start: {e if isinstance(e, RedactorError) else type(e).__name__}") from None
    return results


@lru_cache(maxsize=1)
def _unpickle(pickled: bytes) -> Stage[Any]:
    stage: Stage[Any] = pickle.loads(pickled)  # noqa: S301 - the main process wrote it
    return stage


def isolate_failures(work: Work[T], worker: object, raws: Sequence[RawRecord]) -> list[T | str]:
    """One result per record. Where the batch fails, each record is tried alone: only those that fail become a str.

    Raises DetectorBuildError: the failure is not the record's.
    """
    try:
        return work(worker, raws)
    except DetectorBuildError:
        raise
    except Exception as e:
        if len(raws) == 1:
            return [type(e).__name__]
    return [isolate_failures(work, worker, [raw])[0] for raw in raws]


class Pool:
    """A context manager. workers=1 runs in this process; more run in processes that live from stage to stage."""

    def __init__(self, workers: int, window_bytes: int) -> None:
        self._workers = workers
        self._window_bytes = window_bytes
        self._local = _StageRunner()
        self._executor: ProcessPoolExecutor | None = None
        self._collector = gc.get_threshold()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
        gc.set_threshold(*self._collector)
        gc.unfreeze()

    def _restart(self) -> ProcessPoolExecutor:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        # spawn: no lock or descriptor of this process (journal, state lock) is inherited
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(self._workers, context, _start_worker)
        return self._executor

    def map(self, stage: Stage[T], chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, list[T | str]]]:
        """Each chunk, in order, with the results of those of its records that have no error.

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

    def _submit(self, pickled: bytes, chunk: Chunk) -> Future[list[T | str]] | None:
        executor = self._executor or self._restart()
        try:
            return executor.submit(_run_pickled, pickled, _readable(chunk))
        except BrokenProcessPool:
            return None  # a worker died: _next_result finds out on which chunk

    def _next_result(
        self, pickled: bytes, waiting: deque[tuple[Chunk, Future[list[T | str]] | None]]
    ) -> tuple[Chunk, list[T | str]]:
        chunk, future = waiting.popleft()
        try:
            if future is not None:
                return chunk, future.result()
        except BrokenProcessPool:
            pass
        # Any chunk in flight may be the cause. This one is tried alone; if it passes, the next one is.
        self._restart()
        result: list[T | str] = self._retry_alone(pickled, _readable(chunk))
        for i, (other, old) in enumerate(waiting):
            if old is None or not _finished(old):
                waiting[i] = (other, self._submit(pickled, other))
        return chunk, result

    def _retry_alone(self, pickled: bytes, raws: Sequence[RawRecord]) -> list[T | str]:
        try:
            return (self._executor or self._restart()).submit(_run_pickled, pickled, raws).result()
        except BrokenProcessPool:
            self._restart()
            if len(raws) == 1:
                return [_KILLED]
        return [result for raw in raws for result in self._retry_alone(pickled, [raw])[:1]]


def _finished(future: Future[list[T | str]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _readable(chunk: Chunk) -> list[RawRecord]:
    return [raw for raw in chunk.raws if raw.error is None]
