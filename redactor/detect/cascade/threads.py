"""Threads that do not keep an interrupted process alive."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_Calls = SimpleQueue[Callable[[], None] | None]


class DaemonThreads:
    """Calls functions in order, at most `size` at a time. The threads end with this object, and with the process.

    A ThreadPoolExecutor is joined when the interpreter ends: after Ctrl-C a process would go on until everything that
    it had submitted was asked and answered.
    """

    def __init__(self, size: int, name: str) -> None:
        self._size, self._name = size, name
        self._calls: _Calls = SimpleQueue()
        self._started = 0
        self._lock = threading.Lock()
        weakref.finalize(self, self._calls.put, None).atexit = False

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The future of a call. It raises what the function raises."""
        future: Future[T] = Future()

        def call() -> None:
            try:
                result = function(*args, **kwargs)
            except BaseException as e:
                future.set_exception(e)
            else:
                future.set_result(result)

        self._calls.put(call)
        with self._lock:
            if self._started < self._size:
                self._started += 1
                # Without a reference to this object, which could not end otherwise.
                threading.Thread(target=_serve, args=(self._calls,), name=self._name, daemon=True).start()
        return future


def _serve(calls: _Calls) -> None:
    while (call := calls.get()) is not None:
        call()
        del call  # with the notes that it holds
    calls.put(None)  # for the next thread
