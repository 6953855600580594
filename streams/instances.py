"""Names of processes in their consumer group: the same after a restart, so that no rebalance is needed."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from redactor.keys import Keyring


@contextmanager
def own_instance(home: Path, keyring: Keyring, kind: str = "worker") -> Iterator[str]:
    """A name that no other running process of this home and kind has. Two homes of one host have different names."""
    folder = home / "streams"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for number in count(1):
        fd = os.open(folder / f"{kind}-{number}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            continue
        try:
            place = (socket.gethostname(), str(home.resolve()), str(number))
            yield keyring.internal("worker-instance").token(kind, *place)
        finally:
            os.close(fd)
        return
