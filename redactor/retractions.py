"""Which patients a home was told to forget: a line a step in home/retractions.jsonl, without PHI.

Its last line for a patient tells the enclave what to delete. It is only ever added to, and is on the disk when `add`
returns.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

NAME = "retractions.jsonl"
KINDS = ("stand-ins", "known", "quarantine")


@dataclass(frozen=True, slots=True)
class Retraction:
    """What was erased of a subject, and under which pseudonyms the subject was released.

    time: UTC, ISO 8601. by: who asked for it. subject: the token of the patient. released_as: Patient.id in releases to
    the recipient under that key, one for each id that the source has for the patient. erased: counts so far, by KINDS.
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
    """The file of a home."""

    def __init__(self, home: Path) -> None:
        self._path = home / NAME

    def add(self, retraction: Retraction) -> None:
        """Durably, for the owner alone (mode 0600)."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fd = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(fd, "rb+", buffering=0) as f:
            size = f.seek(0, os.SEEK_END)
            # A line that a crash cut short stays a line of its own.
            torn = size > 0 and os.pread(fd, 1, size - 1) != b"\n"
            f.write((b"\n" if torn else b"") + json.dumps(asdict(retraction)).encode("ascii") + b"\n")
            os.fsync(fd)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def unfinished(self, subject: str) -> Mapping[str, int] | None:
        """What an attempt that did not end has erased of the subject; None when there is none."""
        last: dict[str, Any] | None = None
        for line in self._path.read_bytes().splitlines() if self._path.is_file() else ():
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if told["subject"] == subject:
                last = told
        return last["erased"] if last is not None and last["status"] == "started" else None
