"""Which envelopes the exporter takes: of each partition of phi.raw.v1 only the one of the next offset.

Workers commit an offset after the acks of all envelopes before it. A worker that died or lost its partitions leaves
envelopes that its successor sends again: they have lower offsets. An envelope of a higher offset was sent by a worker
that lost an earlier one; it commits nothing then, and its successor sends both. No I/O here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Verdict(Enum):
    """NEXT: take it. DUPLICATE: it was taken before. AHEAD: one before it is missing, and it comes again with that."""

    NEXT = "next"
    DUPLICATE = "duplicate"
    AHEAD = "ahead"


class SourceMarks:
    """The next offset of each source partition. marks: partition -> next offset; 0 for one that is not named."""

    def __init__(self, marks: Mapping[int, int]) -> None:
        self._next = dict(marks)
        self._ahead: dict[int, int] = {}  # partition -> the lowest offset that was too high

    def next_offset(self, partition: int) -> int:
        """The offset that is taken next."""
        return self._next.get(partition, 0)

    def judge(self, partition: int, offset: int) -> Verdict:
        """What to do with the envelope of this record. NEXT moves the mark behind it."""
        expected = self.next_offset(partition)
        if offset < expected:
            return Verdict.DUPLICATE
        if offset > expected:
            self._ahead[partition] = min(offset, self._ahead.get(partition, offset))
            return Verdict.AHEAD
        self._next[partition] = offset + 1
        self._ahead.pop(partition, None)
        return Verdict.NEXT

    def lost(self, partition: int, settled: int) -> range:
        """The offsets that will never come, if there are any.

        settled: every envelope of a lower offset stands in deid.v1 at a place that was read, or never will: what
        workers had committed, or Kafka has deleted of phi.raw.v1, before the end of deid.v1 was looked up and read.
        """
        expected = self.next_offset(partition)
        return range(expected, max(expected, min(settled, self._ahead.get(partition, settled))))

    def skip(self, partition: int, offset: int) -> None:
        """Give up everything below the offset, which is taken next."""
        self._next[partition] = offset
        self._ahead.pop(partition, None)
