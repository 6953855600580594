"""The lock of a state folder."""

from __future__ import annotations

import fcntl
from pathlib import Path
from types import TracebackType
from typing import TextIO

from redactor.errors import RunError


class StateLock:
    """Keeps a second run out of a state folder; the kernel releases it when the process dies."""

    def __init__(self, state: Path) -> None:
        self._path = state / "lock"
        self._file: TextIO | None = None

    def __enter__(self) -> StateLock:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._path.open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise RunError(
                "another run or exporter is using this state; wait for it or end it, or name another with --state"
            ) from None
        self._file = file
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
