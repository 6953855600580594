"""What operating systems differ in."""

from __future__ import annotations

import os

NOT_ON_WINDOWS = (
    "Redactor does not run on Windows, which lacks the file locks, signals and limits that it relies on: "
    "use Linux, or WSL 2 on this machine"
)


def usable_cpus() -> int:
    """How many CPUs this process may use; on macOS, which binds no process to some of them, how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
