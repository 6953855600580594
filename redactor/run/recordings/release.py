"""`redactor quarantine release` for recordings: processed again under the current settings, and placed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from redactor.run.recordings.runner import Callbacks
from redactor.run.recordings.session import File, Session, SessionConfig
from redactor.run.release import Released
from redactor.run.release_recordings import HeldRecording, release_recordings
from redactor.run.state.as_of import open_as_of


def release(config: SessionConfig, callbacks: Callbacks, entries: Sequence[str] | None = None) -> Released:
    """Release these entries of the quarantine, or all held ones, in this process. Raises RunError."""
    with Session(config) as session:
        processor = callbacks.processor(open_as_of(config.keyring, session.journal.get("as_of")))

        def process(held: HeldRecording) -> None:
            file = File(held.name, held.path, held.sidecar if held.sidecar.schema_name is not None else None)
            session.put_back(held.number)
            job = session.job(session.journal.recording(held.number), file, held.sidecar.digest)
            if job is not None:
                session.settle(job, processor.process(job, partial(session.note, job)), file)

        released = release_recordings(session.state, process, entries)
        session.write_manifest()
        return released
