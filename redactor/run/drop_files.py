"""This module finds the files that other programs write into a folder, and tells when they are complete.

No link is followed, and nothing but regular files is opened: every folder is opened relative to its parent.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from redactor.files.paths import Version

# Writers give these suffixes to incomplete files. Names that begin with "." (rsync) or "~$" (office programs) and
# those that end in "~" (editors) count too.
_TEMPORARY = (
    ".part", ".partial", ".tmp", ".temp", ".filepart", ".crdownload", ".download", ".opdownload", ".upload",
    ".uploading", ".incomplete", ".inprogress", ".writing", ".swp",
)  # fmt: skip
_MAX_DEPTH = 64  # folders within folders; each costs an open descriptor
_BLOCK = 1024 * 1024
_NO_LINKS = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK  # non-blocking: a pipe must not stop us


class Found(NamedTuple):
    """A `Found` is a regular file that was found.

    name: its path below the searched folder, which may hold PHI, and bytes that are not UTF-8.
    """

    name: str
    version: Version

    @property
    def order(self) -> bytes:
        """These bytes of the name put a file among others, independent of the locale."""
        return os.fsencode(self.name)


@dataclass(slots=True)
class Pending:
    """A `Pending` counts the files that a scan has left where they are.

    waiting: a later scan hands them out or settles them. temporary: files and folders whose names say that they are
    incomplete. irregular: links, pipes, sockets, devices, and files that cannot be listed or moved.
    """

    waiting: int = 0
    temporary: int = 0
    irregular: int = 0


def is_temporary(name: str) -> bool:
    """Return whether a file of this name is incomplete, so that its writer will rename it. name: without folders."""
    return name.startswith((".", "~$")) or name.endswith("~") or name.lower().endswith(_TEMPORARY)


def walk(folder: int, pending: Pending, skip: frozenset[str] = frozenset()) -> Iterator[Found]:
    """Yield the regular files below an open folder, in no particular order. skip: names in `folder` itself."""
    yield from _walk(folder, os.fstat(folder).st_dev, "", pending, skip, _MAX_DEPTH)


def _walk(folder: int, device: int, prefix: str, pending: Pending, skip: frozenset[str], depth: int) -> Iterator[Found]:
    subfolders = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name in skip:
                continue
            if is_temporary(entry.name):
                pending.temporary += 1
                continue
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            except OSError:
                pending.irregular += 1
                continue
            if stat.S_ISDIR(status.st_mode) and status.st_dev == device and depth:
                subfolders.append(entry.name)
            elif stat.S_ISREG(status.st_mode) and status.st_dev == device:
                yield Found(prefix + entry.name, Version.from_stat(status))
            else:
                pending.irregular += 1
    for name in subfolders:
        try:
            inner = os.open(name, _NO_LINKS | os.O_DIRECTORY, dir_fd=folder)
        except FileNotFoundError:
            continue
        except OSError:
            pending.irregular += 1
            continue
        try:
            yield from _walk(inner, device, f"{prefix}{name}/", pending, frozenset(), depth - 1)
        finally:
            os.close(inner)


@contextlib.contextmanager
def opened_folder(folder: int, path: str) -> Iterator[int]:
    """Give a descriptor of a folder below an open one; path "" means the folder itself.

    Raises OSError for a link on the way.
    """
    here = os.open(".", _NO_LINKS | os.O_DIRECTORY, dir_fd=folder)
    try:
        for part in path.split("/") if path else ():
            inner = os.open(part, _NO_LINKS | os.O_DIRECTORY, dir_fd=here)
            os.close(here)
            here = inner
        yield here
    finally:
        os.close(here)


@contextlib.contextmanager
def opened_file(folder: int, name: str) -> Iterator[int]:
    """Give a read-only descriptor of a file in an open folder. Raises OSError for a link."""
    file = os.open(name, _NO_LINKS, dir_fd=folder)
    try:
        yield file
    finally:
        os.close(file)


def is_being_written(file: int) -> bool:
    """Return whether a process of this machine has the file open for writing.

    Linux grants a read lease only if nobody does (fcntl(2), F_SETLEASE). The result is False if that cannot be told: on
    network file systems, for another user's file, on other systems.
    """
    if sys.platform == "linux":
        try:
            # A writer that comes while we hold the lease is signalled to us: by default with SIGIO, which ends us.
            fcntl.fcntl(file, fcntl.F_SETSIG, signal.SIGURG)
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        except BlockingIOError:
            return True
        except OSError:
            return False
    return False


def content_digest(file: int) -> str:
    """Return the SHA-256 of an open file, as 64 hexadecimal digits."""
    found = hashlib.sha256()
    at = 0
    while block := os.pread(file, _BLOCK, at):
        found.update(block)
        at += len(block)
    return found.hexdigest()


class Settling:
    """A `Settling` tells which files nobody writes any more: those that had the same version for some seconds.

    It costs about 100 bytes for each waiting file. clock: seconds of a clock that never jumps.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds, self._clock = seconds, clock
        self._before: dict[int, float] = {}
        self._since: dict[int, float] = {}
        self._now = 0.0
        self._next: float | None = None

    def begin_scan(self) -> None:
        """Begin a scan: files that are not asked about before the next scan are forgotten."""
        self._before, self._since = self._since, {}
        self._now, self._next = self._clock(), None

    def is_settled(self, file: Found) -> bool:
        """Return whether the file has been seen in this version for the set time."""
        key = hash(file)
        since = self._since[key] = self._before.get(key, self._now)
        if self._now - since >= self._seconds:
            return True
        self._expect(since)
        return False

    def restart(self, file: Found) -> None:
        """Start the settling time of a file anew."""
        self._since[hash(file)] = self._now
        self._expect(self._now)

    def carry(self, file: Found, renamed: Found) -> None:
        """Transfer the settling time of a file to its new name."""
        since = self._since.get(hash(file))
        if since is not None:
            self._before[hash(renamed)] = since

    def next_in(self) -> float | None:
        """Return the seconds until the first file of the last scan can have settled, or None if none waits."""
        return None if self._next is None else max(0.0, self._next - self._clock())

    def _expect(self, since: float) -> None:
        end = since + self._seconds
        self._next = end if self._next is None else min(end, self._next)


_PAUSE = 0.2  # seconds after an event, so that a thousand files that arrive together wake once


class FolderEvents:
    """A `FolderEvents` wakes when a file in the folder was created, renamed or closed after writing.

    That needs watchdog (the extras audio and streams) and a local file system; without them every wait lasts its full
    time, so that callers never rely on events and scan afterwards. Folders within the folder are not watched.
    """

    def __init__(self, folder: Path) -> None:
        self._changed = threading.Event()
        self._observer = _observe(folder, self)

    def wait(self, seconds: float) -> None:
        """Return after this time, or soon after an event."""
        if self._changed.wait(seconds):
            time.sleep(min(_PAUSE, seconds))
            self._changed.clear()

    def close(self) -> None:
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()

    def dispatch(self, event: Any) -> None:
        """Handle an event; watchdog calls this in a thread of its own."""
        if event.event_type in ("created", "closed", "moved"):
            path = os.fspath(event.dest_path or event.src_path)
            if not is_temporary(os.fsdecode(os.path.basename(path))):  # noqa: PTH119  a path can be bytes
                self._changed.set()


def _observe(folder: Path, handler: FolderEvents) -> Any:
    """Return a running observer, or None without watchdog, or if the kernel grants no more watches."""
    try:
        from watchdog.observers import Observer
    except ImportError:
        return None
    observer = Observer()
    try:
        observer.schedule(handler, str(folder), recursive=False)
        observer.start()
    except OSError:
        return None
    return observer
