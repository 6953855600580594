"""The known values of a home: the identifiers in structured records by subject and site, encrypted on disk.

SQLite in WAL mode, so that one process writes while others read. A scope is a subject's token, or "site:<source>".
Entries are encrypted, bound to their scope, and distinguished by an HMAC. Nothing in the file is plain text.
"""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from redactor.entities import DATES, NAMES, Entity, Role
from redactor.keys import Keyring
from redactor.text import KnownValue

SITE = "site:"
_PER_SUBJECT = 2_000
_PER_SITE = 200_000
_BATCH = 5_000
_KEPT = 512
_COUNTED = 10_000
_BUSY_MS = 30_000

_SCHEMA = """
CREATE TABLE IF NOT EXISTS known (
    scope TEXT NOT NULL, rank INTEGER NOT NULL, digest BLOB NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (scope, digest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS household (scope TEXT PRIMARY KEY, root TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS household_root ON household (root);
"""


class KnownStore:
    """Known values by scope. One process writes; any number read, and see what was committed."""

    def __init__(self, db: sqlite3.Connection, keyring: Keyring, read_only: bool) -> None:
        self._db = db
        self._keyring = keyring
        self._mac = keyring.internal("known")
        self._read_only = read_only
        self._pending = 0
        self._kept: OrderedDict[str, tuple[int, tuple[KnownValue, ...]]] = OrderedDict()
        self._counts: OrderedDict[str, int] = OrderedDict()
        self._changes = 0  # made on this connection, which data_version does not count

    @classmethod
    def open(cls, path: Path, keyring: Keyring, read_only: bool = False) -> KnownStore:
        """Open the store; a writer creates it. Raises FileNotFoundError for a reader without a store."""
        if read_only:
            if not path.exists():
                raise FileNotFoundError(f"no store of known values at {path}; run the first pass over the records")
            db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
            db.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
            return cls(db, keyring, True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        db = sqlite3.connect(path, isolation_level=None)
        db.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute("PRAGMA secure_delete=ON")
        db.executescript(_SCHEMA)
        return cls(db, keyring, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, scope: str, values: Iterable[KnownValue]) -> None:
        """Add values to a scope that it does not hold yet. Readers see them after flush or 5,000 values.

        A scope holds at most 2,000 values (a site 200,000). Beyond that, names and identifiers are kept before places;
        the choice among equal ranks does not depend on the order of arrival.
        """
        context = scope.encode("utf-8", "surrogatepass")
        rows = []
        for value in values:
            data = _dump(value)
            entry = self._keyring.encrypt("known", data.encode(), context)
            rows.append((scope, _rank(value.entity), self._mac.digest(scope, data), entry))
        if not rows:
            return
        self._begin()
        count = self._count(scope)
        before = self._db.total_changes
        self._db.executemany("INSERT OR IGNORE INTO known VALUES (?,?,?,?)", rows)
        added = self._db.total_changes - before
        if added:
            self._changes += 1
            if count + added > _bound(scope):
                self._trim(scope)
                added = _bound(scope) - count
            self._counts[scope] = count + added
        self._pending += len(rows)
        if self._pending >= _BATCH:
            self.flush()

    def get(self, scope: str) -> tuple[KnownValue, ...]:
        """All values of the scope and of the scopes linked with it, sorted. The same object until something changes."""
        version = self._db.execute("PRAGMA data_version").fetchone()[0] + (self._changes << 32)
        kept = self._kept.get(scope)
        if kept is not None and kept[0] == version:
            self._kept.move_to_end(scope)
            return kept[1]
        values = self._read(scope)
        if kept is not None and kept[1] == values:
            values = kept[1]
        self._kept[scope] = (version, values)
        self._kept.move_to_end(scope)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return values

    def own(self, scope: str) -> tuple[KnownValue, ...]:
        """The values of the scope itself, without those of linked scopes, sorted."""
        return tuple(_load(data) for data in sorted(self._entries(scope)))

    def every(self) -> Iterator[KnownValue]:
        """All values of all scopes, for checks of settings."""
        for scope, entry in self._db.execute("SELECT scope, entry FROM known"):
            yield _load(self._keyring.decrypt("known", entry, scope.encode("utf-8", "surrogatepass")).decode())

    def link(self, a: str, b: str) -> None:
        """Join the households of two scopes. Sites cannot be linked."""
        if a.startswith(SITE) or b.startswith(SITE):
            raise ValueError("a site cannot be a member of a household")
        first, second = sorted((self._root(a), self._root(b)))
        if first == second and a != b:
            return
        self._begin()
        self._db.execute("UPDATE household SET root=? WHERE root=?", (first, second))
        self._db.executemany(
            "INSERT OR REPLACE INTO household VALUES (?,?)", [(s, first) for s in sorted({a, b, first, second})]
        )
        self._changes += 1

    def household(self, scope: str) -> tuple[str, ...]:
        """This scope and those linked with it, sorted."""
        rows = self._db.execute("SELECT scope FROM household WHERE root=?", (self._root(scope),))
        return tuple(sorted({scope, *(str(row[0]) for row in rows)}))

    def forget(self, scope: str) -> int:
        """Erase the values of the scope. Returns how many there were.

        It stays a member of its household while other members hold values: their stand-ins depend on the members.
        """
        self._begin()
        root = self._root(scope)
        erased = self._db.execute("DELETE FROM known WHERE scope=?", (scope,)).rowcount
        self._counts.pop(scope, None)
        members = "SELECT scope FROM household WHERE root=?"
        if self._db.execute(f"SELECT 1 FROM known WHERE scope IN ({members}) LIMIT 1", (root,)).fetchone() is None:  # noqa: S608
            self._db.execute("DELETE FROM household WHERE root=?", (root,))
        self._changes += 1
        self.flush()
        # Erased pages must not remain in the log.
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return erased

    def rotate(self) -> int:
        """Re-encrypt under the current key what older keys wrote. Returns how many entries changed."""
        changed, last = 0, ("", b"")
        while True:
            self._begin()
            rows = self._db.execute(
                "SELECT scope, digest, entry FROM known WHERE (scope, digest) > (?,?) ORDER BY scope, digest LIMIT ?",
                (*last, _BATCH),
            ).fetchall()
            new = [
                (entry, scope, digest)
                for scope, digest, old in rows
                if (entry := self._keyring.renew("known", old, scope.encode("utf-8", "surrogatepass")))
            ]
            self._db.executemany("UPDATE known SET entry=? WHERE scope=? AND digest=?", new)
            self.flush()
            changed += len(new)
            if len(rows) < _BATCH:
                break
            last = rows[-1][:2]
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return changed

    def flush(self) -> None:
        """Commit, so that readers see what was added."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")
        self._pending = 0

    def close(self) -> None:
        """Commit and close."""
        self.flush()
        self._db.close()

    def _begin(self) -> None:
        if self._read_only:
            raise PermissionError("this store of known values was opened read-only")
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def _count(self, scope: str) -> int:
        """How many values the scope holds; counted once and cached, since sites grow all the time."""
        count = self._counts.get(scope)
        if count is None:
            row = self._db.execute("SELECT count(*) FROM known WHERE scope=?", (scope,)).fetchone()
            count = self._counts[scope] = int(row[0])
            if len(self._counts) > _COUNTED:
                self._counts.popitem(last=False)
        return count

    def _trim(self, scope: str) -> None:
        self._db.execute(
            "DELETE FROM known WHERE scope=?1 AND digest IN"
            " (SELECT digest FROM known WHERE scope=?1 ORDER BY rank, digest LIMIT -1 OFFSET ?2)",
            (scope, _bound(scope)),
        )

    def _root(self, scope: str) -> str:
        row = self._db.execute("SELECT root FROM household WHERE scope=?", (scope,)).fetchone()
        return str(row[0]) if row else scope

    def _read(self, scope: str) -> tuple[KnownValue, ...]:
        members = [
            str(row[0]) for row in self._db.execute("SELECT scope FROM household WHERE root=?", (self._root(scope),))
        ] or [scope]
        found = {data for member in members for data in self._entries(member)}
        return tuple(_load(data) for data in sorted(found))

    def _entries(self, scope: str) -> Iterator[str]:
        context = scope.encode("utf-8", "surrogatepass")
        for (entry,) in self._db.execute("SELECT entry FROM known WHERE scope=?", (scope,)):
            yield self._keyring.decrypt("known", entry, context).decode()


def _bound(scope: str) -> int:
    return _PER_SITE if scope.startswith(SITE) else _PER_SUBJECT


def _rank(entity: Entity) -> int:
    """What is kept when a scope is full: people first, then numbers and contacts, then places."""
    if entity in NAMES or entity in DATES:
        return 0
    return 2 if entity in (Entity.GUID, Entity.ID, Entity.STATE, Entity.COUNTRY) else 1


def _dump(value: KnownValue) -> str:
    # ASCII, so that a lone surrogate in a broken record can be stored as well.
    return json.dumps([value.value, value.entity.value, value.role.value if value.role else None, value.parts])


def _load(data: str) -> KnownValue:
    value, entity, role, parts = json.loads(data)
    return KnownValue(value, Entity(entity), Role(role) if role else None, tuple((r, v) for r, v in parts))
