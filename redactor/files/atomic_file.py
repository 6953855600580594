"""Files that appear whole or not at all: what is written grows beside the target and is renamed at the end."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from redactor.files.own_files import open_own
from redactor.files.paths import read_regular


def part_of(path: Path) -> Path:
    """Where a file is written until it is whole: `.NAME.part` in its folder, which makes the rename atomic."""
    return path.with_name(f".{path.name}.part")


@contextmanager
def atomic(path: Path) -> Iterator[Path]:
    """Give the path to write to. It replaces `path` when the block ends, and stays where it is if the block raises.

    What has its name before is removed: it may be a link, through which the block would write.
    """
    part = part_of(path)
    part.unlink(missing_ok=True)
    yield part
    part.replace(path)


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file atomically."""
    with atomic(path) as part:
        part.write_text(text, encoding="utf-8")


@contextmanager
def atomic_private(path: Path, *, new: bool = False) -> Iterator[BinaryIO]:
    """An open file that replaces `path` when the block ends, durable and readable by the owner alone (mode 0600).

    new: `path` must not exist when the block ends; it is never replaced. What was written is removed if the block
    raises. Raises FileExistsError if this process is writing it already, or if `new` and it exists.
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
    """Make a file durable; or the entries of a folder: what was created, renamed or removed in it."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes that call this for the same path waiting. `.NAME.lock` beside it stays.

    Raises RunError where that is a link or no file.
    """
    with os.fdopen(open_own(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT)) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def read_heads(path: Path, is_head: Callable[[Any], bool]) -> dict[str, Any]:
    """The heads by place. Raises FileNotFoundError, OSError, and ValueError for a damaged file.

    is_head: whether an entry is sound; it may raise KeyError or TypeError for one that is not.
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
    """Replace the file at once. The caller holds its lock."""
    with atomic_private(path) as file:
        file.write(json.dumps(heads, indent=1).encode() + b"\n")
