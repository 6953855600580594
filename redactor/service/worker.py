"""This module is a worker process of the service: it builds an engine, and answers requests on the port of the service.

Workers share the port, home and a folder of metrics and of right tokens' digests, and nothing else.
"""

from __future__ import annotations

import asyncio
import os
import select
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from redactor.errors import RunError
from redactor.service.pulse import BEAT_SECONDS, Steps
from redactor.service.tokens import RightTokens
from redactor.settings import Settings, load_settings

if TYPE_CHECKING:
    from redactor.service.engine_thread import EngineThread


@dataclass(frozen=True)
class Plan:
    """A plan is what all workers of a service do.

    settings: those of the service, with which every worker starts. profile: as the command names it. address: on which
    the service listens. remedies: what to do about the reason of a record. right: tokens that were right at any of
    them. words: gives what may be shown of an exception.
    """

    settings: Settings
    profile: str | None
    workers: int
    address: tuple[str, int]
    has_tokens: bool
    cert: Path | None
    key: Path | None
    metrics: Path
    right: RightTokens
    has_console: bool
    remedies: Mapping[str, str]
    words: Callable[[BaseException], str]


@dataclass(frozen=True)
class Ready:
    """A worker accepts requests. digest: of the profile, which is that of all workers."""

    profile: str
    digest: str


@dataclass(frozen=True)
class Failed:
    """A worker could not start."""

    told: str


@dataclass(frozen=True)
class Told:
    """Something failed while a worker answered a request."""

    told: str


@dataclass(frozen=True)
class LlmState:
    """Whether the LLM could be asked when a worker did so last. state: as in `llm_watch`."""

    state: str
    told: str


@dataclass(frozen=True)
class Beat:
    """The event loop of a worker runs. overdue: by how many seconds the engine is over the time of its work."""

    overdue: float


Message = Ready | Failed | Told | LlmState | Beat


class _Teller:
    """This object tells the supervisor. The threads of a worker share it."""

    def __init__(self, supervisor: Connection) -> None:
        self._supervisor, self._lock = supervisor, threading.Lock()

    def __call__(self, message: Message) -> None:
        with self._lock:
            self._supervisor.send(message)

    def offer(self, message: Beat | LlmState) -> None:
        """Tell what will be told again, unless it would have to wait: a supervisor that reads nothing stops nobody."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            pipe = select.poll()
            pipe.register(self._supervisor, select.POLLOUT)
            if pipe.poll(0):
                self._supervisor.send(message)
        finally:
            self._lock.release()


async def _beat(engine: EngineThread, tell: _Teller) -> None:
    steps = Steps()
    with suppress(OSError):  # the supervisor is gone, and so is this process soon
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            engine.beat(steps.step())
            tell.offer(Beat(engine.overdue))


def run_worker(
    plan: Plan, slot: int, digest: str | None, listener: socket.socket, supervisor: Connection, parent: int
) -> None:
    """Answer requests until SIGTERM. This is the main function of a process.

    slot: from 0; no two workers have the same at a time. digest: of the profile of the other workers, if it is known.
    parent: the process id of the supervisor.
    """
    from redactor.run.pool import start_worker  # here, since the supervisor imports this module and needs no engine

    start_worker(parent)
    tell = _Teller(supervisor)
    try:
        _answer(plan, slot, digest, listener, tell)
    except BaseException as e:
        with suppress(OSError):
            tell(Failed(plan.words(e)))
        os._exit(1)  # nothing of the exception is printed: it may quote a request


def _answer(plan: Plan, slot: int, digest: str | None, listener: socket.socket, tell: _Teller) -> None:
    from redactor.service.build import build_service
    from redactor.service.holders import build_checker
    from redactor.service.metrics import share_metrics
    from redactor.service.server import serve

    if load_settings(profile=plan.profile) != plan.settings:
        raise RunError("the settings have changed since the service was started; start it again")
    share_metrics(plan.metrics, slot)

    def told(error: BaseException) -> None:
        for one in error.exceptions if isinstance(error, BaseExceptionGroup) else (error,):
            told(one) if isinstance(one, BaseExceptionGroup) else tell(Told(plan.words(one)))

    service = build_service(
        plan.profile,
        plan.workers,
        plan.address,
        build_checker(plan.settings, told, plan.right) if plan.has_tokens else None,
        told,
        lambda state, words: tell.offer(LlmState(state, words)),
        plan.remedies,
        has_console=plan.has_console,
    )
    profile = service.engine.profile
    if digest not in (None, profile.digest):
        raise RunError("the profile has changed since the service was started; start it again")

    beating: list[asyncio.Task[None]] = []  # the event loop itself would forget it

    def begin() -> None:
        service.start()
        tell(Ready(profile.name, profile.digest))
        beating.append(asyncio.get_running_loop().create_task(_beat(service.engine, tell)))

    serve(service.app, listener, plan.cert, plan.key, begin)
    most = plan.settings.service.memory_mb
    service.close(is_too_large=most is not None and resident_mb(os.getpid()) > most)
    os._exit(0)  # nobody waits for what the engine may still do


def resident_mb(pid: int | None) -> float:
    """Return the memory of a process, in MiB; 0 if it has ended, and where it cannot be known."""
    pages = 0
    if sys.platform == "linux":
        with suppress(OSError, IndexError):
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
