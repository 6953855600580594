"""This module is the process that parses Parquet: bounded in memory and time, without keys, and expendable.

The parser is a large library of C++, and a hostile file may exhaust or crash it. Here that costs one file. A request on
standard input consists of 8 bytes of `max_record_bytes`, 4 bytes each of two lengths, a folder and the path below it,
which is opened through no link; or of an empty folder and a path. The answer on standard output is one byte for ready,
then for each file its rows, each with a kind (`KINDS`) and 8 bytes of a length before it, and END.
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
REQUEST = struct.Struct(">QII")
ANSWER = struct.Struct(">BQ")
ROW, REASON, FILE_REASON, END = range(4)
EXIT_MEMORY = 3

_MEMORY = 768 * 1024 * 1024
_MEMORY_PER_RECORD_BYTE = 12  # a text of n bytes may take 4n in Python and 6n as JSON
# A file may take this much CPU time.
_SECONDS = 120
_SECONDS_PER_BYTE = 1e-5
_WATCH = 0.02  # seconds


def main() -> None:
    """Serve requests until standard input ends."""
    end_with_parent()  # which would otherwise be noticed only between two files
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the run decides when to stop, and then closes the pipes
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", 256 * 1024)
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):  # no message of a library, which may quote the input, gets out
        os.dup2(null, fd)
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # the others reserve address space ahead of need
    import pyarrow as pa

    import redactor.run.intake.parquet_rows  # noqa: F401 - loaded before memory is limited

    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    used = _resident if sys.platform == "darwin" else pa.total_allocated_bytes
    watch = _Watch(used)
    answers.write(READY)
    answers.flush()
    while head := requests.read(REQUEST.size):
        limit, *lengths = REQUEST.unpack(head)
        root, name = (os.fsdecode(requests.read(length)) for length in lengths)
        budget = max(_MEMORY, _MEMORY_PER_RECORD_BYTE * limit)
        limit_address_space(budget)
        watch.budget = budget
        with _opened(root, name) as path:
            _limit_time(path)
            serve(path, limit, answers)
        answers.flush()


@contextlib.contextmanager
def _opened(root: str, name: str) -> Iterator[Path]:
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


def serve(path: Path, limit: int, answers: BinaryIO) -> None:
    """Answer with the rows of a file."""
    from redactor.run.contracts import FileReason
    from redactor.run.intake.parquet_rows import read_rows

    try:
        for row in read_rows(path, limit):
            if isinstance(row, bytes):
                _answer(answers, ROW, row)
            else:
                _answer(answers, FILE_REASON if isinstance(row, FileReason) else REASON, row.encode())
    except MemoryError:
        _answer(answers, FILE_REASON, FileReason.BOMB.encode())
    _answer(answers, END, b"")


def _answer(answers: BinaryIO, kind: int, data: bytes) -> None:
    answers.write(ANSWER.pack(kind, len(data)))
    answers.write(data)


def limit_address_space(budget: int) -> None:
    """Let allocations beyond `budget` bytes from now on fail (RLIMIT_AS). macOS accepts no such limit or ignores it."""
    with contextlib.suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        _lower(resource.RLIMIT_AS, pages * resource.getpagesize() + budget)


def _limit_time(path: Path) -> None:
    """End the process (SIGXCPU) if a file takes more CPU time than its size explains."""
    with contextlib.suppress(OSError, ValueError):
        used = resource.getrusage(resource.RUSAGE_SELF)
        allowed = _SECONDS + _SECONDS_PER_BYTE * path.stat().st_size
        _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + allowed))


def _lower(which: int, soft: int) -> None:
    hard = resource.getrlimit(which)[1]
    resource.setrlimit(which, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _resident() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # bytes, on macOS


class _Watch:
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


if __name__ == "__main__":
    main()
