"""This module stores the known values of a home, encrypted: the identifiers in structured records by subject and site.

The store is an SQLite file in WAL mode: one process writes while others read. A scope is a subject's token,
"site:<source>" or that of an identifier. Entries are encrypted, bound to their place and distinguished by an HMAC;
nothing is plain text (ADR 0012). All rows are sealed (ADR 0017): the process that opens the store for writing checks
every row, so that no value can be removed without the keyring. Its workers open the store for reading and check the
seal, not the rows. Rows that are changed while a run reads them are noticed when the store is opened next.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Self

from redactor.detect.known.keyed_values import KeyedValues
from redactor.detect.known.search_keys import Indexed, keyed
from redactor.detect.known.site_values import SiteValues
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, KnownState, PersonClue
from redactor.run.state import known_versions
from redactor.run.state.charts import StoredCharts
from redactor.run.state.event_days import DAYS, StoredDays
from redactor.run.state.forgotten import Erasure, Forgotten
from redactor.run.state.households import Household, Households
from redactor.run.state.joining import HouseholdCounts
from redactor.run.state.known_database import KnownHead, open_to_read, open_to_write
from redactor.run.state.known_entries import SITE, Entries, is_patients_name, load, loaded, person_of
from redactor.run.state.known_identifiers import Identifiers, tokens_of
from redactor.run.state.known_upkeep import rotate, whole
from redactor.run.state.known_versions import ScopeVersions, VersionedCache, Versions
from redactor.run.state.sealed_sqlite import SealedDatabase
from redactor.run.state.site_tables import ReadSite, StoredSites
from redactor.run.state.skipped import Skipped
from redactor.text import KnownValue
from schemas.engine.pseudonyms import IDENTIFIER

_BATCH = 5_000
_CACHED_SCOPES = 256  # patients, whose values take 100 kB each


class KnownStore:
    """A `KnownStore` holds known values by scope. One process writes; any number read what was committed."""

    def __init__(self, sealed: SealedDatabase, keyring: Keyring, read_only: bool, head: KnownHead | None) -> None:
        self._sealed = sealed
        self._db = db = sealed.db
        self._entries = Entries(db, keyring)
        self._charts = StoredCharts(db, keyring, self._entries)
        self._sites = StoredSites(db, keyring, self._entries, lambda: sealed.commits + 1)
        self.households = Households(db, keyring)
        self._forgotten = Forgotten(db, self._entries)
        self.skipped = Skipped(db, keyring, self._entries)
        self.identifiers = Identifiers(self._entries, self._forgotten, self._change_number)
        self._versions = ScopeVersions(db, self._entries, lambda: sealed.commits + 1)
        self.days = StoredDays(
            db, self._entries, self._versions, self._change_number, self.identifiers.exclusive_scopes
        )
        self._read_only, self._head, self._head_at = read_only, head, -1  # commits
        self._pending, self._erased, self._held = 0, False, False  # held: a transaction that only `transaction` ends
        self._kept: VersionedCache[tuple[KnownValue, ...]] = VersionedCache(
            _CACHED_SCOPES, self._change_number, self._state
        )
        self._keyed: VersionedCache[KeyedValues] = VersionedCache(_CACHED_SCOPES, self._change_number, self._state)
        self._seen_patients: VersionedCache[bool] = VersionedCache(
            _CACHED_SCOPES, self._change_number, lambda scope: self._versions.versions_of((scope,))
        )
        self._read_sites: VersionedCache[ReadSite | None] = VersionedCache(1, self._change_number, self._state)
        self._changes = self._seen = 0  # changes on this connection, which data_version does not count; data_version

    @classmethod
    def open(cls, path: Path, keyring: Keyring, read_only: bool = False, head_file: Path | None = None) -> KnownStore:
        """Open the store; a writer creates a missing store, and checks every row of an existing one.

        head_file: where a writer keeps the store's head, apart from home. Raises FileNotFoundError for a reader without
        a store, RunError for a store that was changed without the keyring, and for a writer whose head is of another
        store or newer.
        """
        if read_only:
            if not path.exists():
                raise FileNotFoundError(f"no store of known values at {path}; run the first pass over the records")
            return cls(open_to_read(path, keyring), keyring, True, None)
        head = KnownHead(head_file, path, keyring) if head_file is not None else None
        return cls(open_to_write(path, keyring, head), keyring, False, head)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @whole
    def add(
        self,
        scope: str,
        values: Iterable[KnownValue],
        person: bytes = PATIENT,
        indexed: Sequence[Indexed] | None = None,
    ) -> None:
        """Add the values that the scope does not hold yet; values of forgotten patients are ignored.

        Readers see them after `flush` or 5,000 values, and days after `join`. person: the token of the person whose
        values they are. indexed: the search keys of each value, if they are at hand.
        """
        self._begin()
        if scope.removeprefix(DAYS) in self._forgotten:
            return
        if scope.startswith(DAYS):
            self.days.add(scope, (v.value for v in values))
            return
        values = list(values)
        added = 0
        if scope.startswith(IDENTIFIER):
            for token in self.identifiers.add(scope, values):
                self._versions.note(token)  # on which `is_seen` depends
        elif scope.startswith(SITE):
            added = self._sites.add(scope, [self._entries.prepare(scope, v, person) for v in values]) if values else 0
        else:
            self.households.add_chart(scope)
            added = self._charts.add(scope, values, person, indexed) if values else 0
        if added:
            self._versions.note(scope)
        self._changes += 1
        self._pending += len(values)
        if self._pending >= _BATCH:
            self.flush()

    def get(self, scope: str) -> tuple[KnownValue, ...]:
        """Return the sorted values of the scope and its household, up to the limit of `Entries.read`; cached."""

        def read(before: tuple[KnownValue, ...] | None) -> tuple[KnownValue, ...]:
            values = loaded(data for member in self.households.members(scope) for data in self._charts.read(member))
            return before if before == values else values

        return self._kept.get(scope, read)

    def keyed(self, scope: str) -> KeyedValues:
        """Return the values of `get`, decrypted at first use: all, or those that a text may name."""

        def read(_: KeyedValues | None) -> KeyedValues:
            select = self._charts.select(self.households.members(scope))
            if select is None:
                return keyed(self.get(scope))
            return KeyedValues(select, select.terms, partial(self.get, scope))

        return self._keyed.get(scope, read)

    def is_seen(self, scope: str) -> bool:
        """Return whether the chart has a name of its patient, or an identifier that the patient's own record gives."""
        read, has_number = self._charts.read, self.identifiers.has
        return self._seen_patients.get(scope, lambda _: any(map(is_patients_name, read(scope))) or has_number(scope))

    def values_of_chart(self, scope: str, without: Container[bytes] = ()) -> tuple[KnownValue, ...]:
        """Return the values of the chart without those of its household, sorted. without: people who are left out."""
        return loaded(data for data in self._charts.read(scope) if person_of(data) not in without)

    def values_of_people(self, scope: str, people: Container[bytes]) -> tuple[KnownValue, ...]:
        """Return the values of some of the people in a chart, sorted."""
        return loaded(data for data in self._charts.read(scope) if person_of(data) in people)

    @whole
    def pack_site(self, scope: str, unpacked: int = 0, largest: int | None = None) -> bool:
        """Pack the values of a large site as `StoredSites.pack` does, and commit; return whether anything changed."""
        self._begin()
        if changed := self._sites.pack(scope, unpacked, largest):
            self._versions.note(scope)
            self._changes += 1
        self.flush()
        return changed

    def site_values(self, scope: str) -> SiteValues | None:
        """Return all values of a large site, packed or not, or None for a small site; cached until a change."""
        read = self._read_sites.get(scope, lambda before: self._sites.read(scope, before))
        return None if read is None else read.values

    def count_left_out(self, without: str = "") -> int:
        """Return how many values `get` leaves out, over all scopes but one that this connection added values to."""
        return self._entries.count_left_out(without)

    def all_values(self) -> Iterator[KnownValue]:
        """Return all values of all scopes but those of identifiers, for checks of settings."""
        return (value for value in map(load, self._charts.all_values()) if not tokens_of(value))

    def all_texts(self) -> Iterator[str]:
        """Return each of these values and each of its parts."""
        return (text for v in self.all_values() for text in (v.value, *(part for _, part in v.parts)))

    @whole
    def add_clues(self, clues: Iterable[PersonClue]) -> None:
        """Add clues that identify people of charts in other charts; `join` uses them."""
        self._begin()
        self.households.add(clue for clue in clues if clue.scope not in self._forgotten)

    @whole
    def join(self) -> HouseholdCounts:
        """Join the charts that belong together by what was added since the last call, and commit."""
        self._begin()
        self.days.write()
        counts = self.households.join()
        self._changes += 1
        self._finish()
        return counts

    def household(self, scope: str) -> Household:
        return self.households.household_of(scope)

    def members(self, scope: str) -> tuple[str, ...]:
        return self.households.members(scope)

    def people_like(self, scopes: Sequence[str]) -> dict[str, set[bytes]]:
        """Return the people in other charts of the household who are the patient of these charts, by chart."""
        found = self.households.people_like(scopes)
        return {chart: {person for scope, person in found if scope == chart} for chart, _ in found}

    @whole
    def forget(self, scopes: Sequence[str], keys: Iterable[bytes] = ()) -> int:
        """Erase a patient's charts, and the patient's values in the household's other charts; return how many.
        keys: of clues.
        """
        self._begin()
        erased = sum(self._erase_people(scope, people) for scope, people in self.people_like(scopes).items())
        erased += self._forget(scopes)
        self.households.forget(scopes, keys)
        self._changes += 1
        self._erased = True
        self._finish()
        return erased

    @whole
    def erase(self, erasure: Erasure) -> bool:
        """Erase a patient for good. Return False, and erase nothing, if this very erasure was carried out before."""
        self._begin()
        if not self._forgotten.add(erasure):
            return False
        for scope, person in erasure.people:
            self._erase_people(scope, (person,))
        self._forget((*erasure.scopes, *erasure.emptied))
        self.households.erase(erasure, self._forgotten)
        self._changes += 1
        self._erased = True
        self._finish()
        return True

    def forgotten(self) -> Forgotten:
        """Return the charts of patients who were forgotten for good."""
        self._change_number()
        return self._forgotten

    def empty_log(self, rebuild: bool = False) -> bool:
        """Write SQLite's log back, so that it holds nothing that was erased; return False while a reader needs it."""
        if rebuild:  # pages that were split can keep copies of what was erased elsewhere
            self._db.execute("VACUUM")
        return not self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]

    @whole
    def forget_name(self, name: str) -> None:
        """Forget the name of a former household, because nobody has stand-ins there."""
        self._begin()
        self.households.forget_name(name)
        self.flush()

    def _forget(self, scopes: Sequence[str]) -> int:
        erased = sum(self._charts.forget(scope) for scope in scopes)
        for scope in scopes:
            self.days.forget(scope, self.identifiers.scopes_of(scope))
            self.identifiers.forget(scope)
            self._versions.forget(scope)
            self._forget_in_site(scope)
        return erased

    def _erase_people(self, scope: str, people: Container[bytes]) -> int:
        gone = self._charts.erase(scope, lambda data: person_of(data) in people)
        self._versions.note(scope)
        self._forget_in_site(scope)
        return gone

    def _forget_in_site(self, scope: str) -> None:
        if scope.startswith(SITE):
            self._sites.forget(scope)
            self._read_sites.clear()  # numbers of values may be given again in this transaction

    @whole
    def rotate(self) -> int:
        """Re-encrypt what older keys encrypted, and return how many entries changed."""
        changed = rotate(self._entries, (self._charts, self._sites, self.skipped), self._begin, self.flush)
        self.empty_log()
        return changed

    def state(self) -> KnownState:
        """Return the store's name, and the number of commits that this connection has seen."""
        return KnownState(self._sealed.name, self._sealed.commits)

    def position(self, topic: str) -> int:
        """Return how far the topic was read: the offset of its next message, 0 at first."""
        return known_versions.position(self._db, topic)

    def topic_id(self, topic: str) -> str:
        """Return the server's id of the topic that was read under this name, or "" at first."""
        return known_versions.topic_id(self._db, topic)

    @contextmanager
    def transaction(self, topic: str, position: int, topic_id: str = "") -> Iterator[None]:
        """Commit all changes of the block in one transaction, together with the new position in the topic.

        The changes are rolled back if the block raises. Raises RunError if another process has moved the position
        beyond this.
        """
        self.flush()
        self._begin()
        self._held = True
        try:
            if position < known_versions.position(self._db, topic):
                raise RunError(f"the position of {topic} in known.db went on; another process writes the same home")
            yield
            self.days.write()
            known_versions.set_position(self._db, topic, topic_id, position)
            self._commit()
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._held = False
        self._finish()

    def flush(self) -> None:
        """Commit, so that readers see what was added. Within `transaction` only its end commits."""
        if not self._held:
            self._commit()

    def close(self) -> None:
        try:
            self.flush()
            self._keep_head()
        finally:
            self._sealed.close()

    def _begin(self) -> None:
        if self._read_only:
            raise PermissionError("this store of known values was opened read-only")
        if not self._db.in_transaction:
            self._sealed.begin()
            self._change_number()

    def _commit(self) -> None:
        if self._db.in_transaction:
            self._sealed.commit()
        self._versions.end()
        self._pending = 0

    def _roll_back(self) -> None:
        self._sealed.rollback()
        self._versions.end()
        self._entries.forget_counts()
        self._forgotten.reread()
        self.households.roll_back()
        self._read_sites.clear()
        self._changes += 1
        self._pending, self._erased = 0, False

    def _finish(self) -> None:
        """Commit what a crash must not undo, and clear erased content; within `transaction`, its end does so."""
        if self._held:
            return
        self._commit()
        if self._erased:
            self.empty_log()
            self._erased = False
        self._keep_head()

    def _change_number(self) -> int:
        """Return a number that changes with every commit of another connection and every change of this one."""
        (seen,) = self._db.execute("PRAGMA data_version").fetchone()
        if seen != self._seen:
            self._entries.forget_counts()
            self._forgotten.reread()
            self._seen = seen
        return int(seen) + (self._changes << 32)

    def _state(self, scope: str) -> tuple[tuple[str, ...], Versions]:
        """Return what the values of a scope depend on: the members of its household, and their versions."""
        members = self.households.members(scope)
        return members, self._versions.versions_of(members)

    def _keep_head(self) -> None:
        if self._head is not None and self._sealed.commits != self._head_at:
            self._head.keep(self._sealed)
            self._head_at = self._sealed.commits
