"""This module stores the entries of known values: it places, encrypts and limits them.

A scope has a place for each rank of value: a keyed hash of both. Neither the owner of a value nor its kind can be read
from the file, and a ciphertext is bound to its place and padded to a size class.
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
from redactor.run.state.known_texts import compress, decompress
from redactor.text import KnownValue
from schemas.engine.pseudonyms import IDENTIFIER
from schemas.harvest.fillers import tells_name

SITE = "site:"
MAX_OF_SUBJECT = 2_000
MAX_OF_SITE = 200_000
_RANKS = 3
_TELLING = frozenset({Entity.PATIENT, Entity.PERSON})  # both of rank 0
_ENTITIES, _ROLES = {e.value: e for e in Entity}, {r.value: r for r in Role}  # Python 3.11 is slow to call an enum
_ENTITIES_AS, _ROLES_AS = {e: e.value for e in Entity}, {r: r.value for r in Role}
_quoted = json.encoder.encode_basestring_ascii
_PLACE_BYTES, _DIGEST_BYTES, _LEAST_BYTES = 16, 16, 128
_BATCH = 5_000
_CACHED = 10_000

SCHEMA = """
CREATE TABLE entry (
    place BLOB NOT NULL, digest BLOB NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (place, digest)
) WITHOUT ROWID;
"""
COLUMNS = {"entry": ("place", "digest", "entry")}


class Stored(NamedTuple):
    """A `Stored` is a value as it is stored.

    digest: HMAC of scope and value, 16 bytes. data: as `load` takes it.
    """

    place: bytes
    digest: bytes
    data: str


class Entries:
    """An `Entries` reads and writes entries by scope. The caller begins and ends transactions."""

    def __init__(self, db: sqlite3.Connection, keyring: Keyring) -> None:
        self._db = db
        self._keyring = keyring
        self._mac = keyring.internal("known")
        self._places: OrderedDict[str, tuple[bytes, ...]] = OrderedDict()
        self._counts: OrderedDict[str, int] = OrderedDict()
        self._left_out: dict[str, int] = {}

    def add(self, scope: str, stored: Sequence[Stored]) -> int:
        """Add the values that the scope does not hold yet, and return how many those were."""
        count = self.count(scope)
        before = self._db.total_changes
        rows = [(v.place, v.digest, self.seal(v.data, v.place)) for v in stored]
        self._db.executemany("INSERT OR IGNORE INTO entry VALUES (?,?,?)", rows)
        added = self._db.total_changes - before
        self._counts[scope] = count + added
        if count + added > search_limit(scope):
            self._left_out[scope] = count + added - search_limit(scope)
        return added

    def count_left_out(self, without: str) -> int:
        """Return how many values `read` leaves out, over all changed scopes but one."""
        return sum(n for scope, n in self._left_out.items() if scope != without)

    def prepare(self, scope: str, value: KnownValue, person: bytes) -> Stored:
        """Return the value of a person in the chart as the scope stores it."""
        return self._placed(scope, value, dump(value, person))

    def placed(self, scope: str, data: str) -> Stored:
        """Return a value as the scope stores it. data: as `load` takes it."""
        return self._placed(scope, load(data), data)

    def _placed(self, scope: str, value: KnownValue, data: str) -> Stored:
        place = self._places_of(scope)[_rank(value.entity)]
        return Stored(place, self._mac.digest(scope, data)[:_DIGEST_BYTES], data)

    def has(self, stored: Stored) -> bool:
        """Return whether the value is stored."""
        sql = "SELECT 1 FROM entry WHERE place=? AND digest=?"
        return self._db.execute(sql, (stored.place, stored.digest)).fetchone() is not None

    def value(self, place: bytes, digest: bytes) -> str | None:
        """Return the data of an entry, as `load` takes it, or None if it was erased meanwhile."""
        row = self._db.execute("SELECT entry FROM entry WHERE place=? AND digest=?", (place, digest)).fetchone()
        return None if row is None else self.unseal(row[0], place)

    def count(self, scope: str) -> int:
        """Return how many values the scope holds, counted once and then cached, since sites grow all the time."""
        count = self._counts.get(scope)
        if count is None:
            sql = "SELECT count(*) FROM entry WHERE place IN (?,?,?)"
            (count,) = self._db.execute(sql, self._places_of(scope)).fetchone()
            self._counts[scope] = count
            if len(self._counts) > _CACHED:
                self._counts.popitem(last=False)
        return count

    def forget_counts(self) -> None:
        """Drop the cached counts: another process may have changed the scopes, or a transaction was rolled back."""
        self._counts.clear()

    def read(self, scope: str, everything: bool = False) -> Iterator[Stored]:
        """Yield the values of the scope that are searched for, or all of them.

        If there are more than 2,000 (for a site 200,000), names and identifiers come before places; which values of
        equal rank are left out does not depend on the order of arrival.
        """
        left = -1 if everything else search_limit(scope)  # SQLite knows no limit below 0
        for place in self._places_of(scope):
            sql = "SELECT digest, entry FROM entry WHERE place=? ORDER BY digest LIMIT ?"
            for digest, entry in self._db.execute(sql, (place, left)):
                left -= 1
                yield Stored(place, digest, self.unseal(entry, place))

    def all_values(self) -> Iterator[str]:
        """Yield the data of all values of all scopes, as `load` takes them."""
        for place, entry in self._db.execute("SELECT place, entry FROM entry"):
            yield self.unseal(entry, place)

    def erase(self, scope: str, stored: Iterable[Stored]) -> None:
        """Erase some values of the scope."""
        self._counts.pop(scope, None)
        self._db.executemany("DELETE FROM entry WHERE place=? AND digest=?", [(s.place, s.digest) for s in stored])

    def forget(self, scope: str) -> int:
        """Erase all values of the scope, and return how many there were."""
        self._counts.pop(scope, None)
        return sum(self._db.execute("DELETE FROM entry WHERE place=?", (p,)).rowcount for p in self._places_of(scope))

    def renew(self, after: tuple[bytes, bytes]) -> tuple[int, tuple[bytes, bytes] | None]:
        """Re-encrypt the next 5,000 entries after one; return how many changed, and the last entry, or None at the
        end.
        """
        sql = "SELECT place, digest, entry FROM entry WHERE (place, digest) > (?,?) ORDER BY place, digest LIMIT ?"
        rows = self._db.execute(sql, (*after, _BATCH)).fetchall()
        renewed = ((self._keyring.renew("known", old, place), place, digest) for place, digest, old in rows)
        changed = [row for row in renewed if row[0] is not None]
        self._db.executemany("UPDATE entry SET entry=? WHERE place=? AND digest=?", changed)
        return len(changed), (rows[-1][0], rows[-1][1]) if len(rows) == _BATCH else None

    def place(self, scope: str, what: str) -> bytes:
        """Return where something of the scope is stored: a keyed hash of both."""
        return self._mac.digest("place", scope, what)[:_PLACE_BYTES]

    def seal(self, data: str, place: bytes) -> bytes:
        """Return the data of a value compressed, padded, encrypted and bound to a place."""
        return self._keyring.encrypt("known", pad(compress(data.encode()), _LEAST_BYTES), place)

    def unseal(self, entry: bytes, place: bytes) -> str:
        """Return the data that `seal` encrypted. Raises KeyringError for an entry of another place."""
        return decompress(self.decrypt(entry, place)).decode()

    def encrypt(self, data: bytes, place: bytes) -> bytes:
        """Return the data padded, encrypted and bound to a place."""
        return self._keyring.encrypt("known", pad(data), place)

    def decrypt(self, entry: bytes, place: bytes) -> bytes:
        """Return the data that `encrypt` encrypted. Raises KeyringError for an entry of another place."""
        return unpad(self._keyring.decrypt("known", entry, place))

    def _places_of(self, scope: str) -> tuple[bytes, ...]:
        """The places of the scope's values, by rank."""
        places = self._places.get(scope)
        if places is None:
            places = self._places[scope] = tuple(self.place(scope, str(rank)) for rank in range(_RANKS))
            if len(self._places) > _CACHED:
                self._places.popitem(last=False)
        return places


def search_limit(scope: str) -> int:
    """Return how many values of a scope are searched for."""
    return MAX_OF_SITE if scope.startswith((SITE, IDENTIFIER)) else MAX_OF_SUBJECT


def _rank(entity: Entity) -> int:
    """Return the rank of an entity, lowest first: people and dates, then numbers and contacts, then places."""
    if entity in NAMES or entity in DATES:
        return 0
    return 2 if entity in (Entity.GUID, Entity.ID, Entity.STATE, Entity.COUNTRY) else 1


def is_patients_name(data: str) -> bool:
    """Return whether a value of a chart is a name of its patient. data: as `load` takes it."""
    return names_patient(load(data), person_of(data))


def names_patient(value: KnownValue, person: bytes) -> bool:
    """Return whether the value of a person in a chart is a name of the patient."""
    is_telling = person == PATIENT and value.entity in _TELLING and value.role in (None, Role.PATIENT)
    return is_telling and tells_name(value.value)


def dump(value: KnownValue, person: bytes) -> str:
    """Return the data of a value, as `load` takes it and `person_of` its person."""
    # JSON in ASCII, so that a lone surrogate in a broken record can be stored as well. `json.dumps` gives the same text
    # and takes four times as long.
    parts = ", ".join([f"[{_quoted(name)}, {_quoted(text)}]" for name, text in value.parts])
    role = f'"{_ROLES_AS[value.role]}"' if value.role else "null"
    return f'[{_quoted(value.value)}, "{_ENTITIES_AS[value.entity]}", {role}, [{parts}]]\n{person.hex()}'


def person_of(data: str) -> bytes:
    """Return the person whose value an entry holds."""
    return bytes.fromhex(data.partition("\n")[2])


def load(data: str) -> KnownValue:
    """Return the known value of an entry."""
    value, entity, role, parts = json.loads(data.partition("\n")[0])
    return KnownValue(value, _ENTITIES[entity], _ROLES[role] if role else None, tuple((r, v) for r, v in parts))


def loaded(entries: Iterable[str]) -> tuple[KnownValue, ...]:
    """Return the values of entries, each once whoever has it, sorted."""
    return tuple(map(load, sorted({data.partition("\n")[0] for data in entries})))
