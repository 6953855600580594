"""This module keeps the journal of a run: the progress of each input file, the released ids, and the counts.

The journal is an SQLite file in the state. A chunk is committed in this order: its bytes are written after the
journaled offsets of output and audit, and synced; its quarantine entries are committed under keys made of file and
turn; last, one transaction here advances offsets, ids and counts. After a crash before that transaction, the next start
cuts the files back to the journaled offsets and drops the later quarantine entries: nothing is duplicated. The
transaction refers only to what is already on the disk: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from sqlite3 import Connection

import msgspec

from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import KnownState, OutputFile, RunMetadata
from redactor.run.intake.files import InputFile
from redactor.run.state.claims import check_claims, claims_of
from redactor.run.state.commits import Commit, PendingDeletion, PriorReleases, Status
from redactor.run.state.folded_counts import fold_delivery
from redactor.run.state.progress import FileProgress, decode, encode
from redactor.run.state.sealed_sqlite import SealedDatabase, opening
from schemas.engine.records import Outcome

# `gone` holds the places at which each record id left, or came again, `latest` the latest version of each resource,
# `let_go` the released quarantine entries. The names are part of stored journals, which resumed runs read.
_TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files(
  number INTEGER PRIMARY KEY, name BLOB NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL,
  status TEXT NOT NULL, progress BLOB NOT NULL);
CREATE TABLE counts(
  file INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY(file, kind, key)) WITHOUT ROWID;
CREATE TABLE gone(record_id TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY(record_id, place)) WITHOUT ROWID;
CREATE TABLE latest(
  resource_key TEXT PRIMARY KEY, record_id TEXT NOT NULL, file INTEGER NOT NULL, first INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE changed(
  resource_key TEXT PRIMARY KEY, file INTEGER NOT NULL, turn INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE outputs(
  name TEXT PRIMARY KEY, file INTEGER NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL,
  records INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE let_go(entry TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE pending_deletions(
  resource_key TEXT NOT NULL, record_id TEXT NOT NULL, has_left INTEGER NOT NULL, came TEXT NOT NULL,
  PRIMARY KEY(resource_key, record_id)) WITHOUT ROWID
"""
_COLUMNS = {
    "meta": ("key", "value"),
    "files": ("number", "name", "size", "mtime", "status", "progress"),
    "counts": ("file", "kind", "key", "n"),
    "gone": ("record_id", "place"),
    "latest": ("resource_key", "record_id", "file", "first"),
    "changed": ("resource_key", "file", "turn"),
    "outputs": ("name", "file", "sha256", "bytes", "records"),
    "let_go": ("entry",),
    "pending_deletions": ("resource_key", "record_id", "has_left", "came"),
}
STREAM = "stream"
"""The journal of an exporter holds its configuration under this key, that of a run does not."""
_AFTER_JOURNAL = ("quarantine.db", "audit.ndjson", "audit")  # files of a state that are made after its journal


def _json(values: Iterable[object]) -> str:
    return msgspec.json.encode(list(values)).decode()


class Journal:
    """A `Journal` reads and writes the journal of a state folder, and is opened under a StateLock.

    A new journal is begun only in a state without quarantine and audit: elsewhere the old one was removed, which raises
    RunError.
    """

    def __init__(self, state: Path, keyring: Keyring) -> None:
        self._mac = keyring.internal("journal")
        path, key = state / "journal.db", keyring.internal("journal-seal")
        is_new = not any((state / name).exists() for name in _AFTER_JOURNAL)
        if not is_new and not path.is_file():
            raise RunError(
                "the journal of this state is missing: what was released and held is not known without it; restore the "
                "state folder from a backup, or start again with a new --state and an empty OUT"
            )
        with opening(
            damaged="the journal is damaged; delete the state folder and OUT, and start again",
            changed="the journal is not as this keyring left it: it belongs to another keyring or version, or was "
            "changed; set REDACTOR_KEYRING to the run's, restore the state folder from a backup, or start again with a "
            "new --state and an empty OUT",
        ):
            self._sealed = SealedDatabase(path, _TABLES, _COLUMNS, key, create=is_new)
        self._db = self._sealed.db
        # Ids are random, so that a chunk touches pages everywhere. Keeping pages in memory and writing many back
        # at a time halves the cost. 32 MB each.
        self._db.execute("PRAGMA cache_size=-32000")
        self._db.execute("PRAGMA wal_autocheckpoint=8000")

    @property
    def run(self) -> str:
        """This random name of the run binds the quarantine to the journal."""
        return self._sealed.name

    def close(self) -> None:
        self._sealed.close()

    # -- the run

    def get(self, key: str) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE key=?", (key,)).fetchone()
        return str(row[0]) if row else None

    def has_begun(self) -> bool:
        """Return whether `begin` was called; the quarantine is created before that."""
        return self.get("fingerprint") is not None

    def is_stream(self) -> bool:
        """Return whether an exporter began the journal, whose units are deliveries."""
        return self.get(STREAM) is not None

    def transaction(self) -> AbstractContextManager[Connection]:
        """Begin a transaction for changes of an exporter, durable at its end."""
        return self._sealed.transaction()

    def put(self, **values: str) -> None:
        """Set several values in one transaction."""
        with self._sealed.transaction():
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", list(values.items()))

    def begin(self, fingerprint: str, files: Iterable[InputFile] | None, metadata: RunMetadata) -> None:
        """Start a run, or raise RunError if another run began here.

        A run that has committed nothing begins anew over the same files under another configuration. files: None for a
        stream. Deliveries take the place of files: each begins with its first commit.
        """
        is_stream, rows = files is None, self._file_rows(files or ())
        if not self.has_begun():
            start = encode(FileProgress())
            values = self._configured(fingerprint, metadata, is_stream)
            with self._sealed.transaction():
                self._db.executemany("INSERT INTO files VALUES(?,?,?,?,'new',?)", [(*r, start) for r in rows])
                self._db.executemany("INSERT INTO meta VALUES(?,?)", values)
            return
        if not self.has_fingerprint(fingerprint) and not is_stream and self._has_committed_nothing(rows):
            values = self._configured(fingerprint, metadata, is_stream)
            with self._sealed.transaction():
                self._db.execute("DELETE FROM meta WHERE key IN ('harvested', 'unmatched', 'facts')")
                self._db.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", values)
            return
        if not self.has_fingerprint(fingerprint) and not (is_stream and self.is_stream()):
            raise RunError(
                "this state belongs to a run with another configuration (profile, schemas, keys, settings or "
                "detectors); name a new --state and an empty OUT, or set the configuration back. For the records in "
                "quarantine alone: redactor quarantine release OUT --all"
            )
        if is_stream != self.is_stream():
            raise RunError("a run and an exporter cannot share a state; name another with --state")
        if not is_stream and not self._has_rows(rows):
            why = "the input has changed since this run began; name a new --state and an empty OUT"
            raise RunError(f"{why}. An extra that was installed meanwhile counts, since it reads further files")

    def _has_committed_nothing(self, rows: list[tuple[int, bytes, int, int]]) -> bool:
        """Return whether a run over these files has no record with an outcome yet."""
        done = "SELECT 1 FROM files WHERE status!='new' OR progress!=? UNION ALL SELECT 1 FROM counts LIMIT 1"
        is_new = self._db.execute(done, (encode(FileProgress()),)).fetchone() is None
        return is_new and not self.is_stream() and self._has_rows(rows)

    def _configured(self, fingerprint: str, metadata: RunMetadata, is_stream: bool) -> list[tuple[str, str]]:
        """Return what the journal keeps of a configuration."""
        values = [
            ("fingerprint", self._mac.token("fingerprint", fingerprint)),
            ("claims", claims_of(self._mac, metadata)),
        ]
        values += [("recipient", metadata.recipient), ("source", metadata.source)]  # of the pseudonyms
        return [*values, (STREAM, msgspec.json.encode(metadata).decode())] if is_stream else values

    def change_configuration(self, fingerprint: str, metadata: RunMetadata) -> None:
        """Go on with a stream under another configuration. What it used of schemas counts anew."""
        with self._sealed.transaction():
            values = self._configured(fingerprint, metadata, True)
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", values)
            self._db.execute("DELETE FROM counts WHERE kind='schema'")

    def has_fingerprint(self, fingerprint: str) -> bool:
        """Return whether the run began under this configuration."""
        return self.get("fingerprint") == self._mac.token("fingerprint", fingerprint)

    def has_inputs(self, files: Iterable[InputFile]) -> bool:
        """Return whether the run began with these files, by their numbers, names, sizes and times."""
        return self._has_rows(self._file_rows(files))

    def _file_rows(self, files: Iterable[InputFile]) -> list[tuple[int, bytes, int, int]]:
        return [(f.number, self._mac.digest("name", f.name), f.size, f.mtime_ns) for f in files]

    def _has_rows(self, rows: list[tuple[int, bytes, int, int]]) -> bool:
        return rows == self._db.execute("SELECT number, name, size, mtime FROM files ORDER BY number").fetchall()

    def check_claims(self, metadata: RunMetadata) -> None:
        """Raise RunError unless the run has this metadata: the one manifest of OUT describes all its files."""
        check_claims(self.get("claims"), claims_of(self._mac, metadata))

    def check_known(self, known: KnownState) -> None:
        """Raise RunError unless the known values are those of the run's first pass, or of a later state of their
        store.
        """
        if (store := self.get("known_store")) is None:
            return
        if store != known.store or known.commits < int(self.get("known_commits") or 0):
            raise RunError(
                "the known values of home are not those that this run began with, or older: texts would be searched "
                "for fewer; set REDACTOR_HOME to the run's home, restore known.db from a backup, or run the input "
                "again with a new --state and an empty OUT"
            )

    def numbers(self, status: Status) -> list[int]:
        """Return the numbers of the input files that have this status."""
        return [
            int(r[0]) for r in self._db.execute("SELECT number FROM files WHERE status=? ORDER BY number", (status,))
        ]

    def last_number(self) -> int:
        """Return the highest number of a file or delivery, or 0 if there is none."""
        return int(self._db.execute("SELECT coalesce(max(number), 0) FROM files").fetchone()[0])

    def file(self, number: int) -> tuple[Status, FileProgress]:
        """Return the status and the progress of an input file."""
        row = self._db.execute("SELECT status, progress FROM files WHERE number=?", (number,)).fetchone()
        return row[0], decode(row[1])

    def chains(self) -> str:
        """Return the keyed hashes over the records read of all input files: equal for equal records alone.

        Of a stream, whose input has no end: the name of the journal and the number of its deliveries.
        """
        if self.is_stream():
            return f"{self.run} {self.last_number()}"
        rows = self._db.execute("SELECT progress FROM files ORDER BY number")
        return " ".join(decode(progress).chain.hex() for (progress,) in rows)

    # -- records

    def prior_releases(self, occurrences: Collection[tuple[str, int]], resource_keys: Iterable[str]) -> PriorReleases:
        """Return which of these records and resources were released before. occurrences: as in PriorReleases."""
        # One record id can have many places, as in a full dump a day: they are never all read.
        sql = "SELECT value FROM json_each(?) AS asked WHERE EXISTS (SELECT 1 FROM gone WHERE record_id=asked.value)"
        released = {str(r) for (r,) in self._db.execute(sql, (_json(record_id for record_id, _ in occurrences),))}
        again = [(record_id, place) for record_id, place in occurrences if record_id in released]
        sql = (
            "SELECT record_id, place FROM json_each(?) AS asked CROSS JOIN gone "
            "WHERE record_id=json_extract(asked.value, '$[0]') AND place=json_extract(asked.value, '$[1]')"
        )
        seen = self._db.execute(sql, (_json(again),)).fetchall() if again else []
        latest = self._db.execute(
            "SELECT resource_key, record_id, file, first FROM latest "
            "WHERE resource_key IN (SELECT value FROM json_each(?))",
            (_json(resource_keys),),
        ).fetchall()
        return PriorReleases(
            frozenset(released),
            frozenset(seen),
            {key: record_id for key, record_id, _, _ in latest},
            {key: (file, first) for key, _, file, first in latest if file},
        )

    def has_changed(self, resource_keys: Iterable[str], since: tuple[int, int]) -> bool:
        """Return whether any of a run's resources has got another version since this file and turn."""
        sql = "SELECT 1 FROM changed WHERE resource_key IN (SELECT value FROM json_each(?)) AND (file, turn) > (?, ?)"
        return self._db.execute(sql, (_json(resource_keys), *since)).fetchone() is not None

    def commit(self, c: Commit) -> None:
        """Commit one chunk atomically."""
        with self._sealed.transaction():
            self._db.execute(
                "INSERT INTO files VALUES(?,x'',0,0,?,?) ON CONFLICT(number) DO UPDATE SET status=excluded.status, "
                "progress=excluded.progress",
                (c.file, c.status, encode(c.progress)),
            )
            self._add(c.file, c)
            self._db.executemany("INSERT INTO let_go VALUES(?)", [(e,) for e in c.settled_entries])
            self._set_pending(c.pending_deletions.values())

    def _set_pending(self, deletions: Iterable[PendingDeletion]) -> None:
        for deletion in deletions:
            if deletion.came:
                came = " ".join(map(str, sorted(deletion.came)))
                row = (deletion.resource_key, deletion.record_id, int(deletion.has_left), came)
                self._db.execute("INSERT OR REPLACE INTO pending_deletions VALUES(?,?,?,?)", row)
            else:
                sql = "DELETE FROM pending_deletions WHERE resource_key=? AND record_id=?"
                self._db.execute(sql, (deletion.resource_key, deletion.record_id))

    def pending_deletions(self, resource_keys: Iterable[str]) -> list[PendingDeletion]:
        """Return the pending deletions of these resources."""
        rows = self._db.execute(
            "SELECT resource_key, record_id, has_left, came FROM pending_deletions "
            "WHERE resource_key IN (SELECT value FROM json_each(?))",
            (_json(resource_keys),),
        )
        return [PendingDeletion(r[0], r[1], bool(r[2]), frozenset(map(int, r[3].split()))) for r in rows]

    def _add(self, file: int, c: Commit) -> None:
        gone = sorted((record_id, place) for record_id, places in c.gone.items() for place in places)
        self._db.executemany("INSERT INTO gone VALUES(?,?)", gone)
        latest = [(key, record_id, *c.latest_places.get(key, (0, 0))) for key, record_id in c.latest_versions.items()]
        self._db.executemany("INSERT OR REPLACE INTO latest VALUES(?,?,?,?)", sorted(latest))
        changed = [(key, *at) for key, at in c.changed.items()]
        self._db.executemany("INSERT OR REPLACE INTO changed VALUES(?,?,?)", changed)
        self._db.executemany(
            "INSERT INTO counts VALUES(?,?,?,?) ON CONFLICT(file, kind, key) DO UPDATE SET n = n + excluded.n",
            [(file, kind, key, n) for (kind, key), n in c.counts.items()],
        )
        marks = {**c.marks, "audit_at": str(c.audit_at)}
        self._db.executemany("INSERT OR REPLACE INTO meta VALUES(?,?)", list(marks.items()))

    def finish_file(self, number: int, outputs: Iterable[OutputFile]) -> None:
        """Record that the outputs of the file lie in OUT, and that the file is done."""
        with self._sealed.transaction():
            self._db.executemany(
                "INSERT OR REPLACE INTO outputs VALUES(?,?,?,?,?)",
                [(o.name, number, o.sha256, o.bytes, o.records) for o in outputs],
            )
            self._db.execute("UPDATE files SET status='done' WHERE number=?", (number,))
            if self.is_stream():
                fold_delivery(self._db, number)

    def release_entries(self, c: Commit, entries: Iterable[str], output: OutputFile) -> None:
        """Record released quarantine entries: their ids, their counts (under file 0) and the output file that
        holds them.
        """
        with self._sealed.transaction():
            self._add(0, c)
            self._db.executemany("INSERT INTO let_go VALUES(?)", [(e,) for e in entries])
            self._db.execute("INSERT OR REPLACE INTO outputs VALUES(?,0,?,?,?)", tuple(output))

    def released_entries(self) -> list[str]:
        """Return the ids of the released quarantine entries."""
        return [str(r[0]) for r in self._db.execute("SELECT entry FROM let_go ORDER BY entry")]

    def held(self) -> int:
        """Return how many records are in quarantine, purged ones included."""
        return self.counts("outcome").get(Outcome.QUARANTINED.value, 0)

    # -- for manifest and summary

    def counts(self, kind: str) -> dict[str, int]:
        """Return the totals of a kind of count over all files, sorted by key and without zeros."""
        rows = self._db.execute(
            "SELECT key, SUM(n) FROM counts WHERE kind=? GROUP BY key HAVING SUM(n) <> 0 ORDER BY key", (kind,)
        )
        return {str(k): int(n) for k, n in rows}

    def file_counts(self, number: int, kind: str) -> dict[str, int]:
        """Return the counts of a kind for one file, sorted by key."""
        rows = self._db.execute("SELECT key, n FROM counts WHERE file=? AND kind=? ORDER BY key", (number, kind))
        return {str(k): int(n) for k, n in rows}

    def counts_by_file(self, kind: str) -> dict[int, dict[str, int]]:
        """Return the counts of a kind of all files that have any, sorted by key."""
        found: dict[int, dict[str, int]] = {}
        for file, key, n in self._db.execute(
            "SELECT file, key, n FROM counts WHERE kind=? ORDER BY file, key", (kind,)
        ):
            found.setdefault(int(file), {})[str(key)] = int(n)
        return found

    def outputs(self) -> list[tuple[str, int, str, int, int]]:
        """Return (name, number of the input file, sha256, bytes, records) of each file in OUT, by name."""
        return list(self._db.execute("SELECT name, file, sha256, bytes, records FROM outputs ORDER BY name"))
