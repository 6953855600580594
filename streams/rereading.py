"""This module decides when records go into phi.raw again that workers of another configuration have processed.

Such a record waits in the quarantine of the exporter as `other-configuration`. It goes again when its partition has a
worker that may have the exporter's configuration: at the start of the exporter, which may begin a new segment; when an
envelope of the exporter's configuration came from the partition; and when the partition has another worker than when
records of it last went. A worker that still has the old configuration therefore gets a record once, and not for ever.
Nothing of this is stored: a restart sends again what has not left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from redactor.run.contracts import Processed, RawRecord
from schemas.engine.records import Outcome, Reason
from streams.envelope import Envelope


def outcome_here(envelope: Envelope, fingerprint: str) -> Processed:
    """Returns the outcome of a record at an exporter with this fingerprint."""
    done = envelope.processed
    if envelope.fingerprint == fingerprint or done.reason is Reason.FORGED:  # it has no content to read again
        return done
    reason = Reason.OTHER_CONFIGURATION
    return Processed(Outcome.QUARANTINED, done.record_id, done.resource_key, reason=reason, where="worker")


def with_content(done: Processed, envelope: Envelope, raw: RawRecord | None) -> Processed:
    """Returns the outcome of a record whose content is known.

    Without content there is nothing to read again: what the worker says of the record holds under any configuration.
    """
    if done.reason is not Reason.OTHER_CONFIGURATION or envelope.processed.outcome is not Outcome.QUARANTINED:
        return done
    return done if raw is None or raw.data or raw.entry else envelope.processed


class Rereading:
    """Knows of each partition whether its records may go again."""

    def __init__(self) -> None:
        self._came: dict[int, bool] = {}  # whether the last envelope had the exporter's configuration
        self._tried: dict[int, str] = {}  # the worker of the partition when its records last went

    def note(self, partition: int, is_own: bool) -> None:
        """Notes an envelope. is_own: it has the exporter's configuration."""
        self._came[partition] = is_own

    def may_go(self, partition: int, owners: Mapping[int, str] | None) -> bool:
        """Tells whether records of a partition may go again. owners: the worker of
        each partition that has one; None if they are not known."""
        if self._came.get(partition, partition not in self._tried):
            return True
        return owners is not None and owners.get(partition, "") != self._tried.get(partition)

    def went(self, partitions: Iterable[int], owners: Mapping[int, str] | None) -> None:
        """Notes that all records of the partitions that waited went."""
        for partition in partitions:
            self._came[partition] = False
            if owners is not None:
                self._tried[partition] = owners.get(partition, "")
