"""Takes files through the workers to their outcomes: for a folder and a drop folder alike."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from redactor.errors import StoppedError
from redactor.run.contracts import FileReason
from redactor.run.output.durable_files import sha256
from redactor.run.recordings.contracts import Job
from redactor.run.recordings.intake import Arrival
from redactor.run.recordings.session import File, Session
from redactor.run.recordings.workers import Workers
from redactor.run.sidecars import read_sidecar
from schemas.engine.records import Outcome, Reason

_ORPHAN = "sidecar-without-recording"


def file_of(arrival: Arrival) -> File:
    """A file with its sidecar read, or with what is wrong with either."""
    if arrival.path is None:
        assert arrival.sidecar is not None
        return File(arrival.name, arrival.sidecar, error=Reason.UNSUPPORTED_MEDIA, where=_ORPHAN)
    if not arrival.path.is_file():
        return File(arrival.name, arrival.path, error=FileReason.UNREADABLE)
    return File(arrival.name, arrival.path, read_sidecar(arrival.sidecar) if arrival.sidecar is not None else None)


class Batch:
    """Files on their way. again: process also those that came before and did not leave."""

    def __init__(self, session: Session, workers: Workers, *, again: bool = False) -> None:
        self._session, self._workers, self._again = session, workers, again
        self._files: dict[int, File] = {}  # of the jobs that workers have
        self._settled: deque[tuple[File, Outcome]] = deque()
        self._later: list[File] = []

    def process(self, files: Iterable[File]) -> Iterator[tuple[File, Outcome]]:
        """Each file with its outcome, as they come. Raises StoppedError and RunError as Workers.

        Of files with one record id, one is processed at a time: the first that leaves makes the others duplicates.
        """
        while True:
            self._later = []
            yield from self._run(self._jobs(files), alone=False)
            if not self._later:
                return
            files = self._later

    def _run(self, jobs: Iterable[Job], *, alone: bool) -> Iterator[tuple[File, Outcome]]:
        died: list[File] = []
        try:
            for job, result in self._workers.run(jobs, self._session.note, alone=alone):
                file = self._files[job.number]
                if result is None:
                    died.append(self._files.pop(job.number))
                else:
                    outcome = self._session.settle(job, result, file)
                    del self._files[job.number]
                    yield file, outcome
                yield from self._take_settled()
        except StoppedError:
            for number in self._files:
                self._session.put_back(number)
            raise
        yield from self._take_settled()
        if died:  # alone, since others may have taken the memory
            yield from self._run(self._jobs(died), alone=True)

    def _take_settled(self) -> Iterator[tuple[File, Outcome]]:
        while self._settled:
            yield self._settled.popleft()

    def _jobs(self, files: Iterable[File]) -> Iterator[Job]:
        """The jobs for the workers. What needs none is settled on the way."""
        session, taken = self._session, set[str]()
        for file in files:
            digest = _digest(file)
            row = session.receive(file, digest)
            if row.outcome and self._again and row.outcome != Outcome.RELEASED.value:
                session.put_back(row.number)
                row = session.journal.recording(row.number)
            if row.outcome:
                self._settled.append((file, Outcome(row.outcome)))
            elif row.record_id in taken:
                self._later.append(file)
            elif (job := session.job(row, file, digest)) is not None:
                taken.add(row.record_id)
                self._files[row.number] = file
                yield job
            else:
                self._settled.append((file, Outcome(session.journal.recording(row.number).outcome)))


def _digest(file: File) -> str:
    """SHA-256 of the content, in hex; of a file that cannot be read, its name in its place."""
    if file.error is FileReason.UNREADABLE:
        return f"unread/{file.name}"
    try:
        return sha256(file.path)
    except OSError:
        return f"unread/{file.name}"
