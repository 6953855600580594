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


def switch_off_core_dumps() -> None:
    """Have this process and its children write no core file, which would hold keys and records in the clear.

    The hard limit stays: a program can switch them on again.
    """
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
