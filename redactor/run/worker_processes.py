"""This module calls functions in worker processes over pipes.

Unlike the executor of the standard library it needs no named semaphores, which a process that is killed leaves behind:
the kernel closes pipes. Each process belongs to a thread, which starts it, waits for it and ends it.
"""

from __future__ import annotations

import multiprocessing
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

from redactor.errors import RunError

P = ParamSpec("P")
T = TypeVar("T")
_Task = tuple[Future[Any], bytes]


class WorkerProcesses:
    """A `WorkerProcesses` calls functions in as many processes as there are calls at once, `number` at most.

    start: called first in each process. If a process dies, all are killed, because any of them may have used up the
    memory: every call that is not done raises BrokenProcessPool, and so does a further one.
    """

    def __init__(self, number: int, start: Callable[[], None]) -> None:
        self._number, self._start = number, start
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._undone = 0  # calls
        self.processes: list[BaseProcess] = []
        self.is_broken = self._is_closed = False

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function in the next process that is free. Function, arguments and result can be pickled.

        Raises BrokenProcessPool, and RuntimeError after `close`.
        """
        task = pickle.dumps((function, args, kwargs))
        future: Future[T] = Future()
        with self._lock:
            if self._is_closed:
                raise RuntimeError
            if self.is_broken:
                raise BrokenProcessPool
            self._undone += 1
            if len(self._threads) < min(self._number, self._undone):
                thread = threading.Thread(target=self._run, name="worker", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._tasks.put((future, task))
        return future

    def close(self, *, patiently: bool) -> None:
        """Cancel what is not begun, and end the processes. patiently: let them finish what they are doing."""
        with self._lock:
            self._is_closed = True
            with suppress(Empty):
                while (task := self._tasks.get_nowait()) is not None:
                    _cancel(task[0])
            for _ in self._threads:
                self._tasks.put(None)
        if not patiently:
            self.kill()
            return
        for thread in self._threads:
            thread.join()

    def kill(self) -> None:
        """Kill the processes, whatever they are doing."""
        with self._lock:
            self.is_broken = True
            for process in self.processes:
                process.kill()

    def _run(self) -> None:
        """Run one process; the thread lives as long as the process may, which ends with it (`end_with_parent`)."""
        # spawn: no lock or descriptor of this process (journal, state lock) is inherited
        context = multiprocessing.get_context("spawn")
        connection, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, self._start))
        failure: Exception | None = None
        try:
            with there:
                process.start()
        except Exception as e:  # no memory for a process
            failure = e
        else:
            with self._lock:
                self.processes.append(process)
                if self.is_broken:
                    process.kill()
        try:
            while self._take(connection, failure):
                pass
        finally:
            connection.close()
            if failure is None:
                wait([process.sentinel])
                with self._lock:  # its number may be that of another process as soon as it is joined
                    process.join()
                    self.processes.remove(process)

    def _take(self, connection: Connection, failure: Exception | None) -> bool:
        """Wait for a call and make it; return False if no more will come. failure: why there is no process."""
        if (taken := self._tasks.get()) is None:
            return False
        future, task = taken
        future.set_running_or_notify_cancel()
        try:
            if failure is not None:
                raise failure
            connection.send_bytes(task)
            has_succeeded, result = pickle.loads(connection.recv_bytes())  # noqa: S301 - our own process wrote it
        except (EOFError, OSError) as e:
            self.kill()
            future.set_exception(BrokenProcessPool() if failure is None else e)
        except Exception as e:
            future.set_exception(e)
        else:
            (future.set_result if has_succeeded else future.set_exception)(result)
        finally:
            with self._lock:
                self._undone -= 1
        return True


def _cancel(future: Future[Any]) -> None:
    future.cancel()
    future.set_running_or_notify_cancel()


def _serve(connection: Connection, start: Callable[[], None]) -> None:
    """Answer calls until the other end closes the pipe. This is the main function of a process."""
    start()
    while True:
        try:
            function, args, kwargs = pickle.loads(connection.recv_bytes())  # noqa: S301 - the main process wrote it
        except EOFError:
            return
        answer: tuple[bool, Any]
        try:
            answer = True, function(*args, **kwargs)
        except Exception as e:
            answer = False, e
        try:
            packed = pickle.dumps(answer)
        except Exception as e:
            packed = pickle.dumps((False, RunError(f"a result of a worker cannot be passed on: {type(e).__name__}")))
        connection.send_bytes(packed)
