"""This module destroys what a service keeps of its answers: FHIR jobs, and answers under idempotency keys.

Nothing of them tells whose data they hold, so all of them go when a patient opts out or is forgotten. A job keeps its
ticket, which holds no data, so that its owner learns why there are no results.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from redactor.errors import RunError
from redactor.files.atomic_file import locked, sync
from redactor.files.own_files import open_own
from redactor.files.sqlite import connect, has_tables, is_of_the_system, transaction

JOBS = "fhir-jobs"
ANSWERS = "service-answers.db"
DAMAGED = "service-answers.db of home is damaged; remove it: answers to requests that are repeated are computed again"
NEW, GONE = ".new-", ".gone-"
"""So begin the names of jobs that are being made or deleted."""
_MARK = "withdrawn"
_STAY = frozenset({"ticket", "lock", _MARK})


def is_withdrawn(job: Path) -> bool:
    """Return whether the data of a job were destroyed, or are about to be."""
    return (job / _MARK).exists()


def withdraw(job: Path) -> bool:
    """Destroy the request and the results of a job, and return whether there were any.

    The caller holds the lock of the jobs. A mark comes first: after a kill nothing of the job is given, and the next
    call destroys the rest.
    """
    try:
        data = [path for path in job.iterdir() if path.name not in _STAY]
        if not is_withdrawn(job):
            os.close(open_own(job / _MARK, os.O_WRONLY | os.O_CREAT))
            sync(job)
        for path in data:
            path.unlink(missing_ok=True)
        if data:
            sync(job)
    except FileNotFoundError:  # deleted meanwhile
        return False
    return bool(data)


def withdraw_all(home: Path) -> tuple[int, int]:
    """Destroy all jobs and stored answers of a home, and return how many of each there were.

    Raises RunError for a damaged file, OSError, sqlite3.Error.
    """
    return _jobs(home / JOBS), _answers(home / ANSWERS)


def _jobs(folder: Path) -> int:
    if not folder.is_dir():
        return 0
    with locked(folder / "jobs"):
        ended = 0
        for path in _folders(folder):
            if path.name.startswith((NEW, GONE)):
                shutil.rmtree(path)
            else:
                ended += withdraw(path)
        return ended


def _folders(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())


def _answers(path: Path) -> int:
    if not path.is_file():
        return 0
    try:
        with closing(connect(path)) as db:
            if not has_tables(db):
                return 0
            with transaction(db):
                (kept,) = db.execute("SELECT count(answer) FROM answer").fetchone()
                db.execute("DELETE FROM answer")  # claims too: what is being answered is not stored then
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log holds what was deleted
            return int(kept)
    except sqlite3.DatabaseError as e:
        if is_of_the_system(e):
            raise
        raise RunError(DAMAGED) from None
