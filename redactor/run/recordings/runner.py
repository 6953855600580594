"""This module carries out `redactor audio IN OUT`: it processes each recording of a folder once; the command
resumes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from redactor.errors import StoppedError
from redactor.policy.profiles import ReleaseVoice
from redactor.run.contracts import RawRecord
from redactor.run.recordings.batch import Arrival, Batch, file_of, list_recordings
from redactor.run.recordings.jobs import RecordingProcessor
from redactor.run.recordings.session import Session, SessionConfig
from redactor.run.recordings.workers import Workers
from redactor.run.runner import check_folders_apart
from redactor.run.signals import STOPPED, stop_on_signal
from redactor.run.state.as_of import open_as_of, seal_as_of
from redactor.run.state.run_facts import note_recordings_begin, note_recordings_end

_SIDECAR_BATCH = 500


@dataclass(frozen=True, slots=True)
class Callbacks:
    """These callbacks connect the processing of recordings with the engines and the known values.

    processor: pickled to the workers; takes the day on which ages are judged. learn: stores the known values of
    sidecars, in the main process, and returns their newest date. learnt: called after the last of them; returns the day
    on which ages are judged.
    """

    processor: Callable[[dt.date | None], RecordingProcessor]
    learn: Callable[[Sequence[RawRecord]], dt.date | None]
    learnt: Callable[[dt.date | None], dt.date | None]


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress counts files so far."""

    done: int
    total: int
    quarantined: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary tells the outcomes of all recordings; recordings == sum(outcomes.values()).

    release_voice: None if no sound leaves, also by --transcript-only.
    """

    recordings: int
    outcomes: Mapping[str, int]
    reasons: Mapping[str, int]
    entities: Mapping[str, int]
    as_of: dt.date | None
    release_voice: ReleaseVoice | None
    out: Path
    state: Path


Report = Callable[[Progress], None]


def run(source: Path, config: SessionConfig, callbacks: Callbacks, workers: int, report: Report) -> Summary:
    """Process every file of `source`. Raises RunError (StoppedError after a signal)."""
    check_folders_apart(source, config.out, config.state, config.home)
    arrivals = list_recordings(source)
    with stop_on_signal() as stop, Session(config, "all") as session:
        note_recordings_begin(session.journal)
        as_of = _learn(arrivals, session, callbacks, stop.is_set)
        with Workers(partial(callbacks.processor, as_of), workers, stop.is_set) as pool:
            files = map(file_of, arrivals)
            outcomes = Batch(session, pool).process(lambda: next(files, None))
            for done, _ in enumerate(outcomes, start=1):
                report(Progress(done, len(arrivals), session.journal.held()))
        session.write_manifest()
        note_recordings_end(session.journal)
        return summary(session)


def _learn(
    arrivals: Sequence[Arrival], session: Session, callbacks: Callbacks, is_stopped: Callable[[], bool]
) -> dt.date | None:
    """Learn from all sidecars before the first recording is heard, and return the day on which ages are judged.

    The day does not change when a run is resumed.
    """
    known = [a for a in arrivals if a.path is not None and a.sidecar is not None]
    newest: dt.date | None = None
    for at in range(0, len(known), _SIDECAR_BATCH):
        if is_stopped():
            raise StoppedError(STOPPED)
        files = (file_of(a) for a in known[at : at + _SIDECAR_BATCH])
        raws = [file.sidecar for file in files if file.sidecar is not None]
        newest = max((d for d in (newest, callbacks.learn(raws)) if d), default=None)
    as_of = callbacks.learnt(newest)
    kept = session.journal.get("as_of")
    if kept is None:
        kept = seal_as_of(session.config.keyring, as_of)
        session.journal.set("as_of", kept)
    return open_as_of(session.config.keyring, kept)


def summary(session: Session) -> Summary:
    """Summarise what the state holds, of all runs over it."""
    ledger = session.ledger
    outcomes = ledger.counts("outcome")
    return Summary(
        recordings=sum(outcomes.values()),
        outcomes=outcomes,
        reasons=ledger.counts("reason"),
        entities=ledger.counts("entity"),
        as_of=open_as_of(session.config.keyring, session.journal.get("as_of")),
        release_voice=None if session.config.transcript_only else session.config.metadata.release_voice,
        out=session.config.out,
        state=session.config.state,
    )
