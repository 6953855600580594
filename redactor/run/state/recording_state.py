"""This module opens the state of recordings: its journal and its quarantine, brought into agreement after a crash."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.state.journal import Journal
from redactor.run.state.locks import StateLock
from redactor.run.state.quarantine import Entry, QuarantineStore, entry_id
from redactor.run.state.recording_journal import NAME, NO_MARKS, RecordingJournal

WORK = "work"
"""The outputs of recordings grow in this folder of a state, in clear."""
_TURN = 1  # a recording is the only record of its file
_GONE = ("withheld", "duplicate")


@dataclass(frozen=True, slots=True)
class RecordingState:
    """A `RecordingState` joins the journal and the quarantine of recordings."""

    journal: RecordingJournal
    quarantine: QuarantineStore

    def hold(
        self,
        number: int,
        sidecar: RawRecord | None,
        recording: BinaryIO | None,
        digest: str,
        reason: str,
        where: str = "",
        marks: Mapping[str, str] = NO_MARKS,
    ) -> None:
        """Put a recording into the quarantine, and record that in the journal.

        sidecar: as it came; None without one. recording: None if the file cannot be read; then the entry alone tells of
        it. digest: the SHA-256 in hex with which the recording was received. marks: values of the run that change with
        it. Raises OSError for a full disk and RunError for a recording that has changed: then it is not settled.
        """
        row = self.journal.recording(number)
        raw = RawRecord(
            b"" if sidecar is None else sidecar.data,
            f"{number}:1",
            None if sidecar is None else sidecar.schema_name,
            part="recording",
            digest=digest,
        )
        name = self.journal.name(number)
        entry = Entry(number, _TURN, raw, row.record_id, reason, where, name)
        if recording is None:
            self.quarantine.add([entry])
        else:
            self.quarantine.add_recording(entry, recording)
        self.journal.settle(number, "quarantined", reason, where, marks)

    def remove_from_quarantine(self, number: int) -> None:
        """Delete a recording from the quarantine that is placed, or need not leave any more."""
        self.quarantine.mark_released([entry_id(number, _TURN)])


def work_folder(state: Path, number: int) -> Path:
    """Return the folder where the outputs of a recording grow until they leave. Sound in it may not be proven yet."""
    return state / WORK / f"{number:05d}"


def is_recording_state(state: Path) -> bool:
    """Return whether a state folder belongs to recordings, and not to `redactor run` or an exporter."""
    return (state / NAME).is_file()


@contextmanager
def open_recordings(state: Path, keyring: Keyring) -> Iterator[RecordingState]:
    """Open or begin the state of recordings, while no other process uses it. Raises RunError."""
    with ExitStack() as stack:
        stack.enter_context(StateLock(state))
        journal = RecordingJournal(state, keyring)
        stack.callback(journal.close)
        quarantine = QuarantineStore(state, keyring, journal.run)
        stack.callback(quarantine.close)
        quarantine.check_kept(journal.held())
        opened = RecordingState(journal, quarantine)
        for header in quarantine.list("held"):
            row = journal.recording(header.file)
            if row.status == "placed" or row.outcome in _GONE:
                opened.remove_from_quarantine(row.number)
        quarantine.remove_leftovers()
        journal.remove_leftovers()
        yield opened


def journal_value(state: Path, keyring: Keyring, key: str) -> str | None:
    """Return a value of the journal of a state of any kind. The caller holds its lock. Raises RunError."""
    kind = RecordingJournal if is_recording_state(state) else Journal
    with closing(kind(state, keyring)) as journal:
        return journal.get(key)


def forget_recordings(state: Path, keyring: Keyring, subjects: Collection[str]) -> int:
    """Erase what a state holds of the recordings of these patient tokens; return for how many there was something to
    erase.

    Names, results, quarantined recordings and outputs that are not decided to leave are erased. The caller holds the
    lock of the state.
    """
    with closing(RecordingJournal(state, keyring)) as journal:
        with closing(QuarantineStore(state, keyring, journal.run, create=False)) as quarantine:
            quarantine.remove_leftovers()
            theirs = set(journal.of_subjects(subjects))
            quarantine.purge([header.id for header in quarantine.kept() if header.file in theirs])
        for number in theirs:
            work = work_folder(state, number)
            if journal.recording(number).outcome != "released" and work.is_dir():
                shutil.rmtree(work)
        return journal.forget(subjects)


def purge_recordings(state: Path, keyring: Keyring, entries: Sequence[str] | None = None) -> int:
    """Purge entries of the quarantine, by default all, with their names in the journal; return how many.

    Raises RunError while another process uses the state. After a crash the same call completes the purge.
    """
    with StateLock(state), closing(RecordingJournal(state, keyring)) as journal:
        with closing(QuarantineStore(state, keyring, journal.run, create=False)) as quarantine:
            purged = quarantine.purge(entries)
            journal.drop_names(header.file for header in quarantine.list("purged"))
        return purged


def rotate_recordings(state: Path, keyring: Keyring) -> int:
    """Encrypt again what the journal of recordings keeps; return how many names and results changed."""
    with StateLock(state), closing(RecordingJournal(state, keyring)) as journal:
        return journal.rotate()
