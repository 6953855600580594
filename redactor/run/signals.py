"""This module ends a run on SIGINT and SIGTERM, after the current chunk or a few seconds later, and children with
parents.

A run can be ended at any moment: what is not committed is done again when the run resumes.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redactor.run.logs import are_lines, last_words

STOPPED = "stopped by a signal; nothing is lost: the same command resumes here"
GRACE = 5.0  # seconds; container runtimes kill after ten
_ENDING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_on_signal() -> Iterator[threading.Event]:
    """Give an event that the first signal sets.

    After GRACE seconds the process ends; a second signal ends it at once.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def on_signal(*_: Any) -> None:
        stop.set()
        for number in _ENDING:
            signal.signal(number, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, GRACE)

    before = {number: signal.signal(number, on_signal) for number in _ENDING}
    before[signal.SIGALRM] = signal.signal(signal.SIGALRM, _end)
    try:
        yield stop
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(*_: Any) -> None:
    if not are_lines():
        os.write(2, b"\x1b[?25h\n" if os.isatty(2) else b"\n")  # the cursor, which the progress bar hides
    os.write(2, last_words(STOPPED))
    os._exit(2)  # workers end with this process


_PR_SET_PDEATHSIG = 1  # prctl(2)


def end_with_parent(parent: int | None = None) -> None:
    """Let Linux kill this process when the thread that started it has ended; elsewhere, do nothing.

    A thread that waits for the parent cannot do this alone: a library that holds the interpreter lets no thread run.
    parent: the parent's process id, if known, so that a parent that has already ended is noticed.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if parent is not None and os.getppid() != parent:
            os._exit(1)
