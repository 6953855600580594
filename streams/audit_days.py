"""This module keeps the audit of an exporter: a file for each day in the folder `audit` of the state, packed when over.

    audit/2026-11-27.ndjson.zst    a day that is over; zstdcat reads it
    audit/2026-11-28.ndjson        the day of the last commit, which is written on

A day is one of UTC, and the day of a commit. The journal holds the day and how many bytes of its file count. A later
file is of a commit that did not happen. A packed file takes the place of its plain file when it is durable, and the
plain file is removed after that: a kill in between leaves both, and the day is packed once more.
"""

from __future__ import annotations

import datetime as dt
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import zstandard

from redactor.files.atomic_file import atomic_private, sync
from redactor.files.own_files import make_own_folder, open_own
from redactor.run.output.durable_files import Appender
from redactor.run.state.audit import AUDIT_DAY
from redactor.run.state.journal import Journal

_FOLDER = "audit"
_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})\.ndjson(\.zst)?")
_LEVEL = 9  # of zstd: a fifth smaller than level 3, at 170 MB a second
_PIECE = 1 << 20  # bytes


@dataclass(frozen=True, slots=True)
class DayFile:
    """A file of the audit. day: as in its name."""

    day: str
    path: Path
    is_packed: bool


def day_files(state: Path) -> list[DayFile]:
    """Returns the files of the audit in the order of their days; a day that is being packed can have both files."""
    folder = state / _FOLDER
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    found = [(path, _DAY.fullmatch(path.name)) for path in paths]
    return [DayFile(match[1], path, match[2] is not None) for path, match in found if match is not None]


def remove_leftovers(state: Path) -> None:
    """Removes what a killed process was packing. The caller holds the lock of the state."""
    folder = state / _FOLDER
    for path in folder.glob(".*.part") if folder.is_dir() else ():
        path.unlink()


def pack_before(state: Path, day: str, stop: Callable[[], bool] = lambda: False) -> None:
    """Packs the days before this one, durably. The caller holds the lock of the state.

    stop: is asked often whether to end early. Raises OSError if the disk is full; each day is then whole, packed or
    plain.
    """
    for file in day_files(state):
        if file.is_packed or file.day >= day:
            continue
        if not _pack(file.path, stop):
            return
        file.path.unlink()
        sync(file.path.parent)


def remove_before(state: Path, day: str) -> None:
    """Removes the days before this one, packed or plain. The caller holds the lock of the state."""
    if old := [file.path for file in day_files(state) if file.day < day]:
        for path in old:
            path.unlink()
        sync(old[0].parent)


class _StoppedError(Exception):
    """Leaves the packing of a file, which is then removed."""


def _pack(path: Path, stop: Callable[[], bool]) -> bool:
    """Writes the packed file beside a plain one; returns False if it was stopped before the end."""
    compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    try:
        with (
            os.fdopen(open_own(path, os.O_RDONLY), "rb") as plain,
            atomic_private(path.with_name(f"{path.name}.zst")) as packed,
            compressor.stream_writer(packed, closefd=False) as writer,
        ):
            for piece in _pieces(plain.read):
                if stop():
                    raise _StoppedError
                writer.write(piece)
    except _StoppedError:
        return False
    return True


def _pieces(read: Callable[[int], bytes]) -> Iterator[bytes]:
    while piece := read(_PIECE):
        yield piece


class AuditDays:
    """Writes the audit of an exporter; a thread packs the days that are over.

    now: gives the Unix time. A clock that was set back does not lead back to an earlier day. The caller holds the lock
    of the state, and in turns calls `begin_commit`, `write` and `sync`, commits `day` and `at` to the journal, and
    calls `pack_finished`.
    """

    def __init__(self, state: Path, journal: Journal, now: Callable[[], float]) -> None:
        self._state, self._now = state, now
        self._stop = threading.Event()
        self._packing: threading.Thread | None = None
        committed = journal.get(AUDIT_DAY) or ""
        make_own_folder(state / _FOLDER)
        remove_leftovers(state)
        for file in day_files(state):
            if file.day > committed:
                file.path.unlink()
        self.day = committed or _day(now())
        self._file = Appender(self._path(), int(journal.get("audit_at") or 0))
        self._has_finished = True  # days that an earlier process did not pack, perhaps

    @property
    def at(self) -> int:
        """Returns how many bytes of the file of `day` are written."""
        return self._file.at

    def close(self) -> None:
        self._stop.set()
        if self._packing is not None:
            self._packing.join()
        self._file.close()

    def begin_commit(self) -> None:
        """Turns to the file of the present day, if the last commit was of an earlier one."""
        if (day := _day(self._now())) <= self.day:
            return
        self._file.close()
        self.day, self._has_finished = day, True
        self._file = Appender(self._path(), 0)
        sync(self._state / _FOLDER)

    def write(self, line: bytes) -> None:
        self._file.write(line)

    def sync(self) -> None:
        """Makes everything written durable."""
        self._file.sync()

    def pack_finished(self) -> None:
        """Lets the thread pack the days before `day`, which the journal holds by now; it returns at once."""
        if not self._has_finished or (self._packing is not None and self._packing.is_alive()):
            return
        self._has_finished = False
        self._packing = threading.Thread(target=self._pack, args=(self.day,), name="audit")
        self._packing.start()

    def _pack(self, day: str) -> None:
        with suppress(OSError):  # the disk is full: the next day, or the next process, packs them
            pack_before(self._state, day, self._stop.is_set)

    def _path(self) -> Path:
        return self._state / _FOLDER / f"{self.day}.ndjson"


def _day(now: float) -> str:
    return dt.datetime.fromtimestamp(now, dt.UTC).date().isoformat()
