"""This module notices changed files of the configuration for commands that run on and read them when they start."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redactor.keys.keyring_file import keyring_path
from redactor.settings import Settings
from redactor.settings_file import settings_file

_LOOK = 2.0  # seconds

_Seen = dict[Path, tuple[int, int, int]]


class ConfigurationFiles:
    """The settings file and the files that settings name: keyring, approvals, patient lists, schemas, profiles.

    has_changed: set once by `watched`; files that are still being written do not count yet.
    """

    def __init__(self, settings: Settings) -> None:
        lists = (settings.crosswalk, settings.opt_out, settings.notes.sidecar, keyring_path(settings.keyring))
        self._files = [
            path for path in (*lists, settings.home / "approvals.jsonl", settings_file()) if path is not None
        ]
        self._folders = [settings.own_schemas, *settings.schema_dirs, *settings.profile_dirs]
        if settings.profile.endswith(".json"):
            self._files.append(Path(settings.profile))
        self._first = self._seen = self._look()
        self.has_changed = False

    @contextmanager
    def watched(self, stop: threading.Event) -> Iterator[threading.Event]:
        """Yield an event that is set when `stop` is, or when the files have changed."""
        ended, is_over = threading.Event(), threading.Event()

        def watch() -> None:
            while not is_over.is_set():
                if stop.wait(_LOOK) or self._have_changed():
                    ended.set()
                    return

        watcher = threading.Thread(target=watch, name="configuration", daemon=True)
        watcher.start()
        try:
            yield ended
        finally:
            is_over.set()

    def _have_changed(self) -> bool:
        """Tell whether the files are others than at first, and the same as at the last look."""
        before, self._seen = self._seen, self._look()
        self.has_changed = self._seen == before != self._first
        return self.has_changed

    def _look(self) -> _Seen:
        found: _Seen = {}
        for path in (*self._files, *(p for folder in self._folders for p in folder.rglob("*.json"))):
            try:
                status = path.stat()
            except OSError:
                continue  # a file that is gone is a change, too
            found[path] = status.st_ino, status.st_size, status.st_mtime_ns
        return found
