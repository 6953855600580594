"""Libraries that report their use to their makers do not do so in a process that de-identifies.

From 1.29 on, onnxruntime sends a device id, the path of the interpreter and the file name of the model from any process
that holds a session for some 20 seconds, and queues what it could not send in the user's cache. Its own
`disable_telemetry_events` does not stop that; the variable does, if it is set before the import. So `import redactor`
sets it, and who opens a session asks `check_off`.
"""

from __future__ import annotations

import os
import sys

from redactor.errors import ModelError

_SWITCH, _OFF = "ORT_DISABLE_TELEMETRY", "1"
_came_too_late = False


def switch_off() -> None:
    """Called before anything else is imported. Worker processes inherit the variables."""
    global _came_too_late
    _came_too_late = "onnxruntime" in sys.modules and os.environ.get(_SWITCH) != _OFF
    os.environ.setdefault(_SWITCH, _OFF)
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


def check_off() -> None:
    """Raise ModelError if onnxruntime may report to its maker."""
    if os.environ.get(_SWITCH) != _OFF:
        raise ModelError(f"{_SWITCH} is set so that onnxruntime reports to its maker; unset it, or set it to {_OFF}")
    if _came_too_late:
        raise ModelError(
            f"onnxruntime was imported before redactor, and may report to its maker; set {_SWITCH}={_OFF} in the "
            "environment, or import redactor first"
        )
