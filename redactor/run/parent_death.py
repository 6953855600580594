"""A child process that ends with its parent, whatever it is doing."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1  # prctl(2)


def end_with_parent(parent: int | None = None) -> None:
    """Let Linux kill this process when the thread that started it has ended; elsewhere, do nothing.

    A thread that waits for the parent cannot do it alone: a library that holds the interpreter lets no thread run.
    parent: its process id, if known; a parent that has already ended is noticed then.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if parent is not None and os.getppid() != parent:
            os._exit(1)
