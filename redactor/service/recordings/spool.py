"""This module keeps what a request sends, while it is processed, in files of a private folder of home.

The files hold PHI and are not encrypted. They are removed with the request; those of a process that was killed are
removed when a service starts over the same home. Beside the folders lie the places of the recordings that all workers
of a service may have at a time: files, each of which one recording locks.
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
from redactor.files.own_files import check_own_folder, make_own_folder, open_own

_NAME = "service-spool"


class Spool:
    """A spool is a folder of this process. places: for recordings, in all processes over a home.

    Raises RunError if other users may write to the folder around it.
    """

    def __init__(self, home: Path, places: int) -> None:
        make_own_folder(home)
        self._around, self._places = home / _NAME, places
        around = self._around
        with locked(around):  # no other process removes the folder before it is held
            make_own_folder(around)
            check_own_folder(around, "the spool of the service")
            _remove_ended(around)
            self.path = around / secrets.token_hex(8)
            self.path.mkdir(mode=0o700)
            self._held = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(self._held, fcntl.LOCK_EX)

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Hold one of the places until the block ends, if one is free. Give whether it was. Raises OSError."""
        for n in range(self._places):
            held = open_own(self._around / f"place-{n}", os.O_RDWR | os.O_CREAT)
            try:
                if _is_locked(held):
                    yield True
                    return
            finally:
                os.close(held)
        yield False

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
            if not _is_locked(held):
                continue
        finally:
            os.close(held)
        shutil.rmtree(path)


def _is_locked(file: int) -> bool:
    """Lock a file until it is closed, or return False if another holds it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
