"""The known values of a home: the identifiers in structured records by subject and site, encrypted on disk.

SQLite in WAL mode: one process writes while others read. A scope is a subject's token, "site:<source>" or of an
identifier. Entries are encrypted, bound to their place, distinguished by an HMAC; nothing is plain text (ADR 0012).

All rows are sealed (ADR 0017): the process that opens the store to write checks every row once, so that no value can be
taken out without the keyring. Its workers open it to read and check the seal, not the rows. Rows that are changed while
a run reads them are found when the store is opened next.
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
from redactor.run.state.event_days import DAYS, StoredDays
from redactor.run.state.forgotten import Erasure, Forgotten
from redactor.run.state.households import Household, Households
from redactor.run.state.joining import HouseholdCounts
from redactor.run.state.known_database import KnownHead, open_to_read, open_to_write
from redactor.run.state.known_entries import SITE, Entries, load, loaded, person_of
from redactor.run.state.known_identifiers import Identifiers, tokens_of
from redactor.run.state.known_versions import Kept, ScopeVersions, Versions
from redactor.run.state.sealed_sqlite import SealedDatabase
from redactor.run.state.site_tables import ReadSite, StoredSites
from redactor.run.state.stored_keys import StoredKeys
from redactor.text import KnownValue
from schemas.engine.pseudonyms import IDENTIFIER

_BATCH = 5_000
_KEPT = 512


class KnownStore:
    """Known values by scope. One process writes; any number read, and see what was committed."""

    def __init__(self, sealed: SealedDatabase, keyring: Keyring, read_only: bool, head: KnownHead | None) -> None:
        self._sealed = sealed
        self._db = db = sealed.db
        self._entries = Entries(db, keyring)
        self._search_keys = StoredKeys(db, keyring, self._entries)
        self._sites = StoredSites(db, keyring, self._entries, lambda: sealed.commits + 1)
        self._households = Households(db, keyring)
        self._forgotten = Forgotten(db, self._entries)
        self.identifiers = Identifiers(self._entries, self._forgotten, self._look)
        self._versions = ScopeVersions(db, self._entries, lambda: sealed.commits + 1)
        self.days = StoredDays(db, self._entries, self._versions, self._look, self.identifiers.alone)
        self._read_only, self._head, self._head_at = read_only, head, -1  # commits
        self._pending, self._erased, self._held = 0, False, False  # held: a transaction that only `transaction` ends
        self._kept: Kept[tuple[KnownValue, ...]] = Kept(_KEPT, self._look, self._state)
        self._keyed: Kept[KeyedValues] = Kept(_KEPT, self._look, self._state)
        self._seen_patients: Kept[bool] = Kept(_KEPT, self._look, lambda scope: self._versions.of((scope,)))
        self._read_sites: Kept[ReadSite | None] = Kept(1, self._look, self._state)
        self._changes = self._seen = 0  # changes on this connection, which data_version does not count; data_version

    @classmethod
    def open(cls, path: Path, keyring: Keyring, read_only: bool = False, head_file: Path | None = None) -> KnownStore:
        """Open the store. A writer creates it where there is none, and checks all that it holds.

        head_file: where a writer keeps the store's head, apart from home; None where there is no such place.
        Raises FileNotFoundError for a reader without a store, RunError for one that was changed without the keyring,
        and for a writer where the head says that this is not the store, or an older state of it.
        """
        if read_only:
            if not path.exists():
                raise FileNotFoundError(f"no store of known values at {path}; run the first pass over the records")
            return cls(open_to_read(path, keyring), keyring, True, None)
        head = KnownHead(head_file, path, keyring) if head_file is not None else None
        sealed = open_to_write(path, keyring, head)
        store = cls(sealed, keyring, False, head)
        store._keep_head()
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(
        self,
        scope: str,
        values: Iterable[KnownValue],
        person: bytes = PATIENT,
        indexed: Sequence[Indexed] | None = None,
    ) -> None:
        """Add values to a scope that it does not hold yet. Readers see them after flush or 5,000 values, and days after
        join. person: a token of whose values they are. indexed: of each value, where it is at hand. Nothing is added of
        a patient who was forgotten for good.
        """
        self._begin()
        if scope.removeprefix(DAYS) in self._forgotten:
            return
        if scope.startswith(DAYS):
            self.days.add(scope, (v.value for v in values))
            return
        values = list(values)
        stored = [self._entries.prepare(scope, value, person) for value in values]
        added = 0
        if scope.startswith(IDENTIFIER):
            self.identifiers.add(scope, values)
        elif scope.startswith(SITE):
            added = self._sites.add(scope, stored) if stored else 0
        else:
            self._households.add_chart(scope)
            added = self._search_keys.add(scope, stored, values, indexed) if stored else 0
        if added:
            self._versions.note(scope)
        self._changes += 1
        self._pending += len(stored)
        if self._pending >= _BATCH:
            self.flush()

    def get(self, scope: str) -> tuple[KnownValue, ...]:
        """The values of the scope and of those linked with it, sorted, up to the bound of `Entries.read`. The same
        object until something changes.
        """

        def read(before: tuple[KnownValue, ...] | None) -> tuple[KnownValue, ...]:
            values = loaded(s.data for member in self._households.members(scope) for s in self._entries.read(member))
            return before if before == values else values

        return self._kept.get(scope, read)

    def keyed(self, scope: str) -> KeyedValues:
        """The values of `get`, decrypted at first use: all, or those that a text may name."""

        def read(_: KeyedValues | None) -> KeyedValues:
            select = self._search_keys.select(self._households.members(scope))
            if select is None:
                return keyed(self.get(scope))
            return KeyedValues(select, select.terms, partial(self.get, scope))

        return self._keyed.get(scope, read)

    def is_seen(self, scope: str) -> bool:
        """Whether values of the chart itself tell who its patient is: not those of the household."""
        return self._seen_patients.get(scope, lambda _: self._entries.tells_patient(scope))

    def own(self, scope: str, apart_from: Container[bytes] = ()) -> tuple[KnownValue, ...]:
        """The scope's values, without those of linked scopes, sorted. apart_from: people who are left out."""
        return loaded(s.data for s in self._entries.read(scope) if person_of(s.data) not in apart_from)

    def of_people(self, scope: str, people: Container[bytes]) -> tuple[KnownValue, ...]:
        """The values of some of the people in a chart, sorted."""
        return loaded(s.data for s in self._entries.read(scope) if person_of(s.data) in people)

    def pack_site(self, scope: str, unpacked: int = 0, largest: int | None = None) -> bool:
        """Pack values of a large site, and commit. Returns whether anything changed. Arguments: `StoredSites.pack`."""
        self._begin()
        try:
            if changed := self._sites.pack(scope, unpacked, largest):
                self._versions.note(scope)
                self._changes += 1
        except BaseException:
            self._roll_back()
            raise
        self.flush()
        return changed

    def site_values(self, scope: str) -> SiteValues | None:
        """All values of a large site, packed or not; None of a small one. The same object until something changes."""
        read = self._read_sites.get(scope, lambda before: self._sites.read(scope, before))
        return None if read is None else read.values

    def left_out(self, apart_from: str = "") -> int:
        """How many values `get` leaves out, of all scopes but one that this connection added values to."""
        return self._entries.left_out(apart_from)

    def every(self) -> Iterator[KnownValue]:
        """All values of all scopes but those of identifiers, for checks of settings."""
        return (value for value in map(load, self._entries.every()) if not tokens_of(value))

    def add_clues(self, clues: Iterable[PersonClue]) -> None:
        """Add what identifies people of charts in other charts. `join` uses it."""
        self._begin()
        self._households.add(clue for clue in clues if clue.scope not in self._forgotten)

    def join(self) -> HouseholdCounts:
        """Join the charts that belong together by what was added since the last call, and commit."""
        self._begin()
        self.days.write()
        counts = self._households.join()
        self._changes += 1
        self._finish()
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

    def namesakes(self, scopes: Sequence[str]) -> int:
        """How many people named in charts of other households may be the patient of these charts, by their names."""
        return self._households.namesakes(scopes)

    def forget(self, scopes: Sequence[str], keys: Iterable[bytes] = ()) -> int:
        """Erase a patient's charts, and what the household's others hold of the patient: how many. keys: of clues."""
        self._begin()
        erased = sum(self._erase_people(scope, people) for scope, people in self.people_like(scopes).items())
        erased += self._forget(scopes)
        self._households.forget(scopes, keys)
        self._changes += 1
        self._erased = True
        self._finish()
        return erased

    def erase(self, erasure: Erasure) -> bool:
        """Erase a patient for good. Returns False, and erases nothing, where this very erasure was taken before."""
        self._begin()
        if not self._forgotten.add(erasure):
            return False
        for scope, person in erasure.people:
            self._erase_people(scope, (person,))
        self._forget((*erasure.scopes, *erasure.emptied))
        self._households.erase(erasure, self._forgotten)
        self._changes += 1
        self._erased = True
        self._finish()
        return True

    def forgotten(self) -> Forgotten:
        """The charts of patients who were forgotten for good."""
        self._look()
        return self._forgotten

    def empty_log(self) -> bool:
        """Write SQLite's log back, so that nothing that was erased is left in it. False while a reader needs it."""
        return not self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]

    def forget_name(self, name: str) -> None:
        """No longer name a former household, because nobody has stand-ins there."""
        self._begin()
        self._households.forget_name(name)
        self.flush()

    def _forget(self, scopes: Sequence[str]) -> int:
        erased = 0
        for scope in scopes:
            erased += self._entries.forget(scope)
            self.days.forget(scope, self.identifiers.of(scope))
            self.identifiers.forget(scope)
            self._search_keys.forget(scope)
            self._versions.forget(scope)
            self._forget_in_site(scope)
        return erased

    def _erase_people(self, scope: str, people: Container[bytes]) -> int:
        gone = [s for s in self._entries.read(scope, everything=True) if person_of(s.data) in people]
        self._entries.erase(scope, gone)
        self._search_keys.rebuild(scope)
        self._versions.note(scope)
        self._forget_in_site(scope)
        return len(gone)

    def _forget_in_site(self, scope: str) -> None:
        if scope.startswith(SITE):
            self._sites.forget(scope)
            self._read_sites.clear()  # numbers of values may be given again in this transaction

    def rotate(self) -> int:
        """Re-encrypt under the current key what older keys wrote. Returns how many entries changed."""
        changed = 0
        last: tuple[bytes, bytes] | None = (b"", b"")
        while last is not None:
            self._begin()
            renewed, last = self._entries.renew(last)
            self.flush()
            changed += renewed
        self._begin()
        self._search_keys.renew()
        self._sites.renew()
        self.flush()
        self.empty_log()
        return changed

    def state(self) -> KnownState:
        """The store's name, and the commits that this connection has seen."""
        return KnownState(self._sealed.name, self._sealed.commits)

    def position(self, topic: str) -> int:
        """How far the topic was taken in: the offset of its next message, 0 at first."""
        return known_versions.position(self._db, topic)

    def topic_id(self, topic: str) -> str:
        """Which topic of this name was taken in, as its server identifies it; "" at first."""
        return known_versions.topic_id(self._db, topic)

    @contextmanager
    def transaction(self, topic: str, position: int, topic_id: str = "") -> Iterator[None]:
        """Commits all changes of the block in one transaction, together with the position that they lead to.

        position: the offset of the topic's next message. The changes are rolled back when the block raises. Raises
        RunError for a position before the present one: another process has taken the messages in.
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
        """Commit and close."""
        self.flush()
        self._keep_head()
        self._sealed.close()

    def _begin(self) -> None:
        if self._read_only:
            raise PermissionError("this store of known values was opened read-only")
        if not self._db.in_transaction:
            self._sealed.begin()
            self._look()

    def _commit(self) -> None:
        if self._db.in_transaction:
            self._sealed.commit()
        self._versions.end()
        self._pending = 0

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._versions.end()
        self._entries.count_again()
        self._forgotten.read_again()
        self._households.roll_back()
        self._read_sites.clear()
        self._changes += 1
        self._pending, self._erased = 0, False

    def _finish(self) -> None:
        """Commit what a crash must not undo, and what must not remain on the disk; later, within `transaction`."""
        if self._held:
            return
        self._commit()
        self._keep_head()
        if self._erased:
            self.empty_log()
            self._erased = False

    def _look(self) -> int:
        """A number that changes with every commit of another connection and every change of this one."""
        (seen,) = self._db.execute("PRAGMA data_version").fetchone()
        if seen != self._seen:
            self._entries.count_again()
            self._forgotten.read_again()
            self._seen = seen
        return int(seen) + (self._changes << 32)

    def _state(self, scope: str) -> tuple[tuple[str, ...], Versions]:
        """What the values of a scope depend on: who is in its household, and their versions."""
        members = self._households.members(scope)
        return members, self._versions.of(members)

    def _keep_head(self) -> None:
        if self._head is not None and self._sealed.commits != self._head_at:
            self._head.keep(self._sealed)
            self._head_at = self._sealed.commits
