"""The known values of a home: the identifiers in structured records by subject and site, encrypted on disk.

SQLite in WAL mode, so that one process writes while others read. A scope is a subject's token, or "site:<source>".
Entries are encrypted, bound to their scope, and distinguished by an HMAC. Nothing in the file is plain text.
"""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from redactor.entities import DATES, NAMES, Entity, Role
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, PersonClue
from redactor.run.state.households import SCHEMA, Household, HouseholdCounts, Households
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
"""


class KnownStore:
    """Known values by scope. One process writes; any number read, and see what was committed."""

    def __init__(self, db: sqlite3.Connection, keyring: Keyring, read_only: bool) -> None:
        self._db = db
        self._keyring = keyring
        self._mac = keyring.internal("known")
        self._households = Households(db, keyring)
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
        db.executescript(_SCHEMA + SCHEMA)
        return cls(db, keyring, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, scope: str, values: Iterable[KnownValue], person: bytes = PATIENT) -> None:
        """Add values to a scope that it does not hold yet. Readers see them after flush or 5,000 values.

        person: a token of the person in the chart whose values they are, by default its patient.

        A scope holds at most 2,000 values (a site 200,000). Beyond that, names and identifiers are kept before places;
        the choice among equal ranks does not depend on the order of arrival.
        """
        context = scope.encode("utf-8", "surrogatepass")
        rows = []
        for value in values:
            data = _dump(value, person)
            entry = self._keyring.encrypt("known", data.encode(), context)
            rows.append((scope, _rank(value.entity), self._mac.digest(scope, data), entry))
        if not rows and scope.startswith(SITE):
            return
        self._begin()
        if not scope.startswith(SITE):
            self._households.add_chart(scope)
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

    def own(self, scope: str, apart_from: Container[bytes] = ()) -> tuple[KnownValue, ...]:
        """The values of the scope itself, without those of linked scopes, sorted. apart_from: people in the chart whose
        values are left out.
        """
        return _loaded(data for data in self._entries(scope) if _person(data) not in apart_from)

    def of_people(self, scope: str, people: Container[bytes]) -> tuple[KnownValue, ...]:
        """The values of some of the people in a chart, sorted."""
        return _loaded(data for data in self._entries(scope) if _person(data) in people)

    def every(self) -> Iterator[KnownValue]:
        """All values of all scopes, for checks of settings."""
        for scope, entry in self._db.execute("SELECT scope, entry FROM known"):
            yield _load(_value(self._keyring.decrypt("known", entry, scope.encode("utf-8", "surrogatepass")).decode()))

    def add_clues(self, clues: Iterable[PersonClue]) -> None:
        """Add what identifies people of charts in other charts. `join` uses it."""
        self._begin()
        self._households.add(clues)

    def join(self, everything: bool = False) -> HouseholdCounts:
        """Join the charts that belong together, and commit. everything: not only by what was added since the last call.

        Values of a chart and the names of its household may be asked for after this.
        """
        self._begin()
        counts = self._households.join(everything)
        self._changes += 1
        self.flush()
        return counts

    def household(self, scope: str) -> Household:
        """The household of a chart."""
        return self._households.of(scope)

    def name_alone(self, scope: str) -> str:
        """The name that the chart would have as a household of its own."""
        return self._households.name_alone(scope)

    def members(self, scope: str) -> tuple[str, ...]:
        """This scope and those of its household, sorted."""
        return self._households.members(scope)

    def people_like(self, scopes: Sequence[str]) -> dict[str, set[bytes]]:
        """The people in other charts of the household who are the patient of these charts, by chart."""
        found: dict[str, set[bytes]] = {}
        for scope, person in self._households.people_like(scopes):
            found.setdefault(scope, set()).add(person)
        return found

    def forget(self, scopes: Sequence[str], keys: Iterable[bytes] = ()) -> int:
        """Erase a patient's charts, and what other charts of the household hold of that patient. Returns the number of
        values erased. keys: of clues that refer to the patient.
        """
        self._begin()
        erased = 0
        for scope, people in self.people_like(scopes).items():
            erased += self._erase_people(scope, people)
        for scope in scopes:
            erased += self._db.execute("DELETE FROM known WHERE scope=?", (scope,)).rowcount
        self._counts.clear()
        self._households.forget(scopes, keys)
        self._changes += 1
        self.flush()
        # Erased pages must not remain in the log.
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return erased

    def forget_name(self, name: str) -> None:
        """No longer name a former household, because nobody has stand-ins there."""
        self._begin()
        self._households.forget_name(name)
        self.flush()

    def _erase_people(self, scope: str, people: Container[bytes]) -> int:
        gone = [(scope, self._mac.digest(scope, d)) for d in self._entries(scope) if _person(d) in people]
        self._db.executemany("DELETE FROM known WHERE scope=? AND digest=?", gone)
        return len(gone)

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

    def _read(self, scope: str) -> tuple[KnownValue, ...]:
        return _loaded(data for member in self._households.members(scope) for data in self._entries(member))

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


def _dump(value: KnownValue, person: bytes) -> str:
    # ASCII, so that a lone surrogate in a broken record can be stored as well.
    data = json.dumps([value.value, value.entity.value, value.role.value if value.role else None, value.parts])
    return f"{data}\n{person.hex()}"


def _value(data: str) -> str:
    return data.partition("\n")[0]


def _person(data: str) -> bytes:
    return bytes.fromhex(data.partition("\n")[2])


def _loaded(entries: Iterable[str]) -> tuple[KnownValue, ...]:
    """The values, each once whoever has it, sorted."""
    return tuple(_load(data) for data in sorted({_value(data) for data in entries}))


def _load(data: str) -> KnownValue:
    value, entity, role, parts = json.loads(data)
    return KnownValue(value, Entity(entity), Role(role) if role else None, tuple((r, v) for r, v in parts))
