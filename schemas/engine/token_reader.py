"""Reads the words of tokens with the detectors: each once, whatever the number of records that hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from redactor.text import Note, Reading

_KEPT = 65_536  # readings


class TokenReader:
    """Says which tokens name somebody.

    read: the resolved reading of each note. The words of a token are read without a subject and its known values, so
    that a reading holds for all records.
    """

    def __init__(self, read: Callable[[Sequence[Note]], Sequence[Reading]]) -> None:
        self._read = read
        self._names: dict[str, bool] = {}

    def read(self, words: Iterable[str]) -> None:
        """Read those of the words that are new, in one call."""
        asked = dict.fromkeys(words)
        new = [text for text in asked if text not in self._names]
        if not new:
            return
        if len(self._names) + len(new) > _KEPT:
            self._names.clear()
            new = list(asked)
        for text, reading in zip(new, self._read([Note(f"token#{i}", t) for i, t in enumerate(new)]), strict=True):
            self._names[text] = bool(reading.spans) or not reading.complete

    def is_name(self, words: str) -> bool:
        """Whether something was found in the words, which `read` has read."""
        return self._names[words]
