"""Workers: chunks out to processes, results back strictly in order, and one bad record never takes others with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Generic, TypeVar

from redactor.run.chunks import Chunk
from redactor.run.contracts import RawRecord, RunError

T = TypeVar("T")
# work(made, records) -> one T a record, or a str: the name of what broke on that record
Work = Callable[[object, Sequence[RawRecord]], list[T | str]]
_KILLED = "worker-died"

_made: object = None
_start_error: str | None = None


def _start(factory: Callable[[], object]) -> None:
    global _made, _start_error
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process decides when to stop
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    try:
        _made = factory()
    except Exception as e:  # an initializer that raises only says that the pool is broken
        _start_error = f"a worker could not start: {type(e).__name__}: {e}"


def _die_with_parent() -> None:
    # A killed parent leaves workers waiting on a queue whose other end they hold themselves, for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(work: Work[T], raws: Sequence[RawRecord]) -> list[T | str]:
    if _start_error is not None:
        raise RunError(_start_error)
    return guarded(work, _made, raws)


def guarded(work: Work[T], made: object, raws: Sequence[RawRecord]) -> list[T | str]:
    """The work on all records, or on each alone when it breaks on all: only the guilty come back as a str."""
    try:
        return work(made, raws)
    except Exception as e:
        if len(raws) == 1:
            return [type(e).__name__]
    return [guarded(work, made, [raw])[0] for raw in raws]


class Pool(Generic[T]):
    """workers=1 works in this process; more, each in its own. Use as a context manager."""

    def __init__(self, workers: int, factory: Callable[[], object], work: Work[T], window_bytes: int) -> None:
        self._workers = workers
        self._factory = factory
        self._work = work
        self._window_bytes = window_bytes
        self._made: object = None
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> Pool[T]:
        if self._workers == 1:
            self._made = self._factory()
        else:
            self._renew()
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)

    def _renew(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        # spawn: no lock or descriptor of this process (journal, state lock) is inherited
        context = multiprocessing.get_context("spawn")
        self._executor = ProcessPoolExecutor(self._workers, context, _start, (self._factory,))

    def map(self, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, list[T | str]]]:
        """Each chunk with the results for those of its records that have no error, in the order of the chunks.

        At most two chunks a worker, and about window_bytes of records, are under way at once.
        """
        if self._workers == 1:
            for chunk in chunks:
                yield chunk, guarded(self._work, self._made, _sound(chunk))
            return
        waiting: deque[tuple[Chunk, Future[list[T | str]] | None]] = deque()
        held = 0
        for chunk in chunks:
            while waiting and (len(waiting) >= 2 * self._workers or held + chunk.size > self._window_bytes):
                held -= waiting[0][0].size
                yield self._first(waiting)
            held += chunk.size
            waiting.append((chunk, self._submit(chunk)))
        while waiting:
            yield self._first(waiting)

    def _submit(self, chunk: Chunk) -> Future[list[T | str]] | None:
        assert self._executor is not None
        try:
            return self._executor.submit(_call, self._work, _sound(chunk))
        except BrokenProcessPool:
            return None  # a worker died meanwhile: _first finds out whose chunk it was

    def _first(self, waiting: deque[tuple[Chunk, Future[list[T | str]] | None]]) -> tuple[Chunk, list[T | str]]:
        chunk, future = waiting.popleft()
        try:
            if future is not None:
                return chunk, future.result()
        except BrokenProcessPool:
            pass
        # All chunks under way are suspects. This one is tried alone; if it is innocent the next will be.
        self._renew()
        result = self._alone(_sound(chunk))
        for i, (other, old) in enumerate(waiting):
            if old is None or not _finished(old):
                waiting[i] = (other, self._submit(other))
        return chunk, result

    def _alone(self, raws: Sequence[RawRecord]) -> list[T | str]:
        try:
            assert self._executor is not None
            return self._executor.submit(_call, self._work, raws).result()
        except BrokenProcessPool:
            self._renew()
            if len(raws) == 1:
                return [_KILLED]
        return [self._alone([raw])[0] for raw in raws]


def _finished(future: Future[list[T | str]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _sound(chunk: Chunk) -> list[RawRecord]:
    return [raw for raw in chunk.raws if raw.error is None]
