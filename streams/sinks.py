"""This module reads the input of an ingest: a folder as `redactor run` reads it, or a drop folder.

Each content is handed out once. The number of a file follows from its content alone, under the keyring: a file under
another name, on another host or after its state was lost gives the same positions, and so the same record ids. A file
that holds one note counts with its name, which may say whose note it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from redactor.errors import RunError
from redactor.files.paths import Version
from redactor.keys import DerivedKey, Keyring
from redactor.run.contracts import FileReason
from redactor.run.drop_files import content_digest
from redactor.run.drop_layout import DropJournal
from redactor.run.dropfolder import Claim, DropFolder
from redactor.run.intake.files import InputFile, list_inputs, note_fields
from redactor.run.intake.kinds import content_identity
from redactor.run.intake.patient_lists import read_crosswalk
from redactor.run.note_names import NoteNames, check_notes, note_order, read_note_names
from redactor.settings import Settings
from schemas.engine.records import Reason

NUMBERS = 1 << 62
_POLL = 1.0  # seconds, in which a signal is noticed


@dataclass(frozen=True, slots=True)
class Notes:
    """Says how to tell whose note a file is, and the place of a note among others, as `list_inputs` takes them."""

    names: NoteNames
    order: Callable[[str], bytes]

    @classmethod
    def from_settings(cls, settings: Settings, keyring: Keyring) -> Notes:
        """Builds the names and order of notes as a run of these settings does. Raises SettingsError."""
        names = read_note_names(settings.notes, read_crosswalk(settings.crosswalk))
        return cls(names, note_order(keyring, settings.recipient))

    def check(self, files: Iterable[InputFile]) -> None:
        """Raises RunError if it is not certain whose a note of a scan is."""
        check_notes(self.names, note_fields(files))


class Sink(Protocol):
    """A source of files for an ingest; a context manager."""

    def scan(self) -> list[InputFile]:
        """Returns the files to read, in order: each content that was not finished, once. Their numbers differ."""
        ...

    def finish(self, file: InputFile, fault: Reason | FileReason | None) -> None:
        """Marks the content, so that it is never handed out again. fault: why the rest of the file could not
        be read.
        """
        ...

    def wait(self) -> None:
        """Returns after a moment, or when there may be more to read."""
        ...

    @property
    def is_watched(self) -> bool:
        """Tells whether more files can come."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None: ...


def content_number(key: DerivedKey, digest: str, name: str) -> int:
    """Returns a number in [0, 2**62) for a content, of a note together with its name. digest: SHA-256 in hex."""
    return key.number(NUMBERS, *content_identity(digest, name))


class PlainFolder:
    """Reads a file or folder in its place; no process may write to it meanwhile.

    state: a local folder outside of it, for the journal of finished contents.
    """

    is_watched = False

    def __init__(self, source: Path, state: Path, key: DerivedKey, notes: Notes) -> None:
        self._source, self._key, self._notes = source, key, notes
        self._journal = DropJournal(state, key)
        self._versions: dict[int, Version | None] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._journal.close()

    def scan(self) -> list[InputFile]:
        found: dict[int, InputFile] = {}
        for file in list_inputs(self._source, self._notes.names, self._notes.order, whole=True):
            version, digest = _read(file)
            number = content_number(self._key, digest, file.name)
            if number not in found and not self._journal.is_done(self._content(number)):
                found[number] = replace(file, number=number)
                self._versions[number] = version
        self._notes.check(found.values())
        return list(found.values())

    def finish(self, file: InputFile, fault: Reason | FileReason | None) -> None:
        if self._versions[file.number] != _version(file):
            raise RunError("the input was changed while it was read; run the command again when nothing writes to it")
        self._journal.mark_done([self._content(file.number)])

    def wait(self) -> None:
        return None

    def _content(self, number: int) -> str:
        return self._key.token("number", str(number))


class DropSink:
    """Reads a drop folder. A file that could not be read to its end is moved to failed/, with the reason beside it."""

    is_watched = True

    def __init__(self, folder: DropFolder, key: DerivedKey, notes: Notes) -> None:
        self._folder, self._key, self._notes = folder, key, notes
        self._claims: dict[int, Claim] = {}

    def __enter__(self) -> Self:
        self._folder.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._folder.__exit__(kind, e, tb)

    def scan(self) -> list[InputFile]:
        records: list[InputFile] = []
        notes: list[InputFile] = []
        for claim in self._folder.scan():
            number = content_number(self._key, claim.digest, claim.name)
            for file in list_inputs(claim.folder, self._notes.names, self._notes.order, whole=True):
                self._claims[number] = claim
                (notes if file.kind == "note" else records).append(replace(file, number=number))
        self._notes.check(notes)
        return records + sorted(notes, key=lambda f: (self._notes.order(f.name), f.name))

    def finish(self, file: InputFile, fault: Reason | FileReason | None) -> None:
        claim = self._claims.pop(file.number)
        if fault is None:
            self._folder.finish([claim])
        else:
            self._folder.fail(claim, fault)

    def wait(self) -> None:
        self._folder.wait(_POLL)


def _read(file: InputFile) -> tuple[Version | None, str]:
    """Returns the version and the digest of a file; for a file that cannot be read, a digest of its name."""
    assert file.path is not None
    version = _version(file)
    if version is not None and file.kind != "link" and file.path.is_file():
        with suppress(OSError), file.open() as opened:
            return version, content_digest(opened.fileno())
    return version, f"unreadable {file.name}"


def _version(file: InputFile) -> Version | None:
    assert file.path is not None
    try:
        return Version.from_stat(file.path.lstat() if file.kind == "link" else file.path.stat())
    except OSError:
        return None
