"""The days of a subject's events in the store of known values: one entry for all, as a life has thousands of days."""

from __future__ import annotations

import datetime as dt
import sqlite3
import sys
from collections.abc import Callable, Iterable

from redactor.entities import Entity
from redactor.policy.date_shift import TIMED_SUFFIX
from redactor.run.contracts import PATIENT
from redactor.run.state.known_entries import Entries, load
from redactor.run.state.known_versions import Kept, ScopeVersions, Versions
from redactor.text import KnownValue

DAYS = "days:"
"""Begins the scope of a subject's days. They are not searched for in texts."""
_KEPT = 512
_HELD = 500_000  # days in memory, about 40 MB


class StoredDays:
    """Days by scope, each as `redactor.policy.date_shift.EventDays` takes it. The caller begins and ends transactions.

    Days are held in memory until `write`, or until they are many: where the rows of a table come in no order of
    patients, each would be an entry read and written again. look: as in Kept. numbers: gives the scopes of the
    identifiers that a subject alone has; the days of records that name it by them are its days, too.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        entries: Entries,
        versions: ScopeVersions,
        look: Callable[[], int],
        numbers: Callable[[str], Iterable[str]],
    ) -> None:
        self._db, self._entries, self._versions, self._numbers = db, entries, versions, numbers
        self._held: dict[str, set[str]] = {}
        self._count = 0
        self._kept: Kept[tuple[str, ...]] = Kept(_KEPT, look, self._state)

    def of(self, subject: str) -> tuple[str, ...]:
        """The subject's days, sorted. The same object until one is added."""

        def read(before: tuple[str, ...] | None) -> tuple[str, ...]:
            days = tuple(sorted({day for scope in self._scopes(subject) for day in self._read(scope)}))
            return before if before == days else days

        return self._kept.get(subject, read)

    def add(self, scope: str, days: Iterable[str]) -> None:
        """Hold the days for the scope."""
        held = self._held.setdefault(scope, set())
        before = len(held)
        held.update(map(sys.intern, days))
        self._count += len(held) - before
        if self._count > _HELD:
            self.write()

    def write(self) -> None:
        """Write what is held."""
        for scope, days in self._held.items():
            before = self._read(scope)
            if days.issubset(before):
                continue
            place = self._entries.place(scope, "days")
            stored = self._entries.prepare(scope, KnownValue(_packed(days.union(before)), Entity.DATE), PATIENT)
            row = (place, place, self._entries.encrypt(stored.data.encode(), place))
            self._db.execute("INSERT OR REPLACE INTO entry VALUES (?,?,?)", row)
            self._versions.note(scope)
        self._held, self._count = {}, 0

    def forget(self, subject: str, numbers: Iterable[str] = ()) -> None:
        """Erase the subject's days, and those of the scopes of its identifiers."""
        for scope in (DAYS + subject, *(DAYS + number for number in numbers)):
            self._count -= len(self._held.pop(scope, ()))
            self._db.execute("DELETE FROM entry WHERE place=?", (self._entries.place(scope, "days"),))
            self._versions.forget(scope)

    def _scopes(self, subject: str) -> tuple[str, ...]:
        return (DAYS + subject, *(DAYS + number for number in self._numbers(subject)))

    def _state(self, subject: str) -> tuple[tuple[str, ...], Versions]:
        scopes = self._scopes(subject)
        return scopes, self._versions.of(scopes)

    def _read(self, scope: str) -> tuple[str, ...]:
        place = self._entries.place(scope, "days")
        data = self._entries.value(place, place)
        return () if data is None else _unpacked(load(data).value)


def _packed(days: Iterable[str]) -> str:
    """Each day as its distance from the one before, in days: three characters instead of ten."""
    before, out = 0, []
    for day in sorted(days):
        at = dt.date.fromisoformat(day[:10]).toordinal()
        out.append(f"{at - before}{day[10:]}")
        before = at
    return " ".join(out)


def _unpacked(packed: str) -> tuple[str, ...]:
    at, out = 0, []
    for step in packed.split():
        at += int(step.removesuffix(TIMED_SUFFIX))
        out.append(dt.date.fromordinal(at).isoformat() + (TIMED_SUFFIX if step.endswith(TIMED_SUFFIX) else ""))
    return tuple(out)
