"""What operating systems differ in."""

from __future__ import annotations

import os
import sys

from redactor.errors import ModelError

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


_SWITCH, _OFF = "ORT_DISABLE_TELEMETRY", "1"
_came_too_late = False


def switch_off_telemetry() -> None:
    """Called before anything else is imported. Worker processes inherit the variables."""
    global _came_too_late
    _came_too_late = "onnxruntime" in sys.modules and os.environ.get(_SWITCH) != _OFF
    os.environ.setdefault(_SWITCH, _OFF)
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


def check_telemetry_off() -> None:
    """Raise ModelError if onnxruntime may report to its maker."""
    if os.environ.get(_SWITCH) != _OFF:
        raise ModelError(f"{_SWITCH} is set so that onnxruntime reports to its maker; unset it, or set it to {_OFF}")
    if _came_too_late:
        raise ModelError(
            f"onnxruntime was imported before redactor, and may report to its maker; set {_SWITCH}={_OFF} in the "
            "environment, or import redactor first"
        )
