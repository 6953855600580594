"""This module keeps, sealed and encrypted, which original each released record of a run was, for the way back.

The rows are an SQLite file in the state. Those of one commit are one entry, encrypted together: that costs little, and
shows neither how long an id is nor which records share a patient. A reader decrypts all of them (docs/adr/0054). Like
the quarantine, an entry is committed before the journal under its input file and turn, and a start after a crash drops
what stands behind the journaled turn: no row is lost or doubled. The journal keeps how often this file was committed,
so that an older copy in its place is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from redactor.errors import KeyringError, RunError
from redactor.keys import Keyring
from redactor.run.contracts import Processed
from redactor.run.state.journal import Journal
from redactor.run.state.sealed_sqlite import SealedDatabase, opening
from redactor.run.state.unchecked_journal import value_of
from schemas.engine.records import Original, Outcome

NAME = "lookup.db"
FROM_QUARANTINE = 0
"""The rows of records that were released from the quarantine stand under this number of a file."""
_COMMITS = "lookup_commits"  # a value of the journal
_TABLE = """
CREATE TABLE batches(
  file INTEGER NOT NULL, turn INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY(file, turn)) WITHOUT ROWID
"""
_COLUMNS = {"batches": ("file", "turn", "entry")}
_PURPOSE = "lookup"
_LEFT = (Outcome.RELEASED, Outcome.DELETED)
_CHANGED = (
    "the rows for lookups of this state were removed, changed without the keyring, or put back as they were earlier; "
    "set REDACTOR_KEYRING to the run's, or restore the state folder from a backup"
)


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A row is a record that left.

    at: its position, as in RawRecord. original: its ids before and after.
    """

    record_id: str
    at: str
    original: Original


class Found(NamedTuple):
    """A `Found` is a row with the path of its input file, as the run saw it."""

    row: Row
    file: str


class _Batch(msgspec.Struct, array_like=True):
    """This is the stored form of the rows of a commit. names: the paths of the input files, by number."""

    names: dict[int, bytes]
    rows: list[Row]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Batch).decode


def row_of(at: str, done: Processed) -> Row | None:
    """Return the row of a record with its final outcome; None for one that did not leave or has no original."""
    original = done.original
    return Row(done.record_id, at, original) if original is not None and done.outcome in _LEFT else None


class LookupRows:
    """A `LookupRows` adds, reads and erases the rows of a state; call `close` at the end.

    run: the name of the run to which they must belong; None accepts any. create: begin a missing file. Raises RunError
    for a file that is missing, was changed, or is older than the journal says.
    """

    def __init__(self, state: Path, keyring: Keyring, run: str | None = None, *, create: bool = False) -> None:
        self._keyring = keyring
        counted = int(value_of(state, _COMMITS) or 0)  # read first: a run may go on meanwhile
        path = state / NAME
        if not create and not path.is_file():
            raise RunError(_CHANGED)
        with opening(damaged=_CHANGED, changed=_CHANGED):
            key = keyring.internal("lookup-seal")
            self._sealed = SealedDatabase(path, _TABLE, _COLUMNS, key, run, create=create)
        if self._sealed.commits < counted:
            self.close()
            raise RunError(_CHANGED)
        self._db = self._sealed.db

    def close(self) -> None:
        self._sealed.close()

    def marks(self) -> dict[str, str]:
        """Return what the journal keeps of these rows with its next commit."""
        return {_COMMITS: str(self._sealed.commits)}

    def add(self, file: int, turn: int, rows: Collection[Row], names: Mapping[int, str]) -> None:
        """Store the rows of a commit, durable when this returns.

        file: of OUT's file that holds them, by its input. turn: as the journal counts. names: the paths of the input
        files of the rows, by number.
        """
        if not rows:
            return
        batch = _Batch({n: name.encode("utf-8", "surrogateescape") for n, name in names.items()}, list(rows))
        with self._sealed.transaction() as db:
            db.execute("INSERT OR REPLACE INTO batches VALUES(?,?,?)", (file, turn, self._encrypt(file, turn, batch)))

    def drop_after(self, file: int, turn: int) -> None:
        """Delete what an unfinished commit added after the journaled turn."""
        with self._sealed.transaction() as db:
            db.execute("DELETE FROM batches WHERE file=? AND turn>?", (file, turn))

    def read(self, file: int | None = None) -> Iterator[Found]:
        """Yield all rows, or those of one file, in the order of the input. Raises RunError for damaged ones."""
        sql = "SELECT file, turn, entry FROM batches WHERE ? IS NULL OR file=? ORDER BY file, turn"
        for of_file, turn, entry in self._db.execute(sql, (file, file)):
            batch = self._decrypt(of_file, turn, entry)
            names = {n: name.decode("utf-8", "surrogateescape") for n, name in batch.names.items()}
            for row in batch.rows:
                yield Found(row, names.get(_number(row), ""))

    def forget(self, subjects: Collection[str]) -> int:
        """Erase the rows of these patient tokens, from the log of SQLite too, and return how many there were."""
        erased = 0
        for file, turn in self._batches():
            (entry,) = self._db.execute("SELECT entry FROM batches WHERE file=? AND turn=?", (file, turn)).fetchone()
            batch = self._decrypt(file, turn, entry)
            rows = [row for row in batch.rows if row.original.subject not in subjects]
            if gone := len(batch.rows) - len(rows):
                kept = {_number(row) for row in rows}
                names = {n: name for n, name in batch.names.items() if n in kept}
                self._replace(file, turn, self._encrypt(file, turn, _Batch(names, rows)))
                erased += gone
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return erased

    def count(self, subjects: Collection[str]) -> int:
        """Return the number of rows of these patient tokens."""
        found = 0
        for file, turn in self._batches():
            (entry,) = self._db.execute("SELECT entry FROM batches WHERE file=? AND turn=?", (file, turn)).fetchone()
            found += sum(row.original.subject in subjects for row in self._decrypt(file, turn, entry).rows)
        return found

    def rotate(self) -> int:
        """Encrypt again what older keys encrypted, and return how many entries changed."""
        changed = 0
        for file, turn in self._batches():
            (entry,) = self._db.execute("SELECT entry FROM batches WHERE file=? AND turn=?", (file, turn)).fetchone()
            if (renewed := self._keyring.renew(_PURPOSE, entry, self._context(file, turn))) is not None:
                self._replace(file, turn, renewed)
                changed += 1
        return changed

    def _batches(self) -> list[tuple[int, int]]:
        return self._db.execute("SELECT file, turn FROM batches ORDER BY file, turn").fetchall()

    def _replace(self, file: int, turn: int, entry: bytes) -> None:
        with self._sealed.transaction() as db:
            db.execute("UPDATE batches SET entry=? WHERE file=? AND turn=?", (entry, file, turn))

    def _encrypt(self, file: int, turn: int, batch: _Batch) -> bytes:
        try:
            data = _encode(batch)
        except UnicodeEncodeError:  # JSON can hold half of a surrogate pair, which UTF-8 cannot
            data = _encode(_Batch(batch.names, [_escaped(row) for row in batch.rows]))
        return self._keyring.encrypt(_PURPOSE, data, self._context(file, turn))

    def _decrypt(self, file: int, turn: int, entry: bytes) -> _Batch:
        try:
            return _decode(self._keyring.decrypt(_PURPOSE, entry, self._context(file, turn)))
        except (KeyringError, msgspec.DecodeError):
            raise RunError(_CHANGED) from None

    def _context(self, file: int, turn: int) -> bytes:
        return f"{self._sealed.name}/{file}/{turn}".encode()


def open_for_run(state: Path, keyring: Keyring, journal: Journal) -> LookupRows | None:
    """Open or begin the rows of a run; None for a run that an older version began, whose rows would be incomplete.

    Raises RunError as `LookupRows`.
    """
    if journal.has_begun() and journal.get(_COMMITS) is None and not (state / NAME).is_file():
        return None
    return LookupRows(state, keyring, journal.run, create=not journal.has_begun())


def has_rows(state: Path) -> bool:
    """Return whether a state keeps rows, or did: that of an older version, of a stream or of recordings keeps none."""
    return (state / NAME).is_file() or value_of(state, _COMMITS) is not None


def forget_rows(state: Path, keyring: Keyring, subjects: Collection[str]) -> int:
    """Erase the rows of these patient tokens from a state, if it has any; return how many there were.

    The journal counts the erasure, so that an older copy of the rows is refused. The caller holds the StateLock.
    """

    def erase(rows: LookupRows) -> int:
        erased = rows.forget(subjects)
        kept = value_of(state, _COMMITS)
        if kept is not None and rows.marks()[_COMMITS] != kept:  # also what an interrupted erasure left to count
            with closing(Journal(state, keyring)) as journal:
                journal.put(**rows.marks())
        return erased

    return _with_rows(state, keyring, erase)


def count_rows(state: Path, keyring: Keyring, subjects: Collection[str]) -> int:
    """Return the number of rows of these patient tokens in a state."""
    return _with_rows(state, keyring, lambda rows: rows.count(subjects))


def rotate_rows(state: Path, keyring: Keyring) -> int:
    """Encrypt the rows of a state again, if it has any; return how many entries changed."""
    return _with_rows(state, keyring, LookupRows.rotate)


def _with_rows(state: Path, keyring: Keyring, change: Callable[[LookupRows], int]) -> int:
    if not has_rows(state):
        return 0
    with closing(LookupRows(state, keyring)) as rows:
        return change(rows)


def _number(row: Row) -> int:
    """Return the number of the row's input file."""
    return int(row.at.partition(":")[0])


def _escaped(row: Row) -> Row:
    texts = (text.encode("utf-8", "backslashreplace").decode() for text in msgspec.structs.astuple(row.original))
    return Row(row.record_id, row.at, Original(*texts))
