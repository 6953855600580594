"""Waiting until something may have changed in a folder. Never relied on: who waits looks for itself afterwards."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

from redactor.run.intake.drop_files import is_temporary

_PAUSE = 0.2  # seconds after an event, so that a thousand files that arrive together wake once


class FolderEvents:
    """Wakes when a file in the folder was made, renamed or closed after writing.

    That needs watchdog (the extras audio and streams) and a local file system; without them every wait lasts its time.
    Folders within the folder are not watched.
    """

    def __init__(self, folder: Path) -> None:
        self._changed = threading.Event()
        self._observer = _observe(folder, self)

    def wait(self, seconds: float) -> None:
        """Return after this time, or soon after an event."""
        if self._changed.wait(seconds):
            time.sleep(min(_PAUSE, seconds))
            self._changed.clear()

    def close(self) -> None:
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()

    def dispatch(self, event: Any) -> None:
        """Called by watchdog, in a thread of its own."""
        if event.event_type in ("created", "closed", "moved"):
            path = os.fspath(event.dest_path or event.src_path)
            if not is_temporary(os.fsdecode(os.path.basename(path))):  # noqa: PTH119  a path can be bytes
                self._changed.set()


def _observe(folder: Path, handler: FolderEvents) -> Any:
    """A running observer; None without watchdog, and where the kernel grants no more watches."""
    try:
        from watchdog.observers import Observer
    except ImportError:
        return None
    observer = Observer()
    try:
        observer.schedule(handler, str(folder), recursive=False)
        observer.start()
    except OSError:
        return None
    return observer
