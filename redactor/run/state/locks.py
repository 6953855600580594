"""This module locks a state folder."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import TextIO

from redactor.errors import RunError
from redactor.files.own_files import check_no_links, check_own_folder, make_own_folder, open_own


def is_locked(state: Path) -> bool:
    """Return whether a process uses a state folder now."""
    path = state / "lock"
    if not path.is_file():
        return False
    file = open_own(path, os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


class StateLock:
    """A `StateLock` keeps a second run out of a state folder; the kernel releases it when the process dies.

    Entering raises RunError if another run holds the lock, others own the folder or may write to it, or it holds a
    link.
    """

    def __init__(self, state: Path) -> None:
        self._path = state / "lock"
        self._file: TextIO | None = None

    def __enter__(self) -> StateLock:
        state = self._path.parent
        check_own_folder(state, "the state")
        make_own_folder(state)
        check_no_links(state, "the state")
        file = os.fdopen(open_own(self._path, os.O_RDWR | os.O_CREAT), "r+")
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
