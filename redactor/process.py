"""This module sets up the process: it switches off telemetry and core files, and counts the CPUs that may be used."""

from __future__ import annotations

import os
import sys

from redactor.errors import ModelError

NOT_ON_WINDOWS = (
    "Redactor does not run on Windows, which lacks the file locks, signals and limits that it relies on: "
    "use Linux, or WSL 2 on this machine"
)


def usable_cpus() -> int:
    """Return how many CPUs this process may use; on macOS, which pins no processes, return how many CPUs there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def switch_off_core_dumps() -> None:
    """Stop this process and its children from writing core files, which would hold keys and records in the clear.

    The hard limit stays: a program can switch core files on again.
    """
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


_ORT_SWITCH, _OFF = "ORT_DISABLE_TELEMETRY", "1"
_came_too_late = False


def switch_off_telemetry() -> None:
    """Set the variables that stop libraries from reporting their use to their makers. Worker processes inherit them.

    `import redactor` calls this before any other import. From 1.29 on, onnxruntime sends a device id, the path of the
    interpreter and the file name of the model from any process that holds a session for some 20 seconds, and queues
    unsent reports in the user's cache. Its `disable_telemetry_events` does not stop that; the variable does, if it is
    set before the import.
    """
    global _came_too_late
    _came_too_late = "onnxruntime" in sys.modules and os.environ.get(_ORT_SWITCH) != _OFF
    os.environ.setdefault(_ORT_SWITCH, _OFF)
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


def check_telemetry_off() -> None:
    """Raise ModelError if onnxruntime may report to its maker. Whoever opens a session calls this first."""
    if os.environ.get(_ORT_SWITCH) != _OFF:
        raise ModelError(
            f"{_ORT_SWITCH} is set so that onnxruntime reports to its maker; unset it, or set it to {_OFF}"
        )
    if _came_too_late:
        raise ModelError(
            f"onnxruntime was imported before redactor, and may report to its maker; set {_ORT_SWITCH}={_OFF} in the "
            "environment, or import redactor first"
        )
