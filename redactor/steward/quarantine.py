"""This module releases and purges quarantined entries, whatever wrote their state: a run, recordings or an exporter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from redactor.assemble.runs import build_run
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.release import BUNDLE_HELD, NOT_KEPT, Released, ask_exporter
from redactor.run.release import release as release_entries
from redactor.run.state.journal import STREAM
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import Header, QuarantineStore
from redactor.run.state.recording_state import is_recording_state, journal_value, purge_recordings
from redactor.run.state.unchecked_journal import value_of
from redactor.settings import Settings

STAYS = {
    NOT_KEPT: "the quarantine holds nothing of the entry that could be released, or only its beginning; mend the input"
    " as `redactor quarantine list` says, and run it into a new OUT",
    BUNDLE_HELD: "the Bundle of the entry is itself in quarantine or withheld; release the entry of the Bundle first",
}
"""Why a release leaves an entry, beside the reasons of the quarantine."""


def is_of_exporter(state: Path) -> bool:
    """Return whether a state is that of an exporter, whose entries go into phi.raw again."""
    return value_of(state, STREAM) is not None


def release(settings: Settings, state: Path, out: Path | None, entries: Sequence[str] | None) -> Released:
    """Process entries of a state again, and add those that pass to OUT; None takes all that are held.

    settings: with the profile of the run. out: None for an exporter, which is only asked. Raises RunError and what a
    run raises; ImportError without the extra for audio, for recordings.
    """
    if is_of_exporter(state):
        return ask_exporter(state, Keyring.load(settings.keyring), entries)
    if out is None:
        raise RunError("name the OUT of the run, to which its records are added")
    if is_recording_state(state):
        return _release_recordings(settings, out, state, entries)
    config, callbacks = build_run(settings, None, out, state)
    return release_entries(config, callbacks.processor, entries)


def _release_recordings(settings: Settings, out: Path, state: Path, entries: Sequence[str] | None) -> Released:
    from redactor.assemble.recordings import build_audio
    from redactor.run.recordings.release import release
    from redactor.run.recordings.session import TRANSCRIPT_ONLY

    with StateLock(state):
        transcript_only = bool(journal_value(state, Keyring.load(settings.keyring), TRANSCRIPT_ONLY))
    return release(*build_audio(settings, None, out, state, transcript_only=transcript_only), entries)


def purge(keyring: Keyring, state: Path, entries: Sequence[str] | None) -> int:
    """Delete the payloads of entries for good, of all if None, and return how many; headers stay. Raises RunError."""
    if is_recording_state(state):
        return purge_recordings(state, keyring, entries)
    with closing(QuarantineStore(state, keyring, create=False)) as store:
        return store.purge(entries)


def seen(state: Path, entry: Header) -> Mapping[str, str]:
    """Return what the log of accesses says of an entry that is shown."""
    return {"record": entry.record_id, "entry": entry.id, "run": state.name}
