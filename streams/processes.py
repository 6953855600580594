"""This module names the processes of a home and keeps their status files, which `streams status` reads.

Each process writes a small file at a change of phase: the kind of process, its phase and a time. The file holds no PHI
and no path but the state folder of an exporter. A process keeps a lock beside its file, so that a reader can tell
whether it still runs. No decision rests on these files: a process that cannot write its file goes on.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Literal

import msgspec

from redactor.errors import StoppedError
from redactor.files.atomic_file import atomic
from redactor.files.own_files import make_own_folder, open_own
from redactor.keys import Keyring
from redactor.settings import StreamsSettings


@contextmanager
def own_instance(home: Path, keyring: Keyring, kind: str = "worker") -> Iterator[str]:
    """Yields a name in the consumer group that no other running process of this home and kind has.

    The name is the same after a restart, so that no rebalance is needed. Two homes of one host have different names.
    """
    folder = home / "streams"
    make_own_folder(folder)
    lock, number = lock_first_free(folder, kind)
    try:
        place = (socket.gethostname(), str(home.resolve()), str(number))
        yield keyring.internal("worker-instance").token(kind, *place)
    finally:
        os.close(lock)


def lock_first_free(folder: Path, stem: str) -> tuple[int, int]:
    """Locks the first of "STEM-1.lock", "STEM-2.lock", ... that no process holds; returns its descriptor and
    number.
    """
    for number in count(1):
        fd = open_own(folder / f"{stem}-{number}.lock", os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            continue
        return fd, number
    raise AssertionError


Kind = Literal["ingest", "router", "known-writer", "worker", "exporter"]
STARTING, ENDED, FAILED = "starting", "ended", "failed"


class CanaryStatus(msgspec.Struct, frozen=True):
    """Holds what a worker found in canaries.

    read, failed: how many were read, and how many could not be, since it began under its configuration. recall: share
    of identifiers that was found, by entity, of the last ones that were read. alarm: entities whose recall is too low.
    """

    read: int = 0
    failed: int = 0
    recall: dict[str, float] = {}
    alarm: tuple[str, ...] = ()


class ProcessStatus(msgspec.Struct, frozen=True):
    """Holds the status of a process of a home, as its file tells.

    stream: as `stream_name` gives it. phase: as the process names it; "starting" before the first, "ended" or "failed"
    after the last. since: Unix time at which the phase began. instance: a worker's name in its group. state: an
    exporter's folder. counts: counters of the process since its start, by name. disks: file systems that it writes to
    and that are nearly full, each by what lies on it ("home and OUT"), with the percentage that is used. canaries: of a
    worker that reads some.
    """

    kind: Kind
    name: str
    stream: str
    phase: str
    since: float
    instance: str = ""
    state: str = ""
    counts: dict[str, int] = {}
    disks: dict[str, int] = {}
    canaries: CanaryStatus | None = None


class ProcessFile:
    """Writes the status file of this process."""

    def __init__(self, path: Path, status: ProcessStatus, clock: Callable[[], float]) -> None:
        self._path, self._status, self._clock = path, status, clock
        self._lock = threading.Lock()
        self._write()

    def tell(self, phase: str, **counts: int) -> None:
        """Writes the file if the phase or the counts have changed."""
        with self._lock:
            old = self._status
            if (phase, counts) == (old.phase, old.counts):
                return
            since = old.since if phase == old.phase else self._clock()
            self._status = msgspec.structs.replace(old, phase=phase, since=since, counts=counts)
            self._write()

    def note_disks(self, disks: dict[str, int]) -> None:
        """Writes which file systems are nearly full; any thread may call this."""
        with self._lock:
            self._status = msgspec.structs.replace(self._status, disks=disks)
            self._write()

    def note_canaries(self, canaries: CanaryStatus) -> None:
        """Writes what canaries show; any thread may call this."""
        with self._lock:
            self._status = msgspec.structs.replace(self._status, canaries=canaries)
            self._write()

    def end(self, phase: str) -> None:
        """Writes the last phase; the file stays, with its last counts."""
        phase = ENDED if self._status.phase == STARTING else phase
        self.tell(phase, **self._status.counts)

    def _write(self) -> None:
        data = msgspec.json.encode(self._status)
        try:
            with atomic(self._path) as part:
                part.touch(mode=0o600)
                part.write_bytes(data)
        except OSError:  # a full disk must not end the process, and is to be told in the space that the file has
            with suppress(OSError), self._path.open("r+b", buffering=0) as file:
                file.write(data)
                file.truncate()


def stream_name(streams: StreamsSettings) -> str:
    """Returns a name for the topics of a cluster: a digest of its servers, in any order, and the prefix."""
    servers = sorted(server.strip() for server in (streams.servers or "").split(","))
    return blake2b("\n".join([*servers, streams.prefix]).encode(), digest_size=8).hexdigest()


def _folder(home: Path) -> Path:
    return home / "streams" / "processes"


@contextmanager
def process_file(
    home: Path, kind: Kind, stream: str, *, instance: str = "", state: Path | None = None,
    clock: Callable[[], float] = time.time,
) -> Iterator[ProcessFile]:  # fmt: skip
    """Yields the status file of this process; it stays after the block, with the phase "ended" or "failed".

    stream: as `stream_name` gives it. A process has the first free number of its kind and stream, an exporter that of
    its state. A process that fails before its first phase has told its user so, and counts as ended.
    """
    folder = _folder(home)
    make_own_folder(folder)
    path = _path_of(state) if state is not None else ""
    own = f"{kind}-{blake2b(path.encode(), digest_size=4).hexdigest()}" if path else kind
    stem = f"{stream}-{own}"
    lock, number = lock_first_free(folder, stem)
    try:
        status = ProcessStatus(kind, f"{own}-{number}", stream, STARTING, clock(), instance, path)
        file = ProcessFile(folder / f"{stem}-{number}.json", status, clock)
        _remove_dead(folder, stem, number)
        try:
            yield file
        except (StoppedError, asyncio.CancelledError):
            file.end(ENDED)
            raise
        except BaseException:
            file.end(FAILED)
            raise
        file.end(ENDED)
    finally:
        os.close(lock)


def _remove_dead(folder: Path, stem: str, own: int) -> None:
    """Removes the files of processes of this kind or state that do not run, because one of them was started again."""
    for path in folder.glob(f"{stem}-*.json"):
        if path.stem != f"{stem}-{own}" and not _runs(path):
            with suppress(OSError):
                path.unlink()


def read_processes(home: Path, stream: str) -> list[tuple[ProcessStatus, bool]]:
    """Returns the processes of a home that use these topics, each with whether it runs, by name."""
    return [(status, runs) for status, runs in _statuses(home) if status.stream == stream]


def canaries_beside(home: Path, state: Path) -> list[CanaryStatus]:
    """Returns what workers of a home found last in canaries, if the exporter with this state has read their topics."""
    found = [status for status, _ in _statuses(home)]
    streams = {s.stream for s in found if s.kind == "exporter" and s.state == _path_of(state)}
    of_workers = (s.canaries for s in found if s.kind == "worker" and s.stream in streams)
    return [canaries for canaries in of_workers if canaries is not None and canaries.read]


def running_processes(home: Path) -> list[ProcessStatus]:
    """Returns the processes of a home that run, whatever topics they use, by name."""
    return [status for status, runs in _statuses(home) if runs]


def _statuses(home: Path) -> Iterator[tuple[ProcessStatus, bool]]:
    """Yields the processes of a home, each with whether it runs, by name; a file that cannot be read is left out."""
    for path in sorted(_folder(home).glob("*.json")):
        runs = _runs(path)
        with suppress(OSError, msgspec.DecodeError):
            yield msgspec.json.decode(path.read_bytes(), type=ProcessStatus), runs


def _path_of(state: Path) -> str:
    return str(state.resolve()).encode("utf-8", "replace").decode()


def _runs(path: Path) -> bool:
    """Tells whether the process of the file holds its lock. A shared lock is taken for the moment of asking."""
    try:
        fd = os.open(path.with_suffix(".lock"), os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    return False
