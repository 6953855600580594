"""This module replaces files atomically: new content grows beside the target and is renamed when it is complete."""

from __future__ import annotations

import fcntl
import glob
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from redactor.files.own_files import open_own
from redactor.files.paths import read_regular


def part_of(path: Path) -> Path:
    """Return the path `.NAME.part` in the same folder, under which a file grows until it is complete."""
    return path.with_name(f".{path.name}.part")


@contextmanager
def atomic(path: Path) -> Iterator[Path]:
    """Give a temporary path that replaces `path` when the block ends; if the block raises, `path` stays as it was.

    A file or link that already has the temporary name is removed first, so that nothing is written through a link.
    """
    part = part_of(path)
    part.unlink(missing_ok=True)
    yield part
    part.replace(path)


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 text file atomically."""
    with atomic(path) as part:
        part.write_text(text, encoding="utf-8")


@contextmanager
def atomic_private(path: Path, *, new: bool = False) -> Iterator[BinaryIO]:
    """Give an open file that replaces `path` when the block ends, durably and readable by the owner alone (mode 0600).

    new: refuse to replace a `path` that exists when the block ends. The temporary file is removed if the block raises.
    Raises FileExistsError if this process is already writing the file, or if `new` is set and `path` exists.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(fd, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if new:
            path.hardlink_to(part)  # unlike a rename, fails where the path exists
            part.unlink()
        else:
            part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(path: Path) -> None:
    """Flush a file to the disk; for a folder, flush its entries, so that created, renamed and removed files stay so."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock on a path, so that other processes that call this function for the path wait.

    The lock is taken on the file `.NAME.lock` beside the path, which is never deleted. Raises RunError if that is a
    link or no regular file.
    """
    with os.fdopen(open_own(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT)) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def read_heads(path: Path, is_head: Callable[[Any], bool]) -> dict[str, Any]:
    """Return the entries of a head file by place.

    A head file remembers the newest state of each home outside the home, so that an older copy of a home is noticed. It
    is a JSON object {place: head}; a place is a keyed hash of a path in the home.

    is_head: says whether an entry is valid; it may raise KeyError or TypeError for an invalid entry. Raises
    FileNotFoundError, OSError, or ValueError for a damaged file.
    """
    try:
        heads = json.loads(read_regular(path)[0])
        if not all(is_head(head) for head in heads.values()):
            raise ValueError
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError from None
    checked: dict[str, Any] = heads
    return checked


def write_heads(path: Path, heads: dict[str, Any]) -> None:
    """Replace a head file atomically. The caller holds the lock of the file.

    Temporary files of processes that were killed are removed: in a container every process can have the same number.
    """
    for part in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        part.unlink(missing_ok=True)
    with atomic_private(path) as file:
        file.write(json.dumps(heads, indent=1).encode() + b"\n")
