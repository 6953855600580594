"""This module reads Parquet tables through a separate process (`parquet_worker`), which a hostile file may end."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec

from redactor.errors import RunError
from redactor.run.contracts import FileReason
from redactor.run.intake.files import InputFile
from redactor.run.intake.parquet_worker import ANSWER, END, EXIT_MEMORY, FILE_REASON, READY, REQUEST, ROW
from schemas.engine.records import Reason

_ENDED_BY_LIMIT = frozenset({EXIT_MEMORY, -signal.SIGXCPU, -signal.SIGABRT, -signal.SIGKILL})

# With these the C library of Linux reuses the memory of a batch. Returning it costs more time than reading.
_MALLOC = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "8388608", "MALLOC_TRIM_THRESHOLD_": "33554432"}


def read_rows(file: InputFile, limit: int) -> Iterator[bytes | Reason | FileReason]:
    """Yield each row as a JSON object, or why it cannot be one; a FileReason is the last: the rest cannot be read.

    limit: bytes of the largest row; a larger one is TOO_LARGE. A table whose columns have no proper names yields
    MALFORMED_TABLE and no row. Raises RunError if the process cannot be started, and as `check_installed`.
    """
    check_installed()
    worker = _take()
    whole = False
    try:
        yield from worker.rows(file, limit)
        whole = worker.is_usable()
    finally:
        if whole and not _idle:
            _idle.append(worker)
        else:
            worker.end()


def check_installed() -> None:
    """Raise RunError if the library is missing that reads and writes Parquet."""
    if find_spec("pyarrow") is None:
        raise RunError("Parquet files need an extra; install it: pip install 'clinical-redactor[parquet]'")


class _Worker:
    """A worker is a running process that reads one file after another."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "redactor.run.intake.parquet_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(os.environ),
            start_new_session=True,  # a signal from the terminal is for the run alone
        )
        if self._read(1) != READY:
            self.end()
            raise RunError("the process that reads Parquet does not start; check the installation, memory and limits")
        self._failed = False

    def rows(self, file: InputFile, limit: int) -> Iterator[bytes | Reason | FileReason]:
        assert file.path is not None
        root = b"" if file.root is None else os.fsencode(file.root.absolute())
        name = os.fsencode(file.path.absolute() if file.root is None else file.name)
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(REQUEST.pack(limit, len(root), len(name)) + root + name)
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
            if kind == ROW:
                yield data
            elif kind == FILE_REASON:
                yield FileReason(data.decode())
            else:
                yield Reason(data.decode())

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


_idle: list[_Worker] = []


def _take() -> _Worker:
    """Return an idle worker that is usable, or a new one."""
    while _idle:
        worker = _idle.pop()
        if worker.is_usable():
            return worker
        worker.end()
    return _Worker()


@atexit.register
def end_idle() -> None:
    while _idle:
        _idle.pop().end()
