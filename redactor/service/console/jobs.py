"""This module does what takes long: one job after another in a thread, each with a file of home that tells of it.

Any worker process can show a job. A job whose process ended before it says so: what it did until then stays, and it can
be repeated, as a command that was killed.
"""

from __future__ import annotations

import datetime as dt
import re
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec

from redactor.errors import RedactorError
from redactor.files.atomic_file import atomic_private
from redactor.run.state.locks import StateLock, is_locked

_FOLDER = "console"
_FILE = "job.json"
_KEPT = 200  # jobs
_KEY = re.compile(r"[0-9a-f]{32}")


class Form(msgspec.Struct, frozen=True):
    """What a person may do next: a form with one field, `patient`, and hidden ones. ask: the label of the field."""

    action: str
    hidden: Mapping[str, str]
    ask: str
    button: str


class Result(msgspec.Struct, frozen=True):
    """What a job did, without PHI. told: sentences. columns, rows: a table, or nothing."""

    told: Sequence[str]
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    is_failure: bool = False
    form: Form | None = None


class ConflictError(Exception):
    """What was asked cannot be done any more; the message says what changed, and holds no data."""


class Job(msgspec.Struct, frozen=True):
    """A job of the console.

    what: what was asked. path: the page that asked, as ROUTES writes it: who may use that may see the job. by: the name
    of the person's token. back: the path of the page to go back to. ended: "" while it goes on.
    """

    key: str
    what: str
    path: str
    by: str
    back: str
    began: str
    ended: str = ""
    result: Result | None = None
    is_lost: bool = False


class Jobs:
    """Jobs are done one at a time, in the order in which they were started; call `close` at the end.

    told: is told of failures, whose messages may quote data.
    """

    def __init__(self, home: Path, told: Callable[[BaseException], None]) -> None:
        self._folder, self._told = home / _FOLDER, told
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="console-jobs")

    def close(self) -> None:
        """Drop the jobs that have not begun, and wait for the end of the one that has."""
        self._thread.shutdown(cancel_futures=True)

    def start(self, what: str, path: str, by: str, back: str, work: Callable[[], Result]) -> str:
        """Return the key of a new job, which does the work when its turn comes.

        what, path, by, back: as in Job, without PHI.
        """
        self._remove_old()
        job = Job(secrets.token_hex(16), what, path, by, back, _now())
        lock = StateLock(self._folder / job.key)
        lock.__enter__()  # until it ends, or this process does
        self._write(job)
        self._thread.submit(self._do, job, lock, work)
        return job.key

    def get(self, key: str) -> Job | None:
        """Return a job of any process, or None."""
        if not _KEY.fullmatch(key):
            return None
        folder = self._folder / key
        is_running = is_locked(folder)  # first: a job that ends between the two has its result
        try:
            job = msgspec.json.decode((folder / _FILE).read_bytes(), type=Job)
        except FileNotFoundError:
            return None
        return job if job.ended or is_running else msgspec.structs.replace(job, is_lost=True)

    def _do(self, job: Job, lock: StateLock, work: Callable[[], Result]) -> None:
        try:
            result = work()
        except (ConflictError, RedactorError) as e:  # their messages hold no data
            result = Result([str(e)], is_failure=True)
        except Exception as e:
            self._told(e)
            result = Result(["It failed, and the log of the service says where."], is_failure=True)
        try:
            self._write(msgspec.structs.replace(job, ended=_now(), result=result))
        except OSError as e:
            self._told(e)
        finally:
            lock.__exit__(None, None, None)

    def _write(self, job: Job) -> None:
        with atomic_private(self._folder / job.key / _FILE) as file:
            file.write(msgspec.json.encode(job))

    def _remove_old(self) -> None:
        """Remove all but the latest jobs. Another process may do so at the same time."""
        found: list[tuple[int, Path]] = []
        for folder in self._folder.iterdir() if self._folder.is_dir() else ():
            with suppress(FileNotFoundError):
                if _KEY.fullmatch(folder.name):
                    found.append((folder.stat().st_mtime_ns, folder))
        for _, folder in sorted(found)[:-_KEPT]:
            if not is_locked(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
