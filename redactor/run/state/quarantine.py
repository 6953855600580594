"""This module keeps the quarantine of a run: encrypted records and file names under headers that hold no data.

The quarantine is an SQLite file in the state folder. An entry's id consists of its input file and turn
("00001-00000042"), so that a record committed twice around a crash is one entry. The payload of a recording is its
sidecar. The recording itself lies beside the database, encrypted, as a file of the folder `quarantine` (`kept_files`),
which the encrypted payload names; the file is written before its row, and deleted before it too.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from msgspec.structs import replace

from redactor.errors import KeyringError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.packing import pack, unpack
from redactor.run.state import kept_files
from redactor.run.state.sealed_sqlite import SealedDatabase, opening

_TABLE = """
CREATE TABLE entries(
  id TEXT PRIMARY KEY, file INTEGER NOT NULL, turn INTEGER NOT NULL, position TEXT NOT NULL, part TEXT NOT NULL,
  record_id TEXT NOT NULL, reason TEXT NOT NULL, place TEXT NOT NULL, bytes INTEGER NOT NULL,
  truncated INTEGER NOT NULL, status TEXT NOT NULL, payload BLOB, source BLOB, subject TEXT NOT NULL,
  resource_key TEXT NOT NULL, known INTEGER NOT NULL, since INTEGER NOT NULL, first INTEGER NOT NULL,
  sent INTEGER NOT NULL, at_place INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX waiting ON entries(status, reason, since) WHERE subject<>'' AND status<>'released' AND status<>'purged';
CREATE INDEX of_subject ON entries(subject) WHERE subject<>'' AND status<>'released' AND status<>'purged';
CREATE INDEX of_resource ON entries(resource_key) WHERE subject<>'' AND status<>'released';
CREATE INDEX by_reason ON entries(status, reason, file, turn)
"""
_COLUMNS = {
    "entries": (
        "id", "file", "turn", "position", "part", "record_id", "reason", "place", "bytes", "truncated", "status",
        "source", "subject", "resource_key", "known", "since", "first", "sent", "at_place",
    )
}  # fmt: skip
_SOURCE = "/source"  # in the authenticated context of an encrypted path, as opposed to a payload
_FOLDER = "quarantine"
_RECORDING_MARK = (
    b"\x02"  # marks the payload of a recording: then come its token, of _TOKEN_BYTES, and the packed sidecar
)
_TOKEN_BYTES = 16
_FILE_NAME = re.compile(r"\.?([0-9]+-[0-9]+)\.")
_HEADER = (
    "id, file, turn, position, part, record_id, reason, place, bytes, truncated, status, subject, resource_key, known, "
    "since, first, at_place"
)
WAITING = "subject<>'' AND status<>'released' AND status<>'purged'"
"""This SQL condition selects the entries of a stream that are neither released nor purged, as the indexes have it."""
UNRELEASED = "subject<>'' AND status<>'released'"
"""This SQL condition selects the entries of a stream that are not released, as its index has it."""
KEPT_STATUSES = ("held", "asked", "sent", "superseded")
_KEPT = "status<>'released' AND status<>'purged'"


@dataclass(frozen=True, slots=True)
class Header:
    """A header is an entry without its payload.

    bytes: the size of the stored payload, 0 if it was too large to keep. status: "held", "released" or "purged". where:
    a schema path or a code, never a value.

    An exporter has further values. status: "asked" if a person has released the entry, "sent" if it stands in phi.raw
    again, "superseded" if a later version of its resource has left. subject: the message key of its record. known: the
    position of phi.known that its worker had reached. since: seconds of the hold clock. first: its turn when it came
    first. place: as in Envelope.
    """

    id: str
    file: int
    turn: int
    position: str
    part: str
    record_id: str
    reason: str
    where: str
    bytes: int
    truncated: bool
    status: str
    subject: str = ""
    resource_key: str = ""
    known: int = -1
    since: int = 0
    first: int = 0
    place: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry is a record to keep.

    turn: its number among the raw records of its file, from 1. source: the path of the file in the input. The other
    fields are those of Header.
    """

    file: int
    turn: int
    raw: RawRecord
    record_id: str
    reason: str
    where: str
    source: str = ""
    status: str = "held"
    subject: str = ""
    resource_key: str = ""
    known: int = -1
    since: int = 0
    first: int = 0
    place: int = 0


def entry_id(file: int, turn: int) -> str:
    """Return the id of the entry for a file and a turn."""
    return f"{file:05d}-{turn:08d}"


class QuarantineStore:
    """A `QuarantineStore` adds, lists, decrypts and deletes quarantined records; call `close` at the end.

    run: the name of the run, whose quarantine it must be. create: begin a missing quarantine. read_only: check the seal
    and not each row, which takes seconds of a large quarantine; payloads are authenticated by themselves. Raises
    RunError for a quarantine that was changed, or belongs to another run.
    """

    def __init__(
        self, state: Path, keyring: Keyring, run: str | None = None, *, create: bool = True, read_only: bool = False
    ) -> None:
        path = state / "quarantine.db"
        if (read_only or not create) and not path.is_file():
            raise RunError(
                "there is no quarantine in this state; name the run's with --state, or restore the state folder from a "
                "backup if its quarantine.db was removed"
            )
        key = keyring.internal("quarantine-seal")
        with opening(
            damaged="the quarantine is damaged; restore the state folder from a backup",
            changed="the quarantine is not as this keyring left it: it belongs to another keyring, run or version, or "
            "was changed; set REDACTOR_KEYRING to the run's, or restore the state folder from a backup",
        ):
            self._sealed = SealedDatabase(path, _TABLE, _COLUMNS, key, run, create=create, read_only=read_only)
        self._db = self._sealed.db
        self._state, self._keyring = state, keyring

    def close(self) -> None:
        self._sealed.close()

    def add(self, entries: Iterable[Entry]) -> None:
        """Store entries, durable when this returns. An entry with the same file and turn is replaced."""
        rows = []
        for e in entries:
            kept = bool(e.raw.data or e.raw.entry)
            rows.append(self._row(e, pack(e.raw) if kept else None, len(e.raw.data) + len(e.raw.entry or b"")))
        self._insert(rows)

    def add_recording(self, entry: Entry, recording: BinaryIO) -> None:
        """Store a recording, read in bounded memory and durable when this returns; it replaces one with the same file
        and turn.

        entry: its record has the part "recording", the digest of the recording, and the sidecar as data, b"" without
        one. Raises RunError if the recording has another digest by now, OSError for a full disk: then the quarantine is
        as it was.
        """
        name, token = entry_id(entry.file, entry.turn), secrets.token_bytes(_TOKEN_BYTES)
        path = self._path(name, token)
        content = kept_files.write_copy(path, recording, self._keyring, self._file_context(path))
        if content.sha256 != entry.raw.digest:
            kept_files.remove([path])
            raise RunError("a recording was changed while it was read; let its writer finish, then start again")
        payload = _RECORDING_MARK + token + pack(entry.raw)
        self._insert([self._row(entry, payload, content.size + len(entry.raw.data))])
        kept_files.remove(other for other in self._files_of([name]) if other != path)

    def _row(self, e: Entry, payload: bytes | None, size: int) -> tuple[Any, ...]:
        name = entry_id(e.file, e.turn)
        blob = None if payload is None else self._keyring.encrypt("quarantine", payload, self._context(name))
        head = (name, e.file, e.turn, e.raw.position, e.raw.part, e.record_id, e.reason, e.where)
        # A path can hold lone surrogates, for bytes that are not UTF-8.
        path = e.source.encode("utf-8", "surrogateescape")
        source = self._keyring.encrypt("quarantine", path, self._context(name, _SOURCE)) if path else None
        of_stream = (e.subject, e.resource_key, e.known, e.since, e.first, -1, e.place)
        return (*head, size, int(e.raw.truncated), e.status, blob, source, *of_stream)

    def _insert(self, rows: Sequence[tuple[Any, ...]]) -> None:
        with self._sealed.transaction():
            self._db.executemany(f"INSERT OR REPLACE INTO entries VALUES({','.join('?' * 20)})", rows)

    def drop_after(self, file: int, turn: int) -> None:
        """Delete what an unfinished commit added after the journaled turn."""
        with self._sealed.transaction() as db:
            db.execute("DELETE FROM entries WHERE file=? AND turn>?", (file, turn))

    def check_kept(self, number: int) -> None:
        """Raise RunError if fewer entries are held or purged than the journal counts: an older copy was put back."""
        (kept,) = self._db.execute("SELECT count(*) FROM entries WHERE status <> 'released'").fetchone()
        if kept < number:
            raise RunError(
                f"the quarantine holds {kept} of the {number} records that the journal counts, as an older copy would; "
                "restore the state folder from a backup, or start again with a new --state and an empty OUT"
            )

    def kept(self) -> list[Header]:
        """Return the headers of the entries that are neither released nor purged, in input order."""
        rows = self._db.execute(f"SELECT {_HEADER} FROM entries WHERE {_KEPT} ORDER BY file, turn")  # noqa: S608
        return [_header(r) for r in rows]

    def list(self, status: str | None = None) -> list[Header]:
        """Return all headers, or those with a status, in input order."""
        rows = self._db.execute(
            f"SELECT {_HEADER} FROM entries WHERE ? IS NULL OR status=? ORDER BY file, turn",  # noqa: S608
            (status, status),
        )
        return [_header(r) for r in rows]

    def header(self, entry: str) -> Header:
        """Return the header of an entry. Raises RunError for an unknown entry."""
        row = self._db.execute(f"SELECT {_HEADER} FROM entries WHERE id=?", (entry,)).fetchone()  # noqa: S608
        if row is None:
            raise RunError("no such entry; see: redactor quarantine list")
        return _header(row)

    def raw(self, entry: str) -> RawRecord:
        """Return the original record, without its error and apart from its Bundle, to be processed again by itself.

        Raises RunError if its payload was not kept or is purged.
        """
        return replace(self.original(entry), error=None, where="", is_request=False, last=False, blocked=None)

    def original(self, entry: str) -> RawRecord:
        """Return the record as it came; for a recording, its sidecar. Raises RunError as `raw`."""
        payload = self._payload(entry)
        return unpack(payload[1 + _TOKEN_BYTES :] if payload.startswith(_RECORDING_MARK) else payload)

    def recording(self, entry: str) -> AbstractContextManager[Path]:
        """Give a path under which this process can open the decrypted recording (`kept_files.opened`).

        Raises RunError as `raw`, and for an entry that is no recording; KeyringError if its file is missing or was
        changed.
        """
        path = self._recording_path(entry)
        return kept_files.opened(path, self._keyring, self._file_context(path))

    def read_recording(self, entry: str) -> Iterator[bytes]:
        """Yield the decrypted recording piece by piece (`kept_files.read`). Raises as `recording`."""
        path = self._recording_path(entry)
        return kept_files.read(path, self._keyring, self._file_context(path))

    def _recording_path(self, entry: str) -> Path:
        payload = self._payload(entry)
        if not payload.startswith(_RECORDING_MARK):
            raise RunError("this entry holds no recording")
        return self._path(entry, payload[1 : 1 + _TOKEN_BYTES])

    def _payload(self, entry: str) -> bytes:
        row = self._db.execute("SELECT payload FROM entries WHERE id=?", (entry,)).fetchone()
        if row is None:
            raise RunError("no such entry; see: redactor quarantine list")
        if row[0] is None:
            raise RunError("this entry's payload was too large to keep, or is purged; the input still has it")
        return self._keyring.decrypt("quarantine", row[0], self._context(entry))

    def show(self, entry: str) -> bytes:
        """Return the original payload in the clear, which is PHI; for a recording, its sidecar."""
        raw = self.raw(entry)
        return raw.data or raw.entry or b""

    def source(self, entry: str) -> str:
        """Return the path of the input file that an entry came from, which is PHI, or "" if it was deleted with
        the payload.
        """
        row = self._db.execute("SELECT source FROM entries WHERE id=?", (entry,)).fetchone()
        if row is None or row[0] is None:
            return ""
        path = self._keyring.decrypt("quarantine", row[0], self._context(entry, _SOURCE))
        return path.decode("utf-8", "surrogateescape")

    def mark_released(self, entries: Sequence[str]) -> None:
        """Mark entries as released, and delete their payloads, recordings and sources."""
        self._drop(entries, "released")

    def purge(self, entries: Sequence[str] | None = None) -> int:
        """Delete payloads, recordings and sources of entries, by default of all, and return how many; headers stay for
        the counts.

        After a crash the same call completes the purge.
        """
        chosen = [h.id for h in self.kept()] if entries is None else list(entries)
        for e in chosen:
            self.header(e)
        return self._drop(chosen, "purged")

    def ask_exporter(self, entries: Sequence[str]) -> None:
        """Let the exporter of this state send entries into phi.raw again."""
        with self._sealed.transaction() as db:
            sql = f"UPDATE entries SET status='asked' WHERE id=? AND {WAITING}"  # noqa: S608
            db.executemany(sql, [(entry,) for entry in entries])

    def rotate(self) -> int:
        """Re-encrypt what older keys encrypted, and return how many entries changed."""
        names = [str(r[0]) for r in self._db.execute(f"SELECT id FROM entries WHERE {_KEPT}")]  # noqa: S608
        changed = 0
        for name in names:  # one at a time: each can be 64 MB
            was_renewed = self.header(name).part == "recording" and self._renew_file(name)
            with self._sealed.transaction():
                row = (
                    self._db.execute("SELECT payload, source FROM entries WHERE id=?", (name,)).fetchone()
                    or (None,) * 2
                )
                payload, source = (
                    self._keyring.renew("quarantine", blob, self._context(name, kind)) if blob else None
                    for blob, kind in zip(row, ("", _SOURCE), strict=True)
                )
                if payload is not None or source is not None:
                    self._db.execute(
                        "UPDATE entries SET payload=coalesce(?, payload), source=coalesce(?, source) WHERE id=?",
                        (payload, source, name),
                    )
                    was_renewed = True
            changed += was_renewed
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return changed

    def remove_leftovers(self) -> None:
        """Delete files of recordings that a crash left without an entry. Nobody else may add recordings meanwhile."""
        names: set[str] = set()
        for header in self.kept():
            if header.part == "recording":
                with suppress(RunError):  # no recording was kept
                    try:
                        names.add(self._recording_path(header.id).name)
                    except KeyringError:  # damaged: its file goes with it, when it is purged
                        names.update(path.name for path in self._files_of([header.id]))
        kept_files.remove_others(self._folder, names)

    @property
    def db(self) -> sqlite3.Connection:
        """This connection serves the queries of an exporter."""
        return self._db

    def transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Begin a transaction for changes of an exporter, durable at its end."""
        return self._sealed.transaction()

    def _context(self, entry: str, kind: str = "") -> bytes:
        return f"{self._sealed.name}/{entry}{kind}".encode()

    @property
    def _folder(self) -> Path:
        return self._state / _FOLDER

    def _path(self, entry: str, token: bytes) -> Path:
        return self._folder / f"{entry}.{token.hex()}"

    def _file_context(self, path: Path) -> str:
        return f"{self._sealed.name}/{path.name}"

    def _files_of(self, entries: Collection[str]) -> tuple[Path, ...]:
        """Return the files of recordings by their names, since damaged payloads name none; what a crash left is
        included.
        """
        found = self._folder.iterdir() if self._folder.is_dir() else ()
        return tuple(path for path in found if (match := _FILE_NAME.match(path.name)) and match[1] in entries)

    def _renew_file(self, entry: str) -> bool:
        try:
            path = self._recording_path(entry)
        except RunError:  # no recording was kept
            return False
        # a purge that was killed deleted the file and not yet the entry
        return path.exists() and kept_files.renew(path, self._keyring, self._file_context(path))

    def _drop(self, entries: Sequence[str], status: str) -> int:
        kept_files.remove(self._files_of(frozenset(entries)))
        with self._sealed.transaction():
            done = self._db.executemany(
                f"UPDATE entries SET payload=NULL, source=NULL, status=? WHERE id=? AND {_KEPT}",  # noqa: S608
                [(status, e) for e in entries],
            ).rowcount
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return max(done, 0)


def _header(row: tuple[Any, ...]) -> Header:
    return Header(*(*row[:9], bool(row[9]), *row[10:]))
