"""This module keeps the messages of a topic that a home has skipped because they are not genuine, for a person to see.

They are counted, and the last of them are kept, encrypted: whoever wrote them may have written PHI. A home also notes
whether any message of the topic has opened, which proves its keyring: before, nothing may count (ADR 0064).
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from redactor.keys import Keyring
from redactor.run.state.known_entries import Entries

SCHEMA = """
CREATE TABLE reading (
    topic TEXT PRIMARY KEY, has_opened INTEGER NOT NULL, skipped INTEGER NOT NULL, first INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE skipped (
    topic TEXT NOT NULL, position INTEGER NOT NULL, reason TEXT NOT NULL, time INTEGER NOT NULL, message BLOB NOT NULL,
    PRIMARY KEY (topic, position)
) WITHOUT ROWID;
"""
COLUMNS = {
    "reading": ("topic", "has_opened", "skipped", "first"),
    "skipped": ("topic", "position", "reason", "time", "message"),
}
FORGED, REPEATED = "forged", "repeated"
_MOST = 100  # messages
_LARGEST = 4_096  # bytes of a message


class SkippedMessage(NamedTuple):
    """A skipped message. reason: "forged" or, of an erasure that comes again, "repeated". time: of the broker, in
    milliseconds since 1970. key, value: their first 4,096 bytes.
    """

    position: int
    reason: str
    time: int
    key: bytes | None
    value: bytes | None


@dataclass(slots=True)
class Skips:
    """Counts skipped messages and holds the last of them. first: the position of the first."""

    count: int = 0
    first: int = -1
    last: deque[SkippedMessage] = field(default_factory=lambda: deque(maxlen=_MOST))

    def add(self, position: int, reason: str, time: int, key: bytes | None, value: bytes | None) -> None:
        """Add a message."""
        self.first = min(self.first, position) if self.count else position
        self.count += 1
        self.last.append(SkippedMessage(position, reason, time, _cut(key), _cut(value)))


def _cut(data: bytes | None) -> bytes | None:
    return None if data is None else bytes(data[:_LARGEST])


class Skipped:
    """A `Skipped` reads and writes what a home has skipped. The caller begins and ends transactions."""

    def __init__(self, db: sqlite3.Connection, keyring: Keyring, entries: Entries) -> None:
        self._db, self._keyring, self._entries = db, keyring, entries

    def has_opened(self, topic: str) -> bool:
        """Return whether a message of the topic was genuine."""
        row = self._db.execute("SELECT has_opened FROM reading WHERE topic=?", (topic,)).fetchone()
        return row is not None and bool(row[0])

    def note(self, topic: str, has_opened: bool, skips: Skips) -> None:
        """Store what became of messages."""
        if skips.count or (has_opened and not self.has_opened(topic)):
            sql = "INSERT INTO reading VALUES (?1,?2,?3,?4) ON CONFLICT DO UPDATE SET"
            sql += " has_opened=max(has_opened, ?2), first=iif(skipped, first, ?4), skipped=skipped+?3"
            self._db.execute(sql, (topic, has_opened, skips.count, skips.first))
        rows = [
            (topic, m.position, m.reason, m.time, self._encrypted(topic, m.position, m.key, m.value))
            for m in skips.last
        ]
        self._db.executemany("INSERT OR REPLACE INTO skipped VALUES (?,?,?,?,?)", rows)
        if rows:
            sql = "SELECT position FROM skipped WHERE topic=?1 ORDER BY position DESC LIMIT 1 OFFSET ?2"
            self._db.execute(f"DELETE FROM skipped WHERE topic=?1 AND position<=({sql})", (topic, _MOST))  # noqa: S608

    def count(self, topic: str) -> int:
        """Return how many messages were skipped."""
        row = self._db.execute("SELECT skipped FROM reading WHERE topic=?", (topic,)).fetchone()
        return int(row[0]) if row is not None else 0

    def messages(self, topic: str) -> list[SkippedMessage]:
        """Return the last skipped messages, at most 100, by position."""
        sql = "SELECT position, reason, time, message FROM skipped WHERE topic=? ORDER BY position"
        return [
            SkippedMessage(position, reason, time, *self._decrypted(topic, position, message))
            for position, reason, time, message in self._db.execute(sql, (topic,))
        ]

    def forget(self, topic: str) -> int:
        """Forget the skipped messages of the topic, and return how many there were."""
        count = self.count(topic)
        self._db.execute("UPDATE reading SET skipped=0 WHERE topic=?", (topic,))
        self._db.execute("DELETE FROM skipped WHERE topic=?", (topic,))
        return count

    def renew(self) -> int:
        """Re-encrypt what older keys encrypted, and return how many messages those were."""
        changed = 0
        for topic, position, old in self._db.execute("SELECT topic, position, message FROM skipped").fetchall():
            if new := self._keyring.renew("known", old, self._place(topic, position)):
                update = "UPDATE skipped SET message=? WHERE topic=? AND position=?"
                changed += self._db.execute(update, (new, topic, position)).rowcount
        return changed

    def _encrypted(self, topic: str, position: int, *message: bytes | None) -> bytes:
        return self._entries.encrypt(msgspec.msgpack.encode(message), self._place(topic, position))

    def _decrypted(self, topic: str, position: int, message: bytes) -> Iterable[bytes | None]:
        data = self._entries.decrypt(message, self._place(topic, position))
        return msgspec.msgpack.decode(data, type=tuple[bytes | None, bytes | None])

    def _place(self, topic: str, position: int) -> bytes:
        return self._entries.place(f"{topic}:{position}", "skipped")
