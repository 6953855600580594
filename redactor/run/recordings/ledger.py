"""What the manifest and the summary tell of recordings, from their journal."""

from __future__ import annotations

from collections import Counter

import msgspec

from redactor.run.contracts import Processed
from redactor.run.outcomes import counts_of
from redactor.run.state.recording_journal import RecordingJournal

_COUNTS = "counts/"


def marks_of(number: int, done: Processed) -> dict[str, str]:
    """What a recording adds to the counts, as a value of the journal that changes with its outcome."""
    rows = [[kind, name, n] for (kind, name), n in sorted(counts_of(done).items()) if n]
    return {f"{_COUNTS}{number}": msgspec.json.encode(rows).decode()}


class Ledger:
    """Implements `redactor.run.output.manifest.Ledger`."""

    def __init__(self, journal: RecordingJournal) -> None:
        self._journal = journal
        self._read: dict[int, list[tuple[str, str, int]]] = {}  # the manifest asks for all of them after each recording
        self.get = journal.get
        self.outputs = journal.outputs

    def put(self, **values: str) -> None:
        for key, value in values.items():
            self._journal.set(key, value)

    def counts(self, kind: str) -> dict[str, int]:
        """Totals over all recordings, sorted by key."""
        total = Counter[str]()
        for row in self._journal.recordings():
            for of, name, n in self._rows(row.number):
                if of == kind:
                    total[name] += n
        return dict(sorted(total.items()))

    def file_counts(self, number: int, kind: str) -> dict[str, int]:
        """The counts of one recording."""
        return {name: n for of, name, n in self._rows(number) if of == kind}

    def forget(self, number: int) -> None:
        """Read the counts of a recording again: its outcome has changed."""
        self._read.pop(number, None)

    def _rows(self, number: int) -> list[tuple[str, str, int]]:
        if number not in self._read:
            rows = msgspec.json.decode(self._journal.get(f"{_COUNTS}{number}") or "[]", type=list[tuple[str, str, int]])
            self._read[number] = rows
        return self._read[number]

    def chains(self) -> str:
        """Which recordings were received, the same in any order."""
        return " ".join(sorted(row.record_id for row in self._journal.recordings()))
