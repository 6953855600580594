"""This module keeps what a person says of the records of a sample, encrypted in the state of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.run.state.sealed_sqlite import SealedDatabase, opening

MARKS = "review.db"
Verdict = Literal["right", "wrong", "missed"]
_TABLES = "CREATE TABLE marks(record_id TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID"
_PURPOSE = "review"


class SpanMark(msgspec.Struct, frozen=True):
    """A span mark says of a stretch of a text that it is found rightly or wrongly, or that it was missed.

    text: the number of the text in the record. start and end: characters of the original text.
    """

    text: int
    start: int
    end: int
    entity: Entity
    verdict: Verdict


class RecordMarks(msgspec.Struct, frozen=True):
    """The marks of one record. is_read: a person has looked at all of it, so that spans without a mark are right."""

    spans: tuple[SpanMark, ...] = ()
    is_read: bool = False

    def with_mark(self, mark: SpanMark) -> RecordMarks:
        """Return the marks with another one; an earlier one of the same stretch goes."""
        rest = (m for m in self.spans if (m.text, m.start, m.end) != (mark.text, mark.start, mark.end))
        return RecordMarks((*rest, mark), self.is_read)


class MarkStore:
    """A mark store keeps the marks of a run by record id. It holds offsets and labels, and no text.

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

    def close(self) -> None:
        self._sealed.close()

    def get(self, record_id: str) -> RecordMarks:
        """Return the marks of a record, empty ones if nobody looked at it."""
        row = self._sealed.db.execute("SELECT data FROM marks WHERE record_id=?", (record_id,)).fetchone()
        return RecordMarks() if row is None else self._decode(record_id, row[0])

    def put(self, record_id: str, marks: RecordMarks) -> None:
        """Keep the marks of a record in place of earlier ones."""
        data = self._keyring.encrypt(_PURPOSE, msgspec.json.encode(marks), record_id.encode())
        with self._sealed.transaction() as db:
            db.execute("INSERT OR REPLACE INTO marks VALUES(?,?)", (record_id, data))

    def all(self) -> Mapping[str, RecordMarks]:
        """Return the marks of all records that have any."""
        rows: Sequence[tuple[str, bytes]] = self._sealed.db.execute("SELECT record_id, data FROM marks").fetchall()
        return {record_id: self._decode(record_id, data) for record_id, data in rows}

    def _decode(self, record_id: str, data: bytes) -> RecordMarks:
        plain = self._keyring.decrypt(_PURPOSE, data, record_id.encode())
        return msgspec.json.decode(plain, type=RecordMarks)
