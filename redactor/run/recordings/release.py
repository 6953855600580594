"""This module releases quarantined recordings: each is processed again under the current settings, and leaves at most
once.

A recording that leaves is journaled as any other. Its entry is removed after that, here or when the state is opened
next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from redactor.errors import RunError
from redactor.run.contracts import RawRecord
from redactor.run.recordings.runner import Callbacks
from redactor.run.recordings.session import File, Session, SessionConfig
from redactor.run.release import NOT_KEPT, Released, chosen_entries
from redactor.run.state.as_of import open_as_of
from redactor.run.state.recording_state import RecordingState

_LEFT = ("released", "duplicate")


@dataclass(frozen=True, slots=True)
class HeldRecording:
    """A held recording is a recording of the quarantine.

    sidecar: its data are b"" without one; its digest is that of the recording. name: the name under which it came, PHI.
    path: the decrypted recording, for this process alone, while it is processed.
    """

    number: int
    sidecar: RawRecord
    name: str
    path: Path


def release_recordings(
    state: RecordingState, process: Callable[[HeldRecording], None], entries: Sequence[str] | None = None
) -> Released:
    """Process these held entries again, or all. Raises RunError.

    process: records its decision in the journal, by `verify` and `place`, or by `settle`.
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
            state.remove_from_quarantine(row.number)
            released.append(header.id)
        else:
            held[header.id] = row.reason or header.reason
    return Released(tuple(released), held)


def release(config: SessionConfig, callbacks: Callbacks, entries: Sequence[str] | None = None) -> Released:
    """Release these entries of the quarantine, or all held ones, in this process. Raises RunError."""
    with Session(config) as session:
        processor = callbacks.processor(open_as_of(config.keyring, session.journal.get("as_of")))

        def process(held: HeldRecording) -> None:
            file = File(held.name, held.path, held.sidecar if held.sidecar.schema_name is not None else None)
            session.put_back(held.number)
            job = session.job(session.journal.recording(held.number), file, held.sidecar.digest)
            if job is not None:
                session.settle(job, processor.process(job, partial(session.note, job), lambda seconds: None), file)

        released = release_recordings(session.state, process, entries)
        session.write_manifest()
        return released
