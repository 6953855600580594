"""What the runner of recordings and its workers tell each other. Everything here can be pickled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from redactor.run.contracts import OutputFile, Processed, RawRecord

Step = Literal["heard", "redacted", "verified"]
"""How far a worker has come with a recording."""
Note = Callable[[Step, bytes], None]
"""Called at each step, with what the journal keeps of it: what was heard, else nothing."""


@dataclass(frozen=True, slots=True)
class Job:
    """A recording to process. Only number and record_id may be logged.

    number: of the recording in its journal, from 1. digest: SHA-256 of the file, in hex. sidecar: what is known of it.
    work: a folder of the state for this recording alone. heard: of an earlier attempt, as it was noted.
    """

    number: int
    record_id: str
    resource_key: str
    size: int
    work: Path
    path: Path = field(repr=False)
    digest: str = field(repr=False)
    sidecar: RawRecord | None = field(default=None, repr=False)
    heard: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a recording. outputs: of a released one, the files in `staged(job)`, by name."""

    done: Processed
    outputs: tuple[OutputFile, ...] = ()


class RecordingProcessor(Protocol):
    """Built in each worker; holds a recogniser and an engine."""

    def process(self, job: Job, note: Note) -> Result:
        """Everything that the file itself can do wrong is in the result. Raises RunError where no recording can be
        processed (a full disk, for example)."""
        ...


def staged(job: Job) -> Path:
    """The folder in which the outputs of a recording grow. It moves into OUT as a whole."""
    return job.work / "out"
