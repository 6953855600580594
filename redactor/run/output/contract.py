"""Where released records are written: one protocol for folders, streams and recordings.

docs/adr/0006-output-protocol.md says why it is cut this way.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeVar

Batch = TypeVar("Batch", contravariant=True)
Mark = TypeVar("Mark")


class OutputFile(NamedTuple):
    """A file in OUT. sha256: hex. bytes: its size. records: how many it holds."""

    name: str
    sha256: str
    bytes: int
    records: int


class Output(Protocol[Batch, Mark]):
    """Writes what leaves, unit by unit. A unit becomes visible to the recipient as a whole.

    A folder's unit is the output of one input file, an exporter's one delivery, a recording's the recording. Batch is
    what the caller hands over at once. Mark is what the journal keeps to resume a unit: how far it is written.

    One thread of one process calls, under the lock of the state, for each unit:

        open, write, write, ..., seal, discard    the unit is written to its end
        open, write, ..., abort                   the run stops or fails on the way; a later run opens the unit again
        seal, discard                             a run was killed behind the journal's last commit of the unit

    The journal decides what counts. Between two of these calls the caller commits there what the first has returned,
    so that a crash at any point leaves either the state before the call, or a call to repeat.
    """

    def open(self, unit: int, mark: Mark) -> None:
        """Begin a unit, or resume it. Called before the first write of the unit in a process.

        mark: the last one that the journal holds for the unit, the empty one for a new unit. What was written behind it
        belongs to a commit that never came, and is dropped. Raises RunError where less is there than the mark says.
        """

    def write(self, batch: Batch) -> Mark:
        """Append a batch to the open unit. Called once a batch, before the journal commits it.

        When it returns, the batch is durable and the recipient sees none of it. The caller then commits the mark and
        the ids of the records in one transaction. After a crash before that, `open` drops the batch, and it is written
        again; after a crash behind it, the unit goes on at the mark.
        """

    def seal(self, unit: int, mark: Mark) -> list[OutputFile]:
        """Make the unit visible, each file whole or not at all. Called when the journal has the unit as complete.

        mark: the last one of the unit. When it returns, the files are durable in OUT; the caller then commits their
        names, digests and counts. After a crash before that, it is called again, in a new process and without `open`,
        and must come to the same files.
        """

    def discard(self, unit: int) -> None:
        """Remove what a unit has left outside OUT. Called when the journal has its files, or will never have any.

        After a crash before or within it, remains stay in the state; nothing reads them.
        """

    def abort(self) -> None:
        """Close the open unit, if there is one, and make nothing visible. Called once, however the run ends.

        Nothing needs to be durable: what the journal has of the unit already is.
        """
