"""This module keeps when the topics of an exporter got more partitions, so that it knows what came before and after.

Of two partitions nothing tells which record is the later one. But before partitions are added everything is delivered:
a record below the offset that came next then is earlier than one that is not, in whatever partition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from redactor.errors import RunError
from redactor.run.state.journal import Journal

_PARTITIONS, _GROWTHS = "partitions", "growths"  # in the journal


class Growths:
    """Orders records by the growths that they came after. marks: of each growth, the next offset of each partition that
    there was.
    """

    def __init__(self, marks: Sequence[Mapping[int, int]] = ()) -> None:
        self._marks = marks

    @classmethod
    def of(cls, journal: Journal) -> Growths:
        """Returns those of a journal."""
        return cls(msgspec.json.decode(journal.get(_GROWTHS) or "[]", type=list[dict[int, int]]))

    def before(self, file: int, turn: int) -> int:
        """Returns how many growths a record came after. file, turn: its partition and offset, each from 1."""
        return sum(turn - 1 >= mark.get(file - 1, 0) for mark in self._marks)


def take_up_partitions(journal: Journal, partitions: int, next_offsets: Mapping[int, int]) -> None:
    """Notes that the topics have more partitions, if they have; RunError if they have fewer.

    next_offsets: as the journal has them, by partition. All pending deletions are settled: what was published before
    them has left.
    """
    stored = journal.get(_PARTITIONS)
    before = int(stored or partitions)
    if before > partitions:
        raise RunError(
            f"this state has delivered from {before} partitions, and streams.partitions is {partitions}: records of "
            "the others would be lost. Set it back, or give the exporter a new --state and an empty OUT for other "
            "topics"
        )
    if stored == str(partitions):
        return
    values = {_PARTITIONS: str(partitions)}
    if before < partitions:
        marks = msgspec.json.decode(journal.get(_GROWTHS) or "[]", type=list[dict[int, int]])
        marks.append({n: offset for n, offset in next_offsets.items() if n < before})
        values[_GROWTHS] = msgspec.json.encode(marks).decode()
    with journal.transaction() as db:
        db.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", list(values.items()))
        if before < partitions:
            db.execute("DELETE FROM pending_deletions")
