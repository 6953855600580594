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
        self.get = journal.get
        self.outputs = journal.outputs

    def put(self, **values: str) -> None:
        for key, value in values.items():
            self._journal.set(key, value)

    def counts(self, kind: str) -> dict[str, int]:
        """Totals over all recordings, sorted by key."""
        total = Counter[str]()
        for row in self._journal.recordings():
            total.update(self.file_counts(row.number, kind))
        return dict(sorted(total.items()))

    def file_counts(self, number: int, kind: str) -> dict[str, int]:
        """The counts of one recording."""
        rows = msgspec.json.decode(self._journal.get(f"{_COUNTS}{number}") or "[]", type=list[tuple[str, str, int]])
        return {name: n for of, name, n in rows if of == kind}

    def chains(self) -> str:
        """Which recordings were received, the same in any order."""
        return " ".join(sorted(row.record_id for row in self._journal.recordings()))
