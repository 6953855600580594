"""Files that a run writes: appended behind a journaled offset, synced, and moved into OUT whole."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from pathlib import Path

from redactor.errors import RunError


class Appender:
    """A file cut back to `at` bytes when opened: what was written behind a commit that never came goes."""

    def __init__(self, path: Path, at: int) -> None:
        self.at = at
        fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._file = os.fdopen(fd, "r+b", buffering=1024 * 1024)
        if os.fstat(fd).st_size < at:
            self._file.close()
            raise RunError("a file of the state folder is shorter than its journal says; start anew with a new --state")
        self._file.truncate(at)
        self._file.seek(at)
        self._dirty = False

    def write(self, data: bytes) -> None:
        self._file.write(data)
        self.at += len(data)
        self._dirty = True

    def sync(self) -> None:
        """On the disk when it returns."""
        if self._dirty:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._dirty = False

    def close(self) -> None:
        self._file.close()


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def sync_file(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def move(source: Path, target: Path) -> None:
    """Move a synced file so that `target` is whole or not there, across file systems too."""
    source.chmod(0o644)
    try:
        source.replace(target)
    except OSError as e:
        if e.errno != errno.EXDEV:
            raise
        beside = target.with_name(f".{target.name}.part")
        shutil.copyfile(source, beside)
        sync_file(beside)
        beside.replace(target)
        sync_folder(target.parent)
        source.unlink()
    sync_folder(target.parent)


def write_whole(path: Path, data: bytes) -> None:
    """Write a small file, all or nothing."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    sync_file(part)
    part.replace(path)
    sync_folder(path.parent)


def sha256(path: Path) -> str:
    with path.open("rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest()
