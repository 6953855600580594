"""Runs the commands of a stream as processes, kills and stops them where their schedules say, and starts them again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from redactor.run.signals import STOPPED
from redactor.settings import StreamsSettings
from streams.topics import create_topics

ROOT = Path(__file__).parents[2]
KILLED = -signal.SIGKILL
_POLL = 0.05  # seconds
_UNTIL_KILLED, _UNTIL_STOPPED = 60.0, 1.0  # seconds of a pause
_ROOM = 100_000  # bytes that a file may grow before its disk is full
_DISK_IS_FULL = (2, 3)
_REFUSED, _RESTARTS = 2, 20
_NO_BROKER = ("Kafka cannot be reached", "Kafka does not answer", "Kafka does not describe")
_AWAKE = 8.0  # seconds that a process has after it was stopped
_HUNG = 3600.0  # seconds in which a process ends: far more than a slow machine needs, so that no speed is judged
_LOOK = 5.0  # seconds between looks at what was written


class HarnessError(AssertionError):
    """A command ended as it should not; the message holds the end of what it printed."""


@dataclass(frozen=True)
class Fault:
    """What befalls a process. kind: "kill", "stop" for `seconds`, or "full-disk", of which it ends.

    point: where it is hit, at its nth turn; "" for any place, `seconds` after its start.
    """

    kind: str
    point: str
    turn: int = 1
    seconds: float = 0.0


@dataclass(frozen=True)
class Stream:
    """Topics of one's own, a keyring, homes and logs in a folder.

    options: of the test main, given to every process. env: more settings. Processes end with this one, or by end_all.
    """

    folder: Path
    keyring: Path
    streams: StreamsSettings
    env: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def create(self) -> None:
        for name in ("logs", "marks"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        asyncio.run(create_topics(self.streams))

    @property
    def out(self) -> Path:
        return self.folder / "out"

    @property
    def state(self) -> Path:
        return self.folder / "state"

    def environment(self, home: str) -> dict[str, str]:
        streams = {
            f"REDACTOR_STREAMS__{name.upper()}": str(value) if isinstance(value, str | Path) else json.dumps(value)
            for name, value in self.streams.model_dump(exclude_defaults=True).items()
        }
        kept = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
        mine = {
            "PYTHONPATH": str(ROOT),
            "REDACTOR_HOME": str(self.folder / home),
            "REDACTOR_KEYRING": str(self.keyring),
            "REDACTOR_AS_OF": "2026-01-01",
            "REDACTOR_DETECTORS": '["patterns","known"]',
        }
        return kept | mine | streams | self.env

    def start(self, name: str, home: str, args: Sequence[object], *options: str) -> subprocess.Popen[bytes]:
        """name: of its log."""
        child = [sys.executable, "-m", "tests.crash.stream_child", "--parent", str(os.getpid())]
        command = [*child, *self.options, *options, "--", "streams", *map(str, args)]
        with (self.folder / "logs" / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                command, env=self.environment(home), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.started.append(process)
        return process

    def end_all(self) -> None:
        """Kill every process that was started and has not ended, also one that is stopped."""
        for process in self.started:
            process.kill()
            process.wait()
        self.started.clear()

    def written(self) -> int:
        """The bytes in the folder: what grows while a stream gets on, however slowly."""
        found = 0
        for path in self.folder.rglob("*"):
            with suppress(OSError):
                found += path.stat().st_size
        return found

    def told(self, name: str) -> str:
        return (self.folder / "logs" / f"{name}.log").read_text("utf-8", "replace")

    def run(self, name: str, home: str, args: Sequence[object], *options: str, codes: Iterable[int] = (0,)) -> int:
        """Run a command to its end."""
        process = self.start(name, home, args, *options)
        try:
            code = process.wait(_HUNG)
        finally:
            process.kill()
            process.wait()
        if code not in codes:
            raise HarnessError(f"{name} ended with {code}: {self.told(name)[-2000:]}")
        return code

    def drain(self, worker_home: str, router_home: str | None = None) -> None:
        """Let everything leave that the stream holds; with a router's home also what waits for routers."""
        if router_home is not None:
            self.run("router-last", router_home, ("router", "--drain"))
        self.run("worker-last", worker_home, ("worker", "--drain"))
        self.run("exporter-last", "home-exporter", self.export_args("--drain"), codes=(0, 1))

    def export_args(self, *more: str) -> tuple[object, ...]:
        return ("export", self.out, "--state", self.state, "--json", *more)


@dataclass
class Role:
    """A command that is started again whenever it was killed, until it ends by itself.

    codes: with which it may end. faults: what befalls one process after another. is_disk_full: whether that of its home
    is now.
    """

    stream: Stream
    name: str
    home: str
    args: Sequence[object]
    faults: deque[Fault] = field(default_factory=deque)
    codes: frozenset[int] = frozenset({0})
    tell: Callable[[str], None] = lambda _: None
    is_disk_full: Callable[[], bool] = lambda: False
    options: tuple[str, ...] = ()
    done: bool = False
    restarts: int = 0  # of processes that found no broker when they began
    hit: list[Fault] = field(default_factory=list)
    _process: subprocess.Popen[bytes] | None = None
    _fault: Fault | None = None
    _mark: Path | None = None
    _due: float = 0.0
    _wakes: float | None = None

    def give(self, faults: Iterable[Fault], seconds: float = 0.0) -> None:
        """Add faults. A process that none awaits is killed after some seconds, so that the next has them."""
        self.faults += faults
        if self.faults and self._process is not None and self._fault is None and self._wakes is None:
            self._kill_later(seconds)

    def _kill_later(self, seconds: float) -> None:
        self._fault, self._mark, self._due = Fault("kill", ""), None, time.monotonic() + seconds

    def start(self) -> None:
        self._fault = self.faults.popleft() if self.faults else None
        options, self._mark = list(self.options), None
        if self._fault is not None and self._fault.point:
            self._mark = self.stream.folder / "marks" / f"{self.name}-{len(self.hit)}"
            self._mark.unlink(missing_ok=True)
            pause = _UNTIL_STOPPED if self._fault.kind == "stop" else _UNTIL_KILLED
            options += ["--pause", f"{self._fault.point}:{self._fault.turn}:{pause}:{self._mark}"]
        elif self._fault is not None and self._fault.kind == "full-disk":
            sizes = [p.stat().st_size for p in self.stream.state.glob("*") if p.is_file()]
            options += ["--file-limit", str(max(sizes, default=0) + _ROOM)]
        self._due = time.monotonic() + (self._fault.seconds if self._fault else 0.0)
        self._process = self.stream.start(self.name, self.home, self.args, *options)

    def step(self) -> None:
        """Do what is due."""
        if self.done:
            return
        if self._process is None:
            self.start()
            return
        if self._wakes is not None:
            if time.monotonic() >= self._wakes:
                self._wakes = None
                self._process.send_signal(signal.SIGCONT)
                self.tell(f"{self.name} goes on")
                if self.faults:  # the next one befalls another process
                    self._kill_later(_AWAKE)
            return
        code = self._process.poll()
        if code is not None:
            self._ended(code)
        elif self._fault is not None and self._is_due(self._fault):
            self._hit(self._fault)

    def _is_due(self, fault: Fault) -> bool:
        if fault.kind == "full-disk":
            return False
        return self._mark.exists() if self._mark is not None else time.monotonic() >= self._due

    def _hit(self, fault: Fault) -> None:
        assert self._process is not None
        self.hit.append(fault)
        self.tell(f"{fault.kind} {self.name} at {fault.point or 'any point'}")
        self._fault = None
        if fault.kind == "stop":
            self._process.send_signal(signal.SIGSTOP)
            self._wakes = time.monotonic() + fault.seconds
        else:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _ended(self, code: int) -> None:
        if code == _REFUSED and self._found_no_broker():
            self.tell(f"{self.name} was started without a broker")
            self._process = None
            self.restarts += 1
            if self._fault is not None:
                self.faults.appendleft(self._fault)
            return
        if code in _DISK_IS_FULL and self.is_disk_full():
            self._process = None
            return
        if self._fault is not None and self._fault.kind == "full-disk" and code in _DISK_IS_FULL:
            self.hit.append(self._fault)
            self.tell(f"{self.name} ended with {code}: full disk")
            self._process = None
            return
        if code not in self.codes:
            raise HarnessError(f"{self.name} ended with {code}: {self.stream.told(self.name)[-2000:]}")
        self.done, self._process = True, None

    def _found_no_broker(self) -> bool:
        told = self.stream.told(self.name)[-300:]
        return self.restarts < _RESTARTS and any(message in told for message in _NO_BROKER)

    def end(self, with_signal: signal.Signals = signal.SIGKILL) -> None:
        """End the process, also one that is stopped. Faults that are left are forgotten.

        A signal may come before the process can hear it. On a slow machine it may take longer than the command grants
        itself: then it says so, with another code.
        """
        if self._process is not None:
            self._process.send_signal(with_signal)
            self._process.send_signal(signal.SIGCONT)
            code = self._process.wait(_HUNG)
            is_forced = code == _REFUSED and STOPPED in self.stream.told(self.name)[-300:]
            if code not in self.codes | {-with_signal} and not is_forced:
                raise HarnessError(f"{self.name} ended with {code}: {self.stream.told(self.name)[-2000:]}")
        self.done, self._process = True, None


def run_until(roles: Sequence[Role], is_over: Callable[[], bool], quiet: float = 600.0) -> None:
    """Step all roles until it is over. Raises HarnessError when for so many seconds nothing was written and nothing
    happened to a role; all processes are ended then.
    """
    seen: object = None
    most, moved, looked = 0, time.monotonic(), 0.0
    try:
        while not is_over():
            for role in roles:
                role.step()
            now = time.monotonic()
            if now - looked >= _LOOK:
                looked, written = now, roles[0].stream.written()
                happened = [(role.done, role.restarts, len(role.hit)) for role in roles]
                if written > most or happened != seen:
                    most, seen, moved = max(most, written), happened, now
                elif now - moved > quiet:
                    raise HarnessError(f"nothing has moved for {quiet:.0f} s")
            time.sleep(_POLL)
    except BaseException:
        for role in roles:
            role.end()
        raise
