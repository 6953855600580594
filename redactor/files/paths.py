"""Paths that users give. What surely is no path may be a secret: it is neither used nor shown."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_LONGEST = 4096  # bytes; PATH_MAX of Linux
_LONGEST_NAME = 255  # bytes; NAME_MAX
_NEVER_WAIT = os.O_NONBLOCK | os.O_CLOEXEC

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

    Links are followed: the user named the path. A pipe or a device is never waited for.
    """
    fd = _regular(os.open(path, os.O_RDONLY | _NEVER_WAIT))
    with os.fdopen(fd, "rb") as file:
        found = os.fstat(fd)
        if most is not None and found.st_size > most:
            raise OSError(errno.EOVERFLOW, os.strerror(errno.EOVERFLOW))
        return file.read(), found


def open_regular(name: str | Path, flags: int, mode: int = 0o600, dir_fd: int | None = None) -> int:
    """A descriptor of a regular file. Raises OSError, also for a link and for what is no file; no pipe is waited for.

    dir_fd: the open folder that name is in.
    """
    return _regular(os.open(name, flags | os.O_NOFOLLOW | _NEVER_WAIT, mode, dir_fd=dir_fd))


def open_below(root: Path, name: str) -> int:
    """A descriptor of a regular file, to read, by its path below a folder. Raises OSError, also for a link on the way.

    Folders are opened one inside of the other: none can be exchanged for a link meanwhile. root itself may be a link.
    """
    *folders, last = name.split("/")
    here = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for folder in folders:
            inner = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | _NEVER_WAIT, dir_fd=here)
            os.close(here)
            here = inner
        return open_regular(last, os.O_RDONLY, dir_fd=here)
    finally:
        os.close(here)


def _regular(fd: int) -> int:
    """The descriptor. Raises OSError, and closes it, unless it is of a regular file."""
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise OSError(errno.EINVAL, "Not a regular file")
