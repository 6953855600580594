"""This module checks paths that users give, opens only regular files, and tells versions of a file apart.

What cannot be a path may be a secret.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import NamedTuple

_MAX_PATH = 4096  # bytes; PATH_MAX of Linux
_MAX_NAME = 255  # bytes; NAME_MAX
_NEVER_WAIT = os.O_NONBLOCK | os.O_CLOEXEC

NOT_SHOWN = "no path (it holds { or is too long; it is not shown, since it may be a secret)"


def is_path(given: str | Path) -> bool:
    """Return whether a text can be a path: it holds no NUL and no brace, as JSON does, and no file system limit is
    exceeded.
    """
    name = os.fsencode(str(given))
    parts = name.split(b"/")
    return len(name) <= _MAX_PATH and max(map(len, parts)) <= _MAX_NAME and b"{" not in name and b"\0" not in name


def is_utf8(given: str) -> bool:
    """Return whether a text from the command line or the environment was valid UTF-8; other bytes became lone
    surrogates.
    """
    return not any("\ud800" <= c <= "\udfff" for c in given)


def read_regular(path: Path, most: int | None = None) -> tuple[bytes, os.stat_result]:
    """Return the bytes and the status of a regular file that the user named.

    most: the largest accepted size in bytes. Links are followed; a pipe or a device is never waited for. Raises
    OSError, also if the path is no regular file or the file is larger.
    """
    fd = _regular(os.open(path, os.O_RDONLY | _NEVER_WAIT))
    with os.fdopen(fd, "rb") as file:
        found = os.fstat(fd)
        if most is not None and found.st_size > most:
            raise OSError(errno.EOVERFLOW, os.strerror(errno.EOVERFLOW))
        return file.read(), found


def open_regular(name: str | Path, flags: int, dir_fd: int | None = None) -> int:
    """Return a descriptor of a regular file; links are refused, and no pipe is waited for. Raises OSError.

    dir_fd: the open folder that contains the file.
    """
    return _regular(os.open(name, flags | os.O_NOFOLLOW | _NEVER_WAIT, 0o600, dir_fd=dir_fd))


def open_below(root: Path, name: str) -> int:
    """Return a read-only descriptor of a regular file by its path below a folder, without following links.

    Folders are opened one inside the other, so that none can be exchanged for a link meanwhile. root itself may be a
    link. Raises OSError, also if a link lies on the way.
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
    """Return the descriptor if it belongs to a regular file; otherwise close it and raise OSError."""
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise OSError(errno.EINVAL, "Not a regular file")


class Version(NamedTuple):
    """A version changes when a file is written to or replaced; the time of the last status change alters with a
    rename, too.
    """

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int

    @classmethod
    def from_stat(cls, status: os.stat_result) -> Version:
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    def has_content_of(self, other: Version) -> bool:
        """Return whether a file was at most renamed between two versions."""
        return self[:4] == other[:4]


def version_of(path: Path) -> Version | None:
    """Return the version of a file, by following links; None where there is none. Raises OSError."""
    try:
        return Version.from_stat(path.stat())
    except FileNotFoundError:
        return None
