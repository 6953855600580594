"""This module keeps, in the journal of an exporter, the chain of segments into which its deliveries are divided.

A segment holds consecutive deliveries under one configuration. The journal lists the files of the open segment, and of
all closed ones only the name and digest of the last one's file in OUT, which names its predecessor.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from redactor.errors import RunError
from redactor.run.contracts import RunMetadata
from redactor.run.state.folded_counts import fold
from redactor.run.state.journal import STREAM, Journal

# The head of 128 files has 29 kB. A year of one delivery a minute leaves 4,106 files of segments. With twice as many a
# delivery costs a quarter more CPU time.
MOST_FILES = 128
_DELETED = "deleted-"
_NUMBER, _BEFORE, _CLOSING = "segment", "segment_before", "segment_closing"  # in the journal


class ClosedSegment(msgspec.Struct, frozen=True):
    """A closed segment, as its successor names it. sha256: of its file in OUT, in hex. files, records: those that it
    lists.
    """

    name: str
    sha256: str
    files: int
    records: int


class ListedFile(NamedTuple):
    """A listed file is a file of the open segment. types: its released records by type."""

    name: str
    sha256: str
    bytes: int
    records: int
    types: dict[str, int]


class Segments:
    """A `Segments` reads and writes the chain of one journal; changes are durable when a call returns."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def number(self) -> int:
        """Return the number of the open segment, from 1."""
        return int(self._journal.get(_NUMBER) or 1)

    @property
    def before(self) -> ClosedSegment | None:
        """Return the last closed segment, or None if there is none."""
        stored = self._journal.get(_BEFORE)
        return None if stored is None else msgspec.json.decode(stored, type=ClosedSegment)

    @property
    def configuration(self) -> RunMetadata:
        """Return the configuration that made the open segment."""
        return msgspec.json.decode(self._journal.get(STREAM) or "", type=RunMetadata)

    def has_other_configuration(self, fingerprint: str, metadata: RunMetadata) -> bool:
        """Return whether another configuration made the open segment."""
        return not self._journal.has_fingerprint(fingerprint) or self.configuration != metadata

    def check_claim(self, metadata: RunMetadata) -> None:
        """Raise RunError if a configuration cannot go on with the delivery: its recipient was promised another one."""
        before = self.configuration
        kinds = {
            "recipient": (before.recipient, metadata.recipient),
            "source": (before.source, metadata.source),
            "profile": (before.profile.partition("@")[0], metadata.profile.partition("@")[0]),
        }
        changed = [kind for kind, (was, now) in kinds.items() if was != now]
        if changed:
            raise RunError(
                f"this state delivers for another {' and '.join(changed)}: what OUT claims would change within one "
                "delivery. Set it back, or name a new --state and an empty OUT. Other settings, schemas, detectors, "
                "epochs and versions of the same profile may change: they begin a new segment"
            )

    def files(self) -> Iterator[ListedFile]:
        """Yield the files of the open segment in the order in which a recipient applies them."""
        types = self._journal.counts_by_file("type")
        for name, delivery, digest, size, records in sorted(self._journal.outputs(), key=_order):
            of_file = {} if name.startswith(_DELETED) else types.get(delivery, {})
            yield ListedFile(name, digest, size, records, of_file)

    @property
    def has_files(self) -> bool:
        """Return whether the open segment has files."""
        return bool(self._journal.outputs())

    @property
    def is_full(self) -> bool:
        """Return whether the open segment is to be closed because of its length."""
        return len(self._journal.outputs()) >= MOST_FILES

    @property
    def is_closing(self) -> bool:
        """Return whether an earlier process began to close the open segment: its file may stand in OUT."""
        return self._journal.get(_CLOSING) is not None

    def begin_closing(self) -> None:
        """Let the open segment stay as it is until it is closed, by whatever process."""
        self._journal.put(**{_CLOSING: "1"})

    def close(self, closed: ClosedSegment) -> None:
        """Begin the next segment behind a closed one, whose file is durable in OUT."""
        with self._journal.transaction() as db:
            fold(db, "kind='type' AND file IN (SELECT file FROM outputs)")
            db.execute("DELETE FROM outputs")
            db.execute("DELETE FROM counts WHERE kind='schema'")  # each segment states its own
            values = {_NUMBER: str(self.number + 1), _BEFORE: msgspec.json.encode(closed).decode()}
            db.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", list(values.items()))
            db.execute("DELETE FROM meta WHERE key=?", (_CLOSING,))


def _order(output: tuple[str, int, str, int, int]) -> tuple[int, bool]:
    name, delivery, *_ = output
    return delivery, name.startswith(_DELETED)
