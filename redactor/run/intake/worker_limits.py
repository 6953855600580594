"""This module bounds the processes that parse files: their memory, their CPU time, their pipes and what they open.

An answer on standard output has a kind and 8 bytes of a length before it. ROW holds a row, REASON why there is none,
FILE_REASON why the rest of a file is not read; END follows the last.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from redactor.files.paths import open_below
from redactor.run.signals import end_with_parent

READY = b"R"
ANSWER = struct.Struct(">BQ")
ROW, REASON, FILE_REASON, END = range(4)
EXIT_MEMORY = 3

_MEMORY = 768 * 1024 * 1024
_MEMORY_PER_RECORD_BYTE = 12  # a text of n bytes may take 4n in Python and 6n as JSON
# A file may take this much CPU time.
_SECONDS = 120
_SECONDS_PER_BYTE = 1e-5
_WATCH = 0.02  # seconds


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return standard input and output for requests and answers, and let nothing else through them.

    The process ends with its parent, and signals of a terminal do not end it.
    """
    end_with_parent()  # which would otherwise be noticed only between two files
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the run decides when to stop, and then closes the pipes
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", 256 * 1024)
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):  # no message of a library, which may quote the input, gets out
        os.dup2(null, fd)
    return requests, answers


def budget_of(limit: int) -> int:
    """Return the bytes that a file may take in memory. limit: bytes of the largest record."""
    return max(_MEMORY, _MEMORY_PER_RECORD_BYTE * limit)


@contextlib.contextmanager
def opened(root: str, name: str) -> Iterator[Path]:
    """Give a path to a file: the file itself, or, below a folder, a path of this process to what was opened
    through no link.
    """
    if not root:
        yield Path(name)
        return
    try:
        fd = open_below(Path(root), name)
    except OSError:
        yield Path(os.devnull)  # no table: it is reported as what cannot be read
        return
    try:
        yield Path(f"/dev/fd/{fd}")
    finally:
        os.close(fd)


def answer(answers: BinaryIO, kind: int, data: bytes) -> None:
    """Write one answer."""
    answers.write(ANSWER.pack(kind, len(data)))
    answers.write(data)


def limit_address_space(budget: int) -> None:
    """Let allocations beyond `budget` bytes from now on fail (RLIMIT_AS). macOS accepts no such limit or ignores it."""
    with contextlib.suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        _lower(resource.RLIMIT_AS, pages * resource.getpagesize() + budget)


def size_of(path: Path) -> int:
    """Return the bytes of a file, 0 of a file that is gone: it is reported as what cannot be read."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def limit_time(size: int) -> None:
    """End the process (SIGXCPU) if a file of so many bytes takes more CPU time than its size explains."""
    with contextlib.suppress(OSError, ValueError):
        used = resource.getrusage(resource.RUSAGE_SELF)
        allowed = _SECONDS + _SECONDS_PER_BYTE * size
        _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + allowed))


def _lower(which: int, soft: int) -> None:
    hard = resource.getrlimit(which)[1]
    resource.setrlimit(which, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def resident() -> int:
    """Return the bytes of memory that this process has used at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # bytes, on macOS


class Watch:
    """This thread ends the process if it uses more than `budget` bytes: the limit on systems without one, such as
    macOS.
    """

    def __init__(self, used: Callable[[], int]) -> None:
        self.budget = sys.maxsize
        self._used = used
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while self._used() <= self.budget:
            time.sleep(_WATCH)
        os._exit(EXIT_MEMORY)
