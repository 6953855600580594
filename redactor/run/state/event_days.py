"""This module stores the days of a subject's events among the known values, in one entry, as a life has thousands.

The days on which a stream judges ages stand beside them, under a name that no subject has: forgetting leaves them.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
import sys
from collections.abc import Callable, Iterable

from redactor.entities import Entity
from redactor.policy.date_shift import TIMED_SUFFIX
from redactor.run.contracts import PATIENT
from redactor.run.state.known_entries import Entries, load
from redactor.run.state.known_versions import ScopeVersions, VersionedCache, Versions
from redactor.text import KnownValue

DAYS = "days:"
"""The scope of a subject's days begins with this prefix. Texts are not searched for days."""
OF_STREAM = "stream"
"""The days that a stream has reached are stored like the days of a subject with this token."""
_CACHED_SUBJECTS = 512
_MAX_UNWRITTEN = 500_000  # days in memory, about 40 MB


class StoredDays:
    """A `StoredDays` adds and reads days by scope, as `redactor.policy.date_shift.EventDays` takes them.

    The caller begins and ends transactions. Days are held in memory until `write`, or until they are many: if the rows
    of a table come in no order of patients, each would be an entry read and written again. change_number: as in
    VersionedCache. numbers: gives the scopes of the identifiers that a subject alone has; the days of records that name
    the subject by them are the subject's days, too.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        entries: Entries,
        versions: ScopeVersions,
        change_number: Callable[[], int],
        numbers: Callable[[str], Iterable[str]],
    ) -> None:
        self._db, self._entries, self._versions, self._numbers = db, entries, versions, numbers
        self._unwritten: dict[str, set[str]] = {}
        self._count = 0
        self._cache: VersionedCache[tuple[str, ...]] = VersionedCache(_CACHED_SUBJECTS, change_number, self._state)

    def days_of(self, subject: str) -> tuple[str, ...]:
        """Return the subject's days, sorted; the same object until a day is added."""

        def read(before: tuple[str, ...] | None) -> tuple[str, ...]:
            days = tuple(sorted({day for scope in self._scopes(subject) for day in self._read(scope)}))
            return before if before == days else days

        return self._cache.get(subject, read)

    def newest(self) -> dt.date | None:
        """Return the newest day that a stream has reached, as far as this home has read it; None before the first."""
        days = self.days_of(OF_STREAM)
        return dt.date.fromisoformat(days[-1]) if days else None

    def add(self, scope: str, days: Iterable[str]) -> None:
        """Hold days for the scope in memory."""
        held = self._unwritten.setdefault(scope, set())
        before = len(held)
        held.update(map(sys.intern, days))
        self._count += len(held) - before
        if self._count > _MAX_UNWRITTEN:
            self.write()

    def write(self) -> None:
        """Write the held days to the database."""
        for scope, days in self._unwritten.items():
            before = self._read(scope)
            if days.issubset(before):
                continue
            place = self._entries.place(scope, "days")
            stored = self._entries.prepare(scope, KnownValue(_pack(days.union(before)), Entity.DATE), PATIENT)
            row = (place, place, self._entries.seal(stored.data, place))
            self._db.execute("INSERT OR REPLACE INTO entry VALUES (?,?,?)", row)
            self._versions.note(scope)
        self._unwritten, self._count = {}, 0

    def forget(self, subject: str, numbers: Iterable[str] = ()) -> None:
        """Erase the subject's days, and those of the scopes of its identifiers."""
        for scope in (DAYS + subject, *(DAYS + number for number in numbers)):
            self._count -= len(self._unwritten.pop(scope, ()))
            self._db.execute("DELETE FROM entry WHERE place=?", (self._entries.place(scope, "days"),))
            self._versions.forget(scope)

    def _scopes(self, subject: str) -> tuple[str, ...]:
        return (DAYS + subject, *(DAYS + number for number in self._numbers(subject)))

    def _state(self, subject: str) -> tuple[tuple[str, ...], Versions]:
        scopes = self._scopes(subject)
        return scopes, self._versions.versions_of(scopes)

    def _read(self, scope: str) -> tuple[str, ...]:
        place = self._entries.place(scope, "days")
        data = self._entries.value(place, place)
        return () if data is None else _unpack(load(data).value)


def _pack(days: Iterable[str]) -> str:
    """Write each day as its distance from the day before, in days: three characters instead of ten."""
    before, out = 0, []
    for day in sorted(days):
        at = dt.date.fromisoformat(day[:10]).toordinal()
        out.append(f"{at - before}{day[10:]}")
        before = at
    return " ".join(out)


def _unpack(packed: str) -> tuple[str, ...]:
    at, out = 0, []
    for step in packed.split():
        at += int(step.removesuffix(TIMED_SUFFIX))
        out.append(dt.date.fromordinal(at).isoformat() + (TIMED_SUFFIX if step.endswith(TIMED_SUFFIX) else ""))
    return tuple(out)
