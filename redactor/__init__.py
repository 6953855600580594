"""Redactor de-identifies clinical records. Public names are imported on first use.

from redactor import Redactor
Redactor(keyless=True).text("Seen by Dr. Adam Wilson.").text
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from redactor.process import switch_off_telemetry

if TYPE_CHECKING:
    from redactor.assemble.facade import Redactor
    from redactor.detect import Detector
    from redactor.engine import Engine, Redacted
    from redactor.entities import Entity, Role
    from redactor.keys import Keyring
    from redactor.settings import Settings
    from redactor.text import KnownValue, Mention, Note, Reading, Span
    from schemas.engine.records import RecordError

switch_off_telemetry()

__version__ = "0.1.0"

_MODULES = {
    "Redactor": "redactor.assemble.facade",
    "Detector": "redactor.detect",
    "Engine": "redactor.engine",
    "Redacted": "redactor.engine",
    "Entity": "redactor.entities",
    "Role": "redactor.entities",
    "Keyring": "redactor.keys",
    "Settings": "redactor.settings",
    "KnownValue": "redactor.text",
    "Mention": "redactor.text",
    "Note": "redactor.text",
    "Reading": "redactor.text",
    "RecordError": "schemas.engine.records",
    "Span": "redactor.text",
}

__all__ = [
    "Detector", "Engine", "Entity", "Keyring", "KnownValue", "Mention", "Note", "Reading", "RecordError", "Redacted",
    "Redactor", "Role", "Settings", "Span", "__version__",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module 'redactor' has no attribute {name!r}")
    if sys.platform == "win32":
        from redactor.process import NOT_ON_WINDOWS

        raise ImportError(NOT_ON_WINDOWS)
    return getattr(import_module(module), name)
