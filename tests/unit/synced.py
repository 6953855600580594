"""What is on the disk: which files and folders were synced, and what a folder held then."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest


class Synced:
    """Records calls of fsync, without the wait."""

    def __init__(self) -> None:
        self._calls: list[tuple[tuple[int, int], int, frozenset[str]]] = []

    def fsync(self, fd: int) -> None:
        found = os.fstat(fd)
        names = frozenset(os.listdir(fd)) if stat.S_ISDIR(found.st_mode) else frozenset()
        self._calls.append(((found.st_dev, found.st_ino), found.st_size, names))

    def bytes_of(self, path: Path) -> int:
        """How many bytes of the file are on the disk; -1 where it was never synced."""
        return max((size for place, size, _ in self._calls if place == _place(path)), default=-1)

    def entries_of(self, folder: Path) -> frozenset[str]:
        """Which names in the folder would be there after a crash."""
        return next((names for place, _, names in reversed(self._calls) if place == _place(folder)), frozenset())


def watch(patch: pytest.MonkeyPatch) -> Synced:
    """Records every sync from here on."""
    synced = Synced()
    patch.setattr(os, "fsync", synced.fsync)
    return synced


def _place(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino
