"""Answers of LLMs, kept so that the first one stands: for every worker, and for every later run."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from redactor.keys import DerivedKey

_MOST = 64_000_000  # bytes in memory
_OVERHEAD = 250  # bytes of an entry beyond its value


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


def answer_key(key: DerivedKey, subject: str | None, *parts: str) -> bytes:
    """The key of an answer: HMAC-SHA-256 over everything that it depends on, each part with its length.

    key: `keyring.pseudonym("llm", recipient)`, or without a keyring `DerivedKey` of random bytes. It differs between
    recipients and epochs, so that nothing that an answer proposes is shared between them. parts: the name and version
    of the prompt, the model, the entities, the text that is sent and what is asked about it; a list as one part, such
    as its JSON.
    """
    return key.digest("" if subject is None else f"={subject}", *parts)
