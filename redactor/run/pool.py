"""Workers: chunks out to processes, results back strictly in order, and one bad record never takes others with it."""

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

from redactor.errors import RedactorError, RunError
from redactor.run.contracts import RawRecord
from redactor.run.intake.chunks import Chunk

T = TypeVar("T")
# work(made, records) -> one T a record, or a str: the name of what broke on that record
Work = Callable[[object, Sequence[RawRecord]], list[T | str]]
_KILLED = "worker-died"
_YOUNG = 50_000


@dataclass(frozen=True, slots=True)
class Stage(Generic[T]):
    """A pass over records. make: called once in each worker, pickled to it. work: what is done with what it made."""

    make: Callable[[], object]
    work: Work[T]


def prepared(make: Callable[[], object]) -> object:
    """What `make` gives, put out of the collector's sight.

    Schemas, lists of names and automata are many objects that stay: walking them again and again for cycles that are
    not there costs a quarter of the time. Records make no cycles either, so that rare collections suffice.
    """
    made = make()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 10, 10)
    return made


class _Worker:
    """Where work is done: the stage that a process is at, and what it made for that."""

    def __init__(self) -> None:
        self._told: Stage[Any] | None = None
        self._made: object = None

    def call(self, stage: Stage[T], raws: Sequence[RawRecord]) -> list[T | str]:
        if stage is not self._told:
            self._told, self._made = None, None
            gc.unfreeze()
            self._made = prepared(stage.make)
            self._told = stage
        return guarded(stage.work, self._made, raws)


_worker = _Worker()


def _start() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process decides when to stop
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    # A killed parent leaves workers waiting on a queue whose other end they hold themselves, for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(told: bytes, raws: Sequence[RawRecord]) -> list[Any]:
    try:
        stage = _unpickled(told)
        got = _worker.call(stage, raws)
    except Exception as e:
        # Only the messages of our own errors are known to hold nothing of the input.
        raise RunError(f"a worker could not start: {e if isinstance(e, RedactorError) else type(e).__name__}") from None
    return got


@lru_cache(maxsize=1)
def _unpickled(told: bytes) -> Stage[Any]:
    stage: Stage[Any] = pickle.loads(told)  # noqa: S301 - the main process wrote it
    return stage


def guarded(work: Work[T], made: object, raws: Sequence[RawRecord]) -> list[T | str]:
    """The work on all records, or on each alone when it breaks on all: only the guilty come back as a str."""
    try:
        return work(made, raws)
    except Exception as e:
        if len(raws) == 1:
            return [type(e).__name__]
    return [guarded(work, made, [raw])[0] for raw in raws]


class Pool:
    """workers=1 works in this process; more, each in its own, kept from stage to stage. Use as a context manager."""

    def __init__(self, workers: int, window_bytes: int) -> None:
        self._workers = workers
        self._window_bytes = window_bytes
        self._own = _Worker()
        self._executor: ProcessPoolExecutor | None = None
        self._collector = gc.get_threshold()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
        gc.set_threshold(*self._collector)
        gc.unfreeze()

    def _renew(self) -> ProcessPoolExecutor:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        # spawn: no lock or descriptor of this process (journal, state lock) is inherited
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(self._workers, context, _start)
        return self._executor

    def map(self, stage: Stage[T], chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, list[T | str]]]:
        """Each chunk with the results for those of its records that have no error, in the order of the chunks.

        At most two chunks a worker, and about window_bytes of records, are under way at once.
        """
        if self._workers == 1:
            for chunk in chunks:
                yield chunk, self._own.call(stage, _sound(chunk))
            return
        told = pickle.dumps(stage)
        waiting: deque[tuple[Chunk, Future[list[T | str]] | None]] = deque()
        held = 0
        for chunk in chunks:
            while waiting and (len(waiting) >= 2 * self._workers or held + chunk.size > self._window_bytes):
                held -= waiting[0][0].size
                yield self._first(told, waiting)
            held += chunk.size
            waiting.append((chunk, self._submit(told, chunk)))
        while waiting:
            yield self._first(told, waiting)

    def _submit(self, told: bytes, chunk: Chunk) -> Future[list[T | str]] | None:
        executor = self._executor or self._renew()
        try:
            return executor.submit(_call, told, _sound(chunk))
        except BrokenProcessPool:
            return None  # a worker died meanwhile: _first finds out whose chunk it was

    def _first(
        self, told: bytes, waiting: deque[tuple[Chunk, Future[list[T | str]] | None]]
    ) -> tuple[Chunk, list[T | str]]:
        chunk, future = waiting.popleft()
        try:
            if future is not None:
                return chunk, future.result()
        except BrokenProcessPool:
            pass
        # All chunks under way are suspects. This one is tried alone; if it is innocent the next will be.
        self._renew()
        result: list[T | str] = self._alone(told, _sound(chunk))
        for i, (other, old) in enumerate(waiting):
            if old is None or not _finished(old):
                waiting[i] = (other, self._submit(told, other))
        return chunk, result

    def _alone(self, told: bytes, raws: Sequence[RawRecord]) -> list[T | str]:
        try:
            return (self._executor or self._renew()).submit(_call, told, raws).result()
        except BrokenProcessPool:
            self._renew()
            if len(raws) == 1:
                return [_KILLED]
        return [got for raw in raws for got in self._alone(told, [raw])[:1]]


def _finished(future: Future[list[T | str]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _sound(chunk: Chunk) -> list[RawRecord]:
    return [raw for raw in chunk.raws if raw.error is None]
