"""This module writes what a long-running command says as log lines: a time (UTC), a level, and a text or a JSON object.

Lines hold texts of Redactor alone. Of a record that another library logs, and of an exception in a thread, they show
type and place, since their messages may quote what was read.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any

_NAME = "redactor"
_lines: logging.Handler | None = None  # while commands write lines


class LogFormat(StrEnum):
    """The form of log lines."""

    TEXT = "text"
    JSON = "json"


class Level(StrEnum):
    """The level of a log line."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class _TextFormatter(logging.Formatter):
    """2026-11-28T03:00:00.123Z warning Kafka does not answer"""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def format(self, record: logging.LogRecord) -> str:
        return f"{self.formatTime(record)} {record.levelname.lower()} {' '.join(record.getMessage().split())}"


class _JsonFormatter(_TextFormatter):
    """{"ts":"2026-11-28T03:00:00.123Z","level":"warning","event":"kafka-away","message":"Kafka ...","fields":{}}"""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "ts": self.formatTime(record),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", ""),
            "message": record.getMessage(),
            "fields": getattr(record, "fields", {}),
        }
        return json.dumps(line, ensure_ascii=False)


@contextmanager
def log_lines(form: LogFormat) -> Iterator[None]:
    """Let `write` write lines to stderr while the block runs."""
    global _lines
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter() if form is LogFormat.JSON else _TextFormatter())
    before, _lines = _lines, handler
    try:
        yield
    finally:
        _lines = before


def are_lines() -> bool:
    """Return whether `write` may be called: whether the command writes lines in place of text for a terminal."""
    return _lines is not None


def write(level: Level, event: str, text: str, fields: Mapping[str, Any]) -> None:
    """Write one line. event: what happened, in the words of a program. fields: values that JSON can hold, no PHI."""
    assert _lines is not None
    _lines.handle(_record(level, event, text, fields))


def last_words(text: str) -> bytes:
    """Return an error as the bytes of a line, for a process that ends at once and holds locks."""
    if _lines is None:
        return f"error: {text}\n".encode()
    return f"{_lines.format(_record(Level.ERROR, 'error', text, {}))}\n".encode()


def _record(level: Level, event: str, text: str, fields: Mapping[str, Any]) -> logging.LogRecord:
    number = logging.getLevelNamesMapping()[level.upper()]
    record = logging.LogRecord(_NAME, number, __file__, 0, text, None, None)
    record.event, record.fields = event, dict(fields)
    return record


@contextmanager
def by_type_and_place(show: Callable[[str], None]) -> Iterator[None]:
    """Show of what other libraries log as errors, and of exceptions in threads, type and place alone, each once.

    What they log below errors is not shown, nor are warnings of Python.
    """
    handler = TypeAndPlace(show)
    root, hook, unraisable = logging.getLogger(), threading.excepthook, sys.unraisablehook
    threading.excepthook = lambda raised: handler.tell(raised.exc_type, raised.exc_traceback)
    sys.unraisablehook = lambda raised: handler.tell(raised.exc_type, raised.exc_traceback)
    root.addHandler(handler)
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        root.removeHandler(handler)
        threading.excepthook, sys.unraisablehook = hook, unraisable


class TypeAndPlace(logging.Handler):
    """This handler shows of what is logged as an error type and place alone, each once."""

    def __init__(self, show: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._show = show
        self._seen: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        raised = record.exc_info[0] if record.exc_info else None
        self._tell(f"{raised.__name__ if raised else 'error'} at {record.module}:{record.lineno} of {record.name}")

    def tell(self, kind: type[BaseException], traceback: Any) -> None:
        while traceback is not None and traceback.tb_next is not None:
            traceback = traceback.tb_next
        place = "an unknown place"
        if traceback is not None:
            place = f"{Path(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno}"
        self._tell(f"{kind.__name__} at {place}, not in the main thread")

    def _tell(self, line: str) -> None:
        if line not in self._seen:
            self._seen.add(line)
            self._show(line)
