"""Store the answers of LLMs, so that every worker and every later run uses the answer that was given first."""

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

_MEMORY_BYTES = 64_000_000  # of values in memory
_OVERHEAD = 250  # bytes of an entry in memory besides its value

_PURPOSE = "llm-answers"
_FORMAT = b"redactor-answers/1"
_SCHEMA = (
    "CREATE TABLE answers(key BLOB PRIMARY KEY, subject BLOB NOT NULL, answer BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE forgotten(subject BLOB PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE proof(value BLOB NOT NULL)",
    "CREATE INDEX of_subject ON answers(subject)",
)
_INSERT = "INSERT OR IGNORE INTO answers SELECT ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM forgotten WHERE subject=?2)"
_SUBJECT_HMAC_BYTES = 16  # bytes of a subject's HMAC
_ROWS_PER_STATEMENT = 256  # rows of a statement
_CANNOT_BE_USED = "the answers of LLMs in home (llm.db) cannot be used"
_MISMATCH = (
    "the answers of LLMs in home (llm.db) are not as this keyring left them: they belong to another keyring or "
    "version, or were changed or damaged; set REDACTOR_KEYRING to the keyring of this home, or remove llm.db: what was "
    "answered is then asked again"
)
_Row = tuple[object, object, object]  # key, subject and answer as the file holds them


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry is an answer to store.

    key: a key that `answer_key` made. subject: the token of the patient whose chart the answer is about; None if
    unknown. value: the caller's result of reading the answer, as bytes in a form that the caller chooses.
    """

    key: bytes
    subject: str | None
    value: bytes


class AnswerStore(Protocol):
    """A store keeps answers by key. Threads may share a store.

    Both methods raise AnswersUnavailableError if the store does not work. An answer that was not stored must not be
    used, since another worker may store a different one.
    """

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the stored values of these keys."""
        ...

    def add(self, entries: Sequence[Entry]) -> dict[bytes, bytes]:
        """Store the entries whose keys are new, and return the stored value of each key: an earlier value wins."""
        ...


class MemoryAnswers:
    """This store keeps answers in memory, for use without a keyring. Beyond about 64 MB the oldest answers are
    dropped.
    """

    def __init__(self, most: int = _MEMORY_BYTES) -> None:
        """Create an empty store. most: the bytes beyond which the oldest answers are dropped."""
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
    """This store keeps the answers of a home in an encrypted SQLite file that threads and processes share.

    A row holds the key, an HMAC in place of the subject, and the value, padded and encrypted so that it decrypts in no
    other row. A copy of the file tells how many answers there are, how many are about one chart, and their size
    classes. A changed row cannot be read; a removed row is asked for again.

    Raises AnswersMismatchError for a file of another keyring or version and for a changed or damaged file;
    AnswersUnavailableError if the disk or another process prevents access.
    """

    def __init__(self, path: Path, keyring: Keyring) -> None:
        self._keyring = keyring
        self._subjects = keyring.internal(_PURPOSE)
        self._lock = threading.Lock()
        with _own_errors():
            make_own_folder(path.parent)
            self._db = connect(path, threads=True)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        with self._lock, _own_errors():
            rows = self._select(keys)
        return self._decrypted_values(rows)

    def add(self, entries: Sequence[Entry]) -> dict[bytes, bytes]:
        """Store entries as `AnswerStore.add` does. They are on the disk when the method returns."""
        new = [(e.key, place := self._subject_hmac(e.subject), self._sealed(e.key, place, e.value)) for e in entries]
        with self._lock, _own_errors(), transaction(self._db):
            self._db.executemany(_INSERT, new)
            rows = self._select([e.key for e in entries])
        # Answers about subjects that were forgotten for good are returned and not stored.
        kept = {e.key: e.value for e in reversed(entries)}
        return kept | self._decrypted_values(rows)

    def holds(self, subjects: Iterable[str]) -> bool:
        """Tell whether there are answers about one of the subjects."""
        with self._lock, _own_errors():
            query = "SELECT 1 FROM answers WHERE subject=? LIMIT 1"
            return any(self._db.execute(query, (self._subject_hmac(s),)).fetchone() for s in subjects)

    def count(self, subjects: Iterable[str]) -> int:
        """Return the number of answers about these subjects."""
        with self._lock, _own_errors():
            query = "SELECT count(*) FROM answers WHERE subject=?"
            return sum(int(self._db.execute(query, (self._subject_hmac(s),)).fetchone()[0]) for s in subjects)

    def forget(self, subjects: Iterable[str | None], *, for_good: bool = False) -> int:
        """Erase the answers about these subjects and return their number. None stands for texts of unknown patients.

        for_good: also refuse to store answers about them from now on. Raises AnswersUnavailableError, too, while
        another process keeps a log of the answers; the same call then continues.
        """
        with self._lock, _own_errors():
            with transaction(self._db):
                places = [(self._subject_hmac(s),) for s in subjects]
                if for_good:
                    self._db.executemany("INSERT OR IGNORE INTO forgotten VALUES (?)", places)
                erased = self._db.executemany("DELETE FROM answers WHERE subject=?", places).rowcount
            self._empty_log()
        return max(erased, 0)

    def rotate(self) -> int:
        """Re-encrypt the answers of older keys under the current key, and return their number."""
        changed, last = 0, b""
        with self._lock, _own_errors():
            while True:
                with transaction(self._db):  # short, because workers wait for it
                    query = "SELECT key, subject, answer FROM answers WHERE key>? ORDER BY key LIMIT ?"
                    rows = self._db.execute(query, (last, _ROWS_PER_STATEMENT)).fetchall()
                    for key, place, answer in rows:
                        if new := self._reencrypted(answer, _binding(key, place)):
                            self._db.execute("UPDATE answers SET answer=? WHERE key=?", (new, key))
                            changed += 1
                if not rows:
                    break
                last = rows[-1][0]
            with transaction(self._db):
                if new := self._reencrypted(self._proof(), _FORMAT):
                    self._db.execute("UPDATE proof SET value=?", (new,))
            self._empty_log()
        return changed

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def _prepare(self) -> None:
        """Create the tables of a new file, and check those of an existing one."""
        if not self._schema_statements():
            with transaction(self._db):
                if not self._schema_statements():  # unless another process was first
                    for statement in _SCHEMA:
                        self._db.execute(statement)
                    self._db.execute("INSERT INTO proof VALUES (?)", (self._keyring.encrypt(_PURPOSE, b"", _FORMAT),))
        if self._schema_statements() != sorted(_SCHEMA):
            raise AnswersMismatchError(_MISMATCH)
        self._decrypted(self._proof(), _FORMAT)

    def _schema_statements(self) -> list[str]:
        return [sql for (sql,) in self._db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY sql")]

    def _proof(self) -> object:
        row = self._db.execute("SELECT value FROM proof").fetchone()
        return None if row is None else row[0]

    def _select(self, keys: Sequence[bytes]) -> list[_Row]:
        rows: list[_Row] = []
        for at in range(0, len(keys), _ROWS_PER_STATEMENT):
            chunk = keys[at : at + _ROWS_PER_STATEMENT]
            marks = ",".join("?" * len(chunk))
            rows += self._db.execute(f"SELECT key, subject, answer FROM answers WHERE key IN ({marks})", chunk)  # noqa: S608
        return rows

    def _decrypted_values(self, rows: Iterable[_Row]) -> dict[bytes, bytes]:
        found = {}
        for key, place, answer in rows:
            try:
                found[_checked_bytes(key)] = unpad(self._decrypted(answer, _binding(key, place)))
            except ValueError:
                raise AnswersMismatchError(_MISMATCH) from None
        return found

    def _subject_hmac(self, subject: str | None) -> bytes:
        return self._subjects.digest(*(() if subject is None else (subject,)))[:_SUBJECT_HMAC_BYTES]

    def _sealed(self, key: bytes, place: bytes, value: bytes) -> bytes:
        return self._keyring.encrypt(_PURPOSE, pad(value), _binding(key, place))

    def _decrypted(self, blob: object, context: bytes) -> bytes:
        try:
            return self._keyring.decrypt(_PURPOSE, _checked_bytes(blob), context)
        except KeyringError:
            raise AnswersMismatchError(_MISMATCH) from None

    def _reencrypted(self, blob: object, context: bytes) -> bytes | None:
        try:
            return self._keyring.renew(_PURPOSE, _checked_bytes(blob), context)
        except KeyringError:
            raise AnswersMismatchError(_MISMATCH) from None

    def _empty_log(self) -> None:
        if self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            raise AnswersUnavailableError(
                "the answers of LLMs were erased, but a process that reads them keeps a log of their old content; end "
                "that process, then repeat the command"
            )


def answer_key(key: DerivedKey, subject: str | None, *parts: str) -> bytes:
    """Return the key of an answer: an HMAC-SHA-256 over everything that the answer depends on, each part with its
    length.

    key: `keyring.pseudonym("llm", recipient)`, or without a keyring a `DerivedKey` of random bytes. The key differs
    between recipients and epochs, so that they share nothing that an answer proposes. parts: the name and version of
    the prompt, the model, the entities, the text that is sent and the question about it; a list is one part, such as
    its JSON.
    """
    return key.digest("" if subject is None else f"={subject}", *parts)


def _binding(key: object, place: object) -> bytes:
    """Return the key and subject of a row, to which its ciphertext is bound."""
    return _checked_bytes(key) + _checked_bytes(place)


def _checked_bytes(found: object) -> bytes:
    """Return a value of the file as bytes. Raises AnswersMismatchError for any other type, which only a changed file
    holds.
    """
    if not isinstance(found, bytes):
        raise AnswersMismatchError(_MISMATCH)
    return found


@contextmanager
def _own_errors() -> Iterator[None]:
    """Raise errors of the system and of the content as errors of this package, without SQLite's messages."""
    try:
        yield
    except OSError:
        raise AnswersUnavailableError(f"{_CANNOT_BE_USED}: {advice(sqlite3.SQLITE_CANTOPEN)}") from None
    except sqlite3.Error as e:
        code = getattr(e, "sqlite_errorcode", None) or 0
        if is_of_the_system(e) or code & 0xFF == sqlite3.SQLITE_READONLY:
            raise AnswersUnavailableError(f"{_CANNOT_BE_USED}: {advice(code)}") from None
        raise AnswersMismatchError(_MISMATCH) from None
    except UnicodeDecodeError:  # a table has a changed name
        raise AnswersMismatchError(_MISMATCH) from None
