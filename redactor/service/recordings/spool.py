"""This module keeps what a request sends, while it is processed, in files of a private folder of home.

The files hold PHI and are not encrypted. They are removed with the request; those of a process that was killed are
removed when a service starts over the same home.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redactor.files.atomic_file import locked
from redactor.files.own_files import check_own_folder, make_own_folder

_NAME = "service-spool"


class Spool:
    """A spool is a folder of this process. Raises RunError if other users may write to the folder around it."""

    def __init__(self, home: Path) -> None:
        make_own_folder(home)
        around = home / _NAME
        with locked(around):  # no other process removes the folder before it is held
            make_own_folder(around)
            check_own_folder(around, "the spool of the service")
            _remove_ended(around)
            self.path = around / secrets.token_hex(8)
            self.path.mkdir(mode=0o700)
            self._held = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(self._held, fcntl.LOCK_EX)

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """Give a new folder, which is removed when the block ends."""
        path = self.path / secrets.token_hex(8)
        path.mkdir(mode=0o700)
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def close(self) -> None:
        """Remove all folders of this process."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._held)


def _remove_ended(around: Path) -> None:
    """Remove the folders that no process holds."""
    for path in around.iterdir():
        if path.is_symlink() or not path.is_dir():
            continue
        held = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        finally:
            os.close(held)
        shutil.rmtree(path)
