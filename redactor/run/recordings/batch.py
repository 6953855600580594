"""This module lists the files of a folder of recordings, and takes files through the workers to their outcomes."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NoReturn

from redactor.errors import RunError
from redactor.files.paths import open_regular
from redactor.run.contracts import FileReason
from redactor.run.recordings.jobs import Job, check_cause
from redactor.run.recordings.session import File, Session
from redactor.run.recordings.workers import Death, Workers
from redactor.run.sidecars import read_sidecar
from redactor.run.state.recording_journal import RecordingRow
from schemas.engine.records import Outcome, Reason

_SUFFIXES = (
    ".wav", ".wave", ".flac", ".mp3", ".m4a", ".mp4", ".aac", ".ogg", ".oga", ".opus", ".webm", ".amr", ".m4v", ".mov",
    ".mkv",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Arrival:
    """An arrival is a file to account for.

    name: its path below IN, PHI. path: the recording; None for a sidecar without one. sidecar: the file that says what
    is known of the recording, if there is one. has_more: there are several of them, and any may tell of an opt-out.
    """

    name: str = field(repr=False)
    path: Path | None = field(repr=False)
    sidecar: Path | None = field(default=None, repr=False)
    has_more: bool = False


def is_sidecar(name: str) -> bool:
    """Return whether a file of this name is a sidecar and no recording."""
    return name.lower().endswith(".json")


def stem_of(name: str) -> str:
    """Return the path without suffixes, in one form of Unicode, which a recording and its sidecar share.

    A sidecar visit.wav.json has the stem of visit.wav and of visit.json.
    """
    path = PurePosixPath(unicodedata.normalize("NFC", name)).with_suffix("")
    return str(path.with_suffix("") if path.suffix.lower() in _SUFFIXES else path)


def list_recordings(source: Path) -> list[Arrival]:
    """Return every file under `source` in the order of their paths' bytes, whatever it holds. Raises RunError.

    Links below a folder are listed as recordings, and never followed: `file_of` refuses them. A recording that the user
    named may be a link.
    """
    if source.is_file():
        try:
            beside = [(p.name, p) for p in source.parent.iterdir() if is_sidecar(p.name) and p.name != source.name]
        except OSError as e:
            _raise_unlistable(e)
        (arrival,) = (a for a in paired([(source.name, source.resolve()), *beside]) if a.name == source.name)
        return [arrival]
    if not source.is_dir():
        raise RunError("the input is neither a file nor a folder; name one")
    found: dict[str, Path] = {}
    for folder, folders, names in os.walk(source, onerror=_raise_unlistable):
        here = Path(folder)
        for name in (*names, *(n for n in folders if (here / n).is_symlink())):
            found[(here / name).relative_to(source).as_posix()] = here / name
    return paired(found.items())


def paired(files: Iterable[tuple[str, Path]]) -> list[Arrival]:
    """Return recordings with their sidecars, then files without a partner, both in the order of their names' bytes.

    A copy without a sidecar thus comes when it is known whose recording it is.
    """
    ordered = sorted(files, key=lambda x: os.fsencode(x[0]))
    recorded = {name for name, _ in ordered if not is_sidecar(name)}
    stems = {stem_of(name) for name in recorded}
    sidecars: dict[str, list[tuple[str, Path]]] = {}
    for name, path in ordered:
        if is_sidecar(name):
            sidecars.setdefault(stem_of(name), []).append((name, path))
    arrivals = []
    for name, path in ordered:
        if not is_sidecar(name):
            beside = sidecars.get(stem_of(name), [])
            # a.mp3.json is none of a.wav where a.mp3 is there
            own = [found for told, found in beside if told[: -len(".json")] not in recorded - {name}]
            arrivals.append(Arrival(name, path, own[0] if own else None, len(own) > 1))
        elif stem_of(name) not in stems:
            arrivals.append(Arrival(name, None, path))
    return sorted(arrivals, key=lambda a: a.path is None or a.sidecar is None)


def _raise_unlistable(_: OSError) -> NoReturn:
    raise RunError("a folder of the input cannot be listed; grant read access, or take it out of the input")


TakeFile = Callable[[], File | None]
"""This function returns the next file, or None while there is none."""
FileOutcome = tuple[File, RecordingRow]
"""A file, and its row in the journal with the outcome."""
_ORPHAN = "sidecar-without-recording"
TWO_SIDECARS = "two-sidecars"
_SUSPECT = 2
"""A kill of the command with a recording at work is a power cut; another one may be the recording's doing, for example
where a container is killed as a whole when its memory is used up.
"""


def file_of(arrival: Arrival) -> File:
    """Return the file of an arrival with its sidecar read, or with the error of either."""
    if arrival.path is None:
        assert arrival.sidecar is not None
        return File(arrival.name, arrival.sidecar, error=Reason.UNSUPPORTED_MEDIA, where=_ORPHAN)
    if arrival.path.is_symlink():
        return File(arrival.name, arrival.path, error=FileReason.LINK)
    if not arrival.path.is_file():
        return File(arrival.name, arrival.path, error=FileReason.UNREADABLE)
    if arrival.has_more:
        return File(arrival.name, arrival.path, error=Reason.OTHER_PATIENT, where=TWO_SIDECARS)
    return File(arrival.name, arrival.path, read_sidecar(arrival.sidecar) if arrival.sidecar is not None else None)


class Batch:
    """A batch takes files through the workers. reprocess: also process files that came before and did not leave."""

    def __init__(self, session: Session, workers: Workers, *, reprocess: bool = False) -> None:
        self._session, self._workers, self._again = session, workers, reprocess
        self._files: dict[int, File] = {}  # of the jobs that workers have
        self._settled: deque[FileOutcome] = deque()

    def process(self, take: TakeFile) -> Iterator[FileOutcome]:
        """Yield each file with its outcome, as they come, until `take` gives none.

        Raises StoppedError and RunError as Workers.

        Files of one content are processed one at a time: the first that leaves makes the others duplicates,
        or they supersede it. A recording with which the command was killed repeatedly comes after all others, alone: if
        it was the cause, it holds back nothing but itself.
        """
        alone = False
        while True:
            later: list[File] = []
            yield from self._run(partial(self._job, take, set(), later, alone=alone), alone=alone)
            if not later:
                return
            take, alone = partial(next, iter(later), None), True

    def _run(self, take: Callable[[], Job | None], *, alone: bool) -> Iterator[FileOutcome]:
        again: list[File] = []
        try:
            for ended in self._workers.run(take, self._session.note, alone=alone):
                yield from self._take_settled()
                if ended is None:
                    continue
                job, result = ended
                file = self._files[job.number]
                if isinstance(result, Death):
                    self._session.end_attempt(job.number, died=result is Death.OF_ITSELF)
                    again.append(self._files.pop(job.number))
                else:
                    self._session.settle(job, result, file)
                    del self._files[job.number]
                    yield file, self._session.journal.recording(job.number)
        except (RunError, OSError):  # no fault of these recordings
            for number in self._files:
                if not self._session.journal.recording(number).outcome:
                    self._session.end_attempt(number, died=False)
            raise
        yield from self._take_settled()
        if again:
            yield from self._run(
                partial(self._job, partial(next, iter(again), None), set(), [], alone=True), alone=True
            )

    def _take_settled(self) -> Iterator[FileOutcome]:
        while self._settled:
            yield self._settled.popleft()

    def _job(self, take: TakeFile, taken: set[str], later: list[File], *, alone: bool) -> Job | None:
        """Return the next job for the workers, and settle the files on the way that need no worker.

        taken: contents of this round. later: is given the files for the next round. alone: one recording at a time.
        """
        journal = self._session.journal
        while (file := take()) is not None:
            digest = _digest(file)
            if digest is None:  # what takes the place of its content is its name, which is only hashed
                file, digest = replace(file, error=file.error or FileReason.UNREADABLE), f"unread/{file.name}"
            row = self._session.receive(file, digest)
            if row.outcome and self._again and row.outcome != Outcome.RELEASED.value:
                self._session.put_back(row.number)
                row = journal.recording(row.number)
            if row.outcome:
                self._settled.append((file, row))
            elif digest in taken or (row.begun >= _SUSPECT and not alone):
                taken.add(digest)
                later.append(file)
            elif (job := self._session.job(row, file, digest)) is not None:
                taken.add(digest)
                self._files[row.number] = file
                return job
            else:
                self._settled.append((file, journal.recording(row.number)))
        return None


def _digest(file: File) -> str | None:
    """Return the SHA-256 of the content in hex, or None if the file cannot be read or has become a link.

    Raises RunError as `check_cause`.
    """
    if file.error in (FileReason.UNREADABLE, FileReason.LINK):
        return None
    try:
        with os.fdopen(open_regular(file.path, os.O_RDONLY), "rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as e:
        check_cause(e)
        return None
