"""Names of processes in their consumer group: the same after a restart, so that no rebalance is needed."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from redactor.files.own_files import make_own_folder, open_own
from redactor.keys import Keyring


@contextmanager
def own_instance(home: Path, keyring: Keyring, kind: str = "worker") -> Iterator[str]:
    """A name that no other running process of this home and kind has. Two homes of one host have different names."""
    folder = home / "streams"
    make_own_folder(folder)
    lock, number = lock_first_free(folder, kind)
    try:
        place = (socket.gethostname(), str(home.resolve()), str(number))
        yield keyring.internal("worker-instance").token(kind, *place)
    finally:
        os.close(lock)


def lock_first_free(folder: Path, stem: str) -> tuple[int, int]:
    """Lock the first of "STEM-1.lock", "STEM-2.lock", ... that nobody holds. Returns its descriptor and number."""
    for number in count(1):
        fd = open_own(folder / f"{stem}-{number}.lock", os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            continue
        return fd, number
    raise AssertionError
