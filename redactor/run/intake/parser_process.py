"""This module runs parsers in separate processes, which a hostile file may end: one process reads file after file.

A request and its answers go through pipes. What the process does with them is said in its own module.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping

from redactor.errors import RunError
from redactor.run.contracts import FileReason
from redactor.run.intake.worker_limits import ANSWER, END, EXIT_MEMORY, READY

_ENDED_BY_LIMIT = frozenset({EXIT_MEMORY, -signal.SIGXCPU, -signal.SIGABRT, -signal.SIGKILL})

# With these the C library of Linux reuses the memory of a batch. Returning it costs more time than reading.
_MALLOC = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "8388608", "MALLOC_TRIM_THRESHOLD_": "33554432"}


class ParserProcess:
    """A parser process reads one file after another. module: what it runs. reads: what it reads, for an error."""

    def __init__(self, module: str, reads: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the modules are this package's
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(os.environ),
            start_new_session=True,  # a signal from the terminal is for the run alone
        )
        if self._read(1) != READY:
            self.end()
            raise RunError(f"the process that reads {reads} does not start; check the installation, memory and limits")
        self._failed = False

    def answers(self, request: bytes) -> Iterator[tuple[int, bytes] | FileReason]:
        """Yield each answer with its kind; a FileReason is the last, and says why the process ended."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(request)
            self._process.stdin.flush()
        except OSError:
            yield self._fault()
            return
        while True:
            head = self._read(ANSWER.size)
            kind, length = ANSWER.unpack(head) if len(head) == ANSWER.size else (END, 1)
            if (kind, length) == (END, 0):
                return
            data = self._read(length)
            if kind == END or len(data) < length:
                yield self._fault()
                return
            yield kind, data

    def is_usable(self) -> bool:
        return not self._failed and self._process.poll() is None

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):  # what is left to write goes nowhere
                    pipe.close()

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        return self._process.stdout.read(size) if size else b""

    def _fault(self) -> FileReason:
        """Return why the process ended in the middle of a file."""
        self._failed = True
        return FileReason.BOMB if self._process.wait() in _ENDED_BY_LIMIT else FileReason.UNREADABLE


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the process: it needs no key and gets none, and finds the modules of this process."""
    kept = {k: v for k, v in environ.items() if not k.startswith("REDACTOR_")}
    return kept | _MALLOC | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


class ParserPool:
    """A parser pool keeps one idle process for the next file. idle: that process, if there is one."""

    def __init__(self, module: str, reads: str) -> None:
        self._module, self._reads = module, reads
        self.idle: list[ParserProcess] = []
        atexit.register(self.end_idle)

    def answers(self, request: bytes) -> Iterator[tuple[int, bytes] | FileReason]:
        """Yield the answers of a process, as `ParserProcess` does. Raises RunError if none can be started."""
        process = self._take()
        whole = False
        try:
            yield from process.answers(request)
            whole = process.is_usable()
        finally:
            if whole and not self.idle:
                self.idle.append(process)
            else:
                process.end()

    def end_idle(self) -> None:
        while self.idle:
            self.idle.pop().end()

    def _take(self) -> ParserProcess:
        """Return an idle process that is usable, or a new one."""
        while self.idle:
            process = self.idle.pop()
            if process.is_usable():
                return process
            process.end()
        return ParserProcess(self._module, self._reads)
