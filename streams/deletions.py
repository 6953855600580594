"""This module handles deletions that name no patient: Bundle entries without a resource, unless they delete a Patient.

The versions of the resource stand in its patient's partition of phi.raw.v1, which the deletion does not tell. So a copy
of the deletion goes into every partition, where it stands behind the versions that were published before it.

The first copy leaves. The deletion is pending until the copies of all partitions have come. Meanwhile a version of its
resource in a partition whose copy has not come was published before the deletion, and is withheld as superseded. So no
version leaves behind the deletion that deletes it, however far partitions run apart, and no clock is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from redactor.run.contracts import Processed, RawRecord
from redactor.run.outcomes import is_seen
from redactor.run.state.commits import Commit, PendingDeletion, PriorReleases
from redactor.run.state.journal import Journal
from schemas.engine import json_codec
from schemas.engine.records import Outcome, Reason, RecordError
from schemas.engine.references import reference_target
from streams.envelope import Envelope
from streams.sealed import partition_of


def deleted_resource(raw: RawRecord, aliases: Mapping[str, str]) -> tuple[str, str] | None:
    """Returns type and id of the resource that a Bundle entry without a resource deletes; None for any other record.

    aliases: as in RawRecord. Raises RecordError for an entry that cannot be read.
    """
    if raw.part != "entry" or raw.data or raw.error is not None:
        return None
    request = json_codec.parse(raw.entry or b"{}").get("request")
    if not isinstance(request, Mapping) or request.get("method") != "DELETE" or not isinstance(request.get("url"), str):
        return None
    url = request["url"]
    # Of a conditional deletion nothing says which resource is meant.
    deleted = reference_target(url, aliases) if "?" not in url else None
    return deleted if deleted is not None and all(deleted) else None


def goes_everywhere(raw: RawRecord) -> bool:
    """Tells whether a copy of the record goes into every partition: it is a deletion that names no patient."""
    try:
        deleted = deleted_resource(raw, {})  # producers and workers must decide alike, and aliases do not all travel
    except (RecordError, RecursionError):
        return False
    return deleted is not None and deleted[0] != "Patient"


class PendingDeletions:
    """Holds the pending deletions of the resources of one commit, and adds their changes to the commit."""

    def __init__(
        self, journal: Journal, commit: Commit, prior: PriorReleases, partitions: int, resource_keys: Iterable[str]
    ) -> None:
        self._commit, self._prior, self._partitions = commit, prior, partitions
        self._of: dict[str, dict[str, PendingDeletion]] = {}  # resource key -> record id of the deletion
        for one in journal.pending_deletions(resource_keys):
            self._of.setdefault(one.resource_key, {})[one.record_id] = one

    def takes(self, key: bytes, envelope: Envelope, done: Processed) -> bool:
        """Tells whether a record counts; False for a copy of a deletion that counts nowhere.

        key: message key. done: outcome of the record at this exporter. Of all copies one counts: the first that leaves
        or, if none leaves, the copy in the partition of the key.
        """
        if not envelope.everywhere:
            return True
        is_home = envelope.partition == partition_of(key, self._partitions)
        if not done.resource_key:
            return is_home  # the record broke the worker, which could not tell what it deletes
        if done.reason is Reason.SUPERSEDED:
            return is_home  # all copies were published again, behind a later version
        pending = self._of.setdefault(done.resource_key, {})
        found = pending.get(done.record_id)
        has_left = is_seen(self._commit, self._prior, done.record_id, envelope.place)
        if (found is None and has_left) or (found is not None and envelope.partition in found.came):
            return is_home  # it was published again
        leaves = done.outcome is Outcome.DELETED and not has_left
        came = frozenset({envelope.partition}) | (found.came if found else frozenset())
        self._note(PendingDeletion(done.resource_key, done.record_id, leaves or has_left, came), pending)
        return leaves or (is_home and done.outcome is not Outcome.DELETED)

    def _note(self, changed: PendingDeletion, pending: dict[str, PendingDeletion]) -> None:
        if len(changed.came) < self._partitions:
            pending[changed.record_id] = changed
        else:
            pending.pop(changed.record_id, None)
            changed = changed._replace(came=frozenset())
        self._commit.pending_deletions[changed.resource_key, changed.record_id] = changed

    def is_under_way(self, envelope: Envelope) -> bool:
        """Tells whether this is a copy of a pending deletion that its partition did not have yet, not one published
        again.
        """
        done = envelope.processed
        found = self._of.get(done.resource_key, {}).get(done.record_id)
        return envelope.everywhere and found is not None and envelope.partition not in found.came

    def is_deleted(self, envelope: Envelope) -> bool:
        """Tells whether a deletion has left that was published after this version of its resource."""
        pending = self._of.get(envelope.processed.resource_key)
        return pending is not None and any(
            one.has_left and envelope.partition not in one.came for one in pending.values()
        )

    def withhold_deleted(self, envelope: Envelope, done: Processed) -> Processed:
        """Withholds a version that would leave behind its deletion. Published again, the version is a duplicate."""
        if done.outcome is not Outcome.RELEASED or not self.is_deleted(envelope):
            return done
        return replace(done, outcome=Outcome.WITHHELD, reason=Reason.SUPERSEDED, payload=None, entry=None)
