"""This module keeps the jobs of the FHIR interface in home: what is asked, how far it is, and the results, all sealed.

A job is a folder, which appears and disappears by a rename, so that a process that dies leaves a whole job or none. Its
request is deleted when the results are complete. Processes that share home claim a job by a lock of the system, which
ends with the process. A job is worth what its ticket says of the patients who were withdrawn when it was asked for:
once that has changed, its data are destroyed.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from redactor.errors import KeyringError, NotInForceError, RunError, ServiceUnavailableError
from redactor.files.atomic_file import atomic_private, locked, sync
from redactor.files.own_files import make_own_folder, open_own
from redactor.keys import Keyring
from redactor.service.refusals import RefusedError
from redactor.steward.withdrawn import GONE, NEW, is_withdrawn, withdraw

MOST_JOBS = 100
MOST_BYTES = 1 << 30  # of all jobs
KEPT_SECONDS = 24 * 3600.0  # from the request on
_ATTEMPTS = 5
_PURPOSE = "fhir-job"
_WITHDRAWN = "job-withdrawn"
_ID = re.compile(r"[A-Za-z0-9_-]{32}")
_FILE = re.compile(r"[A-Za-z]{1,64}\.ndjson")


class Ticket(msgspec.Struct, frozen=True):
    """A ticket says of a job whose it is, and what it was asked for.

    profile: the digest of the profile under which it is to be done. state: of the withdrawals when it was asked for.
    began: seconds since 1970.
    """

    holder: str
    profile: str
    state: str
    began: float
    request: str


class Listed(msgspec.Struct, frozen=True):
    """A file of the results. kind: the type of its resources. list: "output", "deleted" or "error"."""

    name: str
    kind: str
    count: int
    list: str


class Results(msgspec.Struct, frozen=True):
    """These are the results of a job. failure: a code, where there are none."""

    files: tuple[Listed, ...] = ()
    failure: str = ""


@dataclass(frozen=True)
class Shown:
    """A job as its owner sees it. results: None while it runs. progress: such as "64 of 128 steps"."""

    ticket: Ticket
    results: Results | None
    progress: str


class JobStore:
    """A job store is a folder of jobs.

    profile: the digest of the profile of this process. state: tells who opted out or was forgotten; it is called in
    several threads. clock: seconds since 1970. Methods raise ServiceUnavailableError where the state cannot be told.
    """

    def __init__(
        self,
        folder: Path,
        keyring: Keyring,
        profile: str,
        state: Callable[[], str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._folder, self._keyring, self._profile, self._told, self._clock = folder, keyring, profile, state, clock

    def create(self, holder: str, request: str, data: bytes, job: str | None = None) -> str:
        """Keep a request durably, and return the id of its job. Raises RefusedError where there are too many.

        job: the id that the request has, however often it is made; by default a new one.
        """
        state = self._state()  # before the request is read: whatever changes later ends the job
        make_own_folder(self._folder)
        job = job or secrets.token_urlsafe(24)
        with locked(self._folder / "jobs"):
            self._expire()
            if (self._folder / job).exists() and not is_withdrawn(self._folder / job):
                return job
            jobs = [one for one in self._ids() if not is_withdrawn(self._folder / one)]
            if len(jobs) >= MOST_JOBS or sum(map(self._bytes, jobs)) + len(data) > MOST_BYTES:
                raise RefusedError(429, "too-many-jobs", {"Retry-After": "60"})
            self._remove(job)
            new = self._folder / f"{NEW}{job}"
            shutil.rmtree(new, ignore_errors=True)  # of a process that died
            new.mkdir(mode=0o700)
            ticket = msgspec.json.encode(Ticket(holder, self._profile, state, self._clock(), request))
            for name, content in (("request", data), ("ticket", ticket)):
                with atomic_private(new / name) as file:
                    file.write(self._sealed(job, name, content))
            new.rename(self._folder / job)
            sync(self._folder)
        return job

    def show(self, job: str, holder: str) -> Shown:
        """Return a job. Raises RefusedError unless it is the holder's, and once it is withdrawn, or KeyringError."""
        ticket = self._ticket(job)
        if ticket is None or ticket.holder != holder or self._is_over(ticket):
            raise RefusedError(404, "no-such-job")
        self._refuse_withdrawn(job, ticket)
        progress = ""
        with suppress(FileNotFoundError):
            progress = (self._folder / job / "progress").read_text("ascii", "replace")[:90]
        if ticket.profile != self._profile:
            progress = "waiting for a service under the profile that was asked for"
        return Shown(ticket, self._results(job), progress)

    def file(self, job: str, holder: str, name: str) -> bytes:
        """Return a file of the results. Raises RefusedError if there is none, or KeyringError."""
        shown = self.show(job, holder)
        if shown.results is None or not _FILE.fullmatch(name) or name not in {f.name for f in shown.results.files}:
            raise RefusedError(404, "no-such-file")
        found = self._read(job, name)
        self._refuse_withdrawn(job, shown.ticket)  # while it was read
        if found is None:
            raise RefusedError(404, "no-such-file")
        return found

    def _refuse_withdrawn(self, job: str, ticket: Ticket) -> None:
        """Raise RefusedError, and destroy the data of the job, if a patient was withdrawn after it was asked for."""
        folder = self._folder / job
        if not is_withdrawn(folder):
            if ticket.state == self._state():
                return
            with locked(self._folder / "jobs"):
                withdraw(folder)
        raise RefusedError(410, _WITHDRAWN)

    def delete(self, job: str, holder: str) -> None:
        """Delete a job, which ends if it runs. Raises RefusedError unless it is the holder's."""
        try:
            self.show(job, holder)
        except RefusedError as e:
            if e.code != _WITHDRAWN:
                raise
        self._remove(job)

    def pending(self) -> list[str]:
        """Return the jobs that are not complete, in the order of their requests.

        Those of another profile wait for a process that has it: the client asked for that profile's policy.
        """
        waiting = [job for job in self._ids() if not (self._folder / job / "results").exists()]
        waiting = [job for job in waiting if not is_withdrawn(self._folder / job)]
        return sorted(filter(self._is_ours, waiting), key=self._made)

    def _is_ours(self, job: str) -> bool:
        try:
            ticket = self._ticket(job)
        except KeyringError:  # it expires
            return False
        return ticket is not None and ticket.profile == self._profile

    @contextmanager
    def claim(self, job: str) -> Iterator[bytes | None]:
        """Give the request of a job that no other process works on, else None. Nobody else claims it in the block.

        A job that was begun several times, and whose process died each time, fails: its request is deleted, and
        RunError tells so.
        """
        folder = self._folder / job
        try:
            fd = open_own(folder / "lock", os.O_RDWR | os.O_CREAT)
        except FileNotFoundError:  # deleted
            yield None
            return
        with os.fdopen(fd, "r+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield None
                return
            if is_withdrawn(folder) or (folder / "results").exists() or (data := self._read(job, "request")) is None:
                yield None
                return
            begun = len(file.read(_ATTEMPTS))
            if begun >= _ATTEMPTS:
                self.complete(job, {}, Results(failure="job-failed"))
                raise RunError(f"a FHIR job failed {_ATTEMPTS} times; its data are deleted (its id begins {job[:8]})")
            file.write(b"x")
            file.flush()
            os.fsync(file.fileno())
            yield data

    def unbegin(self, job: str) -> None:
        """Count the last beginning of a claimed job for nothing: it did not fail, and will be run again."""
        with suppress(FileNotFoundError), os.fdopen(open_own(self._folder / job / "lock", os.O_RDWR), "r+b") as file:
            file.truncate(max(0, os.fstat(file.fileno()).st_size - 1))

    def note(self, job: str, progress: str) -> None:
        """Tell how far a claimed job is. Raises FileNotFoundError once it was deleted or withdrawn."""
        self._check_in_force(job)
        part = self._folder / job / ".progress"
        part.touch(mode=0o600)
        part.write_text(progress, "ascii")
        part.replace(part.with_name("progress"))

    def complete(self, job: str, files: Mapping[str, bytes], results: Results) -> None:
        """Keep the results of a claimed job, and delete its request.

        Raises FileNotFoundError once it was deleted or withdrawn.
        """
        named = {**files, "results": msgspec.json.encode(results)}  # last: it makes the job complete
        with locked(self._folder / "jobs"):  # it is not withdrawn meanwhile
            self._check_in_force(job)
            for name, content in named.items():
                for part in (self._folder / job).glob(f".{name}.*.part"):  # of a process that died, by its number
                    part.unlink()
                with atomic_private(self._folder / job / name) as file:
                    file.write(self._sealed(job, name, content))
            (self._folder / job / "request").unlink(missing_ok=True)

    def is_in_force(self, job: str) -> bool:
        """Return whether a job was neither deleted nor withdrawn; False too if that cannot be told."""
        try:
            self._check_in_force(job)
        except (OSError, ServiceUnavailableError):
            return False
        return True

    def _check_in_force(self, job: str) -> None:
        """Raise FileNotFoundError for a job that was deleted or withdrawn."""
        ticket = self._ticket(job)
        if ticket is None or is_withdrawn(self._folder / job) or ticket.state != self._state():
            raise FileNotFoundError

    def expire(self) -> None:
        """Destroy the data of jobs that are withdrawn, and delete jobs whose time is over and what processes that died
        have left.
        """
        if self._folder.exists():
            with locked(self._folder / "jobs"):
                self._expire()

    def _expire(self) -> None:
        try:
            state: str | None = self._state()
        except ServiceUnavailableError:  # told where a job is asked for
            state = None
        for job in self._ids():
            folder = self._folder / job
            if self._clock() - self._made(job) >= KEPT_SECONDS:
                self._remove(job)
            elif is_withdrawn(folder) or (state is not None and self._is_of_another(job, state)):
                withdraw(folder)
            elif (folder / "results").exists():
                (folder / "request").unlink(missing_ok=True)
        for left in self._listed():
            is_old = left.name.startswith(NEW) and self._clock() - _changed(left) >= KEPT_SECONDS
            if is_old or left.name.startswith(GONE):
                shutil.rmtree(left, ignore_errors=True)

    def _is_of_another(self, job: str, state: str) -> bool:
        """Return whether patients were withdrawn after a job was asked for."""
        try:
            ticket = self._ticket(job)
        except KeyringError:  # it is given to nobody, and expires
            return False
        return ticket is not None and ticket.state != state

    def _state(self) -> str:
        try:
            return self._told()
        except (OSError, sqlite3.Error, RunError) as e:
            told = "the list of opt_out, or what home tells of forgotten patients, cannot be read"
            raise NotInForceError("withdrawals-unreadable", told) from e

    def _remove(self, job: str) -> None:
        gone = self._folder / f"{GONE}{job}"
        with suppress(FileNotFoundError):
            (self._folder / job).rename(gone)
            sync(self._folder)
        shutil.rmtree(gone, ignore_errors=True)

    def _listed(self) -> list[Path]:
        try:
            return list(self._folder.iterdir())
        except FileNotFoundError:
            return []

    def _ids(self) -> list[str]:
        return [path.name for path in self._listed() if _ID.fullmatch(path.name)]

    def _bytes(self, job: str) -> int:
        with suppress(FileNotFoundError):
            return sum(path.stat().st_size for path in (self._folder / job).iterdir())
        return 0

    def _made(self, job: str) -> float:
        return _changed(self._folder / job / "ticket")

    def _is_over(self, ticket: Ticket) -> bool:
        return self._clock() - ticket.began >= KEPT_SECONDS

    def _ticket(self, job: str) -> Ticket | None:
        if not _ID.fullmatch(job) or (found := self._read(job, "ticket")) is None:
            return None
        return msgspec.json.decode(found, type=Ticket)

    def _results(self, job: str) -> Results | None:
        found = self._read(job, "results")
        return None if found is None else msgspec.json.decode(found, type=Results)

    def _read(self, job: str, name: str) -> bytes | None:
        try:
            with os.fdopen(open_own(self._folder / job / name, os.O_RDONLY), "rb") as file:
                return self._keyring.decrypt(_PURPOSE, file.read(), f"{job}/{name}".encode())
        except FileNotFoundError:
            return None

    def _sealed(self, job: str, name: str, content: bytes) -> bytes:
        return self._keyring.encrypt(_PURPOSE, content, f"{job}/{name}".encode())


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
