"""This module keeps what a person says of the records of a review, encrypted in the state of the run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal

import msgspec

from redactor.entities import Entity
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.state.sealed_sqlite import SealedDatabase, opening

MARKS = "review.db"
Verdict = Literal["right", "wrong", "missed"]
_TABLES = "CREATE TABLE marks(record_id TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID"
_PURPOSE = "review"
_ERASURES = "user_version"  # counts the erasures, for who has the marks open meanwhile


class ForgottenMeanwhileError(RunError):
    """A patient was forgotten since somebody opened the marks."""


class SpanMark(msgspec.Struct, frozen=True, tag="span"):
    """A span mark says of a stretch of a text that it is found rightly or wrongly, or that it was missed.

    text: the number of the text in the record. start and end: characters of the original text.
    """

    text: int
    start: int
    end: int
    entity: Entity
    verdict: Verdict

    @property
    def place(self) -> tuple[int, int, int]:
        """This is what the mark is of."""
        return self.text, self.start, self.end


class FieldMark(msgspec.Struct, frozen=True, tag="field"):
    """A field mark says of a field of a record that it is replaced rightly or wrongly, or that it was missed.

    place: the field in the original, as a JSON pointer (RFC 6901).
    """

    place: str
    entity: Entity
    verdict: Verdict


Mark = SpanMark | FieldMark
Place = tuple[int, int, int] | str


class RecordMarks(msgspec.Struct, frozen=True):
    """The marks of one record.

    is_read: a person has looked at all of it, so that spans and fields without a mark are right. subjects: tokens of
    the patients of the record, by which forgetting finds its marks.
    """

    marks: tuple[Mark, ...] = ()
    is_read: bool = False
    subjects: tuple[str, ...] = ()

    def having(self, mark: Mark) -> RecordMarks:
        """Return the marks with another one; an earlier one of the same place goes."""
        return msgspec.structs.replace(self, marks=(*self.without(mark.place).marks, mark))

    def without(self, place: Place) -> RecordMarks:
        """Return the marks without that of a place."""
        return msgspec.structs.replace(self, marks=tuple(m for m in self.marks if m.place != place))

    @property
    def spans(self) -> tuple[SpanMark, ...]:
        """These are the marks of texts."""
        return tuple(m for m in self.marks if isinstance(m, SpanMark))

    @property
    def fields(self) -> tuple[FieldMark, ...]:
        """These are the marks of fields."""
        return tuple(m for m in self.marks if isinstance(m, FieldMark))

    def verdict(self, place: Place) -> str:
        """Return what a person said of a place, or ""."""
        return next((m.verdict for m in self.marks if m.place == place), "")


class MarkStore:
    """A mark store keeps the marks of a run by record id. It holds places and labels, and no text.

    Raises RunError if rows were changed without the keyring, and KeyringError if they belong to another keyring.
    """

    def __init__(self, state: Path, keyring: Keyring) -> None:
        self._keyring = keyring
        key = keyring.internal("review-seal")
        with opening(
            damaged="review.db in the state is no database; restore it from a backup, or move it away",
            changed="the marks of reviews are not as this keyring left them; restore review.db in the state from a "
            "backup, or move it away to begin anew",
        ):
            self._sealed = SealedDatabase(state / MARKS, _TABLES, {"marks": ("record_id", "data")}, key)
        self._db = self._sealed.db
        self._erasures = self._count_erasures()

    def close(self) -> None:
        self._sealed.close()

    def get(self, record_id: str) -> RecordMarks:
        """Return the marks of a record, empty ones if nobody looked at it."""
        row = self._db.execute("SELECT data FROM marks WHERE record_id=?", (record_id,)).fetchone()
        return RecordMarks() if row is None else self._decode(record_id, row[0])

    def change(self, record_id: str, subjects: Collection[str], change: Callable[[RecordMarks], RecordMarks]) -> None:
        """Change the marks of a record, alone among all who mark. subjects: as in RecordMarks.

        Raises ForgottenMeanwhileError if a patient was forgotten since this store was opened: the record may be the
        patient's.
        """
        with self._sealed.transaction() as db:
            if self._count_erasures() != self._erasures:
                raise ForgottenMeanwhileError(
                    "a patient was forgotten since this page was opened, and no mark is kept; end redactor review, and "
                    "start it again"
                )
            marks = change(self.get(record_id))
            if marks.marks or marks.is_read:
                self._put(record_id, msgspec.structs.replace(marks, subjects=tuple(sorted(subjects))))
            else:
                db.execute("DELETE FROM marks WHERE record_id=?", (record_id,))

    def all(self) -> Mapping[str, RecordMarks]:
        """Return the marks of all records that have any."""
        rows: list[tuple[str, bytes]] = self._db.execute("SELECT record_id, data FROM marks").fetchall()
        return {record_id: self._decode(record_id, data) for record_id, data in rows}

    def forget(self, subjects: Collection[str]) -> int:
        """Erase the marks of these patients' records, from the log of SQLite too; return of how many records."""
        with self._sealed.transaction() as db:  # a page may mark meanwhile
            gone = [of for of, marks in self.all().items() if not set(subjects).isdisjoint(marks.subjects)]
            db.executemany("DELETE FROM marks WHERE record_id=?", [(record_id,) for record_id in gone])
            db.execute(f"PRAGMA {_ERASURES}={self._count_erasures() + 1}")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return len(gone)

    def rotate(self) -> int:
        """Encrypt again what older keys encrypted, and return the marks of how many records changed."""
        with self._sealed.transaction() as db:
            rows: list[tuple[str, bytes]] = db.execute("SELECT record_id, data FROM marks").fetchall()
            renewed = {
                record_id: new
                for record_id, data in rows
                if (new := self._keyring.renew(_PURPOSE, data, record_id.encode())) is not None
            }
            db.executemany("UPDATE marks SET data=? WHERE record_id=?", [(v, k) for k, v in renewed.items()])
        return len(renewed)

    def _count_erasures(self) -> int:
        return int(self._db.execute(f"PRAGMA {_ERASURES}").fetchone()[0])

    def _put(self, record_id: str, marks: RecordMarks) -> None:
        data = self._keyring.encrypt(_PURPOSE, msgspec.json.encode(marks), record_id.encode())
        self._db.execute("INSERT OR REPLACE INTO marks VALUES(?,?)", (record_id, data))

    def _decode(self, record_id: str, data: bytes) -> RecordMarks:
        plain = self._keyring.decrypt(_PURPOSE, data, record_id.encode())
        return msgspec.json.decode(plain, type=RecordMarks)


def forget_marks(state: Path, keyring: Keyring, subjects: Collection[str]) -> int:
    """Erase the marks of these patients' records from a state, if it has any; return of how many records."""
    return _with_marks(state, keyring, lambda store: store.forget(subjects))


def count_marks(state: Path, keyring: Keyring, subjects: Collection[str]) -> int:
    """Return of how many records of these patients a state has marks."""
    theirs = set(subjects)
    return _with_marks(
        state, keyring, lambda store: sum(not theirs.isdisjoint(m.subjects) for m in store.all().values())
    )


def rotate_marks(state: Path, keyring: Keyring) -> int:
    """Encrypt the marks of a state again, if it has any; return of how many records."""
    return _with_marks(state, keyring, MarkStore.rotate)


def _with_marks(state: Path, keyring: Keyring, change: Callable[[MarkStore], int]) -> int:
    if not (state / MARKS).is_file():
        return 0
    with closing(MarkStore(state, keyring)) as store:
        return change(store)
