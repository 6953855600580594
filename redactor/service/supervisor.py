"""This module keeps the worker processes of the service alive: it starts, replaces and ends them.

A worker can be killed at any moment. One that hangs is killed: nothing is heard of its event loop, or its engine is
over the time of a piece of work, for longer than the settings say. Connections that no worker has accepted wait in the
port, which the supervisor holds, for the other workers or the next one. If the supervisor is killed, the kernel kills
the workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from redactor.errors import RunError
from redactor.service.pulse import BEAT_SECONDS, Steps
from redactor.service.server import GRACE_SECONDS
from redactor.service.worker import Beat, Failed, LlmState, Plan, Ready, Told, resident_mb, run_worker

_LONG_LIFE = 3.0  # seconds of answering; a worker that dies earlier is replaced later each time
_LONG_LIFE_OF_HUNG = 600.0  # likewise of a worker that hung: it takes a while to tell
_LONGEST_DELAY = 30.0  # seconds
_LLM_SECONDS = 60.0  # between lines of the log about the same state of the LLM
_TRIES = 5  # of a service without a worker
_END_SECONDS = GRACE_SECONDS + 5.0  # for a worker that was asked to end


@dataclass
class _Worker:
    slot: int
    process: BaseProcess
    connection: Connection
    ready: float | None = None  # since when it answers
    ends: float | None = None  # when it is killed, because it was asked to end
    hangs: bool = False
    silent: float = 0.0  # seconds in which nothing was heard of it
    overdue: float = 0.0  # seconds by which its engine is over its time


class Supervisor:
    """A supervisor runs the workers of a plan on a bound port.

    announce: is called with the name of the profile when all workers answer. told: is told what failed, in words.
    died: is told of a worker that is replaced, in words. tell_of_llm: is told, in words, that the LLM can no longer
    be asked, and that it can be again: once in a while at most.
    """

    def __init__(
        self,
        plan: Plan,
        listener: socket.socket,
        announce: Callable[[str], None],
        told: Callable[[str], None],
        died: Callable[[str], None],
        tell_of_llm: Callable[[str], None],
    ) -> None:
        self._plan, self._listener = plan, listener
        self._announce, self._told, self._died, self._tell_of_llm = announce, told, died, tell_of_llm
        self._llm, self._llm_told = LlmState("", ""), ""
        self._llm_next: dict[str, float] = {}  # when a state may be told again
        self._workers: dict[int, _Worker] = {}
        self._due = dict.fromkeys(range(plan.workers), 0.0)  # when each missing worker is started
        self._short_lives = dict.fromkeys(range(plan.workers), 0)
        self._digest: str | None = None
        self._is_announced, self._tries = False, 0
        self._ending: float | None = None
        self._steps = Steps()

    def run(self) -> None:
        """Run until SIGINT or SIGTERM. Raises RunError if a worker cannot start at first, or none can start later."""
        try:
            with self._ending_on_signal():
                while self._ending is None or self._workers:
                    if self._ending is None:
                        self._start_missing()
                    self._listen()
                    self._look_at_clock_and_memory()
        finally:
            for worker in self._workers.values():
                worker.process.kill()
            for worker in self._workers.values():
                worker.process.join()

    @contextmanager
    def _ending_on_signal(self) -> Iterator[None]:
        def end(*_: object) -> None:
            if self._ending is not None:  # the second signal
                for worker in self._workers.values():
                    worker.process.kill()
                return
            self._ending = time.monotonic()
            self._listener.close()  # so that the port is closed when the workers have closed it
            for worker in self._workers.values():
                self._ask_to_end(worker)

        before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _ask_to_end(self, worker: _Worker) -> None:
        worker.process.terminate()
        worker.ends = time.monotonic() + _END_SECONDS

    def _start_missing(self) -> None:
        now = time.monotonic()
        for slot in [slot for slot, due in self._due.items() if due <= now]:
            # spawn: no lock or descriptor of this process is inherited
            context = multiprocessing.get_context("spawn")
            connection, there = context.Pipe(duplex=False)
            process = context.Process(
                target=run_worker,
                args=(self._plan, slot, self._digest, self._listener, there, os.getpid()),
                name=f"redactor-worker-{slot}",
            )
            try:
                with there:
                    process.start()
            except (OSError, ValueError) as e:  # no memory for a process, or a signal that closed the port meanwhile
                connection.close()
                if self._ending is not None:
                    return
                self._replace_later(slot, lived=0.0)
                self._failed(f"a worker of the service cannot be started ({type(e).__name__})")
                continue
            del self._due[slot]
            self._workers[slot] = worker = _Worker(slot, process, connection)
            if self._ending is not None:  # the signal came while it was started
                self._ask_to_end(worker)
                return

    def _listen(self) -> None:
        """Wait for what the workers tell, for the end of one, or for the next look."""
        of: dict[object, _Worker] = {w.connection: w for w in self._workers.values()}
        of |= {w.process.sentinel: w for w in self._workers.values()}
        for found in wait(list(of), BEAT_SECONDS):  # type: ignore[arg-type]
            worker = of[found]
            if worker.slot not in self._workers:
                continue
            if isinstance(found, Connection) and not self._hear(worker):
                continue
            if not worker.process.is_alive():
                while worker.connection.poll() and self._hear(worker):
                    pass
                self._bury(worker)

    def _hear(self, worker: _Worker) -> bool:
        """Take one message of a worker; return False at the end of its messages."""
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join()  # it holds the other end until it ends
            self._bury(worker)
            return False
        worker.silent = 0.0
        if isinstance(message, Beat):
            worker.overdue = message.overdue
        elif isinstance(message, Told):
            self._told(message.told)
        elif isinstance(message, LlmState):
            self._llm = message
        elif isinstance(message, Failed):
            if self._ending is None and worker.ready is None:
                self._failed(message.told)
        elif isinstance(message, Ready):
            worker.ready, self._digest, self._tries = time.monotonic(), message.digest, 0
            if not self._is_announced and self._has_too_much(worker):
                raise RunError("service.memory_mb is less than an engine needs; raise it")
            if not self._is_announced and all(w.ready for w in self._workers.values()) and not self._due:
                self._is_announced = True
                self._announce(message.profile)
        return True

    def _failed(self, told: str) -> None:
        """A worker could not start. Raises RunError if the service would not answer."""
        self._tries += 1
        if not self._is_announced or (self._tries >= _TRIES and not any(w.ready for w in self._workers.values())):
            raise RunError(told)
        self._told(told)

    def _bury(self, worker: _Worker) -> None:
        if self._workers.pop(worker.slot, None) is None:
            return
        worker.process.join()
        worker.connection.close()
        with suppress(OSError):  # its numbers that are no sums over time
            for path in Path(self._plan.metrics).glob(f"gauge_live*_{worker.slot}.db"):
                path.unlink()
        if self._ending is not None:
            return
        code = worker.process.exitcode or 0
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        if not self._is_announced:
            raise RunError(f"a worker of the service ended {how} while it started")
        lived = 0.0 if worker.ready is None else time.monotonic() - worker.ready
        delay = self._replace_later(worker.slot, lived, _LONG_LIFE_OF_HUNG if worker.hangs else _LONG_LIFE)
        if worker.ends is None or worker.hangs:
            when = f" in {delay:.0f} {'second' if delay == 1 else 'seconds'}, because it did not last" if delay else ""
            self._died(f"worker {worker.slot} ended {how}, and is replaced{when}")

    def _replace_later(self, slot: int, lived: float, long: float = _LONG_LIFE) -> float:
        """Return in how many seconds the worker of a slot is started again; at once after a long life."""
        times = self._short_lives[slot] = self._short_lives[slot] + 1 if lived < long else 0
        delay = min(_LONGEST_DELAY, 2.0 ** (times - 2)) if times > 1 else 0.0
        self._due[slot] = time.monotonic() + delay
        return delay

    def _look_at_clock_and_memory(self) -> None:
        now, step = time.monotonic(), self._steps.step()
        self._tell_of_state(now)
        for worker in self._workers.values():
            worker.silent += step
            if worker.ends is not None:
                if now > worker.ends:
                    worker.process.kill()
            elif worker.ready is not None and self._has_too_much(worker):
                self._died(f"worker {worker.slot} has more memory than service.memory_mb, and is replaced")
                self._ask_to_end(worker)
            elif worker.ready is not None and (what := self._what_hangs(worker)):
                self._died(f"worker {worker.slot} hangs: {what}; it is killed")
                worker.hangs, worker.ends = True, now
                worker.process.kill()

    def _tell_of_state(self, now: float) -> None:
        """Tell of the LLM what a worker said last, and each state once in a while at most."""
        said = self._llm
        if said.state != self._llm_told and now >= self._llm_next.get(said.state, 0.0):
            self._llm_told, self._llm_next[said.state] = said.state, now + _LLM_SECONDS
            self._tell_of_llm(said.told)

    def _what_hangs(self, worker: _Worker) -> str:
        most = self._plan.settings.service.hung_seconds
        if worker.silent > most:
            return f"nothing was heard of it for {worker.silent:.0f} seconds"
        if worker.overdue > most:
            return f"its engine is {worker.overdue:.0f} seconds over the time of a piece of work"
        return ""

    def _has_too_much(self, worker: _Worker) -> bool:
        most = self._plan.settings.service.memory_mb
        return most is not None and resident_mb(worker.process.pid) > most
