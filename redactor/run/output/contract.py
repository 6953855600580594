"""This module defines the one protocol by which released records are written: to folders, streams and recordings.

docs/adr/0006-output-protocol.md gives the reasons.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from redactor.run.contracts import OutputFile

Batch = TypeVar("Batch", contravariant=True)
Mark = TypeVar("Mark")


class Output(Protocol[Batch, Mark]):
    """An output writes released records, unit by unit. A unit becomes visible to the recipient as a whole.

    The unit of a folder is the output of one input file, that of an exporter one delivery, that of recordings one
    recording. Batch: the argument of one `write`. Mark: how far a unit is written; the journal stores it.

    One thread of one process calls, under the lock of the state, for each unit:

        open, write, write, ..., seal, discard    the unit is written to its end
        open, write, ..., abort                   the run stops or fails; a later run opens the unit again
        seal, discard                             an earlier run was killed after the unit was complete

    At most one unit is open at a time.

    The journal is the only record of what is done. The caller commits the result of a call there before it makes the
    next call. After a crash at any point, the journal holds the result of the call, or the call is repeated.
    """

    def open(self, unit: int, mark: Mark) -> None:
        """Begin or resume a unit. Called before the first write of the unit in a process.

        mark: the last one in the journal for this unit; the empty mark for a new unit. Bytes after the mark belong to a
        commit that did not happen, and are dropped. Raises RunError where there are fewer bytes than the mark says.
        """

    def write(self, batch: Batch) -> Mark:
        """Append a batch to the open unit. Called once per batch, before the journal commits the batch.

        When it returns, the batch is durable, and not visible to the recipient. The caller then commits the mark and
        the ids of the records in one transaction. After a crash before this commit, `open` drops the batch and it is
        written again. After a crash behind it, writing resumes at the mark.
        """

    def seal(self, unit: int, mark: Mark) -> list[OutputFile]:
        """Make the unit visible, each file whole or not at all. Called once the journal says the unit is complete.
        Closes the unit if it is open.

        mark: the last one of the unit. When it returns, the files are durable in OUT. The caller then commits their
        names, digests and counts. After a crash before this commit, it is called again, in a new process and without
        `open`, and must produce the same files.
        """

    def discard(self, unit: int) -> None:
        """Delete the remains of a unit outside OUT. Called once the journal has its files, or never will have any.

        After a crash before or during the call, remains stay in the state; nothing reads them.
        """

    def abort(self) -> None:
        """Close the open unit, if any, without making it visible. Called once when the run ends, for any reason.

        Nothing has to become durable: all that the journal has of the unit already is.
        """
