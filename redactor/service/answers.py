"""This module stores the answers to requests with an idempotency key, in one file of home that all workers share.

A request claims its key before it is worked on, and its answer is stored before it is sent. A claim names its worker by
a number, under which the worker holds a lock on one byte of a second file: the kernel releases it when the worker ends,
however it ends, and the claim is free then. So a worker can be killed at any moment. Keys, tokens and bodies are stored
as keyed hashes, and answers encrypted.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import sqlite3
import time
import zlib
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

import msgspec

from redactor.errors import KeyringError, RunError
from redactor.files.own_files import make_own_folder, open_own
from redactor.files.sqlite import connect, is_of_the_system, transaction
from redactor.keys import Keyring, pad, unpad
from redactor.steward.withdrawn import ANSWERS, DAMAGED

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS answer (place BLOB PRIMARY KEY, request BLOB NOT NULL, worker INTEGER NOT NULL,"
    " expires REAL NOT NULL, size INTEGER NOT NULL, state BLOB NOT NULL, answer BLOB)",
    "CREATE INDEX IF NOT EXISTS answer_expires ON answer (expires, size)",
    "CREATE INDEX IF NOT EXISTS answer_state ON answer (state)",
)
_PURPOSE = "service-answers"
_ROW_BYTES = 512  # of a row without its answer
_MOST_BYTES = 1 << 30  # of all answers; the oldest go first
_CLEAN_BYTES, _CLEAN_SECONDS = 32 << 20, 60.0  # what a worker stores, or how long it waits, before it looks again
_DELETED = 200  # rows in one transaction, so that other workers do not wait for long


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """An answer as it was given. headers: without the length."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Conflict(StrEnum):
    """Why a request gets no answer: the key belongs to another, or the first with the key is being answered."""

    KEY_REUSED = "key-reused"
    IN_PROGRESS = "in-progress"


class Claim(msgspec.Struct, frozen=True):
    """A claim is the right to answer a request. place, request: of the key and of the request in the file."""

    place: bytes
    request: bytes


class AnswerStore:
    """An answer store belongs to one thread.

    scope: what the answers depend on beside the requests; under another scope all keys are free. state: tells that of
    the withdrawals; answers of another state are destroyed, so that all services of a home need the same list. hours:
    how long an answer is kept. clock: seconds. Raises RunError for a file that is damaged or a link, OSError.
    """

    def __init__(
        self,
        home: Path,
        keyring: Keyring,
        scope: str,
        state: Callable[[], str],
        hours: float,
        clock: Callable[[], float] = time.time,
    ) -> None:
        make_own_folder(home)
        self._keyring, self._scope, self._state = keyring, scope, state
        self._seconds, self._clock = hours * 3600, clock
        self._key = keyring.internal(_PURPOSE)
        self._locks = open_own(home / "service-answers.lock", os.O_RDWR | os.O_CREAT)
        self._worker = self._number()
        self._active: set[bytes] = set()  # places of this worker's claims
        self._stored, self._cleaned = 0, -_CLEAN_SECONDS
        try:
            self._db = connect(home / ANSWERS, threads=True)
            with transaction(self._db):
                for statement in _SCHEMA:
                    self._db.execute(statement)
        except sqlite3.DatabaseError as e:
            if is_of_the_system(e):
                raise
            raise RunError(DAMAGED) from None

    def claim(self, holder: str, key: str, route: str, body: bytes) -> Claim | Answer | Conflict:
        """Return the answer to this request, the claim to give one, or why there is neither.

        `keep` or `release` ends a claim.

        holder: the id of the token. Raises sqlite3.Error, and what `state` raises.
        """
        request = self._key.digest("request", route) + self._key.mac(body)
        self._clean()
        now = self._clock()
        while self._withdraw_some():
            pass
        with transaction(self._db):  # no worker with an older state comes between
            state = self._state()
            place = self._key.digest("key", self._scope, state, holder, key)
            row = self._db.execute(
                "SELECT request, worker, answer FROM answer WHERE place=? AND expires>?", (place, now)
            ).fetchone()
            if row is not None:
                if row[0] != request:
                    return Conflict.KEY_REUSED
                if row[2] is not None and (answer := self._opened(row[2], place + request)) is not None:
                    return answer
                if row[2] is None and self._is_at_work(row[1], place):
                    return Conflict.IN_PROGRESS
            self._db.execute(
                "INSERT OR REPLACE INTO answer VALUES (?,?,?,?,?,?,NULL)",
                (place, request, self._worker, now + self._seconds, _ROW_BYTES, self._key.digest("state", state)),
            )
        self._active.add(place)
        return Claim(place, request)

    def keep(self, claim: Claim, answer: Answer) -> Answer:
        """Store an answer durably, and return what is to be sent: it, or one that was stored before."""
        self._active.discard(claim.place)
        sealed = self._sealed(answer, claim.place + claim.request)
        size = _ROW_BYTES + len(sealed)
        with transaction(self._db):
            done = self._db.execute(
                "UPDATE answer SET answer=?, size=? WHERE place=? AND request=? AND worker=? AND answer IS NULL",
                (sealed, size, claim.place, claim.request, self._worker),
            )
            if not done.rowcount:  # the lock of this worker was not seen, and another answered
                row = self._db.execute(
                    "SELECT answer FROM answer WHERE place=? AND request=? AND answer IS NOT NULL",
                    (claim.place, claim.request),
                ).fetchone()
                return (row and self._opened(row[0], claim.place + claim.request)) or answer
        self._stored += size
        return answer

    def release(self, claim: Claim) -> None:
        """Give a claim up: the request may be answered by whoever comes next."""
        self._active.discard(claim.place)
        with transaction(self._db):
            self._db.execute(
                "DELETE FROM answer WHERE place=? AND worker=? AND answer IS NULL", (claim.place, self._worker)
            )

    def _number(self) -> int:
        while True:
            number = secrets.randbelow(1 << 62) + 1
            try:
                fcntl.lockf(self._locks, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
            except OSError:  # taken
                continue
            return number

    def _is_at_work(self, worker: int, place: bytes) -> bool:
        """Return whether the worker of a claim lives."""
        if worker == self._worker:
            return place in self._active
        try:
            fcntl.lockf(self._locks, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, worker)
        except OSError:
            return True
        fcntl.lockf(self._locks, fcntl.LOCK_UN, 1, worker)
        return False

    def _sealed(self, answer: Answer, context: bytes) -> bytes:
        return self._keyring.encrypt(_PURPOSE, pad(zlib.compress(msgspec.msgpack.encode(answer), 1)), context)

    def _opened(self, sealed: bytes, context: bytes) -> Answer | None:
        """Return an answer; None for one that this keyring cannot open, which counts as none."""
        try:
            packed = zlib.decompress(unpad(self._keyring.decrypt(_PURPOSE, sealed, context)))
            return msgspec.msgpack.decode(packed, type=Answer)
        except (KeyringError, ValueError, zlib.error, msgspec.DecodeError):
            return None

    def _clean(self) -> None:
        """Remove expired rows, and the oldest where there are too many bytes, at times."""
        if self._stored < _CLEAN_BYTES and time.monotonic() - self._cleaned < _CLEAN_SECONDS:
            return
        self._stored, self._cleaned = 0, time.monotonic()
        while self._delete("expires<=?", self._clock()) == _DELETED:
            pass
        while self._db.execute("SELECT total(size) FROM answer").fetchone()[0] > _MOST_BYTES:
            if not self._delete("answer IS NOT NULL AND ?", 1):
                return

    def _withdraw_some(self) -> bool:
        """Destroy answers, and claims, of another state; return whether there may be more."""
        chosen = f"SELECT place FROM answer WHERE state<?1 OR state>?1 LIMIT {_DELETED}"  # noqa: S608
        with transaction(self._db):
            state = self._key.digest("state", self._state())
            return self._db.execute(f"DELETE FROM answer WHERE place IN ({chosen})", (state,)).rowcount == _DELETED  # noqa: S608

    def _delete(self, which: str, value: float) -> int:
        chosen = f"SELECT place FROM answer WHERE {which} ORDER BY expires LIMIT {_DELETED}"  # noqa: S608
        with transaction(self._db):
            return self._db.execute(f"DELETE FROM answer WHERE place IN ({chosen})", (value,)).rowcount  # noqa: S608
