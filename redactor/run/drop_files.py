"""Files that other programs write: which are there, whether they are complete, and their content digests.

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

# What writers call files that they have not completed. Names that begin with "." (rsync) or "~$" (office programs) and
# those that end in "~" (editors) count too.
_TEMPORARY = (
    ".part", ".partial", ".tmp", ".temp", ".filepart", ".crdownload", ".download", ".opdownload", ".upload",
    ".uploading", ".incomplete", ".inprogress", ".writing", ".swp",
)  # fmt: skip
_MAX_DEPTH = 64  # folders within folders; each costs an open descriptor
_BLOCK = 1024 * 1024
_NO_LINKS = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK  # non-blocking: a pipe must not stop us


class Version(NamedTuple):
    """What changes when a file is written to or replaced. The time of the last change alters with a rename as well."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> Version:
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)

    def has_content_of(self, other: Version) -> bool:
        """Whether a file was at most renamed between the two."""
        return self[:4] == other[:4]


class Found(NamedTuple):
    """A regular file. name: its path below the folder that was searched; may hold PHI, and bytes that are not UTF-8."""

    name: str
    version: Version

    @property
    def order(self) -> bytes:
        """The place of a file among others: its name's bytes, which no locale changes."""
        return os.fsencode(self.name)


@dataclass(slots=True)
class Pending:
    """How many files a scan has left where they are.

    waiting: a later scan hands them out or settles them. temporary: files and folders whose names say that they are
    not complete. irregular: links, pipes, sockets, devices, and what cannot be listed or moved.
    """

    waiting: int = 0
    temporary: int = 0
    irregular: int = 0


def is_temporary(name: str) -> bool:
    """Whether a writer will rename a file of this name when it is complete. name: without folders."""
    return name.startswith((".", "~$")) or name.endswith("~") or name.lower().endswith(_TEMPORARY)


def walk(folder: int, pending: Pending, skip: frozenset[str] = frozenset()) -> Iterator[Found]:
    """The regular files below an open folder, in no particular order. skip: names in `folder` itself."""
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
                yield Found(prefix + entry.name, Version.of(status))
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
    """A folder below an open one. path: "" for itself. Raises OSError where a part of the path is a link."""
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
    """A file in an open folder, to read. Raises OSError for a link."""
    file = os.open(name, _NO_LINKS, dir_fd=folder)
    try:
        yield file
    finally:
        os.close(file)


def is_being_written(file: int) -> bool:
    """Whether a process of this machine has the file open to write.

    Linux grants a read lease only where nobody does (fcntl(2), F_SETLEASE). False where that cannot be told: on network
    file systems, for another user's file, on other systems.
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
    """SHA-256 of an open file, as 64 hexadecimal digits."""
    found = hashlib.sha256()
    at = 0
    while block := os.pread(file, _BLOCK, at):
        found.update(block)
        at += len(block)
    return found.hexdigest()


class Settling:
    """Tells files that nobody writes any more: those that had the same version for some seconds.

    It costs about 100 bytes for each file that waits. clock: seconds of a clock that never jumps.
    """

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds, self._clock = seconds, clock
        self._before: dict[int, float] = {}
        self._since: dict[int, float] = {}
        self._now = 0.0
        self._next: float | None = None

    def begin_scan(self) -> None:
        """Files that are not looked at from here to the next call are forgotten."""
        self._before, self._since = self._since, {}
        self._now, self._next = self._clock(), None

    def is_settled(self, file: Found) -> bool:
        """Whether the file has been seen in this version for the set time."""
        key = hash(file)
        since = self._since[key] = self._before.get(key, self._now)
        if self._now - since >= self._seconds:
            return True
        self._expect(since)
        return False

    def restart(self, file: Found) -> None:
        """Let the file settle anew."""
        self._since[hash(file)] = self._now
        self._expect(self._now)

    def carry(self, file: Found, renamed: Found) -> None:
        """Count a file that we have renamed as seen for as long as before."""
        since = self._since.get(hash(file))
        if since is not None:
            self._before[hash(renamed)] = since

    def next_in(self) -> float | None:
        """Seconds until the first file of the last scan can have settled; None where none waits."""
        return None if self._next is None else max(0.0, self._next - self._clock())

    def _expect(self, since: float) -> None:
        end = since + self._seconds
        self._next = end if self._next is None else min(end, self._next)


_PAUSE = 0.2  # seconds after an event, so that a thousand files that arrive together wake once


class FolderEvents:
    """Wakes when a file in the folder was made, renamed or closed after writing.

    That needs watchdog (the extras audio and streams) and a local file system; without them every wait lasts its time.
    Folders within the folder are not watched.
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
        """Called by watchdog, in a thread of its own."""
        if event.event_type in ("created", "closed", "moved"):
            path = os.fspath(event.dest_path or event.src_path)
            if not is_temporary(os.fsdecode(os.path.basename(path))):  # noqa: PTH119  a path can be bytes
                self._changed.set()


def _observe(folder: Path, handler: FolderEvents) -> Any:
    """A running observer; None without watchdog, and where the kernel grants no more watches."""
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
