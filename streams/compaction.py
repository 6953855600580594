"""This module gives back the disk space that states of exporters and a home do not need: `redactor streams compact`.

Nothing that a decision needs is removed. Days of the audit that are over are packed, databases that hold many free
pages are rebuilt, and SQLite's logs are written back. Each step is atomic and can be repeated after a kill.
"""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from redactor.errors import RunError
from redactor.files.own_files import check_own_folder
from redactor.files.sqlite import advice, connect
from redactor.run.state.audit import AUDIT_DAY
from redactor.run.state.journal import STREAM
from redactor.run.state.locks import StateLock, is_locked
from redactor.run.state.unchecked_journal import value_of
from streams.audit_days import day_files, pack_before, remove_before, remove_leftovers
from streams.processes import running_processes

_DATABASES = ("journal.db", "quarantine.db")
_LEAST_FREE, _LEAST_SHARE = 1 << 20, 0.1  # bytes and share of a database, from which on it is rebuilt
_ROOM = 2.0  # times its size, which rebuilding a database takes meanwhile


@dataclass(frozen=True, slots=True)
class Compacted:
    """What became of a file, or of the audit. what: its name. before, after: bytes. left: why space was left in it."""

    folder: Path
    what: str
    before: int
    after: int
    left: str = ""


def exporter_states(home: Path, given: Iterable[Path] = ()) -> list[Path]:
    """Return the states of exporters under a home, and the given ones, each once."""
    own = [path.parent for path in sorted((home / "runs").glob("*/journal.db"))]
    own = [state for state in own if value_of(state, STREAM) is not None]
    return list(dict.fromkeys(path.resolve() for path in (*own, *given)))


def compact_state(state: Path, audit_days: int | None, today: dt.date) -> list[Compacted]:
    """Compact the state of an exporter that does not run.

    audit_days: remove the audit of days before that many days ago. today: in UTC. Raises RunError if the state is in
    use, or no exporter's; OSError.
    """
    check_own_folder(state, "the state")
    if value_of(state, STREAM) is None:
        raise RunError("this state is not of an exporter, or it has not begun; name the one of redactor streams export")
    with StateLock(state):
        return [_compact_audit(state, audit_days, today), *_compact_databases(state, _DATABASES)]


def users_of_home(home: Path) -> list[str]:
    """Return what uses the databases of a home now, by the names that people know."""
    processes = [status.name for status in running_processes(home) if status.kind != "exporter"]
    runs = {path.parent.resolve() for path in (home / "runs").glob("*/lock")} - set(exporter_states(home))
    return [*processes, *(f"the run of {state.name}" for state in sorted(runs) if is_locked(state))]


def compact_home(home: Path, names: Iterable[str]) -> list[Compacted]:
    """Compact the databases of a home that nobody uses. names: those that lie in it. Raises RunError, OSError."""
    check_own_folder(home, "home")
    journals = [path.parent for path in sorted((home / "streams").glob("*/dropfolder.db"))]
    found = [*_compact_databases(home, names)]
    for folder in journals:
        found += _compact_databases(folder, ["dropfolder.db"])
    return found


def _compact_audit(state: Path, audit_days: int | None, today: dt.date) -> Compacted:
    day = value_of(state, AUDIT_DAY) or ""
    before = _size(file.path for file in day_files(state))
    remove_leftovers(state)
    if audit_days is not None:
        remove_before(state, min(day, (today - dt.timedelta(days=audit_days)).isoformat()))
    pack_before(state, day)
    return Compacted(state, "audit", before, _size(file.path for file in day_files(state)))


def _compact_databases(folder: Path, names: Iterable[str]) -> Iterator[Compacted]:
    for name in names:
        path = folder / name
        if path.is_file():
            before = _size(_files(path))
            left = _compact_database(path)
            yield Compacted(folder, name, before, _size(_files(path)), left)


def _compact_database(path: Path) -> str:
    """Rebuild a database that has much free space, and write its log back; return why space is left."""
    try:
        with closing(connect(path)) as db:
            pages, free, size = (_pragma(db, name) for name in ("page_count", "freelist_count", "page_size"))
            is_worth = free * size >= _LEAST_FREE and free >= _LEAST_SHARE * pages
            has_room = shutil.disk_usage(path.parent).free >= _ROOM * pages * size
            if is_worth and has_room:
                db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError as e:
        return advice(e.sqlite_errorcode)
    if is_worth and not has_room:
        return f"rebuilding it takes {_ROOM * pages * size / 1e9:,.1f} GB of free space"
    return ""


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def _files(database: Path) -> list[Path]:
    return [database.with_name(database.name + suffix) for suffix in ("", "-wal")]


def _size(paths: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())
