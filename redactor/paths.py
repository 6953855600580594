"""Paths that users give. What surely is no path may be a secret: it is neither used nor shown."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_LONGEST = 4096  # bytes; PATH_MAX of Linux
_LONGEST_NAME = 255  # bytes; NAME_MAX

NOT_SHOWN = "no path (it holds { or is too long; it is not shown, since it may be a secret)"


def is_path(given: str | Path) -> bool:
    """Whether it may be a path. JSON is none, nor is what no file system can hold."""
    name = os.fsencode(str(given))
    parts = name.split(b"/")
    return len(name) <= _LONGEST and max(map(len, parts)) <= _LONGEST_NAME and b"{" not in name and b"\0" not in name


def is_utf8(given: str) -> bool:
    """Whether a text from the command line or the environment was UTF-8; other bytes became lone surrogates."""
    return not any("\ud800" <= c <= "\udfff" for c in given)


def read_regular(path: Path, most: int | None = None) -> tuple[bytes, os.stat_result]:
    """The bytes of a file, and what it is. most: bytes. Raises OSError, also for what is no regular file or is larger.

    A pipe or a device is never waited for.
    """
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(fd, "rb") as file:
        found = os.fstat(fd)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "Not a regular file")
        if most is not None and found.st_size > most:
            raise OSError(errno.EOVERFLOW, os.strerror(errno.EOVERFLOW))
        return file.read(), found
