"""Answers of LLMs, kept so that the first one stands: for every worker, and for every later run."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from redactor.errors import AnswersMismatchError, AnswersUnavailableError, KeyringError
from redactor.files.own_files import make_own_folder
from redactor.files.sqlite import advice, connect, is_of_the_system, transaction
from redactor.keys import DerivedKey, Keyring, pad, unpad

_MOST = 64_000_000  # bytes in memory
_OVERHEAD = 250  # bytes of an entry beyond its value

_PURPOSE = "llm-answers"
_FORMAT = b"redactor-answers/1"
_SCHEMA = (
    "CREATE TABLE answers(key BLOB PRIMARY KEY, subject BLOB NOT NULL, answer BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE forgotten(subject BLOB PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE proof(value BLOB NOT NULL)",
    "CREATE INDEX of_subject ON answers(subject)",
)
_INSERT = "INSERT OR IGNORE INTO answers SELECT ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM forgotten WHERE subject=?2)"
_PLACE = 16  # bytes of a subject's HMAC
_STEP = 256  # rows of a statement
_WHAT = "the answers of LLMs in home (llm.db) cannot be used"
_MISMATCH = (
    "the answers of LLMs in home (llm.db) are not as this keyring left them: they belong to another keyring or "
    "version, or were changed or damaged; set REDACTOR_KEYRING to the keyring of this home, or remove llm.db: what was "
    "answered is then asked again"
)
_Row = tuple[object, object, object]  # as the file holds it: key, subject, answer


@dataclass(frozen=True, slots=True)
class Entry:
    """An answer. key: as `answer_key` makes it. subject: the token of whose chart it is about; None where unknown.

    value: what the caller makes of the answer, in a form of the caller's.
    """

    key: bytes
    subject: str | None
    value: bytes


class AnswerStore(Protocol):
    """Answers by key. Threads may share one. Both calls raise AnswersUnavailableError where the store does not work:
    an answer that was not stored must not be used, since another worker may store another one.
    """

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The values of those keys that are stored."""
        ...

    def add(self, entries: Sequence[Entry]) -> dict[bytes, bytes]:
        """Store what is not stored yet. Returns what is stored for each key: an earlier value wins."""
        ...


class MemoryAnswers:
    """Answers of this process, for use without a keyring. Beyond about 64 MB the oldest are dropped."""

    def __init__(self, most: int = _MOST) -> None:
        """most: bytes."""
        self._values: dict[bytes, bytes] = {}
        self._most, self._size = most, 0
        self._lock = threading.Lock()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        with self._lock:
            return {key: self._values[key] for key in keys if key in self._values}

    def add(self, entries: Sequence[Entry]) -> dict[bytes, bytes]:
        with self._lock:
            stored = {}
            for e in entries:
                if e.key not in self._values:
                    self._values[e.key] = e.value
                    self._size += _OVERHEAD + len(e.value)
                stored[e.key] = self._values[e.key]
            while self._size > self._most:
                self._size -= _OVERHEAD + len(self._values.pop(next(iter(self._values))))
            return stored


class AnswerCache:
    """The answers of a home: SQLite, encrypted, shared by threads and by processes.

    A row holds the key, an HMAC in place of the subject, and the value, padded and encrypted so that it decrypts in no
    other row. Whoever copies the file learns how many answers there are, how many are about one chart, and their size
    classes. Whoever changes a row makes reading it fail; a row that was removed is asked for again.

    Raises AnswersMismatchError for a file of another keyring or version, or one that was changed or damaged;
    AnswersUnavailableError where the disk or another process is in the way.
    """

    def __init__(self, path: Path, keyring: Keyring) -> None:
        self._keyring = keyring
        self._subjects = keyring.internal(_PURPOSE)
        self._lock = threading.Lock()
        with _told():
            make_own_folder(path.parent)
            self._db = connect(path, threads=True)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        with self._lock, _told():
            rows = self._select(keys)
        return self._opened(rows)

    def add(self, entries: Sequence[Entry]) -> dict[bytes, bytes]:
        """As `AnswerStore.add`. It is on the disk when this returns."""
        new = [(e.key, place := self._place(e.subject), self._sealed(e.key, place, e.value)) for e in entries]
        with self._lock, _told(), transaction(self._db):
            self._db.executemany(_INSERT, new)
            rows = self._select([e.key for e in entries])
        kept = {e.key: e.value for e in reversed(entries)}  # of subjects that were forgotten for good
        return kept | self._opened(rows)

    def holds(self, subjects: Iterable[str]) -> bool:
        """Whether there are answers about one of the subjects."""
        with self._lock, _told():
            query = "SELECT 1 FROM answers WHERE subject=? LIMIT 1"
            return any(self._db.execute(query, (self._place(s),)).fetchone() for s in subjects)

    def forget(self, subjects: Iterable[str | None], *, for_good: bool = False) -> int:
        """Erase the answers about these subjects; None: about texts of nobody known. Returns how many they were.

        for_good: store none about them from here on. Raises AnswersUnavailableError too while another process keeps a
        log of them; the same call goes on.
        """
        with self._lock, _told():
            with transaction(self._db):
                places = [(self._place(s),) for s in subjects]
                if for_good:
                    self._db.executemany("INSERT OR IGNORE INTO forgotten VALUES (?)", places)
                erased = self._db.executemany("DELETE FROM answers WHERE subject=?", places).rowcount
            self._empty_log()
        return max(erased, 0)

    def rotate(self) -> int:
        """Re-encrypt under the current key what older keys wrote. Returns how many answers changed."""
        changed, last = 0, b""
        with self._lock, _told():
            while True:
                with transaction(self._db):  # a short one: workers wait for it
                    query = "SELECT key, subject, answer FROM answers WHERE key>? ORDER BY key LIMIT ?"
                    rows = self._db.execute(query, (last, _STEP)).fetchall()
                    for key, place, answer in rows:
                        if new := self._renewed(answer, _context(key, place)):
                            self._db.execute("UPDATE answers SET answer=? WHERE key=?", (new, key))
                            changed += 1
                if not rows:
                    break
                last = rows[-1][0]
            with transaction(self._db):
                if new := self._renewed(self._proof(), _FORMAT):
                    self._db.execute("UPDATE proof SET value=?", (new,))
            self._empty_log()
        return changed

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def _prepare(self) -> None:
        """Make the tables of a new file; check those of another."""
        if not self._tables():
            with transaction(self._db):
                if not self._tables():  # no other process was first
                    for statement in _SCHEMA:
                        self._db.execute(statement)
                    self._db.execute("INSERT INTO proof VALUES (?)", (self._keyring.encrypt(_PURPOSE, b"", _FORMAT),))
        if self._tables() != sorted(_SCHEMA):
            raise AnswersMismatchError(_MISMATCH)
        self._decrypted(self._proof(), _FORMAT)

    def _tables(self) -> list[str]:
        return [sql for (sql,) in self._db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY sql")]

    def _proof(self) -> object:
        row = self._db.execute("SELECT value FROM proof").fetchone()
        return None if row is None else row[0]

    def _select(self, keys: Sequence[bytes]) -> list[_Row]:
        rows: list[_Row] = []
        for at in range(0, len(keys), _STEP):
            some = keys[at : at + _STEP]
            marks = ",".join("?" * len(some))
            rows += self._db.execute(f"SELECT key, subject, answer FROM answers WHERE key IN ({marks})", some)  # noqa: S608
        return rows

    def _opened(self, rows: Iterable[_Row]) -> dict[bytes, bytes]:
        found = {}
        for key, place, answer in rows:
            try:
                found[_bytes(key)] = unpad(self._decrypted(answer, _context(key, place)))
            except ValueError:
                raise AnswersMismatchError(_MISMATCH) from None
        return found

    def _place(self, subject: str | None) -> bytes:
        return self._subjects.digest(*(() if subject is None else (subject,)))[:_PLACE]

    def _sealed(self, key: bytes, place: bytes, value: bytes) -> bytes:
        return self._keyring.encrypt(_PURPOSE, pad(value), _context(key, place))

    def _decrypted(self, blob: object, context: bytes) -> bytes:
        try:
            return self._keyring.decrypt(_PURPOSE, _bytes(blob), context)
        except KeyringError:
            raise AnswersMismatchError(_MISMATCH) from None

    def _renewed(self, blob: object, context: bytes) -> bytes | None:
        try:
            return self._keyring.renew(_PURPOSE, _bytes(blob), context)
        except KeyringError:
            raise AnswersMismatchError(_MISMATCH) from None

    def _empty_log(self) -> None:
        if self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            raise AnswersUnavailableError(
                "the answers of LLMs were erased, but a process that reads them keeps a log of their old content; end "
                "that process, then repeat the command"
            )


def answer_key(key: DerivedKey, subject: str | None, *parts: str) -> bytes:
    """The key of an answer: HMAC-SHA-256 over everything that it depends on, each part with its length.

    key: `keyring.pseudonym("llm", recipient)`, or without a keyring `DerivedKey` of random bytes. It differs between
    recipients and epochs, so that nothing that an answer proposes is shared between them. parts: the name and version
    of the prompt, the model, the entities, the text that is sent and what is asked about it; a list as one part, such
    as its JSON.
    """
    return key.digest("" if subject is None else f"={subject}", *parts)


def _context(key: object, place: object) -> bytes:
    """What a ciphertext is bound to."""
    return _bytes(key) + _bytes(place)


def _bytes(found: object) -> bytes:
    """A value of the file, where anything may have been put."""
    if not isinstance(found, bytes):
        raise AnswersMismatchError(_MISMATCH)
    return found


@contextmanager
def _told() -> Iterator[None]:
    """Errors of the system and of the content, as our own; SQLite's messages are dropped."""
    try:
        yield
    except OSError:
        raise AnswersUnavailableError(f"{_WHAT}: {advice(sqlite3.SQLITE_CANTOPEN)}") from None
    except sqlite3.Error as e:
        code = getattr(e, "sqlite_errorcode", None) or 0
        if is_of_the_system(e) or code & 0xFF == sqlite3.SQLITE_READONLY:
            raise AnswersUnavailableError(f"{_WHAT}: {advice(code)}") from None
        raise AnswersMismatchError(_MISMATCH) from None
    except UnicodeDecodeError:  # from a changed name of a table
        raise AnswersMismatchError(_MISMATCH) from None
