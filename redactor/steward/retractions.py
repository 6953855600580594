"""This module keeps the log of erased patients in home/retractions.jsonl, one line per step and without PHI.

The last line for a patient tells the enclave what to delete. Lines are only appended, and durable when `add` returns.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from redactor.steward.append_log import append_lines

NAME = "retractions.jsonl"
KINDS = ("stand-ins", "answers", "known", "recordings", "quarantine", "lookup", "marks", "copies")


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
        append_lines(self._path, asdict(retraction))

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
