"""The entries of the store of known values: where they lie, how they are encrypted, and how much of them counts.

A scope has a place for each rank of value: a keyed hash of both. Neither whose a value is nor its kind can be read from
the file, and a ciphertext is bound to its place and padded to a size class.
"""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from redactor.entities import DATES, NAMES, Entity, Role
from redactor.keys import Keyring, pad, unpad
from redactor.run.contracts import PATIENT
from redactor.text import KnownValue
from schemas.engine.pseudonyms import IDENTIFIER

SITE = "site:"
MOST_OF_SUBJECT = 2_000
MOST_OF_SITE = 200_000
_RANKS = 3
_TELLING = frozenset({Entity.PATIENT, Entity.PERSON, Entity.BIRTH_DATE_TIME})  # all of rank 0
_PLACE = 16  # bytes
_BATCH = 5_000
_CACHED = 10_000

SCHEMA = """
CREATE TABLE entry (
    place BLOB NOT NULL, digest BLOB NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (place, digest)
) WITHOUT ROWID;
"""
COLUMNS = {"entry": ("place", "digest", "entry")}


class Stored(NamedTuple):
    """A value as it is stored. digest: HMAC of scope and value. data: as `load` takes it."""

    place: bytes
    digest: bytes
    data: str


class Entries:
    """Entries by scope. The caller begins and ends transactions."""

    def __init__(self, db: sqlite3.Connection, keyring: Keyring) -> None:
        self._db = db
        self._keyring = keyring
        self._mac = keyring.internal("known")
        self._places: OrderedDict[str, tuple[bytes, ...]] = OrderedDict()
        self._counts: OrderedDict[str, int] = OrderedDict()
        self._left_out: dict[str, int] = {}

    def add(self, scope: str, stored: Sequence[Stored]) -> int:
        """Add values that the scope does not hold yet. Returns how many those were."""
        count = self.count(scope)
        before = self._db.total_changes
        rows = [(v.place, v.digest, self.encrypt(v.data.encode(), v.place)) for v in stored]
        self._db.executemany("INSERT OR IGNORE INTO entry VALUES (?,?,?)", rows)
        added = self._db.total_changes - before
        self._counts[scope] = count + added
        if count + added > most(scope):
            self._left_out[scope] = count + added - most(scope)
        return added

    def left_out(self, apart_from: str) -> int:
        """How many values `read` leaves out, of all scopes but one that values were added to."""
        return sum(n for scope, n in self._left_out.items() if scope != apart_from)

    def prepare(self, scope: str, value: KnownValue, person: bytes) -> Stored:
        """The value of a person in the chart, as the scope stores it."""
        data = _dump(value, person)
        place = self._of(scope)[_rank(value.entity)]
        return Stored(place, self._mac.digest(scope, data), data)

    def has(self, stored: Stored) -> bool:
        """Whether the value is held."""
        sql = "SELECT 1 FROM entry WHERE place=? AND digest=?"
        return self._db.execute(sql, (stored.place, stored.digest)).fetchone() is not None

    def value(self, place: bytes, digest: bytes) -> str | None:
        """The value of an entry, as `load` takes it; None where it was erased meanwhile."""
        row = self._db.execute("SELECT entry FROM entry WHERE place=? AND digest=?", (place, digest)).fetchone()
        return None if row is None else self.decrypt(row[0], place).decode()

    def count(self, scope: str) -> int:
        """How many values the scope holds; counted once and cached, since sites grow all the time."""
        count = self._counts.get(scope)
        if count is None:
            sql = "SELECT count(*) FROM entry WHERE place IN (?,?,?)"
            (count,) = self._db.execute(sql, self._of(scope)).fetchone()
            self._counts[scope] = count
            if len(self._counts) > _CACHED:
                self._counts.popitem(last=False)
        return count

    def count_again(self) -> None:
        """Drop cached counts: another process may have changed the scopes, or a transaction was rolled back."""
        self._counts.clear()

    def read(self, scope: str, everything: bool = False) -> Iterator[Stored]:
        """The values of the scope that are searched for, or all of them.

        Of more than 2,000 (of a site 200,000) names and identifiers come before places; which of equal rank are left
        out does not depend on the order of arrival.
        """
        left = -1 if everything else most(scope)  # SQLite knows no limit below 0
        for place in self._of(scope):
            sql = "SELECT digest, entry FROM entry WHERE place=? ORDER BY digest LIMIT ?"
            for digest, entry in self._db.execute(sql, (place, left)):
                left -= 1
                yield Stored(place, digest, self.decrypt(entry, place).decode())

    def tells_patient(self, scope: str) -> bool:
        """Whether a value that `read` gives tells who the patient is."""
        place = self._of(scope)[0]
        sql = "SELECT entry FROM entry WHERE place=? ORDER BY digest LIMIT ?"
        stored = (self.decrypt(e, place).decode() for (e,) in self._db.execute(sql, (place, most(scope))))
        return any(tells_patient(load(data), person_of(data)) for data in stored)

    def every(self) -> Iterator[str]:
        """All values of all scopes, as `load` takes them."""
        for place, entry in self._db.execute("SELECT place, entry FROM entry"):
            yield self.decrypt(entry, place).decode()

    def erase(self, scope: str, stored: Iterable[Stored]) -> None:
        """Erase some values of the scope."""
        self._counts.pop(scope, None)
        self._db.executemany("DELETE FROM entry WHERE place=? AND digest=?", [(s.place, s.digest) for s in stored])

    def forget(self, scope: str) -> int:
        """Erase the values of the scope. Returns how many there were."""
        self._counts.pop(scope, None)
        return sum(self._db.execute("DELETE FROM entry WHERE place=?", (p,)).rowcount for p in self._of(scope))

    def renew(self, after: tuple[bytes, bytes]) -> tuple[int, tuple[bytes, bytes] | None]:
        """Re-encrypt the next 5,000 entries after one. Returns how many changed and the last, None at the end."""
        sql = "SELECT place, digest, entry FROM entry WHERE (place, digest) > (?,?) ORDER BY place, digest LIMIT ?"
        rows = self._db.execute(sql, (*after, _BATCH)).fetchall()
        renewed = ((self._keyring.renew("known", old, place), place, digest) for place, digest, old in rows)
        changed = [row for row in renewed if row[0] is not None]
        self._db.executemany("UPDATE entry SET entry=? WHERE place=? AND digest=?", changed)
        return len(changed), (rows[-1][0], rows[-1][1]) if len(rows) == _BATCH else None

    def place(self, scope: str, what: str) -> bytes:
        """Where something of the scope lies: a keyed hash of both."""
        return self._mac.digest("place", scope, what)[:_PLACE]

    def encrypt(self, data: bytes, place: bytes) -> bytes:
        """Data encrypted, padded and bound to a place."""
        return self._keyring.encrypt("known", pad(data), place)

    def decrypt(self, entry: bytes, place: bytes) -> bytes:
        """The inverse of encrypt. Raises KeyringError for an entry of another place."""
        return unpad(self._keyring.decrypt("known", entry, place))

    def _of(self, scope: str) -> tuple[bytes, ...]:
        """The places of the scope's values, by rank."""
        places = self._places.get(scope)
        if places is None:
            places = self._places[scope] = tuple(self.place(scope, str(rank)) for rank in range(_RANKS))
            if len(self._places) > _CACHED:
                self._places.popitem(last=False)
        return places


def most(scope: str) -> int:
    """How many values of a scope are searched for."""
    return MOST_OF_SITE if scope.startswith((SITE, IDENTIFIER)) else MOST_OF_SUBJECT


def _rank(entity: Entity) -> int:
    """What counts first where a scope has too many values: people, then numbers and contacts, then places."""
    if entity in NAMES or entity in DATES:
        return 0
    return 2 if entity in (Entity.GUID, Entity.ID, Entity.STATE, Entity.COUNTRY) else 1


def tells_patient(value: KnownValue, person: bytes) -> bool:
    """Whether the value of a person in a chart tells who the patient is: the patient's name or date of birth.

    Ids do not count: a note gives those of itself, and often a number of its patient.
    """
    return person == PATIENT and value.entity in _TELLING and value.role in (None, Role.PATIENT)


def _dump(value: KnownValue, person: bytes) -> str:
    # ASCII, so that a lone surrogate in a broken record can be stored as well.
    data = json.dumps([value.value, value.entity.value, value.role.value if value.role else None, value.parts])
    return f"{data}\n{person.hex()}"


def person_of(data: str) -> bytes:
    """The person whose value an entry holds."""
    return bytes.fromhex(data.partition("\n")[2])


def load(data: str) -> KnownValue:
    """The value of an entry."""
    value, entity, role, parts = json.loads(data.partition("\n")[0])
    return KnownValue(value, Entity(entity), Role(role) if role else None, tuple((r, v) for r, v in parts))


def loaded(entries: Iterable[str]) -> tuple[KnownValue, ...]:
    """The values of entries, each once whoever has it, sorted."""
    return tuple(map(load, sorted({data.partition("\n")[0] for data in entries})))
