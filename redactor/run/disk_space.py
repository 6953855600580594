"""This module watches how full the file systems are that a process writes to.

A process works until a disk is full. The warning comes before that, while there is time to act.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

_NEARLY_FULL, _EMPTIER = 0.80, 0.78  # of a file system; between the two, nothing changes
_PAUSE = 60.0  # seconds between looks


class Usage(Protocol):
    """Bytes of a file system, as `shutil.disk_usage` gives them; what is kept for root is neither used nor free."""

    @property
    def used(self) -> int: ...
    @property
    def free(self) -> int: ...


@dataclass(frozen=True, slots=True)
class FullDisk:
    """A file system that is nearly full. folders: what lies on it, as "home and OUT". free: bytes."""

    folders: str
    percent: int
    free: int


class DiskWatch:
    """A `DiskWatch` looks every minute, in a thread of its own, how full the file systems of folders are.

    folders: by the names that people know them under. report: is given all file systems that are nearly full and those
    that have become so since the last look, whenever a percentage changes. usage: of the file system of a path.
    """

    def __init__(
        self,
        folders: Mapping[str, Path],
        report: Callable[[Sequence[FullDisk], Sequence[FullDisk]], None],
        usage: Callable[[Path], Usage] = shutil.disk_usage,
    ) -> None:
        self._folders, self._report, self._usage = folders, report, usage
        self._full: dict[int, FullDisk] = {}  # by device
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="disk-space", daemon=True)

    def __enter__(self) -> Self:
        self.look()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(_PAUSE):
            self.look()

    def look(self) -> None:
        """Look once, and report what has changed."""
        full = self._nearly_full()
        new = [disk for device, disk in full.items() if device not in self._full]
        has_changed = _percents(full) != _percents(self._full)
        self._full = full
        if has_changed:
            self._report(list(full.values()), new)

    def _nearly_full(self) -> dict[int, FullDisk]:
        found = {}
        for device, names in self._by_device().items():
            try:
                usage = self._usage(_existing(self._folders[names[0]]))
            except OSError:
                continue
            share = usage.used / max(1, usage.used + usage.free)
            if share > (_EMPTIER if device in self._full else _NEARLY_FULL):
                found[device] = FullDisk(_listed(names), int(100 * share), usage.free)
        return found

    def _by_device(self) -> dict[int, list[str]]:
        devices: dict[int, list[str]] = {}
        for name, folder in self._folders.items():
            try:
                devices.setdefault(_existing(folder).stat().st_dev, []).append(name)
            except OSError:
                continue
        return devices


def _percents(disks: Mapping[int, FullDisk]) -> dict[int, int]:
    return {device: disk.percent for device, disk in disks.items()}


def _existing(folder: Path) -> Path:
    """Return the folder, or the one in which it will be made."""
    return next((path for path in (folder, *folder.absolute().parents) if path.exists()), folder)


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
