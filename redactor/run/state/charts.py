"""This module stores each chart's known values in one row, with the search keys that select those a text may name.

One row is a third of what a row a value took, and who copies the file no longer sees how many values a chart has. A
chart with more values than are searched for is stored a row a value, since all of a row is written again with each new
value.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import msgspec

from redactor.detect.known.keyed_values import KeyTable, pack, unpack
from redactor.detect.known.search_keys import Indexed, indexed, keys_version, kind_of, with_places
from redactor.keys import Keyring, pad_to, unpad
from redactor.run.state.known_entries import Entries, dump, load, loaded, search_limit
from redactor.run.state.known_texts import compress, decompress
from redactor.text import KnownValue

# A table with rowids keeps rows of up to a page in one piece. Without, all but a quarter of a page can overflow.
SCHEMA = """
CREATE TABLE chart (number INTEGER PRIMARY KEY, place BLOB NOT NULL, data BLOB NOT NULL);
"""
COLUMNS = {"chart": ("number", "place", "data")}
_NUMBER_BYTES = 8
_STEP = 256  # bytes, to a multiple of which a chart is padded
_HEAD_BYTES = 4
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[bytes, bytes, bytes, list[str], list[str]]).decode


@dataclass(slots=True)
class _Chart:
    """A chart holds the data of its values, as `load` takes them, and of each the kind, the search keys and their
    number, and the terms. version: of the keys.
    """

    version: bytes
    values: list[str] = field(default_factory=list)
    kinds: bytearray = field(default_factory=bytearray)
    counts: array[int] = field(default_factory=lambda: array("H"))
    keys: array[int] = field(default_factory=lambda: array("I"))
    terms: list[str] = field(default_factory=list)

    def add(self, data: str, value: KnownValue, index: Indexed | None) -> None:
        index = indexed(value) if index is None else index
        keys = unpack("I", index.keys)
        self.values.append(data)
        self.kinds.append(kind_of(value))
        self.counts.append(len(keys))
        self.keys.extend(keys)
        self.terms.append(index.terms)


class StoredCharts:
    """A `StoredCharts` reads and writes the values of charts; those of other scopes and of very large charts stand in
    `entries`. The caller begins and ends transactions.
    """

    def __init__(self, db: sqlite3.Connection, keyring: Keyring, entries: Entries) -> None:
        self._db, self._keyring, self._entries = db, keyring, entries

    def add(self, scope: str, values: Sequence[KnownValue], person: bytes, index: Sequence[Indexed] | None) -> int:
        """Add values of a person to a chart, and return how many of them it did not hold yet.

        index: the search keys of each value, if they are at hand.
        """
        found = self._read(scope)
        if found is None and self._entries.count(scope):
            return self._entries.add(scope, [self._entries.prepare(scope, value, person) for value in values])
        kept = _Chart(keys_version()) if found is None else self._present(found)
        before, held = len(kept.values), set(kept.values)
        for n, value in enumerate(values):
            data = dump(value, person)
            if data not in held:
                held.add(data)
                kept.add(data, value, None if index is None else index[n])
        added = len(kept.values) - before
        if added:
            self._write(scope, kept)
        return added

    def read(self, scope: str, everything: bool = False) -> Iterator[str]:
        """Yield the data of the values of a chart or another scope, as `Entries.read` does."""
        found = self._read(scope)
        if found is not None:
            yield from found.values
        else:
            yield from (stored.data for stored in self._entries.read(scope, everything))

    def all_values(self) -> Iterator[str]:
        """Yield the data of all values of all scopes."""
        for place, data in self._db.execute("SELECT place, data FROM chart"):
            yield from self._decoded(data, place).values
        yield from self._entries.all_values()

    def select(self, scopes: Iterable[str]) -> Selection | None:
        """Return what selects values of the scopes by keys, or None if the keys of a scope are missing or outdated."""
        charts = []
        for scope in scopes:
            found = self._read(scope)
            if found is not None and found.version == keys_version():
                charts.append(found)
            elif found is not None or self._entries.count(scope):
                return None
        return Selection(charts)

    def erase(self, scope: str, is_gone: Callable[[str], bool]) -> int:
        """Erase some values of a scope, and return how many. is_gone: tells by the data of a value."""
        found = self._read(scope)
        if found is None:
            gone = [stored for stored in self._entries.read(scope, everything=True) if is_gone(stored.data)]
            self._entries.erase(scope, gone)
            return len(gone)
        left = [data for data in found.values if not is_gone(data)]
        if left:
            self._write(scope, _indexed_anew(left))
        else:
            self._delete(scope)
        return len(found.values) - len(left)

    def forget(self, scope: str) -> int:
        """Erase all values of a scope, and return how many there were."""
        found = self._read(scope)
        self._delete(scope)
        return self._entries.forget(scope) + (len(found.values) if found is not None else 0)

    def renew(self) -> int:
        """Re-encrypt what older keys encrypted, and return how many charts those were."""
        changed = 0
        numbers = [number for (number,) in self._db.execute("SELECT number FROM chart")]
        for number in numbers:
            place, old = self._db.execute("SELECT place, data FROM chart WHERE number=?", (number,)).fetchone()
            if data := self._keyring.renew("known", old, place):
                changed += self._db.execute("UPDATE chart SET data=? WHERE number=?", (data, number)).rowcount
        return changed

    def _read(self, scope: str) -> _Chart | None:
        place = self._place(scope)
        sql = "SELECT data FROM chart WHERE number=? AND place=?"
        row = self._db.execute(sql, (_number(place), place)).fetchone()
        return None if row is None else self._decoded(row[0], place)

    def _present(self, found: _Chart) -> _Chart:
        return found if found.version == keys_version() else _indexed_anew(found.values)

    def _write(self, scope: str, kept: _Chart) -> None:
        place = self._place(scope)
        if len(kept.values) > search_limit(scope) or self._is_taken(place):
            self._delete(scope)
            self._entries.add(scope, [self._entries.placed(scope, data) for data in kept.values])
            return
        head = (kept.version, bytes(kept.kinds), pack(kept.counts), kept.values, kept.terms)
        texts = compress(_encode(head))
        plain = len(texts).to_bytes(_HEAD_BYTES, "big") + texts + pack(kept.keys)  # keys do not get smaller
        row = (_number(place), place, self._keyring.encrypt("known", pad_to(plain, _STEP), place))
        self._db.execute("INSERT OR REPLACE INTO chart VALUES (?,?,?)", row)

    def _is_taken(self, place: bytes) -> bool:
        """Tell whether another chart has the same number: of a million charts, in one store of forty million."""
        sql = "SELECT 1 FROM chart WHERE number=? AND place<>?"
        return self._db.execute(sql, (_number(place), place)).fetchone() is not None

    def _decoded(self, data: bytes, place: bytes) -> _Chart:
        plain = unpad(self._keyring.decrypt("known", data, place))
        end = _HEAD_BYTES + int.from_bytes(plain[:_HEAD_BYTES], "big")
        version, kinds, counts, values, terms = _decode(decompress(plain[_HEAD_BYTES:end]))
        return _Chart(version, values, bytearray(kinds), unpack("H", counts), unpack("I", plain[end:]), terms)

    def _delete(self, scope: str) -> None:
        place = self._place(scope)
        self._db.execute("DELETE FROM chart WHERE number=? AND place=?", (_number(place), place))

    def _place(self, scope: str) -> bytes:
        return self._entries.place(scope, "chart")


def _number(place: bytes) -> int:
    return int.from_bytes(place[:_NUMBER_BYTES], "big", signed=True)


def _indexed_anew(values: Iterable[str]) -> _Chart:
    made = _Chart(keys_version())
    for data in values:
        made.add(data, load(data), None)
    return made


class Selection:
    """A selection reads only those values of a household that search keys select."""

    def __init__(self, charts: Sequence[_Chart]) -> None:
        self._values = [data for one in charts for data in one.values]
        self._kinds = b"".join(bytes(one.kinds) for one in charts)
        counts = list(chain.from_iterable(one.counts for one in charts))
        self._keys = KeyTable(list(chain.from_iterable(one.keys for one in charts)), counts)
        self.terms = [terms for one in charts for terms in one.terms]

    def __call__(self, keys: frozenset[int]) -> tuple[KnownValue, ...]:
        """Return the values that a text with these keys may name, sorted."""
        found = self._keys.find(keys)
        return loaded(self._values[i] for i in with_places(found, self._kinds)) if found else ()
