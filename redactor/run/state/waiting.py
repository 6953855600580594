"""This module finds the entries of an exporter's quarantine that can still leave, and those that stand in phi.raw
again.

An entry is "held", "asked" when a person has released it, "sent" when it stands in phi.raw again, and "superseded" when
a later version of its resource has left; then only a person sends it. It is released when what was sent has come back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from redactor.run.contracts import Processed
from redactor.run.state.quarantine import UNRELEASED, WAITING, Header, QuarantineStore
from schemas.engine.records import Reason

_UNSEEN = Reason.PATIENT_UNSEEN.value
_HELD = f"status='held' AND reason='{_UNSEEN}' AND payload IS NOT NULL AND {WAITING}"

_OTHER = f"status='held' AND reason='{Reason.OTHER_CONFIGURATION.value}' AND payload IS NOT NULL AND {WAITING}"


class WaitingEntries:
    """A `WaitingEntries` queries and changes a quarantine; changes are durable when a call returns."""

    def __init__(self, store: QuarantineStore) -> None:
        self._store = store

    def exist(self) -> bool:
        """Return whether any entry waits."""
        return self._has(WAITING, "of_subject")

    def exist_unseen(self) -> bool:
        """Return whether a record waits for values of its patient."""
        return self._has(_HELD, "waiting")

    def unseen(self, subject: str, before: int) -> list[str]:
        """Return the entries of a subject that were held when phi.known was read up to a lower position, the
        oldest first.
        """
        sql = f"SELECT id FROM entries WHERE subject=? AND known<? AND {_HELD} ORDER BY first, turn"  # noqa: S608
        return self._ids(sql, subject, before)

    def overdue(self, since: float, most: int) -> list[str]:
        """Return entries that have waited for values of their patient since this time of the hold clock or earlier."""
        sql = f"SELECT id FROM entries WHERE since<=? AND {_HELD} ORDER BY file, first, turn LIMIT ?"  # noqa: S608
        return self._ids(sql, since, most)

    def asked(self, most: int) -> list[str]:
        """Return entries that a person has released."""
        asked = f"status='asked' AND payload IS NOT NULL AND {WAITING}"
        sql = f"SELECT id FROM entries WHERE {asked} ORDER BY file, first, turn LIMIT ?"  # noqa: S608
        return self._ids(sql, most)

    def exist_of_other_configuration(self) -> bool:
        """Return whether a record waits that a worker of another configuration has processed."""
        return self._has(_OTHER, "waiting")

    def of_other_configuration(self, files: Iterable[int], most: int) -> list[str]:
        """Return entries that workers of another configuration made. files: of their source partitions, from 1."""
        of_files = "file IN (SELECT value FROM json_each(?))"
        sql = f"SELECT id FROM entries WHERE {_OTHER} AND {of_files} ORDER BY file, first, turn LIMIT ?"  # noqa: S608
        return self._ids(sql, json.dumps(list(files)), most)

    def of_resources(self, keys: Iterable[str]) -> list[Header]:
        """Return the unreleased entries of these resources, purged ones included."""
        if not self._has(UNRELEASED, "of_resource"):
            return []
        sql = f"SELECT id FROM entries WHERE resource_key IN (SELECT value FROM json_each(?)) AND {UNRELEASED}"  # noqa: S608
        return [self._store.header(entry) for entry in self._ids(sql, json.dumps([key for key in keys if key]))]

    def mark_sent(self, offsets: Mapping[str, int]) -> None:
        """Record where entries stand in phi.raw again. What was purged meanwhile stays purged."""
        rows = [(offset, entry) for entry, offset in offsets.items()]
        with self._store.transaction() as db:
            db.executemany("UPDATE entries SET status='sent', sent=? WHERE id=? AND status IN ('held','asked')", rows)

    def mark_superseded(self, entries: Sequence[str]) -> None:
        """Record that a later version of the entries' resources has left."""
        if not entries:
            return
        with self._store.transaction() as db:
            sql = "UPDATE entries SET status='superseded' WHERE id=? AND status IN ('held','asked','sent')"
            db.executemany(sql, [(entry,) for entry in entries])

    def identify(self, versions: Mapping[str, Processed]) -> None:
        """Record the versions that entries are, and that they are superseded. versions: the outcome of each entry."""
        if not versions:
            return
        rows = [(done.record_id, done.resource_key, entry) for entry, done in versions.items()]
        with self._store.transaction() as db:
            sql = "UPDATE entries SET status='superseded', record_id=?, resource_key=? WHERE id=? AND status='sent'"
            db.executemany(sql, rows)

    def hold_again(self, file: int, offset: int) -> None:
        """Hold the entries again that were sent to a lower offset of the source partition and did not come back:
        they were lost.
        """
        with self._store.transaction() as db:
            sql = f"UPDATE entries SET status='held' WHERE status='sent' AND file=? AND sent<? AND {WAITING}"  # noqa: S608
            db.execute(sql, (file, offset))

    def _has(self, condition: str, index: str) -> bool:
        """Return whether an entry meets a condition; the index limits the search, as purged entries can be many."""
        sql = f"SELECT EXISTS (SELECT 1 FROM entries INDEXED BY {index} WHERE {condition})"  # noqa: S608
        return bool(self._store.db.execute(sql).fetchone()[0])

    def _ids(self, sql: str, *values: object) -> list[str]:
        return [str(row[0]) for row in self._store.db.execute(sql, values)]
