"""Remember in home which requests are answered in batches, and which batches are at the provider."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path

import msgspec

from redactor.errors import KeyringError, RunError
from redactor.files.atomic_file import atomic_private, sync
from redactor.files.own_files import make_own_folder
from redactor.files.paths import read_regular
from redactor.keys import DerivedKey, Keyring, pad, unpad
from redactor.llm.batches import Written
from redactor.llm.cache import AnswerCache, Entry

_FOLDER = "llm-batches"
_PURPOSE = "llm-batches"
_HELD = b"written"


class Phase(StrEnum):
    """A phase says what may have happened to a batch when its process was killed.

    UPLOADING: its file may be at the provider. CREATING: its file is there, and the provider may have made the batch.
    SUBMITTED: the batch is made. COLLECTED: its answers are in home, and its files are still at the provider.
    """

    UPLOADING = "uploading"
    CREATING = "creating"
    SUBMITTED = "submitted"
    COLLECTED = "collected"


class Record(msgspec.Struct, frozen=True):
    """A record is what home knows of a batch.

    tag: the batch's name here, and in the name of its file. base_url: where it was sent. ids: of its requests. most:
    bytes that the results can have. begun: when, in seconds since 1970. file, batch, results: the ids that the provider
    gave. used: the requests of which a `collect` gave the answer to a run.
    """

    tag: str
    base_url: str
    ids: frozenset[str]
    most: int
    begun: float
    phase: Phase = Phase.UPLOADING
    file: str = ""
    batch: str = ""
    results: tuple[str, ...] = ()
    used: frozenset[str] = frozenset()

    @property
    def file_name(self) -> str:
        return f"redactor-{self.tag}.jsonl"


class BatchRecords:
    """The records of a home. The caller holds the lock of the home's batches.

    Each change is on the disk when its method returns. Raises RunError for a damaged record.
    """

    def __init__(self, home: Path, keyring: Keyring) -> None:
        self._folder, self._keyring = home / _FOLDER, keyring

    def __iter__(self) -> Iterator[Record]:
        """Yield the records, oldest first."""
        yield from sorted(map(self._read, self._files()), key=lambda record: (record.begun, record.tag))

    def save(self, record: Record) -> None:
        make_own_folder(self._folder)
        self._write(self._folder / record.tag, msgspec.json.encode(record))

    def remove(self, record: Record) -> None:
        (self._folder / record.tag).unlink(missing_ok=True)
        sync(self._folder)

    def rotate(self) -> int:
        """Encrypt the records of older keys under the current key, and return their number."""
        changed = 0
        for path in self._files():
            sealed = read_regular(path)[0]
            if self._keyring.renew(_PURPOSE, sealed, path.name.encode()) is not None:
                self._write(path, msgspec.json.encode(self._read(path)))
                changed += 1
        return changed

    def _files(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        for part in self._folder.glob(".*.part"):  # of a process that was killed
            part.unlink(missing_ok=True)
        return [path for path in self._folder.iterdir() if not path.name.startswith(".")]

    def _read(self, path: Path) -> Record:
        try:
            data = unpad(self._keyring.decrypt(_PURPOSE, read_regular(path)[0], path.name.encode()))
            return msgspec.json.decode(data, type=Record)
        except (KeyringError, ValueError, msgspec.MsgspecError, OSError):
            raise RunError(
                f"a record of a batch in home ({_FOLDER}) is damaged, or of another keyring: restore it from a backup, "
                "or delete its batch and files at the provider, and remove it"
            ) from None

    def _write(self, path: Path, data: bytes) -> None:
        with atomic_private(path) as file:
            file.write(self._keyring.encrypt(_PURPOSE, pad(data), path.name.encode()))


class Questions:
    """The requests that home knows: those that were written into a file, are in a batch, or were answered by one. The
    caller holds the lock of the home's batches.
    """

    def __init__(self, answers: AnswerCache, key: DerivedKey, records: BatchRecords) -> None:
        self._answers, self._key, self._records = answers, key, records

    def new_among(self, requests: Iterable[Written]) -> list[Written]:
        """Return the requests that home does not know."""
        under_way = {id_ for record in self._records for id_ in record.ids}
        marks = {request: self._mark(request.id) for request in requests if request.id not in under_way}
        marked = self._answers.get(list(marks.values()))
        return [request for request, mark in marks.items() if mark not in marked]

    def hold(self, ids: Iterable[str]) -> None:
        """Note for good that requests were written or answered, so that no batch holds them again."""
        self._answers.add([Entry(self._mark(id_), None, _HELD) for id_ in ids])

    def _mark(self, id_: str) -> bytes:
        return self._key.digest("batch", id_)
