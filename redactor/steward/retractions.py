"""This module keeps the log of erased patients in home/retractions.jsonl, one line per step and without PHI.

The last line for a patient tells the enclave what to delete. Lines are only appended, and durable when `add` returns.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from redactor.files.atomic_file import sync
from redactor.files.own_files import make_own_folder, open_own

NAME = "retractions.jsonl"
KINDS = ("stand-ins", "answers", "known", "recordings", "quarantine")


@dataclass(frozen=True, slots=True)
class Retraction:
    """A retraction tells what was erased of a subject, and the pseudonyms under which the subject was released.

    time: UTC, ISO 8601. by: the person who requested the erasure. subject: the token of the patient. released_as: the
    pseudonyms of the patient's ids in releases to the recipient under that key, in each class of ids that a schema
    gives to them ("Patient" for Patient.id). erased: counts so far, by KINDS.
    """

    time: str
    by: str | None
    subject: str
    released_as: tuple[str, ...]
    recipient: str
    key: str
    erased: Mapping[str, int]
    status: Literal["started", "done"]


class Retractions:
    """A `Retractions` appends to and reads the log of a home."""

    def __init__(self, home: Path) -> None:
        self._path = home / NAME

    def add(self, retraction: Retraction) -> None:
        """Append a line, durable when this returns; the file is readable by the owner alone (mode 0600)."""
        make_own_folder(self._path.parent)
        fd = open_own(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        with os.fdopen(fd, "rb+", buffering=0) as f:
            size = f.seek(0, os.SEEK_END)
            # A line cut short by a crash stays a line of its own.
            torn = size > 0 and os.pread(fd, 1, size - 1) != b"\n"
            f.write((b"\n" if torn else b"") + json.dumps(asdict(retraction)).encode("ascii") + b"\n")
            os.fsync(fd)
        sync(self._path.parent)

    def unfinished(self, subject: str) -> Mapping[str, int] | None:
        """Return the counts of an unfinished erasure of the subject, or None if there is none."""
        last: dict[str, Any] | None = None
        for line in self._path.read_bytes().splitlines() if self._path.is_file() else ():
            try:
                line_data = json.loads(line)
            except ValueError:
                continue
            if line_data["subject"] == subject:
                last = line_data
        return last["erased"] if last is not None and last["status"] == "started" else None
