"""Releases quarantined recordings: each is processed again under the current configuration, and leaves at most once.

A recording that leaves is journaled as any other. Its entry goes after that, here or when the state is opened next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from redactor.errors import RunError
from redactor.run.contracts import RawRecord
from redactor.run.release import NOT_KEPT, Released, chosen_entries
from redactor.run.state.recording_state import RecordingState

_LEFT = ("released", "duplicate")


@dataclass(frozen=True, slots=True)
class HeldRecording:
    """A recording of the quarantine. sidecar: its data are b"" without one, its digest is that of the recording.

    name: under which it came, PHI. path: of the recording in clear, for this process alone, while it is processed.
    """

    number: int
    sidecar: RawRecord
    name: str
    path: Path


def release_recordings(
    state: RecordingState, process: Callable[[HeldRecording], None], entries: Sequence[str] | None = None
) -> Released:
    """Process these held entries again, or all. Raises RunError.

    process: leaves its decision in the journal: `verify` and `place`, or `settle`.
    """
    journal, quarantine = state.journal, state.quarantine
    released: list[str] = []
    held: dict[str, str] = {}
    for header in chosen_entries(quarantine, entries):
        try:
            clear = quarantine.recording(header.id)
        except RunError:
            held[header.id] = NOT_KEPT
            continue
        sidecar, name = quarantine.raw(header.id), quarantine.source(header.id)
        with clear as path:
            process(HeldRecording(header.file, sidecar, name, path))
        row = journal.recording(header.file)
        if row.outcome in _LEFT:
            state.let_go(row.number)
            released.append(header.id)
        else:
            held[header.id] = row.reason or header.reason
    return Released(tuple(released), held)
